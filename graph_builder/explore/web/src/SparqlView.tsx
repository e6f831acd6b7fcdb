/** Questions to the graph: named queries with forms, or SPARQL in tabs; the answer below, with an address. */

import type { EditorView } from "codemirror";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, askAddress, read, Refusal } from "./api";
import { PREFIXES } from "./answers";
import { AnswerView, VIEWS, type Shown } from "./AnswerView";
import { download } from "./drawing";
import { asked, remember } from "./history";
import { Menu } from "./Menu";
import { openEditor } from "./QueryEditor";
import { saveTabs, savedTabs, QueryTabs, SavedQueries, type Tab } from "./QueryTabs";
import { Form, QueryList } from "./Questions";
import { parse, type Answer } from "./results";
import { readTriples } from "./triples";
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
const GIVEN = "param.";
const ACCEPT = "application/sparql-results+json, application/n-triples;q=0.9";

/** What was asked and what came of it: a query in the editor, or a named one with what was given for its parameters. */
interface Asked {
  answer: Answer;
  query: string;
  name: string;
  given: Record<string, string>;
  areTriples: boolean;
  seconds: number;
}

/** What an address asks, and how the answer is shown. */
function readAsked(parameters: URLSearchParams) {
  const given = Object.fromEntries([...parameters].flatMap(([key, value]) => (key.startsWith(GIVEN) ? [[key.slice(GIVEN.length), value]] : [])));
  const text = (name: string) => parameters.get(name) ?? "";
  const shown: Shown = { view: VIEWS.find((view) => view === parameters.get("view")) ?? "table", title: text("title"), by: text("by"), value: text("value") };
  return { query: parameters.get("query"), name: parameters.get("name"), given, shown };
}

/** The tabs to begin with: those that were left, and one for a query that the address has. */
function firstTabs(query: string | null): readonly Tab[] {
  const left = savedTabs();
  const next = Math.max(0, ...left.map((tab) => tab.id)) + 1;
  if (query !== null && !left.some((tab) => tab.text === query)) return [{ id: next, text: query }, ...left];
  return left.length ? left : [{ id: next, text: asked()[0] ?? FIRST }];
}

function send(query: string, accept: string, signal?: AbortSignal): Promise<Response> {
  return fetch("/sparql", { method: "POST", headers: { "Content-Type": "application/sparql-query", Accept: accept }, body: query, signal: signal ?? null });
}

