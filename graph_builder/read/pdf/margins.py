"""Heads and feet of the pages of a PDF: numbers of pages and what pages repeat, which are no text of the document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from graph_builder.read.pdf.lines import Line

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
    kept: list[Line] = []
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
            kept.append(line)
    return kept


def _in_margin(line: Line, height: float) -> bool:
    return line.base < _MARGIN * height or line.base > (1 - _MARGIN) * height


def _letters(line: Line) -> str:
    """Return the letters of a line but the word for a page."""
    return re.sub(r"(?i)\bpage\b|[\W\d_]+", "", line.text).casefold()


def _pattern(line: Line, height: float) -> tuple[bool, str]:
    """Return whether a line is at the head of its page, and its text with all numbers alike that count pages."""
    return line.base > height / 2, re.sub(r"(?<!\d)\d{1,3}(?!\d)", "0", line.text)
