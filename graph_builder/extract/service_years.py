"""Years beside venues: runs and ranges of them, short ones, and those that belong to a name."""

from __future__ import annotations

import re

_YEAR = r"(?:(?:19|20)\d\d(?:/(?:0?[1-9]|1[0-2])(?!\d))?)"
_WHEN = (
    r"(?:(?<![A-Za-z])(?i:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|spring|summer|fall|autumn|winter)"
    r"(?:(?i:[a-z]{0,6})\.?)\s{1,3}(?:\d{1,2}(?:\s?[-–]\s?\d{1,2})?,?\s{1,3})?|(?<!\d)\d{1,2}/)"
)
"""A month or season, and the days, before a year."""
# A year, a run of years or a range of years, with the brackets and apostrophes around it.
_YEARS = re.compile(
    rf"[\s(\[,]{{0,6}}{_WHEN}?(?:['’‘`]\s?\d\d(?!\d)|(?<=[A-Z]{{2}})(?<!COVID)-[0-2]\d(?![\d-])|(?<![\d.]){_YEAR}(?!\d))"
    rf"(?:\s*[-–—/,&+;]+\s*(?:and\s+)?{_WHEN}?(?:['’‘`]\s?\d\d(?!\d)|{_YEAR}(?!\d)|\d\d(?![\d\w])|[Pp]resent|[Nn]ow"
    rf"|[Cc]urrent)|\s+(?:and|to)\s+{_WHEN}?{_YEAR})*"
    r"\s*[-–—]{0,2}\s*[\])]*"
)
_NUMBER = re.compile(r"-\d\d[\s)]*")
"""A number behind a name, as in "HPDC-22": a year only where no other is given."""
_ONE = re.compile(
    r"(?P<dash>(?:[-–—]{1,3}|(?<=\s)(?:to|until)\s)\s{0,3}(?:[A-Z][a-z]{2,8}\.?\s+|\d\d?/)?)?(?:['’‘`]\s?(?P<short>\d\d)|(?P<full>(?:19|20)\d\d)(?:/(?P<half>0?[1-9]|1[0-2])(?!\d))?"
    r"|(?P<bare>\d\d)(?!\d))"
)


def year_runs(text: str) -> list[re.Match[str]]:
    """Return the runs of years; a lone two-digit number or a year inside a word is none."""
    runs = list(_YEARS.finditer(text))
    full = any(re.search(r"\d{4}", m.group()) for m in runs)
    return [m for m in runs if not (full and _NUMBER.fullmatch(m.group()))]


_EVENT_PART = re.compile(
    r"(?:(?:\d{1,2}(?:st|nd|rd|th)\s+(?:[\w-]+\s+){1,6}?)|(?:\w+\s+){0,2}?)(?:workshops?|tutorials?|special\s+session|shared\s+task|challenge|competition"
    r"|minisymposium|doctoral\s+consortium)\b",
    re.IGNORECASE,
)
INNER_YEAR = re.compile(rf"(?<=[A-Za-z)])\s(?:{_YEAR}|['’]\d\d)\s(?={_EVENT_PART.pattern})", re.IGNORECASE)


def years_of(text: str, *, expand: bool = True) -> tuple[str, ...]:
    """Return the years of a run such as "2019, 2021-23" or "'19–'22"; an open range counts as its first year.

    Unless *expand*, a closed range counts as its first year too.

    >>> years_of("(2017,2018, 2020)"), years_of("2019–2021"), years_of("2018 - present"), years_of("'22")
    (('2017', '2018', '2020'), ('2019', '2020', '2021'), ('2018',), ('2022',))
    """
    years: list[int] = []
    for match in _ONE.finditer(text):
        digits = match["full"] or match["short"] or match["bare"]
        year = int(digits) if len(digits) == 4 else 2000 + int(digits) if int(digits) < 45 else 1900 + int(digits)
        if match["bare"] and not years and not (match["dash"] and match.start() == 0):
            continue
        if match["dash"] and years and 0 < year - years[-1] <= 40:
            years.extend(range(years[-1] + 1, year + 1) if expand else ())
        else:
            years.append(year)
    return tuple(dict.fromkeys(str(y) for y in years if 1940 <= y <= 2049))


YEARS_ONLY = re.compile(
    r"^[\W\d]{0,40}(?:present|now|current|since|fall|spring|summer|autumn|winter)?[\W\d]{0,20}$", re.IGNORECASE
)
"""A line of years, or of signs alone."""
MONTH = re.compile(
    r"(?i)\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?|(?<=\d)(?:st|nd|rd|th))\b\.?"
)
"""Months, and the ends of ordinals behind days."""


_YEAR_MONTH = re.compile(
    r"^(\W{0,3}(?:19|20)\d\d,?\s)(" + MONTH.pattern[4:] + r"(?=\s?[:).,–—-]|\s[A-Z]))", re.IGNORECASE
)
"""The month behind the year that a line begins with: "(2018 March) Annual Conference"."""


def undated(text: str) -> str:
    """Return a text with spaces in place of the month behind a year, and of those of cells that hold a date alone."""
    if "\t" not in text:
        return _YEAR_MONTH.sub(lambda m: m[1] + " " * len(m[2]), text)
    cells = text.split("\t")
    return "\t".join(
        MONTH.sub(lambda m: " " * len(m.group()), c) if YEARS_ONLY.match(MONTH.sub("", c)) else c for c in cells
    )


_NAMED = re.compile(r"(?:19|20)\d\d[\d\s,–—/-]*")


def years_in(text: str) -> tuple[str, ...]:
    """Return the years that a text names, those inside ranges too."""
    return tuple(dict.fromkeys(y for m in _NAMED.finditer(text) for y in years_of(m.group())))


def begun_in(text: str) -> tuple[str, ...]:
    """Return the years that a text names, of ranges the first."""
    found = (y for m in _NAMED.finditer(text) for y in years_of(m.group(), expand=False))
    return tuple(dict.fromkeys(found))
