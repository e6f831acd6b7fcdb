/** What two sides have in common, and what each has alone, kind by kind. */

import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import { pageOf } from "./router";
import type { Compared, RelatedThings } from "./types";
import { yearsText } from "./years";

interface Properties {
  one: string;
  other: string;
  /** Of the one, the mentions that are compared with the rest of it. */
  mentions?: readonly string[];
  /** Things of a kind that are shown at most. */
  most: number;
}

export function Comparison({ one, other, mentions = [], most }: Properties) {
  const [found, setFound] = useState<Compared | null>(null);
  const [error, setError] = useState("");
  const asked = mentions.join(" ");
  useEffect(() => {
    let current = true;
    setFound(null);
    setError("");
    api.compare(one, other, asked ? asked.split(" ") : []).then((answer) => current && setFound(answer), (failure: Error) => current && setError(failure.message));
    return () => {
      current = false;
    };
  }, [one, other, asked]);
  if (error) return <p role="alert">{error}</p>;
  if (!found) return <p role="status">Comparing …</p>;
  const names = mentions.length ? ["this mention", "the rest of it"] : [found.one.name, found.other.name];
  const heads = names[0] === names[1] ? ["the first", "the second"] : names;
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label="Comparison">
      <table class="comparison">
        <thead><tr><td /><th scope="col">both</th>{heads.map((name, place) => <th key={place} scope="col">only {name}</th>)}</tr></thead>
        <tbody>
          <tr><th scope="row">Years</th><td /><td>{yearsText(found.one.years) || "none"}</td><td>{yearsText(found.other.years) || "none"}</td></tr>
          {found.aspects.map((aspect) => (
            <tr key={aspect.title}>
              <th scope="row">{aspect.title}</th>
              <td class={aspect.both.count ? "common" : ""}><Things of={aspect.both} most={most} /></td>
              <td><Things of={aspect.one} most={most} /></td>
              <td><Things of={aspect.other} most={most} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Things({ of, most }: { of: RelatedThings; most: number }) {
  const shown = of.things.slice(0, most);
  return (
    <ul>
      {shown.map(({ iri, name, years }) => <li key={iri}><a href={pageOf(iri)}>{name}</a> <small>{years.map(yearsText).filter(Boolean).join(" / ")}</small></li>)}
      {of.count > shown.length && <li><small>and {(of.count - shown.length).toLocaleString("en")} more</small></li>}
    </ul>
  );
}
