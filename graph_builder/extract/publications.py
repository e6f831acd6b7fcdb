"""Publications: entries of publication lists become works with authors, venue and year."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.draft import Draft
from graph_builder.extract.entries import heading_line
from graph_builder.extract.page import Line, Page, SectionKind
from graph_builder.extract.references import Reference, looks_like_reference, segment_many, short_venue
from graph_builder.model import BlockKind, EntityKind, MarkKind, Relation, Span


def publications(page: Page, draft: Draft, person: str) -> None:
    """Add the works that sections on publications list."""
    spans = list(_entries(page))
    references = segment_many([(s.of(page.document.text), _marks(page, s)) for s in spans], page.subject_names)
    for span, reference in zip(spans, references, strict=True):
        _work(span, reference, page, draft, person)


def _entries(page: Page) -> Iterator[Span]:
    """Yield the characters of each publication entry."""
    for section in page.of_kind(SectionKind.PUBLICATIONS):
        head = heading_line(section)
        lines = ([head] if head is not None and len(head.text) > 30 else []) + list(section.lines)
        yield from _split(lines, page)


def _split(lines: list[Line], page: Page) -> Iterator[Span]:
    """Yield entries: list items with what is inside them, table rows, paragraphs; title and author lines joined."""
    current: list[Line] = []
    for line in lines:
        if current and _begins(line, current):
            yield Span(current[0].span.start, current[-1].span.end)
            current = []
        current.append(line)
    if current:
        yield Span(current[0].span.start, current[-1].span.end)


def _begins(line: Line, current: list[Line]) -> bool:
    if line.block == current[-1].block:
        return False
    if line.kind is BlockKind.LIST_ITEM:
        return not (line.parent >= 0 and any(x.block == line.parent for x in current)) and (
            current[0].kind is BlockKind.LIST_ITEM or line.level <= 1
        )
    return looks_like_reference(" ".join(x.text for x in current)) >= 0.5 or len(current) >= 4


def _marks(page: Page, span: Span) -> list[tuple[MarkKind, int, int]]:
    return [
        (m.kind, max(m.span.start, span.start) - span.start, min(m.span.end, span.end) - span.start)
        for m in page.document.marks_in(span)
    ]


def _work(span: Span, reference: Reference, page: Page, draft: Draft, person: str) -> None:
    title = reference.title_text
    if reference.title is None or len(title) < 4 or not re.search(r"[^\W\d_]{3}", title):
        return
    where = Span(span.start + reference.title.start, span.start + reference.title.end)
    work = draft.mention(EntityKind.WORK, title, where, identifiers=reference.identifiers,
                         context=[("year", reference.year)] if reference.year else [])  # fmt: skip
    roles = {"person": person, "work": work}
    venue = short_venue(reference.venue_text) if reference.venue else ""
    if venue and reference.venue:
        at = Span(span.start + reference.venue.start, span.start + reference.venue.end)
        roles["venue"] = draft.mention(EntityKind.VENUE, venue, at)
    draft.claim(
        Relation.PUBLICATION, roles, span, "references", reference.confidence,
        {"year": reference.year, "type": reference.kind, "status": reference.status},
    )  # fmt: skip
    for position, author in enumerate(reference.authors, 1):
        at = Span(span.start + author.start, span.start + author.end)
        mention = draft.mention(EntityKind.PERSON, author.name, at, key=title.casefold())
        draft.claim(
            Relation.AUTHORSHIP, {"work": work, "author": mention}, at, "references", reference.confidence,
            {"position": str(position)},
        )  # fmt: skip
