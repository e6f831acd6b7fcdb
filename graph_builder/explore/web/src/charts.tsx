/** Small charts in SVG, with a table's worth of words for who cannot see them. */

import type { Entry } from "./types";
import { COLOURS } from "./colours";
import { OPEN_END } from "./network";

/** How many papers each year, as bars. */
export function Years({ entries, label }: { entries: readonly Entry[]; label: string }) {
  const counts = new Map<number, number>();
  for (const entry of entries) {
    const year = Number(entry.dates.slice(0, 4));
    if (year > 1800) counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  const years = [...counts.keys()].sort((one, other) => one - other);
  const first = years[0];
  const last = years[years.length - 1];
  if (first === undefined || last === undefined || first === last) return null;
  const most = Math.max(...counts.values());
  const all = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const step = Math.min(34, 640 / all.length);
  const words = years.map((year) => `${year}: ${counts.get(year)}`).join(", ");
  return (
    <svg class="chart" role="img" aria-label={`${label} by year. ${words}`} viewBox={`-6 -12 ${step * all.length + 12} 104`} style={{ maxWidth: `${step * all.length + 12}px` }}>
      {all.map((year, place) => {
        const count = counts.get(year) ?? 0;
        const height = (count / most) * 62;
        const labelled = all.length <= 14 || year === first || year === last || year % 5 === 0;
        return (
          <g key={year}>
            <rect x={place * step + 2} y={74 - height} width={step - 4} height={height} rx={2} fill={COLOURS.work}>
              <title>{`${year}: ${count}`}</title>
            </rect>
            {count > 0 && step > 15 && <text x={place * step + step / 2} y={70 - height} text-anchor="middle">{count}</text>}
            {labelled && <text class="axis" x={place * step + step / 2} y={88} text-anchor="middle">{all.length > 14 ? String(year).slice(2).padStart(3, "’") : year}</text>}
          </g>
        );
      })}
    </svg>
  );
}

interface Stay {
  entry: Entry;
  from: number;
  to: number;
  degree: boolean;
}

/** Posts and degrees as bars over the years. */
export function Career({ posts, degrees }: { posts: readonly Entry[]; degrees: readonly Entry[] }) {
  const today = new Date().getFullYear();
  const stays: Stay[] = [];
  for (const [entries, degree] of [[posts, false], [degrees, true]] as const) {
    for (const entry of entries) {
      if (entry.years && entry.thing) stays.push({ entry, from: entry.years[0], to: entry.years[1] >= OPEN_END ? today + 0.6 : Math.max(entry.years[1], entry.years[0] + 0.4), degree });
    }
  }
  if (stays.length < 2) return null;
  stays.sort((one, other) => one.from - other.from || one.to - other.to);
  const first = Math.floor(Math.min(...stays.map((stay) => stay.from)));
  const last = Math.ceil(Math.max(...stays.map((stay) => stay.to)));
  const width = 720;
  const x = (year: number) => ((year - first) / Math.max(1, last - first)) * (width - 40) + 20;
  const every = Math.max(1, Math.ceil((last - first) / 10));
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => first + place).filter((year) => (year - first) % every === 0);
  const row = 26;
  const words = stays.map((stay) => `${stay.entry.dates} ${stay.entry.text} ${stay.entry.thing?.name}`).join("; ");
  return (
    <svg class="chart career" role="img" aria-label={`Career. ${words}`} viewBox={`0 0 ${width} ${stays.length * row + 22}`}>
      {ticks.map((year) => (
        <g key={year}>
          <line class="tick" x1={x(year)} x2={x(year)} y1={0} y2={stays.length * row + 4} />
          <text class="axis" x={x(year)} y={stays.length * row + 18} text-anchor="middle">{year}</text>
        </g>
      ))}
      {stays.map((stay, place) => {
        const left = x(stay.from);
        const wide = Math.max(6, x(stay.to) - left);
        const text = [stay.entry.text, stay.entry.thing?.name].filter(Boolean).join(" · ");
        const room = width - left - wide > text.length * 6.2;
        const inside = !room && wide > text.length * 6.2;
        const before = !room && !inside;
        return (
          <g key={`${place}`}>
            <rect x={left} y={place * row + 4} width={wide} height={row - 9} rx={4} fill={stay.degree ? "#2f8f9d" : COLOURS.organization}>
              <title>{`${stay.entry.dates} ${text}`}</title>
            </rect>
            <text class={inside ? "inside" : ""} x={inside ? left + 6 : before ? left - 6 : left + wide + 6} y={place * row + 17} text-anchor={before ? "end" : "start"}>{text}</text>
          </g>
        );
      })}
    </svg>
  );
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
