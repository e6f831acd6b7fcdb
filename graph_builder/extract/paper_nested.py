"""What the lists inside the items of a publication list say: as a rule notes on the paper, sometimes papers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.paper_rows import Part, Row
from graph_builder.model import BlockKind

_OWN = 0.25
"""Among notes, fewer have authors than this: "Chosen for comment by A. Smith, B. Doe"."""

_GIVEN_AT = re.compile(
    r"(?:[^.]{0,80}\b)?(?:presented|presentations?|presenting|talks?|seminars?|conferences?)\b(?:\s\([^()]{1,40}\))?(?:\s(?:at|in|by|to))?(?:\sthe\sfollowing)?\W{0,4}",
    re.IGNORECASE,
)


def without_given(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without the meetings that a line announces to which a paper was presented: "Presented at:".

    The list ends where an item has authors, or no item follows.
    """
    out: list[Row] = []
    given = False
    for row in rows:
        item = row.line.kind is BlockKind.LIST_ITEM
        given = given and item and "A" not in row.fields
        if not given:
            out.append(row)
        if not item and row.line.kind is BlockKind.PARAGRAPH and len(row.line.text) <= 100:
            given = _GIVEN_AT.fullmatch(row.line.text) is not None and not row.line.text.istitle()
    return out


# What a paper was called before: 'Previously "Looms in Small Markets"', "Formerly circulated as ..."
_FORMER = re.compile(r"\W{0,3}(?:[Pp]reviously|[Ff]ormerly)\s(?:(?:titled|entitled|called|known|circulated)\b|\W)")


def without_nested(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without the notes on papers in lists below them: "First author publication.", "Cover art".

    Below an item with authors and title of its own, a list holds no title; where items below others have authors of
    their own, they are papers, and the ones above are their topics.
    """
    rows = [row for row in rows if row.line.parent < 0 or not _FORMER.match(row.line.text)]
    above: defaultdict[int, set[str]] = defaultdict(set)
    for row in rows:
        if row.line.kind is BlockKind.LIST_ITEM:
            above[row.line.block].update(row.fields)
    full = {block for block, fields in above.items() if {"A", "T"} <= fields and fields & {"V", "Y"}}
    below = [row for row in rows if row.line.kind is BlockKind.LIST_ITEM and row.line.parent in full]
    if not below or sum("A" in row.fields for row in below) > _OWN * len(below):
        return list(rows)
    notes = {row.line.block for row in below if not _belongs(row, above[row.line.parent])}
    return [row for row in rows if row.line.block not in notes]


def _belongs(row: Row, fields: set[str]) -> bool:
    """Tell whether a row below a paper is where it appeared, or its links."""
    return row.part is Part.LINKS or (row.part is Part.VENUE and "V" not in fields)


def without_divisions(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without short lines in bold that part a list whose items are whole references: "Weaving Robots".

    Only such lines are left out as an item, another of them or nothing follows.
    """
    items: defaultdict[int, set[str]] = defaultdict(set)
    for row in rows:
        if row.line.kind is BlockKind.LIST_ITEM and row.line.parent < 0:
            items[row.line.block].update(row.fields)
    whole = sum({"A", "T"} <= fields for fields in items.values())
    lines = [_may_part(row) for row in rows]
    if whole < _LEAST_WHOLE or 2 * whole <= len(items) or whole <= sum(lines):
        return list(rows)
    follows = [*(a or row.line.kind is BlockKind.LIST_ITEM for a, row in zip(lines, rows, strict=True)), True][1:]
    return [row for row, parts, next_ in zip(rows, lines, follows, strict=True) if not (parts and next_)]


_LEAST_WHOLE = 3


def _may_part(row: Row) -> bool:
    line = row.line
    apart = line.kind is BlockKind.PARAGRAPH and line.bold and line.alone and line.parent < 0
    return apart and _DIVISION.fullmatch(line.text) is not None


_DIVISION = re.compile(r"(?=.{2,50}$)\W{0,3}(?:[^\W\d_][\w/&'’-]{0,20}[ :]{0,2}){1,6}")


def titled_items(rows: Sequence[Row]) -> list[Row]:
    """Return the rows; items with the authors and the venue in items inside them are titles, each of an entry.

    "* Wool and Water", and inside it "* A. Lovelace, N. Weaver" and "* Loom Review, 2022". So it is where all items of
    a list hold others, none of which is a whole reference.
    """
    inside: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        if row.line.kind is BlockKind.LIST_ITEM and row.line.starts_block:
            inside[row.line.parent].append(row)
    heads = inside[-1]
    told = [inside[row.line.block] for row in heads]
    if len(heads) < 2 or not all(told) or any(row.numbered for row in rows):
        return list(rows)
    if any({"A", "T"} <= row.fields for group in (heads, *told) for row in group):
        return list(rows)
    first = {id(row): row for row in heads}
    for row, group in zip(heads, told, strict=True):
        if any(x.part is Part.AUTHORS for x in group) and not any("T" in x.fields for x in group):
            first[id(row)] = replace(row, part=Part.TITLE, fields=frozenset("T"), lead="T")
    return [replace(first[id(row)], numbered=True) if id(row) in first else row for row in rows]
