/** Identifiers of outside schemes: short names for the addresses under which they stand. */

const SCHEMES: readonly [RegExp, string][] = [
  [/^https?:\/\/orcid\.org\/([\dX-]+)$/, "ORCID"],
  [/^https?:\/\/(?:dx\.)?doi\.org\/(10\..+)$/, "DOI"],
  [/^https?:\/\/ror\.org\/(\w+)$/, "ROR"],
  [/^https?:\/\/arxiv\.org\/abs\/(.+)$/, "arXiv"],
  [/^https?:\/\/openalex\.org\/(\w+)$/, "OpenAlex"],
  [/^https?:\/\/dblp\.(?:org|uni-trier\.de)\/(?:pid|rec)\/([^?#]+?)(?:\.html)?$/, "dblp"],
  [/^https?:\/\/(?:www\.)?wikidata\.org\/(?:wiki|entity)\/(Q\d+)$/, "Wikidata"],
  [/^https?:\/\/(?:www\.)?semanticscholar\.org\/(?:paper|author)\/(?:[^/]+\/)?(\w+)$/, "Semantic Scholar"],
  [/^https?:\/\/scholar\.google\.\w[\w.]*\/citations\?(?:.*&)?user=([\w-]+)/, "Google Scholar"],
  [/^https?:\/\/openreview\.net\/(?:profile|forum)\?id=([^&]+)/, "OpenReview"],
  [/^https?:\/\/aclanthology\.org\/([\w.-]+?)\/?$/, "ACL Anthology"],
  [/^https?:\/\/github\.com\/([\w.-]+)\/?$/, "GitHub"],
  [/^https?:\/\/(?:www\.)?isni\.org\/(?:isni\/)?([\dX]+)$/, "ISNI"],
  [/^https?:\/\/(?:portal\.issn\.org\/resource\/ISSN|issn\.org\/resource\/issn)\/([\dX-]+)$/i, "ISSN"],
];

export interface Identifier {
  href: string;
  scheme: string;
  text: string;
}

/** How an address is shown: its scheme and the identifier in it, or the address without what all have. */
export function identifier(address: string): Identifier {
  for (const [pattern, scheme] of SCHEMES) {
    const found = pattern.exec(address)?.[1];
    if (found) return { href: address, scheme, text: decoded(found) };
  }
  return { href: address, scheme: "", text: decoded(address.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "")) };
}

/** Whether an address may be followed: no address of a script ever gets into a link. */
export function followable(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
