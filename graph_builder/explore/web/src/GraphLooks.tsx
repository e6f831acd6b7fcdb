/** How a graph is drawn: what colours and sizes stand for, and whether lines have their names. */

import type { GraphView } from "./graphAddress";
import { COLOURINGS, SIZES, propertyIn, type Colouring, type Look, type Size } from "./looks";
import { propertyName, type Property } from "./properties";

interface Properties {
  view: GraphView;
  look: Look;
  /** Properties of what is in the graph. */
  properties: readonly Property[];
  onChange: (changed: Partial<GraphView>) => void;
}

/** Entries of a legend that are shown. */
const MOST = 12;

export function GraphLooks({ view, look, properties, onChange }: Properties) {
  const legend = view.colour !== "kind" && look.legend;
  return (
    <details open={view.colour !== "kind" || view.size !== "lines"}>
      <summary>Looks</summary>
      <label>
        Colour by{" "}
        <select value={view.colour} onChange={(event) => onChange({ colour: event.currentTarget.value as Colouring })}>
          {Object.entries(COLOURINGS).map(([name, title]) => <option key={name} value={name}>{title}</option>)}
          <PropertyOptions of={properties} chosen={propertyIn(view.colour)} />
        </select>
      </label>
      <label>
        Size by{" "}
        <select value={view.size} onChange={(event) => onChange({ size: event.currentTarget.value as Size })}>
          {Object.entries(SIZES).map(([name, title]) => <option key={name} value={name}>{title}</option>)}
          <PropertyOptions of={properties} chosen={propertyIn(view.size)} />
        </select>
      </label>
      <label class="check"><input type="checkbox" checked={view.named} onChange={() => onChange({ named: !view.named })} /> Name all lines</label>
      {legend && (
        <ul class="clusters" aria-label="Legend">
          {legend.slice(0, MOST).map(([name, colour]) => (
            <li key={name}><span class="dot" style={{ background: colour }} aria-hidden="true" /> {name} <small>{look.clusters.find((each) => `around ${each.name}` === name)?.members.length}</small></li>
          ))}
          {legend.length === 0 && <li><small>Nothing here has that.</small></li>}
          {legend.length > MOST && <li><small>and {legend.length - MOST} more</small></li>}
        </ul>
      )}
    </details>
  );
}

function PropertyOptions({ of, chosen }: { of: readonly Property[]; chosen: Property }) {
  const all = chosen && !of.includes(chosen) ? [...of, chosen] : of;
  if (!all.length) return null;
  return <optgroup label="Properties">{all.map((property) => <option key={property} value={`property:${property}`}>{propertyName(property)}</option>)}</optgroup>;
}
