/** Clusters of a network: groups whose members have more lines among each other than with others. */

import louvain from "graphology-communities-louvain";
import { part, type Network } from "./network";

/** A cluster is named after the member with most lines. */
export interface Cluster {
  name: string;
  colour: string;
  members: readonly string[];
}

// Colours after Tol's bright and muted schemes, which people with any colour vision tell apart.
export const PALETTE = ["#4477aa", "#cc6677", "#228833", "#b8860b", "#aa3377", "#1f8fb0", "#882255", "#6b6b2a"];
const OTHER = "#7c8798";
const [SEED, STEP, BOUND] = [42, 1_103_515_245, 2 ** 31];

/** Return the clusters of what is shown, the largest first (Louvain; Blondel et al. 2008); the same each time. */
export function clusters(network: Network, shown: Parameters<typeof part>[1]): Cluster[] {
  if (!shown.ties.size) return [];
  const alone = part(network, shown);
  let state = SEED;
  const rng = () => (state = (state * STEP + 12_345) % BOUND) / BOUND;
  const found = Map.groupBy(Object.entries(louvain(alone, { getEdgeWeight: "count", rng })), ([, cluster]) => cluster);
  const groups = [...found.values()].map((group) => group.map(([node]) => node)).filter((group) => group.length > 1);
  groups.sort((one, other) => other.length - one.length || ((one[0] ?? "") < (other[0] ?? "") ? -1 : 1));
  return groups.map((members, place) => {
    const centre = members.reduce((best, each) => (alone.degree(each) > alone.degree(best) ? each : best));
    return { name: alone.getNodeAttribute(centre, "name"), colour: PALETTE[place] ?? OTHER, members };
  });
}
