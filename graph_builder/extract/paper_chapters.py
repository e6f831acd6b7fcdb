"""Chapters of edited books, whose editors are no authors and whose book is the venue."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.references import Reference, split_authors
from graph_builder.model import Span

# "Lovelace, Ada. 2001. Orality. In Encyclopedia of Looms, 680-682. Ed. Zoe Quist."
_DATED = re.compile(
    r"(?P<authors>[^\W\d_][^\d(“\"\[]{2,300}?)[.,]?\s[(\[]?(?P<year>(?:19|20)\d\d)[a-f]?[)\]]?[.,:]\s(?P<title>[^“\"\s].{2,250}?)[.?!]\s"
    r"[Ii]n:?\s(?P<book>[A-ZÀ-Þ].{4,200}?)(?=,\s(?:pp?\.\s?)?\d|[.,]\s(?:[Ee]ds?\.|[Ee]dited\s)|\.\s?$)"
)
_EDITORS_AHEAD = re.compile(r"\((?:[Ee]ds?\b|[Hh]rsg|[Ee]ditors?\b)|[A-Z]\.\s")
# "“Raising Sheep,” in Childhood and Wool, eds. Zoe Quist and Wim Aarts"
_QUOTED = re.compile(r"[”\"]\W{0,3}\s?[Ii]n:?\s(?P<book>[A-ZÀ-Þ][^“”\"]{4,200}?)[,.]?\s(?:eds?\.|edited\sby)\s")
_EDITED = re.compile(r"(?<!\w\s)\b[Ii]n:?\s+(?=[A-ZÀ-Þ“\"])|\b(?:[Ee]ds?\.|[Ee]ditors?\s?:|[Ee]dited\s+by|[Hh]rsg\.)\s")


_JOINT = re.compile(r"\((?:joint(?:ly)?\s(?:work\s)?)?with\s[^()]{3,400}\)", re.IGNORECASE)


def of_book(reference: Reference) -> Reference:
    """Return the reference of a chapter with its own title and authors, and its book as the venue.

    >>> text = "Lovelace, A. 2001. Orality. In Encyclopedia of Looms, 680-682. Ed. Zoe Quist."
    >>> found = of_book(Reference(text, title=Span(28, 51)))
    >>> found.title_text, found.venue_text, [a.name for a in found.authors]
    ('Orality', 'Encyclopedia of Looms', ['Lovelace, A.'])
    """
    return _without_editors(_quoted(_dated(_review(reference))))


# "Review of Looms and Towns, by Zoe Quist. Wool Review 12 (2015): 1-3."
_REVIEW = re.compile(
    r"(?P<title>Review\sof:?\s[^\n]{5,200}?)[.,]\s(?P<journal>[A-ZÀ-Þ][\w&’':\s-]{3,80}?),?\s(?:[Vv]ol\.\s)?\d{1,3}(?=[\s.(:,])"
)


def _review(reference: Reference) -> Reference:
    """Return the reference of a book review with the journal behind the book's title as the venue."""
    found = _REVIEW.match(reference.text[:600])
    if found is None:
        return reference
    title = re.split(r",\s(?:by|edited\sby|ed\.)\s", found["title"])[0]
    return replace(reference, authors=(), title=Span(0, len(title)), venue=Span(*found.span("journal")), confidence=0.8)


def _dated(reference: Reference) -> Reference:
    found = _DATED.match(reference.text[:1000])
    if found is None or _EDITORS_AHEAD.search(found["book"]):
        return reference
    end = found.end("authors")
    end += reference.text[end - 1].isupper() and reference.text.startswith(".", end)  # "Lovelace, A."
    names, partial = split_authors(reference.text[:end])
    if not names or sum(n.end - n.start for n in names) < 0.6 * len(found["authors"]):
        return reference
    return replace(
        reference,
        authors=names,
        partial=partial,
        title=Span(*found.span("title")),
        venue=Span(*found.span("book")),
        year=found["year"],
        year_span=Span(*found.span("year")),
        kind="chapter",
        confidence=max(0.8, reference.confidence),
    )


def _quoted(reference: Reference) -> Reference:
    found = _QUOTED.search(reference.text[:1000])
    title = reference.title
    if found is None or title is None or title.end > found.start() + 3:
        return reference
    return replace(reference, venue=Span(*found.span("book")), kind="chapter")


def _without_editors(reference: Reference) -> Reference:
    """Leave out names that stand behind the book: "On x, with A. Li, in Book (B. Moor, ed.)".

    Those that brackets behind it give as co-authors stay: "On x, in B. Moor, ed., Book, 2012. (With A. Li.)".
    """
    title = reference.title
    if title is None:
        return reference
    joint = [Span(*m.span()) for m in _JOINT.finditer(reference.text, title.end)]
    kept = tuple(
        a
        for a in reference.authors
        if a.start < title.end
        or any(span.start < a.start < span.end for span in joint)
        or not _EDITED.search(reference.text, title.end, min(a.start, title.end + 400))
    )
    return reference if len(kept) == len(reference.authors) else replace(reference, authors=kept)
