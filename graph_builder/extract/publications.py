"""Publications: entries of publication lists become works with authors, venue and year."""

from __future__ import annotations

from dataclasses import replace

from graph_builder.extract.bibtex import bibliography
from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Page
from graph_builder.extract.paper_columns import columned
from graph_builder.extract.paper_fields import settle
from graph_builder.extract.paper_habits import uniform
from graph_builder.extract.paper_links import as_read
from graph_builder.extract.paper_news import announced
from graph_builder.extract.paper_parts import parted
from graph_builder.extract.paper_repairs import repair
from graph_builder.extract.paper_rows import MarkIndex, Part
from graph_builder.extract.paper_said import SAID
from graph_builder.extract.paper_shapes import is_whole
from graph_builder.extract.paper_twice import without_bare
from graph_builder.extract.papers import Paper, accepted, papers_of
from graph_builder.extract.references import Reference, segment_many
from graph_builder.extract.references.identifiers import find_identifiers
from graph_builder.extract.works import Works
from graph_builder.model import MarkKind, Span


def publications(page: Page, draft: Draft, person: str) -> None:
    """Add the works that a document lists, and those that it names beside its lists."""
    marks = MarkIndex(page.document)
    works = Works(draft, person)
    told = len(works)  # by the data of the page
    papers = list(papers_of(page, marks))
    texts = [_without_asides(p, page.document.text) for p in papers]
    references = segment_many(
        [(as_read(text), _telling(p, marks)) for p, text in zip(papers, texts, strict=True)],
        page.subject_names,
        [p.rows[0].labelling if len(p.rows) == 1 else None for p in papers],
    )
    settled = [
        parted(repair(settle(p, r, page.subject_names), marks.inside(p.core), page.subject_names))
        for p, r in zip(papers, references, strict=True)
    ]
    settled = columned(papers, uniform(papers, settled, marks))
    listed = without_bare(settled, accepted(papers, settled, page))
    for paper, reference, is_one in zip(papers, settled, listed, strict=True):
        if is_one:
            works.add(_linked(reference, paper.span, marks), paper.span)
    for span, reference in bibliography(page):
        works.add(reference, span, "bibtex")
    if len(works) == told:
        for span, reference in announced(page, marks):
            works.add(reference, span, "news/publications")


def _without_asides(paper: Paper, text: str) -> str:
    """Return the text of an entry with its rows apart, and blanks for abstracts that links follow: "TL;DR: ..."."""
    core, asides = paper.core, [row.span for row in paper.rows if row.part is Part.NOTE and SAID.match(row.line.text)]
    told = core.of(text)
    for span in asides:
        if core.start < span.start and span.end < core.end:
            start, end = span.start - core.start, span.end - core.start
            told = told[:start] + " " * (end - start) + told[end:]
    return told


def _telling(paper: Paper, marks: MarkIndex) -> list[tuple[str, int, int]]:
    """Return the marks inside an entry, without bold that its whole list is set in."""
    text = paper.core.of(marks.text)
    found = [m for m in marks.inside(paper.core) if not is_whole(m, text)]
    first = paper.rows[0]
    if first.line.bold:
        return found
    return [m for m in found if m[0] != MarkKind.BOLD or m[1] > 3 or m[2] < 0.9 * len(first.span)]


def _linked(reference: Reference, span: Span, marks: MarkIndex) -> Reference:
    """Return the reference with the identifiers that the links inside its entry lead to."""
    links = tuple(m.href for m in marks.within(span) if m.kind is MarkKind.LINK and m.href)
    found = dict.fromkeys(reference.identifiers)
    known = {i.scheme for i in found}
    found.update(dict.fromkeys(i for i in find_identifiers("", links) if i.scheme not in known))
    return replace(reference, identifiers=tuple(sorted(found))) if links else reference
