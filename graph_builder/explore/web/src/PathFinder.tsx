/** The shortest ways between two things, found by the server and brought into the graph. */

import { useState } from "preact/hooks";
import { api } from "./api";
import type { Network } from "./network";
import { Search } from "./Search";
import type { PathStep, Thing, Tie } from "./types";

/** Edges that a way may take. */
const EDGES: readonly [string, string][] = [
  ["author", "papers"],
  ["advisor", "advising"],
  ["employer", "employers"],
  ["school", "schools"],
];
const MOST = 5;

interface Properties {
  network: Network;
  /** Called with what is on the ways, the lines between, and the ways themselves. */
  onFound: (things: readonly Thing[], ties: readonly Tie[], ways: readonly (readonly string[])[]) => void;
}

export function PathFinder({ network, onFound }: Properties) {
  const [from, setFrom] = useState<Thing | null>(null);
  const [to, setTo] = useState<Thing | null>(null);
  const [by, setBy] = useState<ReadonlySet<string>>(new Set(EDGES.map(([name]) => name)));
  const [without, setWithout] = useState<readonly Thing[]>([]);
  const [count, setCount] = useState(1);
  const [paths, setPaths] = useState<readonly (readonly PathStep[])[]>([]);
  const [said, setSaid] = useState("");
  const find = async () => {
    if (!from || !to) return;
    setSaid("Searching …");
    setPaths([]);
    try {
      const found = await api.path(from.iri, to.iri, [...by], without.map((each) => each.iri), count);
      setPaths(found.paths);
      setSaid(found.paths.length ? (found.paths.length < count ? `There ${found.paths.length === 1 ? "is one way" : `are ${found.paths.length} ways`} that share nothing between.` : "") : "Nothing leads from one to the other.");
      const steps = found.paths.flat();
      if (!steps.length) return;
      const { ties } = await api.ties([...steps.map((step) => step.iri), ...network.nodes().slice(0, 300)]);
      onFound(steps, ties, found.paths.map((path) => path.map((step) => step.iri)));
    } catch (failure) {
      setSaid((failure as Error).message);
    }
  };
  const toggle = (name: string) => { const next = new Set(by); if (!next.delete(name)) next.add(name); setBy(next); };
  return (
    <details class="path">
      <summary>Shortest paths</summary>
      <Search label="From" clear={false} onChoose={setFrom} />
      <Search label="To" clear={false} onChoose={setTo} />
      <fieldset>
        <legend>By way of</legend>
        {EDGES.map(([name, title]) => <label key={name} class="check"><input type="checkbox" checked={by.has(name)} onChange={() => toggle(name)} /> {title}</label>)}
      </fieldset>
      <Search label="Not through" onChoose={(hit) => setWithout([...without, hit])} />
      {without.map((each) => <button key={each.iri} type="button" class="quiet" aria-label={`Let ways go through ${each.name}`} onClick={() => setWithout(without.filter((other) => other !== each))}>not {each.name} ✕</button>)}
      <p class="row">
        <button type="button" disabled={!from || !to || !by.size} onClick={() => void find()}>Find</button>
        <label>up to <input type="number" min="1" max={MOST} value={count} aria-label="How many paths" onChange={(event) => setCount(Math.min(MOST, Math.max(1, event.currentTarget.valueAsNumber || 1)))} /></label>
      </p>
      <div role="status">
        {said && <p>{said}</p>}
        <ol>{paths.map((path, place) => <li key={place}>{path.map((step) => step.name).join(" → ")}</li>)}</ol>
      </div>
    </details>
  );
}
