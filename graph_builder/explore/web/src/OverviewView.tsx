/** The whole graph at once: places worked out by the server, lines shown only near what is pointed at. */

import Sigma from "sigma";
import { useEffect, useRef, useState } from "preact/hooks";
import { MultiGraph } from "graphology";
import { api } from "./api";
import { drawHover, ink, Names, onTheme } from "./canvas";
import { COLOURS, NAMES } from "./colours";
import { go, pageOf } from "./router";
import { Search } from "./Search";
import { KINDS, type Kind } from "./types";

const LINES_AT_ONCE = 4000;
const MANY = 3000;
const LINES_OF_ONE = 600;

/** Return how large a thing is drawn among thousands: organisations and venues stand out, people are the ground. */
function sizeAmongMany(kind: Kind, degree: number): number {
  const root = Math.sqrt(degree);
  return kind === "person" ? 0.7 + Math.min(2.6, root * 0.12) : 1 + Math.min(9, root * 0.4);
}

/** Return what tells the other ends of a thing's lines, from pairs of places. */
function linesOf(pairs: readonly number[], size: number): (place: number) => number[] {
  const starts = new Uint32Array(size + 1);
  for (const place of pairs) starts[place + 1] = (starts[place + 1] ?? 0) + 1;
  for (let place = 0; place < size; place += 1) starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  const next = starts.slice();
  const ends = new Uint32Array(pairs.length);
  pairs.forEach((place, at) => {
    const slot = next[place] ?? 0;
    ends[slot] = pairs[at % 2 ? at - 1 : at + 1] ?? 0;
    next[place] = slot + 1;
  });
  return (place) => (place < 0 ? [] : [...ends.subarray(starts[place], Math.min(starts[place + 1] ?? 0, (starts[place] ?? 0) + LINES_OF_ONE))]);
}

