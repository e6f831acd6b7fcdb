"""Years that stand above the entries of a publication list as lines of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.page import Line, Page, Section
from graph_builder.extract.paper_rows import Part, Row
from graph_builder.model import BlockKind, Span

_BARE_YEAR = re.compile(r"\W{0,4}((?:19|20)\d\d)\W{0,4}")
_LEAST, _SHARE = 2, 0.6


def is_of_year(line: Line, page: Page) -> bool:
    """Tell whether a line is in a list below an item that is a year."""
    return line.parent >= 0 and bool(_BARE_YEAR.fullmatch(page.document.text_of(page.document.blocks[line.parent])))


def without_years(rows: list[Row], years: dict[Span, str]) -> list[Row]:
    """Leave out rows that are a year alone, where they stand above the entries; note the year of what is below."""
    while len(rows) > 1 and rows[0].part is Part.NOTE and _BARE_YEAR.fullmatch(rows[1].line.text):
        rows = rows[1:]  # "(*: equal contribution)"
    if not rows or rows[0].line.kind is BlockKind.TABLE_ROW:
        return rows
    if not (_BARE_YEAR.fullmatch(rows[0].line.text) or _are_above(rows) or _are_paragraphs(rows)):
        return rows
    kept, year, each = [], "", _is_of_each(rows) or _heads_each(rows)
    for last, row in zip((None, *rows), rows, strict=False):
        found = _year_alone(row)
        if found:
            year = found
        else:
            below = last is not None and bool(_year_alone(last))
            kept.append(replace(row, numbered=below) if each else row)
            years[row.line.span] = year
    return kept


def _year_alone(row: Row) -> str:
    found = _BARE_YEAR.fullmatch(row.line.text) if row.line.starts_block else None
    return found.group(1) if found is not None else ""


def _is_of_each(rows: Sequence[Row]) -> bool:
    """Tell whether a year stands above each entry: the same year comes up again and again, beside paragraphs."""
    told = [year for row in rows if (year := _year_alone(row))]
    again = sum(one == other for one, other in pairwise(told))
    listed = any(row.numbered or row.line.kind is BlockKind.LIST_ITEM for row in rows)
    return again >= _LEAST and not listed


def _heads_each(rows: Sequence[Row]) -> bool:
    """Tell whether a list begins with a year, and below each of several is one entry in more lines than one."""
    at = [n for n, row in enumerate(rows) if _year_alone(row)]
    parts = [rows[a + 1 : b] for a, b in pairwise([*at, len(rows)])]
    return len(at) > _LEAST and not at[0] and all(len(p) > 1 and sum("T" in r.fields for r in p) == 1 for p in parts)


def _are_above(rows: Sequence[Row]) -> bool:
    """Tell whether years part a list whose first entries have none, as they are to appear: each other row is an entry.

    Where a year stands below each entry, one stands at the end, or no two entries stand between two of them.
    """
    at = [n for n, row in enumerate(rows) if _year_alone(row)]
    if len(at) < _LEAST or at[-1] == len(rows) - 1 or max(b - a for a, b in pairwise([-1, *at])) < 3:
        return False
    told = [_year_alone(rows[n]) for n in at]
    entries = [row for n, row in enumerate(rows) if n not in at]
    whole = sum({"A", "T"} <= row.fields for row in entries)
    return told in (sorted(told), sorted(told, reverse=True)) and whole >= _SHARE * len(entries)


def _are_paragraphs(rows: Sequence[Row]) -> bool:
    """Tell whether years stand as paragraphs or headings above the entries of a list whose first have none.

    What is below such a year is an entry: "In progress", ..., "2020", ..., "2019".
    """
    years: list[str] = []
    first = next((n for n, row in enumerate(rows) if _BARE_YEAR.fullmatch(row.line.text)), 0)
    if not any("T" in row.fields for row in rows[:first]):
        return False
    for row, below in pairwise(rows):
        found = _BARE_YEAR.fullmatch(row.line.text)
        if found is not None:
            apart = row.line.starts_block and row.line.kind in {BlockKind.PARAGRAPH, BlockKind.HEADING}
            if not apart or below.line.block == row.line.block or not below.fields & {"T", "A", "V"}:
                return False
            years.append(found[1])
    falling = all(a > b for a, b in pairwise(years)) or all(a < b for a, b in pairwise(years))
    return len(years) >= _LEAST and falling and _BARE_YEAR.fullmatch(rows[-1].line.text) is None


_OF_ITEM = re.compile(r"\W{0,4}((?:19|20)\d\d)\t")


def year_of(line: Line, section: Section, page: Page) -> str:
    """Return the year that is the list's number ("2020. On x"), or the whole of a heading above, if one is."""
    label = page.document.blocks[line.block].label if line.block >= 0 else ""
    if line.parent >= 0:  # a paragraph in the item of a year: "[2020] *On x*. ...", and below it "*On y*. ..."
        item = _OF_ITEM.match(page.document.text_of(page.document.blocks[line.parent]))
        label = label or (item[1] if item else "")
    for text in (label, section.title, *section.path[-2::-1]):
        found = re.fullmatch(r"\W{0,8}((?:19|20)\d\d)\W{0,8}", text)
        if found:
            return found.group(1)
    return ""
