/** The graph that is being looked at: what is in it, what the filters let through, and the way back. */

import { MultiDirectedGraph } from "graphology";
import type { Kind, Thing, Tie } from "./types";
import { OPEN_END } from "./years";

export interface Node extends Thing {
  x: number;
  y: number;
  pinned?: boolean;
  hidden?: boolean;
}

export type Network = MultiDirectedGraph<Node, Tie>;

export interface Filter {
  kinds: ReadonlySet<Kind>;
  relations: ReadonlySet<string>;
  confidence: number;
  /** The years that are shown, or null for all. */
  years: readonly [number, number] | null;
  /** Whether lines without a year are shown with those of some years. */
  undated: boolean;
}

export function newNetwork(): Network {
  return new MultiDirectedGraph<Node, Tie>();
}

/** How many things a network has on some ways from a thing (each as `employment:out`), or on all. */
export function reached(network: Network, iri: string, ways: readonly string[]): number {
  const others = new Set<string>();
  if (network.hasNode(iri))
    network.forEachEdge(iri, (_key, tie, from, to) => {
      if (!ways.length || ways.includes(`${tie.relation}:${from === iri ? "out" : "in"}`)) others.add(from === iri ? to : from);
    });
  return others.size;
}

export function tieKey(tie: Pick<Tie, "start" | "end" | "relation">): string {
  return `${tie.start} ${tie.relation} ${tie.end}`;
}

/** Add things and ties; new things are set around *near* (or the middle), each at a place of its own. */
export function add(network: Network, things: readonly Thing[], ties: readonly Tie[], near?: string): string[] {
  const centre = near && network.hasNode(near) ? network.getNodeAttributes(near) : { x: 0, y: 0 };
  const fresh = things.filter((thing) => !network.hasNode(thing.iri));
  fresh.forEach((thing, place) => {
    // A sunflower: evenly spread, the same each time.
    const angle = place * 2.399963;
    const away = network.order ? 12 + 5 * Math.sqrt(place) : 0;
    network.addNode(thing.iri, { ...thing, x: centre.x + away * Math.cos(angle), y: centre.y + away * Math.sin(angle) });
  });
  for (const tie of ties) {
    if (!network.hasNode(tie.start) || !network.hasNode(tie.end)) continue;
    const key = tieKey(tie);
    if (network.hasEdge(key)) network.replaceEdgeAttributes(key, tie);
    else network.addDirectedEdgeWithKey(key, tie.start, tie.end, tie);
  }
  return fresh.map((thing) => thing.iri);
}

export function passes(tie: Tie, filter: Filter): boolean {
  if (!filter.relations.has(tie.relation) || tie.confidence < filter.confidence) return false;
  if (!filter.years) return true;
  if (!tie.years) return filter.undated;
  return tie.years[0] <= filter.years[1] && tie.years[1] >= filter.years[0];
}

/** Which nodes and ties a filter shows: a node whose ties it hides is left out with them, unless it is to stay. */
export function shown(network: Network, filter: Filter, keep: ReadonlySet<string> = new Set()): { nodes: Set<string>; ties: Set<string> } {
  const nodes = new Set<string>();
  const visible = (node: string) => {
    const data = network.getNodeAttributes(node);
    return !data.hidden && filter.kinds.has(data.kind);
  };
  const ties = new Set<string>();
  const untied = new Set<string>();
  network.forEachEdge((key, tie, start, end) => {
    if (!passes(tie, filter)) untied.add(start).add(end);
    else if (visible(start) && visible(end)) {
      ties.add(key);
      nodes.add(start).add(end);
    }
  });
  network.forEachNode((node) => {
    if (visible(node) && (keep.has(node) || !untied.has(node))) nodes.add(node);
  });
  return { nodes, ties };
}

/** The first and last year that any tie speaks of; an open end counts as this year. */
export function yearsOf(network: Network, today = new Date().getFullYear()): [number, number] | null {
  let first = Infinity;
  let last = -Infinity;
  network.forEachEdge((_key, tie) => {
    if (!tie.years) return;
    first = Math.min(first, tie.years[0]);
    last = Math.max(last, tie.years[1] >= OPEN_END ? today : tie.years[1]);
  });
  return first <= last ? [first, Math.max(first, last)] : null;
}

