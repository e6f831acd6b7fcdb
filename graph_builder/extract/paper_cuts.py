"""Cuts of a publication list into entries: which rows make up one paper.

As with jobs and degrees, the best of all ways to cut is taken by dynamic programming: that whose entries are most
complete (title, authors, venue or year), repeat least, and begin where and how most entries of the list begin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from graph_builder.extract.paper_rows import Part, Row
from graph_builder.model import BlockKind

_MOST_ROWS = 16
_ENTRY_COST = 0.9
_HAS = {"T": 1.0, "A": 1.0, "V": 0.6, "Y": 0.3}
_BITS = {"T": 1, "A": 2, "V": 4, "Y": 8}
_DATED = _BITS["T"] | _BITS["Y"]
_AGAIN = {"T": 1.0, "A": 1.1, "V": 0.5}
_BEGINS = {BlockKind.HEADING: 0.8, BlockKind.TABLE_ROW: 0.7, BlockKind.LIST_ITEM: 0.6, BlockKind.PARAGRAPH: 0.25}
_MID_BLOCK = {BlockKind.LIST_ITEM: -2.2, BlockKind.PARAGRAPH: -0.3}
_UNFINISHED, _USUAL, _USUAL_KIND, _UNUSUAL, _LACKS = -1.6, 0.2, 0.2, -0.2, 0.7
_BARE_START = -0.9
_COMPLETING = 0.8
_DATED_AGAIN = 1.0  # an item with a year of its own below a work that has one
_HOPELESS = -4.0  # all that an entry may yet gain is less than this
_LEAST_WHOLE, _MOST_BROKEN = 4, 0.25
_CARRIERS = frozenset({BlockKind.TABLE_ROW, BlockKind.HEADING, BlockKind.LIST_ITEM})


@dataclass(frozen=True, slots=True)
class Habit:
    """How the entries of a list begin, and what they all hold."""

    lead: str = ""
    kind: BlockKind | None = None
    part: Part | None = None
    fields: frozenset[str] = frozenset()
    whole: bool = False  # next to all begin a block: no other line of a paragraph begins one

    def begins(self, row: Row) -> bool:
        """Tell whether a row is such as most entries begin with."""
        return row.lead == self.lead and row.line.kind is self.kind and row.part is self.part


def cut(lists: Sequence[Sequence[Row]]) -> list[list[list[Row]]]:
    """Return the rows of each list as entries: first by the layout alone, then once more by what most entries are like.

    The lists of one document share their habits, where one is too short to show any.
    """
    told = [_bannered(_with_columns(rows)) for rows in lists]
    rough = [_best(rows, Habit()) for rows in told]
    common = _habit([g for groups in rough for g in groups])
    out = []
    for printed, rows, groups in zip(lists, told, rough, strict=True):
        habit = _habit(groups)
        shared = Habit(common.lead, None, None, common.fields, habit.whole)
        own = iter(printed)
        found = _best(rows, habit if habit.lead else shared)
        out.append([list(islice(own, len(group))) for group in found])
    return out


def _with_columns(rows: Sequence[Row]) -> Sequence[Row]:
    """Return rows with venues and years that stand beside each other below paragraphs as paragraphs, too.

    On cards, where badges tell them, they end an entry; a row of a table begins one as a rule.
    """
    beside = {
        id(row)
        for last, row in pairwise(rows)
        if row.line.kind is BlockKind.TABLE_ROW
        and last.line.kind is BlockKind.PARAGRAPH
        and row.fields
        and row.fields <= {"V", "Y"}
    }
    if not beside:
        return rows
    return [
        replace(row, lines=(replace(row.line, kind=BlockKind.PARAGRAPH), *row.lines[1:])) if id(row) in beside else row
        for row in rows
    ]


def _bannered(rows: Sequence[Row]) -> Sequence[Row]:
    """Return rows with venues that stand above the titles, from the first row on, as what entries begin with.

    The titles below them are of one kind: a list of items below such cards has its venues at the end.
    """
    told = [row.part is Part.VENUE and row.fields <= {"V", "Y"} for row in rows]
    size = max(1, next((at for at, yes in enumerate(told) if not yes), 0))  # "CEX", and below it "2020"
    kind = rows[size].line.kind if len(rows) > size else None
    banners = {
        id(rows[at])
        for at in range(len(rows) - size)
        if all(told[at : at + size])
        and rows[at].line.starts_block
        and "T" in rows[at + size].fields
        and rows[at + size].line.kind is kind
    }
    first = id(rows[0]) in banners if rows else False
    if len(banners) < 2 or not first:
        return rows
    return [replace(row, numbered=True) if id(row) in banners else row for row in rows]


def _habit(groups: Sequence[Sequence[Row]]) -> Habit:
    """Return what most of some entries have in common, or no habit where they are few or differ."""
    full = [g for g in groups if g[0].lead in {"A", "T"}]
    whole = len(groups) >= _LEAST_WHOLE and sum(not g[0].line.starts_block for g in groups) <= _MOST_BROKEN * len(
        groups
    )
    if len(full) < 3:
        return Habit(whole=whole)
    counts = Counter((g[0].lead, g[0].line.kind, g[0].part) for g in full)
    (lead, kind, part), count = max(counts.items(), key=lambda c: (c[1], c[0]))
    if count * 2 <= len(groups):
        (lead, count), kind_of, part_of = Counter(g[0].lead for g in full).most_common(1)[0], None, None
        if count < 0.75 * len(full):
            return Habit(whole=whole)
    else:
        kind_of, part_of = kind, part
    held = frozenset(f for f in "AT" if sum(any(f in r.fields for r in g) for g in full) >= 0.85 * len(full))
    return Habit(lead, kind_of, part_of, held, whole)


def _best(rows: Sequence[Row], usual: Habit) -> list[list[Row]]:
    counted = sum(r.numbered for r in rows) >= 2
    best = [0.0] + [float("-inf")] * len(rows)
    begun = [0] * (len(rows) + 1)
    after = [_After(last, row, usual, counted=counted) for last, row in pairwise(rows)]
    lacks = [_LACKS * sum(_BITS[name] & ~seen > 0 for name in usual.fields) for seen in range(1 << len(_BITS))]
    for start in range(len(rows)):
        base = best[start] + _opening(rows, start, usual, counted=counted)
        for end, worth in enumerate(_worths(rows[start], after, start, lacks), start + 1):
            worth += base
            if worth >= best[end]:  # of equals, the shorter last entry
                best[end], begun[end] = worth, start
    groups: list[list[Row]] = []
    end = len(rows)
    while end > 0:
        start = begun[end]
        groups.append(list(rows[start:end]))
        end = start
    return groups[::-1]


def _opening(rows: Sequence[Row], start: int, usual: Habit, *, counted: bool) -> float:
    """Return what it is worth that an entry begins at a row."""
    row = rows[start]
    worth = 0.0
    if start:
        block = BlockKind.LIST_ITEM if usual.whole else row.line.kind
        worth += _BEGINS.get(row.line.kind, 0.0) if row.line.starts_block else _MID_BLOCK.get(block, -0.2)
        if _runs_on(rows[start - 1], row):
            worth += _UNFINISHED
        if _completes(rows[start - 1], row):
            worth -= _COMPLETING
        if row.joined:
            worth += _UNFINISHED
        if row.line.kind is BlockKind.LIST_ITEM and _is_nested(rows, start):
            worth -= 0.8
    if not row.fields & {"T", "A"} and not (counted and row.numbered):
        worth += _BARE_START
    elif usual.lead:
        worth += _USUAL if row.lead == usual.lead else _UNUSUAL
        worth += _USUAL_KIND if usual.begins(row) else 0.0
    if counted:
        worth += 0.8 if row.numbered else -0.4
    return worth


def _completes(last: Row, row: Row) -> bool:
    """Tell whether a table row has all but the title that the row above it is, or goes on below an empty cell."""
    if row.line.kind is BlockKind.TABLE_ROW and len(row.line.cells) > 1 and not len(row.line.cells[0]):
        return last.line.kind is BlockKind.TABLE_ROW and "T" not in row.fields
    both = last.line.kind is BlockKind.TABLE_ROW and row.line.kind is BlockKind.TABLE_ROW
    return both and last.fields <= {"T", "Y"} and "T" in last.fields and "A" in row.fields and "T" not in row.fields


def _is_nested(rows: Sequence[Row], at: int) -> bool:
    """Tell whether a list item lies inside one that holds a reference itself."""
    parent = rows[at].line.parent
    return parent >= 0 and any(
        r.line.block == parent and r.fields & {"T", "A"} for r in rows[max(0, at - _MOST_ROWS) : at]
    )


def _runs_on(last: Row, row: Row) -> bool:
    """Tell whether a row continues the sentence or the list of names that the row before it left open."""
    before, text = last.lines[-1].text, row.line.text
    if row.line.kind in _CARRIERS and row.line.starts_block:
        return False
    if row.line.block != last.line.block:
        return before.endswith(",") and last.part is Part.AUTHORS
    return before.endswith((",", "-", " and", " &", " in", " of", " the", ":")) or text[:1].islower()


class _After:
    """A row that stands below another in one entry: what that costs is asked of it for each row the entry may begin at.

    *fields* are those that it has, each with what it brings and what it costs to have it again.
    """

    __slots__ = ("dated", "doubt", "fields")

    def __init__(self, last: Row, row: Row, usual: Habit, *, counted: bool) -> None:
        self.fields = [
            (_BITS[name], _HAS[name], 0.0 if name not in _AGAIN or _continues(last, row, name) else _AGAIN[name])
            for name in sorted(row.fields)
        ]
        self.dated = "Y" in row.fields and row.line.kind is BlockKind.LIST_ITEM and row.line.starts_block
        self.doubt = _inside(last, row, usual, counted=counted)


def _worths(first: Row, after: Sequence[_After], start: int, lacks: Sequence[float]) -> list[float]:
    """Return what it is worth to take a row, it and the next and so on as one entry, wherever it begins.

    Args:
        first: the row.
        after: what the others cost behind one of them.
        start: the first of these that counts.
        lacks: what it costs that fields are missing, by those that are there.
    """
    worth = -_ENTRY_COST
    seen = 0
    for name in sorted(first.fields):
        worth += _HAS[name]
        seen |= _BITS[name]
    found = [worth - lacks[seen]]
    if worth < _HOPELESS:
        return found
    for at in range(start, min(start + _MOST_ROWS - 1, len(after))):
        row = after[at]
        if row.fields:
            dated = row.dated and seen & _DATED == _DATED
            for bit, brings, again in row.fields:
                if seen & bit:
                    worth -= again
                else:
                    worth += brings
                    seen |= bit
            if dated:
                worth -= _DATED_AGAIN
        worth -= row.doubt
        found.append(worth - lacks[seen])
        if worth < _HOPELESS:
            break
    return found


def _continues(last: Row, row: Row, name: str) -> bool:
    """Tell whether a field that occurs again is the rest of the one before."""
    if name not in last.fields:
        return False
    return name == "V" or (row.line.block == last.line.block and _runs_on(last, row))


def _inside(last: Row, row: Row, usual: Habit, *, counted: bool) -> float:
    """Return the doubt that a row, not the first of its entry, belongs to it."""
    doubt = 0.0
    if _completes(last, row):
        doubt += 0.2
    elif row.line.starts_block and row.line.kind in _CARRIERS:
        doubt += 1.0 if row.line.kind is not BlockKind.LIST_ITEM else 0.6 if row.fields & {"T", "A"} else 0.1
    if counted and row.numbered:
        doubt += 1.0
    if usual.begins(row) and (row.line.starts_block or not _runs_on(last, row)):
        doubt += 0.4
    if last.part in {Part.LINKS, Part.NOTE} and row.fields & {"T", "A"}:
        doubt += 0.4
    return doubt
