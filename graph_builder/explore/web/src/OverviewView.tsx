/** The whole graph at once: places worked out by the server, lines shown only near what is pointed at. */

import { useEffect, useRef, useState } from "preact/hooks";
import { api, Refusal } from "./api";
import { hasWebGL } from "./canvas";
import { COLOURS, NAMES } from "./colours";
import { LINES_AT_ONCE, Scene, type Chosen } from "./overviewScene";
import { go, pageOf } from "./router";
import { Search } from "./Search";
import { KINDS, type Kind, type Overview } from "./types";

/** Milliseconds until a server that is busy is asked again. */
const PAUSE = 2000;

export function OverviewView() {
  const canvas = useRef<HTMLDivElement>(null);
  const scene = useRef<Scene | null>(null);
  const [said, setSaid] = useState("Laying out …");
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set(KINDS));
  useEffect(() => {
    if (!hasWebGL()) {
      setSaid("This browser has no WebGL, which the overview needs. Browse has lists of all things.");
      return;
    }
    let gone = false;
    const began = performance.now();
    const clock = setInterval(() => setSaid(`Laying out … ${Math.round((performance.now() - began) / 1000)} s`), 1000);
    /** Ask again as long as the server is still at work on the places. */
    const overview = async (): Promise<Overview> => {
      try {
        return await api.overview();
      } catch (failure) {
        if (gone || !(failure instanceof Refusal) || failure.status !== 503) throw failure;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        return overview();
      }
    };
    (async () => {
      const found = await overview().finally(() => clearInterval(clock));
      if (gone || !canvas.current) return;
      const drawn = (scene.current = new Scene(canvas.current, found, setChosen, (iri) => go(`/graph?about=${encodeURIComponent(iri)}`)));
      setSaid(`${found.iris.length.toLocaleString("en")} things, ${found.count.toLocaleString("en")} lines${found.count > LINES_AT_ONCE ? "; they show where you point" : ""}`);
      // Things are there before their lines.
      const { lines } = await api.overviewLines();
      if (!gone) drawn.setLines(lines);
    })().catch((failure: Error) => setSaid(failure.message));
    return () => {
      gone = true;
      clearInterval(clock);
      scene.current?.end();
      scene.current = null;
    };
  }, []);
  useEffect(() => scene.current?.show(kinds), [kinds]);
  const find = (thing: Chosen) => {
    setChosen(thing);
    scene.current?.find(thing.iri);
  };
  return (
    <main class={chosen ? "graph choosing" : "graph"}>
      <h1 class="unseen">Overview of the whole graph</h1>
      <div class="canvas" ref={canvas} aria-hidden="true" />
      <details class="tools" open={innerWidth > 820}>
        <summary>Tools</summary>
        <Search label="Find in the overview" onChoose={find} />
        <fieldset>
          <legend>Kinds</legend>
          {KINDS.filter((kind) => kind !== "work").map((kind) => (
            <label key={kind} class="check">
              <input type="checkbox" checked={kinds.has(kind)} onChange={() => setKinds((now) => { const next = new Set(now); if (!next.delete(kind)) next.add(kind); return next; })} />
              <span class="dot" style={{ background: COLOURS[kind] }} aria-hidden="true" /> {NAMES[kind][1]}
            </label>
          ))}
        </fieldset>
        <p class="state" role="status">{said}</p>
      </details>
      {chosen && (
        <section class="selected" aria-label="Selected">
          <p class="kind" style={{ color: `var(--${chosen.kind})` }}>{NAMES[chosen.kind][0]}</p>
          <h2><a href={pageOf(chosen.iri)}>{chosen.name}</a></h2>
          <p class="row"><a class="button" href={`/graph?about=${encodeURIComponent(chosen.iri)}`}>Show its neighbourhood</a></p>
        </section>
      )}
    </main>
  );
}
