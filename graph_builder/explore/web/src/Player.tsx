/** A year to look at, chosen by a slider or played through; or all years together. */

import { useEffect, useState } from "preact/hooks";
import type { Years } from "./trends";

interface Properties {
  span: Years;
  year: number | null;
  /** What all years together are called; without it there is always a year. */
  all?: string;
  /** Whether the year is still being looked up: the next one waits for that. */
  isLoading?: boolean;
  onChange: (year: number | null) => void;
}

/** Milliseconds that each year is shown. */
const STEP = 700;

export function Player({ span: [first, last], year, all, isLoading = false, onChange }: Properties) {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying || isLoading) return;
    const timer = setTimeout(() => {
      if (year === null || year >= last) setPlaying(false);
      else onChange(year + 1);
    }, STEP);
    return () => clearTimeout(timer);
  }, [isPlaying, isLoading, year, last]);
  const play = () => {
    setPlaying(!isPlaying);
    if (!isPlaying && (year === null || year >= last)) onChange(first);
  };
  const choose = (year: number | null) => {
    setPlaying(false);
    onChange(year);
  };
  if (first === last) return null;
  return (
    <p class="row player">
      <button type="button" class="main" aria-pressed={isPlaying} onClick={play}>{isPlaying ? "Stop" : "Play"}</button>
      <input type="range" aria-label="Year" min={first} max={last} value={year ?? last} onInput={(event) => choose(event.currentTarget.valueAsNumber)} />
      <output>{year ?? ""}</output>
      {all && <button type="button" aria-pressed={year === null} onClick={() => choose(null)}>{all}</button>}
    </p>
  );
}
