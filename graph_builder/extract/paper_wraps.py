"""Rows of publication lists that the width of a page broke."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from graph_builder.extract.page import Line, Page

NUMBERED = re.compile(
    r"^\s*(?:\[[A-Z]{0,3}[-.]?\d{1,3}\]|\(\d{1,3}\)|[A-Z]{0,2}\d{1,3}[.)]|#\d{1,3}\b|[•●▪‣►➢])\s*(?=\S)"
)
_ENDED = re.compile(r"(?:[.!?)\]”\"»:]|\d)[*†‡]*$")


def unwrapped(lines: Sequence[Line], page: Page) -> list[list[Line]]:
    """Group lines that the page's width broke; only plain text and PDF keep such breaks."""
    groups: list[list[Line]] = []
    wraps = page.document.media_type in {"text/plain", "application/pdf"}
    width = _width(lines) if wraps else 0
    for line in lines:
        last = groups[-1][-1] if groups else None
        if last is not None and width and last.block == line.block and _broken(last.text, line.text, width):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _width(lines: Sequence[Line]) -> int:
    """Return the width at which a page's lines are wrapped, or 0 where lines end where they like."""
    inner = [len(a.text) for a, b in pairwise(lines) if a.block == b.block]
    if len(inner) < 4:
        return 0
    width = max(inner)
    full = sum(n >= 0.8 * width for n in inner)
    return width if 50 <= width <= 140 and full >= 0.5 * len(inner) else 0


def _broken(last: str, text: str, width: int) -> bool:
    if text[:1].islower():
        return True
    fits = len(last) + 1 + len(text.split()[0]) <= 0.97 * width
    return not fits and not (_ENDED.search(last) and len(last) < 0.85 * width)
