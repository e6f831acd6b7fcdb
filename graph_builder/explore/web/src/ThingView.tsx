/** The page on one thing: what all sources say of it, each statement with its evidence. */

import { lazy, Suspense } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { address, api } from "./api";
import { Bars, Career, Years } from "./charts";
import { COLOURS, NAMES } from "./colours";
import { comparePage } from "./CompareView";
import { decide, onDecided } from "./decide";
import { follow } from "./drawing";
import { followable, identifier } from "./identifiers";
import { Heat } from "./Heat";
import { EvidencePanel } from "./Evidence";
import { Failed } from "./Failed";
import { MergeForm, SplitForm } from "./IdentityForms";
import { Menu } from "./Menu";
import { documentPage, go, pageOf, shortIri } from "./router";
import { KINDS, type Card, type Entry, type Figures, type Kind, type Section } from "./types";

// Flows and what draws them are loaded with the first organization.
const Moves = lazy(() => import("./Moves").then((found) => ({ default: found.Moves })));

/** Formats of one thing: title, name, suffix, and for which kinds. */
const EXPORTS: readonly [string, string, string, readonly Kind[]][] = [
  ["BibTeX of the papers", "bibtex", "bib", ["person", "venue"]],
  ["CSL-JSON of the papers", "csl", "json", ["person", "venue"]],
  ["JSON Resume", "jsonresume", "json", ["person"]],
  ["JSON-LD for a homepage", "schemaorg", "jsonld", ["person"]],
  ["Turtle of all that is known", "turtle", "ttl", KINDS],
];

/** Kinds of which two can be compared. */
const COMPARED: readonly Kind[] = ["person", "organization", "venue"];

/** Which trend a kind of things has. */
const TRENDS: Partial<Record<Kind, string>> = { topic: "topics", organization: "people" };

/** Entries of a section that are shown at first, and how many more each time. */
const FEW = 12;
const MORE = 200;

