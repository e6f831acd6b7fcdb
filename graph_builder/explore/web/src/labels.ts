/** Names beside nodes so that none lies on another: which are written, where, and how much of them. */

/** A node whose name is wanted, in pixels; of two names without room for both, that with the higher weight is written. */
export interface Wanted {
  key: string;
  x: number;
  y: number;
  size: number;
  label: string;
  weight: number;
}

/** A name that is written: its text, and the left and middle of its line. */
export interface Written {
  key: string;
  text: string;
  x: number;
  y: number;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Paper {
  /** Where names may stand. */
  bounds: Box;
  /** Pixels that a line of text is high. */
  height: number;
  /** Pixels that a name may be long at most. */
  longest: number;
  width: (text: string) => number;
}

/** Characters to which a name is cut where it has no room whole, the longest first. */
const CUTS = [42, 26, 16];
const GAP = 3;

/** A text of at most so many characters. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…` : text;
}

/** Boxes by the cells of a grid that they touch, so that a new one is compared with its surroundings alone. */
class Taken {
  private readonly cells = new Map<string, { box: Box; owner: string }[]>();

  constructor(private readonly side = 64) {}

  add(box: Box, owner: string): void {
    for (const cell of this.around(box)) {
      const known = this.cells.get(cell);
      if (known) known.push({ box, owner });
      else this.cells.set(cell, [{ box, owner }]);
    }
  }

  /** Returns whether a box touches none but what belongs to its own node. */
  hasRoom(box: Box, owner: string): boolean {
    return this.around(box).every((cell) =>
      (this.cells.get(cell) ?? []).every(
        (each) => each.owner === owner || each.box.right <= box.left || each.box.left >= box.right || each.box.bottom <= box.top || each.box.top >= box.bottom,
      ),
    );
  }

  private around(box: Box): string[] {
    const found: string[] = [];
    for (let across = Math.floor(box.left / this.side); across * this.side <= box.right; across += 1)
      for (let down = Math.floor(box.top / this.side); down * this.side <= box.bottom; down += 1) found.push(`${across} ${down}`);
    return found;
  }
}

function within(box: Box, bounds: Box): boolean {
  return box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;
}

function round(node: Wanted): Box {
  return { left: node.x - node.size, right: node.x + node.size, top: node.y - node.size, bottom: node.y + node.size };
}

/** The places of a line of text of some width: right of its node, left of it, below, above, each a little off as well. */
function places(node: Wanted, width: number, height: number): Box[] {
  const { x, y, size } = node;
  const at = (left: number, middle: number): Box => ({ left, right: left + width, top: middle - height / 2, bottom: middle + height / 2 });
  const [right, left, lower, upper] = [x + size + GAP, x - size - GAP - width, y + size + height / 2 + 1, y - size - height / 2 - 1];
  return [
    at(right, y), at(left, y), at(x - width / 2, lower), at(x - width / 2, upper),
    at(right - GAP, y + height / 2), at(right - GAP, y - height / 2), at(left + GAP, y + height / 2), at(left + GAP, y - height / 2),
  ];
}

/**
 * Find places for names.
 *
 * @param wanted the nodes whose names are wanted.
 * @param paper what is written on.
 * @param discs nodes that no name may cover.
 * @param held boxes that are taken already.
 */
export function place(wanted: readonly Wanted[], paper: Paper, discs: readonly Wanted[] = [], held: readonly Box[] = []): Written[] {
  const taken = new Taken();
  for (const disc of discs) taken.add(round(disc), disc.key);
  held.forEach((box) => taken.add(box, ""));
  const order = [...wanted].sort((one, other) => other.weight - one.weight || one.label.length - other.label.length || (one.key < other.key ? -1 : 1));
  return order.flatMap((node) => {
    for (const text of new Set(CUTS.map((most) => cut(node.label, most)))) {
      const width = paper.width(text);
      if (!text || width > paper.longest) continue;
      const box = places(node, width, paper.height).find((each) => within(each, paper.bounds) && taken.hasRoom(each, node.key));
      if (!box) continue;
      taken.add(box, `${node.key} name`);
      return [{ key: node.key, text, x: box.left, y: (box.top + box.bottom) / 2 }];
    }
    return [];
  });
}
