"""Years that stand above the entries of a publication list as lines of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.extract.paper_rows import Part, Row
from graph_builder.model import BlockKind, Span

_BARE_YEAR = re.compile(r"\W{0,4}((?:19|20)\d\d)\W{0,4}")
_LEAST, _SHARE = 2, 0.6


def without_years(rows: list[Row], years: dict[Span, str]) -> list[Row]:
    """Leave out rows that are a year alone, where they stand above the entries; note the year of what is below."""
    while len(rows) > 1 and rows[0].part is Part.NOTE and _BARE_YEAR.fullmatch(rows[1].line.text):
        rows = rows[1:]
    if not rows or rows[0].line.kind is BlockKind.TABLE_ROW:
        return rows
    if not (_BARE_YEAR.fullmatch(rows[0].line.text) or _are_above(rows)):
        return rows
    kept, year = [], ""
    for row in rows:
        found = _year_alone(row)
        if found:
            year = found
        else:
            kept.append(row)
            years[row.line.span] = year
    return kept


def _year_alone(row: Row) -> str:
    found = _BARE_YEAR.fullmatch(row.line.text) if row.line.starts_block else None
    return found.group(1) if found is not None else ""


def _are_above(rows: Sequence[Row]) -> bool:
    """Tell whether years part a list whose first entries have none, as they are to appear: each other row is an entry.

    Where a year stands below each entry, one stands at the end, or no two entries stand between two of them.
    """
    at = [n for n, row in enumerate(rows) if _year_alone(row)]
    if len(at) < _LEAST or at[-1] == len(rows) - 1:
        return False
    told = [_year_alone(rows[n]) for n in at]
    entries = [row for n, row in enumerate(rows) if n not in at]
    whole = sum({"A", "T"} <= row.fields for row in entries)
    return told in (sorted(told), sorted(told, reverse=True)) and whole >= _SHARE * len(entries)
