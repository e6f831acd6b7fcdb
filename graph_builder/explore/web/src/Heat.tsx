/** Things by year as a table whose cells are the darker the more there are. */

import { cut } from "./labels";
import { COLOURS } from "./colours";
import { pageOf } from "./router";
import type { Chart } from "./types";

export function Heat({ chart }: { chart: Chart }) {
  const years = chart.rows.flatMap((row) => row.years.map(([year]) => year));
  const [first, last] = [Math.min(...years), Math.max(...years)];
  // A stray year must not stretch the table: at most the last so many are shown.
  const from = Math.max(first, last - 19);
  const all = Array.from({ length: last - from + 1 }, (_, place) => from + place);
  const most = Math.max(...chart.rows.flatMap((row) => row.years.map(([, count]) => count)));
  const kind = chart.rows[0]?.thing?.kind ?? "work";
  return (
    <section class="wide">
      <h2>{chart.title}</h2>
      <div class="scroll-x" tabIndex={0} role="group" aria-label={chart.title}>
        <table class="years">
          <thead>
            <tr><th scope="col"><span class="unseen">Name</span></th>{all.map((year) => <th key={year} scope="col">{all.length > 12 ? `’${String(year).slice(2)}` : year}</th>)}</tr>
          </thead>
          <tbody>
            {chart.rows.map((row) => {
              const counts = new Map(row.years);
              return (
                <tr key={row.thing?.iri}>
                  <th scope="row">{row.thing && <a href={pageOf(row.thing.iri)} title={row.thing.name}>{cut(row.thing.name, 40)}</a>}</th>
                  {all.map((year) => {
                    const count = counts.get(year) ?? 0;
                    return <td key={year} style={count ? { background: `color-mix(in srgb, ${COLOURS[kind]} ${12 + Math.round((count / most) * 43)}%, var(--surface))` } : {}}>{count || ""}</td>;
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
