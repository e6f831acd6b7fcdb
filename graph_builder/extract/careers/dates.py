"""The dates of the lines of a section's entries, read by what the lines of the list have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.layout.page import Line
from graph_builder.extract.normalise.dates import (
    PRESENT,
    DateRange,
    dash_parts,
    ends_of,
    find_dates,
    is_present,
    unquoted,
    with_parted,
    with_short_years,
)
from graph_builder.extract.normalise.lexicon import is_place
from graph_builder.model import Span


class EntryDates:
    """The dates of each line of a list; *years* says that "2006-09" is a range of years.

    >>> from graph_builder.model import BlockKind, Span
    >>> def row(text, at): return Line(Span(at, at + len(text)), 0, at, BlockKind.PARAGRAPH, 0, text)
    >>> lines = [row("MSc, University X, August 2013 -", 0), row("cum laude, September 2015", 33)]
    >>> dates = EntryDates(lines, years=False)
    >>> [(d.start, d.end) for d in dates.of(lines[0])], dates.of(lines[1])
    ([('2013-08', '2015-09')], ())
    """

    def __init__(self, lines: Sequence[Line], *, years: bool) -> None:
        self._years = years
        self._parted = dash_parts(line.text for line in lines)
        self._split: dict[int, tuple[DateRange, ...]] = {}
        for first, second in pairwise(lines):
            self._join(first, second)

    def of(self, line: Line) -> tuple[DateRange, ...]:
        """Return the dates of a line; one that ends the range of the line above is part of that."""
        known = self._split.get(line.span.start)
        return self._plain(line) if known is None else known

    def ends_above(self, line: Line) -> bool:
        """Return whether the only date of a line is the end of the range that the line above begins."""
        return self._split.get(line.span.start) == ()

    def _plain(self, line: Line) -> tuple[DateRange, ...]:
        if (closing := _closing(line)) is not None:
            return closing
        if (ends := ends_of(line.text, line.span.start)) is not None:
            return (ends,)
        dates = _joined_cells(_in_cells(find_dates(unquoted(line.text), line.span.start), line), line)
        dates = _begun_and_left(dates, line)
        parted = self._parted or (dates and _placed(line.text[dates[-1].span.end - line.span.start :]))
        dates = with_parted(dates, line.text, line.span.start) if parted else dates
        return with_short_years(dates, line.text, line.span.start) if self._years else dates

    def _join(self, first: Line, second: Line) -> None:
        """Join a date that a dash leaves open at the end of a line with the later one at the end of the next line.

        The dash may begin the next line: "2022", and below it "– 2024".
        """
        if self._end_below(first, second):
            return
        if second.span.start - first.span.end > _NEAR or not first.text.endswith(_DASHES):
            return
        above, below = self.of(first), find_dates(second.text, second.span.start)
        if not above or len(below) != 1 or not below[0].single or second.text[-1:] in _DASHES:
            return
        begun, ended = above[-1], below[0].start or below[0].end
        if begun.end == PRESENT and begun.span.end >= first.span.end - 1 and begun.start < ended:
            self._split[first.span.start] = (*above[:-1], replace(begun, end=ended))
            self._split[second.span.start] = ()

    def _end_below(self, first: Line, second: Line) -> bool:
        """Return whether a line is no more than the end of the range that the line above begins, and join them."""
        found = _END_ALONE.fullmatch(second.text) if second.span.start - first.span.end <= _NEAR else None
        above = self.of(first) if found is not None else ()
        if found is None or not above or not above[-1].single or above[-1].span.end < first.span.end - 1:
            return False
        dates = find_dates(found["end"])
        end = PRESENT if is_present(found["end"]) else dates[0].start if dates else ""
        if not end >= above[-1].start > "":
            return False
        self._split[first.span.start] = (*above[:-1], replace(above[-1], end=end, single=False))
        self._split[second.span.start] = ()
        return True


_DASHES = ("-", "–", "—")
_END_ALONE = re.compile(r"(?:[-–—→]{1,3}|to|until|bis|à|a|al)\s{0,3}(?P<end>[^\W\d_]{0,12}\.?\s?(?:(?:19|20)\d\d)?)")
# "Joined Jan 2013, left Aug 2014"
_BEGUN = re.compile(r"(?i)\b(?:joined|started|begun|began|commenced|entered|appointed)\W+(?:in\s|on\s)?$")
_LEFT = re.compile(
    r"(?i)[^.]{0,30}\b(?:left|ended|finished|completed|until|resigned|retired|graduated|defended)\b[^.\d]{0,20}"
)
_NEAR = 4
_BRACKET = re.compile(r"\((?P<when>(?:[^()\d]{3,20}\d\d(?!\d)){1,2}[^()\d]{0,12})\)\W{0,3}\Z")


def _closing(line: Line) -> tuple[DateRange, ...] | None:
    """Return the months with short years in brackets at a line's end: "on trade, 1945-1963 (Oct 05 – Oct 06)"."""
    found = _BRACKET.search(line.text)
    dates = find_dates(found["when"], line.span.start + found.start("when")) if found is not None else ()
    return dates if len(dates) == 1 and not dates[0].single else None


def _placed(behind: str) -> bool:
    """Return whether a place alone stands behind a date: "2013 — Boston, MA", whose dash leaves nothing open."""
    return 3 < len(behind) < 50 and is_place(behind.strip())


def _joined_cells(dates: tuple[DateRange, ...], line: Line) -> tuple[DateRange, ...]:
    """Return the dates of a line, two that fill a cell each beside each other as one: the columns "From" and "To"."""
    cells = [c for c in line.cells if len(c)] if dates and dates[0].single else []
    for first, second in pairwise(cells):
        if first.end > dates[0].span.start >= first.start and _fills(dates[0], first):
            ended = line.text[second.start - line.span.start : second.end - line.span.start].strip(" \t*_")
            last = next((d for d in dates[1:] if d.span.start >= second.start and _fills(d, second)), None)
            end = PRESENT if is_present(ended) else last.start if last is not None and last.single else ""
            if end >= dates[0].start > "":
                rest = tuple(d for d in dates[1:] if d is not last)
                whole = replace(dates[0], span=Span(first.start, second.end), end=end, single=False)
                return (whole, *rest)
    return dates


def _in_cells(dates: tuple[DateRange, ...], line: Line) -> tuple[DateRange, ...]:
    """Return the dates of a line; a dash that fills the cell behind a date leaves nothing open."""
    if not line.cells:
        return dates
    ends = {c.end for c in line.cells}
    text = line.text
    return tuple(
        replace(d, end="", single=True)
        if d.end == PRESENT
        and text[d.span.end - line.span.start - 1 : d.span.end - line.span.start] in _DASHES
        and any(d.span.start < end < d.span.end for end in ends)
        else d
        for d in dates
    )


def _begun_and_left(dates: tuple[DateRange, ...], line: Line) -> tuple[DateRange, ...]:
    """Return the dates of a line, two that are the ends of one stay as one."""
    if len(dates) != 2 or not (dates[0].single and dates[1].single and dates[0].start and dates[1].start):
        return dates
    at = line.span.start
    between = line.text[dates[0].span.end - at : dates[1].span.start - at]
    begun = _BEGUN.search(line.text[: dates[0].span.start - at]) is not None
    if begun and _LEFT.fullmatch(between) and dates[0].start < dates[1].start:
        whole = Span(dates[0].span.start, dates[1].span.end)
        return (replace(dates[0], span=whole, end=dates[1].start, single=False),)
    return dates


def _fills(date: DateRange, cell: Span) -> bool:
    return cell.covers(date.span) and len(cell) - len(date.span) < 4
