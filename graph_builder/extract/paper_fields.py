"""What the rows of an entry say about its fields, where the trained model reads past them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.headings import classify_heading
from graph_builder.extract.paper_headed import unpeopled, untranslated
from graph_builder.extract.paper_quotes import venue_from
from graph_builder.extract.paper_rows import Part, Row, is_aside
from graph_builder.extract.paper_venues import ISSUE, known_venue, year_between
from graph_builder.extract.papers import Paper
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.fields import whole_year
from graph_builder.extract.references.rules import LABEL, LINKS, YEAR, chunks
from graph_builder.model import BlockKind, Span


def settle(paper: Paper, reference: Reference, subject: Sequence[str] = ()) -> Reference:
    """Return the reference of an entry with fields that keep to its rows, and with the first of two venues.

    Args:
        paper: the entry with its rows.
        reference: the entry as the trained model takes it apart.
        subject: name forms of the person whose list this is.
    """
    reference = _headed(paper, reference)
    if reference.title is None and paper.sure:
        reference = guessed(reference)
    reference = cut_off(within_rows(paper, by_layout(paper, reference)))
    reference = beyond_links(paper, alone(without_label(chapter(reference)), subject))
    reference = unpeopled(paper.rows, paper.span.start, untranslated(paper.rows, paper.span.start, reference))
    return dated(first_venue(reference), paper.year, [r.span for r in paper.rows if is_aside(r)], paper.span.start)


def beyond_links(paper: Paper, reference: Reference) -> Reference:
    """Return the reference with a venue that does not begin in a row of links: "Project", and below it "Wool 2024"."""
    venue, at = reference.venue, paper.span.start
    for row in paper.rows:
        end = row.span.end - at
        if venue is not None and row.part is Part.LINKS and row.span.start - at <= venue.start < end < venue.end:
            rest = reference.text[end : venue.end]
            return replace(reference, venue=Span(end + len(rest) - len(rest.lstrip(" \n\t-–•*")), venue.end))
    return reference


def _headed(paper: Paper, reference: Reference) -> Reference:
    """Return the reference with the heading above it as its title, where the trained model found none: "Vinegrow"."""
    row = paper.rows[0]
    if reference.title is not None or row.part is not Part.TITLE:
        return reference
    if row.line.kind is not BlockKind.HEADING and not _is_word_above_authors(paper):
        return reference
    if (
        len(paper.rows) > 1
        and paper.rows[1].line.kind is BlockKind.LIST_ITEM
        and classify_heading(row.line.text)[1] >= 3
    ):
        return reference  # "World Bank Projects", above a list
    end = len(row.span)
    below = paper.authors
    names, partial = reference.authors, reference.partial
    if below is not None and any(a.start < end for a in names):
        at = below.start - paper.span.start
        first = min((a.start for a in names if a.start >= at), default=at)
        found, _ = split_authors(reference.text[at:first].rstrip(", "), at)
        names = (*found, *(a for a in names if a.start >= first and a.start >= end))
    names = tuple(a for a in names if a.start >= end)
    venue = reference.venue
    if venue is not None and venue.start < end and row.line.kind is not BlockKind.HEADING:
        behind = max((a.end for a in names), default=end)
        others = _OTHERS.match(reference.text, behind)
        venue = venue_from(reference.text, others.end() if others else behind)
    sure = max(0.75, reference.confidence)
    return replace(reference, title=Span(0, end), authors=names, partial=partial, venue=venue, confidence=sure)


_OTHERS = re.compile(r"[\s,]{0,3}et\.?\sal\b\.?")


def _is_word_above_authors(paper: Paper) -> bool:
    """Tell whether an entry begins with one word set off in a line of its own above the authors: a system's name."""
    first = paper.rows[0].line
    return len(paper.rows) > 1 and paper.rows[1].part is Part.AUTHORS and first.text.isalpha() and first.bold


def alone(reference: Reference, subject: Sequence[str]) -> Reference:
    """Return the reference with the subject as its author, where the title begins with the subject's name."""
    title = reference.title
    families = {n.split()[-1] for n in subject if n.split()}
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


# "Doe, J. LoomFinder: Finding Looms": the name of a tool behind initials
_TOOL = re.compile(r"(?<=\.\s)(?P<name>[A-Z]?[a-z]{1,15}[A-Z]\w{0,15}|[A-Z]{3,12}\d{0,2}):\s\Z")
_BEFORE_PART = re.compile(r"(?<![^\s(“\"‘'\[])(?=\S{0,30}[^\W\d_])[\w-]{1,30}(?:-|(?<=\d)\.)\Z")


def from_word(reference: Reference) -> Reference:
    """Return the reference with a title that begins with a whole word: "Stop-and-Go Looms", "LOOM2.0: A Loom"."""
    title = reference.title
    if title is None or not title.start:
        return reference
    named = _TOOL.search(reference.text, max(0, title.start - 40), title.start)
    if named is not None and any(n.start < named.start() and n.end == named.end("name") for n in reference.authors):
        first = reference.authors[0].start
        people, _ = split_authors(reference.text[first : named.start()].rstrip(), first)
        return replace(reference, title=Span(named.start(), title.end), authors=tuple(people))
    if reference.text[title.start - 1] not in "-.":
        return reference
    found = _BEFORE_PART.search(reference.text[max(0, title.start - 40) : title.start])
    split = found is not None and (found.group()[-1] == "-" or reference.text[title.start].isdigit())
    begin = title.start - len(found.group()) if found is not None and split else title.start
    names = (n if n.end <= begin else _until(begin, n, reference.text) for n in reference.authors)
    return replace(reference, title=Span(begin, title.end), authors=tuple(n for n in names if n.name))


