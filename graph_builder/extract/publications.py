"""Publications: entries of publication lists become works with authors, venue and year."""

from __future__ import annotations

import re

from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Page
from graph_builder.extract.papers import papers_of
from graph_builder.extract.references import Reference, segment_many, short_venue
from graph_builder.model import EntityKind, MarkKind, Relation, Span


def publications(page: Page, draft: Draft, person: str) -> None:
    """Add the works that sections on publications list."""
    spans = [paper.span for paper in papers_of(page)]
    references = segment_many([(s.of(page.document.text), _marks(page, s)) for s in spans], page.subject_names)
    for span, reference in zip(spans, references, strict=True):
        _work(span, reference, page, draft, person)


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
