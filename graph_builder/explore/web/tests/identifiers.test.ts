import { expect, it } from "vitest";
import { cut } from "../src/labels";
import { followable, identifier } from "../src/identifiers";

it.each([
  ["https://orcid.org/0000-0002-1825-0097", "ORCID", "0000-0002-1825-0097"],
  ["https://doi.org/10.1000/a%3Cb", "DOI", "10.1000/a<b"],
  ["https://dblp.org/pid/12/345", "dblp", "12/345"],
  ["https://scholar.google.com/citations?hl=en&user=abc-DEF", "Google Scholar", "abc-DEF"],
  ["https://www.wikidata.org/wiki/Q42", "Wikidata", "Q42"],
  ["https://www.example.org/~ada/", "", "example.org/~ada"],
  ["https://example.org/%E0%A4%A", "", "example.org/%E0%A4%A"],
])("%s is shown as %s %s", (address, scheme, text) => {
  expect(identifier(address)).toEqual({ href: address, scheme, text });
});

it("follows addresses of the web alone", () => {
  expect([followable("https://a.example"), followable("javascript:alert(1)"), followable("data:text/html,x")]).toEqual([true, false, false]);
});

it("cuts long names with a sign", () => {
  expect([cut("abc", 3), cut("abc def", 5)]).toEqual(["abc", "abc…"]);
});
