/** How a graph is drawn: what colours and sizes stand for, and whether lines have their names. */

import type { GraphView } from "./graphAddress";
import { COLOURINGS, SIZES, type Colouring, type Look, type Size } from "./looks";

interface Properties {
  view: GraphView;
  look: Look;
  onChange: (changed: Partial<GraphView>) => void;
}

/** Entries of a legend that are shown. */
const MOST = 12;

export function GraphLooks({ view, look, onChange }: Properties) {
  return (
    <details open={view.colour !== "kind"}>
      <summary>Looks</summary>
      <label>
        Colour by{" "}
        <select value={view.colour} onChange={(event) => onChange({ colour: event.currentTarget.value as Colouring })}>
          {Object.entries(COLOURINGS).map(([name, title]) => <option key={name} value={name}>{title}</option>)}
        </select>
      </label>
      <label>
        Size by{" "}
        <select value={view.size} onChange={(event) => onChange({ size: event.currentTarget.value as Size })}>
          {Object.entries(SIZES).map(([name, title]) => <option key={name} value={name}>{title}</option>)}
        </select>
      </label>
      <label class="check"><input type="checkbox" checked={view.named} onChange={() => onChange({ named: !view.named })} /> Name all lines</label>
      {view.colour !== "kind" && (
        <ul class="clusters" aria-label="Legend">
          {look.legend.slice(0, MOST).map(([name, colour]) => (
            <li key={name}><span class="dot" style={{ background: colour }} aria-hidden="true" /> {name} <small>{look.clusters.find((each) => `around ${each.name}` === name)?.members.length}</small></li>
          ))}
          {look.legend.length === 0 && <li><small>There are no clusters here.</small></li>}
          {look.legend.length > MOST && <li><small>and {look.legend.length - MOST} more</small></li>}
        </ul>
      )}
    </details>
  );
}
