/** Forms on a thing's page that say it is one with another, or that some of its mentions are something else. */

import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import { decide } from "./decide";
import { documentPage, go, pageOf } from "./router";
import { Search } from "./Search";
import type { Thing, ThingMention } from "./types";

export function MergeForm({ thing, onDone }: { thing: Thing; onDone: () => void }) {
  const choose = (other: Thing) =>
    decide({ what: "merge", title: "They are one", about: `${thing.name} and ${other.name}`, one: thing.iri, other: other.iri, compared: true, onDone: () => { onDone(); go(pageOf(thing.iri)); } });
  return (
    <section class="identity" aria-label="Merge">
      <Search label={`${thing.name} is one with …`} kinds={[thing.kind]} onChoose={choose} />
      <button type="button" class="quiet" onClick={onDone}>Cancel</button>
    </section>
  );
}

export function SplitForm({ thing, onDone }: { thing: Thing; onDone: () => void }) {
  const [found, setFound] = useState<readonly ThingMention[] | null>(null);
  const [error, setError] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => void api.mentions(thing.iri).then((answer) => setFound(answer.mentions), (failure: Error) => setError(failure.message)), [thing.iri]);
  const toggle = (mentions: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const each of mentions) if (on) next.add(each); else next.delete(each);
    setChosen(next);
  };
  const split = (other?: Thing) => {
    const about = `${chosen.size} of ${found?.length} mentions of ${thing.name} are ${other ? other.name : "something else"}`;
    decide({ what: "split", title: "Split", about, one: thing.iri, mentions: [...chosen], onDone, ...(other && { other: other.iri }) });
  };
  const sources = [...Map.groupBy(found ?? [], (mention) => mention.source)];
  const all = chosen.size === found?.length;
  return (
    <section class="identity" aria-label="Split">
      {error && <p role="alert">{error}</p>}
      {!found && !error && <p role="status">Looking …</p>}
      {found && <p>Choose the mentions that are not {thing.name}.</p>}
      {sources.map(([source, mentions]) => (
        <fieldset key={source}>
          <legend>
            <label class="check"><input type="checkbox" checked={mentions.every((each) => chosen.has(each.iri))} onChange={(event) => toggle(mentions.map((each) => each.iri), event.currentTarget.checked)} /> {source}</label>
          </legend>
          {mentions.map((mention) => (
            <label key={mention.iri} class="check">
              <input type="checkbox" checked={chosen.has(mention.iri)} onChange={(event) => toggle([mention.iri], event.currentTarget.checked)} />
              <span>“{mention.printed}” <small>{mention.statement}</small> <a href={documentPage(source, mention.fact)}>in the document</a></span>
            </label>
          ))}
        </fieldset>
      ))}
      <p class="row">
        <button type="button" class="main" disabled={!chosen.size || all} onClick={() => split()}>They are {thing.kind === "person" ? "someone" : "something"} else</button>
        <button type="button" class="quiet" onClick={onDone}>Cancel</button>
        {all && chosen.size > 0 && <span role="status">All of them: choose whom they mean.</span>}
      </p>
      {chosen.size > 0 && <Search label="or they are …" kinds={[thing.kind]} onChoose={split} />}
    </section>
  );
}
