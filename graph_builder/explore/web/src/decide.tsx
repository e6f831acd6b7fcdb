/** Decisions on identities and facts: asked for with a reason, stored by the server as the command line stores them. */

import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "./api";
import { Comparison } from "./Comparison";
import type { StoredDecision } from "./types";

/** What is said to a doubt: whether two things are one or, where mentions are given, these and the first. */
export interface Answer {
  are_one: boolean;
  one: string;
  other?: string | undefined;
  mentions?: string[] | undefined;
}

export interface Asked {
  what: "merge" | "split" | "reject" | "rename" | "undo" | "apart" | "confirm" | "accept" | "correct" | "add" | "answer";
  title: string;
  about: string;
  one?: string;
  other?: string;
  fact?: string;
  /** Of an added fact. */
  source?: string;
  relation?: string;
  mentions?: string[];
  /** Of a decision on several doubts, what is said to each. */
  answers?: Answer[];
  name?: string;
  id?: string;
  /** Of a correction or an added fact: names and values, of a correction those that differ, and the characters that state the fact. */
  right?: { roles: Record<string, string>; values: Record<string, string>; span?: [number, number] };
  /** Whether it is carried out without a dialog once the user's name is known. */
  isQuick?: boolean;
  /** Whether what speaks for and against is shown in the dialog. */
  compared?: boolean;
  /** Called when it has been carried out. */
  onDone?: () => void;
}

/** Milliseconds after which it is said why a decision may take so long. */
const LONG = 15_000;

let show: (asked: Asked) => void = () => undefined;
const listeners = new Set<(id: string) => void>();

/** Ask the user to confirm a decision. */
export function decide(asked: Asked): void {
  show(asked);
}

/** Decisions that wait for those before them, with who decides. */
const queue: (() => Promise<void>)[] = [];
let isWorking = false;

/** Whether all decisions have been carried out. */
export function isIdle(): boolean {
  return queue.length === 0;
}

async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (let next = queue[0]; next; next = queue[0]) {
    await next();
  }
  isWorking = false;
}

/** Listen for decisions that were carried out. */
export function onDecided(listener: (id: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Let all who listen know that the graph has changed. */
export function announce(id: string): void {
  for (const listener of listeners) listener(id);
}

export function DecisionDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState("");
  const [waiting, setWaiting] = useState(0);
  const [done, setDone] = useState<{ id: string; said: string } | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const busy = waiting > 0;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    const timer = busy ? setTimeout(() => setLong(true), LONG) : 0;
    return () => clearTimeout(timer);
  }, [busy]);
  const why = isLong && "The first decision after an upgrade brings the whole graph up to date, which takes minutes where it is large.";
  const send = async (asked: Asked, author: string, reason: string, name?: string) => {
    setError("");
    const { what, one, other, fact, source, relation, mentions, answers, id, right } = asked;
    const answer = await api.decide({ what, one, other, fact, source, relation, mentions, answers, id, ...right, name, author, reason }).catch((failure: Error) => failure);
    queue.shift();
    setWaiting(queue.length);
    if (answer instanceof Error) {
      setAsked(asked);
      setError(answer.message);
      return;
    }
    localStorage.setItem("author", author);
    setAsked((now) => (now === asked ? null : now));
    setDone(answer);
    asked.onDone?.();
    announce(answer.id);
  };
  /** Carry a decision out after those that wait already. */
  const carryOut = (...given: Parameters<typeof send>) => {
    queue.push(() => send(...given));
    setWaiting(queue.length);
    void work();
  };
  useEffect(() => {
    show = (next) => {
      setError("");
      const author = localStorage.getItem("author");
      if (next.isQuick && author) carryOut(next, author, "");
      else setAsked(next);
    };
  }, []);
  useEffect(() => {
    if (asked && !dialog.current?.open) dialog.current?.showModal();
    else if (!asked) dialog.current?.close();
  }, [asked]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!asked) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    carryOut(asked, String(form.get("author") ?? ""), String(form.get("reason") ?? ""), asked.name === undefined ? undefined : String(form.get("name") ?? ""));
  };
  return (
    <>
      <dialog ref={dialog} aria-labelledby="decision-title" onClose={() => setAsked(null)}>
        {asked && (
          <form onSubmit={submit}>
            <h2 id="decision-title">{asked.title}</h2>
            <p>{asked.about}</p>
            {asked.compared && asked.one && asked.other && <Comparison one={asked.one} other={asked.other} most={5} />}
            {asked.name !== undefined && <label>New name <input name="name" required value={asked.name} /></label>}
            <label>Your name <input name="author" required value={localStorage.getItem("author") ?? ""} autocomplete="name" /></label>
            <label>Reason <textarea name="reason" rows={2} /></label>
            {error && <p role="alert">{error}</p>}
            {why && <p role="status">{why}</p>}
            <footer>
              <button type="button" class="quiet" onClick={() => dialog.current?.close()}>Cancel</button>
              <button type="submit" disabled={busy}>{busy ? "Working …" : asked.title}</button>
            </footer>
          </form>
        )}
      </dialog>
      {busy && !asked && <div class="toast" role="status">Working …{waiting > 1 && ` ${waiting - 1} more after this`} {why}</div>}
      {done && !busy && (
        <div class="toast" role="status">
          {done.said}
          <button type="button" class="quiet" onClick={() => { decide({ what: "undo", title: "Undo", about: done.said, id: done.id }); setDone(null); }}>Undo</button>
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => setDone(null)}>✕</button>
        </div>
      )}
    </>
  );
}

/** The decisions that were made, on one source or on all, each of which can be undone. */
export function DecisionList({ source }: { source?: string }) {
  const [found, setFound] = useState<StoredDecision[]>([]);
  const [error, setError] = useState("");
  useEffect(() => {
    const load = () => void api.decisions().then((answer) => setFound(answer.decisions), (failure: Error) => setError(failure.message));
    load();
    return onDecided(load);
  }, []);
  const shown = batches(found.filter((each) => each.kind !== "undo" && (source === undefined || each.sources.includes(source))));
  if (error) return <p role="alert">{error}</p>;
  return (
    <details class="decisions" open={source !== undefined}>
      <summary>{shown.length} {shown.length === 1 ? "decision" : "decisions"}</summary>
      <ul>
        {shown.map((each) => (
          <li key={each.id}>
            {each.said} <small>{each.state}</small>{" "}
            {each.others.length > 0 && <details><summary>each of them</summary><ul>{each.others.map((said) => <li key={said}>{said}</li>)}</ul></details>}
            {each.state !== "undone" && (
              <button type="button" aria-label={`Undo: ${each.said}`} onClick={() => decide({ what: "undo", title: "Undo", about: each.said, id: each.id, isQuick: true })}>Undo</button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Decisions as they are undone: those of a batch together. */
function batches(decisions: readonly StoredDecision[]): (StoredDecision & { others: string[] })[] {
  const groups = Map.groupBy(decisions, (each) => (each.batch && each.state !== "undone" ? each.batch : each.id));
  return [...groups].flatMap(([id, group]) => {
    const [first] = group;
    if (!first) return [];
    if (group.length === 1) return [{ ...first, others: [] }];
    const [, by = ""] = /(, decided by .*)$/.exec(first.said) ?? [];
    return [{ ...first, id, said: `${group.length} decisions at once${by}`, others: group.map((each) => each.said) }];
  });
}
