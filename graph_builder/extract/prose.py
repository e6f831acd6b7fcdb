"""Degrees and positions stated in running text: "I am a researcher at X", "I received my PhD from Y in 2014"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.dates import PRESENT, DateRange, find_dates
from graph_builder.extract.draft import Draft
from graph_builder.extract.fields import degree_in
from graph_builder.extract.lexicon import ORGANIZATION, is_place, is_role
from graph_builder.extract.page import Page, SectionKind
from graph_builder.gazetteer import load
from graph_builder.model import EntityKind, Relation, Span

_SENTENCE = re.compile(r"(?<=[\w)\]”\"])[.!?](?:\s+(?=[A-Z(“\"])|$)|\n+")
_CLAUSE = re.compile(
    r",?\s+(?:and\s+(?:an?\s+(?=[A-Z]|Ph)|my\s+|then\s+|previously\s+|before\s+that,?\s+)|where\s+|after\s+which\s+)|;\s+"
)
_ORG_WORD = r"(?:[A-ZÀ-ÖØ-Þ][\w.&’'-]*|of|the|for|and|de|la|di|du|des|in|at|[一-鿿]+)"
_AT = re.compile(r"(?:\bat|\bfrom|\bwith|@|\bin|\bof|\bjoined|\bby|\bto)\s+(?:the\s+)?(?=[A-Z一-鿿])")
_EARNED = re.compile(
    r"\b(?:received|obtained|earned|completed|got|hold|holds|finished|awarded|graduated|did|defended|degree|pursu\w+|studied|"
    r"candidate|student|studying|alumn\w+|majored|have\s+(?:an?|my))\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|worked|interned|spent|previously|before|prior|earlier|former(?:ly)?|until|received|obtained|earned|"
    r"completed|graduated|held|have\s+(?:interned|worked|been)|did|past)\b",
    re.IGNORECASE,
)
_STUDENT = re.compile(r"\b(?:student|candidate|pursuing|studying|currently)\b", re.IGNORECASE)


def prose(page: Page, draft: Draft, person: str) -> None:
    """Add degrees and positions that the running text of the document's head states."""
    for section in page.of_kind(SectionKind.ABOUT, SectionKind.EDUCATION, SectionKind.EMPLOYMENT):
        for line in section.lines[:40]:
            if len(line.text) < 25 or section.kind is not SectionKind.ABOUT and not re.search(r"\bI\b", line.text):
                continue
            for start, end in _clauses(line.text):
                _clause(line.text[start:end], line.span.start + start, draft, person)


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for match in _SENTENCE.finditer(text):
        yield from _parts(text, at, match.start() + 1)
        at = match.end()
    yield from _parts(text, at, len(text))


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in _CLAUSE.finditer(text, start, end):
        yield at, match.start()
        at = match.start()
    yield at, end


def _clause(text: str, start: int, draft: Draft, person: str) -> None:
    """Add what one clause states: the first degree or role in it, with the organisation behind it."""
    if not re.search(r"\b(?:I|my|he|she|they|his|her|is|was|am)\b|^(?:,?\s*and\b|An?\s)|^[A-Z]", text):
        return
    houses = list(_houses(text))
    if not houses:
        return
    dates = find_dates(text)
    date = dates[0] if dates else None
    degree = degree_in(text)
    span = Span(start, start + len(text))
    if degree is not None and _EARNED.search(text):
        name, begin, end = next(((n, b, e) for n, b, e in houses if b > degree[0]), houses[0])
        where = Span(start + begin, start + end)
        organization = draft.mention(EntityKind.ORGANIZATION, name, where)
        running = bool(_STUDENT.search(text)) and not _PAST.search(text)
        values = {"degree": degree[2], "field": _field(text, degree[1]), **_when(date, running)}
        draft.claim(
            Relation.EDUCATION, {"person": person, "organization": organization}, span, "prose/education", 0.7, values
        )
        return
    role = _role(text)
    if role is None:
        return
    name, begin, end = next(((n, b, e) for n, b, e in houses if b > role[1]), houses[0])
    organization = draft.mention(EntityKind.ORGANIZATION, name, Span(start + begin, start + end))
    present = not _PAST.search(text)
    values = {
        "role": role[0],
        "start": date.start if date else None,
        "end": (date.end if date else None) or (PRESENT if present else None),
    }
    draft.claim(
        Relation.EMPLOYMENT, {"person": person, "organization": organization}, span, "prose/employment", 0.65, values
    )


def _when(date: DateRange | None, running: bool) -> dict[str, str | None]:
    if date is None:
        return {"start": None, "end": None}
    if not date.single:
        return {"start": date.start or None, "end": date.end or None}
    return {"start": date.start, "end": PRESENT} if running else {"start": None, "end": date.start or date.end}


def _field(text: str, after: int) -> str | None:
    match = re.match(
        r"[\w\s.'’-]{0,30}?\bin\s+([A-Za-z][\w\s&/-]{2,60}?)(?=\s+(?:at|from|with|in\s+\d|under|and\s+a)\b|[,.(;]|$)",
        text[after:],
    )
    return match.group(1).strip() if match else None


def _houses(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the organisations that follow a preposition, with their places."""
    gazetteer = load()
    for match in _AT.finditer(text):
        at = match.end()
        run = re.match(rf"{_ORG_WORD}(?:[ ,]+(?:{_ORG_WORD})){{0,9}}", text[at:])
        if run is None:
            continue
        words = run.group()
        for stop in sorted({m.end() for m in re.finditer(r"[\w.’')&-]+", words)}, reverse=True):
            name = words[:stop].rstrip(" ,.")
            if gazetteer.organization(name) is not None:
                yield name, at, at + len(name)
                break
        else:
            name = re.split(r",|\s+in\s+|\s+and\s+(?=the\b)|\s+for\s+(?=the)", words)[0].strip(" ,.")
            name = re.sub(r"(?:\s+(?:of|the|for|and|de|in|at))+$", "", name)
            if ORGANIZATION.search(name) and not is_place(name):
                yield name, at, at + len(name)


def _role(text: str) -> tuple[str, int] | None:
    match = re.search(
        r"(?:\b(?:am|is|was|as|been|a|an|became|currently|now)\s+(?:(?:currently|now|also|an?|the|my)\s+)*)(?P<role>[\w.\s/&-]{3,70}?)(?=\s+(?:at|in|with|for|of\s+the|@|on)\s|,|$)",
        text,
    )
    if match and is_role(match.group("role")):
        return match.group("role").strip(), match.end()
    interned = re.search(
        r"\b(?:interned|internships?)\b(?:\s+as\s+an?\s+(?P<role>[\w\s]{3,50}?)(?=\s+(?:at|with|in)\b))?", text
    )
    if interned:
        return (interned.group("role") or "Intern"), interned.start()
    return None
