/** What the two canvases share: colours of the theme in force, and how a node's name is drawn. */

import type Sigma from "sigma";
import { cut, place, type Box, type Paper, type Wanted } from "./labels";
import type { Attributes } from "graphology-types";
import type { NodeDisplayData, PartialButFor } from "sigma/types";

/** Groups that are named at most, and members from which on a group is. */
const [MOST_GROUPS, LEAST_MEMBERS] = [12, 3];

/** Whether this browser draws by WebGL, which the graph needs to be moved and zoomed. */
export function hasWebGL(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}

export interface Ink {
  text: string;
  surface: string;
  line: string;
  faded: string;
}

export function ink(): Ink {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return { text: of("--text"), surface: of("--surface"), line: of("--edge"), faded: of("--faded") };
}

interface Written {
  labelSize: number;
  labelFont: string;
  labelWeight: string;
}

type Drawn = PartialButFor<NodeDisplayData, "x" | "y" | "size" | "label" | "color">;

/** Where a name that is pointed at stands, with its ground: right of its node, or left where that would be cut off. */
function pointed(context: CanvasRenderingContext2D, data: Drawn, settings: Written): { text: string; at: number; box: Box } {
  const size = settings.labelSize;
  context.font = `600 ${size}px ${settings.labelFont}`;
  const room = context.canvas.clientWidth - 4;
  const most = Math.max(data.x, room - data.x) - data.size - 14;
  let text = cut(data.label ?? "", 70);
  while (text.length > 8 && context.measureText(text).width > most) text = cut(text, text.length - 2);
  const width = context.measureText(text).width;
  const leftwards = data.x + data.size + width + 14 > room && data.x > room - data.x;
  const at = leftwards ? data.x - data.size - 5 - width : data.x + data.size + 5;
  const half = size / 2 + 5;
  return { text, at, box: { left: leftwards ? at - 9 : data.x, right: leftwards ? data.x : at + width + 9, top: data.y - half, bottom: data.y + half } };
}

/** Draw a name that is pointed at, on a ground of its own; the library's own ground is white in the dark, too. */
export function drawHover(context: CanvasRenderingContext2D, data: Drawn, settings: Written): void {
  const colours = ink();
  const { text, at, box } = pointed(context, data, settings);
  context.fillStyle = colours.surface;
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  if (text) {
    context.beginPath();
    context.roundRect(box.left, box.top, box.right - box.left, box.bottom - box.top, (box.bottom - box.top) / 2);
    context.fill();
    context.stroke();
  }
  context.beginPath();
  context.arc(data.x, data.y, data.size + 2.5, 0, Math.PI * 2);
  context.fill();
  context.beginPath();
  context.arc(data.x, data.y, data.size, 0, Math.PI * 2);
  context.fillStyle = data.color;
  context.fill();
  context.fillStyle = colours.text;
  context.fillText(text, at, data.y + settings.labelSize / 3);
}

/** The names of a picture, written once all that are wanted are known, so that none lies on another. */
export class Names {
  private readonly wanted = new Map<string, Drawn>();
  private readonly widths = new Map<string, number>();

  /** Groups of nodes, each written with its name in the middle of them. */
  groups: readonly { name: string; colour: string; members: readonly string[] }[] = [];

  /** What the library calls for each name; nothing is written before the picture is done. */
  readonly collect = (_context: CanvasRenderingContext2D, data: Drawn): void => {
    this.wanted.set((data as Drawn & { key: string }).key, data);
  };

  /** Write the names of a picture whenever it has been drawn; with *around*, off all its nodes too. */
  attach<N extends Attributes, E extends Attributes>(renderer: Sigma<N, E>, around: boolean): void {
    renderer.on("beforeRender", () => this.wanted.clear());
    renderer.on("afterRender", () => {
      const layer = renderer.getCanvases()["labels"];
      const context = layer?.getContext("2d");
      if (layer && context) this.write(context, renderer, around ? discs(renderer) : []);
    });
  }

