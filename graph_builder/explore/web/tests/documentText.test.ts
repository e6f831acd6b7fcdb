import { describe, expect, it } from "vitest";
import { groups } from "../src/documentText";
import type { DocumentBlock, DocumentFact } from "../src/types";

const fact = (iri: string, start: number, end: number): DocumentFact => ({
  iri, start, end, relation: "employment", confidence: 1, extractor: "rules", statement: iri, names: [], values: {}, dates: "", quote: "", mentions: [], accepted: "", fields: [],
});
const block = (kind: DocumentBlock["kind"], start: number, end: number): DocumentBlock => ({ kind, start, end, level: 1, label: "", cells: [] });
const runs = (found: ReturnType<typeof groups>) =>
  found.flatMap((group) => group.blocks.flatMap((each) => each.cells.flat())).map((run) => [run.text, run.facts.map((each) => each.iri).join("")]);

describe("the text of a document", () => {
  it("is cut where evidence begins and ends, the shortest evidence first", () => {
    expect(runs(groups("abcdef", 0, [block("paragraph", 0, 6)], [fact("A", 1, 5), fact("B", 2, 3)]))).toEqual([
      ["a", ""], ["b", "A"], ["c", "BA"], ["de", "A"], ["f", ""],
    ]);
  });
  it("counts characters as Python does", () => {
    expect(runs(groups("😀 at X", 0, [block("paragraph", 0, 6)], [fact("A", 5, 6)]))).toEqual([["😀 at ", ""], ["X", "A"]]);
  });
  it("joins the items of a list, and shows text outside all blocks", () => {
    const found = groups("one\ntwo\nthree", 0, [block("list item", 0, 3), block("list item", 4, 7)], []);
    expect(found.map((group) => [group.kind, group.blocks.length])).toEqual([["list item", 2], ["paragraph", 1]]);
  });
  it("may begin in the middle of a long document", () => {
    const found = groups("cd", 2, [block("paragraph", 2, 4)], [fact("A", 3, 4), fact("B", 0, 1)]);
    expect(runs(found)).toEqual([["c", ""], ["d", "A"]]);
    expect(found[0]?.blocks[0]?.cells[0]?.map((run) => run.at)).toEqual([2, 3]);
  });
  it("marks evidence that goes over several blocks in each of them", () => {
    expect(runs(groups("ab\ncd", 0, [block("heading", 0, 2), block("paragraph", 3, 5)], [fact("A", 1, 4)]))).toEqual([
      ["a", ""], ["b", "A"], ["c", "A"], ["d", ""],
    ]);
  });
});
