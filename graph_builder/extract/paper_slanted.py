"""Author lists that italics set off behind the title, and right behind them where the work appeared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.paper_marks import InnerMark
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.rules import name_like
from graph_builder.model import MarkKind, Span

_SET_OFF = frozenset({MarkKind.ITALIC, MarkKind.BOLD})
_LIKELY = 0.7
_BETWEEN = re.compile(r"[\s.,:;?!”\"’–—-]{1,4}(?:[Bb]y\s)?")
_PLACE = re.compile(
    r"[\s,.;:]{1,3}(?:[Ii]n:?\s)?(?P<venue>[A-Z][\w@&/+’'-]*(?:\s(?:[\w@&/+’'-]+)){0,7}?)[,.]?\s?\(?['’]?(?:19|20)?\d\d\b"
)
_NO_PLACE = re.compile(r"(?i)(?:to appear|submitted|under|accepted|forthcoming|draft|poster|demo|technical)\b")


def with_slanted_authors(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Return the reference of "On felt. *A. Weaver and N. Quist* LOOMX 2019" with the names and the venue parted.

    Args:
        reference: the entry as it was taken apart.
        marks: the marks inside the entry, with places counted from its start.
    """
    title, text = reference.title, reference.text
    if title is None or not reference.authors:
        return reference
    if reference.authors[-1].start > title.start:
        reference = _without_meeting(reference)
    for kind, start, end in marks:
        inside = text[start:end]
        if kind not in _SET_OFF or start < title.end or not _BETWEEN.fullmatch(text, title.end, start):
            continue
        if not start <= reference.authors[0].start < end:
            continue  # a journal
        names, partial = split_authors(inside)
        if not names or name_like(inside) < _LIKELY:
            continue
        authors = tuple(Name(n.name, n.start + start, n.end + start) for n in names)
        place = _PLACE.match(text, end)
        if place is None or _NO_PLACE.match(place["venue"]):
            return reference
        venue = reference.venue
        if venue is None or venue.start < end:
            venue = Span(*place.span("venue"))
        return replace(reference, authors=authors, partial=partial or reference.partial, venue=venue)
    return reference


_MEETING = re.compile(
    r"(?P<name>[^\W\d_]\S*(?:\s\S+){0,4}[a-zà-ÿ])\s(?P<venue>[A-Z][\w&/-]{0,9}[A-Z@][\w&/-]{0,9}(?:@[\w&/-]{0,9})?)"
)
_YEAR = re.compile(r"[\w&/-]{0,9}\s?['’]?(?:(?:19|20)\d\d|\d\d)\b")


def _without_meeting(reference: Reference) -> Reference:
    """Return the reference with the meeting that its last author's name runs on over: "N. Quist LOOMX 2019"."""
    last, text, venue = reference.authors[-1], reference.text, reference.venue
    found = _MEETING.fullmatch(last.name)
    year = _YEAR.match(text, last.end) if found else None
    if found is None or year is None or (venue is not None and venue.start > last.end):
        return reference
    start = last.start + found.start("venue")
    if text[start : start + len(found["venue"])] != found["venue"]:
        return reference
    end = re.compile(r"[\w@&/-]+").match(text, start)
    kept = Name(found["name"], last.start, last.start + len(found["name"]))
    return replace(
        reference,
        authors=(*reference.authors[:-1], kept),
        venue=Span(start, end.end() if end else last.end),
    )
