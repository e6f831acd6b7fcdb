"""What stands in lists of papers, or looks like one, and is none: introductions, houses for authors, short mentions."""

from __future__ import annotations

import re

from graph_builder.extract.lexicon import ORGANIZATION, UNIT
from graph_builder.extract.page import Page, Section, SectionKind
from graph_builder.extract.paper_rows import Row
from graph_builder.extract.references.rules import name_like
from graph_builder.gazetteer import load

SPOKEN = re.compile(r"\b(?:I|we|my|our)\b")
"""Words of somebody who speaks: "One of the projects that I have been involved with"."""


def is_house(name: str) -> bool:
    """Tell whether what stands in a list of authors is no person: "Penn State", "Department of Looms"."""
    return bool(ORGANIZATION.search(name) or UNIT.search(name)) or load().organization(name) is not None


CITED_SHORT = re.compile(r"\w\s\[[A-Z][A-Za-z]{2,12}\s?['’]?\d\d\b[^\[\]]{0,40}\]")
"""A short mention of a paper: "Loomly [CEX22], Wooly [ICEX 23]"."""


_INTRO = re.compile(
    r"(?:Swipe|Scroll|Browse|Click|Here\s(?:is|are)|Below|The\sfollowing|This\s(?:list|page)|See|A\s(?:full|complete|partial)\slist)\b[^\n]{0,200}"
    r"\b(?:publications?|papers|articles|list|works?)\b[^\n]{0,80}[.:!]$"
)


def without_intro(rows: list[Row]) -> list[Row]:
    """Leave out a sentence above a list that says what it is: "Swipe to browse the latest publications."."""
    while rows and _INTRO.match(rows[0].line.text) and not rows[0].line.linked:
        rows = rows[1:]
    return rows


def of_cards(section: Section, page: Page) -> bool:
    """Tell whether news show papers as lists of them do: two lines or more are lists of authors, with the subject."""
    families = [name.split()[-1] for name in page.subject_names if " " in name]
    lines = section.lines if section.kind is SectionKind.NEWS and families else ()
    named = (x for x in lines if x.text.count(",") > 1 and any(family in x.text for family in families))
    return sum(name_like(x.text) >= 0.9 for x in named) > 1
