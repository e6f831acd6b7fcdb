/** Places of a network's nodes: forces first, then room for the names beside them. */

import forceAtlas2 from "graphology-layout-forceatlas2";
import { part, type Network } from "./network";

/** Pixels on which a network is shown. */
export interface Screen {
  width: number;
  height: number;
  padding: number;
}

/** Nodes among whom each name gets room; of more only some are named at a time. */
const NAMED = 150;
/** Rounds times nodes of a layout, and nodes beyond which far ones push together. */
const [WORK, MANY] = [20_000, 500];
const LETTER = 6.3;
const LONGEST = 30;
const [SIDE, LINE] = [14, 19];
const [TURNS, ROUNDS] = [4, 40];
/** How far a picture may be stretched to the proportions of its screen. */
const STRETCH = 1.8;

export const FORCES = { gravity: 0.6, scalingRatio: 12 };

/** Let forces work for some rounds, and make room; pinned nodes keep their places. */
export function settle(network: Network, rounds: number, screen: Screen): void {
  if (network.order < 2) return;
  const pinned = network.filterNodes((_node, data) => data.pinned).map((node) => [node, { ...place(network, node) }] as const);
  // A large network gets fewer rounds, so that one never waits for more than some tenths of a second.
  const iterations = Math.min(rounds, Math.ceil(WORK / network.order));
  const settings = { ...forceAtlas2.inferSettings(network), ...FORCES, slowDown: 6, barnesHutOptimize: network.order > MANY };
  forceAtlas2.assign(network, { iterations, settings });
  pinned.forEach(([node, at]) => network.mergeNodeAttributes(node, at));
  makeRoom(network, screen);
}

/** Settle a part of a network by itself: what is not shown neither pulls nor takes room. */
export function settlePart(network: Network, shown: Parameters<typeof part>[1], rounds: number, screen: Screen): void {
  const alone = part(network, shown);
  settle(alone, rounds, screen);
  alone.forEachNode((node, { x, y }) => network.mergeNodeAttributes(node, { x, y }));
}

/** Move nodes apart until their names have room on a screen, as far as that is to be had. */
export function makeRoom(network: Network, screen: Screen): void {
  const nodes = network.filterNodes((_node, data) => !data.hidden);
  if (nodes.length < 2 || nodes.length > NAMED) return;
  const at = nodes.map((node) => ({ ...place(network, node) }));
  const fixed = nodes.map((node) => network.getNodeAttribute(node, "pinned") === true);
  const wide = nodes.map((node) => SIDE + Math.min(LONGEST, network.getNodeAttribute(node, "name").length) * LETTER);
  const room = { width: Math.max(80, screen.width - 2 * screen.padding), height: Math.max(80, screen.height - 2 * screen.padding) };
  for (let turn = 0; turn < TURNS; turn += 1) {
    // Names are wide, so that making room for them makes the picture wide.
    if (!fixed.some(Boolean)) stretch(at, room);
    const scale = pixels(at, room);
    for (let round = 0; round < ROUNDS; round += 1) if (!apart(at, wide, fixed, scale)) break;
  }
  if (!fixed.some(Boolean)) stretch(at, room);
  nodes.forEach((node, order) => network.mergeNodeAttributes(node, at[order] ?? {}));
}

interface Point {
  x: number;
  y: number;
}

function place(network: Network, node: string): Point {
  const { x, y } = network.getNodeAttributes(node);
  return { x, y };
}

function extent(at: readonly Point[]): { width: number; height: number } {
  const [xs, ys] = [at.map((each) => each.x), at.map((each) => each.y)];
  return { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) };
}

/** Give a cloud of points the proportions of a screen, which is seldom square. */
function stretch(at: Point[], room: { width: number; height: number }): void {
  const has = extent(at);
  if (has.width <= 0 || has.height <= 0) return;
  const by = Math.min(STRETCH, Math.max(1 / STRETCH, room.width / room.height / (has.width / has.height)));
  for (const each of at) {
    each.x *= Math.sqrt(by);
    each.y /= Math.sqrt(by);
  }
}

/** How many pixels a unit of the plane becomes when all is in view. */
function pixels(at: readonly Point[], room: { width: number; height: number }): number {
  const has = extent(at);
  return Math.min(room.width / Math.max(has.width, 1e-6), room.height / Math.max(has.height, 1e-6));
}

/** Move each two nodes whose names overlap apart along the shorter way; returns whether there were any. */
function apart(at: Point[], wide: readonly number[], fixed: readonly boolean[], scale: number): boolean {
  let moved = false;
  at.forEach((one, first) => {
    for (let second = first + 1; second < at.length; second += 1) {
      const other = at[second];
      if (!other || (fixed[first] && fixed[second])) continue;
      // A name begins at its node: of two on a line it is the left one's that takes room.
      const dx = other.x - one.x;
      const across = (dx >= 0 ? (wide[first] ?? 0) : (wide[second] ?? 0)) / scale - Math.abs(dx);
      const dy = other.y - one.y;
      const down = LINE / scale - Math.abs(dy);
      if (across <= 0 || down <= 0) continue;
      moved = true;
      const [side, up] = across < down ? [(dx >= 0 ? across : -across) / 2, 0] : [0, (dy > 0 || (dy === 0 && first % 2) ? down : -down) / 2];
      const [mine, theirs] = fixed[first] ? [0, 2] : fixed[second] ? [2, 0] : [1, 1];
      one.x -= side * mine * 0.6;
      one.y -= up * mine * 0.6;
      other.x += side * theirs * 0.6;
      other.y += up * theirs * 0.6;
    }
  });
  return moved;
}
