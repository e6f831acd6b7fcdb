"""Sentences that sum up a paper between its title and its venue: on cards, below the authors or in front of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.paper_rows import Part, Row
from graph_builder.extract.references.rules import YEAR, name_like
from graph_builder.model import BlockKind

_LEAST = 2  # summaries on a page
_WORDS = 9
_ENDS = re.compile(r"[^\W\d_]{2}[)\]”\"'’%]?(?:[.!?]|\s?…)$")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_REACH = 4  # rows from a title to what is told of its paper


def without_summaries(lists: Sequence[list[Row]]) -> list[list[Row]]:
    """Return the rows of lists; a sentence that stands in the entry of a title set off, beside its authors, is a note.

    Most models take it for another title: "A framework that weaves arbitrary numbers of views." A list whose titles
    look like the rest of it has none, since authors and titles may take turns there.
    """
    told = {id(row) for rows in lists for row in _told(rows)}
    if len(told) < _LEAST:
        return list(lists)
    note = frozenset[str]()
    return [[replace(r, part=Part.NOTE, fields=note, lead="") if id(r) in told else r for r in rows] for rows in lists]


def _told(rows: Sequence[Row]) -> list[Row]:
    found = []
    for at, row in enumerate(rows):
        if at == 0 or not _is_sentence(row):
            continue
        before = list(reversed(rows[max(0, at - _REACH) : at]))
        if _is_between(rows, at):
            found.append(row)
            continue
        title = next((i for i, r in enumerate(before) if _is_set_off(r)), None)
        if title is None:
            continue
        within = before[:title]
        named = any(r.part is Part.AUTHORS for r in within)
        if named or (not within and at + 1 < len(rows) and rows[at + 1].part is Part.AUTHORS):
            found.append(row)
    return found


def _is_between(rows: Sequence[Row], at: int) -> bool:
    """Tell whether a row stands below a title and its authors and above the venue or the links of the same paper."""
    if at < 2 or at + 1 == len(rows):
        return False
    parts = [row.part for row in rows[at - 2 : at]]
    return parts == [Part.TITLE, Part.AUTHORS] and rows[at + 1].part in {Part.VENUE, Part.LINKS}


def _is_set_off(row: Row) -> bool:
    """Tell whether a row is a title that is set as nothing below it: in bold, as a link or a heading."""
    line = row.line
    marked = line.kind is BlockKind.HEADING or line.bold or line.linked
    return marked and "T" in row.fields and len(line.text.split()) > 2


def _is_sentence(row: Row) -> bool:
    line, text = row.line, row.line.text.strip()
    if line.kind is BlockKind.HEADING or line.bold or line.linked or row.part in {Part.LINKS, Part.NOTE}:
        return False
    if line.kind is BlockKind.LIST_ITEM and line.starts_block or YEAR.search(text) or not _ENDS.search(text):
        return False
    words = _WORD.findall(text[:600])
    small = sum(word[0].islower() for word in words)
    return len(words) >= _WORDS and text[:1].isupper() and small >= 0.7 * len(words) and name_like(text) < 0.5
