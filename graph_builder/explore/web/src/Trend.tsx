/** Chosen topics or organizations over the years: papers or people of each, as lines and year by year. */

import { useEffect, useState } from "preact/hooks";
import { PREFIXES } from "./answers";
import { api } from "./api";
import { Bars } from "./charts";
import { PALETTE } from "./clusters";
import { LineChart } from "./LineChart";
import { Player } from "./Player";
import { pageOf } from "./router";
import { Search } from "./Search";
import { byYear, shares, spanOf, type Series } from "./trends";

interface Subject {
  kind: "topic" | "organization";
  /** The edge from what is counted. */
  edge: string;
  /** The named question that counts, its parameter, and its column of numbers. */
  question: string;
  count: "papers" | "people";
}

export const SUBJECTS = {
  topics: { kind: "topic", edge: "about", question: "papers_per_year_of_topic", count: "papers" },
  people: { kind: "organization", edge: "affiliation", question: "headcount", count: "people" },
} as const satisfies Record<string, Subject>;

/** How many are shown where none were chosen: those that most leads to. */
const FIRST = 5;

async function mostFrequent(edge: string): Promise<string[]> {
  const { rows } = await api.select(`PREFIX schema: <${PREFIXES["schema"]}> SELECT ?thing (COUNT(*) AS ?count) { ?from schema:${edge} ?thing } GROUP BY ?thing ORDER BY DESC(?count) LIMIT ${FIRST}`);
  return rows.flatMap(([thing]) => (thing ? [thing.value] : []));
}

interface Properties {
  subject: Subject;
  chosen: readonly string[];
  year: number | null;
  share: boolean;
  onChange: (changed: { chosen?: readonly string[]; year?: number | null; share?: boolean }) => void;
}

export function Trend({ subject: { kind, edge, question, count }, chosen, year, share, onChange }: Properties) {
  const [found, setFound] = useState<readonly Series[] | null>(null);
  const [all, setAll] = useState<ReadonlyMap<number, number>>(new Map());
  const [error, setError] = useState("");
  const wanted = chosen.join(" ");
  useEffect(() => {
    let current = true;
    setError("");
    (async () => {
      const wanted = chosen.length ? chosen : await mostFrequent(edge);
      const series = await Promise.all(wanted.map(async (iri, place) => {
        const [{ name }, answer] = await Promise.all([api.thing(iri), api.ask(question, { [kind]: iri })]);
        return { iri, name, colour: PALETTE[place % PALETTE.length] ?? "", values: byYear(answer, count) };
      }));
      if (current) setFound(series);
    })().catch((failure: Error) => current && setError(failure.message));
    return () => {
      current = false;
    };
  }, [kind, wanted]);
  useEffect(() => {
    if (share) api.ask("papers_per_year", {}).then((answer) => setAll(byYear(answer, "papers")), (failure: Error) => setError(failure.message));
  }, [share]);
  const series = (found ?? []).map((each) => ({ ...each, values: share ? shares(each.values, all) : each.values }));
  const span = spanOf(series);
  const now = series.map((each) => ({ name: each.name, href: pageOf(each.iri), value: each.values.get(year ?? 0) ?? 0, text: (each.values.get(year ?? 0) ?? 0).toLocaleString("en") + (share ? "%" : "") }));
  const things = chosen.length ? chosen : series.map((each) => each.iri);
  /** All years between: one without a number has none. */
  const points = (values: Series["values"]) => (span ? Array.from({ length: span[1] - span[0] + 1 }, (_none, place) => span[0] + place).map((at) => ({ label: String(at), value: values.get(at) ?? 0 })) : []);
  return (
    <>
      <div class="row">
        <Search label={kind === "topic" ? "Add a topic" : "Add an organization"} kinds={[kind]} placeholder={kind === "topic" ? "Add a topic" : "Add an organization"} onChoose={(hit) => onChange({ chosen: [...things.filter((iri) => iri !== hit.iri), hit.iri] })} />
        {count === "papers" && <label class="check"><input type="checkbox" checked={share} onChange={() => onChange({ share: !share })} /> as a share of all papers of the year</label>}
      </div>
      {error && <p role="alert">{error}</p>}
      {!found && !error && <p role="status">Counting …</p>}
      {found && (
        <ul class="legend" aria-label="Shown">
          {series.map(({ iri, name, colour }) => (
            <li key={iri}>
              <span class="dot" style={{ background: colour }} aria-hidden="true" /> <a href={pageOf(iri)}>{name}</a>{" "}
              <button type="button" class="quiet" aria-label={`Leave out ${name}`} onClick={() => onChange({ chosen: things.filter((each) => each !== iri) })}>✕</button>
            </li>
          ))}
        </ul>
      )}
      {found && !span && <p class="empty">{kind === "topic" ? series.length ? "No paper about these has a year." : "No paper here has a topic." : "No position at these has a date."}</p>}
      {span && (
        <>
          <LineChart lines={series.map((each) => ({ ...each, points: points(each.values) }))} marked={year ? String(year) : undefined} />
          <Player span={span} year={year} all="All years" onChange={(year) => onChange({ year })} />
          {year !== null && (
            <section aria-label={`In ${year}`}>
              <h2>{count === "papers" ? "Papers" : "People"} in {year}</h2>
              <Bars rows={[...now].sort((one, other) => other.value - one.value || one.name.localeCompare(other.name))} colour={`var(--${kind})`} />
            </section>
          )}
        </>
      )}
    </>
  );
}
