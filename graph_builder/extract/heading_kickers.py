"""Kickers: the small word above a heading that says what the section is, where the heading itself is a motto.

"EXPERIENCE" above "Six mills in four countries", "EDUCATION" above "Where I learned to weave": of the two, the upper
one is the heading that tells, and the lower one a line of its section.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.dates import find_dates
from graph_builder.extract.degrees import degree_in
from graph_builder.extract.headings import classify_heading
from graph_builder.extract.lexicon import ORGANIZATION, is_place, is_role
from graph_builder.extract.page import Line, SectionKind
from graph_builder.model import BlockKind

_FEWEST = 2  # pairs that make it the habit of a page


def with_kickers(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines, kickers as headings of the level of the mottos below them, and these as paragraphs."""
    pairs = [at for at, (line, below) in enumerate(pairwise(lines)) if _is_kicker(line) and _is_motto(below)]
    out = list(lines)
    for level in {lines[at + 1].level for at in pairs}:
        here = [at for at in pairs if lines[at + 1].level == level]
        told = [at for at in here if _tells(lines[at].text)]
        heads = [x for x in lines[here[0] :] if x.kind is BlockKind.HEADING and x.level == level]
        if len({lines[at].text.casefold() for at in told}) < _FEWEST or 3 * len(here) < 2 * len(heads):
            continue  # entries, whose headings follow each other
        for at in told:
            out[at] = replace(lines[at], kind=BlockKind.HEADING, level=level)
            out[at + 1] = replace(lines[at + 1], kind=BlockKind.PARAGRAPH, level=0)
    return tuple(out)


def _is_kicker(line: Line) -> bool:
    """Tell whether a line can be the small word above a heading."""
    return line.kind is BlockKind.PARAGRAPH and line.alone and len(line.text.split()) <= 5 and len(line.text) < 45


def _tells(text: str) -> bool:
    """Tell whether a kicker is the usual title of a section."""
    kind, score, known = classify_heading(text)
    return score >= 2 and known >= 0.99 and kind is not SectionKind.OTHER


def _is_motto(line: Line) -> bool:
    """Tell whether a heading is no section's title and no entry's: neither a post, a degree, a place nor a date."""
    text = line.text
    return (
        line.kind is BlockKind.HEADING
        and len(text.split()) > 2
        and not _tells(text)
        and not is_role(text)
        and degree_in(text) is None
        and not ORGANIZATION.search(text)
        and not is_place(text)
        and not find_dates(text)
    )
