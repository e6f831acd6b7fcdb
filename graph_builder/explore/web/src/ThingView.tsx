/** The page on one thing: what all sources say of it, each statement with its evidence. */

import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import { Bars, Career, Years } from "./charts";
import { COLOURS, NAMES } from "./colours";
import { decide, onDecided } from "./decide";
import { followable, identifier } from "./identifiers";
import { Heat } from "./Heat";
import { EvidencePanel } from "./Evidence";
import { documentPage, pageOf } from "./router";
import type { Card, Entry, Figures, Section } from "./types";

const FEW = 12;

export function ThingView({ iri, curation }: { iri: string; curation: boolean }) {
  const [card, setCard] = useState<Card | null>(null);
  const [figures, setFigures] = useState<Figures>({ charts: [], sections: [] });
  const [error, setError] = useState("");
  const [facts, setFacts] = useState<readonly string[]>([]);
  const [turn, setTurn] = useState(0);
  useEffect(() => onDecided(() => setTurn((turn) => turn + 1)), []);
  useEffect(() => {
    setError("");
    let current = true;
    api.thing(iri).then(
      (found) => {
        if (!current) return;
        setCard(found);
        document.title = `${found.name} · graph-builder`;
      },
      (failure: Error) => current && setError(failure.message),
    );
    // Counts over thousands of papers may take seconds: the page does not wait for them, nor fail with them.
    setFigures({ charts: [], sections: [] });
    api.figures(iri).then((found) => current && setFigures(found), () => undefined);
    return () => {
      current = false;
    };
  }, [iri, turn]);
  useEffect(() => setFacts([]), [iri]);
  if (error) return <main class="page"><h1>Not found</h1><p role="alert">{error}</p></main>;
  if (!card || card.iri !== iri) return <main class="page" aria-busy="true"><p role="status">Loading …</p></main>;
  const section = (title: string): readonly Entry[] => card.sections.find((each) => each.title === title)?.entries ?? [];
  return (
    <div class="with-panel">
      <main class="page thing">
        <header class="thing-head">
          <p class="kind" style={{ color: `var(--${card.kind})` }}>{NAMES[card.kind][0]}</p>
          <h1>{card.name}</h1>
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
            {curation && (
              <button type="button" onClick={() => decide({ what: "rename", title: "Rename", about: card.name, one: iri, name: card.name })}>Rename …</button>
            )}
          </p>
        </header>
        {card.kind === "person" && <Career posts={section("Career")} degrees={section("Degrees")} />}
        {card.kind === "person" && <Years counts={byYear(section("Papers"))} label="Papers by year" />}
        {figures.charts.filter((chart) => !chart.rows[0]?.thing).map((chart) => <Years key={chart.title} counts={new Map(chart.rows[0]?.years)} label={chart.title} />)}
        {card.sections.length === 0 && <p class="empty">No source says more of it than its name.</p>}
        <div class="sections">
          {[...card.sections, ...figures.sections].map((each) =>
            each.title === "Co-authors" || each.entries[0]?.count !== undefined ? (
              <Counted key={each.title} section={each} />
            ) : (
              <Lines key={each.title} section={each} onEvidence={setFacts} />
            ),
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

function Names({ title, names }: { title: string; names: readonly string[] }) {
  const [all, setAll] = useState(false);
  return (
    <p class="names">
      <span class="label">{title}</span> {(all ? names : names.slice(0, 6)).join(" · ")}{" "}
      {names.length > 6 && !all && <button type="button" class="quiet" onClick={() => setAll(true)}>and {names.length - 6} more</button>}
    </p>
  );
}

function Lines({ section, onEvidence }: { section: Section; onEvidence: (facts: readonly string[]) => void }) {
  const [all, setAll] = useState(false);
  const entries = all ? section.entries : section.entries.slice(0, FEW);
  return (
    <section class={section.entries.length > 6 ? "wide" : ""}>
      <h2>{section.title} {section.count > 1 && <small>{section.count.toLocaleString("en")}</small>}</h2>
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
      {section.entries.length > FEW && !all && (
        <button type="button" class="quiet more" onClick={() => setAll(true)}>
          Show {section.count > section.entries.length ? `${section.entries.length} of ${section.count}` : `all ${section.count}`}
        </button>
      )}
    </section>
  );
}

function Counted({ section }: { section: Section }) {
  const [all, setAll] = useState(false);
  const rows = (all ? section.entries : section.entries.slice(0, 15)).flatMap((entry) =>
    entry.thing
      ? [{ name: entry.thing.name, href: pageOf(entry.thing.iri), value: entry.count ?? parseInt(entry.text, 10), text: entry.text }]
      : [],
  );
  const kind = section.entries[0]?.thing?.kind ?? "person";
  return (
    <section>
      <h2>{section.title} {section.count > 1 && <small>{section.count.toLocaleString("en")}</small>}</h2>
      <Bars rows={rows} colour={COLOURS[kind]} />
      {section.entries.length > rows.length && (
        <button type="button" class="quiet more" onClick={() => setAll(true)}>Show all {section.entries.length.toLocaleString("en")}</button>
      )}
    </section>
  );
}

function Outside({ address }: { address: string }) {
  const { scheme, text } = identifier(address);
  const words = <>{scheme && <span class="label">{scheme}</span>} {text}</>;
  return followable(address) ? <a href={address} target="_blank" rel="noreferrer noopener">{words}</a> : <span>{words}</span>;
}

function byYear(entries: readonly Entry[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const entry of entries) {
    const year = Number(entry.dates.slice(0, 4));
    if (year > 1800) counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  return counts;
}
