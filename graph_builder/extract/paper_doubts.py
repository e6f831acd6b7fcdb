"""What stands in lists of papers, or looks like one, and is none: introductions, houses for authors, short mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from graph_builder.extract.lexicon import ORGANIZATION, UNIT
from graph_builder.extract.page import Page, Section, SectionKind
from graph_builder.extract.paper_rows import Row
from graph_builder.extract.person_names import first_last, is_name
from graph_builder.extract.references import Reference
from graph_builder.gazetteer import load
from graph_builder.model import BlockKind, Span

SPOKEN = re.compile(r"\b(?:I|we|my|our)\b")
"""Words of somebody who speaks: "One of the projects that I have been involved with"."""


_PLAYERS = re.compile(r"\b(?:Orchestra|Philharmonic|Ensemble|Choir|Chorus|Symphony|Quartet)\b")


def is_house(name: str) -> bool:
    """Tell whether what stands in a list of authors is no person: "Penn State", "Department of Looms"."""
    return (
        bool(ORGANIZATION.search(name) or UNIT.search(name) or _PLAYERS.search(name))
        or load().organization(name) is not None
    )


CITED_SHORT = re.compile(r"\w\s\[[A-Z][A-Za-z]{2,12}\s?['’]?\d\d\b[^\[\]]{0,40}\]")
"""A short mention of a paper: "Loomly [CEX22], Wooly [ICEX 23]"."""


_INTRO = re.compile(
    r"(?:Swipe|Scroll|Browse|Click|Here\s(?:is|are)|Below|The\sfollowing|This\s(?:list|page)|See|(?:(?:A|The|My)\s)?(?:[Ff]ull|[Cc]omplete|[Pp]artial)(?=\slist))\b[^\n]{0,200}"
    r"\b(?:publications?|papers|articles|list|works?)\b[^\n]{0,80}[.:!]$"
)


# "Led a group of three looms.", "As of today, published 40 papers."
_BOAST = re.compile(
    r"\W{0,3}(?:(?:Taught|Led|Gave|Supervised|Mentored|Organi[sz]ed|Published|Presented|Reviewed|Refereed|Served\sas)\s"
    r"(?:\d|an?\s|one\s|two\s|three\s|several\s|many\s|multiple\s|numerous\s|over\s|more\sthan\s)|As\sof\s[^.]{0,30},\s)[^\n]{10,}[a-z]\.$"
)


# What links to the owner's other pages are called: "Curriculum vitae (updated 1/2/20)", "Publications (brief list)"
_OWN_PAGES = re.compile(
    r"(?i)\W{0,4}(?:(?:my|full|complete|recent|selected|brief|short|current)\s){0,2}(?:curriculum\svitae|c\.?v\.?|r[ée]sum[ée]|(?:list\sof\s)?publications?"
    r"|talk\sslides|slides|source\scode(?:\sand\sdata)?(?:\sfor\s[\w\s]{3,60})?)(?:\s?\([^()]{3,80}\)){0,2}\W{0,4}"
)


def without_intro(rows: list[Row], section: Section, page: Page) -> list[Row]:
    """Leave out a sentence above a list that says what it is ("Swipe to browse the latest publications."), and links.

    And what says below it what it lacks: "Two more are submitted.".
    These lead from a list to other pages of its owner. Beside a list that nothing names there may be more.
    """
    if _all_cited(section, page):
        rows = [row for row in rows if row.line.kind is BlockKind.LIST_ITEM]
    rows = [row for row in rows if not (row.line.starts_block and _BOAST.match(row.line.text) and not row.line.linked)]
    rows = [row for row in rows if not (row.line.starts_block and _OWN_PAGES.fullmatch(row.line.text))]
    first = next((i for i, row in enumerate(rows) if row.line.kind is not BlockKind.HEADING), len(rows))
    while first < len(rows) and _INTRO.match(rows[first].line.text) and not rows[first].line.linked:
        rows = [*rows[:first], *rows[first + 1 :]]
    return list(rows)


_OPEN_KINDS = frozenset({SectionKind.OTHER, SectionKind.ABOUT, SectionKind.PROJECTS})


_MEETINGS = re.compile(
    r"(?i)\W*(?:(?:selected|conferences?|workshops?|seminars?|(?:summer\s|winter\s)?schools?|and)\b\W*)+"
)


def attended(entries: Iterable[tuple[int, Span]], references: Sequence[Reference], page: Page) -> frozenset[int]:
    """Return the sections of meetings, below no heading of publications, in which no entry names two people."""
    titles = {line.span for s in page.sections if len(s.path) < 2 and _MEETINGS.fullmatch(s.title) for line in s.lines}
    found, several = set(), set()
    for (section, first), reference in zip(entries, references, strict=True):
        if first in titles:
            found.add(section)
        if sum(is_name(first_last(a.name)) for a in reference.authors) > 1:
            several.add(section)
    return frozenset(found - several)


_CITING_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LEAST_CITED = 60


def _all_cited(section: Section, page: Page) -> bool:
    """Tell whether the list of a section without a name for it is of papers: each item names the subject and a year."""
    families = [name.split()[-1] for name in page.subject_names if " " in name]
    if section.kind not in _OPEN_KINDS or section.kind is SectionKind.PROJECTS or not families:
        return False
    items: dict[int, str] = {}
    for line in section.lines:
        if line.kind is BlockKind.LIST_ITEM:
            items[line.block] = f"{items.get(line.block, '')} {line.text}"
    cites = [
        len(text) > _LEAST_CITED and _CITING_YEAR.search(text) is not None and any(name in text for name in families)
        for text in items.values()
    ]
    return len(cites) > 2 and all(cites)


NO_PAPER = re.compile(
    r"(?i)\b(?:software|toolbox|honou?red|awarded|scholarship|fellowship|featured|panel(?:ist)?|co-?organi[sz]er"
    r"|lecture)\b"
)
"""What tells of no paper."""
