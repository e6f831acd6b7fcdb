import { describe, expect, it } from "vitest";
import { add, moves, newNetwork, Past, passes, reached, shown, tieKey, treePlaces, yearsOf, type Filter } from "../src/network";
import { OPEN_END } from "../src/years";
import { KINDS, type Kind, type Thing, type Tie } from "../src/types";

const thing = (iri: string, kind: Kind = "person"): Thing => ({ iri, kind, name: iri.toUpperCase() });
const tie = (start: string, relation: string, end: string, years: [number, number] | null = null, confidence = 1): Tie => ({ start, end, relation, years, confidence, facts: [`${start}-${end}`], count: 1 });
const all: Filter = { kinds: new Set(KINDS), relations: new Set(["employment", "advising", "authorship"]), confidence: 0, years: null, undated: false };

function world() {
  const network = newNetwork();
  add(
    network,
    [thing("ada"), thing("bob"), thing("cem"), thing("lab", "organization"), thing("uni", "organization"), thing("p1", "work"), thing("p2", "work")],
    [
      tie("ada", "employment", "uni", [2010, 2014]),
      tie("ada", "employment", "lab", [2015, OPEN_END]),
      tie("bob", "employment", "lab", null, 0.4),
      tie("bob", "advising", "ada"),
      tie("cem", "advising", "bob"),
      tie("ada", "authorship", "p1", [2016, 2016]),
      tie("bob", "authorship", "p1", [2016, 2016]),
      tie("ada", "authorship", "p2", [2019, 2019]),
      tie("bob", "authorship", "p2", [2019, 2019]),
    ],
  );
  return network;
}

describe("adding", () => {
  it("says what is new, and leaves places and ties of what is known", () => {
    const network = world();
    const { x } = network.getNodeAttributes("ada");
    expect(add(network, [thing("ada"), thing("dan")], [tie("ada", "employment", "lab", [2015, 2020])], "ada")).toEqual(["dan"]);
    expect(network.getNodeAttribute("ada", "x")).toBe(x);
    expect(network.getEdgeAttribute(tieKey(tie("ada", "employment", "lab")), "years")).toEqual([2015, 2020]);
  });
  it("leaves out ties to what is not there", () => {
    const network = newNetwork();
    add(network, [thing("ada")], [tie("ada", "employment", "nowhere")]);
    expect(network.size).toBe(0);
  });
  it("gives each new thing a place of its own", () => {
    const network = world();
    expect(new Set(network.mapNodes((_node, data) => `${data.x} ${data.y}`)).size).toBe(network.order);
  });
});

describe("filters", () => {
  it.each([
    [{ confidence: 0.5 }, false],
    [{ confidence: 0.3 }, true],
    [{ relations: new Set(["advising"]) }, false],
    [{ years: [2010, 2020] as const }, false],
    [{ years: [2010, 2020] as const, undated: true }, true],
  ])("of a tie: %o", (some, passed) => {
    expect(passes(tie("bob", "employment", "lab", null, 0.4), { ...all, ...some })).toBe(passed);
  });
  it("of years show who was where then, and keep what was asked for", () => {
    const found = shown(world(), { ...all, years: [2019, 2019] }, new Set(["cem"]));
    expect([...found.nodes].sort()).toEqual(["ada", "bob", "cem", "lab", "p2"]);
  });
  it("of confidence leave nothing behind without a line, but what had none before", () => {
    const network = world();
    add(network, [thing("dan"), thing("eve")], [tie("eve", "employment", "lab", null, 0.2)]);
    const found = shown(network, { ...all, confidence: 0.5 });
    expect([found.nodes.has("dan"), found.nodes.has("eve")]).toEqual([true, false]);
  });
  it("of kinds take the ties with them", () => {
    const found = shown(world(), { ...all, kinds: new Set<Kind>(["person"]) });
    expect([...found.ties].sort()).toEqual(["bob advising ada", "cem advising bob"]);
  });
  it("leave out what was hidden by hand", () => {
    const network = world();
    network.setNodeAttribute("lab", "hidden", true);
    expect(shown(network, all).nodes.has("lab")).toBe(false);
  });
});

it("an open end lasts until today", () => {
  expect(yearsOf(world(), 2026)).toEqual([2010, 2026]);
  expect(yearsOf(newNetwork())).toBeNull();
});

it("counts what a network has on the ways from a thing", () => {
  expect([reached(world(), "ada", ["authorship:out"]), reached(world(), "ada", []), reached(world(), "lab", ["employment:out"])]).toEqual([2, 5, 0]);
});

it("a move leads from one stay to the next that began later", () => {
  const found = moves(world());
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ start: "uni", end: "lab", years: [2015, 2015], count: 1 });
});

describe("a genealogy", () => {
  it("sets advisors left of their students", () => {
    const places = treePlaces(world(), new Set(["ada", "bob", "cem"]));
    expect(["ada", "bob", "cem"].map((node) => places.get(node)?.x)).toEqual([0, 100, 200]);
  });
  it("gives siblings places of their own, and their advisor one between them", () => {
    const network = newNetwork();
    add(network, ["a", "b", "c", "d"].map((each) => thing(each)), ["b", "c", "d"].map((each) => tie(each, "advising", "a")));
    const places = treePlaces(network, new Set(network.nodes()), 10, 1);
    const ys = ["b", "c", "d"].map((each) => places.get(each)?.y);
    expect(new Set(ys).size).toBe(3);
    expect(places.get("a")?.y).toBe(ys[1]);
  });
  it("sets who has several advisors amid them", () => {
    const network = newNetwork();
    add(network, ["a", "b", "c", "d"].map((each) => thing(each)), ["b", "c", "d"].map((each) => tie("a", "advising", each)));
    const places = treePlaces(network, new Set(network.nodes()), 10, 1);
    expect(places.get("a")?.y).toBe(places.get("c")?.y);
    expect(places.get("a")?.x).toBe(10);
  });
  it("ends where advisors lie in a circle", () => {
    const network = newNetwork();
    add(network, [thing("a"), thing("b")], [tie("a", "advising", "b"), tie("b", "advising", "a")]);
    expect(treePlaces(network, new Set(["a", "b"])).size).toBe(2);
  });
});

it("goes back step by step, and not further than it remembers", () => {
  const network = newNetwork();
  const past = new Past(2);
  for (const name of ["a", "b", "c"]) {
    past.keep(network);
    add(network, [thing(name)], []);
  }
  expect(past.back(network)).toBe(true);
  expect(network.nodes()).toEqual(["a", "b"]);
  expect([past.back(network), past.back(network)]).toEqual([true, false]);
  expect(network.nodes()).toEqual(["a"]);
});
