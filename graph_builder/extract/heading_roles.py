"""Positions in headings above the lists of where they were held: lines in bold, and "Internships"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.extract.dates import find_dates
from graph_builder.extract.degrees import degree_in
from graph_builder.extract.field_kinds import Field, FieldKind
from graph_builder.extract.headings import classify_heading
from graph_builder.extract.lexicon import ORGANIZATION, is_place, is_role
from graph_builder.extract.page import Line, Section, SectionKind
from graph_builder.model import BlockKind

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
    """
    if is_role(text):
        return True
    if degree_in(text) is not None:
        return True
    return ORGANIZATION.search(text) is not None and classify_heading(text)[2] < _ALL_KNOWN


_ALL_KNOWN = 0.99


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
