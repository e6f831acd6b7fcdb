/** Years of statements: an end that is open, and spans in words. */

/** The year in which ends what has no end. */
export const OPEN_END = 9999;

/** The first and last year of something in words. */
export function yearsText(years: readonly [number, number] | null): string {
  if (!years) return "";
  return years[0] === years[1] ? String(years[0]) : `${years[0]}–${years[1] >= OPEN_END ? "now" : years[1]}`;
}
