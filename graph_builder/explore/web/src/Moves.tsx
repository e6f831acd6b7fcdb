/** Where people came from and where they went, as flows between organizations, of all years or of some. */

import { sankey, sankeyJustify, sankeyLinkHorizontal } from "d3-sankey";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api } from "./api";
import { useWidth } from "./charts";
import { PALETTE } from "./clusters";
import { cut } from "./labels";
import { Player } from "./Player";
import { pageOf } from "./router";
import { flows, movesIn, OTHERS, type Flows, type Move, type Years } from "./trends";

/** Years of moves that are shown together, up to the one that is chosen. */
export const WINDOW = 5;
const [ROW, LETTER, NODE] = [26, 6.6, 12];

type FlowNode = Flows["nodes"][number];
type FlowLink = Flows["links"][number];

interface Properties {
  /** The organization in the middle, or nothing for all moves. */
  organization: string;
  year: number | null;
  onYear: (year: number | null) => void;
}

export function Moves({ organization, year, onYear }: Properties) {
  const [found, setFound] = useState<readonly Move[] | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    let current = true;
    setFound(null);
    setError("");
    const asked = organization ? [{ destination: organization }, { origin: organization }] : [{}];
    Promise.all(asked.map((given) => api.ask("moves_by_year", given as Record<string, string>))).then(
      (answers) => current && setFound(answers.flatMap(movesIn)),
      (failure: Error) => current && setError(failure.message),
    );
    return () => {
      current = false;
    };
  }, [organization]);
  const years = found?.map((move) => move.year) ?? [];
  const span: Years = [Math.min(...years), Math.max(...years)];
  const shown = useMemo(() => flows(found ?? [], year === null ? null : [year - WINDOW + 1, year], organization), [found, year, organization]);
  if (error) return <p role="alert">{error}</p>;
  if (!found) return <p role="status">Looking …</p>;
  if (!found.length) return <p class="empty">No dated positions or degrees lead {organization ? "here or from here" : "from one organization to another"}.</p>;
  return (
    <>
      <Player span={span} year={year} all="All years" onChange={onYear} />
      <p class="label" role="status">{shown.links.reduce((sum, link) => sum + link.value, 0).toLocaleString("en")} moves{year !== null && ` in ${year - WINDOW + 1} to ${year}`}{!organization && ", of those that are drawn"}</p>
      {shown.links.length > 0 && <Sankey flows={shown} />}
    </>
  );
}

function Sankey({ flows: { nodes, links } }: { flows: Flows }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const isNarrow = width < 560;
  const rows = Math.max(...[true, false].map((isEnd) => nodes.filter((node) => node.isEnd === isEnd).length));
  const height = Math.max(120, rows * ROW);
  const columns = nodes.some((node) => node.id === "around") ? 3 : 2;
  // Names stand beside the nodes of the outer columns: they need their room, and what is left is for the flows.
  const aside = Math.floor(Math.min(columns === 3 ? width * 0.28 : width * 0.34, 260));
  const graph = useMemo(() => {
    const layout = sankey<FlowNode, FlowLink>()
      .nodeId((node) => node.id)
      .nodeWidth(NODE)
      .nodePadding(isNarrow ? 8 : 10)
      .nodeAlign(sankeyJustify)
      .extent([[aside, 20], [width - aside, height - 4]]);
    return layout({ nodes: nodes.map((node) => ({ ...node })), links: links.map((link) => ({ ...link })) });
  }, [nodes, links, width]);
  const path = sankeyLinkHorizontal<FlowNode, FlowLink>();
  const colourOf = new Map(graph.nodes.map((node, place) => [node.id, node.name === OTHERS ? "var(--faded)" : (PALETTE[place % PALETTE.length] ?? "")]));
  // The layout puts nodes in place of their ids.
  const end = (side: unknown): FlowNode => side as FlowNode;
  const words = graph.links.map((link) => `${end(link.source).name} to ${end(link.target).name}: ${link.value}`).join("; ");
  return (
    <div ref={box}>
      <svg class="chart sankey" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={`Moves. ${words}`}>
        <g fill="none">
          {graph.links.map((link) => {
            const [source, target] = [end(link.source), end(link.target)];
            return (
              <path key={`${source.id} ${target.id}`} d={path(link) ?? ""} stroke={colourOf.get(source.id === "around" ? target.id : source.id)} stroke-width={Math.max(1, link.width ?? 1)} stroke-opacity={0.45}>
                <title>{`${source.name} → ${target.name}: ${link.value} ${link.value === 1 ? "person" : "people"}`}</title>
              </path>
            );
          })}
        </g>
        {graph.nodes.map((node) => {
          const { x0 = 0, x1 = 0, y0 = 0, y1 = 0, value = 0 } = node;
          const isMiddle = node.id === "around";
          const [x, anchor] = isMiddle ? [(x0 + x1) / 2, "middle"] : node.isEnd ? [x1 + 5, "start"] : [x0 - 5, "end"];
          const room = isMiddle ? width - 2 * aside : aside - 8;
          const text = <text x={x} y={isMiddle ? Math.max(12, y0 - 6) : (y0 + y1) / 2 + 4} text-anchor={anchor}>{cut(`${node.name} ${value.toLocaleString("en")}`, Math.max(6, Math.floor(room / LETTER)))}</text>;
          return (
            <g key={node.id}>
              <rect x={x0} y={y0} width={x1 - x0} height={Math.max(1, y1 - y0)} fill={isMiddle ? "var(--text)" : colourOf.get(node.id)}><title>{`${node.name}: ${value}`}</title></rect>
              {node.iri && !isMiddle ? <a href={pageOf(node.iri)} aria-label={`${node.name}, ${value} ${node.isEnd ? "came there" : "left there"}`}>{text}</a> : text}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
