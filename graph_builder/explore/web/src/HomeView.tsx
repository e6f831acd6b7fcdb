/** Where an analyst begins: what is in the graph, and ways into it. */

import { useEffect, useState } from "preact/hooks";
import { AddDocuments } from "./AddDocuments";
import { api } from "./api";
import { Bars } from "./charts";
import { COLOURS } from "./colours";
import { pageOf } from "./router";
import type { Info, Kind, Rows } from "./types";

const RANKS: readonly { title: string; query: string; kind: Kind }[] = [
  { title: "Organisations with most people", query: "organizations_ranked", kind: "organization" },
  { title: "Venues with most papers", query: "venues_ranked", kind: "venue" },
  { title: "Topics of most people", query: "topics_ranked", kind: "topic" },
];

const TOTALS: readonly [string, string][] = [
  ["documents", "sources"],
  ["people", "people"],
  ["organizations", "organisations"],
  ["papers", "papers"],
  ["facts", "facts"],
];

export function HomeView({ info, curation }: { info: Info | null; curation: boolean }) {
  return (
    <main class="page home">
      <h1>What is in this graph</h1>
      <dl class="totals">
        {TOTALS.map(([key, title]) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{info ? (info.totals[key] ?? 0).toLocaleString("en") : "…"}</dd>
          </div>
        ))}
      </dl>
      <p class="row">
        <a class="button" href="/overview">See it whole</a>
        <a class="button" href="/sparql-editor">Ask a question</a>
        <a class="button" href="/review">Review identities</a>
      </p>
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
    </section>
  );
}
