/** Decisions on identities and facts: asked for with a reason, stored by the server as the command line stores them. */

import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "./api";

export interface Asked {
  what: "merge" | "split" | "reject" | "rename" | "undo" | "apart" | "confirm";
  title: string;
  about: string;
  one?: string;
  other?: string;
  fact?: string;
  mentions?: string[];
  name?: string;
  id?: string;
}

let show: (asked: Asked) => void = () => undefined;
const listeners = new Set<(id: string) => void>();

/** Ask the user to confirm a decision. */
export function decide(asked: Asked): void {
  show(asked);
}

/** Be told when a decision has been made. */
export function onDecided(listener: (id: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function DecisionDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<{ id: string; said: string } | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    show = (next) => {
      setError("");
      setAsked(next);
    };
  }, []);
  useEffect(() => {
    if (asked) dialog.current?.showModal();
  }, [asked]);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!asked) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setError("");
    try {
      const { what, one, other, fact, mentions, id } = asked;
      const name = asked.name === undefined ? undefined : String(form.get("name") ?? "");
      const made = await api.decide({ what, one, other, fact, mentions, id, name, author: form.get("author"), reason: form.get("reason") });
      localStorage.setItem("author", String(form.get("author") ?? ""));
      dialog.current?.close();
      setAsked(null);
      setDone(made);
      for (const listener of listeners) listener(made.id);
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <dialog ref={dialog} aria-labelledby="decision-title" onClose={() => setAsked(null)}>
        {asked && (
          <form onSubmit={send}>
            <h2 id="decision-title">{asked.title}</h2>
            <p>{asked.about}</p>
            {asked.name !== undefined && <label>New name <input name="name" required value={asked.name} /></label>}
            <label>Your name <input name="author" required value={localStorage.getItem("author") ?? ""} autocomplete="name" /></label>
            <label>Reason <textarea name="reason" rows={2} /></label>
            {error && <p role="alert">{error}</p>}
            <footer>
              <button type="button" class="quiet" onClick={() => dialog.current?.close()}>Cancel</button>
              <button type="submit" disabled={busy}>{busy ? "Working …" : asked.title}</button>
            </footer>
          </form>
        )}
      </dialog>
      {done && (
        <div class="toast" role="status">
          {done.said}
          <button type="button" class="quiet" onClick={() => { decide({ what: "undo", title: "Undo", about: done.said, id: done.id }); setDone(null); }}>Undo</button>
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => setDone(null)}>✕</button>
        </div>
      )}
    </>
  );
}
