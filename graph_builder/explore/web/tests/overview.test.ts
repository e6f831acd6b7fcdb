import { describe, expect, it } from "vitest";
import { Grid } from "../src/grid";
import { paint, stamp } from "../src/ground";

const random = (seed: number) => () => (seed = (seed * 48271) % 2147483647) / 2147483647;

describe("points by cells", () => {
  const next = random(7);
  const xs = Float32Array.from({ length: 3000 }, () => next() * 200 - 100);
  const ys = Float32Array.from({ length: 3000 }, () => next() * 80);
  const grid = new Grid(xs, ys, 500);
  it.each([[0, 40], [-99, 1], [50, 79], [500, 500]])("the nearest to %d %d is that of a plain search", (x, y) => {
    const away = (at: number) => ((xs[at] ?? 0) - x) ** 2 + ((ys[at] ?? 0) - y) ** 2;
    let best = -1;
    for (let at = 500; at < xs.length; at += 1) if (away(at) <= 25 && (best < 0 || away(at) < away(best))) best = at;
    expect(grid.nearest(x, y, 5)).toBe(best);
  });
  it("what does not count is passed over", () => {
    const first = grid.nearest(0, 40, 20);
    expect(grid.nearest(0, 40, 20, (at) => at !== first)).not.toBe(first);
  });
  it("a window has what is in it, or says that it is too much", () => {
    const expected = [...xs.keys()].filter((at) => at >= 500 && Math.abs((xs[at] ?? 0)) <= 10 && (ys[at] ?? 0) <= 20);
    expect(grid.inside(-10, 10, 0, 20, 3000)?.sort((one, other) => one - other)).toEqual(expected);
    expect(grid.inside(-10, 10, 0, 20, 3)).toBeNull();
  });
  it("none, one, and all at one place are no error", () => {
    expect(new Grid([], []).nearest(0, 0, 10)).toBe(-1);
    expect(new Grid([5], [5]).nearest(4, 5, 2)).toBe(0);
    expect(new Grid([1, 1, 1], [2, 2, 2]).inside(0, 3, 0, 3, 9)).toEqual([0, 1, 2]);
  });
});

describe("ground", () => {
  it("a disc covers its area", () => {
    for (const radius of [0.5, 1, 2.5, 6]) {
      const area = stamp(radius).cover.reduce((sum, each) => sum + each, 0);
      expect(Math.abs(area - Math.PI * radius * radius)).toBeLessThan(0.6 + 0.1 * area);
    }
  });
  it("is painted where the view says, in the colour of its kind, and not beyond the edge", () => {
    const pixels = new Uint8ClampedArray(20 * 10 * 4);
    const points = { xs: [0, 1, 100, 2], ys: [0, 0, 0, 0], sizes: [1, 1, 1, 1], kinds: [0, 1, 0, 2] };
    paint(pixels, 20, 10, { a: 5, b: 0, c: 4, d: 0, e: -5, f: 5 }, points, 1, [[1, 2, 3], [4, 5, 6], null], 1);
    const at = (x: number, y: number) => [...pixels.slice((y * 20 + x) * 4, (y * 20 + x) * 4 + 4)];
    expect(at(9, 5)).toEqual([4, 5, 6, 255]);
    expect(at(4, 5)).toEqual([0, 0, 0, 0]); // before *from*
    expect(at(14, 5)).toEqual([0, 0, 0, 0]); // a kind that is not shown
    paint(pixels, 20, 10, { a: 1, b: 0, c: 19, d: 0, e: 1, f: 9 }, { xs: [0], ys: [0], sizes: [8], kinds: [0] }, 0, [[1, 2, 3]], 1);
    expect(at(19, 9)).toEqual([1, 2, 3, 255]);
  });
});
