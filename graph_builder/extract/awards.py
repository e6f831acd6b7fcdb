"""Prizes, scholarships, fellowships and honours."""

from __future__ import annotations

import re

from graph_builder.extract.dates import find_dates
from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Line, Page, SectionKind
from graph_builder.model import BlockKind, Relation, Span

_CUE = re.compile(
    r"\b(?:awards?|prizes?|scholarships?|studentships?|fellowships?|fellow|medal|honou?rs?|honou?rable|grants?|distinction|"
    r"distinguished|outstanding|best|winner|finalist|runner|rising\s+star|dean['’]?s|president['’]?s|cum\s+laude|merit|"
    r"excellence|excellent|recogni\w+|nominat\w+|place|gold|silver|bronze|top|young|first-?class|valedictorian|"
    r"recipient|spotlight|champion|certificate|bursary|stipend|list)\b",
    re.IGNORECASE,
)


def awards(page: Page, draft: Draft, person: str) -> None:
    """Add the awards that sections on awards list, one for each line or list item."""
    for section in page.of_kind(SectionKind.AWARDS):
        lines = section.lines
        items = [x for x in lines if x.kind is BlockKind.LIST_ITEM]
        plain = [x for x in lines if x.kind is not BlockKind.LIST_ITEM]
        if section.inline:
            for part, at in _parts(lines[0]):
                _award(part, at, draft, person)
            continue
        for line in items if len(items) >= max(1, len(plain)) else lines:
            if line.row and line.kind is BlockKind.LIST_ITEM:
                continue
            _award(_whole(line, lines), line.span.start, draft, person)


def _parts(line: Line) -> list[tuple[str, int]]:
    out, at, depth = [], 0, 0
    for i, char in enumerate(line.text + ","):
        depth += (char == "(") - (char == ")" and depth > 0)
        if char in ",;" and depth == 0:
            if line.text[at:i].strip():
                out.append((line.text[at:i], line.span.start + at))
            at = i + 1
    return out


def _whole(line: Line, lines: tuple[Line, ...]) -> str:
    """Return the text of a list item with its further lines when those hold only a date."""
    following = [x for x in lines if x.block == line.block and x.row > line.row]
    tail = "".join("\n" + x.text for x in following[:1] if find_dates(x.text) and len(x.text) < 30)
    return line.text + tail


def _award(text: str, start: int, draft: Draft, person: str) -> None:
    if not any(c.isalpha() for c in text) or len(text) > 400:
        return
    name, year = clean_award(text)
    if len(name) < 4:
        return
    at = start + max(0, text.find(name[:20]))
    span = Span(start, start + len(text)) if len(text) < 300 else Span(at, at + len(name))
    draft.claim(
        Relation.AWARD,
        {"person": person},
        span,
        "sections/awards",
        0.85 if _CUE.search(name) else 0.6,
        {"award": name, "year": year},
    )


_LEAD = re.compile(
    r"[\s:,.()\[\]\-–—*|•]*(?:[Aa]warded\s+(?:the\s+)?|[Rr]ecipient\s+of\s+(?:the\s+)?|[Ww]on\s+(?:the\s+)?)?"
)
_CUT = re.compile(r"\s*[\t\n|]|\s+[–—-]\s+|,\s+(?=[A-Z\d$€£])|\.\s+(?=[A-Z])|\s*[(:]")


def clean_award(text: str) -> tuple[str, str]:
    """Return the name of the award in *text*, without its giver, amount and date, and its first year.

    >>> clean_award("2019: Best Paper Award, Conference on Examples ($500)")
    ('Best Paper Award', '2019')
    """
    dates = find_dates(text)
    body = text
    if dates:
        first = dates[0]
        before, after = text[: first.span.start], text[first.span.end :]
        body = before if len(before.strip(" \t\n:,.()[]-–—*|")) >= 4 else after
    lead = _LEAD.match(body)
    name = body[lead.end() if lead else 0 :]
    cut = _CUT.search(name)
    full = name.strip(" ,.;:()-–—*|\t\n")
    short = name[: cut.start()].strip(" ,.;:-–—*|") if cut else full
    chosen = short if len(short) >= 6 and (_CUE.search(short) or not _CUE.search(full)) else full
    return chosen, dates[0].year if dates else ""
