"""Papers cited as lawyers do, the volume in front of the journal: "*On Looms*, 101 Ghent L. Rev. 55 (2019)"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.paper_rows import Row
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.model import Span

# The year stands in brackets behind the first page; one without a page yet has a blank: "101 Ghent L. Rev. ___".
_PLACE = re.compile(
    r"(?<=[\w”\"’'»)?!*\],.])\s(?P<volume>\d{1,4})\s(?P<journal>[A-Z][^\d()\n;:]{2,90}?),?\s"
    r"(?:\d{1,4}(?:[–-]\d{1,4})?|_{1,4}|—{1,3})?,?\s?"
    r"\((?:[Ff]orthcoming,?\s|Spring\s|Fall\s|Winter\s|Summer\s)?(?P<year>(?:19|20)\d\d|[Ff]orthcoming)\)"
)
_LAW = re.compile(
    r"\b(?:L\.|Law|Legal|Rev\.|REV\.|LAW|Review|Journal|J\.|Yearbook|Y\.B\.|Bulletin|Bull\.|Quarterly|Q\.|Forum|Lawyer)(?![\w])"
)
_NAME = r"[A-Z][\w.’'-]{0,25}(?:\s[A-Z][\w.’'-]{0,25}){1,3}"
_NAMES = rf"{_NAME}(?:,\s{_NAME}){{0,6}}(?:,?\s(?:and|&)\s{_NAME})?"
_AHEAD = re.compile(rf"\W{{0,4}}(?P<names>{_NAMES}),\s{{1,3}}(?=[“\"‘A-Z])")
_WITH = re.compile(rf",\s(?:co-?authored\s)?with\s(?P<names>{_NAMES}),?$")
_WITH_BEHIND = re.compile(
    rf"[^\n]{{0,40}}?[(,]\s?(?:co-?authored\s|joint\swork\s)?with\s(?P<names>{_NAMES})(?:[).;,]|$)"
)
_EDGE = re.compile(r"^(?:\W{0,4}\d{4}[.:,]\s)?[\s“\"‘*_]*")
_QUOTES = {"“": "”", '"': '"', "‘": "’"}


def _place(text: str) -> re.Match[str] | None:
    found = _PLACE.search(text)
    return found if found is not None and _LAW.search(found["journal"]) and found.start() >= 8 else None


def cited_each(rows: Sequence[Row]) -> list[list[Row]] | None:
    """Return the rows of a list as an entry each, where most are whole citations as lawyers print them."""
    if len(rows) < 2 or len({row.line.block for row in rows}) < len(rows):
        return None
    told = sum(_place(row.line.text) is not None for row in rows)
    return [[row] for row in rows] if told >= 2 and told > 0.7 * len(rows) else None


def as_lawyers_cite(reference: Reference, subject: Sequence[str] = ()) -> Reference:
    """Return the reference as its volume, journal, page and year tell, if they stand as lawyers print them.

    >>> read = as_lawyers_cite(Reference("On Looms and Torts, 101 Ghent L. Rev. 55 (2019) (with Ada Lee)"))
    >>> read.title_text, read.venue.of(read.text), read.year, [a.name for a in read.authors]
    ('On Looms and Torts', 'Ghent L. Rev.', '2019', ['Ada Lee'])
    """
    text = reference.text
    place = _place(text)
    if place is None:
        return reference
    head = text[: place.start()].rstrip(" ,.")
    authors: list[Name] = []
    joined = _WITH.search(head)
    if joined is not None:
        authors += split_authors(joined["names"], joined.start("names"))[0]
        head = head[: joined.start()].rstrip(" ,.")
    ahead = _AHEAD.match(head)
    if ahead is not None and any(name.split()[-1] in ahead["names"] for name in subject if name.split()):
        authors = [*split_authors(ahead["names"], ahead.start("names"))[0], *authors]
    begin = ahead.end() if ahead is not None and authors and authors[0].start == ahead.start("names") else 0
    edge = _EDGE.match(head[begin:])
    lead = begin + (edge.end() if edge else 0)
    whole = head[lead - 1 : lead] in _QUOTES and _QUOTES[head[lead - 1]] in head[lead:-1]  # “A Loom”: a quotation first
    lead -= whole
    title = Span(lead, len(head.rstrip(" ,.*_") if whole else head.rstrip(' ,.*_”"’')))
    if len(title.of(text).split()) < 2 or ";" in head[lead:]:
        return reference
    behind = _WITH_BEHIND.match(text, place.end())
    if behind is not None:
        authors += split_authors(behind["names"], behind.start("names"))[0]
    when = place["year"] if place["year"].isdigit() else ""
    return replace(
        reference, authors=tuple(authors), title=title, venue=Span(*place.span("journal")), kind="article",
        year=when, year_span=Span(*place.span("year")) if when else None, confidence=max(reference.confidence, 0.8),
        status=reference.status if when else "accepted",
    )  # fmt: skip
