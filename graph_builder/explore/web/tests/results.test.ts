import { describe, expect, it } from "vitest";
import { matrix, numeric, pairs, parse, series, short, steps, type Term } from "../src/results";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const text = (value: string): Term => ({ type: "literal", value });
const count = (value: number): Term => ({ type: "literal", value: String(value), datatype: `${XSD}integer` });
const answer = { columns: ["from", "to", "n"], rows: [[text("A"), text("B"), count(2)], [text("A"), text("C"), count(1)], [text("D"), text("B"), count(5)]] };

describe("reading", () => {
  it("keeps the order of columns, and gaps as gaps", () => {
    const found = parse({ head: { vars: ["b", "a"] }, results: { bindings: [{ a: text("x") }] } });
    expect(found).toEqual({ columns: ["b", "a"], rows: [[undefined, text("x")]] });
  });
  it("takes yes and no", () => {
    expect(parse({ head: {}, boolean: false }).rows[0]?.[0]?.value).toBe("false");
  });
});

it("a column is of numbers if all its values are, and there are some", () => {
  expect(numeric(answer)).toEqual([2]);
  expect(numeric({ columns: ["n"], rows: [[undefined]] })).toEqual([]);
  expect(numeric({ columns: ["n"], rows: [[count(1)], [text("1")]] })).toEqual([]);
});

it("a series is names against the last numbers", () => {
  expect(series(answer)).toEqual([{ label: "A", value: 2 }, { label: "A", value: 1 }, { label: "D", value: 5 }]);
  expect(series({ columns: ["name"], rows: [[text("A")]] })).toBeNull();
});

describe("a matrix", () => {
  it("adds up, and has the largest first", () => {
    const found = matrix(answer);
    expect(found?.rows).toEqual(["D", "A"]);
    expect(found?.columns).toEqual(["B", "C"]);
    expect([found?.value("A", "B"), found?.value("D", "C"), found?.most]).toEqual([2, 0, 5]);
  });
  it("shows no more than asked for", () => {
    expect(matrix(answer, 1)?.columns).toEqual(["B"]);
  });
  it("has years in their order", () => {
    const rows = [[text("A"), text("2021"), count(1)], [text("A"), text("2019"), count(5)], [text("B"), text("2020"), count(9)]];
    expect(matrix({ columns: ["a", "year", "n"], rows })?.columns).toEqual(["2019", "2020", "2021"]);
  });
  it("needs numbers", () => {
    expect(matrix({ columns: ["a", "b"], rows: [[text("A"), text("B")]] })).toBeNull();
  });
});

it("addresses are shortened by a prefix, unless nothing is left of them", () => {
  expect(short("https://schema.org/Person", { schema: "https://schema.org/" })).toBe("schema:Person");
  expect(short("https://schema.org/", { schema: "https://schema.org/" })).toBe("https://schema.org/");
});

it.each([[0, 2846, [0, 1000, 2000, 3000]], [0, 1, [0, 0.5, 1]], [-3, 7, [-5, 0, 5, 10]], [0, 0, [0]], [0, 0.3, [0, 0.1, 0.2, 0.3]]])("steps from %d to %d are round", (low, high, steps_) => {
  expect(steps(low, high)).toEqual(steps_);
});

describe("an answer as a graph", () => {
  const uri = (end: string): Term => ({ type: "uri", value: `https://example.org/${end}` });
  const text = (value: string): Term => ({ type: "literal", value });
  const number = (value: number): Term => ({ ...text(String(value)), datatype: "http://www.w3.org/2001/XMLSchema#integer" });
  it("joins the things of two columns, by their names, once each pair", () => {
    const found = pairs({
      columns: ["person", "name", "other", "otherName", "papers"],
      rows: [
        [uri("person/a"), text("Ada"), uri("person/b"), text("Ben"), number(3)],
        [uri("person/b"), text("Ben"), uri("person/a"), text("Ada"), number(2)],
        [uri("person/a"), text("Ada"), uri("person/carla-doe-0123abcd"), undefined, number(1)],
      ],
    });
    expect(found?.things.map((each) => each.name)).toEqual(["Ada", "Ben", "carla doe"]);
    expect(found?.lines.map((line) => line.weight)).toEqual([3, 1]);
    expect(found?.most).toBe(3);
  });
  it("keeps those with most", () => {
    const rows = Array.from({ length: 300 }, (_none, at) => [uri("person/hub"), uri(`person/p${at}`), number(at)]);
    const found = pairs({ columns: ["a", "b", "n"], rows }, 50);
    expect(found?.things).toHaveLength(50);
    expect(found?.more).toBe(251);
    expect(found?.things.some((each) => each.iri.endsWith("/p299"))).toBe(true);
  });
  it("is none without two columns of things", () => {
    expect(pairs({ columns: ["a", "b"], rows: [[uri("person/a"), text("x")]] })).toBeNull();
    expect(pairs({ columns: ["a", "b"], rows: [] })).toBeNull();
  });
});

describe("things in charts", () => {
  const person = (end: string): Term => ({ type: "uri", value: `https://example.org/person/${end}` });
  const rows = [[person("ada-1a"), text("Ada"), text("2019"), count(2)], [person("bo-2b"), text("Bo"), text("2019"), count(1)], [person("bo-3c"), text("Bo"), text("2020"), count(4)]];
  const found = { columns: ["person", "name", "year", "n"], rows };
  it("are called by their names, namesakes also by their address", () => {
    expect(series(found)?.map((point) => point.label)).toEqual(["Ada", "Bo (2b)", "Bo (3c)"]);
  });
  it("stand once in a matrix, against what is no name of theirs", () => {
    expect(matrix(found)?.rows).toEqual(["Bo (3c)", "Ada", "Bo (2b)"]);
    expect(matrix(found)?.columns).toEqual(["2019", "2020"]);
  });
});
