"""Pages of a PDF: their lines in reading order, without page numbers and what pages repeat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from graph_builder.read.pdf.columns import margin_titles, regions_of
from graph_builder.read.pdf.glyphs import Glyph
from graph_builder.read.pdf.lines import Line, join_dates, rows_of, segments_of


def lines_of(glyphs: Sequence[Glyph], page: int) -> list[Line]:
    """Return the lines of a page in reading order: column by column where the page has columns."""
    titles, segments = margin_titles(segments_of(glyphs))
    lines: list[Line] = []
    for number, region in enumerate([segments] if titles else regions_of(segments, 0)):
        found = join_dates(rows_of(region))
        bounds = (min(s.left for s in region), _right_edge(found))
        for line in found:
            line.page, line.region, line.bounds = page, number, bounds
        lines.extend(found)
    for title in reversed(titles):
        line = Line([title], page, is_title=True, bounds=(title.left, title.right * 2)).finish()
        lines.insert(_place(line, lines), line)
    return lines


def _place(title: Line, lines: Sequence[Line]) -> int:
    """Return before which line a title in the margin stands.

    It may be set a little below the line that it heads, where that is the first one behind a gap.
    """
    place = next((i for i, other in enumerate(lines) if other.base < title.base + 0.5 * title.size), len(lines))
    if not place or place == len(lines) or lines[place - 1].base - title.base > 0.9 * title.size:
        return place
    above = lines[place - 2].base - lines[place - 1].base if place > 1 else float("inf")
    return place - 1 if above > 1.25 * (lines[place - 1].base - lines[place].base) else place


def _right_edge(lines: Sequence[Line]) -> float:
    """Return the right edge of a column: the farthest that several lines reach, so that no single long line sets it."""
    rights = sorted((line.right for line in lines), reverse=True)
    need = max(2, len(lines) // 12)
    left = min(line.left for line in lines)
    flush = max(4, len(lines) // 4)
    for right in rights:  # justified text; a line or two may stick out
        if sum(1 for other in rights if abs(right - other) < 1.0) >= flush:
            return right
    for right in rights:
        if right - left < 0.85 * (rights[0] - left):
            break
        # Ragged lines end up to a short word before the edge.
        if sum(1 for other in rights if -2.5 < right - other < 0.03 * (rights[0] - left)) >= need:
            return right
    return rights[0]


# -- heads and feet of pages

_PAGE_NUMBER = re.compile(r"(?i)(?:page|p\.|seite|-|–)?\s*\d{1,3}\s*(?:(?:of|/|von|-|–)\s*\d{0,3})?")
# How much of a page its margins take at its head and foot, and at most at its foot.
_MARGIN, _DEEPEST = 0.09, 0.2


def without_margins(pages: Sequence[tuple[float, list[Line]]]) -> list[Line]:
    """Return the lines of all pages but page numbers and the headers and footers that pages repeat.

    *pages* are heights and lines.
    """
    counts: Counter[tuple[bool, str]] = Counter()
    for height, lines in pages:
        counts.update({_pattern(line, height) for line in lines if _in_margin(line, height)})
    body: list[Line] = []
    title = next((_letters(lines[0]) for _, lines in pages if lines), "")
    for number, (height, lines) in enumerate(pages):
        foot = min((line.base for line in lines), default=0.0)
        for line in lines:
            if line.base == foot < _DEEPEST * height and line.text.strip() == str(number + 1):
                continue  # the number of the page, above a deep margin
            if number and len(title) > 4 and _in_margin(line, height) and _letters(line) == title:
                continue  # the name again, in the head of a page
            if _in_margin(line, height):
                often = counts[_pattern(line, height)]
                first = number == 0 and line.base > height / 2
                if (often > 1 and often * 2 >= len(pages) - 1 and not first) or _PAGE_NUMBER.fullmatch(
                    line.text.strip()
                ):
                    continue
            body.append(line)
    return body


def _in_margin(line: Line, height: float) -> bool:
    return line.base < _MARGIN * height or line.base > (1 - _MARGIN) * height


def _letters(line: Line) -> str:
    """Return the letters of a line but the word for a page."""
    return re.sub(r"(?i)\bpage\b|[\W\d_]+", "", line.text).casefold()


def _pattern(line: Line, height: float) -> tuple[bool, str]:
    """Return whether a line is at the head of its page, and its text with all numbers alike that count pages."""
    return line.base > height / 2, re.sub(r"(?<!\d)\d{1,3}(?!\d)", "0", line.text)
