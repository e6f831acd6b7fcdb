/** A button that opens a list of actions, each of which is a button: nothing happens before one is pressed. */

import { useEffect, useRef } from "preact/hooks";

export function Menu({ title, items }: { title: string; items: readonly (readonly [string, () => void])[] }) {
  const box = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (!box.current?.open) return;
    box.current.open = false;
    box.current.querySelector("summary")?.focus();
  };
  useEffect(() => {
    const outside = (event: Event) => {
      if (box.current && !box.current.contains(event.target as globalThis.Node)) box.current.open = false;
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, []);
  return (
    <details class="menu" ref={box} onToggle={() => box.current?.open && box.current.scrollIntoView({ block: "nearest" })} onKeyDown={(event) => event.key === "Escape" && close()}>
      <summary class="button">{title}</summary>
      <ul>
        {items.map(([name, act], place) => (
          <li key={place}><button type="button" class="quiet" onClick={() => { close(); act(); }}>{name}</button></li>
        ))}
      </ul>
    </details>
  );
}
