"""Badges with a year in front of the headings that are papers' titles: "CEX 2020", "Published 2021", "2019 · Journal".

Read from top to bottom each seems to end the card above it. By turns: one stands below the heading of the list, one
at the end of each card but the last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from graph_builder.extract.page import Section, SectionKind

_LEAST = 2  # cards
_YEAR = r"(?:19|20)\d\d"
_BADGE = re.compile(
    rf"(?=.{{4,60}}$)\W{{0,3}}(?:{_YEAR}\b(?!\W{{0,3}}\d)[^\d.;:]{{0,40}}|[^\d.;:]{{2,50}}[\s(,·•|’'–—-]{_YEAR}\)?)\W{{0,3}}"
)


def with_badges_ahead(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections, badges in front of papers' titles with the papers that they are of."""
    out = list(sections)
    for at, section in enumerate(sections):
        if section.kind is SectionKind.PUBLICATIONS and not section.inline and _ends_in_badge(section):
            cards = _cards(section, sections[at + 1 :])
            if _by_turns(cards):
                for place in range(at, at + len(cards)):
                    badge = out[place].lines[-1]
                    out[place] = replace(out[place], lines=out[place].lines[:-1])
                    out[place + 1] = replace(out[place + 1], lines=(badge, *out[place + 1].lines))
    return tuple(out)


def _cards(section: Section, behind: Sequence[Section]) -> list[Section]:
    """Return the sections right below the heading of a list, as long as they are of one level."""
    level = behind[0].level if behind else 0
    if level <= section.level:
        return []
    return list(takewhile(lambda s: s.level == level and s.path[:-1] == behind[0].path[:-1] and not s.inline, behind))


def _by_turns(cards: Sequence[Section]) -> bool:
    """Tell whether each card but the last ends in the badge of the next one."""
    if len(cards) < _LEAST or not all(card.heading and len(card.title.split()) > 2 for card in cards):
        return False
    *others, last = (_ends_in_badge(card) for card in cards)
    return all(others) and not last


def _ends_in_badge(section: Section) -> bool:
    return bool(section.lines) and _BADGE.fullmatch(section.lines[-1].text) is not None
