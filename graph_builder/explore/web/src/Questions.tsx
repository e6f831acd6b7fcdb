/** Named questions: the list to choose from, and the form for the parameters of one. */

import { useState } from "preact/hooks";
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

export function Form({ query, onAnswer, onError, onEdit }: { query: NamedQuery; onAnswer: (answer: Answer) => void; onError: (error: Refusal | null) => void; onEdit: () => void }) {
  const [busy, setBusy] = useState(false);
  const ask = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = Object.fromEntries(query.parameters.map((each) => [each.name, String(form.get(each.name) ?? "")]));
    setBusy(true);
    onError(null);
    try {
      const found = await api.ask(query.name, given);
      onAnswer({ columns: found.columns, rows: found.rows.map((row) => row.map((cell) => (cell ? { ...cell, ...(/^-?\d+(\.\d+)?$/.test(cell.value) ? { datatype: "#decimal" } : {}) } : undefined))) });
    } catch (failure) {
      onError(failure instanceof Refusal ? failure : new Refusal((failure as Error).message, 0));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="form" onSubmit={ask}>
      <h2>{query.title}</h2>
      <p>{query.description}</p>
      {query.parameters.map((each) => (
        <label key={each.name}>
          {each.name}
          <input name={each.name} required={each.required} placeholder={each.default || each.example} aria-describedby={`about-${each.name}`} />
          <small id={`about-${each.name}`}>{each.description}</small>
        </label>
      ))}
      <p class="row">
        <button type="submit" class="main" disabled={busy}>{busy ? "Asking …" : "Ask"}</button>
        <button type="button" onClick={onEdit}>Open in the editor</button>
      </p>
    </form>
  );
}
