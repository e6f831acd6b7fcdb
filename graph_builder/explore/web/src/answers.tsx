/** Answers: as a table in pages with links to profiles, as a matrix. */

import { useMemo, useState } from "preact/hooks";
import { pageOf } from "./router";
import { short, type Answer } from "./results";

export const PREFIXES: Record<string, string> = {
  gb: "https://w3id.org/graph-builder/ontology#",
  schema: "https://schema.org/",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  skos: "http://www.w3.org/2004/02/skos/core#",
  foaf: "http://xmlns.com/foaf/0.1/",
  dcterms: "http://purl.org/dc/terms/",
  org: "http://www.w3.org/ns/org#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
};

/** Rows of a page, and rows from which on they can be filtered. */
const [PAGE, SOME] = [100, 12];

export function Table({ answer }: { answer: Answer }) {
  const [page, setPage] = useState(0);
  const [wanted, setWanted] = useState("");
  const [sort, setSort] = useState<{ column: number; up: boolean } | null>(null);
  const rows = useMemo(() => {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const filtered = words.length ? answer.rows.filter((row) => { const text = row.map((term) => term?.value ?? "").join(" ").toLowerCase(); return words.every((word) => text.includes(word)); }) : answer.rows;
    if (!sort) return filtered;
    const value = (row: Answer["rows"][number]) => row[sort.column]?.value ?? "";
    return [...filtered].sort((one, other) => {
      const [a, b] = [value(one), value(other)];
      const order = a !== "" && b !== "" && !Number.isNaN(Number(a)) && !Number.isNaN(Number(b)) ? Number(a) - Number(b) : a.localeCompare(b);
      return sort.up ? order : -order;
    });
  }, [answer, sort, wanted]);
  const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1);
  const at = Math.min(page, last);
  return (
    <>
    {answer.rows.length >= SOME && (
      <p class="row">
        <input type="search" aria-label="Filter rows" placeholder="Filter rows" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        {wanted && <span role="status">{rows.length.toLocaleString("en")} of {answer.rows.length.toLocaleString("en")}</span>}
      </p>
    )}
    <div class="scroll" tabIndex={0} role="region" aria-label="Answer">
      <table class="answer">
        <thead>
          <tr>
            {answer.columns.map((name, column) => (
              <th key={name} scope="col" class={answer.rows[0]?.[column]?.datatype ? "number" : ""} aria-sort={sort?.column === column ? (sort.up ? "ascending" : "descending") : "none"}>
                <button type="button" class="quiet" onClick={() => setSort({ column, up: sort?.column === column ? !sort.up : true })}>{name}</button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(at * PAGE, (at + 1) * PAGE).map((row, place) => (
            <tr key={place}>
              {row.map((term, column) => (
                <td key={column} class={term?.datatype ? "number" : ""}>
                  {term?.type === "uri" ? <Iri iri={term.value} /> : term?.value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {last > 0 && (
      <p class="row">
        <button type="button" disabled={at === 0} onClick={() => setPage(at - 1)}>Previous</button>
        <span>rows {(at * PAGE + 1).toLocaleString("en")} to {Math.min(rows.length, (at + 1) * PAGE).toLocaleString("en")} of {rows.length.toLocaleString("en")}</span>
        <button type="button" disabled={at === last} onClick={() => setPage(at + 1)}>Next</button>
      </p>
    )}
    </>
  );
}

/** The end of an address as people read it; one that is no UTF-8 stays as it is. */
function readable(end: string): string {
  try {
    return decodeURIComponent(end);
  } catch {
    return end;
  }
}

function Iri({ iri }: { iri: string }) {
  const page = pageOf(iri);
  const kind = /\/(person|organization|work|venue|topic)\/[^/]+$/.test(iri);
  if (kind) return <a href={page}>{readable(iri.split("/").slice(-1)[0] ?? iri)}</a>;
  if (/^https?:/.test(iri)) return <a href={iri} target="_blank" rel="noreferrer noopener">{short(iri, PREFIXES)}</a>;
  return <>{iri}</>;
}

export function Heat({ matrix }: { matrix: NonNullable<ReturnType<typeof import("./results").matrix>> }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Matrix">
      <table class="heat">
        <thead><tr><td />{matrix.columns.map((name) => <th key={name} scope="col"><span>{name}</span></th>)}</tr></thead>
        <tbody>
          {matrix.rows.map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {matrix.columns.map((column) => {
                const value = matrix.value(row, column);
                return <td key={column} style={value ? { background: `color-mix(in srgb, var(--person) ${Math.round(12 + (70 * value) / matrix.most)}%, transparent)` } : {}}>{value || ""}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
