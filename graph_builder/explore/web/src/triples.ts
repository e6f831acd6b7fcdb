/** Answers that are triples: read from N-Triples, as a table and as a graph. */

import type { Answer, Pairs, Term } from "./results";
import type { Kind, Thing } from "./types";

const TERM = /<([^>]*)>|(_:[^\s]+)|"((?:[^"\\]|\\.)*)"(?:@([\w-]+)|\^\^<([^>]*)>)?/g;
const LABELS = /#(label|prefLabel)$|\/(name|title)$/;
const KIND = /\/(person|organization|work|venue|topic)\/[^/]+$/;
const ESCAPES: Record<string, string> = { t: "\t", n: "\n", r: "\r", b: "\b", f: "\f" };

/** Read N-Triples into rows of subject, predicate and object. */
export function readTriples(text: string): Answer {
  const rows = text.split("\n").flatMap((line) => {
    const terms = [...line.matchAll(TERM)].map(termOf);
    return terms.length >= 3 ? [terms.slice(0, 3)] : [];
  });
  return { columns: ["subject", "predicate", "object"], rows };
}

function termOf([, iri, blank, literal, language, datatype]: RegExpMatchArray): Term {
  if (iri !== undefined) return { type: "uri", value: unescaped(iri) };
  if (blank !== undefined) return { type: "bnode", value: blank };
  return { type: "literal", value: unescaped(literal ?? ""), ...(datatype && { datatype }), ...(language && { "xml:lang": language }) };
}

function unescaped(text: string): string {
  return text.replace(/\\(u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|.)/gs, (_all, code: string) => (code.length > 1 ? String.fromCodePoint(parseInt(code.slice(1), 16)) : (ESCAPES[code] ?? code)));
}

/** Triples between things as a graph: of very many the first; literals are names, or left out. */
export function drawnTriples(answer: Answer, most: number): Pairs | null {
  const names = new Map<string, string>();
  for (const [subject, predicate, object] of answer.rows) if (subject && object?.type === "literal" && LABELS.test(predicate?.value ?? "")) names.set(subject.value, object.value);
  const things = new Map<string, Thing>();
  const lines: Pairs["lines"] = [];
  let more = 0;
  for (const [subject, predicate, object] of answer.rows) {
    if (!subject || !object || object.type === "literal" || predicate?.value.endsWith("#type") || subject.value === object.value) continue;
    const ends = [subject.value, object.value];
    if (things.size + ends.filter((iri) => !things.has(iri)).length > most) {
      more += 1;
      continue;
    }
    for (const iri of ends) things.set(iri, { iri, kind: (KIND.exec(iri)?.[1] ?? "work") as Kind, name: names.get(iri) ?? decodeURIComponent(iri.split(/[/#]/).at(-1) ?? iri).replace(/-[0-9a-f]{8}$/, "").replaceAll("-", " ") });
    lines.push({ start: subject.value, end: object.value, weight: 1, name: (predicate?.value ?? "").split(/[/#]/).at(-1) ?? "" });
  }
  return lines.length ? { things: [...things.values()], lines, most: 1, more } : null;
}
