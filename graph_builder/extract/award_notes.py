"""What stands below an award in its own paragraph: what it is given for, who gives it, what came of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.extract.award_phrases import CUE
from graph_builder.extract.dates import find_dates
from graph_builder.extract.page import Line
from graph_builder.model import BlockKind

_DASHED = re.compile(r"\s*[-–—•·◦▪∘*]\s")
DESCRIBED = re.compile(
    r"\b(?:awards?|prizes?|fellowships?|scholarships?|studentships?|medals?|bursar(?:y|ies))\s+(?:to\s+[a-z]+|that|which|given|granted"
    r"|awarded\s(?:to|by|for|annually)|covering|providing|in\s(?:an?\s)?cohort|for\s(?:one|two|three|four|\d+)\s(?:years?|months|semesters?))\b",
    re.IGNORECASE,
)
"""Words that say what a prize is rather than name it: "Scholarship to explore new looms", "prize given for ..."."""


_TELLS = re.compile(r"(?:This|It|The|In|For|Given|Awarded|Selected|I|My|Each|One)\s[^\n]{60,600}[.!]$")
"""A sentence on what an award is for."""


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
        and (
            (_DASHED.match(line.text) and not _DASHED.match(first[line.block].text))
            or (first[line.block].bold and _TELLS.match(line.text))
        )
        and (first[line.block].bold or find_dates(first[line.block].text))
    ]
    return [*rows, *_items(lines)]


_ENDS_AS_PRIZE = re.compile(r"\s(?:award|prize|medal|fellowship|scholarship)\W{0,3}$", re.IGNORECASE)


def is_badge(line: Line) -> bool:
    """Tell whether a row of a paper's entry is the prize that it won: all in bold, and no title of a work."""
    return line.row > 0 and line.bold and len(line.text.split()) <= 7 and _ENDS_AS_PRIZE.search(line.text) is not None


def _items(lines: Sequence[Line]) -> list[Line]:
    items = [line for line in lines if line.kind is BlockKind.LIST_ITEM]
    if not items:
        return []
    heads = [line for line in lines if line.kind is BlockKind.PARAGRAPH]
    named = [line for line in heads if CUE.search(line.text) and find_dates(line.text) and not line.text.endswith(":")]
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
