/** The text of a document as blocks, each cut into runs where the evidence of facts begins and ends. */

import type { DocumentBlock, DocumentFact } from "./types";

/** A piece of text, and the facts whose evidence covers it, the one with the shortest evidence first. */
export interface Run {
  text: string;
  /** The place of its first character in the document. */
  at: number;
  facts: readonly DocumentFact[];
}

export interface TextBlock {
  kind: DocumentBlock["kind"];
  level: number;
  label: string;
  /** One list of runs, or one for each cell of a table row. */
  cells: Run[][];
}

/** Blocks that belong together: the items of a list, the rows of a table; anything else stands alone. */
export interface Group {
  kind: DocumentBlock["kind"];
  blocks: TextBlock[];
}

type Placed = DocumentFact & { start: number; end: number };

/** Cut a document into groups of blocks. Offsets count characters, which JavaScript counts differently from Python. */
export function groups(text: string, offset: number, blocks: readonly DocumentBlock[], facts: readonly DocumentFact[]): Group[] {
  const characters = [...text];
  const placed = facts
    .filter((fact): fact is Placed => fact.start !== null && fact.end !== null)
    .sort((one, other) => one.start - other.start);
  const cut = (start: number, end: number): Run[] => {
    const here = placed.filter((fact) => fact.start < end && fact.end > start);
    const marks = new Set([start, end]);
    for (const fact of here) for (const mark of [fact.start, fact.end]) if (mark > start && mark < end) marks.add(mark);
    const bounds = [...marks].sort((one, other) => one - other);
    const runs: Run[] = [];
    let from = start;
    for (const to of bounds.slice(1)) {
      const covering = here.filter((fact) => fact.start <= from && fact.end >= to);
      covering.sort((one, other) => one.end - one.start - (other.end - other.start));
      runs.push({ at: from, text: characters.slice(from - offset, to - offset).join(""), facts: covering });
      from = to;
    }
    return runs;
  };
  const found: Group[] = [];
  const add = (block: TextBlock) => {
    const last = found[found.length - 1];
    const joins = block.kind === "list item" || block.kind === "table row" || block.kind === "field";
    if (joins && last?.kind === block.kind) last.blocks.push(block);
    else found.push({ kind: block.kind, blocks: [block] });
  };
  /** Text that belongs to no block is shown all the same. */
  const between = (start: number, end: number) => {
    if (characters.slice(start - offset, end - offset).join("").trim()) add({ kind: "paragraph", level: 0, label: "", cells: [cut(start, end)] });
  };
  const last = offset + characters.length;
  let at = offset;
  for (const block of [...blocks].sort((one, other) => one.start - other.start)) {
    if (block.start < at || block.start >= last) continue;
    between(at, block.start);
    const end = Math.min(block.end, last);
    const cells = block.kind === "table row" && block.cells.length > 0 ? block.cells : [[block.start, end] as const];
    add({ kind: block.kind, level: block.level, label: block.label, cells: cells.map(([from, to]) => cut(from, to)) });
    at = Math.max(at, end);
  }
  between(at, last);
  return found;
}

/** The text between two places of a document, of which a part may be there. */
export function wordsAt(source: { text: string; start: number }, [start, end]: readonly [number, number]): string {
  return [...source.text].slice(start - source.start, end - source.start).join("");
}

/** The place of the words that are selected in the document that is shown, without blanks about them; or null. */
export function selectedWords(source: { text: string; start: number }): [number, number] | null {
  const within = document.querySelector(".document-text");
  const found = within && selectedSpan(within, getSelection());
  if (!found) return null;
  const words = [...wordsAt(source, found)];
  const first = words.findIndex((each) => each.trim());
  const last = words.findLastIndex((each) => each.trim());
  return first < 0 ? null : [found[0] + first, found[0] + last + 1];
}

/** The characters of a document that are selected in an element that shows its runs, each with `data-at`; or null. */
export function selectedSpan(within: Element, selection: Selection | null): [number, number] | null {
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  const runs = [...within.querySelectorAll<HTMLElement>("[data-at]")].filter((run) => range.intersectsNode(run));
  const [first, last] = [runs[0], runs[runs.length - 1]];
  if (!first || !last) return null;
  /** A place in a run; what lies outside of it is its beginning or its end. */
  const place = (run: HTMLElement, node: Node, offset: number, isEnd: boolean): number => {
    const before = document.createRange();
    before.selectNodeContents(run);
    if (run.contains(node)) before.setEnd(node, offset);
    else if (!isEnd) before.collapse(true);
    return Number(run.dataset["at"]) + [...before.toString()].length;
  };
  const [start, end] = [place(first, range.startContainer, range.startOffset, false), place(last, range.endContainer, range.endOffset, true)];
  return start < end ? [start, end] : null;
}

/** The range of some characters in an element that shows runs, each with `data-at`; or null. */
export function rangeAt(within: Element, [start, end]: readonly [number, number]): Range | null {
  const runs = [...within.querySelectorAll<HTMLElement>("[data-at]")].flatMap((run) => (run.firstChild ? [{ at: Number(run.dataset["at"]), node: run.firstChild }] : []));
  const place = (offset: number) => {
    const run = runs.findLast((each) => each.at <= offset);
    return run && { node: run.node, offset: [...(run.node.textContent ?? "")].slice(0, offset - run.at).join("").length };
  };
  const [from, to] = [place(start), place(end)];
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  return range;
}
