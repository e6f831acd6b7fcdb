/** Organizations on a map of the world, each as large as it has people; countries shaded by theirs. */

import { geoNaturalEarth1, geoPath } from "d3-geo";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { PREFIXES } from "./answers";
import { api } from "./api";
import { Player } from "./Player";
import { pageOf } from "./router";
import { placesIn, records, usualYears, type Place } from "./trends";
import world from "./world.json";

const [WIDTH, HEIGHT] = [960, 470];
const topology = world as unknown as Topology<{ countries: GeometryCollection }>;
const MIDDLES = world.middles as unknown as Record<string, [number, number] | undefined>;
const projection = geoNaturalEarth1().fitSize([WIDTH, HEIGHT], feature(topology, topology.objects.countries));
const path = geoPath(projection);
const COUNTRIES = feature(topology, topology.objects.countries).features.map((each) => ({ code: String(each.id ?? ""), outline: path(each) ?? "" }));
const names = new Intl.DisplayNames("en", { type: "region" });

/** Circles are in units of the map at its whole; closer in they grow less than the map does. */
const [SMALLEST, LARGEST, CLOSEST] = [1.6, 17, 12];
/** How many positions began in each year. */
const YEARS = `PREFIX gb: <${PREFIXES["gb"]}> PREFIX xsd: <${PREFIXES["xsd"]}>
SELECT ?year (COUNT(*) AS ?facts) { ?fact a gb:Employment ; gb:startYear|gb:year ?date . BIND(xsd:integer(SUBSTR(STR(?date), 1, 4)) AS ?year) } GROUP BY ?year`;
/** Organizations and countries that a list shows at first. */
const FEW = 20;

function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** What stands at one point: an organization or, of those whose town is not known, all of a country. */
interface Spot {
  key: string;
  name: string;
  x: number;
  y: number;
  people: number;
  country: string;
  iri: string;
}

function spotsOf(places: readonly Place[]): Spot[] {
  const found: Spot[] = [];
  const rest = new Map<string, Spot & { count: number }>();
  for (const { iri, name, country, at, people } of places) {
    const [x, y] = projection(at ?? MIDDLES[country] ?? [0, 0]) ?? [0, 0];
    if (at) found.push({ key: iri, name, x, y, people, country, iri });
    else if (MIDDLES[country]) {
      const spot = rest.get(country) ?? { key: country, name: "", x, y, people: 0, country, iri: "", count: 0 };
      spot.people += people;
      spot.count += 1;
      spot.name = `${spot.count} ${spot.count === 1 ? "organization" : "organizations"} in ${countryName(country)} whose town is not known`;
      rest.set(country, spot);
    }
  }
  // Large ones lie below small ones.
  return [...found, ...rest.values()].sort((one, other) => other.people - one.people);
}

interface Properties {
  year: number | null;
  country: string;
  onChange: (changed: { year?: number | null; country?: string }) => void;
}

