/** Search as one types, over all kinds, with keys. */

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { api } from "./api";
import { COLOURS, NAMES } from "./colours";
import type { Hit, Kind } from "./types";

interface Properties {
  label: string;
  kinds?: readonly Kind[];
  placeholder?: string;
  onChoose: (hit: Hit) => void;
  /** Shows all that is found, as a list; without it there is no such choice. */
  onAll?: (text: string) => void;
  clear?: boolean;
}

export function Search({ label, kinds = [], placeholder = "", onChoose, onAll, clear = true }: Properties) {
  const [text, setText] = useState("");
  const [hits, setHits] = useState<Hit[]>([]);
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const list = useId();
  const box = useRef<HTMLInputElement>(null);
  const only = kinds.join(",");

  useEffect(() => {
    if (!text.trim()) {
      setHits([]);
      setSaid("");
      return;
    }
    const given = new AbortController();
    const timer = setTimeout(() => {
      api.search(text, only ? only.split(",") : [], 12, given.signal).then(
        ({ hits, near }) => {
          setHits(hits);
          setAt(0);
          setSaid(near ? "Nothing is so called; these are near:" : hits.length ? "" : "Nothing is so called, nor nearly so");
        },
        (error: Error) => {
          if (error.name !== "AbortError") setSaid(error.message);
        },
      );
    }, 60);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [text, only]);

  const choose = (hit: Hit | undefined) => {
    if (!hit) return;
    setOpen(false);
    setText(clear ? "" : hit.name);
    setHits([]);
    onChoose(hit);
  };
  const all = () => {
    setOpen(false);
    onAll?.(text.trim());
  };
  const last = hits.length - (onAll ? 0 : 1);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      setAt((at) => Math.max(0, Math.min(last, at + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (hits[at]) choose(hits[at]);
      else if (text.trim()) all();
    } else if (event.key === "Escape") {
      setOpen(false);
    }
  };
  const expanded = open && text.trim() !== "" && (hits.length > 0 || said !== "");
  return (
    <div class="search">
      <input
        ref={box}
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded={expanded}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={expanded && (hits[at] || (onAll && at === hits.length)) ? `${list}-${at}` : undefined}
        placeholder={placeholder || label}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setTimeout(() => setOpen(document.activeElement === box.current), 150)}
        onKeyDown={keys}
      />
      <div class="hits" hidden={!expanded}>
      {said && <p class="none" role="status">{said}</p>}
      <ul id={list} role="listbox" aria-label={label} hidden={!hits.length && !onAll}>
        {hits.map((hit, place) => (
          <li
            key={hit.iri}
            id={`${list}-${place}`}
            role="option"
            aria-selected={place === at}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(hit);
            }}
          >
            <span class="dot" style={{ background: COLOURS[hit.kind] }} aria-hidden="true" />
            <span class="name">
              {hit.name}
              {hit.form !== hit.name && <small> {hit.form}</small>}
            </span>
            <span class="kind">{NAMES[hit.kind][0]}</span>
            <span class="count">{hit.facts} {hit.facts === 1 ? "fact" : "facts"}</span>
          </li>
        ))}
        {onAll && (
          <li id={`${list}-${hits.length}`} role="option" aria-selected={at === hits.length} onMouseDown={(event) => { event.preventDefault(); all(); }}>
            <span class="name">All results for “{text.trim()}”, also in texts</span>
          </li>
        )}
      </ul>
      </div>
    </div>
  );
}
