/** The merges and non-merges that the graph is least sure of, with the evidence, to be settled one by one or several at once. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { api } from "./api";
import { NAMES } from "./colours";
import { Comparison } from "./Comparison";
import { DecisionList, decide, isIdle, onDecided, type Asked } from "./decide";
import { Meter } from "./Evidence";
import { go, pageOf } from "./router";
import { KINDS, type Doubt, type Kind, type Side } from "./types";

/** Pairs of a page, as the server sends them. */
const PAGE = 10;
/** Things of a kind beside a pair. */
const FEW = 5;

const keyOf = (doubt: Doubt): string => `${doubt.one.iri} ${doubt.other.iri} ${doubt.one.mentions[0]?.mention ?? ""}`;

/** The decision that answers a doubt. */
function answerTo(doubt: Doubt, areOne: boolean): Asked {
  const title = areOne ? (doubt.merged ? "They are one, rightly" : "They are one") : "They are two";
  const about = doubt.merged && !areOne ? `${doubt.one.mentions[0]?.printed ?? ""} in ${doubt.one.mentions[0]?.source ?? ""} is somebody else than ${doubt.other.name}` : `${doubt.one.name} and ${doubt.other.name}`;
  const asked = { title, about, one: doubt.one.iri, isQuick: true };
  return doubt.merged
    ? { ...asked, what: areOne ? "confirm" : "split", mentions: doubt.one.mentions.map((each) => each.mention) }
    : { ...asked, what: areOne ? "merge" : "apart", other: doubt.other.iri };
}

/** The decision that answers several doubts at once, and is undone at once. */
function together(doubts: readonly Doubt[], areOne: boolean): Asked {
  const answers = doubts.map((doubt) => {
    const { one, other, mentions } = answerTo(doubt, areOne);
    return { are_one: areOne, one: one ?? "", ...(mentions ? { mentions } : { other }) };
  });
  const title = areOne ? "All of these are one" : "All of these are two";
  return { what: "answer", title, about: `${doubts.length} pairs: ${doubts.map((doubt) => doubt.one.name).join(", ")}`, answers, isQuick: true };
}

