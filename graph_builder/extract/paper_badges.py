"""Badges with venue and year beside the titles of papers."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.page import Line
from graph_builder.model import BlockKind, Span


def without_badge(line: Line) -> list[Line]:
    """Return a heading, and a badge with venue and year that stands beside its title as a line of its own.

    >>> head = Line(Span(0, 29), 0, 0, BlockKind.HEADING, 3, "On Looms and Their Wool  CEX 2020")
    >>> [part.text for part in without_badge(head)]
    ['On Looms and Their Wool', 'CEX 2020']
    """
    found = _BADGE.search(line.text)
    if found is None:
        return [line]
    start = line.span.start + found.start("badge")
    badge = Span(start, start + len(found["badge"]))
    title = line.text[: found.start()].rstrip()
    return [
        replace(line, text=title, span=Span(line.span.start, line.span.start + len(title))),
        replace(line, text=found["badge"], span=badge, row=1, kind=BlockKind.PARAGRAPH, bold=False, linked=False),
    ]


_BADGE = re.compile(r"\s{2}(?P<badge>[^\W\d_a-z][^\n:]{1,50}?['’\s-](?:(?:19|20)\d\d|['’]\d\d))$")
