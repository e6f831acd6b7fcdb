/** Where an analyst begins: what is in the graph, and ways into it. */

import { useEffect, useState } from "preact/hooks";
import { AddDocuments } from "./AddDocuments";
import { api } from "./api";
import { Bars } from "./charts";
import { COLOURS } from "./colours";
import { go, pageOf } from "./router";
import { Search } from "./Search";
import type { Info, Kind, Rows } from "./types";

const RANKS: readonly { title: string; query: string; kind: Kind }[] = [
  { title: "Organizations with most people", query: "organizations_ranked", kind: "organization" },
  { title: "Venues with most papers", query: "venues_ranked", kind: "venue" },
  { title: "Topics of most people", query: "topics_ranked", kind: "topic" },
];

/** What the store counts, and the list of it. */
const TOTALS: readonly [string, string][] = [
  ["documents", "/find?kind=document"],
  ["people", "/find?kind=person"],
  ["organizations", "/find?kind=organization"],
  ["papers", "/find?kind=work"],
  ["facts", ""],
];

/** What one can do here: a title, an address, and what one finds there. */
const WAYS: readonly [string, string, string][] = [
  ["Browse", "/find?kind=person", "People, organizations, papers, venues, topics and documents, narrowed step by step."],
  ["Ask a question", "/sparql-editor", "Named questions with a form, or SPARQL; answers as table, chart or graph."],
  ["See it whole", "/overview", "All things on one map. Point at a place to see its lines."],
  ["Compare", "/compare", "What two people, organizations or venues have in common, and what sets them apart."],
  ["Review identities", "/review", "The pairs that the graph is least sure of, each with the evidence for and against."],
];

export function HomeView({ info, curation }: { info: Info; curation: boolean }) {
  return (
    <main class="page home">
      <h1>What is in this graph</h1>
      <dl class="totals">
        {TOTALS.map(([key, list]) => {
          const count = (info.totals[key] ?? 0).toLocaleString("en");
          return (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{list ? <a href={list}>{count}</a> : count}</dd>
            </div>
          );
        })}
      </dl>
      <div class="begin">
        <h2>Look somebody or something up</h2>
        <Search label="Name of a person, organization, paper, venue or topic" onChoose={(hit) => go(pageOf(hit.iri))} onAll={(text) => go(`/find?q=${encodeURIComponent(text)}`)} />
      </div>
      <ul class="cards">
        {WAYS.map(([title, to, text]) => <li key={to}><a href={to}><strong>{title}</strong><span>{text}</span></a></li>)}
      </ul>
      {curation && <AddDocuments />}
      <div class="sections">
        {RANKS.map((rank) => <Ranked key={rank.query} {...rank} />)}
      </div>
    </main>
  );
}

function Ranked({ title, query, kind }: { title: string; query: string; kind: Kind }) {
  const [rows, setRows] = useState<Rows | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    api.ask(query, {}).then(setRows, (failure: Error) => setError(failure.message));
  }, [query]);
  const iri = rows?.columns.findIndex((_name, place) => rows.rows.some((row) => row[place]?.type === "uri")) ?? -1;
  const name = rows?.columns.indexOf("name") ?? -1;
  const count = rows?.columns.findIndex((_name, place) => place !== iri && rows.rows.length > 0 && rows.rows.every((row) => /^\d+$/.test(row[place]?.value ?? ""))) ?? -1;
  const bars = (rows?.rows ?? []).slice(0, 10).flatMap((row) => {
    const [thing, label, value] = [row[iri]?.value, row[name >= 0 ? name : iri]?.value, Number(row[count]?.value ?? 0)];
    return thing && label ? [{ name: label, href: pageOf(thing), value, text: value.toLocaleString("en") }] : [];
  });
  return (
    <section>
      <h2>{title}</h2>
      {error ? <p role="alert">{error}</p> : !rows ? <p role="status">Counting …</p> : bars.length ? <Bars rows={bars} colour={COLOURS[kind]} /> : <p>None.</p>}
      {bars.length > 0 && <p class="more"><a href={`/find?kind=${kind}`}>All of them</a></p>}
    </section>
  );
}
