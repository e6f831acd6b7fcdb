"""Facts as a document prints them: each name and value with its place, and dates read from what is printed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from graph_builder.extract.normalise.dates import MONTHS, PRESENT, find_dates, is_present
from graph_builder.model import Relation, Span

SERVICE_ROLES = ("reviewer", "program committee", "area chair", "chair", "editor", "organizer", "other")
"""The duties that facts of service name."""

_LONGEST_DATED_LINE = 2_000  # characters
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20[0-4]\d)(?!\d)")
_SHORT_YEAR = re.compile(r"(?<!\d)['’]?(\d\d)(?!\d)")
_SHORT_DATE = re.compile(r"(?:([^\W\d_]{3,12})|(1[0-2]|0?[1-9])(?=\W))[\s./-]{0,2}['’‘`]?(\d\d)")


@dataclass(frozen=True, slots=True)
class Printed:
    """A name or value as the document prints it, and where."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class PrintedFact:
    """A fact whose name and values stand in the document.

    *name* is what it is about: an organization, title, topic, award, venue, or another person; *evidence* are the lines
    that state it; *values* are those of the relation's schema, *places* where each is printed. *is_advisor* tells the
    direction of advising, *sure* how likely a tagger thinks its words.
    """

    relation: Relation
    name: Printed
    evidence: Span
    values: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Span] = field(default_factory=dict)
    unit: Printed | None = None
    venue: Printed | None = None
    authors: tuple[Printed, ...] = ()
    is_advisor: bool = False
    sure: float = 1.0


@dataclass(slots=True)
class Findings:
    """What one reader found: the subject's name and other forms, the facts, and how many values no line bears out.

    A tagger has *subjects*: each place where it reads the subject's name, with how likely it is that.
    """

    subject: Printed | None = None
    subjects: list[tuple[Printed, float]] = field(default_factory=list)
    also: tuple[str, ...] = ()
    facts: list[PrintedFact] = field(default_factory=list)
    dropped: int = 0


def visible(text: str) -> str:
    """Return a text without control characters, characters of no width, and halves of surrogate pairs."""
    return "".join(c for c in text if c.isprintable() or c.isspace())


def sides(text: str, start: Printed | None, end: Printed | None, *, open_end: bool = False) -> dict[str, str]:
    """Return the start and end of a fact from the places of a text where they are printed.

    >>> sides("2015-19", Printed("2015", Span(0, 4)), Printed("19", Span(5, 7)))
    {'start': '2015', 'end': '2019'}
    >>> sides("2018 - Doctorate", None, Printed("2018", Span(0, 4)))
    {'end': '2018'}
    >>> sides("seit 2019", Printed("2019", Span(5, 9)), None), sides("bis 2019", Printed("2019", Span(4, 8)), None)
    ({'start': '2019', 'end': 'present'}, {'end': '2019'})
    """
    found: dict[str, str] = {}
    printed = _range(text, start, end)
    if printed is not None:
        return {side: value for side, value in zip(("start", "end"), printed, strict=True) if value}
    if start:
        found["start"] = _date(start.text, "start")
    if end:
        found["end"] = _date(end.text, "end", found.get("start", ""))
        if start and not _YEAR.search(start.text):
            found["start"] = _without_year(start.text, found["end"]) or found["start"]
    elif open_end:
        found["end"] = PRESENT
    return {side: value for side, value in found.items() if value}


def _range(text: str, start: Printed | None, end: Printed | None) -> tuple[str, str] | None:
    """Return both sides of the printed range that the sides given are parts of; a start alone is of an open one."""
    given = [side.span for side in (start, end) if side]
    if not given:
        return None
    first, last = given[0].start, given[-1].end
    line = Span(text.rfind("\n", 0, first) + 1, _end_of_line(text, last))
    if last < first or len(line) > _LONGEST_DATED_LINE:
        return None
    for found in find_dates(line.of(text), line.start):
        inside = found.span.start <= first and last <= found.span.end
        # An end begins no range: the dash of "2018 - Doctorate" leaves nothing open, and "until 2018" has no start.
        is_range = not found.start or ((start or first > found.span.start) and (end or found.end == PRESENT))
        if inside and found.end and is_range:
            return found.start, found.end
    return None


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _date(printed: str, side: str, start: str = "") -> str:
    """Return a printed date as ISO 8601; a word without digits that ends a range means that it goes on.

    >>> _date("Sept. 2019", "start"), _date("19", "end", "2015"), _date("heute", "end"), _date("bald", "start")
    ('2019-09', '2019', 'present', '')
    >>> _date("01.23", "start"), _date("luglio 98", "end")
    ('2023-01', '1998-07')
    """
    dates = find_dates(printed)
    if dates:
        first = dates[0]
        return (first.end or first.start) if side == "end" else (first.start or first.end)
    if not any(char.isdigit() for char in printed):
        return PRESENT if side == "end" and (is_present(printed) or printed) else ""
    short = _SHORT_YEAR.fullmatch(printed.strip(" ."))
    if short and start:
        century = int(start[:2]) + (int(short.group(1)) < int(start[2:4]))
        return f"{century}{short.group(1)}"
    if dated := _SHORT_DATE.fullmatch(printed.strip(" .")):
        word, number, year = dated.groups()
        month = int(number) if number else MONTHS.get(word.casefold())
        return f"{_with_century(year)}-{month:02}" if month else _with_century(year)
    return year_in(printed)


def _without_year(printed: str, end: str) -> str:
    """Return a start that is printed as a month alone, in the year of its end, or nothing.

    >>> _without_year("07", "2008-08"), _without_year("Jan.", "1977-02"), _without_year("15", "2019")
    ('2008-07', '1977-01', '')
    """
    year, _, month = end.partition("-")
    if not month:
        return ""
    if printed.strip(" .").isdecimal():
        number = int(printed.strip(" ."))
        return f"{year}-{number:02}" if 1 <= number <= 12 else ""
    dates = find_dates(f"{printed.rstrip('.')} {year}")
    return dates[0].start if len(dates) == 1 and dates[0].start.startswith(year) else ""


def year_in(printed: str) -> str:
    """Return the first year in a text.

    >>> year_in("1998"), year_in("ICML'07"), year_in("平成"), year_in("pp. 2096-2102")
    ('1998', '2007', '', '')
    """
    found = _YEAR.search(printed)
    if found:
        return found.group(1)
    dates = find_dates(printed)
    if dates and dates[0].year:
        return dates[0].year
    short = _SHORT_YEAR.search(printed)
    return "" if short is None else _with_century(short.group(1))


def _with_century(year: str) -> str:
    """Return a year of two digits with its century."""
    return f"{19 if int(year) > 50 else 20}{year}"
