/** Answers to SPARQL queries: read from the standard's JSON, turned into tables and series. */

import type { Kind, Thing } from "./types";

export interface Term {
  type: "uri" | "literal" | "bnode";
  value: string;
  datatype?: string;
  "xml:lang"?: string;
}

export interface Answer {
  columns: string[];
  rows: (Term | undefined)[][];
  /** Whether the answer has more rows than these. */
  more?: boolean;
}

interface Json {
  head: { vars?: string[] };
  boolean?: boolean;
  results?: { bindings: Record<string, Term>[] };
}

export function parse(json: Json): Answer {
  if (json.boolean !== undefined) return { columns: ["answer"], rows: [[{ type: "literal", value: String(json.boolean) }]] };
  const columns = json.head.vars ?? [];
  return { columns, rows: (json.results?.bindings ?? []).map((row) => columns.map((name) => row[name])) };
}

const NUMBERS = /#(integer|decimal|double|float|int|long|gYear|nonNegativeInteger)$/;

/** Columns whose every value is a number. */
export function numeric(answer: Answer): number[] {
  return answer.columns.flatMap((_name, place) => {
    const terms = answer.rows.map((row) => row[place]).filter((term) => term !== undefined);
    return terms.length > 0 && terms.every((term) => NUMBERS.test(term.datatype ?? "") && Number.isFinite(Number(term.value))) ? [place] : [];
  });
}

export interface Point {
  label: string;
  value: number;
}

/** A column against one of numbers: by default the first that is no number (or the first) against the last that is one. */
export function series(answer: Answer, byName = "", valueName = ""): Point[] | null {
  const numbers = numeric(answer);
  const value = numbers.find((place) => answer.columns[place] === valueName) ?? numbers[numbers.length - 1];
  if (value === undefined || answer.columns.length < 2) return null;
  const words = answer.columns.findIndex((_name, place) => place !== value && !numbers.includes(place));
  const chosen = answer.columns.indexOf(byName);
  const by = chosen >= 0 ? chosen : words >= 0 ? words : answer.columns.findIndex((_name, place) => place !== value);
  const label = labels(answer, by);
  return answer.rows.map((row) => ({ label: label(row), value: Number(row[value]?.value ?? 0) }));
}

export interface Matrix {
  rows: string[];
  columns: string[];
  value: (row: string, column: string) => number;
  most: number;
}

/** Two columns of names and one of numbers as a matrix. */
export function matrix(answer: Answer, most = 40): Matrix | null {
  const numbers = numeric(answer);
  const value = numbers[numbers.length - 1];
  // A column of names says again what the things beside it are.
  const said = new Set(answer.columns.map((_name, place) => nameOf(answer, place)));
  const [row, column] = answer.columns.map((_name, place) => place).filter((place) => place !== value && !said.has(place));
  if (value === undefined || row === undefined || column === undefined) return null;
  const [labelOfRow, labelOfColumn] = [labels(answer, row), labels(answer, column)];
  const cells = new Map<string, number>();
  const totals = [new Map<string, number>(), new Map<string, number>()] as const;
  for (const each of answer.rows) {
    const [one, other, count] = [labelOfRow(each), labelOfColumn(each), Number(each[value]?.value ?? 0)];
    cells.set(`${one}\u0000${other}`, (cells.get(`${one}\u0000${other}`) ?? 0) + count);
    totals[0].set(one, (totals[0].get(one) ?? 0) + count);
    totals[1].set(other, (totals[1].get(other) ?? 0) + count);
  }
  const best = (counts: ReadonlyMap<string, number>) => {
    const names = [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0])).slice(0, most).map(([name]) => name);
    // Years have an order of their own.
    return names.every((name) => /^-?\d+$/.test(name)) ? names.sort((one, other) => Number(one) - Number(other)) : names;
  };
  return {
    rows: best(totals[0]),
    columns: best(totals[1]),
    value: (one, other) => cells.get(`${one}\u0000${other}`) ?? 0,
    most: Math.max(0, ...cells.values()),
  };
}

/** An IRI with a prefix where one fits. */
export function short(iri: string, prefixes: Record<string, string>): string {
  for (const [prefix, base] of Object.entries(prefixes)) if (iri.startsWith(base) && iri.length > base.length) return `${prefix}:${iri.slice(base.length)}`;
  return iri;
}

/** Round numbers at even steps that reach from *low* to *high*, some five of them. */
export function steps(low: number, high: number): number[] {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = ([1, 2, 5].find((each) => each * power * 4 >= span) ?? 10) * power;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step - 1e-9) - first + 1 }, (_none, place) => Number(((first + place) * step).toPrecision(12)));
}

