/** The graph: a neighbourhood to begin with, widened click by click, filtered, laid out, saved. */

import Sigma from "sigma";
import forceAtlas2 from "graphology-layout-forceatlas2";
import ForceLayout from "graphology-layout-forceatlas2/worker";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { address, api } from "./api";
import { drawHover, hasWebGL, ink, Names, onTheme } from "./canvas";
import { isDirected, RELATION_COLOURS } from "./colours";
import { download, follow, gexf, lineWidth, offlinePage, png, svg, table } from "./drawing";
import { EvidencePanel } from "./Evidence";
import { DEPTHS, readAddress, writeAddress, type GraphView as View, type Step } from "./graphAddress";
import { GraphFilters } from "./GraphFilters";
import { GraphLooks } from "./GraphLooks";
import { apply, LENSES, DERIVED, type Lens } from "./lenses";
import { colourOf, look as lookOf, propertyIn, sizes, type Known } from "./looks";
import { Menu } from "./Menu";
import { add, newNetwork, Past, reached, shown, undated, yearsOf, type Filter, type Network, type Node } from "./network";
import { propertiesOf, valuesOf, type Property, type Values } from "./properties";
import { PathFinder } from "./PathFinder";
import { arrange, SCENE, Scenes } from "./Scenes";
import { Search } from "./Search";
import { FORCES, makeRoom, settle, settlePart } from "./settle";
import { Selected, type Line } from "./Selected";
import type { Tie, Way } from "./types";

/** Things of which all are named at once, as far as there is room. */
const FEW = 26;
/** Pixels up to which a screen is a phone's. */
const NARROW = 820;
const padding = (): number => (innerWidth > NARROW ? 56 : 26);

/** Things whose statements are saved at once. */
const MOST_SAVED = 300;

/** Things that one step brings in. */
const STEP = 40;

interface Given {
  parameters: URLSearchParams;
  curation: boolean;
  /** Called with the thing that is selected and its lines, or all lines that are shown, instead of writing the address. */
  onSelect?: (selected: string | null, ties: readonly Tie[]) => void;
}

