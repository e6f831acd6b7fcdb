"""Publications: entries of publication lists become works with authors, venue and year."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Page
from graph_builder.extract.papers import Paper, Part, papers_of
from graph_builder.extract.references import Name, Reference, segment_many, short_venue, split_authors
from graph_builder.extract.references.rules import LABEL, LINKS, YEAR
from graph_builder.model import BlockKind, EntityKind, MarkKind, Relation, Span


def publications(page: Page, draft: Draft, person: str) -> None:
    """Add the works that sections on publications list."""
    papers = list(papers_of(page))
    references = segment_many(
        [(p.span.of(page.document.text), _marks(page, p.span)) for p in papers], page.subject_names
    )
    for paper, reference in zip(papers, references, strict=True):
        _work(paper.span, _by_layout(paper, reference), page, draft, person)


def _by_layout(paper: Paper, reference: Reference) -> Reference:
    """Return the reference with title and authors as the lines of the entry set them apart, where they do."""
    title, authors = paper.title, paper.authors
    if title is None or authors is None or title.kind is not BlockKind.HEADING:
        return reference
    at = paper.span.start
    label = LABEL.match(title.text)
    begin = title.span.start - at + (label.end() if label else 0)
    body = reference.text[begin : title.span.end - at]
    links = LINKS.search(body)
    body = body[: links.start()] if links and links.start() > 10 else body
    names, partial = split_authors(reference.text[authors.start - at : authors.end - at])
    if not names or YEAR.fullmatch(body.strip()):
        return reference
    named = tuple(Name(n.name, n.start + authors.start - at, n.end + authors.start - at) for n in names)
    span = Span(begin, begin + len(body.rstrip(" .|[(")))
    venue = reference.venue
    if venue is not None and venue.start < span.end and span.start < venue.end:
        venue = None
    if venue is None:
        venue = next(
            (Span(x.span.start - at, x.span.end - at) for x, p in zip(paper.lines, paper.parts, strict=True)
             if p is Part.VENUE), None
        )  # fmt: skip
    return replace(
        reference, title=span, authors=named, partial=partial, venue=venue, confidence=max(0.9, reference.confidence)
    )


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