  private write<N extends Attributes, E extends Attributes>(context: CanvasRenderingContext2D, renderer: Sigma<N, E>, discs: readonly Wanted[]): void {
    const settings = renderer.getSettings();
    const { width, height } = renderer.getDimensions();
    const all = [...this.wanted].flatMap(([key, data]) => (data.label ? [{ key, data, label: data.label }] : []));
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = getComputedStyle(document.body).backgroundColor;
    const held = [...all.filter(({ data }) => data.highlighted).map(({ data }) => pointed(context, data, settings).box), ...this.writeGroups(context, renderer)];
    context.font = `${settings.labelWeight} ${settings.labelSize}px ${settings.labelFont}`;
    const paper: Paper = {
      bounds: { left: 2, right: width - 2, top: 2, bottom: height - 2 },
      height: settings.labelSize + 3,
      longest: Math.max(110, width * 0.45),
      width: (text) => this.widthOf(context, text),
    };
    const wanted = all.filter(({ data }) => !data.highlighted).map(({ key, data, label }) => ({ ...data, key, label, weight: (data.forceLabel ? 1000 : 0) + data.size }));
    context.fillStyle = ink().text;
    for (const { text, x, y } of place(wanted, paper, discs, held)) {
      context.strokeText(text, x, y + settings.labelSize / 3);
      context.fillText(text, x, y + settings.labelSize / 3);
    }
  }

  /** Write the names of groups; returns where they stand. */
  private writeGroups<N extends Attributes, E extends Attributes>(context: CanvasRenderingContext2D, renderer: Sigma<N, E>): Box[] {
    const size = 16;
    context.font = `700 ${size}px ${renderer.getSettings().labelFont}`;
    const found: Box[] = [];
    for (const { name, colour, members } of this.groups.slice(0, MOST_GROUPS)) {
      const at = members.flatMap((node) => {
        const data = renderer.getNodeDisplayData(node);
        return data && !data.hidden ? [renderer.framedGraphToViewport(data)] : [];
      });
      if (at.length < LEAST_MEMBERS) continue;
      const [x, y] = [at.reduce((sum, each) => sum + each.x, 0) / at.length, at.reduce((sum, each) => sum + each.y, 0) / at.length];
      const text = cut(`around ${name}`, 40);
      const width = this.widthOf(context, text);
      const box = { left: x - width / 2, right: x + width / 2, top: y - size / 2, bottom: y + size / 2 };
      if (found.some((each) => each.left < box.right && each.right > box.left && each.top < box.bottom && each.bottom > box.top)) continue;
      context.fillStyle = colour;
      context.strokeText(text, box.left, y + size / 3);
      context.fillText(text, box.left, y + size / 3);
      found.push(box);
    }
    return found;
  }

  private widthOf(context: CanvasRenderingContext2D, text: string): number {
    const key = `${context.font} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    if (this.widths.size > 20_000) this.widths.clear();
    const width = context.measureText(text).width;
    this.widths.set(key, width);
    return width;
  }
}

/** Measures how many pixels a text of a chart is wide. */
export function ruler(): (text: string) => number {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return (text) => text.length * 7;
  context.font = `12px ${getComputedStyle(document.documentElement).fontFamily}`;
  return (text) => context.measureText(text).width;
}

/** The nodes of a picture as they stand on the screen. */
function discs<N extends Attributes, E extends Attributes>(renderer: Sigma<N, E>): Wanted[] {
  return renderer.getGraph().mapNodes((key) => {
    const data = renderer.getNodeDisplayData(key);
    const size = data && !data.hidden ? renderer.scaleSize(data.size) : -1;
    return { key, ...renderer.framedGraphToViewport(data ?? { x: 0, y: 0 }), size, label: "", weight: 0 };
  }).filter((each) => each.size > 0);
}

export const THEME = "theme-changed";

/** Call *changed* now, and again whenever the theme changes; returns how to stop. */
export function onTheme(changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  addEventListener(THEME, changed);
  system.addEventListener("change", changed);
  changed();
  return () => {
    removeEventListener(THEME, changed);
    system.removeEventListener("change", changed);
  };
}
