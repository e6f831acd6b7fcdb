/** Ways of looking at a network: which kinds and relations they show, and what they make of it. */

import { api } from "./api";
import { add, coAuthors, moves, treePlaces, type Network } from "./network";
import { KINDS, type Kind } from "./types";

export type Lens = "all" | "co-authors" | "advising" | "careers" | "moves";

export const LENSES: Record<Lens, { title: string; kinds: readonly Kind[]; relations: readonly string[] | null }> = {
  all: { title: "Everything", kinds: KINDS, relations: null },
  "co-authors": { title: "Co-authorship", kinds: ["person"], relations: ["co-author"] },
  advising: { title: "Advising (genealogy)", kinds: ["person"], relations: ["advising"] },
  careers: { title: "Careers", kinds: ["person", "organization"], relations: ["employment", "education"] },
  moves: { title: "Moves between organisations", kinds: ["organization"], relations: ["moved to"] },
};

/** Relations that a lens makes, and that no other shows. */
export const MADE: ReadonlySet<string> = new Set(["co-author", "moved to"]);

const GENERATIONS = 3;
const ANCESTRY = 80;

/** Add what a lens shows, and set it in its places; asks the server for what is missing of a genealogy. */
export async function apply(lens: Lens, network: Network, from: readonly string[]): Promise<void> {
  if (lens === "co-authors") add(network, [], coAuthors(network));
  if (lens === "moves") add(network, [], moves(network));
  if (lens !== "advising") return;
  let border = from.filter((iri) => network.hasNode(iri) && network.getNodeAttribute(iri, "kind") === "person");
  const seen = new Set(border);
  for (let depth = 0; depth < GENERATIONS && border.length && seen.size < ANCESTRY; depth++) {
    const found = await Promise.all(border.slice(0, 20).map((iri) => api.neighbours(iri, ["advising:out", "advising:in"], 30)));
    for (const each of found) add(network, each.things, each.ties, each.thing.iri);
    border = found.flatMap((each) => each.things.map((thing) => thing.iri)).filter((iri) => !seen.has(iri));
    border.forEach((iri) => seen.add(iri));
  }
  treePlaces(network, new Set(network.nodes())).forEach((place, node) => network.mergeNodeAttributes(node, place));
}
