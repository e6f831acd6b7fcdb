/** Calls to the server that served this page. */

import { parse, type Answer } from "./results";
import type { Added, Card, Compared, Doubt, Figures, Hit, Info, List, NamedQuery, Neighbours, Overview, Pages, PathStep, Reason, Rows, SourceDocument, StoredDecision, Thing, ThingMention, Tie } from "./types";

/** An answer that says why there is none. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly line?: number,
    readonly column?: number,
  ) {
    super(message);
  }
}

type Arguments = Record<string, string | number | readonly string[] | undefined>;

export function address(name: string, given: Arguments = {}): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? (value as readonly string[]) : [String(value)]) parameters.append(key, each);
  }
  const text = parameters.toString();
  return `/api/${name}${text ? `?${text}` : ""}`;
}

/** What answers calls: the server that served the page, or whoever took its place. */
let ask = (address: string, signal?: AbortSignal): Promise<Response> => fetch(address, { headers: { Accept: "application/json" }, signal: signal ?? null });

/** Have calls answered by somebody else: in a notebook there is no server. */
export function answeredBy(other: typeof ask): void {
  ask = other;
}

async function get<T>(name: string, given: Arguments = {}, signal?: AbortSignal): Promise<T> {
  return read<T>(await ask(address(name, given), signal));
}

async function post<T>(to: string, body: string | Blob, type = "application/json"): Promise<T> {
  return read<T>(await fetch(to, { method: "POST", headers: { "Content-Type": type, Accept: "application/json" }, body }));
}

export async function read<T>(answer: Response): Promise<T> {
  if (answer.ok) return (await answer.json()) as T;
  let said: { error?: string; line?: number; column?: number } = {};
  try {
    said = (await answer.json()) as typeof said;
  } catch {
    // An error without JSON has a status only.
  }
  throw new Refusal(said.error ?? `The server answered with status ${answer.status}.`, answer.status, said.line, said.column);
}

/** The address of the answer to a named question: as the page takes it, or whole in a format. */
export function askAddress(name: string, given: Record<string, string>, format?: string): string {
  return address("ask", { name, format, ...Object.fromEntries(Object.entries(given).map(([key, value]) => [`param.${key}`, value])) });
}

export const api = {
  snapshot: async () => (await read<{ snapshot: number }>(await fetch("/health"))).snapshot,
  info: () => get<Info>("info"),
  search: (q: string, kind: readonly string[], limit: number, signal?: AbortSignal) =>
    get<{ hits: Hit[]; near: boolean }>("search", { q, kind, limit }, signal),
  /** A page of a list, by what its address says. */
  list: (kind: string, given: URLSearchParams) => get<List>("list", { ...Object.fromEntries(given), kind }),
  thing: (iri: string) => get<Card>("thing", { iri }),
  section: async (iri: string, section: string, start: number) => (await get<Card>("thing", { iri, section, start })).sections[0]?.entries ?? [],
  figures: (iri: string) => get<Figures>("figures", { iri }),
  evidence: (fact: string) => get<{ reasons: Reason[] }>("evidence", { fact }),
  document: (id: string, fact: string) => get<SourceDocument>("document", { id, fact: fact || undefined }),
  compare: (one: string, other: string, mention: readonly string[]) => get<Compared>("compare", { one, other, mention }),
  mentions: (iri: string) => get<{ mentions: ThingMention[] }>("mentions", { iri }),
  pages: (id: string) => get<Pages>("pages", { id }),
  decisions: () => get<{ decisions: StoredDecision[] }>("decisions"),
  neighbours: (iri: string, way: readonly string[], limit: number) => get<Neighbours>("neighbours", { iri, way, limit }),
  ties: (iri: readonly string[]) => get<{ ties: Tie[] }>("ties", { iri }),
  coauthors: (iri: readonly string[], depth: number) => get<{ things: Thing[]; ties: Tie[] }>("coauthors", { iri, depth }),
  path: (from: string, to: string, by: readonly string[], without: readonly string[], count: number) => get<{ paths: PathStep[][] }>("path", { from, to, by, without, count }),
  overview: () => get<Overview>("overview"),
  overviewLines: () => get<{ lines: number[] }>("overview-lines"),
  queries: () => get<{ queries: NamedQuery[] }>("queries"),
  ask: async (name: string, given: Record<string, string>) => read<Rows>(await fetch(askAddress(name, given), { headers: { Accept: "application/json" } })),
  /** The answer to a query in SPARQL. */
  select: async (query: string): Promise<Answer> => parse(await read<Parameters<typeof parse>[0]>(await fetch("/sparql", { method: "POST", headers: { "Content-Type": "application/sparql-query", Accept: "application/sparql-results+json" }, body: query }))),
  vocabulary: () => get<{ classes: string[]; properties: string[] }>("vocabulary"),
  review: (kind: string, page: number) => get<{ doubts: Doubt[]; total: number }>("review", { kind, page }),
  decide: (decision: Record<string, unknown>) => post<{ id: string; said: string }>("/api/decide", JSON.stringify(decision)),
  keep: (file: File) => post<{ name: string }>(address("keep", { name: file.name }), file, "application/octet-stream"),
  add: (names: readonly string[]) => post<Added>("/api/add", JSON.stringify({ names })),
};
