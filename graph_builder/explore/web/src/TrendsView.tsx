/** How things went over the years: topics, people, their moves, and where organizations are. */

import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import { Moves } from "./Moves";
import { longIri, pageOf, shortIri } from "./router";
import { Search } from "./Search";
import { SUBJECTS, Trend } from "./Trend";
import { WorldMap } from "./WorldMap";

const TITLES = { topics: "Topics", people: "People", moves: "Moves", map: "Map" } as const;
type Show = keyof typeof TITLES;
const SAID: Record<Show, string> = {
  topics: "Papers about topics, narrower ones included, year by year.",
  people: "People with a dated position at organizations, year by year.",
  moves: "Where people began before they came to an organization, and where they went from there: dated positions and degrees.",
  map: "Where organizations are, as large as the number of their people. Countries come from lists, towns from ROR.",
};

/** What an address shows; what is no view or year there counts as not given. */
function readAddress(parameters: URLSearchParams) {
  const show = parameters.get("show") ?? "";
  const year = /^\d{4}$/.exec(parameters.get("year") ?? "");
  return {
    show: (Object.hasOwn(TITLES, show) ? show : "topics") as Show,
    of: parameters.getAll("of").map(longIri),
    year: year ? Number(year[0]) : null,
    share: parameters.has("share"),
    country: parameters.get("country") ?? "",
  };
}

type View = ReturnType<typeof readAddress>;

export function trendsPage({ show, of = [], year, share, country }: Partial<View>): string {
  const parameters = new URLSearchParams({ ...(show && { show }) });
  for (const iri of of) parameters.append("of", shortIri(iri));
  if (year) parameters.set("year", String(year));
  if (share) parameters.set("share", "");
  if (country) parameters.set("country", country);
  return `/trends?${parameters.toString()}`;
}

export function TrendsView({ parameters }: { parameters: URLSearchParams }) {
  const [view, setView] = useState(() => readAddress(parameters));
  const change = (changed: Partial<View>) => setView((view) => ({ ...view, ...changed }));
  // Only the address changes: the view is what it says already.
  useEffect(() => history.replaceState(history.state, "", trendsPage(view)), [view]);
  const { show, of, year, share, country } = view;
  const onYear = (year: number | null) => change({ year });
  return (
    <main class="page trends">
      <h1>Trends</h1>
      <nav class="tabs kinds" aria-label="Trends">
        {Object.entries(TITLES).map(([name, title]) => <a key={name} class="button" href={trendsPage({ show: name as Show })} aria-current={name === show ? "page" : undefined}>{title}</a>)}
      </nav>
      <p class="label">{SAID[show]}</p>
      {show === "moves" ? (
        <>
          <Around iri={of[0] ?? ""} onChoose={(iri) => change({ of: iri ? [iri] : [], year: null })} />
          <Moves organization={of[0] ?? ""} year={year} onYear={onYear} />
        </>
      ) : show === "map" ? (
        <WorldMap year={year} country={country} onChange={change} />
      ) : (
        <Trend key={show} subject={SUBJECTS[show]} chosen={of} year={year} share={share} onChange={({ chosen, ...changed }) => change({ ...changed, ...(chosen && { of: [...chosen] }) })} />
      )}
    </main>
  );
}

/** The organization whose moves are shown. */
function Around({ iri, onChoose }: { iri: string; onChoose: (iri: string) => void }) {
  const [name, setName] = useState("");
  useEffect(() => {
    setName("");
    if (iri) void api.thing(iri).then((card) => setName(card.name), () => setName(iri));
  }, [iri]);
  return (
    <div class="row">
      <Search label="Moves of an organization" kinds={["organization"]} placeholder="Moves of an organization" onChoose={(hit) => onChoose(hit.iri)} />
      {iri && <h2 class="of"><a href={pageOf(iri)}>{name}</a></h2>}
      {iri && <button type="button" class="quiet" onClick={() => onChoose("")}>All organizations</button>}
    </div>
  );
}
