/** What the colour and size of a node stand for, each a choice by name. */

import { clusters, PALETTE, type Cluster } from "./clusters";
import { COLOURS, NAMES } from "./colours";
import type { Network, Node } from "./network";
import { amount, type Property, type Values } from "./properties";
import { KINDS } from "./types";

export const COLOURINGS = { kind: "kind", cluster: "cluster", year: "year of beginning" } as const;
/** What colours stand for: one of these, or a property. */
export type Colouring = keyof typeof COLOURINGS | `property:${Property}`;

export const SIZES = { lines: "number of lines", facts: "facts and papers", same: "all the same" } as const;
export type Size = keyof typeof SIZES | `property:${Property}`;

/** What things have of the properties that colours and sizes stand for. */
export type Known = ReadonlyMap<Property, Values>;

/** The property that a choice names, or nothing. */
export function propertyIn(choice: Colouring | Size): Property {
  return choice.startsWith("property:") ? choice.slice("property:".length) : "";
}

type Visible = { nodes: ReadonlySet<string>; ties: ReadonlySet<string> };

/** Colours of nodes, and what each of them stands for. */
export interface Look {
  of: ReadonlyMap<string, string>;
  legend: readonly (readonly [string, string])[];
  clusters: readonly Cluster[];
}

// Steps of the scale "viridis" that stand out in light and dark, from early to late.
const SCALE = ["#5e4fa2", "#3b6fb5", "#21918c", "#35a35f", "#c9a227"];
const UNDATED = "#7c8798";

export function look(network: Network, visible: Visible, by: Colouring, known: Known = new Map()): Look {
  if (by === "cluster") {
    const found = clusters(network, visible);
    return { of: new Map(found.flatMap(({ members, colour }) => members.map((node) => [node, colour] as const))), legend: found.map(({ name, colour }) => [`around ${name}`, colour] as const), clusters: found };
  }
  const property = propertyIn(by);
  if (property) return { ...byProperty(visible, known.get(property) ?? new Map()), clusters: [] };
  if (by === "year") return { ...byYear(network, visible), clusters: [] };
  const kinds = new Set([...visible.nodes].map((node) => network.getNodeAttribute(node, "kind")));
  return { of: new Map(), legend: KINDS.filter((kind) => kinds.has(kind)).map((kind) => [NAMES[kind][1], COLOURS[kind]] as const), clusters: [] };
}

/** The first year of the lines of each node. */
function byYear(network: Network, { nodes, ties }: Visible): Omit<Look, "clusters"> {
  const first = new Map<string, number>();
  for (const key of ties) {
    const { start, end, years } = network.getEdgeAttributes(key);
    if (years) for (const node of [start, end]) first.set(node, Math.min(first.get(node) ?? Infinity, years[0]));
  }
  return scaled(nodes, first, "no year");
}

/** What each node has of a property: numbers on a scale, others by the most frequent of them. */
function byProperty({ nodes }: Visible, values: Values): Omit<Look, "clusters"> {
  const shown = [...nodes].flatMap((node) => { const own = values.get(node); return own?.length ? [[node, own] as const] : []; });
  if (shown.length && shown.every(([, own]) => own.length === 1 && own[0] !== "" && Number.isFinite(Number(own[0])))) return scaled(nodes, new Map(shown.map(([node, own]) => [node, amount(own)])), "none");
  const counts = new Map<string, number>();
  for (const [, own] of shown) for (const value of own) counts.set(value, (counts.get(value) ?? 0) + 1);
  const rank = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([value]) => value);
  const colours = new Map(rank.slice(0, PALETTE.length).map((value, place) => [value, PALETTE[place] ?? UNDATED]));
  // Of several values the most frequent counts.
  const colourOf = (own: readonly string[]) => colours.get(rank.find((value) => own.includes(value)) ?? "") ?? UNDATED;
  const legend: [string, string][] = [...colours];
  if (rank.length > colours.size || shown.length < nodes.size) legend.push([rank.length > colours.size ? "other or none" : "none", UNDATED]);
  return { of: new Map([...nodes].map((node) => [node, colourOf(values.get(node) ?? [])] as const)), legend };
}

/** Numbers on a scale of five steps with as many of them each. */
function scaled(nodes: ReadonlySet<string>, first: ReadonlyMap<string, number>, none: string): Omit<Look, "clusters"> {
  const all = [...new Set(first.values())].sort((one, other) => one - other);
  const steps = Math.min(SCALE.length, all.length);
  const parts = Array.from({ length: steps }, (_none, step) => all.slice(Math.floor((step * all.length) / steps), Math.floor(((step + 1) * all.length) / steps)));
  const colourOf = new Map(parts.flatMap((years, step) => years.map((year) => [year, SCALE[step] ?? UNDATED] as const)));
  const legend = parts.map((years, step): [string, string] => [years.length > 1 ? `${years[0]}–${years[years.length - 1]}` : String(years[0]), SCALE[step] ?? UNDATED]);
  if (first.size < nodes.size) legend.push([none, UNDATED]);
  return { of: new Map([...nodes].map((node) => [node, colourOf.get(first.get(node) ?? NaN) ?? UNDATED] as const)), legend };
}

export function colourOf(look: Look, key: string, node: Node): string {
  return look.of.get(key) ?? COLOURS[node.kind];
}

/** How large each node is drawn, in pixels. */
export function sizes(network: Network, by: Size, known: Known = new Map()): (node: string) => number {
  if (by === "same") return () => 7;
  const property = propertyIn(by);
  if (property) {
    const values = known.get(property) ?? new Map<string, readonly string[]>();
    const most = Math.max(1, ...[...values.values()].map(amount));
    return (node) => 4 + 14 * Math.sqrt(Math.max(0, amount(values.get(node))) / most);
  }
  if (by === "lines") return (node) => bounded(1.6 * Math.sqrt(network.degree(node)));
  return (node) => bounded(Math.sqrt(network.reduceEdges(node, (sum, _key, tie) => sum + tie.count, 0)));
}

function bounded(size: number): number {
  return 4 + Math.min(12, size);
}
