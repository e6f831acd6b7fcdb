"""Headings that only look so, and those whose level is wrong: one part of a vita that seems to hold all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from graph_builder.extract.headings import classify_heading
from graph_builder.extract.page import Line
from graph_builder.model import BlockKind

_MOST_LEVEL = 7  # of a heading that is known by its words and looks alone
_LEAST_CARDS = 3


def level_of_lines(lines: Sequence[Line]) -> int:
    """Return the level of the lines that serve as headings: above that of the headings of entries below them.

    Where no heading that is marked as one announces a part of a page, lines in bold do, and the headings that come up
    again and again are titles and posts: "<b>Papers</b>", "<h5>On Looms</h5>", "<h5>On Yarn</h5>".
    """
    levels: Counter[int] = Counter()
    for line in lines:
        if line.kind is BlockKind.HEADING and line.row == 0:
            _, score, known = classify_heading(line.text)
            if score >= 3 and known >= _KNOWN:
                return _MOST_LEVEL
            levels[line.level] += 1
    often = [level for level, count in levels.items() if count >= _LEAST_CARDS]
    return min(often) - 1 if often else _MOST_LEVEL


_KNOWN = 0.6
_LEAST_FALSE = 8  # headings of one level, of which most have nothing below them


def without_false_headings(lines: tuple[Line, ...], cards: Collection[int]) -> tuple[Line, ...]:
    """Return the lines with those headings as paragraphs that only look so: on some pages all text is a heading.

    The headings of *cards* (items, by their blocks) are left as they are.
    """
    empty: Counter[int] = Counter()
    count: Counter[int] = Counter()
    for line, below in zip(lines, (*lines[1:], None), strict=False):
        if line.kind is BlockKind.HEADING and line.row == 0 and line.parent not in cards:
            count[line.level] += 1
            empty[line.level] += below is None or (below.kind is BlockKind.HEADING and below.level == line.level)
    false = {level for level, n in count.items() if n >= _LEAST_FALSE and 4 * empty[level] > 3 * n}
    if not false:
        return lines
    return tuple(
        replace(line, kind=BlockKind.PARAGRAPH, level=0)
        if line.parent not in cards and _is_false(line, false)
        else line
        for line in lines
    )


def _is_false(line: Line, levels: set[int]) -> bool:
    if line.kind is not BlockKind.HEADING or line.level not in levels:
        return False
    _, score, known = classify_heading(line.text)
    return score < 3 or known < 0.6 or line.row > 0
