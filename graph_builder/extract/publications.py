"""Publications: entries of publication lists become works with authors, venue and year."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.draft import Draft
from graph_builder.extract.labels.papers import labelled_papers
from graph_builder.extract.page import Page
from graph_builder.extract.paper_abbreviations import of_journal
from graph_builder.extract.paper_asides import bibliography, papers_of_jobs, theses
from graph_builder.extract.paper_behind import behind
from graph_builder.extract.paper_chapters import of_book
from graph_builder.extract.paper_columns import columned
from graph_builder.extract.paper_dotted import dotted
from graph_builder.extract.paper_fields import from_word, settle
from graph_builder.extract.paper_habits import uniform
from graph_builder.extract.paper_headed import before_buttons, named_above
from graph_builder.extract.paper_labelled import cited_below
from graph_builder.extract.paper_links import as_read, without_end_links
from graph_builder.extract.paper_news import announced
from graph_builder.extract.paper_parts import parted
from graph_builder.extract.paper_repairs import repair
from graph_builder.extract.paper_rows import MarkIndex, Part
from graph_builder.extract.paper_said import SAID, labelled
from graph_builder.extract.paper_set_off import celled, placed, signed, slanted
from graph_builder.extract.paper_shapes import is_whole
from graph_builder.extract.paper_slanted import with_slanted_authors
from graph_builder.extract.paper_titled import below_banner, titled
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
    told_by = [_without_asides(p, page.document.text) for p in papers]
    texts = [_without_links(p, text, marks) for p, text in zip(papers, told_by, strict=True)]
    references = segment_many(
        [(as_read(text), _telling(p, marks)) for p, text in zip(papers, texts, strict=True)],
        page.subject_names,
        [
            p.rows[0].labelling if len(p.rows) == 1 and text == whole else None
            for p, text, whole in zip(papers, texts, told_by, strict=True)
        ],
    )
    settled = [
        _finished(p, parted(repair(_settled(p, r, page, marks), marks.inside(p.core), page.subject_names)))
        for p, r in zip(papers, references, strict=True)
    ]
    settled = columned(papers, uniform(papers, settled, marks))
    settled = [_read_on(p, r, marks) for p, r in zip(papers, settled, strict=True)]
    settled = _not_yet_out(papers, settled, page)
    listed = without_bare(settled, accepted(papers, settled, page))
    for paper, reference, is_one in zip(papers, settled, listed, strict=True):
        if is_one:
            works.add(_linked(reference, paper.span, marks), paper.span)
    for span, reference in bibliography(page):
        works.add(reference, span, "bibtex")
    for span, reference in papers_of_jobs(page, marks):
        works.add(_linked(reference, span, marks), span, "references/jobs")
    for span, reference in cited_below(page, marks):
        works.add(_linked(reference, span, marks), span, "references/labels")
    if len(works) == told:
        for span, reference in announced(page, marks):
            works.add(reference, span, "news/publications")
    for span, reference in labelled_papers(page, draft, marks):
        works.add(_linked(reference, span, marks), span, "labels/papers")
    for span, reference in theses(page, draft, marks):
        works.add(reference, span, "sections/education")


# A heading of papers that have not appeared: "Under review", "Submitted manuscripts"
_PENDING = re.compile(
    r"(?i)\W{0,9}(?:(?:articles|papers|manuscripts|publications|preprints|work)\s)?(?:currently\s)?"
    r"(?:(?:under|in)[\s-](?:review|revision|submission)|submitted(?:\s(?:articles|papers|manuscripts|publications"
    r"|preprints|work|for\spublication))?)\W{0,9}"
)
_SERVER = re.compile(r"(?i)arxiv|rxiv\b|\bssrn\b|preprint|\bcorr\b|\bhal\b|\bosf\b|zenodo|research\s?square")
_PRINTED = re.compile(r"(?i)\b(?:arxiv|(?:bio|med|chem|psy|soc)a?r?xiv)\b(?!\.org)")
_DUE = re.compile(r"(?i)\b(?:to\sappear|(?<!not\s)accepted|forthcoming|in\spress)\b")  # a heading older than its entry


def _not_yet_out(papers: list[Paper], references: list[Reference], page: Page) -> list[Reference]:
    """Return the references; those listed as under review have not appeared where they name, but on a server."""
    pending = {line.span.start for s in page.sections if _PENDING.fullmatch(s.title) for line in s.lines}
    if not pending:
        return references
    return [
        _on_server(r) if p.rows[0].line.span.start in pending else r for p, r in zip(papers, references, strict=True)
    ]


def _on_server(reference: Reference) -> Reference:
    if reference.venue is None or _SERVER.search(reference.venue.of(reference.text)) or _DUE.search(reference.text):
        return reference
    named = _PRINTED.search(reference.text, reference.venue.end)
    venue = Span(named.start(), named.end()) if named else None
    return replace(reference, venue=venue, status=reference.status or "submitted")


def _without_asides(paper: Paper, text: str) -> str:
    """Return the text of an entry with its rows apart, and blanks for abstracts that links follow: "TL;DR: ..."."""
    core, asides = paper.core, [row.span for row in paper.rows if row.part is Part.NOTE and SAID.match(row.line.text)]
    told = core.of(text)
    for above, below in pairwise(paper.rows):  # rows of one line, which markup alone parts
        gap = text[above.span.end : below.span.start]
        if gap and "\n" not in gap and below.span.start < core.end and above.line.block == below.line.block:
            at = above.span.end - core.start
            told = told[:at] + "\n" + " " * (len(gap) - 1) + told[at + len(gap) :]
    for span in asides:
        if core.start < span.start and span.end < core.end:
            start, end = span.start - core.start, span.end - core.start
            told = told[:start] + " " * (end - start) + told[end:]
    return told


def _without_links(paper: Paper, told: str, marks: MarkIndex) -> str:
    """Return the text of an entry with blanks for links at the end of its rows that would be taken for more of it."""
    for row in paper.rows:
        inside = [m.span for m in marks.within(row.span) if m.kind is MarkKind.LINK]
        if (
            "A" in row.fields
            and row.part is not Part.TITLE
            and inside
            and paper.core.start <= row.span.start
            and row.span.end <= paper.core.end
        ):
            start, end = row.span.start - paper.core.start, row.span.end - paper.core.start
            places = [(m.start - row.span.start, m.end - row.span.start) for m in inside if row.span.covers(m)]
            told = told[:start] + without_end_links(told[start:end], places) + told[end:]
    return told


def _settled(paper: Paper, reference: Reference, page: Page, marks: MarkIndex) -> Reference:
    inner = marks.inside(paper.core)
    reference = settle(paper, of_journal(signed(reference)), page.subject_names)
    reference = with_slanted_authors(slanted(celled(paper, titled(paper, reference, inner)), inner), inner)
    return before_buttons(reference, inner)


def _finished(paper: Paper, reference: Reference) -> Reference:
    reference = below_banner(paper, from_word(reference))
    return placed(dotted(paper, named_above(paper.rows, paper.span.start, of_book(reference))))


def _read_on(paper: Paper, reference: Reference, marks: MarkIndex) -> Reference:
    reference = behind(reference, marks.inside(paper.core))
    return labelled([row.line for row in paper.rows], paper.span.start, reference)


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