export function SparqlView({ parameters }: { parameters: URLSearchParams }) {
  const begun = useMemo(() => readAsked(parameters), []);
  const { query, name } = begun;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const [queries, setQueries] = useState<readonly NamedQuery[]>([]);
  const [chosen, setChosen] = useState<NamedQuery | null>(null);
  const [tabs, setTabs] = useState(() => firstTabs(query));
  const [tab, setTab] = useState(() => (tabs.find((each) => each.text === query) ?? tabs[0])?.id ?? 0);
  const [found, setFound] = useState<Asked | null>(null);
  const [error, setError] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<Shown>(begun.shown);
  const [past, setPast] = useState<readonly string[]>(() => asked());
  const answers = useRef(new Map<number, Asked>());
  const current = useRef(tab);
  const running = useRef<AbortController | null>(null);

  useEffect(() => {
    api.queries().then((found) => {
      setQueries(found.queries);
      const wanted = found.queries.find((each) => each.name === name);
      if (wanted) setChosen(wanted);
    }, () => undefined);
  }, [name]);
  useEffect(() => {
    if (!host.current) return;
    const text = tabs.find((each) => each.id === tab)?.text ?? "";
    const changed = (text: string) => setTabs((tabs) => tabs.map((each) => (each.id === current.current ? { ...each, text } : each)));
    const view = (editor.current = openEditor(host.current, text, () => void run(), changed));
    if (query) void run();
    return () => view.destroy();
  }, []);
  useEffect(() => void saveTabs(tabs), [tabs]);

  const written = () => editor.current?.state.doc.toString() ?? "";
  const write = (content: string) => {
    const view = editor.current;
    view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: content } });
  };
  const show = (answer: Asked | null) => {
    setFound(answer);
    setError(null);
    if (answer && !answer.name) answers.current.set(current.current, answer);
  };
  const open = (id: number, text: string) => {
    current.current = id;
    setTab(id);
    write(text);
    show(answers.current.get(id) ?? null);
  };
  const openNew = (text: string) => {
    const id = Math.max(...tabs.map((each) => each.id)) + 1;
    setTabs((tabs) => [...tabs, { id, text }]);
    open(id, text);
  };
  const close = (id: number) => {
    const left = tabs.filter((each) => each.id !== id);
    setTabs(left);
    answers.current.delete(id);
    const [first] = left;
    if (id === tab && first) open(first.id, first.text);
  };
  const run = async () => {
    const wanted = written();
    running.current?.abort();
    const signal = (running.current = new AbortController()).signal;
    setBusy(true);
    setError(null);
    const began = performance.now();
    try {
      const response = await send(wanted, ACCEPT, signal);
      if (!response.ok) await read(response);
      const areTriples = response.headers.get("Content-Type")?.startsWith("application/n-triples") ?? false;
      const answer = areTriples ? readTriples(await response.text()) : parse((await response.json()) as Parameters<typeof parse>[0]);
      show({ answer, query: wanted, name: "", given: {}, areTriples, seconds: (performance.now() - began) / 1000 });
      // Triples are read as Turtle first; another answer has no such view.
      setShown((shown) => (areTriples && shown.view === "table" ? { ...shown, view: "text" } : !areTriples && shown.view === "text" ? { ...shown, view: "table" } : shown));
      setPast(remember(wanted));
    } catch (failure) {
      if ((failure as Error).name === "AbortError") return;
      const refusal = failure instanceof Refusal ? failure : new Refusal((failure as Error).message, 0);
      show(null);
      setError(refusal);
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
    if (!found) return;
    const asked: [string, string][] = found.name ? [["name", found.name], ...Object.entries(found.given).flatMap(([key, value]): [string, string][] => (value ? [[GIVEN + key, value]] : []))] : [["query", found.query]];
    if (shown.view !== "table" || found.name) asked.push(["view", shown.view]);
    for (const key of ["title", "by", "value"] as const) if (shown[key]) asked.push([key, shown[key]]);
    history.replaceState(history.state, "", `/sparql-editor?${new URLSearchParams(asked).toString()}`);
  }, [found, shown]);
  /** Save the whole answer that is shown: that to a named question, or to what stands in the editor. */
  const save = async (type: string, suffix: string) => {
    const response = await (found?.name ? fetch(askAddress(found.name, found.given, suffix)) : send(written(), type));
    if (response.ok) download(`${found?.name || "answer"}.${suffix}`, await response.blob(), type);
    else setError(new Refusal(await response.text(), response.status));
  };
  return (
    <main class="page sparql">
      <h1>Ask the graph</h1>
      <div class="columns">
        <section aria-label="Named queries" class="named">
          <h2>Questions</h2>
          <QueryList queries={queries} chosen={chosen} onChoose={setChosen} />
          <SavedQueries text={written} onOpen={openNew} />
        </section>
        <section class="asking" aria-label="Query">
          {chosen && (
            <Form
              key={chosen.name}
              query={chosen}
              given={chosen.name === name ? begun.given : {}}
              isAsked={chosen.name === name && parameters.has("view")}
              onEdit={write}
              onAnswer={(answer, given) => show({ answer, query: "", name: chosen.name, given, areTriples: false, seconds: 0 })}
              onError={setError}
            />
          )}
          <QueryTabs tabs={tabs} current={tab} onChoose={(id) => open(id, tabs.find((each) => each.id === id)?.text ?? "")} onClose={close} onNew={() => openNew(FIRST)} />
          <div class="editor" ref={host} />
          <p class="row">
            <button type="button" class="main" onClick={() => void run()} disabled={busy}>{busy ? "Running …" : "Run"} <kbd>Ctrl ↵</kbd></button>
            {busy && <button type="button" onClick={() => { running.current?.abort(); setBusy(false); }}>Stop</button>}
            {past.length > 0 && <Menu title="History" items={past.map((each) => [each.replace(/PREFIX[^\n]*\n/g, "").replace(/\s+/g, " ").slice(0, 70), () => write(each)])} />}
            <Menu title="Download" items={(found?.areTriples ? GRAPHS : FORMATS).map(([title, type, suffix]) => [title, () => void save(type, suffix)])} />
          </p>
          {error && <pre class="error" role="alert">{error.message}</pre>}
          {found && (
            <AnswerView
              answer={found.answer}
              turtle={found.areTriples ? async () => (await send(found.query, "text/turtle")).text() : undefined}
              said={found.seconds ? ` in ${found.seconds.toFixed(2)} s` : ""}
              shown={shown}
              onChange={(changed) => setShown((shown) => ({ ...shown, ...changed }))}
            />
          )}
        </section>
      </div>
    </main>
  );
}
