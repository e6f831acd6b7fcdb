/** Answers to SPARQL queries: read from the standard's JSON, turned into tables and series. */

export interface Term {
  type: "uri" | "literal" | "bnode";
  value: string;
  datatype?: string;
  "xml:lang"?: string;
}

export interface Answer {
  columns: string[];
  rows: (Term | undefined)[][];
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

/** The first column that is no number (or the first) against the last that is one. */
export function series(answer: Answer): Point[] | null {
  const numbers = numeric(answer);
  const value = numbers[numbers.length - 1];
  if (value === undefined || answer.columns.length < 2) return null;
  const label = answer.columns.findIndex((_name, place) => place !== value && !numbers.includes(place));
  const by = label >= 0 ? label : answer.columns.findIndex((_name, place) => place !== value);
  return answer.rows.map((row) => ({ label: row[by]?.value ?? "", value: Number(row[value]?.value ?? 0) }));
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
  const names = answer.columns.map((_name, place) => place).filter((place) => place !== value).slice(0, 2);
  const [row, column] = names;
  if (value === undefined || row === undefined || column === undefined) return null;
  const cells = new Map<string, number>();
  const totals = [new Map<string, number>(), new Map<string, number>()] as const;
  for (const each of answer.rows) {
    const [one, other, count] = [each[row]?.value ?? "", each[column]?.value ?? "", Number(each[value]?.value ?? 0)];
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
