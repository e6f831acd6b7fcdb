/** The editor of questions: named queries with forms, completion, answers as table, chart, matrix or graph. */

import { autocompletion, type Completion, type CompletionContext } from "@codemirror/autocomplete";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { sparql } from "codemirror-lang-sparql";
import { basicSetup, EditorView } from "codemirror";
import { keymap } from "@codemirror/view";
import { Prec } from "@codemirror/state";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, read, Refusal } from "./api";
import { download } from "./drawing";
import { go, pageOf } from "./router";
import { matrix, parse, series, short, type Answer } from "./results";
import type { NamedQuery } from "./types";

const PREFIXES: Record<string, string> = {
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
const FIRST = `PREFIX schema: <${PREFIXES["schema"]}>
PREFIX rdfs: <${PREFIXES["rdfs"]}>

SELECT ?name (COUNT(DISTINCT ?person) AS ?people) WHERE {
  ?person schema:affiliation ?organization .
  ?organization rdfs:label ?name .
}
GROUP BY ?name ORDER BY DESC(?people) LIMIT 20
`;
const FORMATS: readonly [string, string, string][] = [
  ["CSV", "text/csv", "csv"],
  ["TSV", "text/tab-separated-values", "tsv"],
  ["JSON", "application/sparql-results+json", "json"],
  ["XML", "application/sparql-results+xml", "xml"],
];
const GRAPHS: readonly [string, string, string][] = [
  ["Turtle", "text/turtle", "ttl"],
  ["N-Triples", "application/n-triples", "nt"],
  ["RDF/XML", "application/rdf+xml", "rdf"],
  ["JSON-LD", "application/ld+json", "jsonld"],
];
// Colours of the page's own palette, which have contrast enough in light and dark.
const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword], color: "var(--venue)" },
  { tag: [tags.string, tags.literal, tags.url, tags.labelName], color: "var(--work)" },
  { tag: [tags.variableName, tags.propertyName], color: "var(--person)" },
  { tag: [tags.namespace, tags.typeName, tags.className], color: "var(--topic)" },
  { tag: [tags.number, tags.bool], color: "var(--organization)" },
  { tag: tags.comment, color: "var(--soft)" },
]);
type View = "table" | "bars" | "line" | "matrix";

