/** The sentence behind a statement, where it stands, and how each name in it was understood. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { api } from "./api";
import { decide, type Asked } from "./decide";
import { documentPage, pageOf } from "./router";
import type { Reason } from "./types";

export function EvidencePanel({ facts, curation, onClose }: { facts: readonly string[]; curation: boolean; onClose: () => void }) {
  const [reasons, setReasons] = useState<Reason[] | null>(null);
  const [error, setError] = useState("");
  const panel = useRef<HTMLElement>(null);
  const key = facts.join(" ");
  useEffect(() => {
    setReasons(null);
    setError("");
    let current = true;
    Promise.all(key.split(" ").slice(0, 10).map((fact) => api.evidence(fact))).then(
      (found) => current && setReasons(found.flatMap((each) => each.reasons)),
      (failure: Error) => current && setError(failure.message),
    );
    return () => {
      current = false;
    };
  }, [key]);
  useLayoutEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useLayoutEffect(() => {
    const close = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [onClose]);
  return (
    <aside class="evidence" ref={panel} tabIndex={-1} aria-label="Evidence">
      <header>
        <h2>Evidence</h2>
        <button type="button" class="quiet" onClick={onClose} aria-label="Close evidence">✕</button>
      </header>
      {error && <p role="alert">{error}</p>}
      {!reasons && !error && <p role="status">Looking it up …</p>}
      {reasons?.map((reason) => <Statement key={reason.fact.iri} reason={reason} curation={curation} />)}
    </aside>
  );
}

function Statement({ reason, curation }: { reason: Reason; curation: boolean }) {
  const reject: Asked = { what: "reject", title: "Reject this fact", fact: reason.fact.iri, about: reason.statement };
  return (
    <article>
      <h3>{reason.statement}</h3>
      <blockquote>
        <span class="around">{reason.before}</span>
        <mark>{reason.quote}</mark>
        <span class="around">{reason.after}</span>
      </blockquote>
      <p><a href={documentPage(reason.source, reason.fact.iri)}>See it in the document</a></p>
      <dl>
        <dt>Source</dt>
        <dd><a href={documentPage(reason.source, reason.fact.iri)}>{reason.source}</a>{!reason.found && " (its text is not stored)"}</dd>
        <dt>Found by</dt>
        <dd>{reason.fact.extractor}</dd>
        <dt>Confidence</dt>
        <dd><Meter value={reason.fact.confidence} /></dd>
      </dl>
      <table>
        <caption>Names in it, and what they were taken to mean</caption>
        <thead><tr><th scope="col">Printed</th><th scope="col">Means</th><th scope="col">Because</th></tr></thead>
        <tbody>
          {reason.mentions.map((mention, place) => (
            <tr key={place}>
              <td>“{mention.printed}”</td>
              <td>
                {mention.thing ? <a href={pageOf(mention.thing.iri)}>{mention.thing.name}</a> : "nothing"}
                {mention.unit && <> (<a href={pageOf(mention.unit.iri)}>{mention.unit.name}</a>)</>}
              </td>
              <td>
                {mention.status} by {mention.rule}
                {mention.score !== null && <> · {mention.score.toFixed(2)}</>}
                {mention.reasons.length > 0 && <small>{mention.reasons.join(", ")}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {curation && <button type="button" onClick={() => decide(reject)}>Reject this fact …</button>}
    </article>
  );
}

export function Meter({ value }: { value: number }) {
  return (
    <span class="meter">
      <span aria-hidden="true"><span style={{ width: `${value * 100}%` }} /></span>
      {value.toFixed(2)}
    </span>
  );
}
