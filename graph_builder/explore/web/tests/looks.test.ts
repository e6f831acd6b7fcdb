import { expect, it } from "vitest";
import { look, sizes } from "../src/looks";
import { add, newNetwork } from "../src/network";
import { amount, grouped, propertyName } from "../src/properties";

const COUNTRY = "https://schema.org/addressCountry";
const YEAR = "https://schema.org/datePublished";

function network() {
  const network = newNetwork();
  add(network, ["a", "b", "c", "d"].map((name) => ({ iri: `urn:${name}`, kind: "organization" as const, name })), []);
  return { network, visible: { nodes: new Set(network.nodes()), ties: new Set<string>() } };
}

it("colours stand for the most frequent values of a property, and for numbers in steps", () => {
  const { network: graph, visible } = network();
  const known = new Map([
    [COUNTRY, new Map([["urn:a", ["NO"]], ["urn:b", ["NO"]], ["urn:c", ["SE", "NO"]]])],
    [YEAR, new Map([["urn:a", ["2001"]], ["urn:b", ["2010"]], ["urn:c", ["2020"]], ["urn:d", ["2020"]]])],
  ]);
  const countries = look(graph, visible, `property:${COUNTRY}`, known);
  expect(countries.legend.map(([name]) => name)).toEqual(["NO", "SE", "none"]);
  expect(countries.of.get("urn:c")).toBe(countries.of.get("urn:a"));
  expect(look(graph, visible, `property:${YEAR}`, known).legend.map(([name]) => name)).toEqual(["2001", "2010", "2020"]);
  const size = sizes(graph, `property:${YEAR}`, known);
  expect(size("urn:d")).toBeGreaterThan(size("urn:a"));
  expect(sizes(graph, "same")("urn:a")).toBe(7);
});

it("values are numbers, or are counted", () => {
  const term = (value: string) => ({ type: "literal" as const, value });
  const found = grouped({ columns: ["thing", "value"], rows: [[term("urn:a"), term("x")], [term("urn:a"), term("y")], [term("urn:b"), term("7")]] });
  expect([amount(found.get("urn:a")), amount(found.get("urn:b")), amount(found.get("urn:c"))]).toEqual([2, 7, 0]);
  expect([propertyName(COUNTRY), propertyName("^https://schema.org/author")]).toEqual(["address country", "number of papers"]);
});
