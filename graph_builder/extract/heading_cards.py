"""Degrees and posts whose date stands in front of their headings, or that have several: in list items or one by one."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.degrees import degree_in
from graph_builder.extract.headings import classify_heading
from graph_builder.extract.lexicon import is_role
from graph_builder.extract.page import Line, Section, SectionKind
from graph_builder.extract.references import split_authors
from graph_builder.extract.references.rules import name_like
from graph_builder.model import BlockKind


class Cards:
    """The list items that hold several headings, or text and below it a heading; *items* are their blocks.

    >>> from graph_builder.model import Span
    >>> def line(text, at, block, kind, parent): return Line(Span(at, at + len(text)), block, 0, kind, 1, text,
    ...                                                      parent=parent)
    >>> date = line("2016 - 2021", 0, 4, BlockKind.LIST_ITEM, -1)
    >>> degree, school = (line(text, at, at, BlockKind.HEADING, 4) for text, at in (("PhD", 20), ("Ghent", 30)))
    >>> cards = Cards([date, degree, school])
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self._firsts: dict[int, Line] = {}
        self._rows: Counter[int] = Counter()
        self.items: set[int] = set()
        self._leading: dict[int, int] = {}  # where what each item says begins
        self._below: dict[int, list[list[str]]] = defaultdict(list)  # the dated cards' titles, by the heading above
        for line in lines:
            self._leading.setdefault(line.block if line.kind is BlockKind.LIST_ITEM else line.parent, line.span.start)
            if line.kind is BlockKind.LIST_ITEM:
                self._firsts.setdefault(line.block, line)
                self._rows[line.block] = line.row + 1
            elif line.kind is BlockKind.HEADING:
                pass

    def kind_below(self, heading: Line) -> SectionKind | None:
        """Return what the dated cards below a heading list, where most are posts or degrees: "Work", in some themes."""
        cards = self._below.get(heading.span.start, [])
        posts = sum(any(map(is_role, titles[:2])) for titles in cards)
        degrees = sum(any(degree_in(title) is not None for title in titles[:2]) for titles in cards)
        for count, kind in ((degrees, SectionKind.EDUCATION), (posts, SectionKind.EMPLOYMENT)):
            if cards and 3 * count >= 2 * len(cards):
                return kind
        return None


def names_authors(text: str) -> bool:
    """Tell whether a heading is a list of people, as the authors in a heading of their own below a paper's title.

    >>> names_authors("A. Lovelace, Zoe Quist and Wim Aarts"), names_authors("On Looms, Yarn and Wool")
    (True, False)
    """
    names = split_authors(text)[0] if len(text) < 1000 else ()
    return (
        len(names) > 1
        and 3 * sum(len(n.name) for n in names) >= 2 * len(text)
        and all(name_like(n.name) >= 0.8 for n in names)
    )


def with_titles(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """Return the sections; headings below one of publications that authors stand below are titles, whatever they say.

    "### Education and Employment in Old Towns", and below it "A. Lovelace, N. Weaver".
    """
    papers = tuple(replace(s, kind=SectionKind.PUBLICATIONS, content=True) if _is_title(s) else s for s in sections)
    if any(s.kind is SectionKind.PUBLICATIONS for s in papers):
        papers = tuple(s for s in papers)
    return tuple(s for s in papers)


def _is_title(section: Section) -> bool:
    if section.heading is None or section.inline or not section.lines or len(section.title.split()) < 3:
        return False
    if section.content and section.kind is SectionKind.PUBLICATIONS:
        return False
    listed = any(
        kind is SectionKind.PUBLICATIONS and score >= 4 for kind, score, _ in map(classify_heading, section.path[:-1])
    )
    return listed and classify_heading(section.title)[2] < 0.99 and _leads_with_authors(section.lines[0].text)


def _leads_with_authors(text: str) -> bool:
    """Tell whether a line is a list of authors, or begins with one: "A. Lovelace, Ned Weaver. Loom Review, 2021."."""
    ends = [m.start() for m in re.finditer(r"[.;]\s", text[:400])][:6]
    return any(names_authors(text[:end]) for end in (len(text), *ends))
