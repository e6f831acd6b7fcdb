"""What stands below an award in its own paragraph: what it is given for, who gives it, what came of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.extract.award_phrases import CUE
from graph_builder.extract.dates import find_dates
from graph_builder.extract.page import Line
from graph_builder.model import BlockKind

_DASHED = re.compile(r"\s*[-–—•·◦▪∘*]\s")


def notes_below(lines: Sequence[Line]) -> list[Line]:
    """Return the rows and items behind dashes below awards that have their dates: "- Annual prize given for ...".

    A row with a dash is one where the first row of its paragraph has none. Items are notes where each stands below a
    paragraph that is an award with its date, and no item has a date.
    """
    first: dict[int, Line] = {}
    for line in lines:
        first.setdefault(line.block, line)
    rows = [
        line
        for line in lines
        if line.row > 0
        and line.kind is BlockKind.PARAGRAPH
        and _DASHED.match(line.text)
        and (first[line.block].bold or find_dates(first[line.block].text))
    ]
    return [*rows, *_items(lines)]


def _items(lines: Sequence[Line]) -> list[Line]:
    items = [line for line in lines if line.kind is BlockKind.LIST_ITEM]
    if not items:
        return []
    heads = [line for line in lines if line.kind is BlockKind.PARAGRAPH]
    named = [line for line in heads if CUE.search(line.text) and find_dates(line.text)]
    if len(named) < max(2, 0.7 * len(heads)) or any(find_dates(line.text) for line in items):
        return []
    return items


# A heading of societies, whose names may have words for prizes: "Society for Loom Scholarship"
_MEMBERS = re.compile(r"\b(?:memberships?|societies|associations?)\b", re.IGNORECASE)
_HONOURED = re.compile(r"\b(?:awards?|hono[u]?rs?|fellowships?|prizes?|distinctions?)\b", re.IGNORECASE)


def of_members(title: str) -> bool:
    """Tell whether a heading announces societies that one is a member of, and no awards.

    >>> of_members("Professional Memberships"), of_members("Awards and Memberships")
    (True, False)
    """
    return _MEMBERS.search(title) is not None and _HONOURED.search(title) is None