export function ReviewView({ parameters, curation }: { parameters: URLSearchParams; curation: boolean }) {
  const kind = KINDS.find((each) => each === parameters.get("kind")) ?? "";
  const page = Math.max(1, Number(parameters.get("page")) || 1);
  const [found, setFound] = useState<{ doubts: Doubt[]; total: number } | null>(null);
  const [error, setError] = useState("");
  const [turn, setTurn] = useState(0);
  const asked = `${kind} ${page} ${turn}`;
  const [answered, setAnswered] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLOListElement>(null);
  // The list is loaded anew once all that was decided has been carried out, so that it does not move under who is deciding.
  useEffect(() => onDecided(() => isIdle() && setTurn((turn) => turn + 1)), []);
  useEffect(() => {
    setError("");
    let current = true;
    api.review(kind, page).then(
      (answer) => {
        if (!current) return;
        setFound(answer);
        setAnswered(asked);
        setDecided(new Set());
        setChosen(new Set());
      },
      (failure: Error) => {
        if (!current) return;
        setError(failure.message);
        setAnswered(asked);
      },
    );
    return () => {
      current = false;
    };
  }, [asked]);
  const doubts = found?.doubts ?? [];
  const show = (kind: string, page: number) => go(`/review?${new URLSearchParams({ ...(kind && { kind }), ...(page > 1 && { page: String(page) }) }).toString()}`);
  const toggle = (key: string) => setChosen((now) => { const next = new Set(now); if (!next.delete(key)) next.add(key); return next; });
  const answer = (wanted: readonly Doubt[], areOne: boolean) => {
    const [first, ...others] = wanted;
    if (!first) return;
    const asked = others.length ? together(wanted, areOne) : answerTo(first, areOne);
    const mark = () => setDecided((now) => new Set([...now, ...wanted.map(keyOf)]));
    // Whoever has not given a name yet is asked first, and may cancel.
    if (localStorage.getItem("author")) mark();
    decide({ ...asked, onDone: mark });
    setChosen(new Set());
  };
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>(":scope > li") ?? [])];
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest("input:not([type=checkbox]), textarea, select, dialog")) return;
    const all = items();
    const at = all.findIndex((item) => item.contains(document.activeElement));
    const doubt = doubts[at];
    const step = { j: 1, k: -1 }[event.key];
    if (step) {
      const next = all[Math.max(0, Math.min(all.length - 1, at + step))];
      next?.focus();
      next?.scrollIntoView({ block: "nearest" });
    } else if (curation && doubt && event.key === "x") toggle(keyOf(doubt));
    else if (curation && doubt && (event.key === "y" || event.key === "n") && !decided.has(keyOf(doubt))) {
      answer([doubt], event.key === "y");
      all[at + 1]?.focus();
    } else return;
    event.preventDefault();
  };
  // Before anything is shown: a key means the pair that is seen.
  useLayoutEffect(() => {
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  });
  const wanted = doubts.filter((doubt) => chosen.has(keyOf(doubt)));
  return (
    <main class="page review">
      <h1>Review</h1>
      <p>The identities that the graph is least sure of, the most doubtful first. {curation ? "What you decide is written beside the store and can be undone." : "This server takes no decisions; start it with --curate."}</p>
      <p class="row">
        <label>
          Kind{" "}
          <select value={kind} onChange={(event) => show(event.currentTarget.value, 1)}>
            <option value="">all</option>
            {KINDS.map((each) => <option key={each} value={each}>{NAMES[each][1]}</option>)}
          </select>
        </label>
        {found && <span role="status">{found.total.toLocaleString("en")} in doubt</span>}
        <span class="label">Keys: <kbd>j</kbd> <kbd>k</kbd> next, previous{curation && <>; <kbd>y</kbd> one, <kbd>n</kbd> two, <kbd>x</kbd> choose</>}</span>
      </p>
      {curation && <DecisionList />}
      {error && <p role="alert">{error}</p>}
      {!found && !error && <p role="status">Comparing … Of a large graph this takes minutes the first time.</p>}
      {found?.total === 0 && <p class="empty">Nothing is in doubt{kind && ` among ${NAMES[kind as Kind][1]}`}.</p>}
      {wanted.length > 0 && (
        <p class="row batch" role="group" aria-label="Chosen pairs">
          <span>{wanted.length} chosen</span>
          <button type="button" onClick={() => answer(wanted, true)}>All of these are one</button>
          <button type="button" onClick={() => answer(wanted, false)}>All of these are two</button>
          <button type="button" class="quiet" onClick={() => setChosen(new Set())}>None</button>
        </p>
      )}
      <ol class="doubts" aria-busy={answered !== asked} ref={list} start={(page - 1) * PAGE + 1}>
        {doubts.map((doubt) => {
          const key = keyOf(doubt);
          return <Question key={key} doubt={doubt} curation={curation} isChosen={chosen.has(key)} isDecided={decided.has(key)} onChoose={() => toggle(key)} onAnswer={(areOne) => answer([doubt], areOne)} />;
        })}
      </ol>
      {found && found.total > PAGE && (
        <p class="row">
          <button type="button" disabled={page === 1} onClick={() => show(kind, page - 1)}>Previous</button>
          <span>page {page} of {Math.ceil(found.total / PAGE)}</span>
          <button type="button" disabled={page * PAGE >= found.total} onClick={() => show(kind, page + 1)}>Next</button>
        </p>
      )}
    </main>
  );
}

interface Properties {
  doubt: Doubt;
  curation: boolean;
  isChosen: boolean;
  isDecided: boolean;
  onChoose: () => void;
  onAnswer: (areOne: boolean) => void;
}

function Question({ doubt, curation, isChosen, isDecided, onChoose, onAnswer }: Properties) {
  const { merged, one, other } = doubt;
  return (
    <li tabIndex={-1} class={isDecided ? "decided" : ""}>
      <h2>
        {curation && <input type="checkbox" aria-label={`Choose ${one.name}${merged ? "" : ` and ${other.name}`}`} checked={isChosen} disabled={isDecided} onChange={onChoose} />} Taken for {merged ? "one" : "two"}: {one.name}{other.name !== one.name && <> / {other.name}</>}
      </h2>
      <p>That they are one: <Meter value={doubt.score} /> · {doubt.reasons.join(", ")}</p>
      <div class="sides"><SideOf side={one} /><SideOf side={other} /></div>
      <Comparison one={one.iri} other={other.iri} mentions={merged ? one.mentions.map((each) => each.mention) : []} most={FEW} />
      {isDecided ? <p role="status">Decided; it is being carried out.</p> : curation && (
        <p class="row">
          <button type="button" onClick={() => onAnswer(true)}>They are one{merged && ", rightly"} …</button>
          <button type="button" onClick={() => onAnswer(false)}>They are two …</button>
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
