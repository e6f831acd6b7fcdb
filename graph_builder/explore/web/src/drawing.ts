/** A network as a file: SVG, GEXF, and one page that needs no network. All text is escaped. */

import { COLOURS, isDirected, relationColour } from "./colours";
import { cut, place } from "./labels";
import { colourOf, type Look } from "./looks";
import type { Network } from "./network";
import { OPEN_END } from "./years";

/** Pixels of a letter at most, on the average, in the drawing's type. */
const LETTER = 6.6;
/** Pixels beside the drawing for its legend. */
const LEGEND = 200;

export function escape(text: string): string {
  return text
    // Characters that XML cannot hold.
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c] ?? c);
}

type Visible = { nodes: ReadonlySet<string>; ties: ReadonlySet<string> };

/** The drawing of a network: lines in the colours of their relations, nodes in those of their kinds, and a legend. */
export function svg(network: Network, visible: Visible, title: string, look: Look, sizeOf: (node: string) => number): string {
  const nodes = [...visible.nodes].sort();
  const ties = [...visible.ties].sort();
  const places = nodes.map((node) => network.getNodeAttributes(node));
  const relations = [...new Set(ties.map((key) => network.getEdgeAttribute(key, "relation")))].sort();
  const legend = [
    ...look.legend.map(([name, colour]) => ({ name, colour, isLine: false })),
    ...relations.map((name) => ({ name, colour: relationColour(name), isLine: true })),
  ];
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => -place.y);
  const [left, right] = [Math.min(0, ...xs), Math.max(1, ...xs)];
  const [top, bottom] = [Math.min(0, ...ys), Math.max(1, ...ys)];
  const scale = 1100 / Math.max(right - left, (bottom - top) * 1.4, 1);
  const at = (x: number, y: number): [string, string] => [((x - left) * scale + 60).toFixed(1), ((-y - top) * scale + 60).toFixed(1)];
  const drawn = Math.ceil((right - left) * scale + 260);
  const width = drawn + LEGEND;
  const height = Math.max(Math.ceil((bottom - top) * scale + 120), 60 + legend.length * 20);
  const lines = ties.map((key) => {
    const [start, end] = network.extremities(key);
    const { relation, count } = network.getEdgeAttributes(key);
    const [x1, y1] = at(network.getNodeAttribute(start, "x"), network.getNodeAttribute(start, "y"));
    const [x2, y2] = at(network.getNodeAttribute(end, "x"), network.getNodeAttribute(end, "y"));
    const head = isDirected(relation) ? ` marker-mid="url(#head)"` : "";
    const middle = `${((Number(x1) + Number(x2)) / 2).toFixed(1)},${((Number(y1) + Number(y2)) / 2).toFixed(1)}`;
    return `<polyline points="${x1},${y1} ${middle} ${x2},${y2}" fill="none" stroke="${relationColour(relation)}" stroke-width="${lineWidth(count).toFixed(1)}"${head}><title>${escape(relation)}</title></polyline>`;
  });
  const discs = nodes.map((node) => {
    const { x, y, name } = network.getNodeAttributes(node);
    const [across, down] = at(x, y).map(Number);
    const radius = sizeOf(node);
    return { key: node, x: across ?? 0, y: down ?? 0, size: radius, label: name, weight: radius };
  });
  const paper = { bounds: { left: 4, right: drawn - 4, top: 4, bottom: height - 4 }, height: 15, longest: 320, width: (text: string) => text.length * LETTER };
  const names = new Map(place(discs, paper, discs).map((each) => [each.key, each]));
  const dots = discs.map(({ key, x, y, size, label }) => {
    const written = names.get(key);
    const text = written ? `<text x="${written.x.toFixed(1)}" y="${(written.y + 4).toFixed(1)}">${escape(written.text)}</text>` : "";
    const colour = colourOf(look, key, network.getNodeAttributes(key));
    return `<g><circle cx="${x}" cy="${y}" r="${size.toFixed(1)}" fill="${colour}"><title>${escape(label)}</title></circle>${text}</g>`;
  });
  const keys = legend.map(({ name, colour, isLine }, row) => {
    const [x, y] = [drawn + 12, 40 + row * 20];
    const mark = isLine ? `<line x1="${x - 7}" y1="${y}" x2="${x + 7}" y2="${y}" stroke="${colour}" stroke-width="3"/>` : `<circle cx="${x}" cy="${y}" r="6" fill="${colour}"/>`;
    return `${mark}<text x="${x + 14}" y="${y + 4}">${escape(cut(name, 24))}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escape(title)}</title>`,
    "<style>text{font:12px system-ui,sans-serif;fill:#1c2430;paint-order:stroke;stroke:#fff;stroke-width:3px}polyline{stroke-opacity:.4}circle{stroke:#fff;stroke-width:1.5}</style>",
    '<defs><marker id="head" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8Z" fill="#566173"/></marker></defs>',
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...lines,
    ...dots,
    ...keys,
    "</svg>",
  ].join("\n");
}

