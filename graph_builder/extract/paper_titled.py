"""Entries whose first row is a title that marks set off and the venue behind it, with the authors in the row below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.paper_marks import InnerMark
from graph_builder.extract.paper_rows import Part
from graph_builder.extract.paper_venues import known_venue
from graph_builder.extract.papers import Paper
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.rules import LABEL, LINKS, YEAR
from graph_builder.model import MarkKind, Span

_LONGEST = 90  # characters of a venue with its year behind a title
_EDGES = " \t\n.,;:()-–—|[]"


def titled(paper: Paper, reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Return the reference of "**On looms.** LOOMX 2019. [pdf]" above "A. Lovelace, Z. Quist." by its rows and marks.

    Args:
        paper: the entry with its rows.
        reference: the entry as it was taken apart.
        marks: the marks inside the entry, with places counted from its start.
    """
    first, *below = paper.rows
    named = bool(below) and below[0].part is Part.AUTHORS and not below[0].fields & {"T", "V"}
    if first.part not in {Part.WHOLE, Part.VENUE} or "A" in first.fields or not named:
        return reference
    text, at = reference.text, paper.span.start
    end = first.span.end - at
    run = _run(text, marks)
    if run is None or run.end >= end - 2:
        return reference
    links = LINKS.search(text, run.end, end)
    rest = text[run.end : links.start() if links else end]
    year = YEAR.search(rest)
    printed = rest[: year.start() if year else len(rest)]
    place = printed.strip(_EDGES)
    names, partial = split_authors(text[below[0].span.start - at : below[0].span.end - at], below[0].span.start - at)
    if (
        not place
        or not (year or known_venue(place))
        or len(rest) > _LONGEST
        or not names
        or not re.search(r"[A-Z]", place)
    ):
        return reference
    begin = run.end + printed.index(place)
    title = run.of(text).rstrip(" .,;:")
    authors = tuple(Name(n.name, n.start, n.end) for n in names)
    return replace(
        reference,
        title=Span(run.start, run.start + len(title)),
        authors=authors,
        partial=partial,
        venue=Span(begin, begin + len(place)),
        year=year.group()[:4] if year else reference.year,
        confidence=max(0.8, reference.confidence),
    )


def below_banner(paper: Paper, reference: Reference) -> Reference:
    """Return the reference of "LOOMX" above "On looms" with the second row as its title, which the first is not of.

    Args:
        paper: the entry with its rows.
        reference: the entry as it was taken apart.
    """
    if len(paper.rows) < 2 or paper.has(Part.WHOLE):
        return reference
    banner, row, at, title = paper.rows[0], paper.rows[1], paper.span.start, reference.title
    over = title is not None and title.start < banner.span.end - at < title.end
    if not over or banner.part is not Part.VENUE or banner.fields - {"V", "Y"} or row.part is not Part.TITLE:
        return reference
    text, begin = reference.text, row.span.start - at
    words = text[begin : row.span.end - at].rstrip(" .,;")
    authors, partial = reference.authors, reference.partial
    if not authors and paper.authors is not None:
        names, partial = split_authors(
            text[paper.authors.start - at : paper.authors.end - at], paper.authors.start - at
        )
        authors = tuple(Name(n.name, n.start, n.end) for n in names)
    place = text[: banner.span.end - at]
    year = YEAR.search(place)
    kept = place[: year.start() if year else len(place)].strip(_EDGES)
    venue = reference.venue or (Span(place.index(kept), place.index(kept) + len(kept)) if kept else None)
    return replace(reference, title=Span(begin, begin + len(words)), authors=authors, partial=partial, venue=venue)


def _run(text: str, marks: Sequence[InnerMark]) -> Span | None:
    """Return the words that bold, italics or a link set off at the beginning of an entry, if they can be a title."""
    label = LABEL.match(text)
    begin = label.end() if label else 0
    for kind, start, end in marks:
        inside = text[start:end].strip(' “”"')
        if kind in {MarkKind.BOLD, MarkKind.LINK, MarkKind.ITALIC} and abs(start - begin) <= 2:
            told = len(inside.split()) >= 2 and "\n" not in inside and inside[:1].isupper()
            return Span(start, start + len(text[start:end].rstrip())) if told and not known_venue(inside) else None
    return None
