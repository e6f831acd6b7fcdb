/** Queries side by side: tabs that stay in this browser, and queries that were saved by name. */

import { useState } from "preact/hooks";
import { store, stored } from "./stored";

export interface Tab {
  id: number;
  text: string;
}

interface Saved {
  name: string;
  text: string;
}

const [TABS, SAVED] = ["graph-builder-tabs", "graph-builder-saved-queries"];
const MOST = 12;

const isTab = (each: unknown): each is Tab => typeof each === "object" && each !== null && "id" in each && typeof each.id === "number" && "text" in each && typeof each.text === "string";
const isSaved = (each: unknown): each is Saved => typeof each === "object" && each !== null && "name" in each && typeof each.name === "string" && "text" in each && typeof each.text === "string";

export function savedTabs(): readonly Tab[] {
  return stored(TABS, isTab);
}

export function saveTabs(tabs: readonly Tab[]): readonly Tab[] {
  return store(TABS, tabs.slice(0, MOST));
}

/** A query in a few words: what it selects, without prefixes. */
export function inShort(text: string): string {
  return text.replace(/PREFIX[^\n]*\n?/gi, "").replace(/^#\s*/, "").replace(/\s+/g, " ").trim().slice(0, 24) || "empty";
}

interface Properties {
  tabs: readonly Tab[];
  current: number;
  onChoose: (id: number) => void;
  onClose: (id: number) => void;
  onNew: () => void;
}

export function QueryTabs({ tabs, current, onChoose, onClose, onNew }: Properties) {
  return (
    <div class="query-tabs" role="group" aria-label="Queries">
      {tabs.map(({ id, text }) => (
        <span key={id} class={id === current ? "chosen" : ""}>
          <button type="button" class="quiet" aria-pressed={id === current} onClick={() => onChoose(id)}>{inShort(text)}</button>
          {tabs.length > 1 && <button type="button" class="quiet" aria-label={`Close ${inShort(text)}`} onClick={() => onClose(id)}>✕</button>}
        </span>
      ))}
      {tabs.length < MOST && <button type="button" class="quiet" aria-label="New query" onClick={onNew}>+</button>}
    </div>
  );
}

/** Queries by name: the one in the editor is saved, a saved one is opened. */
export function SavedQueries({ text, onOpen }: { text: () => string; onOpen: (text: string) => void }) {
  const [saved, setSaved] = useState(() => stored(SAVED, isSaved));
  const keep = (next: readonly Saved[]) => setSaved(store(SAVED, next));
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const name = String(new FormData(form).get("name") ?? "").trim();
    keep([{ name, text: text() }, ...saved.filter((each) => each.name !== name)]);
    form.reset();
  };
  return (
    <details class="saved-queries">
      <summary>Saved queries{saved.length > 0 && ` (${saved.length})`}</summary>
      <form class="row" onSubmit={save}>
        <input name="name" required aria-label="Name of the query" placeholder="Name" autocomplete="off" />
        <button type="submit">Save the query</button>
      </form>
      <ul>
        {saved.map((each) => (
          <li key={each.name}>
            <button type="button" class="quiet" onClick={() => onOpen(each.text)}>{each.name}</button>
            <button type="button" class="quiet" aria-label={`Delete the query ${each.name}`} onClick={() => keep(saved.filter((other) => other !== each))}>✕</button>
          </li>
        ))}
      </ul>
    </details>
  );
}
