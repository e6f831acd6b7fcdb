/** Points of a plane by the cells of a grid: what is near a place, what is in a window. */

export class Grid {
  private readonly starts: Uint32Array;
  private readonly order: Uint32Array;
  private readonly left: number;
  private readonly low: number;
  private readonly cell: number;
  private readonly side: number;

  /** Points from index *from* on; those before it are not looked for. */
  constructor(private readonly xs: ArrayLike<number>, private readonly ys: ArrayLike<number>, private readonly from = 0) {
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = from; at < xs.length; at += 1) {
      left = Math.min(left, xs[at] ?? 0);
      right = Math.max(right, xs[at] ?? 0);
      low = Math.min(low, ys[at] ?? 0);
      high = Math.max(high, ys[at] ?? 0);
    }
    this.left = Number.isFinite(left) ? left : 0;
    this.low = Number.isFinite(low) ? low : 0;
    this.side = Math.max(1, Math.min(256, Math.ceil(Math.sqrt(xs.length / 4))));
    this.cell = Math.max(right - left, high - low, 1e-9) / this.side || 1;
    if (!Number.isFinite(this.cell)) this.cell = 1;
    this.starts = new Uint32Array(this.side * this.side + 1);
    const cells = new Uint32Array(xs.length);
    for (let at = from; at < xs.length; at += 1) {
      const cell = this.row(ys[at] ?? 0) * this.side + this.column(xs[at] ?? 0);
      cells[at] = cell;
      this.starts[cell + 1] = (this.starts[cell + 1] ?? 0) + 1;
    }
    for (let cell = 0; cell < this.side * this.side; cell += 1) this.starts[cell + 1] = (this.starts[cell + 1] ?? 0) + (this.starts[cell] ?? 0);
    const next = this.starts.slice();
    this.order = new Uint32Array(Math.max(0, xs.length - from));
    for (let at = from; at < xs.length; at += 1) {
      const slot = next[cells[at] ?? 0] ?? 0;
      this.order[slot] = at;
      next[cells[at] ?? 0] = slot + 1;
    }
  }

  /** The point that is nearest to a place, if one that *counts* is within reach; else -1. */
  nearest(x: number, y: number, reach: number, counts: (at: number) => boolean = () => true): number {
    let [best, least] = [-1, reach * reach];
    this.each(x - reach, x + reach, y - reach, y + reach, (at) => {
      const away = ((this.xs[at] ?? 0) - x) ** 2 + ((this.ys[at] ?? 0) - y) ** 2;
      if (away <= least && counts(at)) [best, least] = [at, away];
      return true;
    });
    return best;
  }

  /** The points in a window, or null if they are more than *most*. */
  inside(left: number, right: number, low: number, high: number, most: number): number[] | null {
    const found: number[] = [];
    this.each(left, right, low, high, (at) => {
      const [x, y] = [this.xs[at] ?? 0, this.ys[at] ?? 0];
      if (x >= left && x <= right && y >= low && y <= high) found.push(at);
      return found.length <= most;
    });
    return found.length > most ? null : found;
  }

  /** Call *take* for the points of all cells that a window touches, until it says no. */
  private each(left: number, right: number, low: number, high: number, take: (at: number) => boolean): void {
    for (let row = this.row(low); row <= this.row(high); row += 1) {
      const [first, last] = [row * this.side + this.column(left), row * this.side + this.column(right)];
      for (let slot = this.starts[first] ?? 0; slot < (this.starts[last + 1] ?? 0); slot += 1) if (!take(this.order[slot] ?? this.from)) return;
    }
  }

  private column(x: number): number {
    return Math.min(this.side - 1, Math.max(0, Math.floor((x - this.left) / this.cell)));
  }

  private row(y: number): number {
    return Math.min(this.side - 1, Math.max(0, Math.floor((y - this.low) / this.cell)));
  }
}
