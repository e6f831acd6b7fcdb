import { describe, expect, it } from "vitest";
import { add, newNetwork, type Network } from "../src/network";
import { makeRoom, settle } from "../src/settle";

const SCREEN = { width: 390, height: 420, padding: 24 };

function star(leaves: number): Network {
  const network = newNetwork();
  const things = Array.from({ length: leaves + 1 }, (_none, at) => ({ iri: `urn:${at}`, kind: "person" as const, name: `Person number ${at}` }));
  const ties = things.slice(1).map((thing) => ({ start: "urn:0", end: thing.iri, relation: "co-author", years: null, confidence: 1, facts: [], count: 1 }));
  add(network, things, ties, "urn:0");
  return network;
}

/** Pairs of names that lie on each other when the whole network is in view. */
function overlaps(network: Network): number {
  const at = network.mapNodes((_node, data) => ({ x: data.x, y: data.y, wide: data.name.length * 6.3 }));
  const span = (of: "x" | "y") => Math.max(...at.map((each) => each[of])) - Math.min(...at.map((each) => each[of]));
  const scale = Math.min(342 / span("x"), 372 / span("y"));
  return at.flatMap((one, first) => at.slice(first + 1).filter((other) => {
    const [left, right] = one.x <= other.x ? [one, other] : [other, one];
    return (right.x - left.x) * scale < left.wide && Math.abs(one.y - other.y) * scale < 14;
  })).length;
}

describe("room for names", () => {
  it("is made between neighbours", () => {
    const network = star(24);
    settle(network, 120, SCREEN);
    expect(overlaps(network)).toBeLessThanOrEqual(3);
  });
  it("leaves pinned nodes where they are", () => {
    const network = star(12);
    network.mergeNodeAttributes("urn:3", { x: 1, y: 2, pinned: true });
    settle(network, 60, SCREEN);
    expect(network.getNodeAttributes("urn:3")).toMatchObject({ x: 1, y: 2 });
  });
  it("keeps one node, and is the same each time", () => {
    const one = star(0);
    makeRoom(one, SCREEN);
    expect(one.getNodeAttributes("urn:0")).toMatchObject({ x: 0, y: 0 });
    const [first, second] = [star(30), star(30)];
    settle(first, 80, SCREEN);
    settle(second, 80, SCREEN);
    expect(first.export()).toEqual(second.export());
  });
});
