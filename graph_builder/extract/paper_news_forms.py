"""Short forms in which news name a paper: "Accepted paper: (CEX-2020) *Looms that learn*", "[CEX 2020] "Looms"".

No sentence says that it is out; a label, the venue's tag, or the place of the title in front of its venue does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.page import Line
from graph_builder.extract.paper_rows import MarkIndex
from graph_builder.extract.paper_venues import known_venue
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.fields import whole_year
from graph_builder.extract.references.rules import QUOTED, YEAR, name_like
from graph_builder.model import MarkKind, Span

_AHEAD = re.compile(  # "07/2023 - ", "[Mar 2021]", "🎉"
    r"(?:[^\w\"“«\[(]|[\[(]?(?:\d{1,2}[./-]){0,2}(?:[A-Za-z]{3,9}\.?\s{1,2}(?:\d{1,2},?\s)?)?(?:19|20)\d\d(?:[./-]\d{1,2}){0,2}[\])]?(?![\w-]))*\s*"
)
_KIND = r"(?:papers?|publications?|articles?|pre-?prints?|(?:book\s)?chapters?|manuscripts?)"
_NEW = (
    r"(?:(?:new|latest|recent|accepted|published|journal|conference|workshop|full|short|long|peer-?reviewed|research)"
    r"\s){0,3}"
)
_OUT = r"(?:(?:is|was|has\sbeen|got)\s)?(?:now\s)?(?:accepted|published|out|online|available)"
_LABEL = re.compile(
    rf"[\[(]?(?:{_NEW}{_KIND}(?:\s{_OUT})?|accepted|published|phd\sthesis|thesis|dissertation)\s?[\])]?\s?(?:[:!–—]|(?<=[\])]))\s*",
    re.IGNORECASE,
)
# "One paper accepted to CEX 2020: Looms that learn", "New publication in Loom Letters (2020): ..."
_TOLD_AHEAD = re.compile(
    rf"(?:(?:our|my|one|an?|the|\d|new|first|second|another)\s){{0,3}}{_NEW}{_KIND}(?:\s{_OUT})?\s(?:to|at|in|by|for)\s(?P<venue>[A-Z][^:!?]{{1,80}}?)\s?[:!]\s+",
    re.IGNORECASE,
)
_ACCEPTED = re.compile(
    r"[\s,]{1,2}(?:(?:(?:has|have|was|is|got|will)\s)?(?:been\s|be\s|just\s|now\s)?(?:accepted|published|presented)|appear(?:s|ed)?)\s(?=(?:to|at|in|by|for|as|on)\s)"
)
_NO_TITLE = re.compile(
    rf"(?:our|my|we|i|one|two|three|four|five|six|\d+|an?\s{_KIND}|the\s{_KIND}|{_KIND}|work|happy|excited|glad|proud|thrilled)\b|.*\b{_KIND}$",
    re.IGNORECASE,
)
# "CEX 2020", "CEXw-2020", "Loom Letters, 2020", "CEX’20"
_VENUE = r"(?P<venue>[A-Z][\w&./+*-]*?(?:\s(?:[A-Z][\w&./-]*|of|on|the|and|in|for|&)){0,7}?)"
_DATED = rf"{_VENUE}(?:[\s,-]{{1,3}}[(]?(?P<year>(?:19|20)\d\d|['’]\d\d)[)]?)"
_IN_BRACKETS = re.compile(rf"[\[(]{_VENUE}(?:[\s,-]{{0,3}}(?P<year>(?:19|20)\d\d|['’]\d\d))?[\])]")
_BEHIND = re.compile(rf"[\s,.:;”\"’')!]{{0,4}}(?:(?:to|at|in|by|for|as|on|@|\||–|—|-)\s?(?:the\s)?)?{_DATED}(?!\d)")
_LEADING = re.compile(
    rf"(?:to|at|in|by|for|@)\s(?:the\s)?{_VENUE}(?:[\s,-]{{1,3}}(?P<year>(?:19|20)\d\d))?(?=[.,;!)]|\s(?:with|proceedings)|\s?$)"
)
_TAG = re.compile(rf"[\[(]?{_DATED}[\])]?\s?[:–—-]?\s*(?=[\"“«])")
_AHEAD_OF_TITLE = re.compile(rf"(?:(?:at|in|to)\s)?{_DATED}\s?[,:]\s*")
_WITH = re.compile(
    r"[\s,.”\"’')]{0,4}(?:joint(?:ly)?\s(?:work\s)?)?with\s(?P<names>[A-Z](?:[^.;()]|(?<=[\s.][A-Z])\.){3,200}?)(?=,?\s(?:at|in|to|accepted|has|was)\s|[.;(]|$)"
)
_ACRONYM = re.compile(r"[A-Z][\w/&-]*[A-Z][\w/&-]*")
_OTHER = re.compile(
    r"\b(?:talks?|posters?|posts?|tutorials?|demos?|panels?|keynotes?|lectures?|podcasts?|interviews?|reviewe[rd]|seminars?|course)\b",
    re.IGNORECASE,
)
_LEAST_WORDS, _MOST_WORDS = 3, 30


def short_news(line: Line, marks: MarkIndex) -> Iterator[Reference]:
    """Yield the paper that a line of news names in a short form."""
    text = line.text
    if len(text) > 400:
        return
    start = _AHEAD.match(text)
    at = start.end() if start is not None else 0
    label = _LABEL.match(text, at) or _TOLD_AHEAD.match(text, at)
    tag = _TAG.match(text, at) if label is None else None
    begin = label.end() if label is not None else tag.end() if tag is not None else at
    title = _title(line, begin, marks, bare=label is not None)
    if title is None:
        title = _before_accepted(text, begin)
    if title is None or _OTHER.search(text, 0, title.start):
        return
    names = _names(text, title.end)
    places = [tag, label if label is not None and "venue" in label.groupdict() else None]
    places += [m for m in _IN_BRACKETS.finditer(text) if m.end() <= title.start or m.start() >= title.end][:1]
    places.append(_AHEAD_OF_TITLE.match(text, begin, title.start))
    behind = max(title.end, names[-1].end if names else 0)
    linked = (
        label is not None or tag is not None or _ACCEPTED.match(text, _closed(text, title.end)) is not None or names
    )
    if linked:
        places += [_BEHIND.match(text, title.end), _LEADING.search(text, title.end), _LEADING.search(text, behind)]
    for place in places:
        if place is None or not place["venue"]:
            continue
        name = re.sub(r"[\s,-]*[(]?(?:19|20)\d\d[)]?$", "", place["venue"]).rstrip(" ,")
        if len(name) < 2 or not (known_venue(name) or _ACRONYM.fullmatch(name.split()[0]) or place is label):
            continue
        venue = Span(place.start("venue"), place.start("venue") + len(name))
        year = place.groupdict().get("year") or _year(text, venue.end, title) or _year(text, 0, None, at)
        year = whole_year(year.strip("'’")) if year else ""
        yield Reference(text, tuple(names), True, title, venue, year, kind="paper", confidence=0.75)
        return
    if label is not None and re.match(r"\W{0,2}(?:phd\s)?(?:thesis|dissertation)", label.group(), re.IGNORECASE):
        yield Reference(
            text, tuple(names), True, title, None, _year(text, title.end, None), kind="thesis", confidence=0.7
        )


def _closed(text: str, at: int) -> int:
    """Return the place behind the quotation mark or bracket that closes a title."""
    while at < len(text) and text[at] in "”\"'’»*_":
        at += 1
    return at


def _title(line: Line, begin: int, marks: MarkIndex, *, bare: bool) -> Span | None:
    """Return the title behind a place: in quotes, set off or linked; *bare* ones may be plain words too."""
    text, start = line.text, line.span.start
    quoted = QUOTED.search(text, begin)
    if quoted is not None:
        return _trimmed(text, *quoted.span(1 if quoted.group(1) else 2))
    for mark in marks.within(line.span):
        if mark.kind in {MarkKind.ITALIC, MarkKind.LINK, MarkKind.BOLD} and mark.span.start - start >= begin:
            found = _trimmed(text, mark.span.start - start, min(mark.span.end - start, len(text)))
            if found is not None:
                return found
    if not bare:
        return None
    stop = re.compile(
        r"\s[\[(]|[,.]\s(?:in\s|at\s)?[A-Z][\w&.-]*(?:\s[\w&.-]+){0,6}?\s(?:19|20)\d\d|\s(?:at|@)\s[A-Z]|$"
    ).search(text, begin + 8)
    ahead = _AHEAD_OF_TITLE.match(text, begin)
    return _trimmed(text, ahead.end() if ahead is not None else begin, stop.start() if stop is not None else len(text))


def _before_accepted(text: str, begin: int) -> Span | None:
    """Return plain words that are said to be accepted: "Looms that learn accepted to CEX 2020!"."""
    said = _ACCEPTED.search(text, begin)
    if said is None or _NO_TITLE.match(text[begin : said.start()]):
        return None
    return _trimmed(text, begin, said.start())


def _trimmed(text: str, begin: int, end: int) -> Span | None:
    """Return what can be a title between two places."""
    title = text[begin:end].strip(" ,.;:“”\"'!")
    words = title.split()
    if not _LEAST_WORDS <= len(words) <= _MOST_WORDS or not title[:1].isupper():
        return None
    if known_venue(title) or name_like(title) >= 0.95:
        return None
    at = text.index(title, begin)
    return Span(at, at + len(title))


def _names(text: str, start: int) -> list[Name]:
    """Return the co-authors named behind a title."""
    found = _WITH.search(text, start)
    if found is None:
        return []
    names = split_authors(found["names"], found.start("names"))[0]
    return list(names) if all(len(n.name.split()) > 1 for n in names) else []


def _year(text: str, start: int, title: Span | None, end: int | None = None) -> str:
    """Return the year right behind a venue, or one in a stretch."""
    stop = end if end is not None else start + 10
    found = YEAR.search(text, start, stop if end is not None else min(len(text), stop))
    return (
        found.group()[:4]
        if found is not None and (title is None or not title.start <= found.start() < title.end)
        else ""
    )
