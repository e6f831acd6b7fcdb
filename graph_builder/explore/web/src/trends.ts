/** Answers to named questions as series over years, flows and places: what the views of trends draw. */

import type { Rows } from "./types";

export type Years = readonly [number, number];

/** Numbers of something by year. */
export interface Series {
  iri: string;
  name: string;
  colour: string;
  values: ReadonlyMap<number, number>;
}

/** People who came from one organization to another. */
export interface Move {
  origin: string;
  originName: string;
  destination: string;
  destinationName: string;
  year: number;
  people: number;
}

export interface Place {
  iri: string;
  name: string;
  country: string;
  /** Longitude and latitude, where they are known. */
  at: [number, number] | null;
  people: number;
}

/** The rows of an answer by the names of its columns. */
export function records(answer: Rows): Record<string, string>[] {
  return answer.rows.map((row) => Object.fromEntries(answer.columns.map((name, place) => [name, row[place]?.value ?? ""])));
}

export function byYear(answer: Rows, count: string): Map<number, number> {
  return new Map(records(answer).map((row) => [Number(row["year"]), Number(row[count])]));
}

/** The first and last year of which any series has a number. */
export function spanOf(series: readonly { values: ReadonlyMap<number, number> }[]): Years | null {
  const years = series.flatMap(({ values }) => [...values.keys()]);
  return years.length ? [Math.min(...years), Math.max(...years)] : null;
}

/** The years from the first to the last in which not next to nothing is counted: one in a hundred before is left out. */
export function usualYears(counts: readonly (readonly [number, number])[]): Years | null {
  const sorted = [...counts].sort(([one], [other]) => one - other);
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  let before = 0;
  const first = sorted.find(([, count]) => (before += count) >= all / 100);
  const last = sorted[sorted.length - 1];
  return first && last ? [first[0], last[0]] : null;
}

/** Numbers as shares of others of the same year, in hundredths. */
export function shares(values: ReadonlyMap<number, number>, of: ReadonlyMap<number, number>): Map<number, number> {
  return new Map([...values].map(([year, value]) => [year, Math.round((1000 * value) / (of.get(year) || value)) / 10]));
}

export function movesIn(answer: Rows): Move[] {
  return records(answer).map((row) => ({
    origin: row["origin"] ?? "",
    originName: row["originName"] ?? "",
    destination: row["destination"] ?? "",
    destinationName: row["destinationName"] ?? "",
    year: Number(row["year"]),
    people: Number(row["people"]),
  }));
}

export function placesIn(answer: Rows): Place[] {
  return records(answer).map((row) => ({
    iri: row["organization"] ?? "",
    name: row["name"] ?? "",
    country: row["country"] ?? "",
    at: row["latitude"] && row["longitude"] ? [Number(row["longitude"]), Number(row["latitude"])] : null,
    people: Number(row["people"]),
  }));
}

export interface Flows {
  /** *isEnd*: whether people came there; an organization may stand on both sides. */
  nodes: { id: string; iri: string; name: string; isEnd: boolean }[];
  links: { source: string; target: string; value: number }[];
}

/** What stands for those beyond the most frequent. */
export const OTHERS = "others";

/**
 * Moves of some years as flows from the left to the right.
 *
 * @param around an organization in the middle: where people came from stands left of it, where they went right. Without
 *   one, both sides of each move stand opposite.
 * @param most organizations on each side; those beyond are put together around an organization, and left out otherwise.
 */
export function flows(moves: readonly Move[], years: Years | null, around: string, most = 14): Flows {
  const found = moves.filter(({ year }) => !years || (year >= years[0] && year <= years[1]));
  const nodes = new Map<string, Flows["nodes"][number]>();
  const links = new Map<string, Flows["links"][number]>();
  const sides = { from: new Map<string, number>(), to: new Map<string, number>() };
  for (const { origin, destination, people } of found) {
    if (destination === around || !around) sides.from.set(origin, (sides.from.get(origin) ?? 0) + people);
    if (origin === around || !around) sides.to.set(destination, (sides.to.get(destination) ?? 0) + people);
  }
  const ranked = (counts: Map<string, number>) => new Set([...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, most).map(([iri]) => iri));
  const shown = { from: ranked(sides.from), to: ranked(sides.to) };
  const node = (side: "from" | "to", iri: string, name: string): string => {
    const isKnown = shown[side].has(iri);
    const id = iri === around ? "around" : `${side} ${isKnown ? iri : OTHERS}`;
    if (!nodes.has(id)) nodes.set(id, { id, iri: isKnown || iri === around ? iri : "", name: isKnown || iri === around ? name : OTHERS, isEnd: side === "to" });
    return id;
  };
  for (const { origin, originName, destination, destinationName, people } of found) {
    if (!around && !(shown.from.has(origin) && shown.to.has(destination))) continue;
    const [source, target] = [node("from", origin, originName), node("to", destination, destinationName)];
    const known = links.get(`${source} ${target}`);
    if (known) known.value += people;
    else links.set(`${source} ${target}`, { source, target, value: people });
  }
  return { nodes: [...nodes.values()], links: [...links.values()] };
}
