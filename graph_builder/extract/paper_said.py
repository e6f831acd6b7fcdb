"""Rows of entries that say themselves what they hold: "Authors: ...", "Advisor: ...", "Links: ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.page import Line
from graph_builder.extract.paper_shapes import is_title
from graph_builder.extract.paper_venues import known_venue
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.rules import LABEL, YEAR
from graph_builder.model import Mark, MarkKind, Span

SAID = re.compile(
    r"\W{0,3}(?:(?P<A>(?:co-?)?authors?|with)|(?P<V>(?:venue|journal|conference)(?:\s?(?:/|or)\s?(?:venue|journal"
    r"|conference))?|published\s(?:in|at|by)|publisher|appear(?:s|ed)\s(?:in|at)"
    r"|where|institution)|(?P<T>(?:paper\s|thesis\s)?title)|(?P<Y>(?:publication\s)?(?:year|date)|published(?:\son)?)"
    r"|(?P<N>notes?|details?|links?|urls?|website|code|tools?|technologies|advis[eo]rs?|supervisors?|supervised\sby|committee|chairs?"
    r"|impact|highlights?|tl;?\s?dr|mentors?|(?:my\s)?(?:role|contribution)s?|description|comments?|status|awards?|abstract|summary|keywords?|tags?|topics?|cited\sby"
    r"|citations?|impact\sfactor|acceptance\srate|press|media(?:\scoverage)?|funding|presentations?|presented(?:\s(?:at|in))?|talks?|slides))\s?:\s",
    re.IGNORECASE,
)
_EDGES = " \t\n.,;:*“”\"'"
_LEAST = 2  # fields that say what they are, for a whole entry to be read so


def labelled(lines: Sequence[Line], start: int, reference: Reference) -> Reference:
    """Return the reference with the fields whose rows say what they hold, where two of them do.

    Args:
        lines: the first line of each row of the entry.
        start: the place in the document of the entry's first character.
        reference: the entry as it was taken apart.
    """
    told: dict[str, Span] = {}
    for line in lines:
        label = LABEL.match(line.text)
        found = SAID.match(line.text, label.end() if label else 0)
        if found is not None and found.lastgroup in {"A", "V", "T", "Y"}:
            at = line.span.start - start
            told.setdefault(found.lastgroup, _bare(Span(at + found.end(), at + len(line.span)), reference.text))
    if len(told) < _LEAST:
        return reference
    sure = max(0.85, reference.confidence)
    told = {key: span for key, span in told.items() if len(span)}
    for put in (_titled, _authored, _placed):
        reference = put(replace(reference, confidence=sure), told)
    return reference


def _bare(span: Span, text: str) -> Span:
    """Return a field without what surrounds it."""
    inside = span.of(text)
    start = span.start + len(inside) - len(inside.lstrip(_EDGES))
    return Span(start, max(start, span.start + len(inside.rstrip(_EDGES))))


def _titled(reference: Reference, told: dict[str, Span]) -> Reference:
    return replace(reference, title=told["T"]) if "T" in told else reference


def _authored(reference: Reference, told: dict[str, Span]) -> Reference:
    if "A" not in told:
        return reference
    at = told["A"].start
    names, partial = split_authors(told["A"].of(reference.text))
    authors = tuple(Name(n.name, n.start + at, n.end + at) for n in names)
    return replace(reference, authors=authors, partial=partial) if authors else reference


def _placed(reference: Reference, told: dict[str, Span]) -> Reference:
    """Take venue and year; a venue ends where its year begins: "Venue: Journal of Mills, 2020"."""
    year = YEAR.search(told["Y"].of(reference.text)) if "Y" in told else None
    if "V" in told:
        printed = YEAR.search(told["V"].of(reference.text))
        end = told["V"].start + printed.start() if printed and printed.start() > 1 else told["V"].end
        year = year or printed
        reference = replace(reference, venue=_bare(Span(told["V"].start, end), reference.text.replace("(", " ")))
    elif reference.venue is not None and any(s.start <= reference.venue.end + 8 for s in told.values()):
        # What was taken for a venue is the name of a field or a part of one.
        inside = any(s.start - 12 <= reference.venue.start < s.end for s in told.values())
        reference = replace(reference, venue=None) if inside else reference
    return replace(reference, year=year.group()[:4], year_span=None) if year else reference


LONG = 200  # characters of a title with a few sentences behind it
# "Joint work with A. Smith.", "In CEX, 2020." behind a title
_CITES = re.compile(
    r"[\s.,;:”\"]{1,4}\(?(?:(?P<A>[Jj]oint(?:ly)?\s(?:work\s)?with|[Ww]ith\s[A-Z])|(?P<V>[^.?!\n]{2,80}\b(?:19|20)\d\d\b))"
)
_SET_OFF = frozenset({MarkKind.BOLD, MarkKind.LINK, MarkKind.ITALIC})


def leads_prose(line: Line, text: str, marks: Sequence[Mark]) -> frozenset[str]:
    """Return the letters of the fields that stand in front of an abstract, in a paragraph that a title begins.

    Args:
        line: the paragraph, or its first line.
        text: its words.
        marks: the marks in it; one of them sets the title off.
    """
    for mark in marks:
        start, end = mark.span.start - line.span.start, mark.span.end - line.span.start
        if mark.kind in _SET_OFF and start <= 3 and len(text[:end].split()) >= 3:
            found = _CITES.match(text, end)
            return frozenset({"T", *("VY" if found["V"] else "A")} if found else ())
    return frozenset()


_AT_MARGIN = re.compile(r"\s{1,9}\(?(?:19|20)\d\d\)?\W{0,2}$")


def dated_title(line: Line, text: str, marks: Sequence[Mark]) -> bool:
    """Tell whether a line is a title in bold or a link, and a year at the margin: "**Looms that learn** 2020"."""
    year = _AT_MARGIN.search(text[-16:])
    if year is None:
        return False
    end = line.span.start + max(0, len(text) - 16) + year.start()
    for mark in marks:
        ends = mark.kind in {MarkKind.BOLD, MarkKind.LINK} and end - 2 <= mark.span.end <= end + 1
        if ends and mark.span.start - line.span.start <= 3:
            inside = text[: end - line.span.start]
            return len(inside.split()) >= 3 and is_title(inside) and not known_venue(inside)
    return False
