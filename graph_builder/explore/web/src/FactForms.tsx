/** Forms that say what a fact says rightly: one that was read, or one that was not found in the text. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { decide, type Asked } from "./decide";
import { selectedWords, wordsAt } from "./documentText";
import type { DocumentFact, Kind, SourceDocument } from "./types";

type Right = NonNullable<Asked["right"]>;
type Span = [number, number];

interface Field {
  name: string;
  label: string;
  text: string;
  kind: "roles" | "values";
  isRequired: boolean;
  /** What a name is of: the document's other names of that kind are offered. */
  of?: Kind | undefined;
}

/** So long, in characters, is the evidence that grows with the words taken from about it. */
const LONGEST = 500;

/** What roles and values are called beside their relation, where the schema's own name says less. */
const LABELS: Record<string, string> = {
  "education organization": "school",
  "employment organization": "employer",
  "publication work": "paper title",
  "authorship work": "paper title",
  "about work": "paper title",
  "award organization": "award giver",
};
const labelOf = (relation: string, name: string): string => LABELS[`${relation} ${name}`] ?? name;

/** What a fact says, to be put right: names as they are printed, values, and the words that state it. */
export function CorrectionForm({ source, fact, onDone }: { source: SourceDocument; fact: DocumentFact; onDone: () => void }) {
  const kinds = source.relations[fact.relation]?.roles ?? [];
  const fields = fact.fields.map(({ name, text, kind }) => ({
    name,
    text,
    kind,
    label: labelOf(fact.relation, name),
    isRequired: kind === "roles",
    of: kinds.find((role) => role.name === name)?.kind,
  }));
  const send = (given: Right) => {
    const right: Right = { ...given, roles: {}, values: {} };
    for (const { name, text, kind } of fields) if (given[kind][name] !== text) right[kind][name] = given[kind][name] ?? "";
    decide({ what: "correct", title: "Correct this fact", about: fact.statement, fact: fact.iri, right, isQuick: true, onDone });
  };
  return <FactForm source={source} fields={fields} span={null} save="Save the correction" onSave={send} onDone={onDone} />;
}

/** A fact that was not found: what the selected words are in it, and the rest of what it says. */
export function AdditionForm({ source, span, onDone }: { source: SourceDocument; span: Span | null; onDone: () => void }) {
  const [meaning, setMeaning] = useState("employment organization");
  const choice = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => choice.current?.focus(), []);
  const [relation = "", role = ""] = meaning.split(" ");
  const schema = source.relations[relation] ?? { roles: [], values: [] };
  const words = span ? line(wordsAt(source, span)) : "";
  const field = (facts: readonly DocumentFact[], name: string) => facts.flatMap((fact) => fact.fields).find((each) => each.name === name)?.text;
  const subject = field(source.facts.filter((fact) => fact.relation === "profile"), "person") ?? "";
  // Words inside of a paper's evidence are about that paper.
  const around = span ? source.facts.filter((fact) => fact.start !== null && fact.end !== null && fact.start <= span[0] && fact.end >= span[1]) : [];
  const others = schema.roles.filter((each) => each.name !== role && each.kind === "person");
  const person = (others.find((each) => each.name === "person") ?? others.find((each) => each.required))?.name;
  const fields: Field[] = [
    ...schema.roles.map(({ name, kind, required }) => ({
      name,
      kind: "roles" as const,
      label: labelOf(relation, name),
      isRequired: required,
      of: kind,
      text: name === role ? words : name === person ? subject : required ? (field(around, name) ?? "") : "",
    })),
    ...schema.values.map((name) => ({ name, kind: "values" as const, label: labelOf(relation, name), isRequired: name === role, text: name === role ? words : "" })),
  ];
  const send = (right: Right) => {
    const about = `${relation}: ${[...Object.values(right.roles), ...Object.values(right.values)].filter(Boolean).join(", ")}`;
    decide({ what: "add", title: "Add this fact", about, source: source.id, relation, right, isQuick: true, onDone });
  };
  return (
    <section class="addition" aria-label="Add a fact">
      <label>
        {words ? `“${words.slice(0, 60)}${words.length > 60 ? "…" : ""}” is` : "The fact is about"}{" "}
        <select value={meaning} ref={choice} onChange={(event) => setMeaning(event.currentTarget.value)}>
          {Object.entries(source.relations).map(([name, { roles, values }]) => (
            <optgroup key={name} label={name}>
              {[...roles.map((each) => each.name).filter((each) => each !== "person"), ...values.filter((each) => each === name)].map((each) => (
                <option key={each} value={`${name} ${each}`}>{labelOf(name, each)}</option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <FactForm key={meaning} source={source} fields={fields} span={span} save="Add this fact" onSave={send} onDone={onDone} />
    </section>
  );
}

const line = (text: string): string => text.replace(/\s+/g, " ").trim();

interface Given {
  source: SourceDocument;
  fields: readonly Field[];
  span: Span | null;
  save: string;
  onSave: (right: Right) => void;
  onDone: () => void;
}

function FactForm({ source, fields, span: first, save, onSave, onDone }: Given) {
  const [span, setSpan] = useState(first);
  const [said, setSaid] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const take = (input?: string) => {
    const found = selectedWords(source);
    setSaid(found ? "" : "Select words in the text first.");
    if (!found) return;
    const box = input && form.current?.elements.namedItem(input);
    if (!box) return setSpan(found);
    (box as HTMLInputElement).value = line(wordsAt(source, found));
    if (span) setSpan(widened(span, found));
  };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const right: Right = { roles: {}, values: {}, ...(span ? { span } : {}) };
    for (const { name, kind } of fields) right[kind][name] = String(data.get(`${kind} ${name}`) ?? "").trim();
    onSave(right);
  };
  const takes = (label: string, input?: string) => ({
    type: "button" as const,
    "aria-label": `Take the selected words as ${label}`,
    title: `Take the selected words as ${label}`,
    onMouseDown: (event: Event) => event.preventDefault(), // which would take the selection away
    onClick: () => take(input),
  });
  const names = (kind: Kind) => [...new Set(source.facts.flatMap((fact) => fact.mentions).filter((each) => each.thing?.kind === kind).map((each) => each.printed))];
  return (
    <form class="correction" ref={form} onSubmit={send}>
      {fields.map(({ name, label, text, kind, isRequired, of }) => (
        <div key={kind + name} class="field">
          <label>{label} <input name={`${kind} ${name}`} defaultValue={text} required={isRequired} list={of && `names-${of}`} autocomplete="off" /></label>
          <button class="quiet" {...takes(label, `${kind} ${name}`)}>⇤</button>
          {of && <datalist id={`names-${of}`}>{names(of).map((each) => <option key={each} value={each} />)}</datalist>}
        </div>
      ))}
      <p class="row">
        <button {...takes("evidence")}>Take the selected words as evidence</button>
        <small role="status">{said || (span ? `Evidence: “${wordsAt(source, span)}”` : "")}</small>
      </p>
      <p class="row">
        <button type="submit" class="main">{save}</button>
        <button type="button" class="quiet" onClick={onDone}>Cancel</button>
      </p>
    </form>
  );
}

/** Both spans and what is between them, if that is not too long; else the first. */
function widened(one: Span, other: Span): Span {
  const both: Span = [Math.min(one[0], other[0]), Math.max(one[1], other[1])];
  return both[1] - both[0] <= LONGEST ? both : one;
}
