"""Columns of publication lists: rows of which each cell is one field, and years that stand before the first of many."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from graph_builder.extract.dates import find_dates
from graph_builder.extract.paper_venues import is_venue
from graph_builder.extract.papers import Paper
from graph_builder.extract.references import Name, Reference, segment, split_authors
from graph_builder.extract.references.fields import whole_year
from graph_builder.extract.references.rules import name_like
from graph_builder.model import Span

_LEAST, _SHARE = 2, 0.7  # rows of a list that have such columns, and the share of them that must show what one holds
_CELLS = 3


def columned(papers: Sequence[Paper], references: Sequence[Reference]) -> list[Reference]:
    """Return the references; where a column of a list holds the authors, the fields are those of the columns.

    "09/18", "A. Loom; B. Weft", "Looms, Volume 6", "How Wool Is Spun": the trained model knows no such order.

    Args:
        papers: the entries of all lists.
        references: the entries as they were taken apart.
    """
    tables: dict[tuple[int, int], list[tuple[int, list[Span]]]] = {}
    for at, paper in enumerate(papers):
        cells = _cells(paper)
        if len(cells) >= _CELLS:
            tables.setdefault((paper.section, len(cells)), []).append((at, cells))
    out = [_met(paper, reference) for paper, reference in zip(papers, references, strict=True)]
    for rows in tables.values():
        texts = [[cell.of(out[at].text) for cell in cells] for at, cells in rows]
        order = _order(list(zip(*texts, strict=True))) if len(rows) >= _LEAST else None
        for at, cells in rows if order is not None else ():
            out[at] = _of_cells(out[at], dict(zip(order or "", cells, strict=True)))
    return out


_MEETING = re.compile(
    r"(?P<venue>[A-Z][A-Z\w&/-]{1,14}(?:\s[A-Z][\w&/-]{1,14})?)(?:\s|\s?['’])(?P<year>(?:19|20)?\d\d)"
)


def _met(paper: Paper, reference: Reference) -> Reference:
    """Return the reference of a row of two cells, a meeting and a paper of it, where the meeting is no title."""
    cells = _cells(paper)
    meeting = _MEETING.fullmatch(cells[0].of(reference.text).strip()) if len(cells) == 2 else None
    title = reference.title
    if meeting is None or find_dates(meeting["venue"]) or (title is not None and title.start >= cells[1].start):
        return reference
    at, inner = cells[1].start, segment(cells[1].of(reference.text))
    if inner.title is None or not inner.authors:
        return reference
    begin = cells[0].start
    return replace(
        reference,
        title=Span(inner.title.start + at, inner.title.end + at),
        authors=tuple(Name(n.name, n.start + at, n.end + at) for n in inner.authors),
        partial=inner.partial,
        venue=Span(begin, begin + meeting.end("venue")),
        year=whole_year(meeting["year"]),
        confidence=max(0.7, inner.confidence),
    )


def _cells(paper: Paper) -> list[Span]:
    """Return the cells of a row that are not empty."""
    if len(paper.rows) != 1:
        return []
    found = [Span(c.start - paper.span.start, c.end - paper.span.start) for c in paper.rows[0].line.cells]
    return [cell for cell in found if cell.start >= 0]


def _order(columns: Sequence[Sequence[str]]) -> str | None:
    """Return the letters of what the columns hold, in their order, or None where one holds no authors.

    ``A`` stands for authors, ``T`` for the title, ``V`` for the venue, ``Y`` for the date, ``-`` for anything else.
    """
    letters = ["Y" if _most(column, _is_date) else "A" if _most(column, _are_names) else "-" for column in columns]
    rest = [at for at, letter in enumerate(letters) if letter == "-"]
    if letters.count("A") != 1 or "Y" in "".join(letters).strip("Y"):
        return None
    placed = [at for at in rest if len(rest) > 1 and _most(columns[at], is_venue)]
    titles = [at for at in rest if at not in placed] or placed
    title = max(titles, key=lambda at: sum(len(text.split()) for text in columns[at]))
    if sum(len(text.split()) for text in columns[title]) < 3 * len(columns[title]):
        return None
    letters[title] = "T"
    venues = list(placed) or [at for at in rest if at != title][:1]
    for at in venues[:1]:
        letters[at] = "V"
    return "".join(letters)


def _most(column: Sequence[str], holds: Callable[[str], bool]) -> bool:
    return sum(holds(text) for text in column) >= _SHARE * len(column)


def _is_date(text: str) -> bool:
    return any(len(found.span) >= 0.8 * len(text.strip(" .,()")) for found in find_dates(text))


def _are_names(text: str) -> bool:
    return name_like(text) > 0.7


def _of_cells(reference: Reference, cells: dict[str, Span]) -> Reference:
    """Return the reference with the fields that its cells are."""
    text = reference.text
    title, names = _bare(cells["T"], text), cells["A"]
    found, partial = split_authors(names.of(text))
    if not found:
        return reference
    authors = tuple(Name(n.name, n.start + names.start, n.end + names.start) for n in found)
    venue = reference.venue
    if "V" in cells and (venue is None or not cells["V"].covers(venue)):
        venue = cells["V"]
    dates = find_dates(cells["Y"].of(text)) if "Y" in cells else ()
    year = dates[0].year if dates else reference.year
    return replace(
        reference, title=title, authors=authors, partial=partial, venue=venue, year=year or reference.year,
        confidence=max(0.85, reference.confidence),
    )  # fmt: skip


def _bare(cell: Span, text: str) -> Span:
    inside = cell.of(text)
    kept = inside.strip(' .,;\n"“”')
    begin = cell.start + inside.index(kept)
    return Span(begin, begin + len(kept))
