/** The graph: a neighbourhood to begin with, widened click by click, filtered, laid out, saved. */

import Sigma from "sigma";
import forceAtlas2 from "graphology-layout-forceatlas2";
import ForceLayout from "graphology-layout-forceatlas2/worker";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api } from "./api";
import { drawHover, ink, Names, onTheme, png } from "./canvas";
import { COLOURS, NAMES, RELATION_COLOURS } from "./colours";
import { download, gexf, offlinePage, svg } from "./drawing";
import { EvidencePanel } from "./Evidence";
import { apply, LENSES, MADE, type Lens } from "./lenses";
import { add, newNetwork, Past, shown, yearsOf, type Filter, type Node } from "./network";
import { PathFinder } from "./PathFinder";
import { Search } from "./Search";
import { FORCES, makeRoom, settle } from "./settle";
import { Selected, type Line } from "./Selected";
import { KINDS, type Kind, type Tie, type Way } from "./types";

/** Things of which all are named at once, as far as there is room. */
const FEW = 26;
/** Pixels up to which a screen is a phone's. */
const NARROW = 820;
const padding = (): number => (innerWidth > NARROW ? 56 : 26);

export function GraphView({ about, curation }: { about: readonly string[]; curation: boolean }) {
  const network = useMemo(newNetwork, []);
  const past = useMemo(() => new Past(), []);
  const canvas = useRef<HTMLDivElement>(null);
  const sigma = useRef<Sigma<Node, Tie> | null>(null);
  const [turn, setTurn] = useState(0);
  const [selected, setSelected] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [ways, setWays] = useState<readonly Way[]>([]);
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set(KINDS));
  const [hiddenRelations, setHiddenRelations] = useState<ReadonlySet<string>>(new Set());
  const [confidence, setConfidence] = useState(0);
  const [timed, setTimed] = useState(false);
  const [years, setYears] = useState<readonly [number, number] | null>(null);
  const [lens, setLens] = useState<Lens>("all");
  const [running, setRunning] = useState(false);
  const [said, setSaid] = useState("");
  const [facts, setFacts] = useState<readonly string[]>([]);
  const [way, setWay] = useState<readonly string[]>([]);
  const changed = useCallback(() => setTurn((turn) => turn + 1), []);
  const start = about.join(" ");

  const relations = useMemo(() => {
    const found = new Set<string>();
    network.forEachEdge((_key, tie) => found.add(tie.relation));
    return [...found].sort();
  }, [network, turn]);
  const span = useMemo(() => yearsOf(network), [network, turn]);
  const filter: Filter = useMemo(() => {
    const through = LENSES[lens];
    return {
      kinds: new Set([...kinds].filter((kind) => through.kinds.includes(kind))),
      relations: new Set((through.relations ?? relations.filter((name) => !MADE.has(name))).filter((name) => !hiddenRelations.has(name))),
      confidence,
      years: timed ? (years ?? span) : null,
    };
  }, [kinds, hiddenRelations, confidence, timed, years, span, lens, relations]);
  const visible = useMemo(() => shown(network, filter, new Set(about)), [network, filter, turn, start]);

  const screen = useCallback(() => {
    const { width, height } = sigma.current?.getDimensions() ?? { width: 700, height: 700 };
    return { width, height, padding: padding() };
  }, []);

  const expand = useCallback(
    async (iri: string, of: readonly string[] = [], limit = 40) => {
      try {
        const found = await api.neighbours(iri, of, limit);
        if (network.order) past.keep(network);
        const fresh = add(network, [found.thing, ...found.things], found.ties, iri);
        const between = fresh.length && network.order > 1 ? await api.ties(network.nodes().slice(0, 300)) : { ties: [] };
        add(network, [], between.ties);
        settle(network, fresh.length > 3 ? 120 : 40, screen());
        setSaid(fresh.length ? `${fresh.length} things came in` : "Nothing new there");
        setWays(found.ways);
        changed();
        sigma.current?.getCamera().animatedReset({ duration: 300 });
      } catch (failure) {
        setSaid((failure as Error).message);
      }
    },
    [network, past, screen, changed],
  );

  // Begin with the neighbourhoods of what the address names.
  useEffect(() => {
    network.clear();
    setSelected(about[0] ?? null);
    void (async () => {
      for (const iri of start ? start.split(" ") : []) await expand(iri);
    })();
  }, [start]);

  useEffect(() => {
    if (!selected || !network.hasNode(selected)) {
      setWays([]);
      return;
    }
    api.neighbours(selected, ["none:out"], 1).then((found) => setWays(found.ways), (failure: Error) => setSaid(failure.message));
  }, [selected, network]);

  // The renderer lives as long as the view.
  useEffect(() => {
    if (!canvas.current) return;
    const names = new Names();
    const renderer = new Sigma<Node, Tie>(network, canvas.current, {
      allowInvalidContainer: true,
      labelFont: "system-ui, sans-serif",
      labelSize: innerWidth > NARROW ? 12 : 11,
      // All names are offered; those that have room are written.
      labelRenderedSizeThreshold: 3,
      labelDensity: 6,
      stagePadding: padding(),
      defaultDrawNodeHover: drawHover,
      defaultDrawNodeLabel: names.collect,
      enableEdgeEvents: true,
      minCameraRatio: 0.05,
      maxCameraRatio: 4,
      zIndex: true,
    });
    names.attach(renderer, true);
    sigma.current = renderer;
    renderer.on("clickNode", ({ node }) => setSelected(node));
    renderer.on("doubleClickNode", ({ node, preventSigmaDefault }) => {
      preventSigmaDefault();
      void expand(node);
    });
    renderer.on("clickEdge", ({ edge }) => {
      const { facts } = network.getEdgeAttributes(edge);
      if (facts.length) setFacts(facts);
    });
    renderer.on("clickStage", () => setSelected(null));
    renderer.on("enterNode", ({ node }) => setHovered(node));
    renderer.on("leaveNode", () => setHovered(null));
    let dragged: string | null = null;
    renderer.on("downNode", ({ node }) => {
      dragged = node;
      if (!renderer.getCustomBBox()) renderer.setCustomBBox(renderer.getBBox());
    });
    renderer.getMouseCaptor().on("mousemovebody", (event) => {
      if (!dragged) return;
      const place = renderer.viewportToGraph(event);
      network.mergeNodeAttributes(dragged, { x: place.x, y: place.y, pinned: true });
      event.preventSigmaDefault();
      event.original.preventDefault();
      event.original.stopPropagation();
    });
    renderer.getMouseCaptor().on("mouseup", () => {
      if (dragged) changed();
      dragged = null;
    });
    const stop = onTheme(() => renderer.setSetting("defaultEdgeColor", ink().line));
    return () => {
      stop();
      renderer.kill();
      sigma.current = null;
    };
  }, [network, expand, changed]);

  // What is shown, and how.
  useEffect(() => {
    const renderer = sigma.current;
    if (!renderer) return;
    const focus = hovered ?? selected;
    const near = new Set<string>();
    if (focus && network.hasNode(focus)) {
      near.add(focus);
      network.forEachEdge(focus, (key, _tie, from, to) => {
        if (visible.ties.has(key)) near.add(from).add(to);
      });
    }
    const steps = new Set(way);
    const few = visible.nodes.size <= FEW;
    const { faded: grey } = ink();
    renderer.setSetting("nodeReducer", (node, data) => {
      const degree = network.degree(node);
      const faded = near.size > 1 && !near.has(node);
      return {
        ...data,
        hidden: !visible.nodes.has(node),
        label: data.name,
        color: faded ? grey : COLOURS[data.kind],
        size: 4 + Math.min(12, Math.sqrt(degree) * 1.6) + (node === selected ? 3 : 0),
        highlighted: node === selected || steps.has(node),
        forceLabel: near.has(node) || steps.has(node) || (few && (!faded || lens === "advising")),
        zIndex: near.has(node) ? 1 : 0,
      };
    });
    renderer.setSetting("edgeReducer", (edge, data) => {
      const [from, to] = network.extremities(edge);
      const onWay = steps.has(from) && steps.has(to) && Math.abs(way.indexOf(from) - way.indexOf(to)) === 1;
      const touching = near.size > 1 && near.has(from) && near.has(to) && (from === focus || to === focus);
      return {
        ...data,
        hidden: !visible.ties.has(edge),
        size: onWay ? 4 : touching ? 2 : Math.min(4, 0.8 + Math.log2(data.count)),
        ...(onWay ? { color: "#d43b3b" } : touching ? { color: RELATION_COLOURS[data.relation] ?? "#7c8798" } : {}),
        zIndex: onWay || touching ? 1 : 0,
      };
    });
    renderer.refresh();
  }, [visible, selected, hovered, network, way, turn, lens]);

  // Forces in a worker, while they are wanted.
  useEffect(() => {
    if (!running) return;
    const layout = new ForceLayout(network, { settings: { ...forceAtlas2.inferSettings(network), ...FORCES, slowDown: 10 } });
    layout.start();
    const timer = setTimeout(() => setRunning(false), 8000);
    return () => {
      clearTimeout(timer);
      layout.kill();
      makeRoom(network, screen());
    };
  }, [running, network]);

  // What a lens needs is brought in, and set in its places.
  useEffect(() => {
    if (lens === "all" || lens === "careers") return;
    past.keep(network);
    apply(lens, network, selected ? [selected, ...about] : about).then(
      () => {
        changed();
        void sigma.current?.getCamera().animatedReset({ duration: 300 });
      },
      (failure: Error) => setSaid(failure.message),
    );
  }, [lens]);

  const removeSelected = () => {
    if (!selected || !network.hasNode(selected)) return;
    past.keep(network);
    network.dropNode(selected);
    setSelected(null);
    changed();
  };
  const undo = () => {
    if (past.back(network)) {
      if (selected && !network.hasNode(selected)) setSelected(null);
      changed();
    }
  };
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if ((event.target as Element).closest("input, textarea, select, dialog, .cm-editor")) return;
      if (event.key === "Delete") removeSelected();
      else if ((event.ctrlKey || event.metaKey) && event.key === "z") undo();
      else if (event.key === "Enter" && selected) void expand(selected);
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  });

  const title = about.flatMap((iri) => (network.hasNode(iri) ? [network.getNodeAttribute(iri, "name")] : [])).join(", ") || "graph";
  const save = async (kind: string) => {
    const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "graph";
    if (kind === "svg") download(`${name}.svg`, svg(network, visible, title), "image/svg+xml");
    if (kind === "gexf") download(`${name}.gexf`, gexf(network, visible), "application/xml");
    if (kind === "html") download(`${name}.html`, await offlinePage(network, visible, title), "text/html");
    if (kind === "png" && sigma.current) download(`${name}.png`, await png(sigma.current), "image/png");
  };
  const thing = selected && network.hasNode(selected) ? network.getNodeAttributes(selected) : null;
  const lines = useMemo(() => {
    const found: Line[] = [];
    if (selected && network.hasNode(selected))
      network.forEachEdge(selected, (key, tie, from, to) => {
        if (visible.ties.has(key)) found.push({ tie, other: network.getNodeAttributes(from === selected ? to : from), outward: from === selected });
      });
    return found.sort((one, other) => one.tie.relation.localeCompare(other.tie.relation) || one.other.name.localeCompare(other.other.name));
  }, [selected, visible, network]);
  return (
    <main class={selected ? "graph choosing" : "graph"}>
      <h1 class="unseen">Graph {title !== "graph" && `of ${title}`}</h1>
      <div class="canvas" ref={canvas} aria-hidden="true" />
      {network.order === 0 && <p class="hint">Search for somebody or something to begin with.</p>}
      <details class="tools" open={innerWidth > NARROW || about.length === 0}>
        <summary>Tools</summary>
        <Search label="Add to the graph" onChoose={(hit) => void expand(hit.iri).then(() => setSelected(hit.iri))} />
        <p class="row">
          <button type="button" onClick={() => setRunning((now) => !now)} aria-pressed={running}>{running ? "Stop" : "Lay out"}</button>
          <button type="button" onClick={() => sigma.current?.getCamera().animatedReset()}>Fit</button>
          <button type="button" onClick={undo} disabled={!past.length}>Undo</button>
        </p>
        <label>
          Lens{" "}
          <select value={lens} onChange={(event) => setLens(event.currentTarget.value as Lens)}>
            {Object.entries(LENSES).map(([name, each]) => <option key={name} value={name}>{each.title}</option>)}
          </select>
        </label>
        <details open={innerWidth > 900}>
          <summary>Filters</summary>
          <fieldset>
            <legend>Kinds</legend>
            {KINDS.map((kind) => (
              <label key={kind} class="check">
                <input type="checkbox" checked={kinds.has(kind)} onChange={() => setKinds(toggled(kinds, kind))} />
                <span class="dot" style={{ background: COLOURS[kind] }} aria-hidden="true" /> {NAMES[kind][1]}
              </label>
            ))}
          </fieldset>
          <fieldset>
            <legend>Relations</legend>
            {relations.filter((name) => !MADE.has(name)).map((name) => (
              <label key={name} class="check">
                <input type="checkbox" checked={!hiddenRelations.has(name)} onChange={() => setHiddenRelations(toggled(hiddenRelations, name))} /> {name}
              </label>
            ))}
          </fieldset>
          <label class="slider">
            Confidence at least {confidence.toFixed(2)}
            <input type="range" min="0" max="1" step="0.05" value={confidence} onInput={(event) => setConfidence(Number(event.currentTarget.value))} />
          </label>
          {span && (
            <fieldset class="time">
              <legend>
                <label class="check"><input type="checkbox" checked={timed} onChange={() => setTimed(!timed)} /> Years {timed && (years ?? span).join("–")}</label>
              </legend>
              <input type="range" aria-label="First year" disabled={!timed} min={span[0]} max={span[1]} value={(years ?? span)[0]} onInput={(event) => setYears([Number(event.currentTarget.value), Math.max(Number(event.currentTarget.value), (years ?? span)[1])])} />
              <input type="range" aria-label="Last year" disabled={!timed} min={span[0]} max={span[1]} value={(years ?? span)[1]} onInput={(event) => setYears([Math.min(Number(event.currentTarget.value), (years ?? span)[0]), Number(event.currentTarget.value)])} />
            </fieldset>
          )}
        </details>
        <PathFinder network={network} onFound={(things, ties) => {
          past.keep(network);
          add(network, things, ties);
          settle(network, 60, screen());
          setWay(things.map((each) => each.iri));
          changed();
        }} />
        <label>
          Save{" "}
          <select value="" onChange={(event) => { void save(event.currentTarget.value); event.currentTarget.value = ""; }}>
            <option value="">as …</option>
            <option value="png">PNG picture</option>
            <option value="svg">SVG drawing</option>
            <option value="gexf">GEXF for Gephi</option>
            <option value="html">one offline page</option>
          </select>
        </label>
        <p class="state" role="status">{visible.nodes.size} of {network.order} things, {visible.ties.size} lines{said && ` · ${said}`}</p>
      </details>
      {thing && selected && (
        <Selected
          iri={selected}
          thing={thing}
          ways={ways}
          lines={lines}
          onHide={() => { past.keep(network); network.mergeNodeAttributes(selected, { hidden: true }); setSelected(null); changed(); }}
          onPin={() => { network.mergeNodeAttributes(selected, { pinned: !thing.pinned }); changed(); }}
          onRemove={removeSelected}
          onExpand={(of) => void expand(selected, [of])}
          onSelect={setSelected}
          onEvidence={setFacts}
        />
      )}
      {facts.length > 0 && <EvidencePanel facts={facts} curation={curation} onClose={() => setFacts([])} />}
    </main>
  );
}

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const copy = new Set(set);
  if (!copy.delete(item)) copy.add(item);
  return copy;
}