export function ThingView({ iri, curation }: { iri: string; curation: boolean }) {
  const [card, setCard] = useState<Card | null>(null);
  const [figures, setFigures] = useState<Figures>({ charts: [], sections: [] });
  const [failure, setFailure] = useState<Error | null>(null);
  const [facts, setFacts] = useState<readonly string[]>([]);
  const [turn, setTurn] = useState(0);
  const [form, setForm] = useState<"" | "merge" | "split">("");
  const [year, setYear] = useState<number | null>(null);
  useEffect(() => onDecided(() => setTurn((turn) => turn + 1)), []);
  useEffect(() => {
    setFailure(null);
    let current = true;
    api.thing(iri).then(
      (found) => {
        if (!current) return;
        if (found.redirected?.[iri]) return go(`${pageOf(found.iri)}${pageOf(found.iri).includes("?") ? "&" : "?"}formerly=${encodeURIComponent(shortIri(iri))}`, true);
        setCard(found);
        document.title = `${found.name} · graph-builder`;
      },
      (failure: Error) => current && setFailure(failure),
    );
    // Counts over thousands of papers may take seconds: the page does not wait for them, nor fail with them.
    setFigures({ charts: [], sections: [] });
    api.figures(iri).then((found) => current && setFigures(found), () => undefined);
    return () => {
      current = false;
    };
  }, [iri, turn]);
  useEffect(() => {
    setFacts([]);
    setForm("");
    setYear(null);
  }, [iri]);
  if (failure) return <Failed failure={failure} onRetry={() => setTurn(turn + 1)} />;
  if (!card || card.iri !== iri) return <main class="page" aria-busy="true"><p role="status">Loading …</p></main>;
  const formerly = new URLSearchParams(location.search).get("formerly");
  const section = (title: string): readonly Entry[] => card.sections.find((each) => each.title === title)?.entries ?? [];
  return (
    <div class="with-panel">
      <main class="page thing">
        <header class="thing-head">
          <p class="kind" style={{ color: `var(--${card.kind})` }}>{NAMES[card.kind][0]}</p>
          <h1>{card.name}</h1>
          {formerly && <p role="note">{formerly} was merged with this.</p>}
          {card.names.length > 0 && <Names title="also" names={card.names} />}
          {card.forms.length > 0 && <Names title="printed as" names={card.forms} />}
          {card.identifiers.length > 0 && (
            <ul class="identifiers" aria-label="Identifiers">
              {card.identifiers.map((each) => (
                <li key={each}><Outside address={each} /></li>
              ))}
            </ul>
          )}
          <p class="actions">
            <a class="button" href={`/graph?about=${encodeURIComponent(iri)}`}>Show in the graph</a>
            <Menu title="Export" items={exportsOf(card)} />
            {TRENDS[card.kind] && <a class="button" href={`/trends?show=${TRENDS[card.kind]}&of=${encodeURIComponent(shortIri(iri))}`}>Over the years</a>}
            {COMPARED.includes(card.kind) && <a class="button" href={comparePage(iri)}>Compare …</a>}
            {curation && (
              <>
                <button type="button" onClick={() => decide({ what: "rename", title: "Rename", about: card.name, one: iri, name: card.name })}>Rename …</button>
                <button type="button" aria-expanded={form === "merge"} onClick={() => setForm(form === "merge" ? "" : "merge")}>Merge …</button>
                <button type="button" aria-expanded={form === "split"} onClick={() => setForm(form === "split" ? "" : "split")}>Split …</button>
              </>
            )}
          </p>
          {form === "merge" && <MergeForm thing={card} onDone={() => setForm("")} />}
          {form === "split" && <SplitForm key={turn} thing={card} onDone={() => setForm("")} />}
        </header>
        {card.kind === "person" && <Career posts={section("Career")} degrees={section("Degrees")} />}
        {card.kind === "person" && <Years counts={new Map(card.sections.find((each) => each.title === "Papers")?.years)} label="Papers by year" />}
        {figures.charts.filter((chart) => !chart.rows[0]?.thing).map((chart) => <Years key={chart.title} counts={new Map(chart.rows[0]?.years)} label={chart.title} />)}
        {card.sections.length === 0 && <p class="empty">No source says more of it than its name.</p>}
        <div class="sections">
          {[...card.sections, ...figures.sections].map((each) =>
            each.title === "Co-authors" || each.entries[0]?.count !== undefined ? (
              <Counted key={each.title} section={each} iri={iri} />
            ) : (
              <Lines key={each.title} section={each} iri={iri} onEvidence={setFacts} />
            ),
          )}
          {card.kind === "organization" && (
            <section class="wide">
              <h2>Where people came from and went</h2>
              <Suspense fallback={<p role="status">Looking …</p>}><Moves key={iri} organization={iri} year={year} onYear={setYear} /></Suspense>
            </section>
          )}
          {figures.charts.filter((chart) => chart.rows[0]?.thing).map((chart) => <Heat key={chart.title} chart={chart} />)}
        </div>
        {card.sources.length > 0 && (
          <details class="sources">
            <summary>{card.sources.length} {card.sources.length === 1 ? "source" : "sources"}</summary>
            <ul>{card.sources.map((source) => <li key={source}><a href={documentPage(source)}>{source}</a></li>)}</ul>
          </details>
        )}
      </main>
      {facts.length > 0 && <EvidencePanel facts={facts} curation={curation} onClose={() => setFacts([])} />}
    </div>
  );
}

/** What a thing is saved as. */
function exportsOf({ iri, kind }: Card): [string, () => void][] {
  const name = iri.slice(iri.lastIndexOf("/") + 1);
  const formats = EXPORTS.filter(([, , , kinds]) => kinds.includes(kind)).map(([title, format, suffix]): [string, () => void] => [title, () => follow(address("export", { iri, format }), `${name}.${suffix}`)]);
  // The graph's own parts are loaded when they are needed.
  return [...formats, ["CSV of its lines", () => void import("./neighbourhood").then(({ saveLines }) => saveLines(iri, name))]];
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  const [all, setAll] = useState(false);
  return (
    <p class="names">
      <span class="label">{title}</span> {(all ? names : names.slice(0, 6)).join(" · ")}{" "}
      {names.length > 6 && !all && <button type="button" class="quiet" onClick={() => setAll(true)}>and {names.length - 6} more</button>}
    </p>
  );
}

