"""What the lists inside the items of a publication list say: as a rule notes on the paper, sometimes papers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.paper_rows import Row
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
        given = given and item
        if not given:
            out.append(row)
        if not item and row.line.kind is BlockKind.PARAGRAPH and len(row.line.text) <= 100:
            given = _GIVEN_AT.fullmatch(row.line.text) is not None and not row.line.text.istitle()
    return out


def without_nested(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without the notes on papers in lists below them: "First author publication.", "Cover art".

    Below an item with authors and title of its own, a list holds no title; where items below others have authors of
    their own, they are papers, and the ones above are their topics.
    """
    above: defaultdict[int, set[str]] = defaultdict(set)
    for row in rows:
        if row.line.kind is BlockKind.LIST_ITEM:
            above[row.line.block].update(row.fields)
    full = {block for block, fields in above.items() if {"A", "T"} <= fields and fields & {"V", "Y"}}
    below = [row for row in rows if row.line.kind is BlockKind.LIST_ITEM and row.line.parent in full]
    if not below or sum("A" in row.fields for row in below) > _OWN * len(below):
        return list(rows)
    notes = {row.line.block for row in below}
    return [row for row in rows if row.line.block not in notes]


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
    if len(heads) < 2 or not all(inside[row.line.block] for row in heads):
        return list(rows)
    first = {id(row) for row in heads}
    return [replace(row, numbered=True) if id(row) in first else row for row in rows]
