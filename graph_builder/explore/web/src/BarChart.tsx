/** Names with a number each, as bars drawn to the width there is. */

import { useRef } from "preact/hooks";
import { ruler } from "./canvas";
import { useWidth } from "./charts";
import { cut } from "./labels";

const [MOST, ROW, LETTER] = [60, 24, 6.6];

export function BarChart({ points }: { points: readonly { label: string; value: number }[] }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const shown = points.slice(0, MOST);
  const most = Math.max(...shown.map((point) => Math.abs(point.value)), 1e-9);
  const measure = ruler();
  const left = Math.min(width * 0.45, Math.max(...shown.map((point) => measure(point.label)), 20) + 14);
  const written = shown.map((point) => point.value.toLocaleString("en"));
  const room = width - left - Math.max(...written.map((text) => text.length)) * 8 - 14;
  const height = shown.length * ROW + 6;
  return (
    <div ref={box}>
      <svg class="chart" role="img" aria-label={shown.map((point) => `${point.label}: ${point.value}`).join(", ")} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {shown.map((point, place) => {
          const long = Math.max(2, (Math.abs(point.value) / most) * room);
          return (
            <g key={place} class="bar-line">
              <text x={left - 8} y={place * ROW + 17} text-anchor="end">{cut(point.label, Math.floor(left / LETTER))}</text>
              <rect x={left} y={place * ROW + 6} width={long} height={ROW - 10} rx={3} fill="var(--person)"><title>{`${point.label}: ${point.value}`}</title></rect>
              <text class="axis" x={left + long + 6} y={place * ROW + 17}>{written[place]}</text>
            </g>
          );
        })}
      </svg>
      {points.length > MOST && <p class="empty">The first {MOST} of {points.length.toLocaleString("en")}.</p>}
    </div>
  );
}
