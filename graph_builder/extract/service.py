"""Reviewing, programme committees, chairing, editing and organising."""

from __future__ import annotations

import re

from graph_builder.extract.dates import find_dates
from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Page, SectionKind
from graph_builder.extract.references import short_venue
from graph_builder.model import EntityKind, Relation, Span

_ROLES = (
    ("area chair", re.compile(r"\b(?:senior\s+)?(?:area\s+chair|meta-?\s?review(?:er|ing)?|action\s+editor)s?\b", re.IGNORECASE)),
    ("program committee", re.compile(
        r"\b(?:senior\s+)?(?:program(?:me)?|technical|scientific)\s+(?:program(?:me)?\s+)?committees?(?:\s+member(?:ship)?s?)?|\bT?PC\s+members?\b|\bTPC\b|\bSPC\b|\bPC\b",
        re.IGNORECASE)),
    ("editor", re.compile(r"\b(?:(?:guest|associate|managing|section|handling|chief|co-?)[\s-]+)*editor(?:s|ial)?(?:[\s-]in[\s-]chief)?(?:\s+board)?\b", re.IGNORECASE)),
    ("chair", re.compile(r"\b(?:[\w-]+\s+)?(?:co-?)?chair(?:s|ed|ing|person|man|woman)?\b", re.IGNORECASE)),
    ("organizer", re.compile(r"\b(?:co-?)?organi[sz](?:er|ers|ing|ed|ation)\b(?:\s+committee)?", re.IGNORECASE)),
    ("reviewer", re.compile(r"\b(?:[\w-]+\s+)?(?:(?:sub|peer)-?\s?)?(?:review(?:er|ers|ing|ed|s)?|referee(?:s|ing|d)?|gutachter)\b", re.IGNORECASE)),
)  # fmt: skip
_SPLIT = re.compile(r"\s*[;•·|\n\t]\s*|,\s+(?!\d{4})|,\s*(?=\d{4})|\s+and\s+(?=[A-Z])")


def service(page: Page, draft: Draft, person: str) -> None:
    """Add one claim for each role, venue and year in the sections on service."""
    for section in page.of_kind(SectionKind.SERVICE):
        outer = _role(section.title)
        for title in reversed(section.path):
            outer = outer or _role(title)
        for line in section.lines:
            own = _role(line.text)
            if own and len(line.text) < 60 and not _venues(line.text):
                outer = own
                continue
            _duties(line.text, line.span, own or outer or "other", draft, person)


def _role(text: str) -> str | None:
    for role, pattern in _ROLES:
        if pattern.search(text):
            return role
    return None


def _venues(text: str) -> list[tuple[str, Span, list[str]]]:
    """Return the venues of a line with their places and years."""
    for _, pattern in _ROLES:
        text = pattern.sub(lambda m: " " * len(m.group()), text)
    lead = re.match(
        r"^[\s:,.*\-–—()]*(?:(?:for|of|at|in|the|member|served|as|a|an|journals?|conferences?)\b[\s:,]*)*",
        text,
        re.IGNORECASE,
    )
    at = lead.end() if lead else 0
    found: list[tuple[str, Span, list[str]]] = []
    start = at
    for stop in [*(m.span() for m in _SPLIT.finditer(text, at)), (len(text), len(text))]:
        piece = text[start : stop[0]]
        years = [d.year for d in find_dates(piece)]
        name = piece
        for d in find_dates(piece):
            name = name.replace(d.span.of(piece), " ")
        name = " ".join(name.split()).strip(" :,.()[]-–—*'’\"")
        name = re.sub(r"^(?:for|of|at|in|the|and)\s+|\s*\(\s*\)", "", name)
        if len(name) >= 2 and any(c.isupper() for c in name):
            found.append((name, Span(start, stop[0]), years))
        elif years and found:
            found[-1][2].extend(years)
        start = stop[1]
    return found


def _duties(text: str, span: Span, role: str, draft: Draft, person: str) -> None:
    for name, where, years in _venues(text):
        venue = short_venue(name) or name
        at = Span(span.start + where.start, span.start + where.end)
        mention = draft.mention(EntityKind.VENUE, venue, at)
        for year in years or [""]:
            draft.claim(
                Relation.SERVICE,
                {"person": person, "venue": mention},
                span,
                "sections/service",
                0.75,
                {"role": role, "year": year},
            )
