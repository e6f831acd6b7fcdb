"""Awards in tables: which column names the award, and which says when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graph_builder.extract.award_phrases import CUE
from graph_builder.extract.dates import find_dates
from graph_builder.extract.page import Line
from graph_builder.model import BlockKind, Span

_NAMES = re.compile(r"\b(?:awards?|prizes?|honou?rs?|titles?|names?|scholarships?|fellowships?|distinctions?)\b", re.I)
_WHEN = re.compile(r"\b(?:years?|dates?|durations?|period|when|time|term)\b", re.I)
_HEADING = re.compile(r"[A-Z][A-Za-z/&() $€£.-]{1,28}")
_DATE_ONLY = re.compile(r"[\d\s/.,'’–—()-]*+(?:[A-Za-z]{3,9}\.?)?[\d\s/.,'’–—()-]*+(?:present|now|current)?\W*", re.I)
WHAT_FOR = re.compile(
    r"(?:(?:awarded|given|granted)\s+(?:for|by|to)|(?:selected|chosen)\s+as)\b|for\s+(?-i:[a-z])", re.I
)
"""What a note below an award begins with: "Awarded for the best talk of the meeting", "For outstanding research"."""
_AMOUNT = re.compile(r"[$€£¥]?\s?\d[\d,.\s]*+(?:k|USD|EUR|CAD|GBP|CHF|declined|\W)*|N/A", re.I)


def table_awards(lines: Sequence[Line], text: str) -> Iterator[tuple[str, Span, str]]:
    """Yield the name, place and year of the award in each row of a table; a heading row tells the columns apart."""
    name_column = date_column = -1
    for index, line in enumerate(lines):
        cells = [(c, c.of(text).strip()) for c in line.cells]
        if index == 0 and _is_heading(cells):
            name_column = next((i for i, (_, c) in enumerate(cells) if _NAMES.search(c)), -1)
            date_column = next((i for i, (_, c) in enumerate(cells) if _WHEN.search(c)), -1)
            continue
        chosen = name_column if 0 <= name_column < len(cells) else _telling(cells)
        if chosen < 0 or not cells[chosen][1]:
            continue
        if _RANK.fullmatch(cells[chosen][1]) and (contest := _next(cells, chosen)) is not None:
            when = next((d.year for _, c in cells for d in find_dates(c)), "")
            yield f"{cells[chosen][1]}, {contest[1]}", Span(cells[chosen][0].start, contest[0].end), when
            continue
        order = sorted(range(len(cells)), key=lambda i: (i != date_column, i == chosen, i))
        if not cells[0][1] and (not CUE.search(cells[chosen][1]) or WHAT_FOR.match(cells[chosen][1])):
            continue  # a row that goes on with the one above: the department of the giver, what it is for
        year = next((d.year for i in order for d in find_dates(cells[i][1])), "")
        yield _without_giver(cells[chosen][1]).replace("\n", " "), cells[chosen][0], year


_RANK = re.compile(
    r"(?:1st|2nd|3rd|\d{1,2}th|first|second|third|fourth|grand|gold|silver|bronze|top\s\d+%?|(?:semi-?)?finalist|winner|runner-?\s?up|honou?rable\smention|champion)"
    r"(?:\s(?:place|prize|medal(?:ist)?|winner|award|rank))?\W*",
    re.I,
)


def _next(cells: Sequence[tuple[Span, str]], chosen: int) -> tuple[Span, str] | None:
    """Return the cell with words behind that of a rank: what it was won at."""
    behind = [c for c in cells[chosen + 1 :] if c[1] and not _DATE_ONLY.fullmatch(c[1]) and not _AMOUNT.fullmatch(c[1])]
    return behind[0] if behind else None


_OPEN = re.compile(r"(?:[,;:&-]|\b(?:and|of|for|the|in|at))$")


def _without_giver(cell: str) -> str:
    """Return the award of a cell whose next line is who gave it."""
    name, _, giver = cell.partition("\n")
    told = CUE.search(name) is not None and CUE.search(giver) is None
    return name if told and giver[:1].isupper() and not _OPEN.search(name) else cell


def is_table(lines: Sequence[Line]) -> bool:
    """Tell whether lines are the rows of a table of more than one column."""
    return len(lines) > 0 and all(x.kind is BlockKind.TABLE_ROW and len(x.cells) > 1 for x in lines)


def _is_heading(cells: Sequence[tuple[Span, str]]) -> bool:
    filled = [c for _, c in cells if c]
    return (
        len(filled) > 1
        and all(_HEADING.fullmatch(c) for c in filled)
        and any(_WHEN.search(c) for c in filled)
        and any(_NAMES.search(c) for c in filled)
    )


def _telling(cells: Sequence[tuple[Span, str]]) -> int:
    """Return the cell that names the award: the first with a word that awards have, or else the first with words."""
    worded = [i for i, (_, c) in enumerate(cells) if c and not _DATE_ONLY.fullmatch(c) and not _AMOUNT.fullmatch(c)]
    return next((i for i in worded if CUE.search(cells[i][1])), worded[0] if worded else -1)
