"""Dates of a running degree or post that a sentence of its own tells: when it began, when it is expected to end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from graph_builder.extract.dates import PRESENT, find_dates
from graph_builder.extract.entry_houses import organization_root
from graph_builder.extract.prose_facts import Fact
from graph_builder.model import Relation

_GRADUATION = re.compile(
    r"\b(?:expect(?:s|ed|ing)?|plan(?:s|ning)?|anticipat(?:e|es|ed|ing)|hope|scheduled|set|will)\s+(?:to\s+|be\s+)?"
    r"(?:graduat(?:e|ing|ion)|defend|finish|complete|receive|obtain|earn)\b",
    re.IGNORECASE,
)
# "I started my PhD studies in October 2019."
_STARTED = re.compile(
    r"\b(?:[Ss]tarted|[Bb]egan|[Cc]ommenced)\s(?:my|his|her|the)\s(?:[Pp][Hh]\.?\s?[Dd]\.?|[Dd]octora(?:l|te))"
    r"(?:\s(?:stud(?:y|ies)|fellowship|degree|program(?:me)?|position|project|research|journey))?"
    r"(?:,?\s(?:at|under|with|on)\s[^.;]{1,60}?)?,?\s(?:(?:in|from)\s)?(?:the\s)?$"
)
# "Before joining X in 2019, I was ...": when the post at X began.
_JOINING = re.compile(
    r"(?:^|[.;]\s)(?:Before|Prior\sto)\s(?:joining|moving\sto|coming\sto)\s(?:the\s)?"
    r"(?P<name>[^,;.]{1,80}?)(?:\sas\s[^,;.]{1,40}?)?,?\s(?:in|on)\s(?:(?:early|mid|late|the|(?:fall|spring|summer|autumn)\sof)\s)?$"
)
_LISTED = re.compile(r"\s(?:and|&)\s(?:the\s)?")


def dated_apart(facts: list[Fact], sentences: Iterable[str], whole: str) -> list[Fact]:
    """Return the facts, each that goes on with the start and the end that other sentences give it.

    Args:
        facts: what the running text tells.
        sentences: the sentences that speak of the subject.
        whole: the text of the document.
    """
    degrees = [i for i, f in enumerate(facts) if f.relation is Relation.EDUCATION and f.end == PRESENT]
    posts = [i for i, f in enumerate(facts) if f.relation is Relation.EMPLOYMENT and f.end == PRESENT and not f.start]
    if not degrees and not posts:
        return facts
    told = list(facts)
    for text in sentences:
        graduation = _GRADUATION.search(text) if len(degrees) == 1 else None
        joining = "joining" in text or "ing to" in text
        begun = len(degrees) == 1 and ("start" in text or "Start" in text or "began" in text or "ommenced" in text)
        if graduation is None and not (joining and posts) and not begun:
            continue
        for date in find_dates(text):
            before = text[: date.span.start]
            if graduation is not None and 0 <= len(before) - graduation.end() < 40 and date.single:
                told[degrees[0]] = replace(told[degrees[0]], end=date.start or date.end)
                graduation = None
            elif begun and date.start and not facts[degrees[0]].start and _STARTED.search(before):
                told[degrees[0]] = replace(told[degrees[0]], start=date.start)
            elif joining and date.single and date.start and (joined := _JOINING.search(before)) is not None:
                post = _joined(facts, posts, joined["name"], whole)
                if post is not None:
                    told[post] = replace(told[post], start=date.start)
    return told


def _joined(facts: list[Fact], posts: list[int], name: str, whole: str) -> int | None:
    """Return the index of the post held today where one of the named organisations is, or its sentence names it."""
    for house in _LISTED.split(name):
        root = organization_root(house)
        for post in posts:
            if facts[post].root == root or (house and house in facts[post].span.of(whole)):
                return post
    return None


# "2024/06: Graduated from X", "[May 2020] I have successfully defended my PhD thesis"
_GRADUATED = re.compile(r"\W{0,6}(?:I\s)?(?:have\s|just\s|officially\s){0,2}[Gg]raduated\sfrom\s(?:the\s)?(?=[A-Z])")
_DEFENDED = re.compile(
    r"\W{0,6}(?:I\s)?(?:have\s|just\s|officially\s){0,2}(?:[Ss]uccessfully\s)?[Dd]efended\s(?:my|his|her)\s"
    r"(?:Ph\.?\s?D\.?|[Dd]octoral)(?:\s(?:thesis|dissertation|degree))?\b"
)


def ended_in_news(facts: list[Fact], news: Iterable[str]) -> list[Fact]:
    """Return the facts, the one degree whose end a line of news dates with that end.

    Args:
        facts: what the running text tells.
        news: the lines of the news.
    """
    told = list(facts)
    for line in news:
        date = next(iter(find_dates(line[:40])), None)
        if date is None or date.span.start > 2 or not date.single:
            continue
        behind = line[date.span.end :]
        graduated, defended = _GRADUATED.match(behind), _DEFENDED.match(behind)
        if graduated is not None:
            open_ends = [
                i for i, f in enumerate(told) if f.relation is Relation.EDUCATION and f.title and not f.end
                and behind.startswith(f.house.text, graduated.end())
            ]  # fmt: skip
        elif defended is not None:
            open_ends = [i for i, f in enumerate(told) if f.title == "doctorate" and (not f.end or f.end == PRESENT)]
        else:
            continue
        if len(open_ends) == 1:
            told[open_ends[0]] = replace(told[open_ends[0]], end=date.start or date.end)
    return told
