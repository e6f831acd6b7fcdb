/** The queries that this browser has asked before. */

import { store, stored } from "./stored";

const KEY = "graph-builder-queries";

export function asked(): readonly string[] {
  return stored(KEY, (each) => typeof each === "string");
}

export function remember(query: string): readonly string[] {
  return store(KEY, [query, ...asked().filter((each) => each !== query)].slice(0, 30));
}
