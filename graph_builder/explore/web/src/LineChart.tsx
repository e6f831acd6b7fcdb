/** Lines of numbers, as wide as there is room, so that their letters stay as large as all others. */

import { useRef } from "preact/hooks";
import { useWidth } from "./charts";
import { steps } from "./results";

const HEIGHT = 260;
const [BELOW, ABOVE] = [26, 14];

interface Line {
  name?: string;
  colour?: string;
  points: readonly { label: string; value: number }[];
}

interface Properties {
  lines: readonly Line[];
  /** A label below which a mark stands. */
  marked?: string | undefined;
}

/** Lines over the same labels: years stand where they belong, others in the order of the first line. */
export function LineChart({ lines, marked }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const all = lines.flatMap((line) => line.points);
  const areYears = all.every((point) => /^\d{4}$/.test(point.label));
  const labels = lines[0]?.points.map((point) => point.label) ?? [];
  const placed = lines.map(({ points, ...line }) => ({ ...line, points: points.map((point, place) => ({ ...point, at: areYears ? Number(point.label) : place })).sort((one, other) => one.at - other.at) }));
  const areWhole = all.every((point) => Number.isInteger(point.value));
  const ticks = steps(Math.min(0, ...all.map((point) => point.value)), Math.max(...all.map((point) => point.value), 0)).filter((tick) => !areWhole || Number.isInteger(tick));
  const [low, high] = [ticks[0] ?? 0, ticks[ticks.length - 1] ?? 1];
  const written = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 3 });
  const left = 12 + Math.max(...ticks.map((tick) => written(tick).length)) * 7;
  const places = placed.flatMap((line) => line.points.map((point) => point.at));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const x = (at: number) => left + ((at - first) / Math.max(1, last - first)) * (width - left - 20);
  const y = (value: number) => HEIGHT - BELOW - ((value - low) / (high - low || 1)) * (HEIGHT - BELOW - ABOVE);
  const longest = Math.min(14, Math.max(...all.map((point) => point.label.length)));
  const every = Math.max(1, Math.ceil(((last - first + 1) * (longest * 7 + 14)) / Math.max(1, width - left)));
  const named = Array.from({ length: last - first + 1 }, (_none, place) => first + place).filter((at) => (at - first) % every === 0);
  const textOf = (at: number) => { const label = areYears ? String(at) : (labels[at] ?? ""); return label.length > 14 ? `${label.slice(0, 13)}…` : label; };
  const words = placed.map(({ name, points }) => `${name ? `${name}: ` : ""}${points.map((point) => `${point.label}: ${written(point.value)}`).join(", ")}`).join("; ");
  return (
    <div ref={box}>
      <svg class="chart" role="img" aria-label={words} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="tick" x1={left} x2={width - 12} y1={y(tick)} y2={y(tick)} />
            <text class="axis" x={left - 6} y={y(tick) + 4} text-anchor="end">{written(tick)}</text>
          </g>
        ))}
        {named.map((at) => <text key={at} class="axis" x={x(at)} y={HEIGHT - 6} text-anchor="middle">{textOf(at)}</text>)}
        {marked && <line class="marked" x1={x(Number(marked))} x2={x(Number(marked))} y1={ABOVE} y2={HEIGHT - BELOW} />}
        {placed.map(({ name, colour = "var(--person)", points }, place) => (
          <g key={name ?? place}>
            <polyline fill="none" stroke={colour} stroke-width="2" stroke-linejoin="round" points={points.map((point) => `${x(point.at)},${y(point.value)}`).join(" ")} />
            {points.map((point) => <circle key={point.at} cx={x(point.at)} cy={y(point.value)} r={3} fill={colour}><title>{`${name ? `${name}, ` : ""}${point.label}: ${written(point.value)}`}</title></circle>)}
          </g>
        ))}
      </svg>
    </div>
  );
}
