/** The picture of an overview: large things as nodes of a graph, the many small ones as painted ground. */

import Sigma from "sigma";
import { MultiGraph } from "graphology";
import { drawHover, ink, Names, onTheme } from "./canvas";
import { COLOURS } from "./colours";
import { Grid } from "./grid";
import { Ground, type View } from "./ground";
import type { Kind, Overview } from "./types";

/** Lines up to which all are drawn. */
export const LINES_AT_ONCE = 4000;
const MANY = 3000;
const LINES_OF_ONE = 600;
/** Things that are nodes from the start, and small ones that become nodes when no more than that are in view. */
const LARGE = 1500;
const CLOSE = 1200;
const PAUSE = 120;
/** Pixels from a small thing within which it is pointed at. */
const REACH = 6;
/** Pixels of radius at least of what is pointed at. */
const POINTED = 4;

export interface Chosen {
  iri: string;
  name: string;
  kind: Kind;
}

/** How large a thing is drawn among thousands: organizations and venues stand out, people are the ground. */
function sizeAmongMany(kind: Kind, degree: number): number {
  const root = Math.sqrt(degree);
  return kind === "person" ? 0.7 + Math.min(2.6, root * 0.12) : 1 + Math.min(9, root * 0.4);
}

/** Returns the other ends of a thing's lines, from pairs of places. */
export function linesOf(pairs: readonly number[], size: number): (place: number) => number[] {
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

function rgb(colour: string): [number, number, number] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
}

/**
 * A scene in an element.
 *
 * @param found the things, those with most relations first.
 * @param onChoose called with what was clicked.
 * @param onOpen called with what was clicked twice.
 */
export class Scene {
  private readonly graph = new MultiGraph();
  private readonly sigma: Sigma;
  private readonly ground: Ground | null = null;
  private readonly grid: Grid | null = null;
  private readonly few: boolean;
  private readonly order: Uint32Array;
  private readonly points: { xs: Float32Array; ys: Float32Array; sizes: Float32Array; kinds: Uint8Array };
  private readonly shown: Set<Kind>;
  private readonly stop: () => void;
  private guests = new Set<number>();
  private near: ((place: number) => number[]) | null = null;
  private colours = ink();
  private hovered: string | null = null;
  private focus: string | null = null;
  private pinned: string | null = null;
  private places: Map<string, number> | null = null;
  private timer = 0;

