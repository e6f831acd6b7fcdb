/** Ways of looking at a network: which kinds and relations they show, and what they bring in for it. */

import { api } from "./api";
import { add, moves, treePlaces, type Network } from "./network";
import { KINDS, type Kind } from "./types";

export type Lens = "all" | "co-authors" | "advising" | "careers" | "moves";

export const LENSES: Record<Lens, { title: string; kinds: readonly Kind[]; relations: readonly string[] | null }> = {
  all: { title: "Everything", kinds: KINDS, relations: null },
  "co-authors": { title: "Co-authorship", kinds: ["person"], relations: ["co-author"] },
  advising: { title: "Advising (genealogy)", kinds: ["person"], relations: ["advising"] },
  careers: { title: "Careers", kinds: ["person", "organization"], relations: ["employment", "education"] },
  moves: { title: "Moves between organizations", kinds: ["organization"], relations: ["moved to"] },
};

/** Relations that lenses derive from others, and that no other lens shows. */
export const DERIVED: ReadonlySet<string> = new Set(["co-author", "moved to"]);

const GENERATIONS = 3;
const ANCESTRY = 80;
/** People whose lines a lens asks the server for at most. */
const PEOPLE = 40;

/**
 * Bring in what a lens shows, as far as the server knows it; a genealogy is set in its places.
 *
 * @param from what the view is about: the people among them are begun with, or else all people there are.
 * @param depth steps to go from co-author to co-author.
 */
export async function apply(lens: Lens, network: Network, from: readonly string[], depth: number): Promise<void> {
  const person = (iri: string) => network.hasNode(iri) && network.getNodeAttribute(iri, "kind") === "person";
  const everybody = network.filterNodes((node) => person(node));
  const about = from.filter(person);
  const people = (about.length ? about : everybody).slice(0, PEOPLE);
  if (lens === "all" || !people.length) return;
  if (lens === "co-authors") {
    const { things, ties } = await api.coauthors(people, depth);
    add(network, things, ties, people[0]);
  } else if (lens === "advising") {
    await ancestry(network, people);
  } else {
    await bring(network, everybody.slice(0, PEOPLE), ["employment:out", "education:out"]);
    if (lens === "moves") add(network, [], moves(network));
  }
}

/** Bring in where some ways lead to from some things; returns what that is. */
async function bring(network: Network, from: readonly string[], ways: readonly string[]): Promise<string[]> {
  const found = await Promise.all(from.map((iri) => api.neighbours(iri, ways, 30)));
  for (const each of found) add(network, each.things, each.ties, each.thing.iri);
  return found.flatMap((each) => each.things.map((thing) => thing.iri));
}

async function ancestry(network: Network, people: readonly string[]): Promise<void> {
  let border = people;
  const seen = new Set(border);
  for (let depth = 0; depth < GENERATIONS && border.length && seen.size < ANCESTRY; depth++) {
    const found = await bring(network, border.slice(0, 20), ["advising:out", "advising:in"]);
    border = found.filter((iri) => !seen.has(iri));
    border.forEach((iri) => seen.add(iri));
  }
  treePlaces(network, new Set(network.nodes())).forEach((place, node) => network.mergeNodeAttributes(node, place));
}
