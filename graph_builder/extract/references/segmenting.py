"""Publication entries become references: a trained model labels the tokens, rules make fields of them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from graph_builder.extract.references.authors import split_authors
from graph_builder.extract.references.cited import cited
from graph_builder.extract.references.features import Entry
from graph_builder.extract.references.fields import (
    leading_venue,
    pick_authors,
    pick_title,
    pick_venue,
    pick_year,
    runs,
    trim,
    whole_year,
)
from graph_builder.extract.references.identifiers import find_identifiers, find_kind, find_status
from graph_builder.extract.references.model import Labelling, load
from graph_builder.extract.references.reference import Name, Reference
from graph_builder.extract.references.tokens import LIMIT, tokenize
from graph_builder.model import Span

Marks = Sequence[tuple[str, int, int]]
SERVER = re.compile(r"(?i)\b\w{0,4}-?a?rxiv\b|\bssrn\b|\bcorr\b|\bresearch\s?square\b|\bosf preprints")


PROSE = re.compile(r"(?i)\b(?:i|i'm|my|me|our|we|us|you|your)\b")
POST = re.compile(
    r"(?i)\b(?:university|professor|engineer|intern|internship|advis[eo]r|supervis|reviewer|award|scholarship|fellow"
    r"|invited talk|teaching|course|committee|gpa|b\.?s\.?c?|ph\.?\s?d)\b"
)
# Weights of ``evidence`` (first: the constant), a logistic regression on blocks of CVs and homepages.
LOOKS = (-3.59, 0.96, 1.62, 1.44, 0.58, 2.25, -0.71, -0.46, -2.0, 1.11, -1.94)
# Least certainty of the fields and the share of right entries, measured on CVs and homepages.
RELIABILITY = ((0.0, 0.2), (0.3, 0.5), (0.5, 0.8), (0.7, 0.87), (0.9, 0.95), (0.95, 0.98), (1.0, 0.99))
PROCEEDINGS = re.compile(r"(?i)\bproc|conference|symposium")


def segment(text: str, marks: Marks = (), subject: Sequence[str] = ()) -> Reference:
    """Take one publication entry apart.

    Args:
        text: the entry as the document's text shows it; lines divided by newlines, columns by tabs.
        marks: emphasis inside it as (kind, start, end), with offsets into *text*.
        subject: name forms of the person whose list this is; they help to find the author list.

    >>> r = segment("Smith, J., & Doe, A. (2020). A study of examples. Journal of Examples, 12(3), 4-5.")
    >>> [a.name for a in r.authors], r.title_text, r.venue_text, r.year
    (['Smith, J.', 'Doe, A.'], 'A study of examples', 'Journal of Examples', '2020')
    """
    return segment_many([(text, marks)], subject)[0]


def segment_many(
    entries: Iterable[tuple[str, Marks]],
    subject: Sequence[str] = (),
    known: Sequence[Labelling | None] = (),
) -> list[Reference]:
    """Take the entries of one publication list apart; like ``segment`` for each, but faster.

    Args:
        entries: texts with their marks, as ``segment`` takes them.
        subject: name forms of the person whose list this is.
        known: the labels of the entries that the model has labelled already; none, or one for each entry.
    """
    words = frozenset(w.casefold() for name in subject for w in re.findall(r"[^\W\d_]{3,}", name))
    listed = list(entries)
    read = [Entry(tokenize(text), marks, words) for text, marks in listed]
    labellings = list(known) or [None] * len(read)
    asked = [i for i, labels in enumerate(labellings) if labels is None]
    for i, labels in zip(asked, load().label([read[i] for i in asked]), strict=True):
        labellings[i] = labels
    return [
        _reference(text, entry, labels)
        for (text, _), entry, labels in zip(listed, read, labellings, strict=True)
        if labels is not None
    ]


def _reference(text: str, entry: Entry, labelling: Labelling) -> Reference:
    tokens = entry.tokens
    title, sure_title = pick_title(tokens, labelling, text)
    spans, sure_authors = pick_authors(tokens, labelling, text)
    venue, sure_venue = pick_venue(tokens, labelling, text)
    year, year_span = pick_year(tokens, labelling, venue)
    leading = leading_venue(text, title) if title and venue is None else None
    if leading:
        venue, year_span, title = leading
        year = whole_year(year_span.of(text))
    authors, partial = _authors(text, spans)
    head = text[:LIMIT]
    journal = cited(head, title)
    if journal is not None and (
        venue is None
        or SERVER.search(venue.of(text)) is not None
        or (venue.start < journal[0].end and journal[0].start < venue.end)
    ):
        venue, year_span = journal
        year = year_span.of(text)
        if title is not None and title.start < venue.start < title.end:
            title = trim(text, title.start, venue.start)
    outside = head if title is None else f"{head[: title.start]} {head[title.end :]}"
    status = find_status(outside)
    printed = venue.of(text) if venue else ""
    pending = status in {"submitted", "in preparation"}
    if venue is None or (pending and not SERVER.search(printed)):
        venue = _server(head, title)
    notes = tuple(Span(tokens.starts[r.start], tokens.ends[r.end - 1]) for r in runs(labelling, "N"))
    sure = _confidence(sure_title, sure_authors if spans else None, sure_venue if printed else None)
    return Reference(
        text, authors, partial, title, venue, year, year_span, find_identifiers(head), notes,
        find_kind(printed, outside), status, round(sure, 3),
    )  # fmt: skip


def _confidence(title: float, authors: float | None, venue: float | None) -> float:
    """Return the share of entries with such certainties whose title, authors and venue were all right."""
    least = min(1.0, title, 1.0 if authors is None else authors, 1.0 if venue is None else venue)
    at, value = next(((a, b), (v, w)) for (a, v), (b, w) in pairwise(RELIABILITY) if least <= b)
    sure = value[0] + (value[1] - value[0]) * (least - at[0]) / (at[1] - at[0])
    return sure * (1.0 if authors is not None else 0.8) * (1.0 if venue is not None else 0.85)


def _server(text: str, title: Span | None) -> Span | None:
    """Return the place where an entry without a venue names a preprint server, in words or in an address."""
    for found in SERVER.finditer(text):
        if title is None or not title.start <= found.start() < title.end:
            return Span(*found.span())
    return None


def _authors(text: str, spans: list[Span]) -> tuple[tuple[Name, ...], bool]:
    names: list[Name] = []
    partial = False
    for span in spans:
        found, shortened = split_authors(span.of(text), span.start)
        names += found
        partial = partial or shortened
    return tuple(names), partial


def looks_like_reference(text: str) -> float:
    """Estimate the probability that a block of text is a publication entry, not news, prose or a job.

    >>> looks_like_reference("A. Doe and B. Li. A study of examples. Journal of Examples, 2020.") > 0.5
    True
    >>> looks_like_reference("I am a researcher who enjoys hiking.") < 0.5
    True
    """
    return look_like_references([text])[0]


def look_like_references(texts: Sequence[str]) -> list[float]:
    """Return ``looks_like_reference`` of many blocks, in less time."""
    found = segment_many([(text, ()) for text in texts])
    return [
        1 / (1 + math.exp(-(LOOKS[0] + sum(w * e for w, e in zip(LOOKS[1:], evidence(r), strict=True))))) for r in found
    ]


def evidence(found: Reference) -> tuple[float, ...]:
    """Return what speaks for and against a text being a publication entry, each in 0..1."""
    title = found.title_text
    covered = sum(len(n.name) for n in found.authors) + len(title) + len(found.venue_text) + len(found.year)
    size = max(1, len(found.text))
    return (
        float(bool(found.authors)),
        float(len(found.authors) > 1),
        float(bool(found.venue)),
        float(bool(found.year)),
        0.0,
        min(1.0, covered / size),
        float(bool(PROSE.search(found.text))),
        float(len(title.split()) < 4),
        float(bool(found.identifiers)),
        float(bool(POST.search(found.text))),
    )
