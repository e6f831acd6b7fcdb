import { expect, it } from "vitest";
import { readAddress, writeAddress } from "../src/graphAddress";
import { setBase } from "../src/router";

it.each([
  "/graph",
  "/graph?about=person%2Fada&step=person%2Fada%7Cauthorship%3Aout&without=work%2Fp&lens=co-authors&depth=3&hide=topic%2Cvenue&less=advising&confidence=0.5&years=2010-2016&undated=",
  "/graph?about=urn%3Ax&lens=careers&colour=year&size=facts&named=",
  "/graph?colour=property%3Ahttps%3A%2F%2Fschema.org%2FaddressCountry&size=property%3A%5Ehttps%3A%2F%2Fschema.org%2Fauthor",
])("an address says what it was read from: %s", (address) => {
  setBase("https://example.org/data/");
  const read = readAddress(new URL(address, "http://localhost").searchParams);
  const again = readAddress(new URL(writeAddress(read), "http://localhost").searchParams);
  expect(again).toEqual(read);
  expect(new Set(writeAddress(read).split(/[?&]/))).toEqual(new Set(address.replace("topic%2Cvenue", "venue%2Ctopic").split(/[?&]/)));
});

it("what is no lens, year or number counts as not said", () => {
  const { view } = readAddress(new URLSearchParams("lens=toString&depth=9&years=x&confidence=7"));
  expect(view).toMatchObject({ lens: "all", depth: 2, years: null, confidence: 0 });
});
