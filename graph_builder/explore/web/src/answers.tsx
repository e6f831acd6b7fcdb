/** Answers: as a table with links to profiles, as bars, as a matrix. */

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

const SHOWN = 500;

export function Table({ answer }: { answer: Answer }) {
  const [most, setMost] = useState(SHOWN);
  const [sort, setSort] = useState<{ column: number; up: boolean } | null>(null);
  const rows = useMemo(() => {
    if (!sort) return answer.rows;
    const value = (row: Answer["rows"][number]) => row[sort.column]?.value ?? "";
    return [...answer.rows].sort((one, other) => {
      const [a, b] = [value(one), value(other)];
      const order = a !== "" && b !== "" && !Number.isNaN(Number(a)) && !Number.isNaN(Number(b)) ? Number(a) - Number(b) : a.localeCompare(b);
      return sort.up ? order : -order;
    });
  }, [answer, sort]);
  return (
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
          {rows.slice(0, most).map((row, place) => (
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
      {rows.length > most && (
        <p>
          {most.toLocaleString("en")} of {rows.length.toLocaleString("en")} rows are shown.{" "}
          <button type="button" class="quiet" onClick={() => setMost(most + SHOWN)}>Show {Math.min(SHOWN, rows.length - most)} more</button>
        </p>
      )}
    </div>
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

export function BarChart({ points }: { points: readonly { label: string; value: number }[] }) {
  const shown = points.slice(0, 60);
  const most = Math.max(...shown.map((point) => Math.abs(point.value)), 1e-9);
  return (
    <ol class="bars">
      {shown.map((point, place) => (
        <li key={place}>
          <span>{point.label}</span>
          <span class="bar" aria-hidden="true"><span style={{ width: `${(Math.abs(point.value) / most) * 100}%`, background: "var(--person)" }} /></span>
          <span class="value">{point.value.toLocaleString("en")}</span>
        </li>
      ))}
    </ol>
  );
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
