import { describe, expect, it } from "vitest";
import { byYear, flows, movesIn, OTHERS, placesIn, shares, spanOf, usualYears, type Move } from "../src/trends";
import type { Rows } from "../src/types";

const answer = (columns: string, ...rows: (string | null)[][]): Rows => ({ columns: columns.split(" "), rows: rows.map((row) => row.map((value) => (value === null ? null : { type: "literal", value }))), more: false, text: "" });
const move = (origin: string, destination: string, year: number, people = 1): Move => ({ origin, originName: origin.toUpperCase(), destination, destinationName: destination.toUpperCase(), year, people });

it("reads numbers by year, moves and places", () => {
  expect(byYear(answer("year papers", ["2019", "2"], ["2021", "5"]), "papers")).toEqual(new Map([[2019, 2], [2021, 5]]));
  expect(movesIn(answer("origin originName destination destinationName year people", ["a", "A", "b", "B", "2020", "3"]))).toEqual([move("a", "b", 2020, 3)]);
  const places = placesIn(answer("organization name country latitude longitude people", ["a", "A", "NO", "59.9", "10.7", "4"], ["b", "B", "SE", null, null, "1"]));
  expect(places.map((place) => place.at)).toEqual([[10.7, 59.9], null]);
});

it("shares are of the numbers of the same year", () => {
  expect(shares(new Map([[2019, 1], [2020, 3]]), new Map([[2019, 3], [2020, 30]]))).toEqual(new Map([[2019, 33.3], [2020, 10]]));
  expect(spanOf([{ values: new Map([[2019, 1]]) }, { values: new Map([[2011, 1]]) }])).toEqual([2011, 2019]);
  expect(spanOf([])).toBeNull();
});

it("usual years leave out what stands alone long before", () => {
  expect(usualYears([[2021, 300], [1931, 1], [2019, 100], [2022, 1]])).toEqual([2019, 2022]);
  expect(usualYears([])).toBeNull();
});

describe("flows", () => {
  const moves = [move("a", "x", 2010, 2), move("b", "x", 2012), move("x", "a", 2015), move("a", "b", 2016)];
  it("lead to an organization and on from it", () => {
    const { nodes, links } = flows(moves.slice(0, 3), null, "x");
    expect(links).toEqual([{ source: "from a", target: "around", value: 2 }, { source: "from b", target: "around", value: 1 }, { source: "around", target: "to a", value: 1 }]);
    expect(nodes.map(({ id, isEnd }) => [id, isEnd])).toEqual([["from a", false], ["around", true], ["from b", false], ["to a", true]]);
  });
  it("are those of some years", () => {
    expect(flows(moves, [2011, 2014], "x").links).toEqual([{ source: "from b", target: "around", value: 1 }]);
  });
  it("put those beyond the most frequent together", () => {
    const { nodes, links } = flows([move("a", "x", 2010, 2), move("b", "x", 2012), move("c", "x", 2012)], null, "x", 1);
    expect(links.map(({ source, value }) => [source, value])).toEqual([["from a", 2], [`from ${OTHERS}`, 2]]);
    expect(nodes.find((node) => node.name === OTHERS)?.iri).toBe("");
  });
  it("of all organizations have two sides", () => {
    expect(flows(moves, null, "", 2).links.map(({ source, target }) => `${source} ${target}`)).toEqual(["from a to x", "from b to x"]);
  });
});