  constructor(host: HTMLElement, private readonly found: Overview, onChoose: (thing: Chosen) => void, onOpen: (iri: string) => void) {
    const size = found.iris.length;
    const many = size > MANY;
    this.few = found.count <= LINES_AT_ONCE;
    this.shown = new Set(found.kinds);
    // On a phone the same discs would lie on each other.
    const scale = innerWidth > 820 ? 1 : 0.55;
    const least = size > 400 ? 2.5 : 3.5;
    const drawn = Float32Array.from(found.iris, (_iri, at) => {
      const degree = found.degree[at] ?? 1;
      return scale * (many ? sizeAmongMany(this.kindOf(at), degree) : least + Math.min(14, Math.sqrt(degree) * 0.8));
    });
    // Large things first: they are nodes, the rest is ground.
    this.order = Uint32Array.from(found.iris.keys()).sort((one, other) => (drawn[other] ?? 0) - (drawn[one] ?? 0) || one - other);
    const of = (values: ArrayLike<number>) => Float32Array.from(this.order, (at) => values[at] ?? 0);
    this.points = { xs: of(found.x), ys: of(found.y), sizes: of(drawn), kinds: Uint8Array.from(this.order, (at) => found.kind[at] ?? 0) };
    const large = many ? LARGE : size;
    for (let place = 0; place < Math.min(large, size); place += 1) this.addNode(place);
    const names = new Names();
    if (size > large) {
      this.ground = new Ground(host, this.points, large);
      this.grid = new Grid(this.points.xs, this.points.ys, large);
    }
    this.sigma = new Sigma(this.graph, host, {
      allowInvalidContainer: true,
      labelFont: "system-ui, sans-serif",
      labelRenderedSizeThreshold: (many ? 4 : size > 400 ? 5 : 0) * scale,
      labelDensity: 3,
      labelGridCellSize: 110,
      defaultDrawNodeHover: drawHover,
      defaultDrawNodeLabel: names.collect,
      hideEdgesOnMove: !this.few,
      zIndex: true,
      nodeReducer: (node, data) => ({
        ...data,
        hidden: !this.shown.has(data["kind"] as Kind),
        highlighted: node === this.pinned || (node === this.focus && this.grid !== null),
        size: Math.max(data["size"] as number, node === this.focus ? POINTED : 0),
      }),
      edgeReducer: (edge, data) => {
        const near = this.focus !== null && this.graph.hasExtremity(edge, this.focus);
        const { colours } = this;
        return { ...data, size: near ? (this.few ? 1.5 : 0.7) : 0.4, color: near ? colours.text : colours.line, zIndex: near ? 1 : 0 };
      },
    });
    names.attach(this.sigma, size <= 400);
    // Things that come in and go must not move the others.
    this.sigma.setCustomBBox(this.bounds());
    if (this.ground) {
      this.sigma.on("afterRender", () => this.paint());
      this.sigma.getCamera().on("updated", () => this.look());
      this.sigma.on("moveBody", ({ event }) => this.pointAt(event.x, event.y));
    }
    this.sigma.on("enterNode", ({ node }) => this.point((this.hovered = node)));
    this.sigma.on("leaveNode", () => {
      this.hovered = null;
      this.point(this.pinned);
    });
    const choose = (node: string) => {
      this.pinned = node;
      onChoose({ iri: node, name: this.graph.getNodeAttribute(node, "label") as string, kind: this.graph.getNodeAttribute(node, "kind") as Kind });
    };
    this.sigma.on("clickNode", ({ node }) => choose(node));
    this.sigma.on("clickStage", ({ event }) => {
      // Beside a small thing is near enough.
      const iri = this.under(event.x, event.y);
      if (iri === null) this.pinned = null;
      this.point(iri);
      if (iri !== null) choose(iri);
    });
    this.sigma.on("doubleClickNode", ({ node, preventSigmaDefault }) => {
      preventSigmaDefault();
      onOpen(node);
    });
    this.stop = onTheme(() => {
      this.colours = ink();
      this.sigma.refresh({ schedule: true });
    });
  }

  /** Take the lines, pairs of indices of things; of very many those of one thing are drawn at a time. */
  setLines(pairs: readonly number[]): void {
    if (this.few) pairs.forEach((end, at) => at % 2 && this.graph.addEdge(this.iri(pairs[at - 1] ?? 0), this.iri(end)));
    else this.near = linesOf(pairs, this.found.iris.length);
    this.point(this.focus);
  }

  show(kinds: ReadonlySet<Kind>): void {
    this.shown.clear();
    kinds.forEach((kind) => this.shown.add(kind));
    this.sigma.refresh({ schedule: true });
  }

  /** Move to a thing, if it is in the overview. */
  find(iri: string): void {
    this.places ??= new Map(Array.from(this.order, (at, place) => [this.iri(at), place]));
    const place = this.places.get(iri);
    if (place === undefined) return;
    this.pinned = iri;
    this.point(iri);
    this.sigma.refresh();
    const at = this.sigma.getNodeDisplayData(iri);
    if (at) void this.sigma.getCamera().animate({ x: at.x, y: at.y, ratio: 0.12 }, { duration: 600 });
  }

  end(): void {
    clearTimeout(this.timer);
    this.stop();
    this.sigma.kill();
    this.ground?.remove();
  }

  private iri(at: number): string {
    return this.found.base + (this.found.iris[at] ?? "");
  }

  private kindOf(at: number): Kind {
    return this.found.kinds[this.found.kind[at] ?? 0] ?? "person";
  }

  private addNode(place: number): void {
    const at = this.order[place] ?? 0;
    const kind = this.kindOf(at);
    const { xs, ys, sizes } = this.points;
    this.graph.addNode(this.iri(at), { x: xs[place] ?? 0, y: ys[place] ?? 0, label: this.found.names[at], kind, color: COLOURS[kind], size: sizes[place] ?? 1, zIndex: kind === "person" ? 0 : 1 });
  }

