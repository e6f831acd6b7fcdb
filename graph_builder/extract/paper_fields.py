"""What the rows of an entry say about its fields, where the trained model reads past them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.paper_headed import untranslated
from graph_builder.extract.paper_rows import Part, Row, is_aside
from graph_builder.extract.paper_venues import ISSUE
from graph_builder.extract.papers import Paper
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.rules import LABEL, LINKS, YEAR
from graph_builder.model import Span


def settle(paper: Paper, reference: Reference, subject: Sequence[str] = ()) -> Reference:
    """Return the reference of an entry with fields that keep to its rows, and with the first of two venues.

    Args:
        paper: the entry with its rows.
        reference: the entry as the trained model takes it apart.
        subject: name forms of the person whose list this is.
    """
    reference = cut_off(within_rows(paper, by_layout(paper, reference)))
    reference = beyond_links(paper, alone(chapter(reference), subject))
    reference = untranslated(paper.rows, paper.span.start, reference)
    return dated(reference, paper.year, [r.span for r in paper.rows if is_aside(r)], paper.span.start)


def beyond_links(paper: Paper, reference: Reference) -> Reference:
    """Return the reference with a venue that does not begin in a row of links: "Project", and below it "Wool 2024"."""
    venue, at = reference.venue, paper.span.start
    for row in paper.rows:
        end = row.span.end - at
        if venue is not None and row.part is Part.LINKS and row.span.start - at <= venue.start < end < venue.end:
            rest = reference.text[end : venue.end]
            return replace(reference, venue=Span(end + len(rest) - len(rest.lstrip(" \n\t-–•*")), venue.end))
    return reference


def alone(reference: Reference, subject: Sequence[str]) -> Reference:
    """Return the reference with the subject as its author, where the title begins with the subject's name."""
    title = reference.title
    families = {n.split()[-1] for n in subject}
    if title is None or reference.authors:
        return reference
    found = _NAMED.match(reference.text, title.start, title.end)
    if found is None or not families & set(re.findall(r"[^\W\d_][\w'’-]+", found.group(1))):
        return reference
    author = Name(found.group(1), *found.span(1))
    return replace(reference, title=Span(found.end(), title.end), authors=(author,))


_NAMED = re.compile(
    r"((?:[A-Z][\w'’-]{1,30},?\s(?:[A-Z]\.?[\s-]?){1,3})|(?:(?:[A-Z]\.[\s-]?){1,3}[A-Z][\w'’-]{1,30})|(?:[A-Z][\w'’-]{1,30}\s[A-Z][\w'’-]{1,30}))(?<=[\w.])[*†]?[.,:]\s*(?=[A-Z“\"])"
)


def dated(reference: Reference, heading: str, notes: Sequence[Span] = (), start: int = 0) -> Reference:
    """Return the reference with the only year that its entry prints outside the title, or else with its heading's.

    Args:
        reference: the entry as it was taken apart.
        heading: the year of the heading above.
        notes: rows of the document whose years are not the paper's, abstracts above all.
        start: the place in the document of the entry's first character.
    """
    if reference.year:
        return reference
    title = reference.title or Span(0, 0)
    bare = _ADDRESS.sub(lambda m: " " * len(m.group()), reference.text)
    found = [m for m in YEAR.finditer(bare) if not title.start <= m.start() < title.end]
    found = [m for m in found if not any(n.start <= m.start() + start < n.end for n in notes)]
    years = {m.group()[:4] for m in found}
    if len(years) == 1:
        return replace(reference, year=years.pop(), year_span=Span(found[0].start(), found[0].start() + 4))
    return replace(reference, year=heading) if heading and not years else reference


_ADDRESS = re.compile(r"https?://\S+|\barXiv:\S+|\b10\.\d{4,9}/\S+")
_AFTER_TITLE = re.compile(
    r"[.,;]\s+(?=(?:tech(?:nical|\.)?\s+rep|(?:ph\.?\s?d\.?|master['’]?s?|m\.?\s?sc?\.?|doctoral|bachelor['’]?s?)\s+(?:thesis|dissertation)"
    r"|working\s+paper|arxiv\b|in\s+proc|in:\s|(?:url|doi|isbn|issn)\s*:|https?://))",
    re.IGNORECASE,
)


def cut_off(reference: Reference) -> Reference:
    """Return the reference with a title that ends where a report's number, a degree or an address begins."""
    title = reference.title
    found = _AFTER_TITLE.search(reference.text, title.start + 8, title.end) if title is not None else None
    if title is None or found is None:
        return reference
    rest = Span(found.end(), title.end)
    venue = reference.venue or (None if re.match(r"(?i)url|doi|is[bs]n|http", rest.of(reference.text)) else rest)
    return replace(reference, title=Span(title.start, found.start()), venue=venue)


