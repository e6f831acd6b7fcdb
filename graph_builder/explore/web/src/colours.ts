/** Colours and words of kinds and relations, the same in every view. */

import type { Kind } from "./types";

export const COLOURS: Record<Kind, string> = {
  person: "#3b6fd4",
  organization: "#c96a1f",
  work: "#3f8f58",
  venue: "#8553b3",
  topic: "#bf3f73",
};

export const NAMES: Record<Kind, [string, string]> = {
  person: ["person", "people"],
  organization: ["organization", "organizations"],
  work: ["paper", "papers"],
  venue: ["venue", "venues"],
  topic: ["topic", "topics"],
};

const WAYS: Record<string, [string, string]> = {
  employment: ["employers", "staff"],
  education: ["schools", "alumni"],
  advising: ["advisors", "students"],
  authorship: ["papers as author", "authors"],
  publication: ["venues", "papers"],
  listing: ["papers listed", "listed by"],
  interest: ["interests", "people interested"],
  award: ["award givers", "award winners"],
  service: ["served at", "reviewers and organisers"],
  about: ["topics", "papers about it"],
  "co-author": ["co-authors", "co-authors"],
  "moved to": ["people went to", "people came from"],
  "part of": ["part of", "parts"],
  "edition of": ["series", "editions and workshops"],
  "narrower topic of": ["broader topic", "narrower topics"],
};

/** What lies in one direction of a relation, in words. */
export function wayName(relation: string, outward: boolean): string {
  const words = WAYS[relation];
  return words ? words[outward ? 0 : 1] : outward ? relation : `${relation} (inverse)`;
}

export const RELATION_COLOURS: Record<string, string> = {
  employment: "#c96a1f",
  education: "#2f8f9d",
  advising: "#bf3f73",
  authorship: "#3f8f58",
  "co-author": "#3b6fd4",
  publication: "#8553b3",
  interest: "#9a7b1f",
  award: "#b0483a",
  service: "#4f7a94",
  about: "#9a7b1f",
  profile: "#7a7f87",
};

/** The colour of a relation; those without one of their own are grey. */
export function relationColour(relation: string): string {
  return RELATION_COLOURS[relation] ?? "#7a7f87";
}

/** Whether a relation leads from one end to the other: co-authors are on a par. */
export function isDirected(relation: string): boolean {
  return relation !== "co-author";
}
