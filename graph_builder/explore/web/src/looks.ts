/** What the colour and size of a node stand for, each a choice by name. */

import { clusters, type Cluster } from "./clusters";
import { COLOURS, NAMES } from "./colours";
import type { Network, Node } from "./network";
import { KINDS } from "./types";

export const COLOURINGS = { kind: "kind", cluster: "cluster", year: "year of beginning" } as const;
export type Colouring = keyof typeof COLOURINGS;

export const SIZES = { lines: "number of lines", facts: "facts and papers", same: "all the same" } as const;
export type Size = keyof typeof SIZES;

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

export function look(network: Network, visible: Visible, by: Colouring): Look {
  if (by === "cluster") {
    const found = clusters(network, visible);
    return { of: new Map(found.flatMap(({ members, colour }) => members.map((node) => [node, colour] as const))), legend: found.map(({ name, colour }) => [`around ${name}`, colour] as const), clusters: found };
  }
  if (by === "year") return { ...byYear(network, visible), clusters: [] };
  const kinds = new Set([...visible.nodes].map((node) => network.getNodeAttribute(node, "kind")));
  return { of: new Map(), legend: KINDS.filter((kind) => kinds.has(kind)).map((kind) => [NAMES[kind][1], COLOURS[kind]] as const), clusters: [] };
}

/** The first year of the lines of each node, on a scale of five steps with as many nodes each. */
function byYear(network: Network, { nodes, ties }: Visible): Omit<Look, "clusters"> {
  const first = new Map<string, number>();
  for (const key of ties) {
    const { start, end, years } = network.getEdgeAttributes(key);
    if (years) for (const node of [start, end]) first.set(node, Math.min(first.get(node) ?? Infinity, years[0]));
  }
  const all = [...new Set(first.values())].sort((one, other) => one - other);
  const steps = Math.min(SCALE.length, all.length);
  const parts = Array.from({ length: steps }, (_none, step) => all.slice(Math.floor((step * all.length) / steps), Math.floor(((step + 1) * all.length) / steps)));
  const colourOf = new Map(parts.flatMap((years, step) => years.map((year) => [year, SCALE[step] ?? UNDATED] as const)));
  const legend = parts.map((years, step): [string, string] => [years.length > 1 ? `${years[0]}–${years[years.length - 1]}` : String(years[0]), SCALE[step] ?? UNDATED]);
  if (first.size < nodes.size) legend.push(["no year", UNDATED]);
  return { of: new Map([...nodes].map((node) => [node, colourOf.get(first.get(node) ?? 0) ?? UNDATED] as const)), legend };
}

export function colourOf(look: Look, key: string, node: Node): string {
  return look.of.get(key) ?? COLOURS[node.kind];
}

/** How large a node is drawn, in pixels. */
export function sizeOf(network: Network, node: string, by: Size): number {
  if (by === "same") return 7;
  const much = by === "lines" ? network.degree(node) : network.reduceEdges(node, (sum, _key, tie) => sum + tie.count, 0);
  return 4 + Math.min(12, Math.sqrt(much) * (by === "lines" ? 1.6 : 1));
}
