"""Lists whose entries are paragraphs of as many lines each: what most show at a place, all have there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from graph_builder.extract.paper_rows import Part, Row
from graph_builder.extract.references.rules import YEAR
from graph_builder.model import BlockKind

_LEAST = 4  # entries of one shape
_SHARE = 0.6  # of them, that show the same at a place
_LONGEST_VENUE = 200
_FIELDS = {Part.TITLE: "T", Part.AUTHORS: "A", Part.VENUE: "V"}
_HEADS = ([Part.TITLE, Part.AUTHORS, None], [Part.AUTHORS, Part.TITLE, None])
_UNSURE = frozenset({Part.WHOLE, Part.TITLE, Part.AUTHORS, Part.VENUE, Part.TEXT})


def in_step(lists: Sequence[list[Row]]) -> list[list[Row]]:
    """Return the rows of lists; where titles, authors and venues take turns, the odd line is what others are.

    "Loom Imaging, Orlando, May 2017" below a title and its authors: alone, it could be a title and a name. They take
    turns in paragraphs of three lines, or as many stand below each title that is a heading.

    Args:
        lists: the rows of each list with what each shows by itself.
    """
    headed: defaultdict[int, list[Sequence[Row]]] = defaultdict(list)
    told: dict[int, Row] = {}
    for rows in lists:
        if _is_headed(rows):
            headed[_fields(rows)].append(rows)
            continue
        shapes: defaultdict[int, list[Sequence[Row]]] = defaultdict(list)
        for _, held in groupby(rows, key=lambda row: row.line.block):
            block = list(held)
            if len(block) > 2 and block[0].line.starts_block:
                shapes[_fields(block)].append(block)
        told |= _told(shapes)
    told |= _told(headed)
    return [[told.get(id(row), row) for row in rows] for rows in lists] if told else list(lists)


def _is_headed(rows: Sequence[Row]) -> bool:
    """Tell whether rows are one entry whose title is a heading."""
    heads = [row.line.kind is BlockKind.HEADING for row in rows]
    return len(rows) > 2 and heads[0]


def _told(shapes: Mapping[int, Sequence[Sequence[Row]]]) -> dict[int, Row]:
    """Return the rows that differ from those at their place in other entries of their shape, as what these are."""
    told: dict[int, Row] = {}
    for count, entries in shapes.items():
        usual = [_usual([entry[place] for entry in entries]) for place in range(count)]
        if usual in _HEADS:
            usual[2] = Part.VENUE  # what each line says alone differs, but there is nothing else that it could be
        if len(entries) >= _LEAST and sorted(part for part in usual if part) == ["authors", "title", "venue"]:
            for entry in entries:
                told |= {id(row): _as(row, part) for row, part in zip(entry, usual, strict=False) if part}
    return told


def _fields(block: Sequence[Row]) -> int:
    """Return how many lines of a paragraph come before its links and notes."""
    return next((at for at, row in enumerate(block) if row.part not in _UNSURE), len(block))


def _usual(rows: Sequence[Row]) -> Part | None:
    told = Counter(row.part for row in rows if row.fields != {"Y"})  # years alone are no venues
    part, count = told.most_common(1)[0] if told else (None, 0)
    return part if part in _FIELDS and count >= _SHARE * len(rows) else None


def _as(row: Row, part: Part) -> Row:
    """Return a row as a part of its entry, if it could be one: a venue has a year."""
    if row.part is part:
        return row
    year = {"Y"} if part is Part.VENUE and YEAR.search(row.line.text) else set()
    if part is Part.AUTHORS and "A" not in row.fields:
        return row
    if part is Part.VENUE and not (year and _fits(row)):
        return row
    field = _FIELDS[part]
    return replace(row, part=part, fields=frozenset({field, *year}), lead=field)


def _fits(row: Row) -> bool:
    return len(row.line.text) <= _LONGEST_VENUE
