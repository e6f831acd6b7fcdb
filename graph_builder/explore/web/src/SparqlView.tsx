/** The editor of questions: named queries with forms, completion, answers as table, chart, matrix or graph. */

import { autocompletion, type Completion, type CompletionContext } from "@codemirror/autocomplete";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { sparql } from "codemirror-lang-sparql";
import { basicSetup, EditorView } from "codemirror";
import { keymap } from "@codemirror/view";
import { Prec } from "@codemirror/state";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, askAddress, read, Refusal } from "./api";
import { download } from "./drawing";
import { AnswerGraph } from "./AnswerGraph";
import { BarChart, Heat, PREFIXES, Table } from "./answers";
import { asked, remember } from "./history";
import { Form, QueryList } from "./Questions";
import { LineChart } from "./LineChart";
import { Menu } from "./Menu";
import { matrix, pairs, parse, series, short, type Answer } from "./results";
import type { NamedQuery } from "./types";

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
const VIEWS = ["table", "bars", "line", "matrix", "graph"] as const;
type View = (typeof VIEWS)[number];
const GIVEN = "param.";

/** What an address asks: a query of its own, or a named one with its parameters, and how the answer is shown. */
function readAsked(parameters: URLSearchParams) {
  const given = Object.fromEntries([...parameters].flatMap(([key, value]) => (key.startsWith(GIVEN) ? [[key.slice(GIVEN.length), value]] : [])));
  return { query: parameters.get("query"), name: parameters.get("name"), given, view: VIEWS.find((view) => view === parameters.get("view")) ?? "table" };
}

