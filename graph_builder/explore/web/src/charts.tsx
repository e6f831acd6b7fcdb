/** Small charts in SVG, with a table's worth of words for who cannot see them. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { cut } from "./labels";
import type { Entry } from "./types";
import { COLOURS } from "./colours";
import { OPEN_END } from "./years";

/** How many papers each year, as bars, drawn to the width there is, so that letters keep their size. */
export function Years({ counts, label }: { counts: ReadonlyMap<number, number>; label: string }) {
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box);
  const years = [...counts.keys()].sort((one, other) => one - other);
  const first = years[0];
  const last = years[years.length - 1];
  if (first === undefined || last === undefined || first === last) return null;
  const most = Math.max(...counts.values());
  const all = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const step = Math.min(34, (width - 12) / all.length);
  const gap = Math.min(4, step / 4);
  const every = [1, 2, 5, 10, 20].find((each) => each * step >= 31) ?? 50;
  const words = years.map((year) => `${year}: ${counts.get(year)}`).join(", ");
  // Numbers stand over all bars or, where they have no room, over the highest alone.
  const roomy = String(most).length * 7 + 3 <= step;
  return (
    <figure class="by-year" ref={box}>
    <figcaption>{label}</figcaption>
    <svg class="chart" role="img" aria-label={`${label}. ${words}`} viewBox={`-6 -12 ${step * all.length + 12} 104`} width={step * all.length + 12} height={104} style={{ width: "auto", maxWidth: "100%" }}>
      {all.map((year, place) => {
        const count = counts.get(year) ?? 0;
        const height = (count / most) * 62;
        return (
          <g key={year}>
            <rect x={place * step + gap / 2} y={74 - height} width={step - gap} height={height} rx={Math.min(2, step / 6)} fill={COLOURS.work}>
              <title>{`${year}: ${count}`}</title>
            </rect>
            {count > 0 && (roomy || count === most) && <text x={place * step + step / 2} y={70 - height} text-anchor="middle">{count}</text>}
            {(every < 5 ? (year - first) % every === 0 : year % every === 0) && <text class="axis" x={place * step + step / 2} y={88} text-anchor="middle">{year}</text>}
          </g>
        );
      })}
    </svg>
    </figure>
  );
}

interface Stay {
  entry: Entry;
  from: number;
  to: number;
  degree: boolean;
}

const ROWS = 14;
const LETTER = 6.8;

/** Posts and degrees as bars over the years. */
export function Career({ posts, degrees }: { posts: readonly Entry[]; degrees: readonly Entry[] }) {
  const [all, setAll] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const today = new Date().getFullYear();
  const stays: Stay[] = [];
  for (const [entries, degree] of [[posts, false], [degrees, true]] as const) {
    for (const entry of entries) {
      if (entry.years && entry.thing) stays.push({ entry, from: entry.years[0], to: entry.years[1] >= OPEN_END ? today + 0.6 : Math.max(entry.years[1], entry.years[0] + 0.4), degree });
    }
  }
  if (stays.length < 2) return null;
  stays.sort((one, other) => one.from - other.from || one.to - other.to);
  // Of many, the latest.
  const drawn = all ? stays : stays.slice(-ROWS);
  const first = Math.floor(Math.min(...drawn.map((stay) => stay.from)));
  const last = Math.ceil(Math.max(...drawn.map((stay) => stay.to)));
  const x = (year: number) => ((year - first) / Math.max(1, last - first)) * (width - 40) + 20;
  const every = Math.max(1, Math.ceil((last - first) / (width / 70)));
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => first + place).filter((year) => (year - first) % every === 0);
  const row = 26;
  const words = drawn.map((stay) => `${stay.entry.dates} ${stay.entry.text} ${stay.entry.thing?.name}`).join("; ");
  return (
    <div class="career" ref={box}>
      <svg class="chart" role="img" aria-label={`Career. ${words}`} width={width} height={drawn.length * row + 22} viewBox={`0 0 ${width} ${drawn.length * row + 22}`}>
        {ticks.map((year) => (
          <g key={year}>
            <line class="tick" x1={x(year)} x2={x(year)} y1={0} y2={drawn.length * row + 4} />
            <text class="axis" x={x(year)} y={drawn.length * row + 18} text-anchor="middle">{year}</text>
          </g>
        ))}
        {drawn.map((stay, place) => {
          const left = x(stay.from);
          const wide = Math.max(6, x(stay.to) - left);
          const text = [stay.entry.text, stay.entry.thing?.name].filter(Boolean).join(" · ");
          // Beside the bar if there is room, else in it, else where there is most.
          const rooms = { after: width - left - wide - 10, inside: wide - 12, before: left - 10 };
          const needed = text.length * LETTER;
          const fits = (["after", "inside", "before"] as const).find((where) => rooms[where] >= needed);
          const where = fits ?? (["after", "inside", "before"] as const).reduce((best, each) => (rooms[each] > rooms[best] ? each : best));
          const at = where === "inside" ? left + 6 : where === "before" ? left - 6 : left + wide + 6;
          return (
            <g key={`${place}`}>
              <rect x={left} y={place * row + 4} width={wide} height={row - 9} rx={4} fill={stay.degree ? "#23707c" : "#a9540f"}>
                <title>{`${stay.entry.dates} ${text}`}</title>
              </rect>
              <text class={where === "inside" ? "inside" : ""} x={at} y={place * row + 17} text-anchor={where === "before" ? "end" : "start"}>{cut(text, Math.floor(rooms[where] / LETTER))}</text>
            </g>
          );
        })}
      </svg>
      {stays.length > drawn.length && <button type="button" class="quiet more" onClick={() => setAll(true)}>and {stays.length - drawn.length} earlier</button>}
    </div>
  );
}

/** The width that an element has for its content. */
export function useWidth(of: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(720);
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(240, Math.floor(entry.contentRect.width))));
    observer.observe(element);
    return () => observer.disconnect();
  });
  return width;
}

/** Things with a number each, as bars. */
export function Bars({ rows, colour }: { rows: readonly { name: string; href: string; value: number; text: string }[]; colour: string }) {
  const most = Math.max(1, ...rows.map((row) => row.value));
  return (
    <ol class="bars">
      {rows.map((row) => (
        <li key={row.href + row.name}>
          <a href={row.href}>{row.name}</a>
          <span class="bar" aria-hidden="true"><span style={{ width: `${(row.value / most) * 100}%`, background: colour }} /></span>
          <span class="value">{row.text}</span>
        </li>
      ))}
    </ol>
  );
}
