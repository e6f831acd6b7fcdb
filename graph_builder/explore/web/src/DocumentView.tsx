/** A document as its reader saw it: the evidence of each fact is marked, and each fact can be judged in its place. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api } from "./api";
import { relationColour } from "./colours";
import { DecisionList, decide, onDecided, type Asked } from "./decide";
import { groups, rangeAt, selectedWords, type Group, type Run, type TextBlock } from "./documentText";
import { Meter } from "./Evidence";
import { AdditionForm, CorrectionForm } from "./FactForms";
import { Failed } from "./Failed";
import { OtherIdentity } from "./OtherIdentity";
import { PageImages } from "./PageImages";
import { documentPage, go, pageOf } from "./router";
import type { DocumentFact, Mention, SourceDocument } from "./types";

const idOf = (fact: { iri: string }): string => fact.iri.slice(fact.iri.lastIndexOf("/") + 1);

export function DocumentView({ source, fact, at, curation }: { source: string; fact: string; at: string; curation: boolean }) {
  const [found, setFound] = useState<SourceDocument | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [turn, setTurn] = useState(0);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [least, setLeast] = useState(0);
  const [asPages, setAsPages] = useState(false);
  const [adding, setAdding] = useState<{ span: [number, number] | null } | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const first = useRef(fact);
  useEffect(() => onDecided(() => setTurn((turn) => turn + 1)), []);
  useEffect(() => {
    let current = true;
    setFailure(null);
    document.title = `${source} · graph-builder`;
    // The end of an id leads to the whole one.
    const show = (answer: SourceDocument) => (answer.id === source ? setFound(answer) : go(documentPage(answer.id) + location.search, true));
    api.document(source, first.current).then((answer) => current && show(answer), (failure: Error) => current && setFailure(failure));
    return () => {
      current = false;
    };
  }, [source, turn]);
  const shown = useMemo(() => (found?.facts ?? []).filter((each) => !hidden.has(each.relation) && each.confidence >= least), [found, hidden, least]);
  const text = useMemo(() => (found ? groups(found.text, found.start, found.blocks, shown) : []), [found, shown]);
  const loaded = found?.id === source;
  useEffect(() => {
    if (!loaded || !fact) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const place of [`[data-facts~="${CSS.escape(fact)}"]`, `#fact-${CSS.escape(fact)}`]) {
      document.querySelector(place)?.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
    }
  }, [loaded, fact]);
  // Words that a search found are marked and shown.
  useEffect(() => {
    const place = /^(\d+)-(\d+)$/.exec(at);
    const text = document.querySelector(".document-text");
    const range = loaded && place && text ? rangeAt(text, [Number(place[1]), Number(place[2])]) : null;
    if (!range) return;
    CSS.highlights?.set("found", new Highlight(range));
    range.startContainer.parentElement?.scrollIntoView({ block: "center" });
    return () => void CSS.highlights?.delete("found");
  }, [loaded, at, text]);
  if (failure) return <Failed failure={failure} onRetry={() => setTurn(turn + 1)} />;
  if (!found || !loaded) return <main class="page" aria-busy="true"><p role="status">Loading …</p></main>;
  const name = source.slice(source.lastIndexOf("/") + 1);
  return (
    <div class="with-panel document">
      <main class="page">
        <p class="kind">document</p>
        <h1>{name}</h1>
        <p class="label">{source}{found.media_type && ` · ${found.media_type}`}</p>
        {!found.stored && <p role="status">The text of this source is not stored; its facts are listed beside.</p>}
        {found.text.length > 0 && [...found.text].length < found.length && (
          <p role="status">A part of a long document: characters {found.start.toLocaleString("en")} and following, of {found.length.toLocaleString("en")}.</p>
        )}
        {found.media_type === "application/pdf" && (
          <p class="row" role="group" aria-label="Show as">
            <button type="button" aria-pressed={!asPages} onClick={() => setAsPages(false)}>Text</button>
            <button type="button" aria-pressed={asPages} onClick={() => setAsPages(true)}>Pages</button>
          </p>
        )}
        {asPages ? <PageImages source={source} facts={shown} fact={fact} /> : (
          <article class="document-text" aria-label="Text">
            {text.map((group, place) => <GroupOfBlocks key={place} group={group} source={source} fact={fact} />)}
          </article>
        )}
        {curation && found.stored && !adding && <SelectionButton onChoose={() => setAdding({ span: selectedWords(found) })} />}
      </main>
      <aside class="evidence facts" aria-label="Facts of this document">
        <h2>{shown.length.toLocaleString("en")} of {found.count.toLocaleString("en")} facts</h2>
        {curation && found.stored && (
          <button type="button" ref={opener} aria-expanded={adding !== null} onMouseDown={(event) => event.preventDefault()} onClick={() => setAdding(adding ? null : { span: selectedWords(found) })}>Add a fact …</button>
        )}
        {adding && <AdditionForm source={found} span={adding.span} onDone={() => { setAdding(null); opener.current?.focus(); }} />}
        <Filters facts={found.facts} hidden={hidden} least={least} onHidden={setHidden} onLeast={setLeast} />
        <ol>
          {shown.map((each) => (
            <FactCard key={each.iri} fact={each} source={found} isChosen={idOf(each) === fact} curation={curation} />
          ))}
        </ol>
        {found.rejected.length > 0 && (
          <details open>
            <summary>{found.rejected.length} rejected</summary>
            <ul class="rejected">
              {found.rejected.map((each) => (
                <li key={each.decision}>
                  <s>{each.relation}: {each.statement}</s> <q>{each.quote}</q> <small>{each.by}</small>
                </li>
              ))}
            </ul>
          </details>
        )}
        {curation && <DecisionList source={source} />}
      </aside>
    </div>
  );
}

/** A button below words that are selected in the text. */
function SelectionButton({ onChoose }: { onChoose: () => void }) {
  const [at, setAt] = useState<{ left: number; top: number } | null>(null);
  useEffect(() => {
    const look = () => {
      const text = document.querySelector(".document-text");
      const selection = getSelection();
      const range = selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : null;
      if (!range || !text?.contains(range.commonAncestorContainer)) return setAt(null);
      const { left, bottom } = range.getBoundingClientRect();
      setAt({ left: Math.max(0, Math.min(left, innerWidth - 160)) + scrollX, top: bottom + scrollY + 6 });
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, []);
  if (!at) return null;
  return <button type="button" class="main on-selection" style={{ left: `${at.left}px`, top: `${at.top}px` }} onMouseDown={(event) => event.preventDefault()} onClick={onChoose}>Add these words …</button>;
}

function GroupOfBlocks({ group, source, fact }: { group: Group; source: string; fact: string }) {
  const runs = (cell: readonly Run[]) => cell.map((run, place) => <Piece key={place} run={run} source={source} fact={fact} />);
  const all = (block: TextBlock) => block.cells.flatMap((cell) => runs(cell));
  const [first] = group.blocks;
  if (!first) return null;
  switch (group.kind) {
    case "heading": {
      const Tag = `h${Math.min(6, first.level + 1)}` as "h2";
      return <Tag>{all(first)}</Tag>;
    }
    case "list item":
      return (
        <ul>
          {group.blocks.map((block, place) => <li key={place} style={{ "--level": Math.max(0, block.level - 1) }}>{all(block)}</li>)}
        </ul>
      );
    case "table row":
      return (
        <div class="scroll-x">
          <table><tbody>{group.blocks.map((block, place) => <tr key={place}>{block.cells.map((cell, at) => <td key={at}>{runs(cell)}</td>)}</tr>)}</tbody></table>
        </div>
      );
    case "field":
      return (
        <dl>
          {group.blocks.map((block, place) => <div key={place}><dt>{block.label || "·"}</dt><dd>{all(block)}</dd></div>)}
        </dl>
      );
    case "code":
      return <pre>{all(first)}</pre>;
    default:
      return <p>{all(first)}</p>;
  }
}

function Piece({ run, source, fact }: { run: Run; source: string; fact: string }) {
  const [nearest] = run.facts;
  if (!nearest) return <span data-at={run.at}>{run.text}</span>;
  const ids = run.facts.map(idOf);
  // Pressed again, a piece that several facts share leads to the next of them.
  const next = ids[(ids.indexOf(fact) + 1) % ids.length];
  return (
    <a
      class={run.facts.some((each) => each.confidence < 0.7) ? "mark unsure-mark" : "mark"}
      href={documentPage(source, next)}
      data-facts={ids.join(" ")}
      data-at={run.at}
      aria-current={ids.includes(fact) ? "true" : undefined}
      title={run.facts.map((each) => each.statement).join("\n")}
      style={{ "--dot": relationColour(nearest.relation) }}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(documentPage(source, next));
      }}
    >
      {run.text}
    </a>
  );
}

