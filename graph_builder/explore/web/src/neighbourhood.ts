/** The lines of one thing as a file, from the server rather than from a graph on the screen. */

import { api } from "./api";
import { download, table } from "./drawing";
import { add, newNetwork } from "./network";

const MOST = 5000;

export async function saveLines(iri: string, name: string): Promise<void> {
  const { thing, things, ties } = await api.neighbours(iri, [], MOST);
  const network = newNetwork();
  add(network, [thing, ...things], ties);
  download(`${name}.csv`, table(network, { nodes: new Set(network.nodes()), ties: new Set(network.edges()) }), "text/csv");
}
