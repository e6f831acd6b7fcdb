import { describe, expect, it } from "vitest";
import { escape, gexf, offlinePage, svg, table } from "../src/drawing";
import { look, sizes } from "../src/looks";
import { add, newNetwork } from "../src/network";
import { OPEN_END } from "../src/years";

const HOSTILE = `<img src=x onerror="alert(1)"> & 'quoted' \u0001`;

const drawn = (made: ReturnType<typeof newNetwork>, visible: Parameters<typeof look>[1], title: string) => svg(made, visible, title, look(made, visible, "kind"), sizes(made, "lines"));

function network() {
  const made = newNetwork();
  add(
    made,
    [{ iri: "urn:a", kind: "person", name: HOSTILE }, { iri: "urn:b", kind: "organization", name: "Lab" }],
    [{ start: "urn:a", end: "urn:b", relation: "employment", years: [2015, OPEN_END], confidence: 0.9, facts: ["f"], count: 1 }],
  );
  return { made, visible: { nodes: new Set(made.nodes()), ties: new Set(made.edges()) } };
}

it("escapes what XML reads, and replaces what it cannot hold", () => {
  expect(escape(`<a b="c">&'\u0000`)).toBe("&lt;a b=&quot;c&quot;&gt;&amp;&#39;\ufffd");
});

describe.each([["SVG", drawn], ["GEXF", (...[made, visible]: Parameters<typeof drawn>) => gexf(made, visible)]])("%s", (_name, write) => {
  it("holds all that is visible, and hostile names as text", () => {
    const { made, visible } = network();
    const written = write(made, visible, HOSTILE);
    expect(written).toContain("Lab");
    expect(written).toContain("employment");
    expect(written).toContain("&lt;img src=x");
    expect(written).not.toMatch(/<img/);
  });
  it("leaves out what is not visible", () => {
    const { made } = network();
    const written = write(made, { nodes: new Set(["urn:b"]), ties: new Set() }, "t");
    expect(written).not.toContain("onerror");
    expect(written).not.toContain("employment\"");
  });
});

it("the drawing has the colours of relations, and a legend of what is in it", () => {
  const { made, visible } = network();
  const written = drawn(made, visible, "t");
  expect(written).toMatch(/<line [^>]*stroke="#c96a1f"/);
  for (const name of ["people", "organizations", "employment"]) expect(written).toContain(`>${name}</text>`);
  expect(written).not.toContain(">venues</text>");
});

it("no cell of the table is a formula", () => {
  const { made, visible } = network();
  made.setNodeAttribute("urn:b", "name", '=1+"2"');
  expect(table(made, visible).split("\r\n")[1]).toContain(`"'=1+""2"""`);
});

it("GEXF tells from when to when a tie lasts, and no end of one that does", () => {
  const { made, visible } = network();
  const written = gexf(made, visible);
  expect(written).toContain('start="2015"');
  expect(written).not.toContain("9999");
});

it("is the same each time", () => {
  const { made, visible } = network();
  expect(drawn(made, visible, "t")).toBe(drawn(made, { nodes: new Set([...visible.nodes].reverse()), ties: visible.ties }, "t"));
});

it("the offline page runs no script but its own", async () => {
  const { made, visible } = network();
  const page = await offlinePage(drawn(made, visible, "t"), "</title><script>alert(1)</script>");
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toMatch(/Content-Security-Policy/);
  expect(page).toMatch(/script-src 'sha256-/);
});