function Filters(given: {
  facts: readonly DocumentFact[];
  hidden: ReadonlySet<string>;
  least: number;
  onHidden: (hidden: ReadonlySet<string>) => void;
  onLeast: (least: number) => void;
}) {
  const counts = new Map<string, number>();
  for (const fact of given.facts) counts.set(fact.relation, (counts.get(fact.relation) ?? 0) + 1);
  const toggle = (relation: string) => {
    const hidden = new Set(given.hidden);
    if (!hidden.delete(relation)) hidden.add(relation);
    given.onHidden(hidden);
  };
  return (
    <details class="filters" open={matchMedia("(min-width: 821px)").matches}>
      <summary>Show</summary>
      <fieldset>
        <legend class="unseen">Relations</legend>
        {[...counts].sort().map(([relation, count]) => (
          <label key={relation} class="check">
            <input type="checkbox" checked={!given.hidden.has(relation)} onChange={() => toggle(relation)} />
            <span class="dot" style={{ background: relationColour(relation) }} aria-hidden="true" /> {relation} <small>{count}</small>
          </label>
        ))}
      </fieldset>
      <label class="slider">
        Confidence at least {given.least.toFixed(2)}
        <input type="range" min="0" max="1" step="0.05" value={given.least} onInput={(event) => given.onLeast(Number(event.currentTarget.value))} />
      </label>
    </details>
  );
}

