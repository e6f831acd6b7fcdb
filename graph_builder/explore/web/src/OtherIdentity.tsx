/** Which thing a mention means, where it was linked wrongly: another that the store knows, or one of its own. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { decide, type Asked } from "./decide";
import { Search } from "./Search";
import type { Mention, Thing } from "./types";

export function OtherIdentity({ mention, thing, onDone }: { mention: Mention; thing: Thing; onDone: () => void }) {
  const choose = (other?: Thing) => {
    const about = `“${mention.printed}” is ${other ? other.name : `not ${thing.name}`}`;
    const asked: Asked = { what: "split", title: "Say what this name means", about, one: thing.iri, mentions: [mention.iri], isQuick: true, onDone };
    decide(other ? { ...asked, other: other.iri } : asked);
  };
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector("input")?.focus(), []);
  const somebody = thing.kind === "person" ? "Someone else" : "Something else";
  return (
    <div class="who" ref={box} role="group" aria-label={`What “${mention.printed}” means`}>
      <Search label={`“${mention.printed}” is …`} kinds={[thing.kind]} onChoose={choose} />
      <p class="row">
        {!mention.alone && <button type="button" onClick={() => choose()}>{somebody}</button>}
        <button type="button" class="quiet" onClick={onDone}>Cancel</button>
      </p>
    </div>
  );
}