export function SparqlView({ parameters }: { parameters: URLSearchParams }) {
  const begun = useMemo(() => readAsked(parameters), []);
  const { query, name } = begun;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const [queries, setQueries] = useState<readonly NamedQuery[]>([]);
  const [chosen, setChosen] = useState<NamedQuery | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [text, setText] = useState("");
  const [error, setError] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const [took, setTook] = useState("");
  const [view, setView] = useState<View>(begun.view);
  const [shown, setShown] = useState<{ name: string; given: Record<string, string> } | null>(null);
  const [ran, setRan] = useState("");
  const [past, setPast] = useState<readonly string[]>(() => asked());
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
      const text = context.state.doc.toString();
      const before = text.slice(0, word.from);
      const wanted = /(^|\s)a\s+$/.test(before) ? terms.current.filter((term) => term.type === "class") : terms.current.filter((term) => term.type !== "class" || /^[A-Z]/.test(word.text));
      const options = [...wanted, ...variables(text)].map((term) => ({ ...term, apply: withPrefix }));
      return { from: word.from, options, validFor: /^[\w:?-]*$/ };
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
    const wanted = editor.current?.state.doc.toString() ?? "";
    setShown(null);
    running.current?.abort();
    const signal = (running.current = new AbortController()).signal;
    setBusy(true);
    setError(null);
    const began = performance.now();
    try {
      const response = await fetch("/sparql", {
        method: "POST",
        headers: { "Content-Type": "application/sparql-query", Accept: "application/sparql-results+json, text/turtle;q=0.9" },
        body: wanted,
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
      setPast(remember(wanted));
      setRan(wanted);
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
  // An answer has an address: only that changes, the view is what it says already.
  useEffect(() => {
    if (!ran && !shown) return;
    const asked: [string, string][] = shown ? [["name", shown.name], ...Object.entries(shown.given).flatMap(([key, value]): [string, string][] => (value ? [[GIVEN + key, value]] : []))] : [["query", ran]];
    if (view !== "table" || shown) asked.push(["view", view]);
    history.replaceState(history.state, "", `/sparql-editor?${new URLSearchParams(asked).toString()}`);
  }, [ran, shown, view]);
  const write = (content: string) => {
    const view = editor.current;
    view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: content } });
  };
  /** Save the whole answer that is shown: that to a named question, or to what stands in the editor. */
  const save = async (type: string, suffix: string) => {
    if (shown && answer) {
      const response = await fetch(askAddress(shown.name, shown.given, suffix));
      if (response.ok) download(`${shown.name}.${suffix}`, await response.blob(), type);
      else setError(new Refusal(await response.text(), response.status));
      return;
    }
    const wanted = editor.current?.state.doc.toString() ?? "";
    const response = await fetch("/sparql", { method: "POST", headers: { "Content-Type": "application/sparql-query", Accept: type }, body: wanted });
    if (response.ok) download(`answer.${suffix}`, await response.blob(), type);
    else setError(new Refusal(await response.text(), response.status));
  };
  const points = useMemo(() => (answer ? series(answer) : null), [answer]);
  const cells = useMemo(() => (answer ? matrix(answer) : null), [answer]);
  const net = useMemo(() => answer !== null && pairs(answer) !== null, [answer]);
  const can: Record<View, boolean> = { table: true, bars: points !== null, line: points !== null, matrix: cells !== null, graph: net };
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
              given={chosen.name === name ? begun.given : {}}
              isAsked={chosen.name === name && parameters.has("view")}
              onEdit={write}
              onAnswer={(found, given) => { setShown({ name: chosen.name, given }); setAnswer(found); setText(""); setError(null); setTook(""); }}
              onError={setError}
            />
          )}
          <div class="editor" ref={host} />
          <p class="row">
            <button type="button" class="main" onClick={() => void run()} disabled={busy}>{busy ? "Running …" : "Run"} <kbd>Ctrl ↵</kbd></button>
            {busy && <button type="button" onClick={() => { running.current?.abort(); setBusy(false); }}>Stop</button>}
            {past.length > 0 && (
              <Menu title="History" items={past.map((each) => [each.replace(/PREFIX[^\n]*\n/g, "").replace(/\s+/g, " ").slice(0, 70), () => write(each)])} />
            )}
            <Menu title="Download" items={(text ? GRAPHS : FORMATS).map(([title, type, suffix]) => [title, () => void save(type, suffix)])} />
          </p>
          {error && <pre class="error" role="alert">{error.message}</pre>}
          {text && <pre class="turtle" tabIndex={0}>{text.slice(0, 200_000)}</pre>}
          {answer && (
            <>
              <p class="row" role="status">
                <span>{answer.rows.length.toLocaleString("en")} {answer.rows.length === 1 ? "row" : "rows"}{took && ` in ${took}`}{answer.more && ": the first of more. Charts show these; the download has all."}</span>
                <span class="tabs" role="group" aria-label="Show as">
                  {VIEWS.map((each) => (
                    <button key={each} type="button" aria-pressed={view === each} disabled={!can[each]} onClick={() => setView(each)}>{each}</button>
                  ))}
                </span>
              </p>
              {view === "bars" && points ? <BarChart points={points} /> : view === "line" && points ? <LineChart points={points} /> : view === "matrix" && cells ? <Heat matrix={cells} /> : view === "graph" && net ? <AnswerGraph answer={answer} /> : <Table answer={answer} />}
            </>
          )}
        </section>
      </div>
    </main>
  );
}

/** Put a completion into the query, and the PREFIX that it needs before it. */
function withPrefix(view: EditorView, completion: Completion, from: number, to: number): void {
  const prefix = completion.label.split(":")[0] ?? "";
  const iri = completion.label.includes(":") ? PREFIXES[prefix] : undefined;
  const declared = new RegExp(`PREFIX\\s+${prefix}:`, "i").test(view.state.doc.toString());
  const line = iri && !declared ? `PREFIX ${prefix}: <${iri}>\n` : "";
  view.dispatch({
    changes: [...(line ? [{ from: 0, insert: line }] : []), { from, to, insert: completion.label }],
    selection: { anchor: from + line.length + completion.label.length },
  });
}

function variables(text: string): Completion[] {
  return [...new Set(text.match(/[?$]\w+/g) ?? [])].map((label) => ({ label, type: "variable" }));
}