export function SparqlView({ query, name }: { query: string | null; name: string | null }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const [queries, setQueries] = useState<readonly NamedQuery[]>([]);
  const [chosen, setChosen] = useState<NamedQuery | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [text, setText] = useState("");
  const [error, setError] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const [took, setTook] = useState("");
  const [view, setView] = useState<View>("table");
  const [past, setPast] = useState<readonly string[]>(() => history_());
  const terms = useRef<Completion[]>([]);
  const running = useRef<AbortController | null>(null);

  useEffect(() => {
    api.queries().then((found) => {
      setQueries(found.queries);
      const wanted = found.queries.find((each) => each.name === name);
      if (wanted) setChosen(wanted);
    }, () => undefined);
    api.vocabulary().then(
      (found) => {
        terms.current = [
          ...found.classes.map((iri) => ({ label: short(iri, PREFIXES), type: "class" })),
          ...found.properties.map((iri) => ({ label: short(iri, PREFIXES), type: "property" })),
          ...["SELECT", "WHERE", "OPTIONAL", "FILTER", "GROUP BY", "ORDER BY", "LIMIT", "DISTINCT", "COUNT", "GRAPH", "UNION", "BIND", "VALUES", "CONSTRUCT", "ASK", "DESCRIBE", "PREFIX"].map((label) => ({ label, type: "keyword" })),
        ];
      },
      () => undefined,
    );
  }, [name]);

  useEffect(() => {
    if (!host.current) return;
    const complete = (context: CompletionContext) => {
      const word = context.matchBefore(/[\w:<>/#.?-]+/);
      if (!word || (word.from === word.to && !context.explicit)) return null;
      return { from: word.from, options: [...terms.current, ...variables(context.state.doc.toString())], validFor: /^[\w:?-]*$/ };
    };
    const view = new EditorView({
      doc: query ?? past[0] ?? FIRST,
      parent: host.current,
      extensions: [
        Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => { void run(); return true; } }])),
        basicSetup,
        sparql(),
        syntaxHighlighting(HIGHLIGHT),
        autocompletion({ override: [complete] }),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "SPARQL query" }),
      ],
    });
    editor.current = view;
    if (query) void run();
    return () => view.destroy();
  }, []);

  const run = async () => {
    const asked = editor.current?.state.doc.toString() ?? "";
    running.current?.abort();
    const signal = (running.current = new AbortController()).signal;
    setBusy(true);
    setError(null);
    const began = performance.now();
    try {
      const response = await fetch("/sparql", {
        method: "POST",
        headers: { "Content-Type": "application/sparql-query", Accept: "application/sparql-results+json, text/turtle;q=0.9" },
        body: asked,
        signal,
      });
      if (!response.ok) await read(response);
      if (response.headers.get("Content-Type")?.startsWith("text/turtle")) {
        setText(await response.text());
        setAnswer(null);
      } else {
        setText("");
        setAnswer(parse((await response.json()) as Parameters<typeof parse>[0]));
      }
      setTook(`${((performance.now() - began) / 1000).toFixed(2)} s`);
      setPast(remember(asked));
      go(`/sparql-editor?query=${encodeURIComponent(asked)}`, true);
    } catch (failure) {
      if ((failure as Error).name === "AbortError") return;
      const refusal = failure instanceof Refusal ? failure : new Refusal((failure as Error).message, 0);
      setError(refusal);
      setAnswer(null);
      setText("");
      const state = editor.current?.state;
      if (state && refusal.line && refusal.line <= state.doc.lines) {
        const line = state.doc.line(refusal.line);
        const at = Math.min(line.to, line.from + (refusal.column ?? 1) - 1);
        editor.current?.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      }
    } finally {
      setBusy(false);
    }
  };
  const write = (content: string) => {
    const view = editor.current;
    view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: content } });
  };
  const save = async (type: string, suffix: string) => {
    const asked = editor.current?.state.doc.toString() ?? "";
    const response = await fetch("/sparql", { method: "POST", headers: { "Content-Type": "application/sparql-query", Accept: type }, body: asked });
    if (response.ok) download(`answer.${suffix}`, await response.blob(), type);
    else setError(new Refusal(await response.text(), response.status));
  };
  const points = useMemo(() => (answer ? series(answer) : null), [answer]);
  const cells = useMemo(() => (answer ? matrix(answer) : null), [answer]);
  return (
    <main class="page sparql">
      <h1>Ask the graph</h1>
      <div class="columns">
        <section aria-label="Named queries" class="named">
          <h2>Questions</h2>
          <QueryList queries={queries} chosen={chosen} onChoose={setChosen} />
        </section>
        <section class="asking" aria-label="Query">
          {chosen && (
            <Form
              key={chosen.name}
              query={chosen}
              onEdit={() => write(chosen.text)}
              onAnswer={(found) => { setAnswer(found); setText(""); setError(null); setTook(""); }}
              onError={setError}
            />
          )}
          <div class="editor" ref={host} />
          <p class="row">
            <button type="button" class="main" onClick={() => void run()} disabled={busy}>{busy ? "Running …" : "Run"} <kbd>Ctrl ↵</kbd></button>
            {busy && <button type="button" onClick={() => { running.current?.abort(); setBusy(false); }}>Stop</button>}
            {past.length > 0 && (
              <label>
                History{" "}
                <select value="" onChange={(event) => { const found = past[Number(event.currentTarget.value)]; if (found) write(found); event.currentTarget.value = ""; }}>
                  <option value="">earlier queries …</option>
                  {past.map((each, place) => <option key={place} value={place}>{each.replace(/PREFIX[^\n]*\n/g, "").replace(/\s+/g, " ").slice(0, 70)}</option>)}
                </select>
              </label>
            )}
            <label>
              Download{" "}
              <select value="" onChange={(event) => { const found = [...FORMATS, ...GRAPHS].find(([title]) => title === event.currentTarget.value); if (found) void save(found[1], found[2]); event.currentTarget.value = ""; }}>
                <option value="">as …</option>
                {(text ? GRAPHS : FORMATS).map(([title]) => <option key={title}>{title}</option>)}
              </select>
            </label>
          </p>
          {error && <pre class="error" role="alert">{error.message}</pre>}
          {text && <pre class="turtle" tabIndex={0}>{text.slice(0, 200_000)}</pre>}
          {answer && (
            <>
              <p class="row" role="status">
                <span>{answer.rows.length.toLocaleString("en")} {answer.rows.length === 1 ? "row" : "rows"}{took && ` in ${took}`}</span>
                <span class="tabs" role="group" aria-label="Show as">
                  {(["table", "bars", "line", "matrix"] as const).map((each) => (
                    <button key={each} type="button" aria-pressed={view === each} disabled={(each === "matrix" && !cells) || ((each === "bars" || each === "line") && !points)} onClick={() => setView(each)}>{each}</button>
                  ))}
                </span>
              </p>
              {view === "bars" && points ? <BarChart points={points} /> : view === "line" && points ? <LineChart points={points} /> : view === "matrix" && cells ? <Heat matrix={cells} /> : <Table answer={answer} />}
            </>
          )}
        </section>
      </div>
    </main>
  );
}

