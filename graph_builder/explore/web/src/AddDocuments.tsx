/** Documents are added: files or folders are dropped or chosen, read by the server, and reported on. */

import { useState } from "preact/hooks";
import { api } from "./api";
import { announce } from "./decide";
import { documentPage, go } from "./router";
import type { Added } from "./types";

const MOST = 50;

export function AddDocuments() {
  const [state, setState] = useState("");
  const [report, setReport] = useState<Added | null>(null);
  const [over, setOver] = useState(false);
  const add = async (files: readonly File[]) => {
    if (!files.length) return;
    setReport(null);
    const problems = files.length > MOST ? [`The first ${MOST} of ${files.length} files are taken; the others are for the command line.`] : [];
    const saved: string[] = [];
    const taken = files.slice(0, MOST);
    for (const [place, file] of taken.entries()) {
      setState(`Sending ${place + 1} of ${taken.length}: ${file.name}`);
      try {
        saved.push((await api.keep(file)).name);
      } catch (failure) {
        problems.push((failure as Error).message);
      }
    }
    const began = performance.now();
    const clock = setInterval(() => setState(`Reading ${saved.length} ${saved.length === 1 ? "document" : "documents"} … ${Math.round((performance.now() - began) / 1000)} s`), 500);
    try {
      const found = saved.length ? await api.add(saved) : { documents: [], added: 0, problems: [] };
      const all = { ...found, problems: [...problems, ...found.problems] };
      setReport(all);
      announce("");
      const [only] = all.documents;
      if (only && all.documents.length === 1 && !all.problems.length) go(documentPage(only.id));
    } catch (failure) {
      setReport({ documents: [], added: 0, problems: [...problems, (failure as Error).message] });
    } finally {
      clearInterval(clock);
      setState("");
    }
  };
  return (
    <section
      class={over ? "drop over" : "drop"}
      aria-label="Add documents"
      onDragOver={(event) => { event.preventDefault(); setOver(true); }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
        void Promise.all(entries.map(filesIn)).then((found) => add(found.flat()));
      }}
    >
      <h2>Add documents</h2>
      <p>Drop CVs, homepages or files of records here, or a folder of them. They are saved beside the store, and nothing leaves this machine.</p>
      <p class="row">
        <label class="button">Choose files <input type="file" multiple class="unseen" onChange={({ currentTarget: input }) => { void add([...(input.files ?? [])]); input.value = ""; }} /></label>
        <span role="status">{state}</span>
      </p>
      {report && (
        <div role="status">
          {report.problems.map((problem) => <p key={problem} class="error">{problem}</p>)}
          {report.documents.length > 0 && (
            <ul>
              {report.documents.map(({ id, facts }) => <li key={id}><a href={documentPage(id)}>{id}</a> <small>{facts} {facts === 1 ? "fact" : "facts"}</small></li>)}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}

/** The files of what was dropped: a file, or all that lie in a folder. */
async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith(".")) return [];
  if (entry.isFile) return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: File[] = [];
  // A reader gives some at a time, and none at the end.
  for (let some = await entriesOf(reader); some.length && found.length <= MOST; some = await entriesOf(reader)) {
    for (const each of some) found.push(...(await filesIn(each)));
  }
  return found;
}

function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}
