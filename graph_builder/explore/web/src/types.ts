/** What the server's calls answer with, as `graph_builder/serve/api.py` writes it. */

export type Kind = "person" | "organization" | "work" | "venue" | "topic";
export const KINDS: readonly Kind[] = ["person", "organization", "work", "venue", "topic"];

export interface Thing {
  iri: string;
  kind: Kind;
  name: string;
}

export interface Hit extends Thing {
  form: string;
  facts: number;
}

/** A line of a list: a thing, or a document with the place where the words stand. */
export interface ListItem {
  iri?: string;
  kind?: Kind;
  name?: string;
  note?: string;
  id?: string;
  title?: string;
  excerpt?: [string, string, string] | [];
  at?: [number, number] | null;
  facts: number;
}

export interface Facet {
  name: string;
  title: string;
  values: { value: string; name: string; count: number }[];
}

export interface List {
  total: number;
  items: ListItem[];
  facets: Facet[];
  /** How many of each kind have the words. */
  counts: Record<string, number>;
}

export interface Entry {
  text: string;
  thing: Thing | null;
  dates: string;
  years: [number, number] | null;
  confidence: number;
  facts: string[];
  sources: string[];
  count?: number;
}

export interface Section {
  title: string;
  count: number;
  /** How many things the entries lead to: of one there may be several. */
  things: number;
  /** How many of all entries are of each year. */
  years?: [number, number][];
  entries: Entry[];
}

export interface Chart {
  title: string;
  rows: { thing: Thing | null; years: [number, number][] }[];
}

export interface Card extends Thing {
  names: string[];
  forms: string[];
  identifiers: string[];
  sections: Section[];
  sources: string[];
  /** Addresses that were asked for, and where what they meant is since it was merged. */
  redirected?: Record<string, string>;
}

export interface Figures {
  charts: Chart[];
  sections: Section[];
}

export interface Mention {
  iri: string;
  printed: string;
  thing: Thing | null;
  unit: Thing | null;
  status: string;
  rule: string;
  score: number | null;
  reasons: string[];
  /** Whether its thing has no other mention. */
  alone: boolean;
}

/** A mention of a thing, with a fact that rests on it. */
export interface ThingMention extends Mention {
  source: string;
  fact: string;
  statement: string;
}

export interface RelatedThings {
  count: number;
  /** Each with its years on the one side and on the other. */
  things: (Thing & { years: [[number, number] | null, [number, number] | null] })[];
}

type ComparedSide = Thing & { years: [number, number] | null; facts: number };

export interface Compared {
  one: ComparedSide;
  other: ComparedSide;
  aspects: { title: string; both: RelatedThings; one: RelatedThings; other: RelatedThings }[];
}

export interface Reason {
  fact: { iri: string; relation: string; source: string; confidence: number; extractor: string };
  statement: string;
  source: string;
  before: string;
  quote: string;
  after: string;
  found: boolean;
  mentions: Mention[];
}

export interface DocumentBlock {
  kind: "heading" | "paragraph" | "list item" | "table row" | "field" | "code";
  start: number;
  end: number;
  level: number;
  label: string;
  cells: [number, number][];
}

export interface DocumentFact {
  iri: string;
  relation: string;
  confidence: number;
  extractor: string;
  statement: string;
  names: string[];
  values: Record<string, string>;
  dates: string;
  quote: string;
  start: number | null;
  end: number | null;
  mentions: Mention[];
  /** The id of the decision that accepts it, or nothing. */
  accepted: string;
  /** What can be put right: names by role, and values. */
  fields: { name: string; text: string; kind: "roles" | "values" }[];
}

export interface SourceDocument {
  id: string;
  media_type: string;
  /** Whether the text of the source is in the store. */
  stored: boolean;
  text: string;
  start: number;
  length: number;
  blocks: DocumentBlock[];
  facts: DocumentFact[];
  count: number;
  /** What facts that are added may say. */
  relations: Record<string, { roles: { name: string; kind: Kind; required: boolean }[]; values: string[] }>;
  rejected: { decision: string; relation: string; statement: string; quote: string; by: string }[];
}

/** The pages of a PDF, width and height in points, and its words: characters, page, and box from the upper left corner. */
export interface Pages {
  pages: [number, number][];
  words: [start: number, end: number, page: number, left: number, top: number, right: number, bottom: number][];
}

/** What came of documents that were added. */
export interface Added {
  documents: { id: string; facts: number }[];
  added: number;
  problems: string[];
}

export interface StoredDecision {
  id: string;
  /** What decisions that were made at once share, or nothing. */
  batch: string;
  kind: string;
  said: string;
  sources: string[];
  state: string;
}

export interface Tie {
  start: string;
  end: string;
  relation: string;
  years: [number, number] | null;
  confidence: number;
  facts: string[];
  count: number;
}

export interface Way {
  relation: string;
  outward: boolean;
  kind: Kind;
  count: number;
}

export interface Neighbours {
  thing: Thing;
  ways: Way[];
  things: Thing[];
  ties: Tie[];
}

/** A thing on a way, and the edge by which it was reached. */
export type PathStep = Thing & { by: string };

export interface Parameter {
  name: string;
  kind: string;
  required: boolean;
  default: string;
  example: string;
  description: string;
}

export interface NamedQuery {
  name: string;
  title: string;
  description: string;
  text: string;
  parameters: Parameter[];
}

export interface Info {
  snapshot: number;
  totals: Record<string, number>;
  base: string;
  curation?: boolean;
}

export interface Overview {
  base: string;
  iris: string[];
  names: string[];
  kinds: Kind[];
  kind: number[];
  x: number[];
  y: number[];
  degree: number[];
  count: number;
}

export interface Cell {
  type: "uri" | "literal";
  value: string;
}

export interface Rows {
  columns: string[];
  rows: (Cell | null)[][];
  /** Whether there are more rows than these. */
  more: boolean;
  /** The question in SPARQL, with what was given for its parameters. */
  text: string;
}

export interface Side {
  iri: string;
  name: string;
  mentions: { source: string; mention: string; printed: string }[];
}

export interface Doubt {
  merged: boolean;
  kind: Kind;
  score: number;
  one: Side;
  other: Side;
  reasons: string[];
}