_IN_BOOK = re.compile(
    r"[.,]?[”\"]?\s{1,4}[Ii]n:?\s{1,4}(?=(?:[^\W\d_][\w.'’-]{0,30}[,\s]{1,4}(?:and\s{1,4}|&\s{0,4})?){1,12}\((?:[Ee]ds?\.?|[Hh]rsg\.?|[Ee]ditors?)\))"
)


def chapter(reference: Reference) -> Reference:
    """Return the reference of a chapter with the chapter's title, where it was taken for that of the book."""
    title = reference.title
    found = _IN_BOOK.search(reference.text[:1000]) if title is not None and reference.authors else None
    if title is None or found is None or found.start() >= title.start:
        return reference
    begin = reference.authors[-1].end
    year = reference.year_span
    if year is not None and begin <= year.start < found.start():
        begin = year.end
    own = re.compile(r"[\s.,:;)(“\"]*").match(reference.text, begin)
    begin = own.end() if own else begin
    if not 2 <= len(reference.text[begin : found.start()].split()) <= 40:
        return reference
    return replace(reference, title=Span(begin, found.start()), venue=title, kind="chapter")


def by_layout(paper: Paper, reference: Reference) -> Reference:
    """Return the reference with title, authors and venue as the rows of the entry set them apart, where they do."""
    title, authors = paper.title, paper.authors
    if title is None or authors is None or any(r.part is Part.AUTHORS and "V" in r.fields for r in paper.rows):
        return reference
    at = paper.span.start
    span = _title_in(title, reference.text, at)
    names, partial = split_authors(reference.text[authors.start - at : authors.end - at])
    if not names or span is None:
        return reference
    inside = reference.title is not None and span.covers(reference.title) and len(reference.title) > 0.6 * len(span)
    named = tuple(Name(n.name, n.start + authors.start - at, n.end + authors.start - at) for n in names)
    bare = not any(r.part is Part.AUTHORS and "Y" in r.fields for r in paper.rows)
    if inside and len(named) == len(reference.authors) and not bare:
        return reference
    venue = reference.venue
    span = reference.title if inside and reference.title is not None else span
    if venue is None or (venue.start < span.end and span.start < venue.end):
        rows = [r for r in paper.rows if r.part is Part.VENUE and "V" in r.fields]
        # What the line sets off at its other side is the place: "M.S. thesis, University	Ghent, May 2016".
        venue = _cell(Span(rows[0].span.start - at, rows[0].span.end - at), reference.text) if rows else None
    elif (issue := _issue(paper, reference.text)) is not None and issue.end < venue.start:
        venue = issue  # the server in the links behind it holds a copy
    return replace(
        reference, title=span, authors=named, partial=partial, venue=venue,
        confidence=max(0.85, reference.confidence),
    )  # fmt: skip


def _issue(paper: Paper, text: str) -> Span | None:
    """Return the name of the journal in the row that gives its volume and pages."""
    for row in paper.rows:
        begin = row.span.start - paper.span.start
        found = ISSUE.match(text, begin) if row.part is Part.VENUE else None
        if found is not None:
            return Span(begin, begin + len(found["journal"].rstrip(" ,")))
    return None


def _cell(row: Span, text: str) -> Span:
    """Return what stands before the first tab of a row."""
    tab = text.find("\t", row.start, row.end)
    return Span(row.start, tab) if tab > row.start else row


_ENDED = re.compile(r"[.?!]\W{0,8}$")


def within_rows(paper: Paper, reference: Reference) -> Reference:
    """Return the reference with a title that does not run over the end of a row, where a sentence ends there."""
    if reference.title is None:
        return reference
    at, title = paper.span.start, reference.title
    for row, following in pairwise(paper.rows):
        end = row.span.end - at
        ended = _ENDED.search(row.lines[-1].text)
        if title.start < end < title.end and ended:
            kept = Span(title.start, title.start + len(reference.text[title.start : end].rstrip(" .|[(,")))
            rest = Span(following.span.start - at, max(title.end, following.span.end - at))
            return replace(reference, title=kept, venue=reference.venue or rest)
    return reference


def _title_in(row: Row, text: str, at: int) -> Span | None:
    """Return the title in its row, without number and links."""
    begin, end = row.span.start - at, row.span.end - at
    label = LABEL.match(text[begin:end])
    begin += label.end() if label else 0
    links = LINKS.search(text[begin:end])
    end = begin + links.start() if links and links.start() > 10 else end
    body = text[begin:end].rstrip(" .|[(,")
    return Span(begin, begin + len(body)) if body else None
