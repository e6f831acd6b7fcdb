/** The shortest way between two things, found by the server and brought into the graph. */

import { useState } from "preact/hooks";
import { api } from "./api";
import type { newNetwork } from "./network";
import { Search } from "./Search";
import type { Thing, Tie } from "./types";

export function PathFinder({ network, onFound }: { network: ReturnType<typeof newNetwork>; onFound: (things: Thing[], ties: Tie[]) => void }) {
  const [from, setFrom] = useState<Thing | null>(null);
  const [to, setTo] = useState<Thing | null>(null);
  const [said, setSaid] = useState("");
  const find = async () => {
    if (!from || !to) return;
    setSaid("Searching …");
    try {
      const { found, steps } = await api.path(from.iri, to.iri);
      if (!found) {
        setSaid("Nothing leads from one to the other.");
        return;
      }
      setSaid(steps.map((step) => step.name).join(" → "));
      const { ties } = await api.ties([...steps.map((step) => step.iri), ...network.nodes().slice(0, 300)]);
      onFound(steps, ties);
    } catch (failure) {
      setSaid((failure as Error).message);
    }
  };
  return (
    <details class="path">
      <summary>Shortest path</summary>
      <Search label="From" clear={false} onChoose={setFrom} />
      <Search label="To" clear={false} onChoose={setTo} />
      <button type="button" disabled={!from || !to} onClick={() => void find()}>Find the path</button>
      <p role="status">{said}</p>
    </details>
  );
}
