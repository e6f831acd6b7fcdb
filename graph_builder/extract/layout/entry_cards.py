"""Degrees and posts as cards: with a date above the heading, or several headings, in list items or one by one."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Line, Section, SectionKind
from graph_builder.extract.layout.section_postprocessing import CAREERS, UNNAMED, is_date_alone
from graph_builder.extract.normalise.authors import name_like, split_authors
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.extract.normalise.lexicon import ORGANIZATION, is_place, is_role
from graph_builder.model import BlockKind

def names_entry(text: str) -> bool:
    """Return whether a heading is a post, a degree or where they were, whatever other sections its words are of.

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
    """Return whether a line among posts is of one, "Lecturer", and no heading: lines *below* have its date or place."""
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


class Cards:
    """The list items that hold several headings, or text and below it a heading; *items* are their blocks.

    >>> from graph_builder.model import Span
    >>> def line(text, at, block, kind, parent): return Line(Span(at, at + len(text)), block, 0, kind, 1, text,
    ...                                                      parent=parent)
    >>> date = line("2016 - 2021", 0, 4, BlockKind.LIST_ITEM, -1)
    >>> degree, school = (line(text, at, at, BlockKind.HEADING, 4) for text, at in (("PhD", 20), ("Ghent", 30)))
    >>> cards = Cards([date, degree, school])
    >>> [(x.kind.value, x.block, x.row) for x in (cards.line_of(degree), cards.line_of(school))]
    [('list item', 4, 1), ('list item', 4, 2)]
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self._firsts: dict[int, Line] = {}
        self._rows: Counter[int] = Counter()
        headed: dict[int, list[str]] = defaultdict(list)
        self.items: set[int] = set()
        self._leading: dict[int, int] = {}  # where what each item says begins
        self._below: dict[int, list[list[str]]] = defaultdict(list)  # the dated cards' titles, by the heading above
        head = -1
        for line in lines:
            self._leading.setdefault(line.block if line.kind is BlockKind.LIST_ITEM else line.parent, line.span.start)
            if line.kind is BlockKind.LIST_ITEM:
                self._firsts.setdefault(line.block, line)
                self._rows[line.block] = line.row + 1
            elif line.kind is BlockKind.HEADING and line.parent >= 0 and line.row == 0:
                titles, first = headed[line.parent], self._firsts.get(line.parent)
                titles.append(line.text)
                if len(titles) > 1 or first is not None:
                    self.items.add(line.parent)
                if len(titles) == 1 and first is not None and is_date_alone(first.text):
                    self._below[head].append(titles)
            elif line.kind is BlockKind.HEADING:
                head = line.span.start

    def begins_item(self, heading: Line) -> bool:
        """Return whether a heading is the first that its item says."""
        return self._leading.get(heading.parent) == heading.span.start

    def kind_below(self, heading: Line) -> SectionKind | None:
        """Return what the dated cards below a heading list, where most are posts or degrees: "Work", in some themes."""
        cards = self._below.get(heading.span.start, [])
        posts = sum(any(map(is_role, titles[:2])) for titles in cards)
        degrees = sum(any(degree_in(title) is not None for title in titles[:2]) for titles in cards)
        for count, kind in ((degrees, SectionKind.EDUCATION), (posts, SectionKind.EMPLOYMENT)):
            if cards and 3 * count >= 2 * len(cards):
                return kind
        return None

    def line_of(self, heading: Line) -> Line:
        """Return a heading as the next line of the item that it stands in."""
        item = heading.parent
        first = self._firsts.get(item)
        row = self._rows[item]
        self._rows[item] += 1
        level, parent = (first.level, first.parent) if first is not None else (1, -1)
        return replace(
            heading, kind=BlockKind.LIST_ITEM, level=level, block=item, row=row, parent=parent, bold=True, alone=False
        )


def names_authors(text: str) -> bool:
    """Return whether a heading is a list of people, as the authors in a heading of their own below a paper's title.

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
    return tuple(replace(s, kind=SectionKind.PUBLICATIONS, content=True) if _is_title(s) else s for s in sections)


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
    """Return whether a line is a list of authors, or begins with one: "A. Lovelace, Ned Weaver. Loom Review, 2021."."""
    ends = [m.start() for m in re.finditer(r"[.;]\s", text[:400])][:6]
    return any(names_authors(text[:end]) for end in (len(text), *ends))


