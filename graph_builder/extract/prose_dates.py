"""Dates of the degrees and positions that a sentence tells: which is whose, and whether it is a start or an end."""

from __future__ import annotations

import re
from itertools import pairwise

from graph_builder.extract.dates import PRESENT, DateRange
from graph_builder.extract.titles import Piece

Shares = dict[int, tuple[Piece, DateRange | None]]
"""Place and date, if one is told, by the index of a title."""

# "Before joining X in 1999, I was ...": when the next post began.
_JOINED = re.compile(
    r"(?:^|[.;]\s)(?:Before|Prior\s+to)\s+(?:re)?(?:[Jj]oin|com|mov|start)ing\s[^,;]{1,80}\s(?:in|on)\s+$"
)
_ITS_DATE = re.compile(r"\s*[(,]\s*|(?:\s+degree)?\s+in\s+[A-Z][\w&-]*(?:\s[\w&-]+){0,4}\s*\(")
_FRONT = re.compile(r"(?:^|[,;.]\s+|\band\s+)(?:then\s+)?(?:in|during|since|from)\s+(?:the\s+)?$", re.IGNORECASE)
_STARTED = re.compile(
    r"\b(?:since|depuis|seit|desde|dal|(?:co-?)?found(?:ed|ing)|join(?:ed|ing)?|start(?:ed|ing)?|began|beginning|became|becoming|took\s+up|moved|came|returned|arrived|promoted|appointed|hired)\b",
    re.IGNORECASE,
)
# "before joining X": another start than the one that is told.
_BEFORE = re.compile(
    r"\b(?:before|prior\s+to|after|upon|until)\s+(?:re)?(?:join|start|found|beginn)ing\b", re.IGNORECASE
)
_AND = re.compile(r"\s*(?:,|,?\s+and|&)\s*(?:in\s+)?")
_DATED = re.compile(r",?\s+(?:(?:in|from|during|between)\s+(?:the\s+)?)?")


def date_of(
    text: str, dates: tuple[DateRange, ...], title: Piece, place: Piece, clause: tuple[int, int], *, late: bool
) -> DateRange | None:
    """Return the date of a title: in brackets behind it, else before or behind as the sentence has it."""
    for date in dates:
        if date.span.start >= title.end and _ITS_DATE.fullmatch(text, title.end, date.span.start):
            return date
    begin, stop = clause
    dates = tuple(d for d in dates if not (d.span.end <= title.start and _JOINED.search(text[: d.span.start])))
    told = [d for d in dates if d.span.end <= title.start and _FRONT.search(text[: d.span.start])]
    if (
        told
        and told[-1].span.start >= begin
        and re.fullmatch(r",?\s+(?:I|he|she|they)\s+", text[told[-1].span.end : title.start])
    ):
        return told[-1]  # "and in summer 2023 I interned at X"
    behind = [
        d
        for d in dates
        if title.start <= d.span.start < stop and not _other_date(text, max(title, place, key=lambda p: p.start), d)
    ]
    before = [d for d in dates if begin <= d.span.start and d.span.end <= title.start]
    if late:
        return behind[0] if behind else None
    return before[-1] if before else behind[0] if behind else None


def own_date(text: str, dates: tuple[DateRange, ...], place: Piece, *, listed: bool) -> DateRange | None:
    """Return the date right behind a place, which is its own: in brackets, or in a list of places with their dates."""
    for date in dates:
        if date.span.start >= place.end:
            between = text[place.end : date.span.start]
            if re.fullmatch(r"\s*\(", between) or (listed and re.fullmatch(_DATED, between)):
                return date
    return None


