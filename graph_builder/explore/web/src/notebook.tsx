/** The graph in the frame of a notebook's widget: calls go to the kernel by way of the page around the frame. */

import { render } from "preact";
import { answeredBy } from "./api";
import { GraphView } from "./GraphView";
import { setBase } from "./router";
import type { Tie } from "./types";
import "./style.css";

/** What the page around sends: where to begin, and answers to calls by their number. */
type Incoming = { begin: { base: string; parameters: string } } | { id: number; status: number; body: string };

const waiting = new Map<number, (answer: Response) => void>();
let calls = 0;

const send = (said: object): void => parent.postMessage(said, "*");

answeredBy((address, signal) => {
  const id = ++calls;
  return new Promise((answer, fail) => {
    waiting.set(id, answer);
    signal?.addEventListener("abort", () => fail(new DOMException("not wanted any more", "AbortError")));
    send({ call: { id, address } });
  });
});

function selected(thing: string | null, ties: readonly Tie[]): void {
  send({ selected: { thing: thing ?? "", ties: ties.map(({ start, end, relation, years, confidence, count }) => ({ start, end, relation, years, confidence, count })) } });
}

addEventListener("message", ({ data, source }: MessageEvent<Incoming>) => {
  if (source !== parent) return;
  if ("begin" in data) {
    setBase(data.begin.base);
    const parameters = new URLSearchParams(data.begin.parameters);
    render(<GraphView parameters={parameters} curation={false} onSelect={selected} />, document.body);
  } else {
    waiting.get(data.id)?.(new Response(data.body, { status: data.status }));
    waiting.delete(data.id);
  }
});
// A link leads to a page of the explorer, and there is none around a frame.
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest("a");
  if (link && !link.hasAttribute("download")) event.preventDefault();
});
document.body.className = "framed";
send({ ready: true });