/** How many entries of each section were shown last, so that who comes back finds the same. */
const opened = new Map<string, number>();

/** The entries of a section that are shown, and a button for more of them; those beyond the first are asked for. */
function useEntries(section: Section, iri: string, few: number) {
  const key = `${iri} ${section.title}`;
  const [found, setFound] = useState(section.entries);
  const [most, setMost] = useState(Math.min(opened.get(key) ?? few, Math.max(few, section.entries.length)));
  const [error, setError] = useState("");
  useEffect(() => setFound(section.entries), [section]);
  useEffect(() => void opened.set(key, most), [key, most]);
  // A rank ends with its first things.
  const end = section.entries[0]?.count === undefined ? section.count : section.entries.length;
  const next = Math.min(end, most + MORE);
  const more = async () => {
    try {
      if (next > found.length) setFound([...found, ...(await api.section(iri, section.title, found.length))]);
      setMost(next);
      setError("");
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  const button = most < end && (
    <>
      <button type="button" class="quiet more" onClick={() => void more()}>Show {(next - most).toLocaleString("en")} more of {end.toLocaleString("en")}</button>
      {error && <span role="alert">{error}</span>}
    </>
  );
  const cut = most >= end && end < section.count && <p class="empty">The first {end.toLocaleString("en")} of {section.count.toLocaleString("en")}.</p>;
  return { entries: found.slice(0, most), more: button || cut };
}

/** How many things a section leads to, and how many entries speak of them. */
function Size({ section }: { section: Section }) {
  const kind = section.entries.find((entry) => entry.thing)?.thing?.kind;
  if (section.count < 2) return null;
  if (!kind || section.things === section.count) return <small>{section.count.toLocaleString("en")}</small>;
  return <small>{section.things.toLocaleString("en")} {NAMES[kind][section.things === 1 ? 0 : 1]} in {section.count.toLocaleString("en")} entries</small>;
}

function Lines({ section, iri, onEvidence }: { section: Section; iri: string; onEvidence: (facts: readonly string[]) => void }) {
  const { entries, more } = useEntries(section, iri, FEW);
  return (
    <section class={section.count > 6 ? "wide" : ""}>
      <h2>{section.title} <Size section={section} /></h2>
      <ul class={entries.some((entry) => entry.dates) ? "lines" : "lines undated"}>
        {entries.map((entry, place) => (
          <li key={place}>
            <span class="dates">{entry.dates}</span>
            <span class="what">
              {entry.thing && <a href={pageOf(entry.thing.iri)} style={{ "--dot": COLOURS[entry.thing.kind] }}>{entry.thing.name}</a>}
              {entry.text && <span class="text">{entry.thing ? ` · ${entry.text}` : entry.text}</span>}
            </span>
            {entry.facts.length > 0 && (
              <button
                type="button"
                class="quote quiet"
                title={`${entry.sources.join(", ")} · confidence ${entry.confidence.toFixed(2)}`}
                aria-label={`Evidence for ${[entry.thing?.name, entry.text, entry.dates].filter(Boolean).join(", ")}`}
                onClick={() => onEvidence(entry.facts)}
              >
                <span aria-hidden="true">❝</span>
                {entry.confidence < 0.7 && <span class="unsure" title="uncertain">?</span>}
              </button>
            )}
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

function Counted({ section, iri }: { section: Section; iri: string }) {
  const { entries, more } = useEntries(section, iri, FEW);
  const rows = entries.flatMap((entry) =>
    entry.thing
      ? [{ name: entry.thing.name, href: pageOf(entry.thing.iri), value: entry.count ?? parseInt(entry.text, 10), text: entry.text }]
      : [],
  );
  const kind = section.entries[0]?.thing?.kind ?? "person";
  return (
    <section>
      <h2>{section.title} <Size section={section} /></h2>
      <Bars rows={rows} colour={COLOURS[kind]} />
      {more}
    </section>
  );
}

function Outside({ address }: { address: string }) {
  const { scheme, text } = identifier(address);
  const words = <>{scheme && <span class="label">{scheme}</span>} {text}</>;
  return followable(address) ? <a href={address} target="_blank" rel="noreferrer noopener">{words}</a> : <span>{words}</span>;
}
