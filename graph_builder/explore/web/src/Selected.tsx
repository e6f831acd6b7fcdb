/** What is selected in the graph: what can be done with it, the ways on from it, and its lines. */

import { COLOURS, NAMES, wayName } from "./colours";
import type { Node } from "./network";
import { pageOf } from "./router";
import type { Thing, Tie, Way } from "./types";
import { yearsText } from "./years";

export interface Line {
  tie: Tie;
  other: Thing;
  outward: boolean;
}

interface Properties {
  iri: string;
  thing: Node;
  ways: readonly Way[];
  lines: readonly Line[];
  /** How many of a way's things are in the graph already. */
  reached: (way: string) => number;
  onHide: () => void;
  onPin: () => void;
  onRemove: () => void;
  onExpand: (way: string) => void;
  onSelect: (iri: string) => void;
  onEvidence: (facts: readonly string[]) => void;
}

const LINES = 80;

export function Selected({ iri, thing, ways, lines, reached, onHide, onPin, onRemove, onExpand, onSelect, onEvidence }: Properties) {
  return (
    <section class="selected" aria-label="Selected">
      <header>
        <p class="kind" style={{ color: `var(--${thing.kind})` }}>{NAMES[thing.kind][0]}</p>
        <h2><a href={pageOf(iri)}>{thing.name}</a></h2>
      </header>
      <p class="row">
        <button type="button" onClick={onHide}>Hide</button>
        <button type="button" aria-pressed={Boolean(thing.pinned)} onClick={onPin}>Pin</button>
        <button type="button" onClick={onRemove}>Remove</button>
      </p>
      <h3>Expand</h3>
      {ways.length === 0 && <p class="empty">Nothing leads on from here.</p>}
      <ul class="ways">
        {ways.map((each) => {
          const way = `${each.relation}:${each.outward ? "out" : "in"}`;
          const here = Math.min(reached(way), each.count);
          return (
            <li key={way + each.kind}>
              <button type="button" disabled={here === each.count} onClick={() => onExpand(way)}>
                <span class="dot" style={{ background: COLOURS[each.kind] }} aria-hidden="true" />
                {wayName(each.relation, each.outward)} <span class="count">{here > 0 && here < each.count && `${here} of `}{each.count.toLocaleString("en")}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <h3>Lines</h3>
      <div class="ties">
        {[...Map.groupBy(lines.slice(0, LINES), (line) => wayName(line.tie.relation, line.outward))].map(([way, group]) => (
          <section key={way}>
            <h4>{way}</h4>
            <ul>
              {group.map(({ tie, other }) => (
                <li key={other.iri}>
                  <button type="button" class="quiet" onClick={() => onSelect(other.iri)}>{other.name}</button>
                  {tie.years && <small>{yearsText(tie.years)}</small>}
                  {tie.facts.length > 0 && <button type="button" class="quote quiet" aria-label={`Evidence for ${tie.relation} ${other.name}`} onClick={() => onEvidence(tie.facts)}>❝</button>}
                </li>
              ))}
            </ul>
          </section>
        ))}
        {lines.length > LINES && <p class="empty">and {lines.length - LINES} more</p>}
      </div>
    </section>
  );
}
