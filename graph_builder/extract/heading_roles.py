"""Positions in headings above the lists of where they were held: lines in bold, and "Internships"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graph_builder.extract.dates import find_dates
from graph_builder.extract.degrees import degree_in
from graph_builder.extract.field_kinds import Field, FieldKind
from graph_builder.extract.headings import classify_heading
from graph_builder.extract.lexicon import ORGANIZATION, is_place, is_role
from graph_builder.extract.page import Line, Section, SectionKind
from graph_builder.extract.section_titles import names_award
from graph_builder.model import BlockKind


def with_role_heads(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """Return the sections; positions in bold that each stand alone above items with dates become headings.

    "**Research Assistant**" above "- Toy Institute (2012 - 2013)" and what was done there in items inside that.
    """
    out: list[Section] = []
    for section in sections:
        heads = _heads(section) if section.kind is SectionKind.EMPLOYMENT and not section.inline else []
        out.extend(_parted(section, heads) if heads else (section,))
    return tuple(out)


def is_post(line: Line, below: Sequence[Line]) -> bool:
    """Tell whether a line among posts is of one, "Lecturer", and no heading: lines *below* have its date or place."""
    title = line.text.strip(" :*")
    plural = title.endswith("s") and not ORGANIZATION.search(title)  # "Lecturers", "Students"
    if not below or below[0].kind is BlockKind.LIST_ITEM or plural or not names_entry(title):
        return False
    kind, _, known = classify_heading(title)
    if kind not in {SectionKind.TEACHING, SectionKind.SERVICE, SectionKind.EMPLOYMENT} and known >= _ALL_KNOWN:
        return False
    near = [x.text for x in below if len(x.text) <= _LONGEST]
    named = [text for text in near[:1] if ORGANIZATION.search(text) or is_place(text)]
    return bool(named) or any(find_dates(text) for text in near)


_LONGEST = 80


def _heads(section: Section) -> list[int]:
    """Return the indices of the lines that are such positions; none where lines in bold differ in what stands below."""
    lines = section.lines
    bold = [i for i, line in enumerate(lines) if _is_head(line)]
    if len(bold) < 2:
        return []
    heads = [i for i, end in zip(bold, [*bold[1:], len(lines)], strict=True) if _heads_items(lines, i, end)]
    roles = sum(is_role(lines[i].text) for i in heads)
    return heads if len(heads) >= max(len(bold) - 1, 2) and 2 * roles > len(heads) else []


def _is_head(line: Line) -> bool:
    alone = line.kind is BlockKind.PARAGRAPH and line.alone and line.parent < 0
    if not alone or not line.bold or len(line.text) > 60 or find_dates(line.text):
        return False
    return is_role(line.text) or (len(line.text.split()) <= 3 and not ORGANIZATION.search(line.text))


def _heads_items(lines: Sequence[Line], head: int, end: int) -> bool:
    below = lines[head + 1 : end]
    outer = [line for line in below if line.kind is BlockKind.LIST_ITEM and line.parent < 0 and line.starts_block]
    dated = sum(bool(find_dates(line.text)) for line in outer)
    return bool(below) and below[0].kind is not BlockKind.HEADING and dated > 0 and 2 * dated >= len(outer)


def _parted(section: Section, heads: Sequence[int]) -> Iterator[Section]:
    if heads[0] > 0 or section.heading is not None:
        yield replace(section, lines=section.lines[: heads[0]])
    for at, end in zip(heads, [*heads[1:], len(section.lines)], strict=True):
        head = section.lines[at]
        yield Section(
            section.kind, head.text, section.level + 1, section.lines[at + 1 : end], head.span,
            (*section.path, head.text), content=True,
        )  # fmt: skip


_INTERNSHIPS = re.compile(r"(?i)\W{0,5}(?P<of>(?:research|industr(?:y|ial)|summer)\s)?internships?\W{0,5}")
_VISITS = re.compile(r"(?i)\W{0,5}(?P<what>(?:research|academic|scientific)\s(?:visit|stay))s?(?:\sabroad)?\W{0,5}")


def role_of_heading(section: Section) -> Field | None:
    """Return the position that a heading gives to all entries below it, as "Internships" and "Research visits" do."""
    if section.kind is not SectionKind.EMPLOYMENT or section.heading is None or section.inline:
        return None
    if (found := _INTERNSHIPS.fullmatch(section.title)) is not None:
        return Field(FieldKind.ROLE, section.heading, f"{(found['of'] or '').capitalize()}Intern", 0.7)
    if (found := _VISITS.fullmatch(section.title)) is not None:
        return Field(FieldKind.ROLE, section.heading, found["what"].capitalize(), 0.7)
    return None


def names_entry(text: str) -> bool:
    """Tell whether a heading is a post, a degree or where they were, whatever other sections its words are of.

    >>> [names_entry(t) for t in ("BSc, Communications Engineering", "Ministry of Education", "University Service")]
    [True, True, False]
    >>> names_entry("Bobbin Ph.D. Scholarship")
    False
    """
    if is_role(text):
        return True
    if names_award(text):
        return False
    if degree_in(text) is not None:
        return True
    return ORGANIZATION.search(text) is not None and classify_heading(text)[2] < _ALL_KNOWN


_ALL_KNOWN = 0.99