export function WorldMap({ year, country, onChange }: Properties) {
  const [all, setAll] = useState<readonly Place[] | null>(null);
  const [span, setSpan] = useState<readonly [number, number] | null>(null);
  const [found, setFound] = useState<{ year: number; counts: ReadonlyMap<string, number> } | null>(null);
  const [error, setError] = useState("");
  const [zoom, setZoom] = useState({ scale: 1, x: WIDTH / 2, y: HEIGHT / 2 });
  const [most, setMost] = useState(FEW);
  useEffect(() => {
    const failed = (failure: Error) => setError(failure.message);
    api.ask("organizations_by_place", {}).then((answer) => setAll(placesIn(answer)), failed);
    api.select(YEARS).then(({ rows }) => setSpan(usualYears(rows.map(([year, facts]) => [Number(year?.value), Number(facts?.value)]))), failed);
  }, []);
  useEffect(() => {
    setError("");
    if (year === null) return setFound(null);
    let current = true;
    const counted = (row: Record<string, string>): [string, number] => [row["organization"] ?? "", Number(row["people"])];
    api.ask("headcount", { year: String(year) }).then((answer) => current && setFound({ year, counts: new Map(records(answer).map(counted)) }), (failure: Error) => current && setError(failure.message));
    return () => {
      current = false;
    };
  }, [year]);
  // Until a year is looked up the one before it is shown.
  const counts = found?.counts;
  const places = useMemo(() => (all ?? []).flatMap((place) => (counts ? (counts.has(place.iri) ? [{ ...place, people: counts.get(place.iri) ?? 0 }] : []) : [place])), [all, counts]);
  const spots = useMemo(() => spotsOf(places), [places]);
  // Sizes are those of all years together, so that circles grow and shrink while years go by.
  const largest = useMemo(() => Math.max(1, ...spotsOf(all ?? []).map((spot) => spot.people)), [all]);
  const perCountry = useMemo(() => {
    const found = new Map<string, { people: number; places: Place[] }>();
    for (const place of places) {
      const own = found.get(place.country) ?? { people: 0, places: [] };
      own.people += place.people;
      own.places.push(place);
      found.set(place.country, own);
    }
    return found;
  }, [places]);
  const ranked = [...perCountry].sort(([a, one], [b, other]) => other.people - one.people || (a < b ? -1 : 1));
  const top = Math.max(1, ranked[0]?.[1].people ?? 1);
  const choose = (code: string) => { onChange({ country: code === country ? "" : code }); setMost(FEW); };
  const near = (by: number) => setZoom(({ scale, x, y }) => ({ scale: Math.min(CLOSEST, Math.max(1, scale * by)), x, y }));
  const size = { width: WIDTH / zoom.scale, height: HEIGHT / zoom.scale };
  const [x0, y0] = [clamp(zoom.x - size.width / 2, WIDTH - size.width), clamp(zoom.y - size.height / 2, HEIGHT - size.height)];
  const drag = useRef<{ x: number; y: number } | null>(null);
  const move = (event: PointerEvent) => {
    if (!drag.current || !(event.buttons & 1)) return;
    const wide = (event.currentTarget as SVGSVGElement).getBoundingClientRect().width / size.width;
    const [dx, dy] = [(event.clientX - drag.current.x) / wide, (event.clientY - drag.current.y) / wide];
    drag.current = { x: event.clientX, y: event.clientY };
    setZoom((now) => ({ ...now, x: clamp(x0 - dx, WIDTH - size.width) + size.width / 2, y: clamp(y0 - dy, HEIGHT - size.height) + size.height / 2 }));
  };
  const radius = (people: number) => (SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(people / largest)) / Math.sqrt(zoom.scale);
  if (!all) return error ? <p role="alert">{error}</p> : <p role="status">Looking …</p>;
  if (!all.length) return <p class="empty">No organization here has a country. A ROR dump knows countries and towns: graph-builder gazetteer add FILE, then build again.</p>;
  const listed = [...(perCountry.get(country)?.places ?? [])].sort((one, other) => other.people - one.people);
  return (
    <>
      {span && <Player span={span} year={year} all="All years" isLoading={year !== null && found?.year !== year && !error} onChange={(year) => onChange({ year })} />}
      {error && <p role="alert">{error}</p>}
      <div class="world">
        <svg
          viewBox={`${x0} ${y0} ${size.width} ${size.height}`}
          role="img"
          aria-label={`Map: ${ranked.slice(0, FEW).map(([code, own]) => `${countryName(code)} ${own.people}`).join(", ")}`}
          onPointerDown={(event) => { drag.current = { x: event.clientX, y: event.clientY }; }}
          onPointerMove={move}
          onWheel={(event) => { if (!event.ctrlKey && zoom.scale === 1 && event.deltaY > 0) return; event.preventDefault(); near(event.deltaY < 0 ? 1.25 : 0.8); }}
        >
          {COUNTRIES.map(({ code, outline }, place) => {
            const people = perCountry.get(code)?.people ?? 0;
            return (
              <path key={place} d={outline} class={code && code === country ? "country chosen" : "country"} onClick={() => people && choose(code)} style={people ? { fill: `color-mix(in srgb, var(--organization) ${Math.round(10 + 34 * Math.sqrt(people / top))}%, var(--surface))` } : {}}>
                {code && <title>{`${countryName(code)}: ${people.toLocaleString("en")} people`}</title>}
              </path>
            );
          })}
          {spots.map((spot) => (
            <circle key={spot.key} cx={spot.x} cy={spot.y} r={radius(spot.people)} class={spot.iri ? "spot" : "spot whole"} stroke-width={1 / zoom.scale} onClick={() => choose(spot.country)}>
              <title>{`${spot.name}: ${spot.people.toLocaleString("en")} people`}</title>
            </circle>
          ))}
        </svg>
        <p class="zoom">
          <button type="button" aria-label="Closer" onClick={() => near(1.6)}>+</button>
          <button type="button" aria-label="Farther" onClick={() => near(1 / 1.6)}>−</button>
        </p>
      </div>
      <div class="map-lists">
        <section aria-label="Countries">
          <h2>Countries <small>{ranked.length}</small></h2>
          <ol class="bars">
            {ranked.slice(0, most).map(([code, own]) => (
              <li key={code}>
                <button type="button" class="quiet" aria-pressed={code === country} onClick={() => choose(code)}>{countryName(code)}</button>
                <span class="bar" aria-hidden="true"><span style={{ width: `${(own.people / top) * 100}%`, background: "var(--organization)" }} /></span>
                <span class="value">{own.people.toLocaleString("en")}</span>
              </li>
            ))}
          </ol>
          {ranked.length > most && <button type="button" class="quiet more" onClick={() => setMost(ranked.length)}>Show {ranked.length - most} more</button>}
        </section>
        {country && (
          <section aria-label={`Organizations in ${countryName(country)}`}>
            <h2>{countryName(country)} <small>{listed.length} {listed.length === 1 ? "organization" : "organizations"}</small></h2>
            <ol class="bars">
              {listed.slice(0, most).map((place) => (
                <li key={place.iri}>
                  <a href={pageOf(place.iri)}>{place.name}</a>
                  <span class="bar" aria-hidden="true"><span style={{ width: `${(place.people / (listed[0]?.people || 1)) * 100}%`, background: "var(--organization)" }} /></span>
                  <span class="value">{place.people.toLocaleString("en")}</span>
                </li>
              ))}
            </ol>
            {listed.length > most && <button type="button" class="quiet more" onClick={() => setMost(listed.length)}>Show {listed.length - most} more</button>}
          </section>
        )}
      </div>
    </>
  );
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