/** Moves of people from one organization to the next: ties with the number of people who went. */
export function moves(network: Network): Tie[] {
  const stays = new Map<string, { at: string; from: number; facts: string[] }[]>();
  network.forEachEdge((_key, tie, person, organization) => {
    if ((tie.relation !== "employment" && tie.relation !== "education") || !tie.years) return;
    stays.set(person, [...(stays.get(person) ?? []), { at: organization, from: tie.years[0], facts: tie.facts }]);
  });
  const found = new Map<string, Tie>();
  for (const [, each] of [...stays].sort(([one], [other]) => (one < other ? -1 : 1))) {
    each.sort((one, other) => one.from - other.from || (one.at < other.at ? -1 : 1));
    each.forEach((stay, place) => {
      const next = each.slice(place + 1).find((later) => later.at !== stay.at && later.from > stay.from);
      if (!next) return;
      const tie: Tie = { start: stay.at, end: next.at, relation: "moved to", years: [next.from, next.from], confidence: 1, facts: [...stay.facts, ...next.facts], count: 1 };
      const known = found.get(tieKey(tie));
      if (known) merge(known, tie);
      else found.set(tieKey(tie), tie);
    });
  }
  return [...found.values()];
}

function merge(known: Tie, more: Tie): void {
  known.count += 1;
  known.facts = [...new Set([...known.facts, ...more.facts])].slice(0, 20);
  known.years = known.years && more.years ? [Math.min(known.years[0], more.years[0]), Math.max(known.years[1], more.years[1])] : (known.years ?? more.years);
}

/** Ties that no year dates. */
export function undated(network: Network): number {
  return network.filterEdges((_key, tie) => !tie.years).length;
}

/** A part of a network on its own; what is done to its nodes' places is not done to those of the whole. */
export function part(network: Network, shown: { nodes: ReadonlySet<string>; ties: ReadonlySet<string> }): Network {
  const copy = newNetwork();
  for (const node of shown.nodes) copy.addNode(node, { ...network.getNodeAttributes(node) });
  for (const key of shown.ties) copy.addDirectedEdgeWithKey(key, ...network.extremities(key), network.getEdgeAttributes(key));
  return copy;
}

/** Places of an advising genealogy: advisors left of their students, generation by generation, so that names have room. */
export function treePlaces(network: Network, nodes: ReadonlySet<string>, across = 100, down = 24): Map<string, { x: number; y: number }> {
  const advisors = new Map<string, string[]>();
  const students = new Map<string, string[]>();
  network.forEachEdge((_key, tie, start, end) => {
    if (tie.relation !== "advising" || !nodes.has(start) || !nodes.has(end)) return;
    advisors.set(start, [...(advisors.get(start) ?? []), end]);
    students.set(end, [...(students.get(end) ?? []), start]);
  });
  const members = [...nodes].filter((node) => advisors.has(node) || students.has(node)).sort();
  const places = new Map<string, { x: number; y: number }>();
  let next = 0;
  const set = (node: string, depth: number): number => {
    const known = places.get(node);
    if (known) return known.y;
    // Its place is held before those below are set, so that a circle ends here.
    places.set(node, { x: depth * across, y: 0 });
    const below = (students.get(node) ?? []).filter((student) => !places.has(student)).sort();
    const ys = below.map((student) => set(student, depth + 1));
    const y = ys.length ? (Math.min(...ys) + Math.max(...ys)) / 2 : -next++ * down;
    places.set(node, { x: depth * across, y });
    return y;
  };
  for (const root of members.filter((node) => !advisors.has(node))) set(root, 0);
  for (const node of members) set(node, 0);
  // Who has several advisors and no students stands amid the advisors, if there is room.
  for (const node of members) {
    const above = (advisors.get(node) ?? []).flatMap((advisor) => places.get(advisor) ?? []);
    const own = places.get(node);
    if (!own || above.length < 2 || students.has(node)) continue;
    const y = above.reduce((sum, each) => sum + each.y, 0) / above.length;
    if ([...places].every(([other, at]) => other === node || at.x !== own.x || Math.abs(at.y - y) >= down)) places.set(node, { x: own.x, y });
  }
  return places;
}

/** Earlier states of a network, to go back to. */
export class Past {
  private states: ReturnType<Network["export"]>[] = [];

  constructor(private readonly most = 50) {}

  keep(network: Network): void {
    this.states.push(network.export());
    if (this.states.length > this.most) this.states.shift();
  }

  back(network: Network): boolean {
    const state = this.states.pop();
    if (!state) return false;
    network.clear();
    network.import(state);
    return true;
  }

  get length(): number {
    return this.states.length;
  }
}
