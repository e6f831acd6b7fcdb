/** The merges and non-merges that the graph is least sure of, to be settled one by one. */

import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import { NAMES } from "./colours";
import { DecisionList, decide, onDecided } from "./decide";
import { Meter } from "./Evidence";
import { pageOf } from "./router";
import { KINDS, type Doubt, type Kind, type Side } from "./types";

const PAGE = 20;

export function ReviewView({ curation }: { curation: boolean }) {
  const [kind, setKind] = useState<Kind | "">("");
  const [page, setPage] = useState(1);
  const [found, setFound] = useState<{ doubts: Doubt[]; total: number } | null>(null);
  const [error, setError] = useState("");
  const [turn, setTurn] = useState(0);
  useEffect(() => onDecided(() => setTurn((turn) => turn + 1)), []);
  useEffect(() => {
    setError("");
    let current = true;
    api.review(kind, page).then((answer) => current && setFound(answer), (failure: Error) => current && setError(failure.message));
    return () => {
      current = false;
    };
  }, [kind, page, turn]);
  return (
    <main class="page review">
      <h1>Review</h1>
      <p>The identities that the graph is least sure of, the most doubtful first. {curation ? "What you decide is written beside the store and can be undone." : "This server takes no decisions; start it with --curate."}</p>
      <p class="row">
        <label>
          Kind{" "}
          <select value={kind} onChange={(event) => { setKind(event.currentTarget.value as Kind | ""); setPage(1); }}>
            <option value="">all</option>
            {KINDS.map((each) => <option key={each} value={each}>{NAMES[each][1]}</option>)}
          </select>
        </label>
        {found && <span role="status">{found.total.toLocaleString("en")} in doubt</span>}
      </p>
      {curation && <DecisionList />}
      {error && <p role="alert">{error}</p>}
      {!found && !error && <p role="status">Comparing … Of a large graph this takes minutes the first time.</p>}
      {found?.total === 0 && <p class="empty">Nothing is in doubt{kind && ` among ${NAMES[kind][1]}`}.</p>}
      <ol class="doubts" start={(page - 1) * PAGE + 1}>
        {found?.doubts.map((doubt) => <Question key={`${doubt.one.iri} ${doubt.other.iri} ${doubt.one.mentions[0]?.mention}`} doubt={doubt} curation={curation} />)}
      </ol>
      {found && found.total > PAGE && (
        <p class="row">
          <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>Previous</button>
          <span>page {page} of {Math.ceil(found.total / PAGE)}</span>
          <button type="button" disabled={page * PAGE >= found.total} onClick={() => setPage(page + 1)}>Next</button>
        </p>
      )}
    </main>
  );
}

function Question({ doubt, curation }: { doubt: Doubt; curation: boolean }) {
  const names = `${doubt.one.name} and ${doubt.other.name}`;
  return (
    <li>
      <h2>Taken for {doubt.merged ? "one" : "two"}: {doubt.one.name}{doubt.other.name !== doubt.one.name && <> / {doubt.other.name}</>}</h2>
      <p>That they are one: <Meter value={doubt.score} /> · {doubt.reasons.join(", ")}</p>
      <div class="sides"><SideOf side={doubt.one} /><SideOf side={doubt.other} /></div>
      {curation && (
        <p class="row">
          {doubt.merged ? (
            <>
            <button type="button" onClick={() => decide({ what: "confirm", title: "They are one, rightly", about: names, one: doubt.one.iri, mentions: doubt.one.mentions.map((each) => each.mention) })}>They are one, rightly …</button>
            <button type="button" onClick={() => decide({ what: "split", title: "They are two", about: `${doubt.one.mentions[0]?.printed ?? ""} in ${doubt.one.mentions[0]?.source ?? ""} is somebody else than ${doubt.other.name}`, one: doubt.one.iri, mentions: doubt.one.mentions.map((each) => each.mention) })}>They are two …</button>
            </>
          ) : (
            <>
              <button type="button" onClick={() => decide({ what: "merge", title: "They are one", about: names, one: doubt.one.iri, other: doubt.other.iri })}>They are one …</button>
              <button type="button" onClick={() => decide({ what: "apart", title: "They are two", about: names, one: doubt.one.iri, other: doubt.other.iri })}>They are two …</button>
            </>
          )}
        </p>
      )}
    </li>
  );
}

function SideOf({ side }: { side: Side }) {
  const places = [...new Map(side.mentions.map((each) => [`${each.printed} ${each.source}`, each])).values()];
  return (
    <div class="side">
      <p><a href={pageOf(side.iri)}>{side.name}</a></p>
      <ul>
        {places.slice(0, 5).map((each) => <li key={each.source + each.mention}>“{each.printed}” in {each.source}</li>)}
        {places.length > 5 && <li>and {places.length - 5} more</li>}
      </ul>
    </div>
  );
}