def with_flat_cards(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """Return the sections; the headings of degrees or posts that do not part them become lines of their section.

    What stands in front of each card's heading (when and where) seems to belong to the card above, and of two headings
    of one size ("PhD", "University of Ghent") the first has nothing below it: the lines show better what goes together.
    """
    out: list[Section] = []
    at = 0
    while at < len(sections):
        head = sections[at]
        end = at + 1
        if head.kind in CAREERS and head.heading is not None and not head.content and not head.inline:
            while end < len(sections) and _is_card(sections[end], head):
                end += 1
        cards = sections[at + 1 : end]
        ahead = _are_dated_ahead(head, cards)
        if len(cards) > 1 and (ahead or _have_two_headings(cards)):
            out.append(replace(head, lines=tuple(_flat(head, cards, ahead=ahead))))
            at = end
        else:
            out.append(head)
            at += 1
    return tuple(out)


def with_card_kinds(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """Return the sections; dated cards below a heading without meaning ("My Journey") get the kinds of their contents.

    Degrees and posts follow each other there by their years alone, each below a heading of its own.
    """
    out = list(sections)
    at = 0
    while at < len(out):
        head, end = out[at], at + 1
        unnamed = head.kind in UNNAMED and head.heading is not None and not head.inline
        if unnamed and (parts := _card_blocks(head)):
            out[at:end] = parts
            end = at + len(parts)
        elif unnamed and len(head.lines) < 2:
            while end < len(out) and _is_dated_card(out[end], out[at + 1], head):
                end += 1
        cards = out[at + 1 : end]
        kinds = [_card_kind(card, card.title) for card in cards]
        if len(cards) > 1 and 3 * sum(kind is not None for kind in kinds) >= 2 * len(cards):
            out[at + 1 : end] = [replace(c, kind=k) if k is not None else c for c, k in zip(cards, kinds, strict=True)]
        at = end
    return tuple(out)


def _card_blocks(section: Section) -> list[Section]:
    """Return the parts of a section whose paragraphs are all dated cards of lines, by the kinds of these."""
    blocks: list[list[Line]] = []
    for line in section.lines:
        if line.kind is not BlockKind.PARAGRAPH or len(line.text) > _LONGEST_LINE:
            return []
        if line.row == 0 or not blocks:
            blocks.append([])
        blocks[-1].append(line)
    cards = [replace(section, lines=tuple(block)) for block in blocks if len(block) > 1]
    if not 1 < len(cards) == len(blocks):
        return []
    kinds = [_card_kind(card, card.lines[0].text) for card in cards]
    if None in kinds or not all(any(is_date_alone(line.text) for line in card.lines) for card in cards):
        return []
    parts: list[Section] = []
    for card, kind in zip(cards, kinds, strict=True):
        if parts and parts[-1].kind is kind:
            parts[-1] = replace(parts[-1], lines=(*parts[-1].lines, *card.lines))
        elif kind is not None:
            heading = None if parts else section.heading
            parts.append(replace(card, kind=kind, heading=heading, content=False))
    return parts


_LONGEST_LINE = 300
_MOST_LINES = 8


def _is_dated_card(card: Section, first: Section, head: Section) -> bool:
    """Return whether a section is one of like cards below a heading, each with a date of its own."""
    below = card.content and not card.inline and card.level == first.level > head.level
    if not below or card.kind not in UNNAMED | CAREERS or not 0 < len(card.lines) <= _MOST_LINES:
        return False
    return any(is_date_alone(line.text) for line in (*card.lines[:3], card.lines[-1]))


def _card_kind(card: Section, title: str) -> SectionKind | None:
    """Return the kind of a card, by its title or the short line below it: a degree or a post."""
    below = [line.text for line in card.lines[:3] if _is_short(line) and not is_date_alone(line.text)]
    for text in (title, *below[: 1 if title == card.title else 2]):
        if degree_in(text) is not None:
            return SectionKind.EDUCATION
        if is_role(text):
            return SectionKind.EMPLOYMENT
    return None


def _flat(head: Section, cards: Sequence[Section], *, ahead: bool) -> Iterator[Line]:
    """Yield the lines of cards: of each an item of its date, where that stands *ahead*, and headings, and its text."""
    item: list[Line] = []
    begun = 0  # items so far; what is below one stands in it
    for section in (head, *cards):
        if section is not head and section.heading is not None:
            item.append(Line(section.heading, 0, 0, BlockKind.LIST_ITEM, 1, section.title, bold=True))
        body = list(section.lines)
        dated = [i for i, x in enumerate(body) if i > len(body) - 3 and is_date_alone(x.text)] if ahead else []
        lead = body[dated[0] :] if dated else []
        if section is head or body:
            begun += section is not head
            below = body[: len(body) - len(lead)]
            while item and below and _is_short(below[0]):
                item.append(replace(below.pop(0), kind=BlockKind.LIST_ITEM, level=1, parent=-1, alone=False))
            yield from (replace(x, block=-1 - begun, row=row) for row, x in enumerate(item))
            yield from (replace(x, parent=-1 - begun) if x.parent < 0 and section is not head else x for x in below)
            item = [replace(x, kind=BlockKind.LIST_ITEM, level=1, parent=-1, alone=False) for x in lead]
    yield from (replace(x, block=-2 - begun, row=row) for row, x in enumerate(item))


def _is_short(line: Line) -> bool:
    """Return whether a line below the headings of a card is one more thing that it names, and no sentence."""
    return line.kind is BlockKind.PARAGRAPH and len(line.text) < 100 and not line.text.endswith((".", ":", ";"))


def _is_card(section: Section, head: Section) -> bool:
    """Return whether a section is one of a degree or post below the heading of them all."""
    return section.content and section.kind is head.kind and section.level > head.level and not section.inline


def _have_two_headings(cards: Sequence[Section]) -> bool:
    """Return whether most cards have two headings of one size, the first with nothing below it."""
    empty = sum(not a.lines and a.level == b.level for a, b in pairwise(cards))
    full = sum(bool(card.lines) for card in cards)
    return empty > 0 and 3 * empty >= 2 * full


def _are_dated_ahead(head: Section, cards: Sequence[Section]) -> bool:
    """Return whether a date, alone or with a place, stands in front of the cards: of the first, and of most others."""
    if not head.lines or not any(is_date_alone(line.text) for line in head.lines[-2:]):
        return False
    if len(head.lines) > 2 and (len(head.lines) > 5 or not is_date_alone(head.lines[0].text)):
        return False  # five lines: the first card has a date, and no heading
    groups = [card for card in cards if card.lines][:-1]
    return 3 * sum(any(is_date_alone(x.text) for x in card.lines[-2:]) for card in groups) >= 2 * len(groups)
