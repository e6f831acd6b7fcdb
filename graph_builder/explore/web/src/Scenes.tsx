/** Graphs that were saved in this browser: each with its address and the places of its things. */

import { useState } from "preact/hooks";
import type { Network } from "./network";
import { go } from "./router";
import { stored, store } from "./stored";

interface Scene {
  name: string;
  address: string;
  places: Record<string, [number, number]>;
}

const KEY = "graph-builder-scenes";
export const SCENE = "scene";

const isScene = (each: unknown): each is Scene => typeof each === "object" && each !== null && "name" in each && "address" in each && "places" in each;

/** Set the things of a network in the places that a saved scene has for them. */
export function arrange(network: Network, name: string): void {
  const places = stored(KEY, isScene).find((each) => each.name === name)?.places ?? {};
  for (const [node, [x, y]] of Object.entries(places)) if (network.hasNode(node)) network.mergeNodeAttributes(node, { x, y });
}

export function Scenes({ network, title }: { network: Network; title: string }) {
  const [scenes, setScenes] = useState(() => stored(KEY, isScene));
  const keep = (next: readonly Scene[]) => setScenes(store(KEY, next));
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const name = String(new FormData(form).get("name") ?? "").trim() || title;
    const places = Object.fromEntries(network.mapNodes((node, { x, y }): [string, [number, number]] => [node, [Math.round(x * 10) / 10, Math.round(y * 10) / 10]]));
    keep([{ name, address: location.pathname + location.search, places }, ...scenes.filter((each) => each.name !== name)].slice(0, 50));
    form.reset();
  };
  const open = ({ name, address }: Scene) => go(`${address}${address.includes("?") ? "&" : "?"}${SCENE}=${encodeURIComponent(name)}`);
  return (
    <details class="scenes">
      <summary>Scenes{scenes.length > 0 && ` (${scenes.length})`}</summary>
      <form class="row" onSubmit={save}>
        <input name="name" aria-label="Name of the scene" placeholder={title.slice(0, 40)} autocomplete="off" />
        <button type="submit">Keep it</button>
      </form>
      <ul>
        {scenes.map((each) => (
          <li key={each.name}>
            <button type="button" class="quiet" onClick={() => open(each)}>{each.name}</button>
            <button type="button" class="quiet" aria-label={`Delete the scene ${each.name}`} onClick={() => keep(scenes.filter((other) => other !== each))}>✕</button>
          </li>
        ))}
      </ul>
    </details>
  );
}
