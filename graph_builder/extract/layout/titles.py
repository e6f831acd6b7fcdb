"""Titles of sections: what a sub-heading is by the heading above it, and titles that say nothing about a section."""

from __future__ import annotations

import re

from graph_builder.extract.layout.page import Line, SectionKind
from graph_builder.extract.normalise.lexicon import is_role

NO_WORKS = re.compile(
    r"\W{0,9}(?:(?:open[\s-]source|research|scientific|public|science|popular|selected|my|academic)\s)?(?:software|codes?|data|data\s?sets?|tools|packages"
    r"|outreach|videos?|media|press|slides|cv|podcasts?|interviews?)(?:\W{1,3}(?:and\s)?(?:software|codes?|data|data\s?sets?|tools|packages|outreach"
    r"|media|press|models|talks|releases?|coverage))?\W*",
    re.IGNORECASE,
)
"""Headings below a list of publications of what is none."""

THESIS_COMMITTEE = re.compile(
    r"(?:(?:thesis|dissertation|doctoral|advisory|ph\.?\s?d\.?)\s+)*(?:committee|jury)(?:\s+members?)?\s*:?",
    re.IGNORECASE,
)
"""Who judges a thesis, below a degree."""
ASIDES = re.compile(r"[\s:–—-]{0,4}(?:[\[(][^\[\]()]{2,60}[\])][\s|,.]{0,4}){1,8}")
"""What stands beside the heading of a list that follows: "Publications: [Google Scholar] [DBLP]"."""

_PAPERS = re.compile(r"\b(?:papers|articles|writings?|publications|preprints)\b", re.IGNORECASE)
VITA = re.compile(r"\W{0,9}(?:(?:short|academic|full)\s)?(?:vita|vitae|curriculum\s+vitae)\W*", re.IGNORECASE)
"""Titles of whole pages; they say nothing about the sections."""
WITH_VITA = re.compile(r"\b(?:cv|vita|vitae|r[ée]sum[ée])\b", re.IGNORECASE)  # "CV & Publications"

INITIALED = re.compile(r"(?:[A-Z]\.[\s-]?){1,3}[A-Z][\w'’-]{1,30}")
"""A name with initials, as a line of its own."""
POSTS = {SectionKind.EMPLOYMENT, SectionKind.EDUCATION}
SAY_NOTHING = {SectionKind.ABOUT, SectionKind.OTHER}
OF_CARDS = {SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.AWARDS, SectionKind.PUBLICATIONS}
BESIDE_TALKS = {
    SectionKind.AWARDS, SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.SERVICE, SectionKind.STUDENTS,
}  # fmt: skip

# "Best Paper Award (short papers)"
_ONE_AWARD = re.compile(
    r"(?:best|outstanding|distinguished)\s(?:[\w-]+\s){0,5}(?:award|prize|paper|poster)(?:\s?\([^()]{2,40}\))?",
    re.IGNORECASE,
)


# What stands where the dates of the entries beside it do: "In progress", "(ongoing)", "Since 2020, to date".
_RUNNING = re.compile(
    r"(?i)\W{0,3}(?:still |currently )?"
    r"(?:in[\s-]progress|on-?going|under\s?way|current(?:ly)?|present|to date|now|today)\W{0,3}"
)


def is_of_entry(kind: SectionKind, line: Line) -> bool:
    """Return whether a possible heading is part of an entry: an award of a list, the prize of a paper, a post."""
    if kind is SectionKind.PUBLICATIONS:
        return not line.starts_block and _ONE_AWARD.fullmatch(line.text) is not None
    if kind in {SectionKind.EMPLOYMENT, SectionKind.EDUCATION}:
        if _RUNNING.fullmatch(line.text):
            return True
        plain = line.row > 0 and not (line.bold or line.text.isupper() or line.text.endswith(":"))
        return plain and is_role(re.split(r"[,(|]|\s/\s", line.text)[0].strip())
    return False


def refined(above: SectionKind, kind: SectionKind, score: float, title: str = "") -> SectionKind:
    """Settle a sub-heading's kind by the heading above it: "Journals" under "Reviewing" is service.

    Below "Publications and talks", "Publications" are what they say.
    """
    if kind is SectionKind.PUBLICATIONS and score >= 5 and "publication" in title.casefold():
        return kind
    if kind is SectionKind.PUBLICATIONS and above is SectionKind.TALKS and _PAPERS.search(title):
        return kind
    if above in {SectionKind.SERVICE, SectionKind.TALKS, SectionKind.TEACHING} and kind is SectionKind.PUBLICATIONS:
        return above
    if above is SectionKind.PUBLICATIONS and kind in {SectionKind.PROJECTS, SectionKind.TOPICS, SectionKind.ABOUT,
                                                      SectionKind.EMPLOYMENT, SectionKind.STUDENTS,
                                                      SectionKind.REFEREES}:  # fmt: skip
        return above
    if above is SectionKind.NEWS and score < (4 if kind in {SectionKind.PUBLICATIONS, SectionKind.EDUCATION} else 5):
        return above  # "Papers" is a list of its own, whose heading is of a lower level than it should be
    return kind


_REVIEWED = re.compile(r"\W{0,9}(?:journals?|conferences?|workshops?|books?|proposals?)\b", re.IGNORECASE)


def of_service(around: SectionKind, kind: SectionKind, title: str) -> SectionKind:
    """Return the kind of a line that serves as heading; behind duties "Journals of societies" are those reviewed for.

    >>> of_service(SectionKind.SERVICE, SectionKind.PUBLICATIONS, "Journals:").value
    'service'
    """
    reviewed = around is SectionKind.SERVICE and kind is SectionKind.PUBLICATIONS and _REVIEWED.match(title)
    return around if reviewed and not _PAPERS.search(title) else kind
