/** Lists: things of a kind or documents, found by words, narrowed by facets; each list has an address. */

import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import { COLOURS, NAMES } from "./colours";
import { Failed } from "./Failed";
import { documentPage, go, pageOf, shortIri } from "./router";
import { KINDS, type Facet, type Info, type Kind, type List, type ListItem } from "./types";

const PAGE = 25;
const FACET = "facet.";
const TOTALS: Record<string, string> = { person: "people", organization: "organizations", work: "papers", document: "documents" };
/** What lists are called: kinds of things, and documents. */
const TITLES: readonly [string, string][] = [...KINDS.map((kind): [string, string] => [kind, NAMES[kind][1]]), ["document", "documents"]];

/** The address of a list with some parameters changed; one that is undefined goes. A changed list begins at its first page. */
export function listPage(parameters: URLSearchParams, changed: Record<string, string | undefined>): string {
  const next = new URLSearchParams(parameters);
  next.delete("start");
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined || value === "") next.delete(name);
    else next.set(name, value);
  }
  return `/find?${next.toString()}`;
}

export function FindView({ parameters, info }: { parameters: URLSearchParams; info: Info }) {
  const [found, setFound] = useState<List | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [turn, setTurn] = useState(0);
  const kind = TITLES.find(([name]) => name === parameters.get("kind"))?.[0] ?? "person";
  const text = parameters.get("q") ?? "";
  const start = Number(parameters.get("start") ?? 0) || 0;
  const asked = parameters.toString();
  useEffect(() => {
    let current = true;
    setFailure(null);
    const show = (answer: List) => {
      // Whoever named no kind gets one that has what was looked for.
      const other = !answer.total && !parameters.has("kind") && TITLES.find(([name]) => answer.counts[name])?.[0];
      if (other) go(listPage(parameters, { kind: other }), true);
      else setFound(answer);
    };
    api.list(kind, parameters).then((answer) => current && show(answer), (failure: Error) => current && setFailure(failure));
    return () => {
      current = false;
    };
  }, [asked, turn]);
  if (failure) return <Failed failure={failure} onRetry={() => setTurn(turn + 1)} />;
  const title = TITLES.find(([name]) => name === kind)?.[1] ?? "";
  // A facet is of one kind alone: another kind is looked at without.
  const bare = new URLSearchParams({ q: text });
  return (
    <main class="page find">
      <h1>{title[0]?.toUpperCase()}{title.slice(1)}{text && ` with “${text}”`}</h1>
      <form class="row" role="search" onSubmit={(event) => { event.preventDefault(); go(listPage(parameters, { kind, q: String(new FormData(event.currentTarget as HTMLFormElement).get("q") ?? "").trim() })); }}>
        <input key={text} type="search" name="q" defaultValue={text} aria-label={kind === "document" ? "Words in the text" : "Words of a name"} placeholder={kind === "document" ? "Words in the text" : "Words of a name"} />
        <button type="submit">Find</button>
      </form>
      <nav class="tabs kinds" aria-label="Kinds">
        {TITLES.map(([name, title]) => {
          const count = text ? (found?.counts[name] ?? 0) : info.totals[TOTALS[name] ?? ""];
          return <a key={name} class="button" href={listPage(bare, { kind: name })} aria-current={name === kind ? "page" : undefined}>{title} {count !== undefined && (!text || found) && <small>{count.toLocaleString("en")}</small>}</a>;
        })}
      </nav>
      {!found ? <p role="status">Looking …</p> : (
        <div class="columns">
          <aside aria-label="Facets">
            <details open={innerWidth > 820}>
              <summary>Narrow the list</summary>
              {found.facets.map((facet) => <FacetList key={facet.name} facet={facet} parameters={parameters} total={found.total} />)}
            </details>
          </aside>
          <section aria-label="Results">
            <p role="status">{found.total.toLocaleString("en")} {found.total === 1 && kind !== "document" ? NAMES[kind as Kind][0] : title}</p>
            {found.total === 0 && text && <p class="empty">Nothing is so called. The search above also forgives typing errors.</p>}
            <ol class="results" start={start + 1}>
              {found.items.map((item) => <li key={item.iri ?? item.id}>{item.id === undefined ? <ThingLine item={item} /> : <DocumentLine item={item} />}</li>)}
            </ol>
            <p class="row">
              {start > 0 && <a class="button" href={`${listPage(parameters, {})}&start=${Math.max(0, start - PAGE)}`}>Previous</a>}
              {found.total > PAGE && <span>{(start + 1).toLocaleString("en")} to {Math.min(found.total, start + PAGE).toLocaleString("en")}</span>}
              {start + PAGE < found.total && <a class="button" href={`${listPage(parameters, {})}&start=${start + PAGE}`}>Next</a>}
            </p>
          </section>
        </div>
      )}
    </main>
  );
}

function FacetList({ facet, parameters, total }: { facet: Facet; parameters: URLSearchParams; total: number }) {
  const name = FACET + facet.name;
  const chosen = parameters.get(name);
  const wanted = facet.values.filter(({ value, count }) => value === chosen || count < total || !chosen);
  if (!facet.values.length && !chosen) return null;
  return (
    <section>
      <h2>{facet.title}</h2>
      <ul>
        {chosen && !wanted.some(({ value }) => value === chosen) && <li><a href={listPage(parameters, { [name]: undefined })} aria-current="true">{shortIri(chosen)} ✕</a></li>}
        {wanted.map(({ value, name: title, count }) => (
          <li key={value}>
            <a href={listPage(parameters, { [name]: value === chosen ? undefined : value })} aria-current={value === chosen ? "true" : undefined}>{title}{value === chosen && " ✕"}</a> <small>{count.toLocaleString("en")}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ThingLine({ item }: { item: ListItem }) {
  return (
    <>
      <a href={pageOf(item.iri ?? "")}><span class="dot" style={{ background: COLOURS[item.kind ?? "person"] }} aria-hidden="true" /> {item.name}</a>
      <span class="note">{item.note}</span>
      <small>{item.facts.toLocaleString("en")} {item.facts === 1 ? "fact" : "facts"}</small>
    </>
  );
}

function DocumentLine({ item }: { item: ListItem }) {
  const [before, word, after] = item.excerpt ?? [];
  const page = documentPage(item.id ?? "");
  return (
    <>
      <a href={item.at ? `${page}?at=${item.at.join("-")}` : page}>{item.id}</a>
      <span class="note">{word === undefined ? item.title : <>{before}<mark>{word}</mark>{after}</>}</span>
      <small>{item.facts.toLocaleString("en")} {item.facts === 1 ? "fact" : "facts"}</small>
    </>
  );
}
