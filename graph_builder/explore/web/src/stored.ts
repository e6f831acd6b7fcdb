/** Lists that this browser keeps between visits. */

/** The items of a list that are what they should be; none where the browser keeps nothing. */
export function stored<T>(key: string, isItem: (each: unknown) => each is T): readonly T[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter(isItem) : [];
  } catch {
    return [];
  }
}

/** Keep a list, and return it. */
export function store<T>(key: string, list: readonly T[]): readonly T[] {
  try {
    localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // A browser that keeps nothing has lists for this visit alone.
  }
  return list;
}
