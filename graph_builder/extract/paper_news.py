"""Works that news announce: "Our paper *Title*, with A. Smith, has been accepted at CEX"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graph_builder.extract.page import Line, Page, SectionKind
from graph_builder.extract.paper_news_forms import short_news
from graph_builder.extract.paper_rows import MarkIndex
from graph_builder.extract.paper_venues import known_venue
from graph_builder.extract.references import Name, Reference, short_venue, split_authors
from graph_builder.extract.references.fields import whole_year
from graph_builder.extract.references.rules import QUOTED, YEAR, name_like
from graph_builder.extract.section_repairs import is_date_alone
from graph_builder.model import BlockKind, MarkKind, Span

_ANNOUNCES = re.compile(
    r"(?i)\b(?:papers?|articles?|manuscripts?|preprints?|chapters?|publications?|work|study|studies)\b"
)
_OTHER = re.compile(
    r"(?i)\b(?:blog|post(?:er)?|talk|tutorial|demo|panel|keynote|lecture|podcast|interview|project|code|package)\b"
)
_OUT = re.compile(
    r"(?i)\b(?:accept(?:ed|ance)|published|publication|appear(?:s|ed|ing)?|presented|presenting|available|online|posted|released|out"
    r"|(?:bio|med|ar)a?r?xiv|to\sbe\spresented)\b"
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
# "New preprint: Looms that learn": what it says is new needs no venue.
_FRESH = re.compile(r"(?i)\bnew\s(?:\w+\s)?(?:preprint|paper|article|manuscript)\b")
_NEW = re.compile(r"(?i)\b(?:new|latest|our|my)\s(?:\w+\s)?(?:preprint|paper|article|manuscript)\b[^:]{0,30}:\W{0,6}$")
# "New chapter! Plover, A. (2025). 'Looms that learn', Journal of Toys": a citation behind a word on what is new.
_WORK = re.compile(
    r"(?i)\bnew\s(?:\w+\s)?(?:publication|paper|article|chapter|preprint|manuscript)s?"
    r"(?:\s(?:is\s)?(?:now\s)?(?:out|published|online|available|accepted)(?:\s(?:now|online))?\s(?:in|at|by|with)\s(?P<venue>[^:!.]{3,80}))?\s?[!:]\s"
)
# "“Looms that learn” got accepted to CEX": a title that is told to be out
_SAID = re.compile(
    r"\S[”\"’]\s(?:(?:has|have|was|is|got|will)\s)?(?:been\s|be\s|just\s)?(?:accepted|published|appear(?:s|ed)?)\b",
    re.IGNORECASE,
)
_NO_PAPER = re.compile(r"(?i)poster|post|talk|demo")
_BOTH = re.compile(r"(?i)\bpapers?\s(?:and|&|\+|/)\s(?:demo|poster|talk)")
_HOUSE = re.compile(r"[’'\"”)\s.,]{0,6}(?P<house>[A-Z][^,.(\[!?;]{3,90})")
_NUMBER = re.compile(r"\s+(?:no|nr|n|vol|#)$", re.IGNORECASE)
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
    lead: Line | None = None
    dated = ""  # the year of a date in a line of its own
    for line in lines:
        if is_date_alone(line.text) or _DAY_ALONE.fullmatch(line.text):
            dated = _dated(line.text)
            continue
        found = [(line.span, reference) for reference in _announcements(line, marks)]
        if not found and lead is not None and line.kind is BlockKind.LIST_ITEM and line.starts_block:
            found = list(_below(lead, line, marks))
        elif line.kind is not BlockKind.LIST_ITEM:
            several = line.text.endswith(":") and _SEVERAL.search(line.text) and _OUT.search(line.text)
            lead = line if several else None
        found = found or [(line.span, reference) for reference in short_news(line, marks)]
        for span, reference in found:
            yield span, reference if reference.year or not dated else replace(reference, year=dated)


_DAY_ALONE = re.compile(r"\W{0,3}(?:\d{1,2}[./-]){1,2}(?:19|20)?\d\d\W{0,3}")
_SEVERAL = re.compile(r"(?i)\b(?:papers|articles|manuscripts|preprints|works|publications)\b")


def _below(lead: Line, line: Line, marks: MarkIndex) -> Iterator[tuple[Span, Reference]]:
    """Yield the paper that an item below an announcement names: all of it, or what is set apart, and its venue."""
    text = line.text
    apart = [m.span for m in marks.within(line.span) if m.kind in {MarkKind.ITALIC, MarkKind.BOLD, MarkKind.LINK}]
    quoted = QUOTED.search(text)
    begin, end = 0, len(text.rstrip(" .,;"))
    if quoted is not None:
        begin, end = quoted.span(1 if quoted.group(1) else 2)
    elif apart and apart[0].start <= line.span.start + 1:
        end = min(end, apart[0].end - line.span.start)
    title = Span(begin, begin + len(text[begin:end].rstrip(" .,;")))
    words = title.of(text).split()
    if not _LEAST_WORDS <= len(words) <= _MOST_WORDS or not words[0][:1].isupper() or name_like(title.of(text)) >= 0.95:
        return
    venue = _venue(text, title.end)
    year = YEAR.search(text, venue.end, venue.end + 8) if venue else None
    if venue is not None:
        yield line.span, Reference(text, (), True, title, venue, _year(year, lead.text), kind="paper", confidence=0.8)
        return
    place = _venue(lead.text, 0)
    if place is not None:
        year = YEAR.search(lead.text, place.end, place.end + 8)
        both, at = Span(lead.span.start, line.span.end), line.span.start - lead.span.start
        title = Span(at + title.start, at + title.end)
        told = both.of(marks.text)
        yield both, Reference(told, (), True, title, place, _year(year, lead.text), kind="paper", confidence=0.8)


_LEAST_WORDS, _MOST_WORDS = 3, 30


def _year(found: re.Match[str] | None, text: str) -> str:
    return found.group()[:4] if found is not None else _dated(text)


def _announcements(line: Line, marks: MarkIndex) -> Iterator[Reference]:
    text = line.text
    work = _WORK.search(text)
    if not (_OUT.search(text) or _FRESH.search(text) or work) or not (_ANNOUNCES.search(text) or _SAID.search(text)):
        return
    titles = list(_titles(line, marks))
    for index, title in enumerate(titles):
        end = titles[index + 1].start if index + 1 < len(titles) else len(text)
        names, partial = _names(text, title.end, end)
        behind = titles[-1].end if not names else max(titles[-1].end, names[-1].end)
        venue = _venue(text, behind) or _venue(text, title.end) or _venue_before(text, title.start)
        if work is not None and work.end() <= title.start and len(titles) == 1:
            names = names or _authors_before(text, work.end(), title.start)
            named = Span(*work.span("venue")) if work["venue"] else None
            venue = named or _house(text, max(title.end, names[-1].end if names else 0)) or venue
        elif venue is None and not _NEW.search(text[: title.start]):
            continue
        year = YEAR.search(text, venue.end, venue.end + 8) if venue else None
        when = year.group()[:4] if year else _dated(text)
        kind = "preprint" if venue is None or re.search(r"(?i)rxiv|ssrn", venue.of(text)) else "paper"
        yield Reference(text, tuple(names), partial, title, venue, when, kind=kind, confidence=0.8)


def _titles(line: Line, marks: MarkIndex) -> Iterator[Span]:
    """Yield what is set in quotes, italics or bold or is a link, and is announced as a paper, in order."""
    text, at = line.text, line.span.start
    found = [Span(*q.span(1 if q.group(1) else 2)) for q in QUOTED.finditer(text)]
    for mark in marks.within(line.span):
        if mark.kind in {MarkKind.LINK, MarkKind.ITALIC, MarkKind.BOLD}:
            span = Span(max(0, mark.span.start - at), min(len(text), mark.span.end - at))
            if not any(s.start < span.end and span.start < s.end for s in found):
                found.append(span)
    work, last = _WORK.search(text), 0
    for span in sorted(found):
        title = span.of(text).strip(" ,.“”\"'")
        before = text[last : span.start][-80:]
        if len(title.split()) < 3 or not title[:1].isupper() or known_venue(title) or name_like(title) >= 0.95:
            continue
        cited = work is not None and work.end() <= span.start
        told = (
            cited
            or _ANNOUNCES.search(before)
            or _SAID.match(text, span.end - 1)
            or (last and re.search(r"\band\b|,", before))
        )
        other = _OTHER.search(before)
        if told and not (other and _NO_PAPER.search(other.group()) and not _BOTH.search(before)):
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
    kept = [n for n in names if n.name[:1].isupper() and len(n.name.split()) >= 2]
    return (kept, partial) if len(kept) == len(names) else ([], False)


def _authors_before(text: str, start: int, end: int) -> list[Name]:
    """Return the authors of a citation that stand in front of its title."""
    stop = YEAR.search(text, start, end)
    stretch = text[start : stop.start() if stop else end].rstrip(" ('\"‘“")
    names = split_authors(stretch, start)[0] if stretch.strip() else ()
    inverted = all(_INVERTED.fullmatch(n.name) for n in names)
    return list(names) if names and (inverted or all(name_like(n.name) >= 0.5 for n in names)) else []


_INVERTED = re.compile(r"[^\W\d_][\w’'-]+,\s?(?:[A-Z]\.[\s-]?){1,3}")  # "Lovelace, A.K."


def _house(text: str, start: int) -> Span | None:
    """Return the name right behind a title: of its journal, series or publisher."""
    found = _HOUSE.match(text, start)
    if found is None:
        return None
    name = _NUMBER.sub("", re.sub(r"\s+(?:no|vol)$|\s\d+$", "", found["house"].rstrip())).rstrip()
    return Span(found.start("house"), found.start("house") + len(name)) if len(name) > 3 else None


def _venue(text: str, start: int) -> Span | None:
    """Return the first known venue that "at", "in", "to" or the like leads to behind a title."""
    for found in _AT.finditer(text, start, min(len(text), start + _SEARCHED)):
        name = _known(text, found.end())
        if name is not None:
            return name
    return None


# "IEEE CEX 2020: "
_DATED_VENUE = re.compile(r"(?P<venue>(?:[A-Z][\w/-]*\s){0,3}[A-Z][A-Z-]{2,12})\s(?:19|20)\d\d\s?[:,–—-]")


def _venue_before(text: str, end: int) -> Span | None:
    """Return the venue that stands right in front of a title: "Paper accepted at CEX 2020: "On ponds"."."""
    for found in _AT.finditer(text, max(0, end - 100), end):
        name = _known(text, found.end())
        if name is None and (dated := _DATED_VENUE.match(text, found.end(), end)) is not None:
            name = Span(found.end(), dated.end("venue"))
        if name is not None and re.fullmatch(
            r"(?:[\s,]{0,2}['’]?(?:19|20)?\d\d)?\s?[:,–—-]?\W{0,4}", text[name.end : end]
        ):
            return name
    return None


def _known(text: str, start: int) -> Span | None:
    """Return the venue at a place of a sentence, if it is a known one."""
    short = _WITH_SHORT.match(text, start)
    if short is not None and _KIND.search(short["long"]):
        return Span(*short.span("short"))
    found = _PHRASE.match(text, start)
    words = found.group().split() if found else []
    for size in range(min(12, len(words)), 0, -1):
        name = " ".join(words[:size]).rstrip(" ,")
        if size == 1 and (glued := _GLUED.fullmatch(name)) is not None:
            name = glued[1]  # "@CEX2020"
            if text[start - 1 : start] == "@" and any(c.isupper() for c in name[1:]):
                return Span(start, start + len(name))
        name = re.sub(r"(?<=\w)[\s,-]{1,2}['’]?(?:19|20)\d\d(?:\sproceedings)?$", "", name)
        if known_venue(name) or (size == 1 and short_venue(name) in {"arXiv", "bioRxiv", "medRxiv"}):
            return Span(start, start + len(name))
    told = _TELLING.match(text, start)
    return Span(start, told.end()) if told is not None and _KIND.search(told.group()) else None


# "International Conference on emerging Weaving (ACM CEX 2025)"
_WITH_SHORT = re.compile(
    r"(?P<long>[A-Z][^().,;!?]{5,120}?)\s\((?P<short>(?:[A-Z]{3,6}\s)?[A-Z][\w-]{0,12}[A-Z][\w-]{0,8})(?:\s?['’]?(?:(?:19|20)\d\d|\d\d))?\)"
)
# "the Journal of Looms", "Conference on Network Weaving": what no list of venues has tells by a word that it is one.
_TELLING = re.compile(
    r"[A-Z][\w&-]*(?:\s(?:[A-Z][\w&-]*|of|on|the|and|for|in|&)){1,14}(?<!\s[a-z&])(?<!\s[a-z]{2})(?<!\s[a-z]{3})"
)
_KIND = re.compile(
    r"\b(?:Conference|Symposium|Workshop|Journal|Transactions|Letters|Proceedings|Congress|Annals|Bulletin)\b"
)
_GLUED = re.compile(r"([A-Z][A-Za-z]{2,12})(?:['’]?\d\d|(?:19|20)\d\d)")


def _dated(text: str) -> str:
    """Return the year of the date that a piece of news begins with: "29/04/25: ...", "May 2024: ..."."""
    found = _DATE.match(text)
    if found is None:
        year = YEAR.search(text[:40])
        return year.group()[:4] if year else ""
    return whole_year(found["short"] or found["year"])
