/** The whole graph at once: places worked out by the server, lines shown only near what is pointed at. */

import Sigma from "sigma";
import { useEffect, useRef, useState } from "preact/hooks";
import { MultiGraph } from "graphology";
import { api } from "./api";
import { drawHover, drawLabel, ink, onTheme } from "./canvas";
import { COLOURS, NAMES } from "./colours";
import { go, pageOf } from "./router";
import { Search } from "./Search";
import { KINDS, type Kind } from "./types";

const LINES_AT_ONCE = 4000;

export function OverviewView() {
  const canvas = useRef<HTMLDivElement>(null);
  const renderer = useRef<Sigma | null>(null);
  const [said, setSaid] = useState("Laying out …");
  const [chosen, setChosen] = useState<{ iri: string; name: string; kind: Kind } | null>(null);
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set(KINDS));
  const focus = useRef<string | null>(null);
  useEffect(() => {
    let sigma: Sigma | null = null;
    let gone = false;
    let stop = () => {};
    api.overview().then(
      (found) => {
        if (gone || !canvas.current) return;
        const graph = new MultiGraph();
        const least = found.iris.length > 3000 ? 1.2 : found.iris.length > 400 ? 2.5 : 3.5;
        found.iris.forEach((iri, place) => {
          const degree = found.degree[place] ?? 1;
          const kind = found.kinds[place] ?? "person";
          graph.addNode(iri, { x: found.x[place] ?? 0, y: found.y[place] ?? 0, label: found.names[place], kind, color: COLOURS[kind], size: least + Math.min(14, Math.sqrt(degree) * 0.8) });
        });
        for (let at = 0; at + 1 < found.lines.length; at += 2) {
          const [one, other] = [found.iris[found.lines[at] ?? 0], found.iris[found.lines[at + 1] ?? 0]];
          if (one && other) graph.addEdge(one, other);
        }
        const few = graph.size <= LINES_AT_ONCE;
        sigma = new Sigma(graph, canvas.current, {
          allowInvalidContainer: true,
          labelFont: "system-ui, sans-serif",
          labelRenderedSizeThreshold: found.iris.length > 3000 ? 6 : found.iris.length > 400 ? 5 : 0,
          labelDensity: found.iris.length > 400 ? 0.5 : 0.8,
          labelGridCellSize: 110,
          defaultDrawNodeHover: drawHover,
          defaultDrawNodeLabel: drawLabel,
          hideEdgesOnMove: !few,
          zIndex: true,
        });
        renderer.current = sigma;
        let lines = ink();
        sigma.setSetting("edgeReducer", (edge, data) => {
          const near = focus.current !== null && graph.hasExtremity(edge, focus.current);
          return { ...data, hidden: !few && !near, size: near ? 1.5 : 0.4, color: near ? lines.text : lines.line, zIndex: near ? 1 : 0 };
        });
        stop = onTheme(() => {
          lines = ink();
          sigma?.refresh({ skipIndexation: true });
        });
        const point = (node: string | null) => {
          focus.current = node;
          sigma?.refresh({ skipIndexation: true });
        };
        sigma.on("enterNode", ({ node }) => point(node));
        sigma.on("leaveNode", () => point(null));
        sigma.on("clickNode", ({ node }) => setChosen({ iri: node, name: graph.getNodeAttribute(node, "label") as string, kind: graph.getNodeAttribute(node, "kind") as Kind }));
        sigma.on("doubleClickNode", ({ node, preventSigmaDefault }) => {
          preventSigmaDefault();
          go(`/graph?about=${encodeURIComponent(node)}`);
        });
        setSaid(`${graph.order.toLocaleString("en")} things, ${graph.size.toLocaleString("en")} lines${few ? "" : "; lines show where you point"}`);
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
    focus.current = iri;
    renderer.current?.refresh({ skipIndexation: true });
  };
  return (
    <main class="graph">
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
