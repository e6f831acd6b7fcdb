/** Two things side by side: what they have in common, what sets them apart, and how each went over the years. */

import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import { Years } from "./charts";
import { Comparison } from "./Comparison";
import { go, longIri, pageOf, shortIri } from "./router";
import { Search } from "./Search";
import type { Card } from "./types";

export function comparePage(one: string, other = ""): string {
  return `/compare?${new URLSearchParams({ one: shortIri(one), ...(other && { other: shortIri(other) }) }).toString()}`;
}

export function CompareView({ parameters }: { parameters: URLSearchParams }) {
  const [one, other] = ["one", "other"].map((name) => (parameters.get(name) ? longIri(parameters.get(name) ?? "") : ""));
  const [cards, setCards] = useState<readonly (Card | null)[]>([null, null]);
  const [error, setError] = useState("");
  useEffect(() => {
    let current = true;
    setError("");
    Promise.all([one, other].map((iri) => (iri ? api.thing(iri) : null))).then((found) => current && setCards(found), (failure: Error) => current && setError(failure.message));
    return () => {
      current = false;
    };
  }, [one, other]);
  const choose = (place: number, iri: string) => go(place ? comparePage(one ?? "", iri) : comparePage(iri, other ?? ""));
  const title = cards.every(Boolean) ? cards.map((card) => card?.name).join(" and ") : "Compare";
  const kinds = cards.flatMap((card) => (card ? [card.kind] : []));
  useEffect(() => void (document.title = `${title} · graph-builder`), [title]);
  return (
    <main class="page compare">
      <h1>{title}</h1>
      {error && <p role="alert">{error}</p>}
      <div class="sides">
        {cards.map((card, place) => (
          <section key={place} aria-label={place ? "Second" : "First"}>
            <Search label={`${card ? "Another" : place ? "Second" : "First"} person, organization or venue`} kinds={kinds.length && (place === 1 || kinds.length > 1) ? kinds.slice(0, 1) : ["person", "organization", "venue"]} onChoose={(hit) => choose(place, hit.iri)} />
            {card && <p><a href={pageOf(card.iri)}>{card.name}</a></p>}
            {card && <YearsOf card={card} />}
          </section>
        ))}
      </div>
      {one && other && <Comparison one={one} other={other} most={60} />}
    </main>
  );
}

/** Papers by year, or people, whichever the card has. */
function YearsOf({ card }: { card: Card }) {
  const dated = card.sections.filter((each) => (each.years?.length ?? 0) > 1);
  const section = dated.find((each) => each.title === "Papers") ?? dated[0];
  return section ? <Years counts={new Map(section.years)} label={`${section.title} by year`} /> : null;
}
