/** Addresses of views: each view can be shared by its address. */

import { useEffect, useState } from "preact/hooks";

export interface Place {
  path: string;
  parameters: URLSearchParams;
}

const here = (): Place => ({ path: location.pathname, parameters: new URLSearchParams(location.search) });

export function go(target: string, replace = false): void {
  if (replace) history.replaceState(history.state, "", target);
  else {
    history.replaceState({ top: scrollY }, "");
    history.pushState(null, "", target);
  }
  dispatchEvent(new PopStateEvent("popstate"));
}

export function usePlace(): Place {
  const [place, set] = useState(here);
  useEffect(() => {
    const moved = () => set(here());
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  return place;
}

/** Follow links inside the page without loading it again; all others are left to the browser. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (link?.hash && link.pathname === location.pathname) return;
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.pathname + link.search);
  scrollTo(0, 0);
}

/** Scroll to where the user was when they come back to a place, once its content is there. */
export function restoreScroll(): void {
  history.scrollRestoration = "manual";
  addEventListener("popstate", (event) => {
    const top = (history.state as { top?: number } | null)?.top;
    if (!event.isTrusted || !top) return;
    const until = performance.now() + 3000;
    const attempt = () => {
      if (document.documentElement.scrollHeight >= top + innerHeight || performance.now() > until) scrollTo(0, top);
      else requestAnimationFrame(attempt);
    };
    requestAnimationFrame(attempt);
  });
}

let base = "";

/** Set under which address the graph's things stand. */
export function setBase(address: string): void {
  base = address;
}

/** An IRI without the base that all share; one of another base whole. */
export function shortIri(iri: string): string {
  return base && iri.startsWith(base) ? iri.slice(base.length) : iri;
}

/** The IRI that `shortIri` gave, or that was written whole. */
export function longIri(text: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : base + text;
}

/** The address of the page on a thing. */
export function pageOf(iri: string): string {
  const path = shortIri(iri);
  return path === iri ? `/thing/?iri=${encodeURIComponent(iri)}` : `/thing/${path}`;
}

export function iriOf(place: Place): string {
  return place.parameters.get("iri") ?? base + place.path.replace(/^\/thing\//, "");
}

/** The address of a document, and of a fact in it. */
export function documentPage(source: string, fact?: string): string {
  const path = source.split("/").map(encodeURIComponent).join("/");
  return `/document/${path}${fact ? `?fact=${encodeURIComponent(fact.slice(fact.lastIndexOf("/") + 1))}` : ""}`;
}

/** The source that a document's page is about. */
export function sourceOf(place: Place): string {
  return place.path.replace(/^\/document\//, "").split("/").map(decodeURIComponent).join("/");
}
