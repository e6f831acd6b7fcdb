/** Named questions: the list to choose from, and the form for the parameters of one. */

import { useEffect, useRef, useState } from "preact/hooks";
import { api, Refusal } from "./api";
import type { Answer } from "./results";
import type { NamedQuery } from "./types";

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
          <input name={each.name} required={each.required} defaultValue={given[each.name] ?? ""} placeholder={each.default || each.example} aria-describedby={`about-${each.name}`} />
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