def respective(text: str, named: list[Piece], places: list[Piece], dates: tuple[DateRange, ...]) -> Shares:
    """Return the place and date of each title by its index, where a sentence gives them "respectively", or as a list.

    Places alone may be given so, too: "the BS and PhD degrees from X and Y, respectively".

    >>> from graph_builder.extract.dates import find_dates
    >>> text = "the BS and PhD degrees from X in 2010 and 2015, respectively"
    >>> named = [Piece(4, 6, "BS", "bachelor"), Piece(11, 14, "PhD", "doctorate")]
    >>> [d.year for _, d in respective(text, named, [Piece(28, 29, "X")], find_dates(text)).values() if d]
    ['2010', '2015']
    """
    listed = [i for i, t in enumerate(named) if t.value and not t.verb]
    if len(listed) < 2:
        return {}
    runs = _runs(listed, named, places)
    ends = [*(named[run[0]].start for run in runs[1:]), len(text)]
    shares: Shares = {}
    for run, end in zip(runs, ends, strict=True):
        start = named[run[-1]].end
        own = [d for d in dates if start <= d.span.start < end]
        behind = [p for p in places if start <= p.start < end] or _in_front(text, named[run[0]], places)
        same = len(behind) == len(run)
        if len(own) == len(run) > 1 and (same or len(behind) == 1) and _parallel(text[start:end], text, own):
            shares |= {title: (behind[i if same else 0], own[i]) for i, title in enumerate(run)}
        elif same and len(run) > 1 and RESPECTIVELY.search(text, start, end):
            shares |= {title: (behind[i], None) for i, title in enumerate(run)}
    if not shares and "respectively" in text and len(dates) == len(listed) == len(runs) > 1:
        heads = [
            next((p for p in places if named[i].end <= p.start < e), None) for i, e in zip(listed, ends, strict=True)
        ]
        last = max((p.end for p in heads if p is not None), default=len(text))
        if all(
            d.span.start >= last for d in dates
        ):  # "the BS from X and the PhD from Y in 2010 and 2015, respectively"
            shares = {i: (p, d) for i, p, d in zip(listed, heads, dates, strict=True) if p is not None}
    return shares


RESPECTIVELY = re.compile(r"\brespectively\b", re.IGNORECASE)
# "at X, where I earned my" BSc and MSc in 2010 and 2012, respectively
_EARNED_THERE = re.compile(
    r"(?:\s\([^()]{1,40}\))?,?\s(?:where|from\swhich)\s(?:I|he|she|they)\s(?:\w+\s){0,2}"
    r"(?:received|earned|completed|obtained|finished|did|got|took|holds?)\s(?:(?:my|his|her|their|an?|both|the)\s){0,2}"
)


def _in_front(text: str, title: Piece, places: list[Piece]) -> list[Piece]:
    """Return the place in front of a degree that its clause speaks of."""
    front = [p for p in places if p.end <= title.start][-1:]
    return front if front and _EARNED_THERE.fullmatch(text, front[0].end, title.start) else []


def _runs(listed: list[int], named: list[Piece], places: list[Piece]) -> list[list[int]]:
    """Return the titles that are named together, before the place where they were taken."""
    runs: list[list[int]] = []
    for index in listed:
        before = named[runs[-1][-1]].end if runs else 0
        if runs and not any(before <= p.start < named[index].start for p in places):
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _parallel(stretch: str, text: str, dates: list[DateRange]) -> bool:
    """Tell whether dates belong to the titles in front of them one by one."""
    pairs = pairwise(dates)
    return "respectively" in stretch or all(_AND.fullmatch(text[a.span.end : b.span.start]) for a, b in pairs)


# What a date behind a place tells of; a degree "from X, awarded in 2013" is not told of otherwise.
_OTHER_DEED = re.compile(
    r"\b(?:where|after\s+which|received|won|awarded(?!\s*(?:with\b|in\b|on\b|$)))\b|\bawarded\s+an?\b"
)
# "at X, which I joined in 2003", "at X, where he has taught since 2003", "at X, having arrived in 2003"
_SINCE_THEN = re.compile(
    r"(?:\s\([^()]{1,40}\)|,\s[A-Z][\w.-]*){0,2},?\s(?:(?:which|that)\s(?:I|he|she|they)\sjoined\s(?:in|on)"
    r"|where\s(?:(?:I|he|she|they)(?:\s(?:have|has)|['’](?:ve|s))\s(?:been(?=\s(?:since|[a-z]{3,12}ing\b|employed|based|a\smember|on\sthe\sfaculty))|worked|taught|served)"
    r"(?:\s(?:working|teaching|employed|based|a\smember|on\sthe\sfaculty))?(?:\ssince)?|(?:I|he|she|they)\s(?:began|started|arrived)(?:\s(?:working|teaching))?\sin)"
    r"|having\s(?:joined|started|arrived|begun)(?:\sthere|\sas\s[^.;,]{2,40}?|\sthe\s(?:faculty|university|department))?\sin)"
    r"\s(?:the\s)?(?:(?:fall|spring|summer|autumn)\s(?:of\s)?)?$",
    re.IGNORECASE,
)


