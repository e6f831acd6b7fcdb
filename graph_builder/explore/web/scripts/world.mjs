/** Make src/world.json: outlines of countries for a map, and the middle of each country, from Natural Earth (public domain).
 *
 *     node scripts/world.mjs
 *
 * Outlines are those for 1:110,000,000 without Antarctica. Middles, which small countries have too, are those of the
 * largest part of each country for 1:50,000,000. Countries are named by their code in ISO 3166-1 (two letters). */

import { readFileSync, writeFileSync } from "node:fs";
import { geoArea, geoCentroid } from "d3-geo";
import { createRequire } from "node:module";
import { feature, quantize } from "topojson-client";

const require = createRequire(import.meta.url);
const { numericToAlpha2 } = require("i18n-iso-countries");
const atlas = (name) => JSON.parse(readFileSync(require.resolve(`world-atlas/${name}.json`), "utf8"));
const ANTARCTICA = "010";
/** Steps from west to east: a picture of the world has fewer pixels. */
const STEPS = 1800;

const { arcs, objects, transform, type } = atlas("countries-110m");
const geometries = objects.countries.geometries.filter(({ id }) => id !== ANTARCTICA);
// Arcs that nothing refers to any more are left out, and the others counted anew.
const used = new Map();
const renumber = (each) => {
  if (Array.isArray(each)) return each.map(renumber);
  const own = each < 0 ? ~each : each;
  if (!used.has(own)) used.set(own, used.size);
  return each < 0 ? ~used.get(own) : used.get(own);
};
const countries = geometries.map(({ type, id, arcs }) => ({ type, ...(id && { id: numericToAlpha2(id) }), arcs: renumber(arcs) }));

const middles = {};
const fine = atlas("countries-50m");
for (const { id, geometry } of feature(fine, fine.objects.countries).features) {
  const code = id && numericToAlpha2(id);
  if (!code) continue;
  const parts = geometry.type === "MultiPolygon" ? geometry.coordinates : [geometry.coordinates];
  const largest = parts.map((coordinates) => ({ type: "Polygon", coordinates })).reduce((best, part) => (geoArea(part) > geoArea(best) ? part : best));
  middles[code] ??= geoCentroid(largest).map((degrees) => Math.round(degrees * 10) / 10);
}

/** The points of an arc in degrees: a topology has the steps from each to the next. */
const degrees = (arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => [(x += dx) * transform.scale[0] + transform.translate[0], (y += dy) * transform.scale[1] + transform.translate[1]]);
};
const whole = { type, arcs: [...used.keys()].map((own) => degrees(arcs[own])), objects: { countries: { type: "GeometryCollection", geometries: countries } } };
const { bbox: _, ...world } = quantize(whole, STEPS);
writeFileSync(new URL("../src/world.json", import.meta.url), `${JSON.stringify({ ...world, middles })}\n`);
