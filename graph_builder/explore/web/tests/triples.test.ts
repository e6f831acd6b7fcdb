import { expect, it } from "vitest";
import { drawnTriples, readTriples } from "../src/triples";

const TEXT = `<https://x.example/person/ada-00000001> <http://www.w3.org/2000/01/rdf-schema#label> "Ada \\"L\\u00f6\\" \\\\n"@en .
<https://x.example/person/ada-00000001> <https://schema.org/knows> <https://x.example/person/bob-jones-00000002> .
_:b0 <https://schema.org/datePublished> "1843"^^<http://www.w3.org/2001/XMLSchema#gYear> .
`;

it("reads terms of each kind, and what is escaped in them", () => {
  const { rows } = readTriples(TEXT);
  expect(rows).toHaveLength(3);
  expect(rows[0]?.[2]).toEqual({ type: "literal", value: 'Ada "Lö" \\n', "xml:lang": "en" });
  expect(rows[2]?.[0]).toEqual({ type: "bnode", value: "_:b0" });
  expect(rows[2]?.[2]?.datatype).toMatch(/gYear$/);
});

it("draws lines between things, which have their names", () => {
  const drawn = drawnTriples(readTriples(TEXT), 10);
  expect(drawn?.things.map((each) => each.name)).toEqual(['Ada "Lö" \\n', "bob jones"]);
  expect(drawn?.lines).toMatchObject([{ name: "knows" }]);
  expect(drawnTriples(readTriples(TEXT), 1)).toBeNull();
});
