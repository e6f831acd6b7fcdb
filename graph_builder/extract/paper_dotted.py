"""Entries whose title has a row of its own, and below it a row of fields with dots or bars between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph_builder.extract.paper_headed import UNPLACED
from graph_builder.extract.paper_rows import Part
from graph_builder.extract.paper_venues import is_venue, known_venue
from graph_builder.extract.papers import Paper
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.rules import YEAR, name_like
from graph_builder.model import BlockKind, Span

_DOT = re.compile(r"\s[·•|∙⋅‧]\s")
_MOST = 4  # fields of such a row
_EDGES = " \t\n.,;:()-–—[]"
_LEAST_NAMED = 0.7


def dotted(paper: Paper, reference: Reference) -> Reference:
    """Return the reference of "On Looms" above "LOOMX 2019 · A. Lovelace, Z. Quist" by the fields of that row.

    The trained model, which knows no such order, takes the meeting for the first author.

    Args:
        paper: the entry with its rows.
        reference: the entry as it was taken apart.
    """
    first, *below = paper.rows
    if not below or not (first.part is Part.TITLE or first.line.kind is BlockKind.HEADING):
        return reference
    text, at = reference.text, paper.span.start
    row = Span(below[0].span.start - at, below[0].span.end - at)
    fields = list(_fields(row, text))
    if not 2 <= len(fields) <= _MOST:
        return reference
    named = [field for field in fields if _are_names(field.of(text))]
    others = [field for field in fields if field not in named]
    if any(UNPLACED.search(other.of(text)) for other in others):
        return reference  # "Submitted to LOOMX 2024 · with A. Lovelace"
    if len(named) != 1 or not any(YEAR.search(o.of(text)) or known_venue(o.of(text).strip()) for o in others):
        return reference
    names, partial = split_authors(named[0].of(text), named[0].start)
    if not names:
        return reference
    years = [found.group()[:4] for other in others if (found := YEAR.search(other.of(text)))]
    places = [place for other in others if len(place := _without_year(other, text))]
    title = text[first.span.start - at : first.span.end - at].rstrip(" .,;")
    begin = first.span.start - at
    return replace(
        reference,
        title=Span(begin, begin + len(title)),
        authors=tuple(Name(n.name, n.start, n.end) for n in names),
        partial=partial,
        venue=places[0] if places else None,
        year=years[0] if years else reference.year,
        confidence=max(0.8, reference.confidence),
    )


def _fields(row: Span, text: str) -> Iterator[Span]:
    """Yield what stands between the dots or bars of a row."""
    start = row.start
    for dot in _DOT.finditer(text, row.start, row.end):
        yield Span(start, dot.start())
        start = dot.end()
    yield Span(start, row.end)


def _are_names(text: str) -> bool:
    return name_like(text) > _LEAST_NAMED and not YEAR.search(text) and not (known_venue(text) or is_venue(text))


def _without_year(field: Span, text: str) -> Span:
    """Return a field up to its year, without what stands at its edges; empty if it is no more than a date."""
    words = field.of(text)
    year = YEAR.search(words)
    words = words[: year.start()] if year else words
    kept = words.strip(_EDGES)
    begin = field.start + (words.index(kept) if kept else 0)
    return Span(begin, begin + len(kept)) if len(kept) > 1 else Span(begin, begin)
