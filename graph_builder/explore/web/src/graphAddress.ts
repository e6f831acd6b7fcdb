/** The address of a graph: what it is about, the steps taken from there, its lens and its filters. */

import { LENSES, type Lens } from "./lenses";
import { COLOURINGS, SIZES, type Colouring, type Size } from "./looks";
import { longIri, shortIri } from "./router";
import { KINDS, type Kind } from "./types";

/** A thing that was expanded, along one way (as `employment:out`) or along all. */
export interface Step {
  iri: string;
  way: string;
}

/** How a graph is looked at. */
export interface GraphView {
  lens: Lens;
  /** Steps from co-author to co-author. */
  depth: number;
  hiddenKinds: ReadonlySet<Kind>;
  hiddenRelations: ReadonlySet<string>;
  confidence: number;
  years: readonly [number, number] | null;
  undated: boolean;
  colour: Colouring;
  size: Size;
  /** Whether all lines have their names, not only those of what is pointed at. */
  named: boolean;
}

export const DEPTHS = [1, 2, 3] as const;

/** Read an address; what is no lens, kind or number there counts as not said. */
export function readAddress(parameters: URLSearchParams): { about: string[]; steps: Step[]; without: string[]; view: GraphView } {
  const list = (name: string) => (parameters.get(name) ?? "").split(",").filter(Boolean);
  const lens = parameters.get("lens") ?? "all";
  const years = /^(\d{1,4})-(\d{1,4})$/.exec(parameters.get("years") ?? "");
  const confidence = Number(parameters.get("confidence") ?? 0);
  const colour = parameters.get("colour") ?? (lens === "co-authors" ? "cluster" : "kind");
  const size = parameters.get("size") ?? "lines";
  const depth = Number(parameters.get("depth") ?? 2);
  return {
    about: parameters.getAll("about").map(longIri),
    steps: parameters.getAll("step").map((step) => {
      const [iri = "", way = ""] = step.split("|");
      return { iri: longIri(iri), way };
    }),
    without: parameters.getAll("without").map(longIri),
    view: {
      lens: Object.hasOwn(LENSES, lens) ? (lens as Lens) : "all",
      depth: DEPTHS.find((each) => each === depth) ?? 2,
      hiddenKinds: new Set(KINDS.filter((kind) => list("hide").includes(kind))),
      hiddenRelations: new Set(list("less")),
      confidence: confidence > 0 && confidence <= 1 ? confidence : 0,
      years: years ? [Number(years[1]), Number(years[2])] : null,
      undated: parameters.has("undated"),
      colour: Object.hasOwn(COLOURINGS, colour) || isProperty(colour) ? (colour as Colouring) : "kind",
      size: Object.hasOwn(SIZES, size) || isProperty(size) ? (size as Size) : "lines",
      named: parameters.has("named"),
    },
  };
}

function isProperty(choice: string): boolean {
  return /^property:\^?[a-z]+:\S+$/i.test(choice);
}

export function writeAddress({ about, steps, without, view }: ReturnType<typeof readAddress>): string {
  const parameters = new URLSearchParams();
  for (const iri of about) parameters.append("about", shortIri(iri));
  for (const { iri, way } of steps) parameters.append("step", `${shortIri(iri)}|${way}`);
  for (const iri of without) parameters.append("without", shortIri(iri));
  if (view.lens !== "all") parameters.set("lens", view.lens);
  if (view.lens === "co-authors" && view.depth !== 2) parameters.set("depth", String(view.depth));
  if (view.hiddenKinds.size) parameters.set("hide", [...view.hiddenKinds].join(","));
  if (view.hiddenRelations.size) parameters.set("less", [...view.hiddenRelations].join(","));
  if (view.confidence) parameters.set("confidence", String(view.confidence));
  if (view.years) parameters.set("years", view.years.join("-"));
  if (view.undated) parameters.set("undated", "");
  if (view.colour !== (view.lens === "co-authors" ? "cluster" : "kind")) parameters.set("colour", view.colour);
  if (view.size !== "lines") parameters.set("size", view.size);
  if (view.named) parameters.set("named", "");
  const text = parameters.toString();
  return `/graph${text ? `?${text}` : ""}`;
}
