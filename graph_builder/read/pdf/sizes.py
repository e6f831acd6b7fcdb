"""Sizes of type in a PDF: of running text, above which headings stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from graph_builder.read.pdf.lines import Line

HAS_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
HEADING_LENGTH = 90
_MOST = 1.25  # times the body: what is larger is no running text


def running_size(lines: Sequence[Line], sizes: Mapping[float, int], body: float) -> float:
    """Return the largest size of running text: a vita may set its entries in one, and what it tells of them smaller.

    *sizes* counts the characters of each size, and *body* is the one that most of them have.
    """
    whole = sum(sizes.values())
    full = Counter(round(line.size, 1) for line in lines if not is_short(line) and len(line.text) > 40)
    dated = Counter(round(line.size, 1) for line in lines if len(line.segments) > 1 and HAS_YEAR.search(line.text))
    running = [
        size
        for size, count in sizes.items()
        if body < size < _MOST * body and count > 0.2 * whole and full[size] > 1 and full[size] + dated[size] > 5
    ]
    return max(running, default=body)


def is_short(line: Line) -> bool:
    """Tell whether a line ends before the edge of its column, and is no longer than headings are."""
    return 2 < len(line.text) <= HEADING_LENGTH and line.right - line.left < 0.95 * max(
        line.bounds[1] - line.bounds[0], 1
    )