def begun_there(text: str, dates: tuple[DateRange, ...], place: Piece) -> DateRange | None:
    """Return the date since which one is at a place, as the clause behind it says: "which I joined in 2003"."""
    behind = (d for d in dates if place.end < d.span.start and d.start and d.end in {"", PRESENT})
    return next((d for d in behind if _SINCE_THEN.fullmatch(text, place.end, d.span.start)), None)


def _other_date(text: str, place: Piece, date: DateRange) -> bool:
    """Tell whether a new clause parts a date from the place before it."""
    between = text[place.end : date.span.start]
    if re.search(r"\band\s+(?:(?:in|from|during|since)\s+(?:the\s+)?)?$", between):
        return True  # "at X, and in 2019 I was at Y"
    return _OTHER_DEED.search(between) is not None


def clause_of(text: str, title: Piece, date: DateRange | None, earned: list[int]) -> str:
    """Return what of a sentence tells when a degree was earned, where one of the verbs at *earned* says that it was.

    "I earned my PhD at X in 2013, then moved to Y": what began is another thing, as it is in "My journey began at X,
    where I earned my PhD in 2013" and "After my PhD (2013), I moved".
    """
    if date is None:
        return text
    done = _DONE.search(text, title.end, max(title.end, date.span.start))
    if done is not None:  # "moved to X for my PhD, which I finished in 2013"
        return text[done.start() : date.span.end]
    bracketed = text.rfind("(", 0, date.span.start) > text.rfind(")", 0, date.span.start)
    if not (earned or bracketed):
        return text
    return text[earned[-1] if earned else title.start : max(title.end, date.span.end)]


_DONE = re.compile(
    r"\b(?:finish(?:ed|ing)|complet(?:ed|ing)|defend(?:ed|ing)|obtain(?:ed|ing)|graduat(?:ed|ing)|received|earned|was\s(?:awarded|conferred))"
    r"(?:[^.;,]{0,60}\s(?:in|on|by)|\sit)?\s(?:[A-Z][a-z]{2,8}\.?\s)?\Z"
)


def education_dates(date: DateRange | None, *, running: bool, text: str) -> tuple[str | None, str | None]:
    """Return start and end of a degree; a single date is its end, unless it is under way."""
    if date is None:
        return None, PRESENT if running else None
    if not date.single:
        return date.start or None, date.end or None
    if running or _STARTED.search(_BEFORE.sub("", text)):
        return date.start or None, PRESENT if running else None
    return None, date.end or date.start or None


_JUST_BEGUN = re.compile(
    r"\b(?:(?:recently|just|currently|newly)\s(?:started|begun|began|starting|beginning|enrolled\sin|joined|entered)|am\s(?:starting|beginning)"
    r"|(?:am|is|['’]m)\s(?:currently\s|now\s)?(?:doing|enrolled\sin|completing)|(?:currently|now)\s(?:doing|completing))"
    r"\s(?:(?:my|the|an?|his|her)\s)?(?:[a-z-]{3,12}\s){0,2}$"
)


def just_begun(clause: str) -> bool:
    """Tell whether the clause in front of a degree says that it has lately begun: "I recently started my"."""
    return _JUST_BEGUN.search(clause) is not None


def job_dates(date: DateRange | None, clause: str, *, past: bool) -> tuple[str | None, str | None]:
    """Return start and end of a position; what is told in the present tense goes on."""
    if date is None:
        return None, None if past else PRESENT
    if not date.single:
        return date.start or None, date.end or None
    if _STARTED.search(clause):
        return date.start or None, None if past else PRESENT
    if past:
        return date.start or None, date.start or date.end or None
    return (
        (date.start or None, PRESENT)
        if re.search(r"\b(?:since|depuis|seit|desde|dal)\b", clause, re.IGNORECASE)
        else (None, PRESENT)
    )