def _until(end: int, name: Name, text: str) -> Name:
    """Return a name without what belongs to the title behind it, or whole if it stands further behind."""
    if name.start >= end:
        return name if name.start > end else name._replace(name="")
    kept = text[name.start : end].rstrip()
    return name._replace(name=kept, end=name.start + len(kept))


_OF_VOLUME = re.compile(r"\b(?:19|20)\d\d\s?;\s?\d|\d\s?\(\d{1,3}\)\s?:\s?\d|\d:\s?\d{1,5}\s?[-–]\s?\d")
_GUESSED = 0.4  # the confidence of a title that is the first sentence behind the authors


_PENDING = re.compile(r"(?:R|Rej|Revise|Reject)\s?(?:&|and)\s?R|(?:Resubmi|Submi|Under\s)", re.IGNORECASE)


def guessed(reference: Reference) -> Reference:
    """Return the reference with the first sentence after its authors as title, where the trained model found none."""
    between = year_between(reference.text) if not reference.authors else None
    if between is not None:
        venue = None if _PENDING.match(between["venue"]) else Span(*between.span("venue"))
        sure = max(_GUESSED, reference.confidence)
        return replace(reference, title=Span(*between.span("title")), venue=venue, confidence=sure)
    if not reference.authors or not (reference.venue or reference.year):
        return reference
    begin = reference.authors[-1].end
    for piece in chunks(reference.text):
        body = piece.of(reference.text)
        if piece.start < begin or YEAR.fullmatch(body) or len(body.split()) < 3 or known_venue(body):
            continue
        if _OF_VOLUME.search(body):
            return reference  # the title is part of what was taken for authors
        venue = reference.venue
        if venue is not None and piece.start < venue.end and venue.start < piece.end:
            venue = None
        sure = max(_GUESSED, min(0.6, reference.confidence))
        return replace(reference, title=piece, venue=venue, confidence=sure)
    return reference


_LABELLED = re.compile(r"\[([^\[\]\n]{2,40})\]\s*(?=\S)")


def without_label(reference: Reference) -> Reference:
    """Return the reference without a label before its title; "[CEX 2020] On x" tells the venue."""
    title = reference.title
    found = _LABELLED.match(reference.text, title.start, title.end) if title is not None else None
    if title is None or found is None or found.end() + 4 > title.end:
        return reference
    inside = Span(*found.span(1))
    placed = reference.venue is not None or not known_venue(inside.of(reference.text))
    return replace(reference, title=Span(found.end(), title.end), venue=reference.venue if placed else inside)


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
        if title.start < end < title.end and ended and end - title.start > 12:
            kept = Span(title.start, title.start + len(reference.text[title.start : end].rstrip(" .|[(,")))
            rest = Span(following.span.start - at, max(title.end, following.span.end - at))
            return replace(reference, title=kept, venue=reference.venue or rest)
    return reference


_TWO_VENUES = re.compile(
    r"((?=[A-Z])[^;]{2,60}?)[\s,]{0,4}['’]?((?:(?:19|20)\d\d)|(?<=['’])\d\d)\s{0,4}(?:and|&|;|/|\+)\s{0,4}(?=[A-Z])"
)
_VENUE_BEFORE = re.compile(r"(?<=\()([A-Z][\w&/ -]{1,24}['’]\d\d)\s{0,4}(?:and|&)\s{0,4}$")
_VENUE_IN_TITLE = re.compile(r"\s{0,4}\(([A-Z][^()]{0,24}['’]\d\d\b[^()]{0,80})\)?$")


def first_venue(reference: Reference) -> Reference:
    """Return the reference with the first venue and its year, where it names two, as in "CEX'21 and TEX'22"."""
    title = reference.title
    if title is not None and reference.venue is None and (found := _VENUE_IN_TITLE.search(reference.title_text)):
        begin = title.start + title.of(reference.text).rfind("(")
        if begin - title.start > 10:
            kept = Span(title.start, title.start + len(reference.text[title.start : begin].rstrip()))
            venue = Span(begin + 1, begin + 1 + len(found.group(1)))
            reference = replace(reference, title=kept, venue=venue)
    if reference.venue is None:
        return reference
    start = reference.venue.start
    if (earlier := _VENUE_BEFORE.search(reference.text, 0, start + 4)) and earlier.end() <= start + 4:
        start = earlier.start(1)
    two = _TWO_VENUES.match(reference.text, start, min(len(reference.text), reference.venue.end + 24))
    if two is None or len(two.group(1).split()) > 6:
        return reference
    return replace(
        reference, venue=Span(start, start + len(two.group(1).rstrip("'’ ,"))), year=whole_year(two.group(2))
    )


def _title_in(row: Row, text: str, at: int) -> Span | None:
    """Return the title in its row, without number and links."""
    begin, end = row.span.start - at, row.span.end - at
    label = LABEL.match(text[begin:end])
    begin += label.end() if label else 0
    links = LINKS.search(text[begin:end])
    end = begin + links.start() if links and links.start() > 10 else end
    body = text[begin:end].rstrip(" .|[(,")
    return Span(begin, begin + len(body)) if body and not YEAR.fullmatch(body) else None