  private bounds(): { x: [number, number]; y: [number, number] } {
    const of = (values: Float32Array): [number, number] => {
      const found: [number, number] = [values[0] ?? 0, values[0] ?? 0];
      for (const value of values) {
        found[0] = Math.min(found[0], value);
        found[1] = Math.max(found[1], value);
      }
      return found;
    };
    return { x: of(this.points.xs), y: of(this.points.ys) };
  }

  /** Have these small things as nodes, and no others but what is pointed at. */
  private invite(places: Iterable<number>): void {
    const wanted = new Set(places);
    for (const place of this.guests) {
      const iri = this.iri(this.order[place] ?? 0);
      if (!wanted.has(place) && iri !== this.focus && iri !== this.pinned) {
        this.graph.dropNode(iri);
        this.guests.delete(place);
      }
    }
    for (const place of wanted) {
      if (!this.graph.hasNode(this.iri(this.order[place] ?? 0))) {
        this.addNode(place);
        this.guests.add(place);
      }
    }
  }

  /** Small things in view become nodes once they are few. */
  private look(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.invite([...this.inView(), ...this.around()]), PAUSE);
  }

  private inView(): number[] {
    if (!this.grid) return [];
    const { width, height } = this.sigma.getDimensions();
    const corners = [[0, 0], [width, 0], [0, height], [width, height]].map(([x, y]) => this.sigma.viewportToGraph({ x: x ?? 0, y: y ?? 0 }));
    const [xs, ys] = [corners.map((each) => each.x), corners.map((each) => each.y)];
    return this.grid.inside(Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys), CLOSE) ?? [];
  }

  /** The thing in focus and the other ends of its lines. */
  private around(): number[] {
    if (this.focus === null || this.few) return [];
    this.places ??= new Map(Array.from(this.order, (at, place) => [this.iri(at), place]));
    const place = this.places.get(this.focus) ?? -1;
    const ends = this.near && place >= 0 ? this.near(this.order[place] ?? 0) : [];
    return [place, ...ends.map((at) => this.places?.get(this.iri(at)) ?? -1)].filter((each) => each >= 0);
  }

  /** Show the lines of a thing, which becomes a node if it is none. */
  private point(node: string | null): void {
    this.focus = node;
    if (!this.few) {
      this.graph.clearEdges();
      const around = this.around();
      this.invite([...this.inView(), ...around]);
      const [, ...ends] = around;
      for (const end of ends) if (node !== null) this.graph.addEdge(node, this.iri(this.order[end] ?? 0));
    }
    this.sigma.refresh({ schedule: true });
  }

  /** What the mouse is over, if that is ground. */
  private pointAt(x: number, y: number): void {
    if (this.hovered !== null) return;
    const iri = this.under(x, y);
    if (iri !== null && iri !== this.focus) this.point(iri);
    else if (iri === null && this.focus !== this.pinned) this.point(this.pinned);
  }

  /** The small thing at a place of the screen. */
  private under(x: number, y: number): string | null {
    if (!this.grid) return null;
    const at = this.sigma.viewportToGraph({ x, y });
    const beside = this.sigma.viewportToGraph({ x: x + REACH, y });
    const place = this.grid.nearest(at.x, at.y, Math.hypot(beside.x - at.x, beside.y - at.y), (each) => this.shown.has(this.kindOf(this.order[each] ?? 0)));
    return place < 0 ? null : this.iri(this.order[place] ?? 0);
  }

  private paint(): void {
    const [origin, along, up] = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }].map((each) => this.sigma.graphToViewport(each));
    if (!origin || !along || !up) return;
    const view: View = { a: along.x - origin.x, b: up.x - origin.x, c: origin.x, d: along.y - origin.y, e: up.y - origin.y, f: origin.y };
    const colours = this.found.kinds.map((kind) => (this.shown.has(kind) ? rgb(COLOURS[kind]) : null));
    this.ground?.draw(view, colours, this.sigma.scaleSize(1));
  }
}
