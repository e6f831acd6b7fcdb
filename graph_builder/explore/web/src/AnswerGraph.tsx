/** An answer as a graph: the things of two columns, a line for each row. */

import { useMemo, useRef } from "preact/hooks";
import { ruler } from "./canvas";
import { useWidth } from "./charts";
import { COLOURS } from "./colours";
import { place } from "./labels";
import { add, newNetwork } from "./network";
import type { Answer, Pairs } from "./results";
import { pageOf } from "./router";
import { settle } from "./settle";

const MARGIN = 24;

interface Properties {
  answer: Answer;
  /** Makes a graph of so many things at most. */
  draw: (answer: Answer, most: number) => Pairs | null;
}

export function AnswerGraph({ answer, draw: pairsOf }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const height = Math.round(Math.min(640, Math.max(320, width * 0.75)));
  // A phone has room for a few names alone.
  const pairs = useMemo(() => pairsOf(answer, Math.max(30, Math.min(120, Math.floor(width / 9)))), [answer, width]);
  const drawn = useMemo(() => (pairs ? draw(pairs, width, height) : { nodes: [], lines: [] }), [pairs, width, height]);
  return (
    <div ref={box} class="answer-graph">
      <svg class="chart" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={`${drawn.nodes.length} things, ${drawn.lines.length} lines`}>
        {drawn.lines.map((line, at) => <line key={at} x1={line.from.x} y1={line.from.y} x2={line.to.x} y2={line.to.y} stroke-width={line.size}><title>{line.title}</title></line>)}
        {drawn.nodes.map((node) => (
          <a key={node.key} href={pageOf(node.key)} aria-label={node.name && node.name.text !== node.label ? `${node.name.text} ${node.label}` : node.label}>
            <circle cx={node.x} cy={node.y} r={node.size} fill={node.colour}><title>{node.label}</title></circle>
            {node.name && <text x={node.name.x} y={node.name.y + 4}>{node.name.text}</text>}
          </a>
        ))}
      </svg>
      {pairs && pairs.more > 0 && <p class="empty">The {pairs.things.length} things with most are drawn, {pairs.more.toLocaleString("en")} are not.</p>}
    </div>
  );
}

function draw(pairs: Pairs, width: number, height: number) {
  const network = newNetwork();
  const ties = pairs.lines.map((line) => ({ ...line, relation: "row", years: null, confidence: 1, facts: [], count: 1 }));
  add(network, pairs.things, ties);
  settle(network, 200, { width, height, padding: MARGIN });
  const at = network.mapNodes((_node, data) => data);
  const [xs, ys] = [at.map((each) => each.x), at.map((each) => each.y)];
  const [left, top] = [Math.min(...xs), Math.max(...ys)];
  const scale = Math.min((width - 2 * MARGIN) / Math.max(Math.max(...xs) - left, 1e-6), (height - 2 * MARGIN) / Math.max(top - Math.min(...ys), 1e-6), 40);
  const [across, down] = [(width - (Math.max(...xs) - left) * scale) / 2, (height - (top - Math.min(...ys)) * scale) / 2];
  const discs = network.mapNodes((key, data) => {
    const size = 4 + Math.min(9, Math.sqrt(network.degree(key)) * 1.2);
    return { key, x: across + (data.x - left) * scale, y: down + (top - data.y) * scale, size, label: data.name, weight: size, colour: COLOURS[data.kind] };
  });
  const paper = { bounds: { left: 2, right: width - 2, top: 2, bottom: height - 2 }, height: 15, longest: Math.max(110, width * 0.45), width: ruler() };
  const names = new Map(place(discs, paper, discs).map((each) => [each.key, each]));
  const nodes = discs.map((disc) => ({ ...disc, name: names.get(disc.key) }));
  const known = new Map(nodes.map((node) => [node.key, node]));
  const lines = pairs.lines.flatMap((line) => {
    const [from, to] = [known.get(line.start), known.get(line.end)];
    return from && to ? [{ from, to, size: pairs.most > 1 ? 0.8 + (2.7 * line.weight) / pairs.most : 1.2, title: `${from.label} – ${line.name ? `${line.name} – ` : ""}${to.label}${line.weight > 1 ? `: ${line.weight}` : ""}` }] : [];
  });
  return { nodes, lines };
}
