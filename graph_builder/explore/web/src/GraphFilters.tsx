/** What of a graph is shown: kinds, relations, confidence, years. */

import { COLOURS, NAMES } from "./colours";
import type { GraphView } from "./graphAddress";
import { DERIVED } from "./lenses";
import { KINDS } from "./types";

interface Properties {
  view: GraphView;
  relations: readonly string[];
  span: readonly [number, number] | null;
  /** Lines without a year, which are hidden with others of some years. */
  undated: number;
  onChange: (changed: Partial<GraphView>) => void;
}

export function GraphFilters({ view, relations, span, undated, onChange }: Properties) {
  const [first, last] = view.years ?? span ?? [0, 0];
  return (
    <details open={innerWidth > 900}>
      <summary>Filters</summary>
      <fieldset>
        <legend>Kinds</legend>
        {KINDS.map((kind) => (
          <label key={kind} class="check">
            <input type="checkbox" checked={!view.hiddenKinds.has(kind)} onChange={() => onChange({ hiddenKinds: toggled(view.hiddenKinds, kind) })} />
            <span class="dot" style={{ background: COLOURS[kind] }} aria-hidden="true" /> {NAMES[kind][1]}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Relations</legend>
        {relations.filter((name) => !DERIVED.has(name)).map((name) => (
          <label key={name} class="check">
            <input type="checkbox" checked={!view.hiddenRelations.has(name)} onChange={() => onChange({ hiddenRelations: toggled(view.hiddenRelations, name) })} /> {name}
          </label>
        ))}
      </fieldset>
      <label class="slider">
        Confidence at least {view.confidence.toFixed(2)}
        <input type="range" min="0" max="1" step="0.05" value={view.confidence} onInput={(event) => onChange({ confidence: Number(event.currentTarget.value) })} />
      </label>
      {span && (
        <fieldset class="time">
          <legend>
            <label class="check"><input type="checkbox" checked={view.years !== null} onChange={() => onChange({ years: view.years ? null : span })} /> Years {view.years?.join("–")}</label>
          </legend>
          <input type="range" aria-label="First year" disabled={!view.years} min={span[0]} max={span[1]} value={first} onInput={({ currentTarget: { valueAsNumber: year } }) => onChange({ years: [year, Math.max(year, last)] })} />
          <input type="range" aria-label="Last year" disabled={!view.years} min={span[0]} max={span[1]} value={last} onInput={({ currentTarget: { valueAsNumber: year } }) => onChange({ years: [Math.min(year, first), year] })} />
          {view.years && undated > 0 && (
            <label class="check">
              <input type="checkbox" checked={view.undated} onChange={() => onChange({ undated: !view.undated })} /> and {undated.toLocaleString("en")} {undated === 1 ? "line" : "lines"} without a year
            </label>
          )}
        </fieldset>
      )}
    </details>
  );
}

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const copy = new Set(set);
  if (!copy.delete(item)) copy.add(item);
  return copy;
}
