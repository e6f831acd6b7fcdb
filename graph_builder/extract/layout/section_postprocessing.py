"""Post-processing of sections found by headings: years above cards, asides, and kinds that their lines show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from graph_builder.extract.layout.contents import kind_of
from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Line, Section, SectionKind
from graph_builder.extract.normalise.dates import ends_of, find_dates
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.extract.normalise.lexicon import ORGANIZATION, is_role
from graph_builder.extract.normalise.person_names import is_name
from graph_builder.model import BlockKind, Span

_BESIDE = frozenset({SectionKind.ABOUT, SectionKind.OTHER, SectionKind.TOPICS, SectionKind.CONTACT})
_RUNNING = re.compile(
    r"(?i)\b(?:students?|candidates?|scholar|fellow|researcher|advisors?|supervisors?|programs?|expected)\b"
)
_SAYS = re.compile(r"[.!?]\s+[A-Z][a-z]|\b(?:I|my|is|was|has|have|he|she|who|from\sthe)\b")
# What stands behind a degree: its subject, its school, its year.
_AS_DEGREES = re.compile(
    r"(?i)\.?\s?(?:\([^()]{1,20}\)\s?)?(?:degree\s|hono\w+\s)?\s?(?:$|[,.:;|(–—-]|\d|(?:in|of|from|at)\s)"
)
_LONGEST_OF_DEGREE, _MOST_ROWS = 100, 4


def with_misplaced_degrees(sections: Sequence[Section]) -> tuple[Section, ...]:
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
    """Return whether a paragraph is a few short lines, the first a degree, and one of them its school."""
    if not 0 < len(block) <= _MOST_ROWS or any(
        line.kind is not BlockKind.PARAGRAPH or line.parent >= 0 for line in block
    ):
        return False
    texts = [line.text for line in block]
    if any(len(text) > _LONGEST_OF_DEGREE or _SAYS.search(text) for text in texts) or any(map(_RUNNING.search, texts)):
        return False
    degree = degree_in(texts[0])
    if degree is None or degree[0] != 0 or _AS_DEGREES.match(texts[0], degree[1]) is None:
        return False  # "Ph.D. Canddiate"
    return any(map(ORGANIZATION.search, texts))


_POSTS = frozenset({SectionKind.EMPLOYMENT, SectionKind.EDUCATION})
_LIKELY = 0.35
_LONGEST = 160
_MOST = 40  # lines


def beside_posts(sections: Sequence[Section]) -> list[Section]:
    """Return the sections; one that says nothing between or beside posts and degrees, and has such, is of posts."""
    out = list(sections)
    for at, section in enumerate(out):
        if section.kind not in _LOOSE or not section.content or section.inline or not section.lines:
            continue
        if section.kind is not SectionKind.OTHER:
            continue
        beside = [out[i] for i in (at - 1, at + 1) if 0 <= i < len(out)]
        near = any(s.kind in _POSTS and s.heading is not None and s.level == section.level for s in beside)
        if near and len(section.lines) <= _MOST and _lists_posts(section.lines):
            out[at] = replace(section, kind=SectionKind.EMPLOYMENT)
    return out


_LOOSE = frozenset({SectionKind.OTHER, SectionKind.ABOUT})


def _lists_posts(lines: Sequence[Line]) -> bool:
    """Return whether lines are dated posts rather than anything else: as many as there are dates."""
    kind, probability = kind_of(lines)
    if kind is not SectionKind.EMPLOYMENT or probability < _LIKELY:
        return False
    short = [line for line in lines if len(line.text) < _LONGEST]
    dated = sum(bool(find_dates(line.text)) for line in short)
    titled = sum(is_role(line.text) for line in short)
    return 0 < dated <= 2 * titled and 2 * len(short) > len(lines)


def with_years_ahead(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """Return the sections, years that stand in front of the headings of cards with the cards that they are of."""
    out = list(sections)
    moved = False
    for at, (section, below) in enumerate(pairwise(sections)):
        last = section.lines[-1] if section.lines else None
        first = last is not None and section.path == below.path[:-1]
        first = first and len(section.lines) == 1
        moved = (
            last is not None
            and not section.inline
            and below.heading is not None
            and (first or (moved and section.level == below.level))
            and is_date_alone(last.text)
        )
        if moved and last is not None:
            out[at] = replace(out[at], lines=out[at].lines[:-1])
            out[at + 1] = replace(out[at + 1], lines=(last, *out[at + 1].lines))
    return tuple(out)


def is_date_alone(text: str) -> bool:
    """Return whether a line is one date or range, and at most a word on it: "2019 - 2022 (expected)".

    >>> is_date_alone("May 2019 - present"), is_date_alone("2019, Example Town")
    (True, False)
    """
    if len(text) > 50 or not text[:1].isalnum():
        return False
    dates = find_dates(text)
    if len(dates) != 1:
        return ends_of(text) is not None
    rest = text[: dates[0].span.start] + text[dates[0].span.end :]
    return not rest.strip(" ()[].,:") or _EXPECTED.fullmatch(rest) is not None or ends_of(text) is not None


_EXPECTED = re.compile(r"(?i)\W{0,9}(?:expected|anticipated|ongoing|on-going|current|today|summer|to date)\W*")


def under_empty(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """Return the sections, those of headings that say nothing below an empty section with its kind.

    Where all headings look alike, that is how those of parts stand below those of the whole: "Honors and awards", and
    at once "Contests". Of publications all that follow belong to it, for these may be their titles.
    """
    out: list[Section] = []
    open_kind: SectionKind | None = None
    career: Section | None = None  # "Work experience", where each entry has a heading that looks like it
    for section in sections:
        last = out[-1] if out else None
        if last is not None and not last.lines and last.heading is not None and not last.content:
            career = last if last.kind in CAREERS and last.level == section.level else None
        if career is not None and section.level <= career.level and not section.inline:
            if section.level == career.level and _is_dated_entry(section):
                out.append(replace(section, kind=career.kind, content=True))
                open_kind = None
                continue
            career = None
        if section.content and section.kind in {SectionKind.OTHER, SectionKind.ABOUT} and not section.inline:
            empty = last is not None and not last.lines and last.heading is not None and not last.content
            if last is not None and empty and last.level == section.level and last.kind in _BY_CONTENTS:
                open_kind = last.kind
            if open_kind is not None and last is not None and last.level == section.level:
                section = replace(section, kind=open_kind)
                open_kind = open_kind if open_kind is SectionKind.PUBLICATIONS else None
        elif not section.inline:
            open_kind = None
        out.append(section)
    return tuple(out)


def _is_dated_entry(section: Section) -> bool:
    """Return whether a heading begins an entry: it names no section, or names a post, and a date stands beside it."""
    is_entry = section.content or is_role(re.split(r"\s{2,}|[,|(]", section.title)[0])
    return is_entry and any(find_dates(text) for text in (section.title, *(line.text for line in section.lines[:1])))


def with_cards(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """Return the sections, the cards below a word that is no heading of the page ("Education") with its kind.

    Each card has a heading of its own, which seems above the word: "PhD in X", and below it when and where. Below "My
    interests are in three areas:" the headings are the list.
    """
    out = list(sections)
    for at, section in enumerate(sections):
        listed = section.kind in CAREERS or (section.kind is SectionKind.TOPICS and section.level > 6)
        if not listed or section.content or section.heading is None or not _is_bare(section):
            continue
        end = at + 1
        while end < len(out) and is_card(out[end], section):
            end += 1
        cards = out[at + 1 : end]
        if section.kind is SectionKind.TOPICS:
            titles = [card.heading for card in cards if card.heading is not None and card.kind in UNNAMED]
            if 1 < len(titles) == len(cards):
                out[at] = replace(section, lines=tuple(map(_item, cards, titles)))
        elif all(any(find_dates(x.text) for x in card.lines) for card in cards) and (
            len(cards) > 1 or all(is_role(c.title) or degree_in(c.title) is not None for c in cards)
        ):
            out[at + 1 : end] = [replace(card, kind=section.kind, content=True) for card in cards]
    return tuple(out)


def _is_bare(section: Section) -> bool:
    """Return whether a heading has nothing below it but a word on what follows: "Experience", "a solid start"."""
    return not section.lines or (len(section.lines) == 1 and _WORD_ON.fullmatch(section.lines[0].text) is not None)


_WORD_ON = re.compile(r"(?=.{1,50}$)\w[^\d,.:;|]*")


def is_card(card: Section, above: Section) -> bool:
    """Return whether a section is a card below a heading line: its own heading names no section, or names a post."""
    is_entry = card.content or (above.kind is SectionKind.EMPLOYMENT and is_role(card.title))
    return is_entry and not card.inline and card.level < above.level and 0 < len(card.lines) <= 8


def _item(card: Section, heading: Span) -> Line:
    """Return the heading of a card as an item of a list."""
    return Line(heading, -2, 0, BlockKind.LIST_ITEM, 1, card.title)


CAREERS = {SectionKind.EDUCATION, SectionKind.EMPLOYMENT}
UNNAMED = {SectionKind.OTHER, SectionKind.ABOUT}
_SPOKEN = re.compile(
    r"\A\W{0,3}(?:His|Her)\s(?=[a-z])|(?<!\w)(?:I|I['’]m|[Mm]y|[Ww]e|[Oo]ur|[Yy]ou|[Yy]our|[Hh]e|[Ss]he|[Jj]e|[Ii]ch|[Ss]oy|[Ss]ou)(?!\w)"
)
_QUOTED = re.compile(r"[“\"«][^”\"»\n]{8,300}[”\"»]")
_ABSTRACT = re.compile(r"\W{0,9}(?:Abstract|Summary|Tl;?dr)\W", re.IGNORECASE)
_SENTENCE = re.compile(
    r"(?<=[a-z)]\s)(?:received|joined|obtained|completed|earned|holds|works|worked|has|is|was|serves|served)\s"
    r"(?:an?|the|his|her|as|at|in|from|currently|also|been|with)\s"
    r"|(?<=[a-z]\s)is\s(?=(?:[A-Z][a-z]+\s){0,3}(?:Professor|Lecturer|Reader|Fellow|Director|Researcher|Scientist|Chair|Head)\b)"
)
# Above, nine of ten sections are what their lines say (cross-validation over 600 documents); what is rarely taken for
# something else is believed sooner: that cost nothing where headings are known, and brought schools and degrees 2 to 3
# points, the mean 0.8, where none are.
_CERTAIN = 0.75
_HELD = frozenset({SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.SERVICE})
_SOONER = {SectionKind.EDUCATION: 0.6, SectionKind.AWARDS: 0.6, SectionKind.TOPICS: 0.6}
_BY_CONTENTS = frozenset({
    SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.PUBLICATIONS, SectionKind.AWARDS,
    SectionKind.SERVICE, SectionKind.STUDENTS, SectionKind.TOPICS, SectionKind.TEACHING, SectionKind.TALKS,
    SectionKind.GRANTS,
})  # fmt: skip


def by_contents(sections: tuple[Section, ...]) -> list[Section]:
    """Return the sections, those of headings that say nothing with the kind that their lines show."""
    out = list(sections)
    levels = Counter(section.level for section in sections if section.heading is not None)
    at = 0
    while at < len(out):
        end = at + 1
        if _says_nothing(out[at]):
            # What stands alone at its level heads the page, and not one part of it.
            while levels[out[at].level] > 1 and end < len(out) and _is_below(out[end], out[at]):
                end += 1
            head = is_role(out[at].title) or not any(section.heading for section in out[:at])
            head = head or classify_heading(out[at].title)[0] is SectionKind.ABOUT
            kind = _kind_of(out[at:end], first=head)
            if kind is None:
                end = at + 1  # the whole shows nothing; its parts may
            else:
                out[at:end] = [replace(section, kind=kind) for section in out[at:end]]
        at = end
    return beside_posts(out)


def _is_below(section: Section, above: Section) -> bool:
    return _says_nothing(section) and section.level > above.level


def _says_nothing(section: Section) -> bool:
    return section.content and not section.inline and section.kind in {SectionKind.OTHER, SectionKind.ABOUT}


def _kind_of(sections: list[Section], *, first: bool) -> SectionKind | None:
    """Return what the lines of sections show, those of the headings below the first included, if they show it well."""
    lines: list[Line] = []
    for index, section in enumerate(sections):
        if index and section.heading is not None and section.lines:
            lines.append(replace(section.lines[0], span=section.heading, text=section.title))
        lines += section.lines
    if not lines or (len(lines) == 1 and len(lines[0].text) > 200):
        return None
    said = [_QUOTED.sub("", line.text) for line in lines if not _ABSTRACT.match(line.text)]
    spoken = [text for text in said if _SPOKEN.search(text) is not None or _SENTENCE.search(text) is not None]
    if 2 * len(spoken) >= len(said) or (first and 2 * sum(map(len, spoken)) >= sum(map(len, said))):
        return None  # a biography
    kind, probability = kind_of(lines)
    dated = any(len(line.text) < 300 and find_dates(line.text) for line in lines)
    if first and kind in _HELD and not dated:
        return None  # the post held, below the name
    return kind if kind in _BY_CONTENTS and probability >= _SOONER.get(kind, _CERTAIN) else None
