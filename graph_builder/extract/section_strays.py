"""What stands in a section by its place alone: degrees beside a portrait, the life beside a list of news."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from graph_builder.extract.degrees import degree_in
from graph_builder.extract.lexicon import ORGANIZATION
from graph_builder.extract.page import Line, Section, SectionKind
from graph_builder.extract.person_names import is_name
from graph_builder.extract.section_repairs import is_date_alone
from graph_builder.model import BlockKind

_BESIDE = frozenset({SectionKind.ABOUT, SectionKind.OTHER, SectionKind.TOPICS, SectionKind.CONTACT})
_RUNNING = re.compile(
    r"(?i)\b(?:students?|candidates?|scholar|fellow|researcher|advisors?|supervisors?|programs?|expected)\b"
)
_SAYS = re.compile(r"[.!?]\s+[A-Z][a-z]|\b(?:I|my|is|was|has|have|he|she|who|from\sthe)\b")
# What stands behind a degree: its subject, its school, its year.
_AS_DEGREES = re.compile(
    r"(?i)\.?\s?(?:\([^()]{1,20}\)\s?)?(?:degree\s|hono\w+\s)?\s?(?:$|[,.:;|(–—-]|\d|(?:in|of|from|at)\s)"
)
_LONGEST, _MOST = 100, 4


def with_stray_degrees(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections; paragraphs that are one degree and its school are sections of their own.

    "M.Sc. in Weaving", below it "Rice University": on cards of the subject, and not of others, whose names head them.
    """
    return tuple(part for at, section in enumerate(sections) for part in _parted(section, first=at < _HEAD))


_HEAD = 2


def _parted(section: Section, *, first: bool) -> Iterator[Section]:
    named = not first and any(is_name(title) for title in section.path[-1:])
    if section.kind not in _BESIDE or section.inline or named:
        yield section
        return
    lines: list[Line] = []
    rest = section
    for _, block in groupby(section.lines, key=lambda line: line.block):
        held = tuple(block)
        if not _is_degree(held):
            lines += held
            continue
        if lines and is_date_alone(lines[-1].text):  # in a column of its own, above the degree
            held = (lines.pop(), *held)
        if lines or rest.heading is not None:
            yield replace(rest, lines=tuple(lines))
        yield Section(SectionKind.EDUCATION, "", 8, held, None, section.path)
        rest, lines = replace(section, heading=None, content=False), []
    if lines or rest is section:
        yield replace(rest, lines=tuple(lines))


def _is_degree(block: Sequence[Line]) -> bool:
    """Tell whether a paragraph is a few short lines, the first a degree, and one of them its school."""
    if not 0 < len(block) <= _MOST or any(line.kind is not BlockKind.PARAGRAPH or line.parent >= 0 for line in block):
        return False
    texts = [line.text for line in block]
    if any(len(text) > _LONGEST or _SAYS.search(text) for text in texts) or any(map(_RUNNING.search, texts)):
        return False
    degree = degree_in(texts[0])
    if degree is None or degree[0] != 0 or _AS_DEGREES.match(texts[0], degree[1]) is None:
        return False  # "Ph.D. Canddiate"
    return any(map(ORGANIZATION.search, texts))