export function OverviewView() {
  const canvas = useRef<HTMLDivElement>(null);
  const renderer = useRef<Sigma | null>(null);
  const [said, setSaid] = useState("Laying out …");
  const [chosen, setChosen] = useState<{ iri: string; name: string; kind: Kind } | null>(null);
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set(KINDS));
  const focus = useRef<string | null>(null);
  const pinned = useRef<string | null>(null);
  const show = useRef<(node: string | null) => void>(() => {});
  useEffect(() => {
    let sigma: Sigma | null = null;
    let gone = false;
    let stop = () => {};
    api.overview().then(
      (found) => {
        if (gone || !canvas.current) return;
        const graph = new MultiGraph();
        const many = found.iris.length > MANY;
        // On a phone the same discs would lie on each other.
        const scale = innerWidth > 820 ? 1 : 0.55;
        const least = found.iris.length > 400 ? 2.5 : 3.5;
        found.iris.forEach((iri, place) => {
          const degree = found.degree[place] ?? 1;
          const kind = found.kinds[place] ?? "person";
          const size = many ? sizeAmongMany(kind, degree) : least + Math.min(14, Math.sqrt(degree) * 0.8);
          graph.addNode(iri, { x: found.x[place] ?? 0, y: found.y[place] ?? 0, label: found.names[place], kind, color: COLOURS[kind], size: size * scale, zIndex: kind === "person" ? 0 : 1 });
        });
        const few = found.lines.length / 2 <= LINES_AT_ONCE;
        // Of very many lines those of one thing are drawn at a time: the rest would cost memory and time, and show nothing.
        const near = few ? null : linesOf(found.lines, found.iris.length);
        if (few) found.lines.forEach((end, at) => at % 2 && graph.addEdge(found.iris[found.lines[at - 1] ?? 0], found.iris[end]));
        const places = new Map(found.iris.map((iri, place) => [iri, place]));
        const names = new Names();
        sigma = new Sigma(graph, canvas.current, {
          allowInvalidContainer: true,
          labelFont: "system-ui, sans-serif",
          labelRenderedSizeThreshold: (many ? 4 : found.iris.length > 400 ? 5 : 0) * scale,
          labelDensity: found.iris.length > 400 ? 1 : 2,
          labelGridCellSize: 110,
          defaultDrawNodeHover: drawHover,
          defaultDrawNodeLabel: names.collect,
          hideEdgesOnMove: !few,
          zIndex: true,
        });
        names.attach(sigma, !many && found.iris.length <= 400);
        renderer.current = sigma;
        let lines = ink();
        sigma.setSetting("edgeReducer", (edge, data) => {
          const near = focus.current !== null && graph.hasExtremity(edge, focus.current);
          return { ...data, size: near ? (few ? 1.5 : 0.7) : 0.4, color: near ? lines.text : lines.line, zIndex: near ? 1 : 0 };
        });
        stop = onTheme(() => {
          lines = ink();
          sigma?.refresh({ skipIndexation: true });
        });
        const point = (node: string | null) => {
          focus.current = node;
          if (near) {
            graph.clearEdges();
            for (const other of near(places.get(node ?? "") ?? -1)) if (node !== null) graph.addEdge(node, found.iris[other]);
          }
          sigma?.refresh({ skipIndexation: true });
        };
        show.current = point;
        sigma.on("enterNode", ({ node }) => point(node));
        sigma.on("leaveNode", () => point(pinned.current));
        sigma.on("clickStage", () => point((pinned.current = null)));
        sigma.on("clickNode", ({ node }) => {
          pinned.current = node;
          setChosen({ iri: node, name: graph.getNodeAttribute(node, "label") as string, kind: graph.getNodeAttribute(node, "kind") as Kind });
        });
        sigma.on("doubleClickNode", ({ node, preventSigmaDefault }) => {
          preventSigmaDefault();
          go(`/graph?about=${encodeURIComponent(node)}`);
        });
        setSaid(`${graph.order.toLocaleString("en")} things, ${(found.lines.length / 2).toLocaleString("en")} lines${few ? "" : "; lines show where you point"}`);
      },
      (failure: Error) => setSaid(failure.message),
    );
    return () => {
      gone = true;
      stop();
      sigma?.kill();
      renderer.current = null;
    };
  }, []);
  useEffect(() => {
    renderer.current?.setSetting("nodeReducer", (_node, data) => ({ ...data, hidden: !kinds.has(data["kind"] as Kind) }));
  }, [kinds, said]);
  const find = (iri: string, name: string, kind: Kind) => {
    setChosen({ iri, name, kind });
    const place = renderer.current?.getNodeDisplayData(iri);
    if (place) void renderer.current?.getCamera().animate({ x: place.x, y: place.y, ratio: 0.12 }, { duration: 600 });
    pinned.current = iri;
    show.current(iri);
  };
  return (
    <main class={chosen ? "graph choosing" : "graph"}>
      <h1 class="unseen">Overview of the whole graph</h1>
      <div class="canvas" ref={canvas} aria-hidden="true" />
      <details class="tools" open={innerWidth > 820}>
        <summary>Tools</summary>
        <Search label="Find in the overview" onChoose={(hit) => find(hit.iri, hit.name, hit.kind)} />
        <fieldset>
          <legend>Kinds</legend>
          {KINDS.filter((kind) => kind !== "work").map((kind) => (
            <label key={kind} class="check">
              <input type="checkbox" checked={kinds.has(kind)} onChange={() => setKinds((now) => { const next = new Set(now); if (!next.delete(kind)) next.add(kind); return next; })} />
              <span class="dot" style={{ background: COLOURS[kind] }} aria-hidden="true" /> {NAMES[kind][1]}
            </label>
          ))}
        </fieldset>
        <p class="state" role="status">{said}</p>
      </details>
      {chosen && (
        <section class="selected" aria-label="Selected">
          <p class="kind" style={{ color: `var(--${chosen.kind})` }}>{NAMES[chosen.kind][0]}</p>
          <h2><a href={pageOf(chosen.iri)}>{chosen.name}</a></h2>
          <p class="row"><a class="button" href={`/graph?about=${encodeURIComponent(chosen.iri)}`}>Show its neighbourhood</a></p>
        </section>
      )}
    </main>
  );
}