export function GraphView({ parameters, curation, onSelect }: Given) {
  const network = useMemo(newNetwork, []);
  const past = useMemo(() => new Past(), []);
  const begun = useMemo(() => readAddress(parameters), []);
  const { about } = begun;
  const canvas = useRef<HTMLDivElement>(null);
  const sigma = useRef<Sigma<Node, Tie> | null>(null);
  const names = useRef<Names | null>(null);
  const isFlat = useMemo(() => !hasWebGL(), []);
  const [turn, setTurn] = useState(0);
  const [ready, setReady] = useState(false);
  const [view, setView] = useState<View>(begun.view);
  const [selected, setSelected] = useState<string | null>(about[0] ?? null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [ways, setWays] = useState<readonly Way[]>([]);
  const [running, setRunning] = useState(false);
  const [said, setSaid] = useState("");
  const [facts, setFacts] = useState<readonly string[]>([]);
  const [paths, setPaths] = useState<readonly (readonly string[])[]>([]);
  const changed = useCallback(() => setTurn((turn) => turn + 1), []);
  const { lens, depth } = view;

  const relations = useMemo(() => {
    const found = new Set<string>();
    network.forEachEdge((_key, tie) => found.add(tie.relation));
    return [...found].sort();
  }, [network, turn]);
  const span = useMemo(() => yearsOf(network), [network, turn]);
  const filter: Filter = useMemo(() => {
    const through = LENSES[lens];
    return {
      kinds: new Set(through.kinds.filter((kind) => !view.hiddenKinds.has(kind))),
      relations: new Set((through.relations ?? relations.filter((name) => !DERIVED.has(name))).filter((name) => !view.hiddenRelations.has(name))),
      confidence: view.confidence,
      years: view.years,
      undated: view.undated,
    };
  }, [view, relations]);
  const always = useMemo(() => new Set(selected ? [...about, selected] : about), [selected]);
  const visible = useMemo(() => shown(network, filter, always), [network, filter, always, turn]);
  const { properties, known } = useProperties(network, turn, onSelect ? [] : [propertyIn(view.colour), propertyIn(view.size)].filter(Boolean), onSelect !== undefined);
  const look = useMemo(() => lookOf(network, visible, view.colour, known), [network, visible, view.colour, known]);
  const sizeOf = useMemo(() => sizes(network, view.size, known), [network, view.size, known]);

  const screen = useCallback(() => {
    const { width, height } = sigma.current?.getDimensions() ?? { width: 700, height: 700 };
    return { width, height, padding: padding() };
  }, []);

  const expand = useCallback(
    async (iri: string, way = "", isStep = true) => {
      const of = way ? [way] : [];
      try {
        // Those that are there come with the answer, so that as many new ones come in, however often it is asked.
        const found = await api.neighbours(iri, of, reached(network, iri, of) + STEP);
        if (network.order) past.keep(network);
        const fresh = add(network, [found.thing, ...found.things.filter((thing) => !network.hasNode(thing.iri)).slice(0, STEP)], found.ties, iri);
        if (isStep) network.updateAttribute("steps", (steps) => [...((steps as Step[] | undefined) ?? []), { iri, way }]);
        const between = fresh.length && network.order > 1 ? await api.ties(network.nodes().slice(0, 300)) : { ties: [] };
        add(network, [], between.ties);
        settle(network, fresh.length > 3 ? 120 : 40, screen());
        const left = found.ways.reduce((sum, each) => sum + (!way || way === keyOf(each) ? Math.max(0, each.count - reached(network, iri, [keyOf(each)])) : 0), 0);
        setSaid(`${fresh.length} ${fresh.length === 1 ? "thing" : "things"} came in${left ? `, ${left.toLocaleString("en")} more with another click` : ", and that is all"}`);
        setWays(found.ways);
        changed();
        sigma.current?.getCamera().animatedReset({ duration: 300 });
      } catch (failure) {
        setSaid((failure as Error).message);
      }
    },
    [network, past, screen, changed],
  );

  // Begin with the neighbourhoods of what the address names, and take the steps that it names.
  useEffect(() => {
    void (async () => {
      // All at once: a network of many is laid out once instead of after each of them.
      const found = await Promise.allSettled(about.map((iri) => api.neighbours(iri, [], STEP)));
      for (const each of found) {
        if (each.status === "fulfilled") {
          add(network, [each.value.thing, ...each.value.things], each.value.ties, each.value.thing.iri);
          setWays(each.value.ways);
        } else setSaid((each.reason as Error).message);
      }
      const between = network.order > 1 ? await api.ties(network.nodes().slice(0, 300)) : { ties: [] };
      add(network, [], between.ties);
      settle(network, 120, screen());
      for (const { iri, way } of begun.steps) await expand(iri, way);
      for (const iri of begun.without) if (network.hasNode(iri)) network.mergeNodeAttributes(iri, { hidden: true });
      arrange(network, parameters.get(SCENE) ?? "");
      changed();
      setReady(true);
    })();
  }, []);

  useEffect(() => {
    if (!ready || onSelect) return;
    const removed = (network.getAttribute("removed") as string[] | undefined) ?? [];
    const without = [...removed, ...network.filterNodes((_node, data) => data.hidden)];
    const steps = (network.getAttribute("steps") as Step[] | undefined) ?? [];
    // Only the address changes: the view is what it says already.
    history.replaceState(history.state, "", writeAddress({ about, steps, without, view }));
  }, [ready, view, turn]);

  useEffect(() => {
    if (!selected || !network.hasNode(selected)) {
      setWays([]);
      return;
    }
    api.neighbours(selected, ["none:out"], 1).then((found) => setWays(found.ways), (failure: Error) => setSaid(failure.message));
  }, [selected, network]);

  // The renderer lives as long as the view.
  useEffect(() => {
    if (!canvas.current || isFlat) return;
    const writer = (names.current = new Names());
    const renderer = new Sigma<Node, Tie>(network, canvas.current, {
      allowInvalidContainer: true,
      labelFont: "system-ui, sans-serif",
      labelSize: innerWidth > NARROW ? 12 : 11,
      // All names are offered; those that have room are written.
      labelRenderedSizeThreshold: 3,
      labelDensity: 6,
      stagePadding: padding(),
      defaultDrawNodeHover: drawHover,
      defaultDrawNodeLabel: writer.collect,
      renderEdgeLabels: true,
      edgeLabelSize: 10,
      enableEdgeEvents: true,
      minCameraRatio: 0.05,
      maxCameraRatio: 4,
      zIndex: true,
    });
    writer.attach(renderer, true);
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
    const stop = onTheme(() => {
      renderer.setSetting("defaultEdgeColor", ink().line);
      renderer.setSetting("edgeLabelColor", { color: ink().text });
      changed(); // what is faded has the colour of the theme
    });
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
    const steps = new Set(paths.flat());
    const onPath = new Set(paths.flatMap((path) => path.slice(1).flatMap((to, place) => [`${path[place]} ${to}`, `${to} ${path[place]}`])));
    if (names.current) names.current.groups = look.clusters;
    const few = visible.nodes.size <= FEW;
    const { faded: grey } = ink();
    renderer.setSetting("nodeReducer", (node, data) => {
      const faded = near.size > 1 && !near.has(node);
      return {
        ...data,
        hidden: !visible.nodes.has(node),
        label: data.name,
        color: faded ? grey : colourOf(look, node, data),
        size: sizeOf(node) + (node === selected ? 3 : 0),
        highlighted: node === selected || steps.has(node),
        forceLabel: near.has(node) || steps.has(node) || (few && (!faded || lens === "advising")),
        zIndex: near.has(node) ? 1 : 0,
      };
    });
    renderer.setSetting("edgeReducer", (edge, data) => {
      const [from, to] = network.extremities(edge);
      const onWay = onPath.has(`${from} ${to}`);
      const touching = near.size > 1 && near.has(from) && near.has(to) && (from === focus || to === focus);
      return {
        ...data,
        hidden: !visible.ties.has(edge),
        type: isDirected(data.relation) ? "arrow" : "line",
        ...(onWay || view.named || (touching && near.size <= FEW) ? { label: lineName(data), forceLabel: true } : {}),
        size: onWay ? 4 : Math.max(touching ? 2 : 0, lineWidth(data.count)),
        ...(onWay ? { color: "#d43b3b" } : touching ? { color: RELATION_COLOURS[data.relation] ?? "#7c8798" } : {}),
        zIndex: onWay || touching ? 1 : 0,
      };
    });
    renderer.refresh();
  }, [visible, selected, hovered, network, paths, turn, lens, look, sizeOf, view.named]);

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
    if (lens === "all" || !ready) return;
    past.keep(network);
    setSaid("Looking it up …");
    apply(lens, network, selected ? [selected] : about, depth).then(
      () => {
        const through = shown(network, filter, always);
        if (lens !== "advising") settlePart(network, through, 200, screen());
        setSaid(through.ties.size ? "" : "Nothing here is so related");
        changed();
        void sigma.current?.getCamera().animatedReset({ duration: 300 });
      },
      (failure: Error) => setSaid(failure.message),
    );
  }, [lens, depth, ready]);

  const removeSelected = () => {
    if (!selected || !network.hasNode(selected)) return;
    past.keep(network);
    network.dropNode(selected);
    network.updateAttribute("removed", (removed) => [...((removed as string[] | undefined) ?? []), selected]);
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

  const change = (changed: Partial<View>) => setView((view) => ({ ...view, ...changed }));
  const title = about.flatMap((iri) => (network.hasNode(iri) ? [network.getNodeAttribute(iri, "name")] : [])).join(", ") || "graph";
  const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "graph";
  const drawn = () => svg(network, visible, title, look, sizeOf);
  const picture = (width: number) => void png(drawn(), width).then((blob) => download(`${name}.png`, blob, "image/png"), (failure: Error) => setSaid(failure.message));
  const files: [string, () => void][] = [
    ["PNG picture", () => picture(2000)],
    ["PNG picture for print", () => picture(6000)],
    ["SVG drawing", () => download(`${name}.svg`, drawn(), "image/svg+xml")],
    ["GEXF for Gephi", () => download(`${name}.gexf`, gexf(network, visible), "application/xml")],
    ["CSV of the lines", () => download(`${name}.csv`, table(network, visible), "text/csv")],
    ["RDF of these things (Turtle)", () => (visible.nodes.size > MOST_SAVED ? setSaid(`RDF of ${MOST_SAVED} things at most; hide some`) : follow(address("export", { iri: [...visible.nodes], format: "turtle" }), `${name}.ttl`))],
    ["one offline page", () => void offlinePage(drawn(), title).then((page) => download(`${name}.html`, page, "text/html"))],
  ];
  useEffect(() => {
    if (!ready || !onSelect) return;
    const keys = selected && network.hasNode(selected) ? network.edges(selected).filter((key) => visible.ties.has(key)) : [...visible.ties];
    onSelect(selected, keys.map((key) => network.getEdgeAttributes(key)));
  }, [ready, selected, visible]);
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
      {isFlat ? (
        <div class="canvas flat">
          <p role="note">This browser has no WebGL: the graph is a picture here. What is selected, filters and lists work all the same.</p>
          {ready && <img alt="" src={`data:image/svg+xml,${encodeURIComponent(drawn())}`} />}
        </div>
      ) : (
        <div class="canvas" ref={canvas} aria-hidden="true" />
      )}
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
          <select value={lens} onChange={(event) => change({ lens: event.currentTarget.value as Lens, ...(view.colour === "kind" || view.colour === "cluster" ? { colour: event.currentTarget.value === "co-authors" ? "cluster" : "kind" } : {}) })}>
            {Object.entries(LENSES).map(([name, each]) => <option key={name} value={name}>{each.title}</option>)}
          </select>
        </label>
        {lens === "co-authors" && (
          <label>
            Steps away{" "}
            <select value={depth} onChange={(event) => change({ depth: Number(event.currentTarget.value) })}>
              {DEPTHS.map((each) => <option key={each}>{each}</option>)}
            </select>
          </label>
        )}
        <GraphLooks view={view} look={look} properties={properties} onChange={change} />
        <GraphFilters view={view} relations={relations} span={span} undated={undated(network)} onChange={change} />
        <PathFinder network={network} onFound={(things, ties, found) => {
          past.keep(network);
          add(network, things, ties);
          settle(network, 60, screen());
          setPaths(found);
          changed();
        }} />
        {!onSelect && <Scenes network={network} title={title} />}
        <Menu title="Save" items={files} />
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
          reached={(way) => reached(network, selected, [way])}
          onExpand={(way) => void expand(selected, way)}
          onSelect={setSelected}
          onEvidence={setFacts}
        />
      )}
      {facts.length > 0 && <EvidencePanel facts={facts} curation={curation} onClose={() => setFacts([])} />}
    </main>
  );
}