function FactCard({ fact, source, isChosen, curation }: { fact: DocumentFact; source: SourceDocument; isChosen: boolean; curation: boolean }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const place = documentPage(source.id, fact.iri);
  const judge = (what: "accept" | "reject"): Asked => ({
    what,
    title: what === "accept" ? "Accept this fact" : "Reject this fact",
    about: fact.statement,
    fact: fact.iri,
    isQuick: true,
  });
  return (
    <li id={`fact-${idOf(fact)}`} class="fact-card" aria-current={isChosen ? "true" : undefined} style={{ "--dot": relationColour(fact.relation) }}>
      <a class="statement" href={place} onClick={(event) => { event.preventDefault(); go(place); }}>
        <span class="relation">{fact.relation}</span>
        {fact.names.join(" · ")}
        <small> {[...Object.values(fact.values), fact.dates].filter(Boolean).join(", ")}</small>
      </a>
      <p class="row">
        <Meter value={fact.confidence} />
        {fact.accepted && <span class="accepted">✓ accepted</span>}
        {fact.extractor === "correction" && <span class="accepted">✎ corrected</span>}
        {fact.extractor === "addition" && <span class="accepted">+ added</span>}
        {fact.start === null && <span class="label">no place in the text</span>}
      </p>
      {isChosen && (
        <dl>
          {fact.mentions.map((mention) => (
            <div key={mention.iri}><MentionLine mention={mention} curation={curation} /></div>
          ))}
          <div><dt>Found by</dt><dd>{fact.extractor}</dd></div>
        </dl>
      )}
      {curation && (
        <p class="row">
          {!fact.accepted && <button type="button" aria-label={`Accept ${fact.statement}`} onClick={() => decide(judge("accept"))}>Accept</button>}
          <button type="button" aria-label={`Reject ${fact.statement}`} onClick={() => decide(judge("reject"))}>Reject</button>
          <button type="button" ref={opener} aria-label={`Correct ${fact.statement}`} aria-expanded={open} onClick={() => setOpen(!open)}>Correct …</button>
        </p>
      )}
      {curation && open && <CorrectionForm source={source} fact={fact} onDone={() => { setOpen(false); opener.current?.focus(); }} />}
    </li>
  );
}

/** A name that a fact rests on, and what it was linked to. */
function MentionLine({ mention, curation }: { mention: Mention; curation: boolean }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { printed, thing, unit, status, rule, score, reasons } = mention;
  return (
    <>
      <dt>“{printed}”</dt>
      <dd>
        {thing ? <a href={pageOf(thing.iri)}>{thing.name}</a> : "nothing"}
        {unit && <> (<a href={pageOf(unit.iri)}>{unit.name}</a>)</>}
        <small> {status} by {rule}{score !== null && ` · ${score.toFixed(2)}`}{reasons.length > 0 && `: ${reasons.join(", ")}`}</small>
        {curation && thing && (
          <button type="button" ref={opener} class="quiet" aria-label={`Not this …: “${printed}” is not ${thing.name}`} aria-expanded={open} onClick={() => setOpen(!open)}>Not this …</button>
        )}
        {open && thing && <OtherIdentity mention={mention} thing={thing} onDone={() => { setOpen(false); opener.current?.focus(); }} />}
      </dd>
    </>
  );
}
