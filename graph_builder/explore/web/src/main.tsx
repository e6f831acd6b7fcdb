/** The page: its head with search and ways around, and the view that its address names. */

import { render } from "preact";
import { lazy, Suspense } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import { THEME } from "./canvas";
import { CompareView } from "./CompareView";
import { DecisionDialog, onDecided } from "./decide";
import { HomeView } from "./HomeView";
import { followLinks, go, iriOf, pageOf, restoreScroll, setBase, sourceOf, usePlace } from "./router";
import { Search } from "./Search";
import { ThingView } from "./ThingView";
import type { Info } from "./types";
import "./style.css";

const GraphView = lazy(() => import("./GraphView").then((found) => ({ default: found.GraphView })));
const OverviewView = lazy(() => import("./OverviewView").then((found) => ({ default: found.OverviewView })));
const SparqlView = lazy(() => import("./SparqlView").then((found) => ({ default: found.SparqlView })));
const ReviewView = lazy(() => import("./ReviewView").then((found) => ({ default: found.ReviewView })));

const DocumentView = lazy(() => import("./DocumentView").then((found) => ({ default: found.DocumentView })));

const TrendsView = lazy(() => import("./TrendsView").then((found) => ({ default: found.TrendsView })));

const FindView = lazy(() => import("./FindView").then((found) => ({ default: found.FindView })));

const VIEWS: readonly [string, string][] = [
  ["/find", "Browse"],
  ["/trends", "Trends"],
  ["/overview", "Overview"],
  ["/graph", "Graph"],
  ["/sparql-editor", "SPARQL"],
  ["/review", "Review"],
];

function App() {
  const place = usePlace();
  const [info, setInfo] = useState<Info | null>(null);
  const [error, setError] = useState("");
  const load = () =>
    api.info().then(
      (found) => {
        setBase(found.base);
        setInfo(found);
      },
      (failure: Error) => setError(failure.message),
    );
  useEffect(() => void load(), []);
  useEffect(() => onDecided(() => void load()), []);
  useEffect(() => {
    document.addEventListener("click", followLinks);
    const keys = (event: KeyboardEvent) => {
      if (event.key === "/" && !(event.target as Element).closest("input, textarea, select, .cm-editor")) {
        event.preventDefault();
        document.querySelector<HTMLInputElement>("header.top input[type=search]")?.focus();
      }
    };
    addEventListener("keydown", keys);
    return () => {
      document.removeEventListener("click", followLinks);
      removeEventListener("keydown", keys);
    };
  }, []);
  useEffect(() => {
    const view = VIEWS.find(([path]) => path === place.path);
    if (!/^\/(thing|document)\//.test(place.path)) document.title = `${view ? `${view[1]} · ` : ""}graph-builder`;
  }, [place.path]);
  const curation = info?.curation ?? false;
  return (
    <>
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="brand" href="/" aria-label="graph-builder: start page">
          <img src="/favicon.svg" alt="" width="22" height="22" /> <span>graph-builder</span>
        </a>
        <Search label="Search people, organizations, papers, venues, topics" placeholder="Search  /" onChoose={(hit) => go(pageOf(hit.iri))} onAll={(text) => go(`/find?q=${encodeURIComponent(text)}`)} />
        <nav aria-label="Views">
          {VIEWS.map(([path, title]) => (
            <a key={path} href={path} aria-current={place.path === path ? "page" : undefined}>{title}</a>
          ))}
        </nav>
        <Theme />
      </header>
      <div id="content" tabIndex={-1}>
        {error ? (
          <main class="page"><h1>The server does not answer</h1><p role="alert">{error}</p></main>
        ) : !info ? (
          <main class="page" aria-busy="true"><p role="status">Loading …</p></main>
        ) : (
          <Suspense fallback={<main class="page" aria-busy="true"><p role="status">Loading …</p></main>}>
            {place.path.startsWith("/thing/") ? (
              <ThingView iri={iriOf(place)} curation={curation} />
            ) : place.path.startsWith("/document/") ? (
              <DocumentView key={place.path} source={sourceOf(place)} fact={place.parameters.get("fact") ?? ""} at={place.parameters.get("at") ?? ""} curation={curation} />
            ) : place.path === "/graph" ? (
              <GraphView key={place.parameters.toString()} parameters={place.parameters} curation={curation} />
            ) : place.path === "/find" ? (
              <FindView parameters={place.parameters} info={info} />
            ) : place.path === "/compare" ? (
              <CompareView parameters={place.parameters} />
            ) : place.path === "/trends" ? (
              <TrendsView key={place.parameters.toString()} parameters={place.parameters} />
            ) : place.path === "/overview" ? (
              <OverviewView />
            ) : place.path === "/sparql-editor" ? (
              <SparqlView key={place.parameters.toString()} parameters={place.parameters} />
            ) : place.path === "/review" ? (
              <ReviewView parameters={place.parameters} curation={curation} />
            ) : (
              <HomeView info={info} curation={curation} />
            )}
          </Suspense>
        )}
      </div>
      <DecisionDialog />
      {info && <NewSnapshot shown={info.snapshot} />}
    </>
  );
}

/** Milliseconds between looks whether the store was built again. */
const LOOK = 20_000;

/** Say that the graph has changed since the page was opened. */
function NewSnapshot({ shown }: { shown: number }) {
  const [latest, setLatest] = useState(shown);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) api.snapshot().then(setLatest, () => undefined);
    };
    const timer = setInterval(look, LOOK);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  if (latest <= shown) return null;
  return (
    <div class="toast" role="status">
      The graph was built again since this page was opened.
      <button type="button" onClick={() => location.reload()}>Show it as it is now</button>
    </div>
  );
}

function Theme() {
  const [theme, setTheme] = useState(() => localStorage.getItem("theme") ?? "");
  useEffect(() => {
    if (theme) document.documentElement.dataset["theme"] = theme;
    else delete document.documentElement.dataset["theme"];
    localStorage.setItem("theme", theme);
    dispatchEvent(new Event(THEME));
  }, [theme]);
  const dark = theme === "dark" || (!theme && matchMedia("(prefers-color-scheme: dark)").matches);
  return (
    <button type="button" class="quiet theme" aria-label={dark ? "Use light colours" : "Use dark colours"} onClick={() => setTheme(dark ? "light" : "dark")}>
      <span aria-hidden="true">{dark ? "☀" : "☾"}</span>
    </button>
  );
}

restoreScroll();
const root = document.getElementById("app");
if (root) render(<App />, root);
