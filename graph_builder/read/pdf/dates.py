"""Dates that a PDF wraps in their own column, beside entries of several lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graph_builder.read.pdf.glyphs import Glyph

if TYPE_CHECKING:
    from graph_builder.read.pdf.lines import Line, Segment

_DATE = r"(?:[^\W\d_]{3,9}\.?,?\s|(?:\d{1,2}[./]){1,2})?(?:19|20)?\d\d"
_OPEN = re.compile(rf"\(?{_DATE}\s?(?:[-–—]{{1,2}}|to|bis|until|à|au|al?)")
_END = re.compile(
    rf"(?:{_DATE}|[Pp]resent|[Nn]ow|[Cc]urrent|[Oo]ngoing|[Tt]oday|heute|présent|oggi|actual(?:idad)?)\)?"
)
_MONTH = re.compile(r"\(?[^\W\d_]{3,9}\.?")
_YEARS = re.compile(rf"(?:19|20)\d\d(?:\s?[-–—]{{1,2}}\s?(?:{_END.pattern})?)?")
_FIRST = re.compile(rf"\(?{_DATE}")
_REST = re.compile(rf"[-–—]{{1,2}}\s?(?:{_END.pattern})")


def whole_dates(lines: Sequence[Line]) -> list[Line]:
    """Return the lines; the second half of a range of dates joins the first half in the line above.

    "09/2016 –  Lecturer, Department of" above "08/2018  Toys": the column of the dates is narrower than a range.
    """
    found: list[Line] = []
    for line in lines:
        last = found[-1] if found else None
        for side in (0, -1):
            if last is not None and len(last.segments) > 1 and _is_second_half(last, line, side):
                _append(last.segments[side], line.segments.pop(side))
                last.finish()
                break
        if line.segments:
            found.append(line.finish())
    return found


def _is_second_half(last: Line, line: Line, side: int) -> bool:
    first, second = last.segments[side], line.segments[side]
    if len(line.segments) == 1 and side == -1 and second.left < first.left - 3:
        return False
    aligned = abs(first.left - second.left) < 3 or abs(first.right - second.right) < 3
    if not aligned or not 0 < last.base - line.base < 1.8 * max(line.size, 1.0):
        return False
    opened = _OPEN.fullmatch(first.text) and _END.fullmatch(second.text)
    if _MONTH.fullmatch(first.text) and _YEARS.fullmatch(second.text):
        return True
    return bool(opened or (_FIRST.fullmatch(first.text) and _REST.fullmatch(second.text)))


def _append(first: Segment, second: Segment) -> None:
    """Add the glyphs of *second*, which stand below *first*, after a blank; the edges stay those of *first*."""
    end = first.glyphs[-1]
    first.glyphs.append(Glyph(" ", end.right, end.right, end.base, end.face, ""))
    first.glyphs.extend(glyph._replace(left=end.right, right=end.right, base=end.base) for glyph in second.glyphs)
    first.text = "".join(glyph.text for glyph in first.glyphs)
