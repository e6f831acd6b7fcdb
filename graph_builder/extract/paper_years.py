"""Years that stand above the entries of a list as paragraphs or headings of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from graph_builder.extract.paper_rows import Part, Row
from graph_builder.model import BlockKind, Span

BARE_YEAR = re.compile(r"\W{0,4}((?:19|20)\d\d)\W{0,4}")
_YEARS = 2  # so many years at least head the parts of a list


def without_years(rows: list[Row], years: dict[Span, str]) -> list[Row]:
    """Leave out rows that are a year alone, where they stand above the entries; note the year of what is below."""
    while len(rows) > 1 and rows[0].part is Part.NOTE and BARE_YEAR.fullmatch(rows[1].line.text):
        rows = rows[1:]  # "(*: equal contribution)"
    if not rows or rows[0].line.kind is BlockKind.TABLE_ROW:
        return rows
    if not BARE_YEAR.fullmatch(rows[0].line.text) and not _headed_by_years(rows):
        return rows
    kept, year = [], ""
    for row in rows:
        found = BARE_YEAR.fullmatch(row.line.text) if row.line.starts_block else None
        if found is not None:
            year = found.group(1)
        else:
            kept.append(row)
            years[row.line.span] = year
    return kept


def _headed_by_years(rows: Sequence[Row]) -> bool:
    """Tell whether years stand above the entries of a list whose first have none: "In progress", "2020", "2019"."""
    years: list[str] = []
    last = rows[-1]
    for row, below in pairwise(rows):
        found = BARE_YEAR.fullmatch(row.line.text)
        if found is not None:
            apart = row.line.starts_block and row.line.kind in {BlockKind.PARAGRAPH, BlockKind.HEADING}
            if not apart or below.line.block == row.line.block or not below.fields & {"T", "A", "V"}:
                return False
            years.append(found[1])
    falling = all(a > b for a, b in pairwise(years)) or all(a < b for a, b in pairwise(years))
    return len(years) >= _YEARS and falling and BARE_YEAR.fullmatch(last.line.text) is None