function QueryList({ queries, chosen, onChoose }: { queries: readonly NamedQuery[]; chosen: NamedQuery | null; onChoose: (query: NamedQuery) => void }) {
  const [wanted, setWanted] = useState("");
  const found = queries.filter((each) => `${each.name} ${each.title}`.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <>
      <input type="search" aria-label="Find a question" placeholder="Find a question" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      <ul>
        {found.map((each) => (
          <li key={each.name}>
            <button type="button" class="quiet" aria-pressed={chosen?.name === each.name} onClick={() => onChoose(each)}>{each.title}</button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Form({ query, onAnswer, onError, onEdit }: { query: NamedQuery; onAnswer: (answer: Answer) => void; onError: (error: Refusal | null) => void; onEdit: () => void }) {
  const [busy, setBusy] = useState(false);
  const ask = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = Object.fromEntries(query.parameters.map((each) => [each.name, String(form.get(each.name) ?? "")]));
    setBusy(true);
    onError(null);
    try {
      const found = await api.ask(query.name, given);
      onAnswer({ columns: found.columns, rows: found.rows.map((row) => row.map((cell) => (cell ? { ...cell, ...(/^-?\d+(\.\d+)?$/.test(cell.value) ? { datatype: "#decimal" } : {}) } : undefined))) });
    } catch (failure) {
      onError(failure instanceof Refusal ? failure : new Refusal((failure as Error).message, 0));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="form" onSubmit={ask}>
      <h2>{query.title}</h2>
      <p>{query.description}</p>
      {query.parameters.map((each) => (
        <label key={each.name}>
          {each.name}
          <input name={each.name} required={each.required} placeholder={each.default || each.example} aria-describedby={`about-${each.name}`} />
          <small id={`about-${each.name}`}>{each.description}</small>
        </label>
      ))}
      <p class="row">
        <button type="submit" class="main" disabled={busy}>{busy ? "Asking …" : "Ask"}</button>
        <button type="button" onClick={onEdit}>Open in the editor</button>
      </p>
    </form>
  );
}

const SHOWN = 500;

function Table({ answer }: { answer: Answer }) {
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
              <th key={name} scope="col" aria-sort={sort?.column === column ? (sort.up ? "ascending" : "descending") : "none"}>
                <button type="button" class="quiet" onClick={() => setSort({ column, up: sort?.column === column ? !sort.up : true })}>{name}</button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row, place) => (
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
      {rows.length > SHOWN && <p>{SHOWN} of {rows.length.toLocaleString("en")} rows are shown; download has all.</p>}
    </div>
  );
}

function Iri({ iri }: { iri: string }) {
  const page = pageOf(iri);
  const kind = /\/(person|organization|work|venue|topic)\/[^/]+$/.test(iri);
  if (kind) return <a href={page}>{decodeURIComponent(iri.split("/").slice(-1)[0] ?? iri)}</a>;
  if (/^https?:/.test(iri)) return <a href={iri} target="_blank" rel="noreferrer noopener">{short(iri, PREFIXES)}</a>;
  return <>{iri}</>;
}

function BarChart({ points }: { points: readonly { label: string; value: number }[] }) {
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

function LineChart({ points }: { points: readonly { label: string; value: number }[] }) {
  const sorted = points.every((point) => /^\d{4}/.test(point.label)) ? [...points].sort((one, other) => one.label.localeCompare(other.label)) : points;
  const most = Math.max(...sorted.map((point) => point.value), 1e-9);
  const [width, height] = [760, 260];
  const x = (place: number) => 40 + (place / Math.max(1, sorted.length - 1)) * (width - 60);
  const y = (value: number) => height - 30 - (value / most) * (height - 60);
  const every = Math.ceil(sorted.length / 12);
  return (
    <svg class="chart" role="img" aria-label={sorted.map((point) => `${point.label}: ${point.value}`).join(", ")} viewBox={`0 0 ${width} ${height}`}>
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <line class="tick" x1={40} x2={width - 20} y1={y(most * part)} y2={y(most * part)} />
          <text class="axis" x={34} y={y(most * part) + 4} text-anchor="end">{(most * part).toLocaleString("en", { maximumFractionDigits: 1 })}</text>
        </g>
      ))}
      <polyline fill="none" stroke="var(--person)" stroke-width="2" points={sorted.map((point, place) => `${x(place)},${y(point.value)}`).join(" ")} />
      {sorted.map((point, place) => (
        <g key={place}>
          <circle cx={x(place)} cy={y(point.value)} r={3} fill="var(--person)"><title>{`${point.label}: ${point.value}`}</title></circle>
          {place % every === 0 && <text class="axis" x={x(place)} y={height - 10} text-anchor="middle">{point.label.slice(0, 14)}</text>}
        </g>
      ))}
    </svg>
  );
}

function Heat({ matrix }: { matrix: NonNullable<ReturnType<typeof import("./results").matrix>> }) {
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

function variables(text: string): Completion[] {
  return [...new Set(text.match(/[?$]\w+/g) ?? [])].map((label) => ({ label, type: "variable" }));
}

const KEY = "graph-builder-queries";

function history_(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function remember(query: string): readonly string[] {
  const found = [query, ...history_().filter((each) => each !== query)].slice(0, 30);
  try {
    localStorage.setItem(KEY, JSON.stringify(found));
  } catch {
    // A browser that keeps nothing has no history.
  }
  return found;
}
