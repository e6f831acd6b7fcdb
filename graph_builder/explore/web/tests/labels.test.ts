import { describe, expect, it } from "vitest";
import { place, type Paper, type Wanted } from "../src/labels";

const PAPER: Paper = { bounds: { left: 0, right: 390, top: 0, bottom: 400 }, height: 14, longest: 300, width: (text) => text.length * 6 };

function node(key: string, x: number, y: number, weight = 0, label = `Name of ${key}`): Wanted {
  return { key, x, y, size: 5, label, weight };
}

const crowd = Array.from({ length: 70 }, (_none, at) => node(`n${at}`, (at * 97) % 390, (at * 61) % 400, at % 7, `Somebody ${"x".repeat(at % 20)}`));

describe("places of names", () => {
  it("stands right of its node if there is room", () => {
    expect(place([node("a", 50, 50)], PAPER)).toEqual([{ key: "a", text: "Name of a", x: 58, y: 50 }]);
  });
  it("stands left of a node at the right edge", () => {
    expect(place([node("a", 385, 50)], PAPER)[0]?.x).toBe(385 - 5 - 3 - 54);
  });
  it("none lies on another, on a node or beyond the edge", () => {
    const written = place(crowd, PAPER, crowd);
    expect(written.length).toBeGreaterThan(10);
    const boxes = written.map((each) => ({ ...each, right: each.x + PAPER.width(each.text), top: each.y - 7, bottom: each.y + 7 }));
    for (const [at, one] of boxes.entries()) {
      expect(one.x >= 0 && one.right <= 390 && one.top >= 0 && one.bottom <= 400).toBe(true);
      for (const other of boxes.slice(at + 1)) expect(one.right <= other.x || other.right <= one.x || one.bottom <= other.top || other.bottom <= one.top).toBe(true);
      for (const disc of crowd) if (disc.key !== one.key) expect(one.right <= disc.x - 5 || one.x >= disc.x + 5 || one.bottom <= disc.y - 5 || one.top >= disc.y + 5).toBe(true);
    }
  });
  it("the weightier name is written where there is room for one", () => {
    const narrow = { ...PAPER, bounds: { left: 40, right: 120, top: 40, bottom: 60 } };
    expect(place([node("a", 50, 50), node("b", 51, 50, 1)], narrow).map((each) => each.key)).toEqual(["b"]);
  });
  it("a name is cut where it has no room whole", () => {
    const narrow = { ...PAPER, bounds: { left: 0, right: 180, top: 40, bottom: 60 } };
    const [written] = place([node("a", 10, 50, 0, "A Very Long Title of a Paper on Something")], narrow);
    expect(written?.text).toBe("A Very Long Title of a Pa…");
  });
  it("keeps off what is held, and is the same each time", () => {
    expect(place([node("a", 50, 50)], PAPER, [], [{ left: 50, right: 200, top: 40, bottom: 60 }])[0]?.x).not.toBe(58);
    expect(place([...crowd].reverse(), PAPER, crowd)).toEqual(place(crowd, PAPER, crowd));
  });
});
