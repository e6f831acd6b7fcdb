/** Named questions: the list to choose from, and the form for the parameters of one. */

import { useEffect, useRef, useState } from "preact/hooks";
import { api, Refusal } from "./api";
import type { Answer } from "./results";
import { KINDS, type NamedQuery, type Parameter } from "./types";

export function QueryList({ queries, chosen, onChoose }: { queries: readonly NamedQuery[]; chosen: NamedQuery | null; onChoose: (query: NamedQuery) => void }) {
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

interface Properties {
  query: NamedQuery;
  /** What stands in the form at first. */
  given: Record<string, string>;
  /** Whether it is asked at once. */
  isAsked: boolean;
  onAnswer: (answer: Answer, given: Record<string, string>) => void;
  onError: (error: Refusal | null) => void;
  onEdit: (text: string) => void;
}

export function Form({ query, given, isAsked, onAnswer, onError, onEdit }: Properties) {
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const ask = async (isForEditor: boolean) => {
    const values = new FormData(form.current ?? undefined);
    const given = Object.fromEntries(query.parameters.map((each) => [each.name, String(values.get(each.name) ?? "")]));
    setBusy(true);
    onError(null);
    try {
      const found = await api.ask(query.name, given);
      if (isForEditor) onEdit(found.text);
      else onAnswer({ columns: found.columns, more: found.more, rows: found.rows.map((row) => row.map((cell) => (cell ? { ...cell, ...(/^-?\d+(\.\d+)?$/.test(cell.value) ? { datatype: "#decimal" } : {}) } : undefined))) }, given);
    } catch (failure) {
      onError(failure instanceof Refusal ? failure : new Refusal((failure as Error).message, 0));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    if (isAsked && form.current?.checkValidity()) void ask(false);
  }, []);
  return (
    <form class="form" ref={form} onSubmit={(event) => { event.preventDefault(); void ask(false); }}>
      <h2>{query.title}</h2>
      <p>{query.description}</p>
      {query.parameters.map((each) => (
        <label key={each.name}>
          {each.name}
          <NameInput parameter={each} value={given[each.name] ?? ""} />
          <small id={`about-${each.name}`}>{each.description}</small>
        </label>
      ))}
      <p class="row">
        <button type="submit" class="main" disabled={busy}>{busy ? "Asking …" : "Ask"}</button>
        <button type="button" disabled={busy} onClick={() => (form.current?.reportValidity() ? void ask(true) : undefined)}>Open in the editor</button>
      </p>
    </form>
  );
}

/** A field whose names are completed as one types, where the parameter is the name of a thing. */
function NameInput({ parameter, value }: { parameter: Parameter; value: string }) {
  const [names, setNames] = useState<readonly string[]>([]);
  const kind = KINDS.find((each) => each === parameter.kind);
  const complete = (text: string) => {
    if (kind && text.trim().length > 1) api.search(text, [kind], 8).then(({ hits }) => setNames(hits.map((hit) => hit.name)), () => undefined);
  };
  return (
    <>
      <input name={parameter.name} required={parameter.required} defaultValue={value} placeholder={parameter.default || parameter.example} aria-describedby={`about-${parameter.name}`} list={kind && `names-${parameter.name}`} autocomplete="off" onInput={(event) => complete(event.currentTarget.value)} />
      {kind && <datalist id={`names-${parameter.name}`}>{[...new Set(names)].map((name) => <option key={name} value={name} />)}</datalist>}
    </>
  );
}
