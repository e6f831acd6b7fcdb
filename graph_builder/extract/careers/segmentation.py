"""Segmentation of a section's lines into entries: the best has the most complete entries and the fewest repetitions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from graph_builder.extract.careers.notes import Row
from graph_builder.extract.careers.organizations import same_organization
from graph_builder.extract.fields.read import FieldKind
from graph_builder.gazetteer import load
from graph_builder.model import BlockKind

_MOST_LINES = 24

# What a cut is worth. An entry costs a little, so that lines stay together unless a cut makes both sides better.
_ENTRY_COST = 0.9
_ANCHOR = 1.0
_SECOND_DATE, _SECOND_TITLE, _SECOND_ORGANIZATION, _SHARED_ORGANIZATION = 1.3, 0.8, 0.9, 0.3
_BEGINS = {BlockKind.HEADING: 0.8, BlockKind.TABLE_ROW: 0.6, BlockKind.LIST_ITEM: 0.5, BlockKind.PARAGRAPH: 0.2}
_UNDATED = 0.5  # where entries bear dates, one without hardly stands alone
_MID_BLOCK, _USUAL_START, _BARE_START = -0.2, 0.35, -0.5
_LINES_OF_LISTS = frozenset((BlockKind.TABLE_ROW, BlockKind.HEADING, BlockKind.LIST_ITEM))
_OUTWARD = 2.0  # an item of an outer list is part of no entry that begins in an inner one
# An institute that a line below a university in its paragraph names is one of it.
_PARTS = ("institut", "center", "centre", "laborator", "school of", "faculty", "department", "dipartimento", "chair")


_TEAM = re.compile(r"\b(?:cent(?:er|re)|lab(?:oratory)?|group|unit)$")


@lru_cache(maxsize=4096)
def _is_part(name: str) -> bool:
    """Return whether an organization can be one of another that its entry names above it."""
    return name.startswith(_PARTS) or (_TEAM.search(name) is not None and load().organization(name) is None)


def first_anchor(row: Row) -> str:
    """Return what a row names first, or nothing."""
    return row.anchors[0] if row.anchors else ""


def best_cut(rows: Sequence[Row], usual: str, *, dated: bool, headed: bool) -> list[list[Row]]:
    """Return rows as entries, cut in the best of all ways.

    Args:
        rows: the rows of a section.
        usual: what most of its entries name first.
        dated: whether several of its rows bear dates.
        headed: whether it has its organizations above their posts.
    """
    best = [0.0] + [float("-inf")] * len(rows)
    begun = [0] * (len(rows) + 1)
    for start, head in enumerate(rows):
        entry = _Entry(head, usual, first=start == 0, dated=dated)
        below = False
        for end in range(start + 1, min(len(rows), start + _MOST_LINES) + 1):
            row = rows[end - 1]
            entry.add(row)
            if headed and row is not head and row.anchors == ("organization",):
                below = below or row.line.starts_block or row.line.block == head.line.block
            worth = best[start] + entry.worth() - below
            if worth >= best[end]:  # of equals, the shorter last entry
                best[end], begun[end] = worth, start
    groups: list[list[Row]] = []
    end = len(rows)
    while end > 0:
        groups.append(list(rows[begun[end] : end]))
        end = begun[end]
    return groups[::-1]


class _Entry:
    """Rows that are taken as one entry, and what that is worth; they are added one by one."""

    __slots__ = ("_bare", "_dated", "_dates", "_doubts", "_first", "_graduated", "_head", "_last",
                 "_organizations", "_shared", "_titles", "_usual")  # fmt: skip

    def __init__(self, head: Row, usual: str, *, first: bool, dated: bool) -> None:
        self._head = head
        self._first = first
        self._dated = dated
        self._usual = bool(head.anchors and usual and first_anchor(head) == usual)
        self._bare = not head.anchors and head.line.kind is not BlockKind.HEADING
        self._dates = self._titles = self._shared = 0
        self._organizations: list[frozenset[str]] = []
        self._graduated = False
        self._doubts: list[float] = []
        self._last: Row | None = None

    def add(self, row: Row) -> None:
        """Add the next row."""
        head, organizations = self._head, self._organizations
        same = row.line.block == head.line.block
        if row.anchors:
            self._dates += "date" in row.anchors
            self._titles += "title" in row.anchors and not _names_place(row, head)
            if "organization" in row.anchors:
                part = same and organizations and all(_is_part(h) for h in row.organizations)
                if not part and not any(same_organization(row.organizations, h) for h in organizations):
                    self._shared += bool(organizations and self._titles and "title" not in row.anchors and same)
                    organizations.append(row.organizations)
        if self._last is not None:
            self._graduated = self._graduated or _graduates(self._last, row)
            if not row.inside:
                self._doubt(row)
        self._last = row

    def _doubt(self, row: Row) -> None:
        """Doubt that a list item or table row that begins inside an entry, complete by itself, is part of it."""
        head, line = self._head, row.line
        if not line.starts_block:
            return
        if line.kind in _LINES_OF_LISTS:
            self._doubts.append(0.5 if len(row.anchors) >= 2 else 0.1)
            if line.kind is head.line.kind is BlockKind.LIST_ITEM and line.level < head.line.level:
                self._doubts.append(_OUTWARD)
        elif (
            line.parent != head.line.block
            and head.line.kind is BlockKind.LIST_ITEM
            and row.anchors == ("organization",)
        ):
            self._doubts.append(1.0)  # an organization below a list heads the next one

    def worth(self) -> float:
        """Return what it is worth to take the rows as one entry."""
        head, organizations = self._head, self._organizations
        worth = -_ENTRY_COST
        worth += _ANCHOR * (bool(self._dates) + bool(self._titles) + bool(organizations))
        dates = self._dates - (self._dates > 0 and self._graduated)
        worth -= _UNDATED if self._dated and not dates and self._titles and organizations else 0.0
        worth -= _SECOND_DATE * max(0, dates - 1) + _SECOND_TITLE * max(0, self._titles - 1)
        # Below a title and its institute, a line of the same paragraph names the university beside it.
        worth -= (
            _SECOND_ORGANIZATION * max(0, len(organizations) - 1 - self._shared) + _SHARED_ORGANIZATION * self._shared
        )
        if not self._first:
            worth += _BEGINS.get(head.line.kind, 0.0) if head.line.starts_block else _MID_BLOCK
        worth += 0.2 * head.line.bold - 2.0 * head.inside
        if self._bare:
            worth += _BARE_START
        elif self._usual:
            worth += _USUAL_START
        if self._dated and not dates and head.line.kind is BlockKind.LIST_ITEM and not head.line.starts_block:
            worth -= 0.5
        for doubt in self._doubts:
            worth -= doubt
        return worth


def _names_place(row: Row, head: Row) -> bool:
    """Return whether a line below a dated title says where, and with which title there: "Summer Internship, X"."""
    within = row is not head and row.line.block == head.line.block and row.anchors == ("title", "organization")
    dated = any(f.kind is FieldKind.DATE for f in row.fields)
    return within and not dated and set(head.anchors) == {"title", "date"}


def _graduates(row: Row, below: Row) -> bool:
    """Return whether a line dates the degree for which the line above names the school and its years."""
    if row.line.block != below.line.block or {"date", "organization"} != set(row.anchors):
        return False
    ends = [f for f in below.fields if f.kind is FieldKind.DATE]
    degree = any(f.kind is FieldKind.DEGREE for f in below.fields) and "organization" not in below.anchors
    return degree and len(ends) == 1 and not re.search(r"\d\s?[-–—]", ends[0].text)
