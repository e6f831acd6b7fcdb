"""Works that news announce: "Our paper *Title*, with A. Smith, has been accepted at CEX"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graph_builder.extract.page import Line, Page, SectionKind
from graph_builder.extract.paper_rows import MarkIndex
from graph_builder.extract.paper_venues import known_venue
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.fields import whole_year
from graph_builder.extract.references.rules import QUOTED, YEAR
from graph_builder.model import BlockKind, MarkKind, Span

_ANNOUNCES = re.compile(
    r"(?i)\b(?:papers?|articles?|manuscripts?|preprints?|chapters?|publications?|work|study|studies)\b"
)
_OTHER = re.compile(
    r"(?i)\b(?:blog|post(?:er)?|talk|tutorial|demo|panel|keynote|lecture|podcast|interview|project|code|package)\b"
)
_AT = re.compile(
    r"\b(?:to|in|by|at|for|as|on|@)\s{1,3}(?:an?\s+|the\s+|a\s+poster\s+at\s+)?(?:\d{1,3}(?:st|nd|rd|th)\s+)?(?=[A-Z]|(?:ar|bior|medr)xiv)|@(?=[A-Z])"
)
_WITH = re.compile(r"[\s,.”\"’'()]{0,4}(?:\(?(?:joint(?:\swork)?\s)?with|\(?w/|\bby)\s{1,3}")
_NAMES_END = re.compile(
    r"(?i),?\s+(?:has|have|is|was|were|will|got|accepted|published|appear\w*|presented|now|at|on|to|in)\b|[.!;()\[]\s|[.!)]$|\)(?=[,.;])|\s[-–—]\s|$"
)
_DATE = re.compile(
    r"\W{0,3}(?:\d{1,2}[./-]){1,2}(?P<short>\d\d(?:\d\d)?)(?!\d)|\W{0,3}(?:[A-Za-z]{3,9}\.?\s)?(?P<year>(?:19|20)\d\d)(?!\d)"
)
_PHRASE = re.compile(r"[A-Za-z][^.!?;()]{1,90}")
# "New chapter! Plover, A. (2025). 'Looms that learn', Journal of Toys": a citation behind a word on what is new.
_WORK = re.compile(
    r"(?i)\bnew\s(?:\w+\s)?(?:publication|paper|article|chapter|preprint|manuscript)s?"
    r"(?:\s(?:is\s)?(?:now\s)?(?:out|published|online|available|accepted)(?:\s(?:now|online))?\s(?:in|at|by|with)\s(?P<venue>[^:!.]{3,80}))?\s?[!:]\s"
)
_SEARCHED = 240  # characters behind a title in which its venue is looked for


def announced(page: Page, marks: MarkIndex) -> Iterator[tuple[Span, Reference]]:
    """Yield the papers that news announce by title and venue, each once, where the page lists no others."""
    best: dict[str, tuple[int, Span, Reference]] = {}
    for section in page.of_kind(SectionKind.NEWS):
        for span, found in _of_section(section.lines, marks):
            if found.title is not None:
                key = "".join(c for c in found.title_text.casefold() if c.isalnum())
                worth = 2 * (found.kind != "preprint") + bool(found.authors)
                if key not in best or worth > best[key][0]:
                    best[key] = (worth, span, found)
    for _, span, found in best.values():
        yield span, found


def _of_section(lines: Sequence[Line], marks: MarkIndex) -> Iterator[tuple[Span, Reference]]:
    """Yield what each line of news announces: by itself, or below "Papers accepted at CEX 2020:"."""
    dated = ""  # the year of a date in a line of its own
    for line in lines:
        found = [(line.span, reference) for reference in _announcements(line, marks)]
        if line.kind is not BlockKind.LIST_ITEM:
            line.text.endswith(":")
        for span, reference in found:
            yield span, reference if reference.year else replace(reference, year=dated)


_LEAST_WORDS, _MOST_WORDS = 3, 30


def _announcements(line: Line, marks: MarkIndex) -> Iterator[Reference]:
    text = line.text
    if not _ANNOUNCES.search(text):
        return
    titles = list(_titles(line, marks))
    for index, title in enumerate(titles):
        end = titles[index + 1].start if index + 1 < len(titles) else len(text)
        names, partial = _names(text, title.end, end)
        behind = titles[-1].end if not names else max(titles[-1].end, names[-1].end)
        venue = _venue(text, behind)
        if venue is None:
            continue
        year = YEAR.search(text, venue.end, venue.end + 8) if venue else None
        when = year.group()[:4] if year else _dated(text)
        kind = "preprint" if re.search(r"(?i)rxiv|ssrn", venue.of(text)) else "paper"
        yield Reference(text, tuple(names), partial, title, venue, when, kind=kind, confidence=0.8)


def _titles(line: Line, marks: MarkIndex) -> Iterator[Span]:
    """Yield what is set in quotes, italics or bold or is a link, and is announced as a paper, in order."""
    text, at = line.text, line.span.start
    found = [Span(*q.span(1)) for q in QUOTED.finditer(text)]
    for mark in marks.within(line.span):
        if mark.kind in {MarkKind.LINK, MarkKind.ITALIC, MarkKind.BOLD}:
            span = Span(max(0, mark.span.start - at), min(len(text), mark.span.end - at))
            if not any(s.start < span.end and span.start < s.end for s in found):
                found.append(span)
    work, last = _WORK.search(text), 0
    for span in sorted(found):
        title = span.of(text).strip(" ,.“”\"'")
        before = text[last : span.start][-80:]
        if len(title.split()) < 3 or not title[:1].isupper():
            continue
        cited = work is not None and work.end() <= span.start
        announced = cited or _ANNOUNCES.search(before) or last
        if announced and not _OTHER.search(before):
            begin = span.start + span.of(text).index(title)
            yield Span(begin, begin + len(title))
            last = span.end


def _names(text: str, start: int, end: int) -> tuple[list[Name], bool]:
    """Return the co-authors named behind a title: ", with A. Smith and B. Doe, has been accepted"."""
    lead = _WITH.match(text, start, end)
    if lead is None:
        return [], False
    stop = _NAMES_END.search(text, lead.end(), end)
    stretch = text[lead.end() : stop.start() if stop else end]
    names, partial = split_authors(re.sub(r"[\s,]+and\s*$", "", stretch), lead.end())
    kept = [n for n in names if len(n.name.split()) >= 2]
    return (kept, partial) if len(kept) == len(names) else ([], False)


def _venue(text: str, start: int) -> Span | None:
    """Return the first known venue that "at", "in", "to" or the like leads to behind a title."""
    for found in _AT.finditer(text, start, min(len(text), start + _SEARCHED)):
        name = _known(text, found.end())
        if name is not None:
            return name
    return None


def _known(text: str, start: int) -> Span | None:
    """Return the venue at a place of a sentence, if it is a known one."""
    found = _PHRASE.match(text, start)
    words = found.group().split() if found else []
    for size in range(min(12, len(words)), 0, -1):
        name = " ".join(words[:size]).rstrip(" ,")
        name = re.sub(r"(?<=\w)[\s,-]{1,2}['’]?(?:19|20)\d\d(?:\sproceedings)?$", "", name)
        if known_venue(name):
            return Span(start, start + len(name))
    return None


def _dated(text: str) -> str:
    """Return the year of the date that a piece of news begins with: "29/04/25: ...", "May 2024: ..."."""
    found = _DATE.match(text)
    if found is None:
        return ""
    return whole_year(found["short"] or found["year"])
