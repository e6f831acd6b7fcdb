/** The queries that this browser has asked before. */

const KEY = "graph-builder-queries";

export function asked(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return [];
  }
}

export function remember(query: string): readonly string[] {
  const found = [query, ...asked().filter((each) => each !== query)].slice(0, 30);
  try {
    localStorage.setItem(KEY, JSON.stringify(found));
  } catch {
    // A browser that keeps nothing has no history.
  }
  return found;
}