/** The things of two columns of an answer, and a line for each two that stand in one row. */
export interface Pairs {
  things: Thing[];
  lines: { start: string; end: string; weight: number; name?: string }[];
  most: number;
  /** Things that are left out. */
  more: number;
}

const THING = /\/(person|organization|work|venue|topic)\/([^/]+)$/;

/** An answer as a graph, if two of its columns hold things; of very many those with most lines. */
export function pairs(answer: Answer, most = 120): Pairs | null {
  const columns = answer.columns.flatMap((_name, place) => (answer.rows.length > 0 && answer.rows.every((row) => !row[place] || THING.test(row[place].value)) && answer.rows.some((row) => row[place]) ? [place] : []));
  const [from, to] = columns;
  if (from === undefined || to === undefined) return null;
  const numbers = numeric(answer);
  const value = numbers[numbers.length - 1];
  const things = new Map<string, Thing>();
  const lines = new Map<string, { start: string; end: string; weight: number }>();
  const counts = new Map<string, number>();
  for (const row of answer.rows) {
    const ends = [from, to].flatMap((place) => (row[place] ? [thing(answer, row, place, row[place].value)] : []));
    const [start, end] = ends;
    if (!start || !end || start.iri === end.iri) continue;
    const weight = value === undefined ? 1 : Math.max(1, Number(row[value]?.value ?? 1));
    const key = [start.iri, end.iri].sort().join(" ");
    const known = lines.get(key);
    // The same two in several rows: as many rows, unless a number says how many.
    if (known) known.weight = value === undefined ? known.weight + 1 : Math.max(known.weight, weight);
    else lines.set(key, { start: start.iri, end: end.iri, weight });
    for (const each of ends) {
      things.set(each.iri, each);
      counts.set(each.iri, (counts.get(each.iri) ?? 0) + weight);
    }
  }
  // Lines of what has most come first, and bring both their ends: nothing stands alone.
  const of = (iri: string) => counts.get(iri) ?? 0;
  const rank = (line: { start: string; end: string; weight: number }) => [Math.max(of(line.start), of(line.end)), line.weight, of(line.start) + of(line.end)] as const;
  const ordered = [...lines.values()].map((line) => ({ line, by: rank(line) })).sort((one, other) => other.by[0] - one.by[0] || other.by[1] - one.by[1] || other.by[2] - one.by[2]);
  const taken = new Set<string>();
  for (const { line } of ordered) {
    const fresh = [line.start, line.end].filter((iri) => !taken.has(iri));
    if (taken.size + fresh.length <= most) fresh.forEach((iri) => taken.add(iri));
  }
  const shown = [...lines.values()].filter((line) => taken.has(line.start) && taken.has(line.end));
  return { things: [...things.values()].filter((each) => taken.has(each.iri)), lines: shown, most: Math.max(1, ...shown.map((line) => line.weight)), more: things.size - taken.size };
}

/** What a cell names: by the column of names beside it, or by its address. */
function thing(answer: Answer, row: Answer["rows"][number], place: number, iri: string): Thing {
  const beside = nameOf(answer, place);
  const [, kind, slug] = THING.exec(iri) ?? [];
  const words = (slug ?? iri).replace(/-[0-9a-f]{8}$/, "").replaceAll("-", " ");
  return { iri, kind: (kind ?? "work") as Kind, name: (beside === undefined ? undefined : row[beside]?.value) ?? words };
}

/** The place of the column that names the things of another, if there is one. */
function nameOf(answer: Answer, place: number): number | undefined {
  if (!answer.rows.some((row) => THING.test(row[place]?.value ?? ""))) return undefined;
  return [answer.columns.indexOf(`${answer.columns[place] ?? ""}Name`), answer.columns[place + 1] === "name" ? place + 1 : -1].find((at) => at >= 0);
}

/** What the rows of an answer are called by one of its columns: things by their names, namesakes with their address. */
function labels(answer: Answer, place: number): (row: Answer["rows"][number]) => string {
  const called = new Map<string, string>();
  const bearers = new Map<string, number>();
  for (const row of answer.rows) {
    const iri = row[place]?.value ?? "";
    if (called.has(iri) || !THING.test(iri)) continue;
    const { name } = thing(answer, row, place, iri);
    called.set(iri, name);
    bearers.set(name, (bearers.get(name) ?? 0) + 1);
  }
  return (row) => {
    const value = row[place]?.value ?? "";
    const name = called.get(value);
    return name === undefined ? value : (bearers.get(name) ?? 0) > 1 ? `${name} (${value.replace(/^.*[/-]/, "")})` : name;
  };
}
