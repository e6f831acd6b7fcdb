/** An answer: its rows in pages, or as chart, matrix or graph, with a title; pictures of it are saved. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { AnswerGraph } from "./AnswerGraph";
import { Heat, Table } from "./answers";
import { BarChart } from "./BarChart";
import { chartPicture } from "./chartPicture";
import { download, png } from "./drawing";
import { LineChart } from "./LineChart";
import { Menu } from "./Menu";
import { matrix, numeric, pairs, series, type Answer } from "./results";
import { drawnTriples } from "./triples";

export const VIEWS = ["table", "text", "bars", "line", "matrix", "graph"] as const;
export type View = (typeof VIEWS)[number];

/** How an answer is shown: the columns of a chart by name, where others than the obvious ones are wanted. */
export interface Shown {
  view: View;
  title: string;
  by: string;
  value: string;
}

interface Properties {
  answer: Answer;
  /** Of triples, how to get them as Turtle. */
  turtle?: (() => Promise<string>) | undefined;
  said: string;
  shown: Shown;
  onChange: (changed: Partial<Shown>) => void;
}

export function AnswerView({ answer, turtle, said, shown, onChange }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const numbers = useMemo(() => numeric(answer), [answer]);
  const points = useMemo(() => series(answer, shown.by, shown.value), [answer, shown.by, shown.value]);
  const cells = useMemo(() => matrix(answer), [answer]);
  const draw = turtle ? drawnTriples : pairs;
  const net = useMemo(() => draw(answer, 2) !== null, [answer]);
  const can: Record<View, boolean> = { table: true, text: turtle !== undefined, bars: points !== null, line: points !== null, matrix: cells !== null, graph: net };
  const view = can[shown.view] ? shown.view : "table";
  const title = shown.title || "Answer";
  const picture = () => {
    const chart = box.current?.querySelector("svg");
    return chart ? chartPicture(chart, title) : "";
  };
  const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
  const files: [string, () => void][] = [
    ["SVG drawing", () => download(`${name}.svg`, picture(), "image/svg+xml")],
    ["PNG picture", () => void png(picture(), 2000).then((blob) => download(`${name}.png`, blob, "image/png"))],
  ];
  const isChart = view === "bars" || view === "line";
  return (
    <>
      <p class="row" role="status">
        <span>{answer.rows.length.toLocaleString("en")} {answer.rows.length === 1 ? (turtle ? "triple" : "row") : turtle ? "triples" : "rows"}{said}{answer.more && ": the first of more. Charts show these; the download has all."}</span>
        <span class="tabs" role="group" aria-label="Show as">
          {VIEWS.filter((each) => each !== "text" || turtle).map((each) => (
            <button key={each} type="button" aria-pressed={view === each} disabled={!can[each]} onClick={() => onChange({ view: each })}>{each}</button>
          ))}
        </span>
      </p>
      {(isChart || view === "graph") && (
        <p class="row chart-settings">
          <input aria-label="Title of the chart" placeholder="Title of the chart" value={shown.title} onChange={(event) => onChange({ title: event.currentTarget.value })} />
          {isChart && answer.columns.length > 2 && (
            <>
              <Column label="by" wanted={shown.by} columns={answer.columns} onChange={(by) => onChange({ by })} />
              <Column label="value" wanted={shown.value} columns={numbers.map((place) => answer.columns[place] ?? "")} onChange={(value) => onChange({ value })} />
            </>
          )}
          <Menu title="Save picture" items={files} />
        </p>
      )}
      {shown.title && view !== "table" && <h3 class="chart-title">{shown.title}</h3>}
      <div ref={box}>
        {view === "bars" && points ? <BarChart points={points} /> : view === "line" && points ? <LineChart lines={[{ points }]} /> : view === "matrix" && cells ? <Heat matrix={cells} /> : view === "graph" ? <AnswerGraph answer={answer} draw={draw} /> : view === "text" && turtle ? <Turtle key={said} turtle={turtle} /> : <Table answer={answer} />}
      </div>
    </>
  );
}

function Column({ label, wanted, columns, onChange }: { label: string; wanted: string; columns: readonly string[]; onChange: (name: string) => void }) {
  return (
    <label>
      {label}{" "}
      <select value={wanted} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">as it fits</option>
        {columns.map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
    </label>
  );
}

function Turtle({ turtle }: { turtle: () => Promise<string> }) {
  const [text, setText] = useState("…");
  useEffect(() => void turtle().then(setText, (failure: Error) => setText(failure.message)), []);
  return <pre class="turtle" tabIndex={0}>{text.slice(0, 200_000)}</pre>;
}
