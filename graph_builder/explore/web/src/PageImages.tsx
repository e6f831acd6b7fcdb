/** The pages of a PDF as pictures, with a box over the words of each fact. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { address, api } from "./api";
import { relationColour } from "./colours";
import { documentPage, go } from "./router";
import type { DocumentFact, Pages } from "./types";

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  facts: readonly DocumentFact[];
}

const idOf = (fact: DocumentFact): string => fact.iri.slice(fact.iri.lastIndexOf("/") + 1);

/** The words of facts page by page; those side by side that state the same facts share a box. */
export function boxes(pages: Pages, facts: readonly DocumentFact[]): Box[][] {
  const found: Box[][] = pages.pages.map(() => []);
  for (const [start, end, page, left, top, right, bottom] of pages.words) {
    const here = facts.filter((fact) => fact.start !== null && fact.end !== null && fact.start < end && fact.end > start);
    if (!here.length) continue;
    here.sort((one, other) => (one.end ?? 0) - (one.start ?? 0) - ((other.end ?? 0) - (other.start ?? 0)));
    const list = found[page];
    const last = list?.[list.length - 1];
    const joins = last && Math.abs(last.bottom - bottom) < 3 && left - last.right < 12 && left >= last.left && last.facts.length === here.length && last.facts.every((fact, place) => fact === here[place]);
    if (joins) Object.assign(last, { right, top: Math.min(last.top, top), bottom: Math.max(last.bottom, bottom) });
    else list?.push({ left, top, right, bottom, facts: here });
  }
  return found;
}

export function PageImages({ source, facts, fact }: { source: string; facts: readonly DocumentFact[]; fact: string }) {
  const [pages, setPages] = useState<Pages | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    let current = true;
    api.pages(source).then((found) => current && setPages(found), (failure: Error) => current && setError(failure.message));
    return () => {
      current = false;
    };
  }, [source]);
  const found = useMemo(() => (pages ? boxes(pages, facts) : []), [pages, facts]);
  useEffect(() => {
    if (pages && fact) document.querySelector(".sheet [aria-current]")?.scrollIntoView({ block: "center" });
  }, [pages, fact]);
  if (error) return <p role="alert">{error}</p>;
  if (!pages) return <p role="status">Drawing …</p>;
  return (
    <>
      {pages.pages.map(([width, height], number) => (
        <div key={number} class="sheet" style={{ aspectRatio: `${width} / ${height}` }}>
          <img src={address("page", { id: source, number })} alt={`Page ${number + 1}`} loading="lazy" />
          {found[number]?.map((box, place) => {
            const ids = box.facts.map(idOf);
            const to = documentPage(source, ids[(ids.indexOf(fact) + 1) % ids.length]);
            const share = (from: number, till: number, of: number) => `${((till - from) / of) * 100}%`;
            return (
              <a
                key={place}
                href={to}
                class="box"
                aria-label={box.facts.map((each) => each.statement).join("; ")}
                title={box.facts.map((each) => each.statement).join("\n")}
                aria-current={ids.includes(fact) ? "true" : undefined}
                style={{ left: share(0, box.left, width), top: share(0, box.top, height), width: share(box.left, box.right, width), height: share(box.top, box.bottom, height), "--dot": relationColour(box.facts[0]?.relation ?? "") }}
                onClick={(event) => { event.preventDefault(); go(to); }}
              />
            );
          })}
        </div>
      ))}
    </>
  );
}
