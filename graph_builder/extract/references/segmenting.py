"""Publication entries become references: fields with their places in the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graph_builder.extract.references.authors import split_authors
from graph_builder.extract.references.identifiers import find_identifiers, find_kind, find_status
from graph_builder.extract.references.reference import Reference
from graph_builder.extract.references.rules import YEAR, guess_fields
from graph_builder.model import Span

Marks = Sequence[tuple[str, int, int]]


def segment(text: str, marks: Marks = (), subject: Sequence[str] = ()) -> Reference:
    """Take one publication entry apart.

    Args:
        text: the entry as the document's text shows it; lines divided by newlines, columns by tabs.
        marks: emphasis inside it as (kind, start, end), with offsets into *text*.
        subject: name forms of the person whose list this is; they help to find the author list.

    >>> r = segment("Smith, J., & Doe, A. (2020). A study of examples. Journal of Examples, 12(3), 4-5.")
    >>> [a.name for a in r.authors], r.title_text, r.year
    (['Smith, J.', 'Doe, A.'], 'A study of examples', '2020')
    """
    author_span, title, venue = guess_fields(text, marks, subject)
    authors, partial = (
        ((), False) if author_span is None else split_authors(_with_stop(text, author_span), author_span.start)
    )
    outside = text if title is None else f"{text[: title.start]} {text[title.end :]}"
    years = [y for y in YEAR.finditer(text) if title is None or not title.start <= y.start() < title.end]
    year = years[-1] if years else None
    return Reference(
        text,
        authors=authors,
        partial=partial,
        title=title,
        venue=venue,
        year=year.group()[:4] if year else "",
        identifiers=find_identifiers(text),
        kind=find_kind(venue.of(text) if venue else "", outside),
        status=find_status(outside),
        confidence=0.5 if title and (authors or venue) else 0.2,
    )


def _with_stop(text: str, span: Span) -> str:
    """Return the text of an author list with the full stop of its last initial."""
    return text[span.start : span.end + (text[span.end : span.end + 1] == ".")]


def looks_like_reference(text: str) -> float:
    """Estimate the probability that a block of text is a publication entry, not news, prose or a job.

    >>> looks_like_reference("A. Doe and B. Li. A study of examples. Journal of Examples, 2020.") > 0.5
    True
    >>> looks_like_reference("I am a researcher who enjoys hiking.") < 0.5
    True
    """
    found = segment(text)
    score = 0.25 * bool(found.authors) + 0.2 * bool(found.venue) + 0.2 * bool(found.year) + 0.1 * bool(found.title)
    return min(0.95, score + 0.1 * bool(found.identifiers) + 0.1 * (found.kind != "other"))


def segment_many(entries: Iterable[tuple[str, Marks]], subject: Sequence[str] = ()) -> list[Reference]:
    """Take the entries of one publication list apart; like ``segment`` for each, but faster."""
    return [segment(text, marks, subject) for text, marks in entries]