/** The properties that the things in a graph have, and the values of those that are wanted. */
function useProperties(network: Network, turn: number, wanted: readonly Property[], isOff: boolean): { properties: readonly Property[]; known: Known } {
  const [properties, setProperties] = useState<readonly Property[]>([]);
  const [known, setKnown] = useState<Known>(new Map());
  const nodes = network.nodes().join(" ");
  const key = wanted.join(" ");
  useEffect(() => {
    if (isOff || !nodes) return;
    // What cannot be looked up, in a notebook or while the server is busy, is no choice.
    propertiesOf(nodes.split(" ")).then(setProperties, () => undefined);
  }, [nodes, turn === 0]);
  useEffect(() => {
    if (isOff || !nodes || !key) return;
    let current = true;
    Promise.all(key.split(" ").map(async (each): Promise<[Property, Values]> => [each, await valuesOf(each, nodes.split(" "))])).then(
      (found) => current && setKnown(new Map(found)),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [nodes, key]);
  return { properties, known };
}

/** What stands on a line: co-authors have the number of their papers. */
function lineName({ relation, count }: Tie): string {
  return relation === "co-author" ? `${count} ${count === 1 ? "paper" : "papers"}` : relation;
}

/** A way on from a thing as the server is asked for it. */
function keyOf(way: Way): string {
  return `${way.relation}:${way.outward ? "out" : "in"}`;
}