/** How wide a line is drawn that stands for so many facts or papers. */
export function lineWidth(count: number): number {
  return Math.min(6, 1 + Math.log2(Math.max(1, count)));
}

/** A drawing as a picture of some pixels' width, larger than any screen if wanted. */
export async function png(drawing: string, width: number): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large for this browser.")))));
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function gexf(network: Network, visible: Visible): string {
  const nodes = [...visible.nodes].sort();
  const rgb = (colour: string): string => [1, 3, 5].map((at, place) => `${"rgb"[place]}="${parseInt(colour.slice(at, at + 2), 16)}"`).join(" ");
  const span = (years: [number, number] | null): string =>
    years ? ` start="${years[0]}"${years[1] < OPEN_END ? ` end="${years[1]}"` : ""}` : "";
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">',
    '<graph defaultedgetype="directed" mode="dynamic" timeformat="integer">',
    '<attributes class="node"><attribute id="kind" title="kind" type="string"/></attributes>',
    '<attributes class="edge"><attribute id="relation" title="relation" type="string"/><attribute id="confidence" title="confidence" type="double"/></attributes>',
    "<nodes>",
    ...nodes.map((node) => {
      const data = network.getNodeAttributes(node);
      return `<node id="${escape(node)}" label="${escape(data.name)}"><attvalues><attvalue for="kind" value="${data.kind}"/></attvalues><viz:position x="${data.x.toFixed(2)}" y="${data.y.toFixed(2)}"/><viz:color ${rgb(COLOURS[data.kind])}/></node>`;
    }),
    "</nodes>",
    "<edges>",
    ...[...visible.ties].sort().map((key, place) => {
      const tie = network.getEdgeAttributes(key);
      return `<edge id="${place}" source="${escape(tie.start)}" target="${escape(tie.end)}" label="${escape(tie.relation)}" weight="${tie.count}"${span(tie.years)}><attvalues><attvalue for="relation" value="${escape(tie.relation)}"/><attvalue for="confidence" value="${tie.confidence}"/></attvalues></edge>`;
    }),
    "</edges>",
    "</graph>",
    "</gexf>",
  ].join("\n");
}

/** The lines of a network as a table in CSV; a cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function table(network: Network, visible: Visible): string {
  const cell = (value: string | number) => {
    const text = String(value);
    return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  };
  const rows = [...visible.ties].sort().map((key) => {
    const tie = network.getEdgeAttributes(key);
    const [from, to] = [network.getNodeAttributes(tie.start), network.getNodeAttributes(tie.end)];
    const [first, last] = tie.years ?? ["", ""];
    return [from.name, from.kind, tie.relation, to.name, to.kind, first, last === OPEN_END ? "" : last, tie.count, tie.confidence, tie.start, tie.end];
  });
  const head = ["from", "fromKind", "relation", "to", "toKind", "firstYear", "lastYear", "count", "confidence", "fromIri", "toIri"];
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

const MOVE =
  "const s=document.querySelector('svg'),b=s.viewBox.baseVal;let d=null;" +
  "addEventListener('wheel',e=>{e.preventDefault();const k=Math.exp(e.deltaY*.0015),r=s.getBoundingClientRect(),x=b.x+(e.clientX-r.left)/r.width*b.width,y=b.y+(e.clientY-r.top)/r.height*b.height;b.x=x+(b.x-x)*k;b.y=y+(b.y-y)*k;b.width*=k;b.height*=k},{passive:false});" +
  "addEventListener('pointerdown',e=>d=[e.clientX,e.clientY]);addEventListener('pointerup',()=>d=null);" +
  "addEventListener('pointermove',e=>{if(!d)return;const r=s.getBoundingClientRect();b.x-=(e.clientX-d[0])/r.width*b.width;b.y-=(e.clientY-d[1])/r.height*b.height;d=[e.clientX,e.clientY]});";

/** One page with the drawing in it, which can be moved and zoomed and asks for nothing. */
export async function offlinePage(drawing: string, title: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(MOVE));
  const digest = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${digest}'`;
  const whole = drawing.replace(/width="\d+" height="\d+" /, 'width="100%" height="100%" ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${escape(title)}</title><style>html,body{margin:0;height:100%;overflow:hidden;cursor:grab}</style></head><body>${whole}<script>${MOVE}</script></body></html>`;
}

/** Have the browser save what an address leads to. */
export function follow(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

export function download(name: string, content: Blob | string, type: string): void {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  follow(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
