/** Properties of things, as the graph has them: which there are among some things, and what each thing has. */

import { PREFIXES } from "./answers";
import { api } from "./api";
import { short, type Answer } from "./results";

/** A property by its IRI; with ^ before it, that of others that leads here. */
export type Property = string;

/** What things have of a property, each value by its name. */
export type Values = ReadonlyMap<string, readonly string[]>;

/** Things that are asked about at once. */
const MOST = 500;

/** Edges that others have to a thing, with what each counts. */
const COUNTED: Readonly<Record<Property, string>> = {
  [`^${PREFIXES["schema"]}author`]: "number of papers",
  [`^${PREFIXES["schema"]}affiliation`]: "number of people",
  [`^${PREFIXES["schema"]}isPartOf`]: "number of papers there",
  [`^${PREFIXES["schema"]}about`]: "number of papers about it",
  [`^${PREFIXES["schema"]}knowsAbout`]: "number of people interested",
};

/** What says nothing beside the picture: names are in it, and addresses differ for all. */
const PLAIN = new Set(["rdf:type", "rdfs:label", "skos:altLabel", "schema:sameAs", "dcterms:identifier", "foaf:homepage"].map((name) => { const [prefix = "", rest = ""] = name.split(":"); return (PREFIXES[prefix] ?? "") + rest; }));

/** What a property is called: in words, or by its IRI. */
export function propertyName(property: Property): string {
  const own = COUNTED[property];
  if (own) return own;
  const name = short(property, PREFIXES).replace(/^\w+:/, "");
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("#")) + 1).replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

const iris = (things: readonly string[]): string => things.slice(0, MOST).map((iri) => `<${iri}>`).join(" ");

/** The properties that some things have, and those that others have to them. */
export async function propertiesOf(things: readonly string[]): Promise<Property[]> {
  const own = await api.select(`SELECT ?property (COUNT(DISTINCT ?thing) AS ?things) { VALUES ?thing { ${iris(things)} } ?thing ?property ?value } GROUP BY ?property ORDER BY DESC(?things)`);
  return [...own.rows.flatMap(([property]) => (property && !PLAIN.has(property.value) ? [property.value] : [])), ...Object.keys(COUNTED)];
}

/** What some things have of a property; of what leads to them, how many there are. */
export async function valuesOf(property: Property, things: readonly string[]): Promise<Values> {
  const isCount = property.startsWith("^");
  const iri = property.replace(/^\^/, "");
  // An address can be written by hand.
  if (/[<>"{}|\\^`\s]/.test(iri)) return new Map();
  const query = isCount
    ? `SELECT ?thing (COUNT(DISTINCT ?other) AS ?value) { VALUES ?thing { ${iris(things)} } ?other <${iri}> ?thing } GROUP BY ?thing`
    : `PREFIX rdfs: <${PREFIXES["rdfs"]}> SELECT DISTINCT ?thing (COALESCE(?name, STR(?own)) AS ?value) { VALUES ?thing { ${iris(things)} } ?thing <${iri}> ?own OPTIONAL { ?own rdfs:label ?name } }`;
  return grouped(await api.select(query));
}

export function grouped({ rows }: Answer): Values {
  const found = new Map<string, string[]>();
  for (const [thing, value] of rows) if (thing && value) found.set(thing.value, [...(found.get(thing.value) ?? []), value.value]);
  return found;
}

/** The number that stands for what a thing has: the value itself if it is one, or how many there are. */
export function amount(values: readonly string[] | undefined): number {
  if (!values?.length) return 0;
  const number = Number(values[0]);
  return values.length === 1 && values[0] !== "" && Number.isFinite(number) ? number : values.length;
}
