/** What the two canvases share: colours of the theme in force, and how a node's name is drawn. */

import type Sigma from "sigma";
import type { Node } from "./network";
import type { Tie } from "./types";
import type { NodeDisplayData, PartialButFor } from "sigma/types";

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

/** Draw a name that is pointed at, on a ground of its own; the library's own ground is white in the dark, too. */
export function drawHover(context: CanvasRenderingContext2D, data: Drawn, settings: Written): void {
  const colours = ink();
  const size = settings.labelSize;
  context.font = `600 ${size}px ${settings.labelFont}`;
  const label = cut(data.label ?? "", 70);
  context.fillStyle = colours.surface;
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  if (label) {
    const width = context.measureText(label).width;
    context.beginPath();
    context.roundRect(data.x, data.y - size / 2 - 5, data.size + width + 14, size + 10, (size + 10) / 2);
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
  context.fillText(label, data.x + data.size + 5, data.y + size / 3);
}

/** Draw a name beside its node, with a rim that keeps it readable on lines. */
export function drawLabel(context: CanvasRenderingContext2D, data: Drawn, settings: Written): void {
  if (!data.label) return;
  const colours = ink();
  const size = settings.labelSize;
  context.font = `${settings.labelWeight} ${size}px ${settings.labelFont}`;
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = getComputedStyle(document.body).backgroundColor;
  const label = cut(data.label, 42);
  const width = context.measureText(label).width;
  const right = data.x + data.size + 3;
  // What would be cut off at the edge stands left of its node.
  const at = right + width > context.canvas.clientWidth && data.x > width ? data.x - data.size - 3 - width : right;
  context.strokeText(label, at, data.y + size / 3);
  context.fillStyle = colours.text;
  context.fillText(label, at, data.y + size / 3);
}

/** A text of at most so many characters. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…` : text;
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

/** The picture on a canvas as a PNG. */
export async function png(renderer: Sigma<Node, Tie>): Promise<Blob> {
  const { width, height } = renderer.getDimensions();
  const ratio = devicePixelRatio || 1;
  const target = document.createElement("canvas");
  target.width = width * ratio;
  target.height = height * ratio;
  const context = target.getContext("2d");
  if (!context) throw new Error("This browser cannot draw.");
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, target.width, target.height);
  renderer.refresh();
  // The buffers of WebGL are valid until the browser draws next: they are copied in the same turn.
  for (const layer of Object.values(renderer.getCanvases())) {
    if (layer.width && layer.height) context.drawImage(layer, 0, 0, target.width, target.height);
  }
  return new Promise((resolve, reject) => target.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made.")))));
}
