/** A line of numbers, as wide as there is room, so that its letters stay as large as all others. */

import { useRef } from "preact/hooks";
import { useWidth } from "./charts";
import { steps } from "./results";

const HEIGHT = 260;
const [BELOW, ABOVE] = [26, 14];

export function LineChart({ points }: { points: readonly { label: string; value: number }[] }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const years = points.every((point) => /^\d{4}$/.test(point.label));
  const sorted = years ? [...points].sort((one, other) => one.label.localeCompare(other.label)) : points;
  const ticks = steps(Math.min(0, ...sorted.map((point) => point.value)), Math.max(...sorted.map((point) => point.value), 0));
  const [low, high] = [ticks[0] ?? 0, ticks[ticks.length - 1] ?? 1];
  const written = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 3 });
  const left = 12 + Math.max(...ticks.map((tick) => written(tick).length)) * 7;
  // Years stand where they belong, also where some are missing.
  const along = sorted.map((point, place) => (years ? Number(point.label) : place));
  const [first, last] = [along[0] ?? 0, along[along.length - 1] ?? 1];
  const x = (at: number) => left + ((at - first) / Math.max(1, last - first)) * (width - left - 20);
  const y = (value: number) => HEIGHT - BELOW - ((value - low) / (high - low || 1)) * (HEIGHT - BELOW - ABOVE);
  const longest = Math.min(14, Math.max(...sorted.map((point) => point.label.length)));
  const every = Math.max(1, Math.ceil(((last - first + 1) * (longest * 7 + 14)) / Math.max(1, width - left)));
  return (
    <div ref={box}>
      <svg class="chart" role="img" aria-label={sorted.map((point) => `${point.label}: ${point.value}`).join(", ")} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="tick" x1={left} x2={width - 12} y1={y(tick)} y2={y(tick)} />
            <text class="axis" x={left - 6} y={y(tick) + 4} text-anchor="end">{written(tick)}</text>
          </g>
        ))}
        <polyline fill="none" stroke="var(--person)" stroke-width="2" stroke-linejoin="round" points={sorted.map((point, place) => `${x(along[place] ?? 0)},${y(point.value)}`).join(" ")} />
        {sorted.map((point, place) => {
          const at = along[place] ?? 0;
          const name = point.label.length > 14 ? `${point.label.slice(0, 13)}…` : point.label;
          return (
            <g key={place}>
              <circle cx={x(at)} cy={y(point.value)} r={3} fill="var(--person)"><title>{`${point.label}: ${point.value}`}</title></circle>
              {(at - first) % every === 0 && <text class="axis" x={x(at)} y={HEIGHT - 6} text-anchor="middle">{name}</text>}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
