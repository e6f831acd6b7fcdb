"""arXiv: Atom feeds of the API, OAI records in three formats, and Kaggle's JSON lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.model import EntityKind, Identifier, Named, Person, Record, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.json_stream import json_objects
from graph_builder.read.records.source import Source
from graph_builder.read.records.xml_stream import Element, child, child_text, children, descendants, local, xml_elements

_VENUE = Named("arXiv")
_BRACKETS = re.compile(r"\([^()]{0,500}\)")
_SUFFIXES = re.compile(r"(?i),\s{0,3}(?=(?:jr|sr|i{2,3}|iv)\b\.?)")
_BETWEEN = re.compile(r"(?:(?<!\s)\s+)?,\s*(?:and\s+)?|(?<!\s)\s+and\s+")
_AGE = re.compile(r"(?:^|/)(\d\d)(?:0[1-9]|1[0-2])")


def arxiv_json(source: Source) -> Iterator[Record]:
    """Yield the papers of a file of JSON lines in the form that Kaggle publishes."""
    for where, record in json_objects(source):
        identifiers = v.arxiv(record.get("id"))
        title = v.clean(record.get("title"))
        if not identifiers or not title:
            source.note(v.clean(record.get("id")) or where, "a paper without identifier or title")
            continue
        rows = record.get("authors_parsed")
        people = [_parsed(row) for row in rows if isinstance(row, list)] if isinstance(rows, list) else []
        if not people:
            people = list(people_in(v.clean(record.get("authors"))))
        first = next((version.get("created") for version in v.objects(record, "versions")), None)
        year = v.year_of(first) or _year_in(identifiers[0].value)
        topics = str(record.get("categories") or "").split()
        yield _record(title, people, (*identifiers, *v.doi(record.get("doi"))), year, topics)


def arxiv_xml(source: Source) -> Iterator[Record]:
    """Yield the papers of an Atom feed or an answer of the OAI server; those that were deleted are passed over."""
    for element in xml_elements(source, ("entry", "record")):
        if local(element) == "entry":
            yield from _paper(element, child_text(element, "id"), source)
            continue
        header, metadata = child(element, "header"), child(element, "metadata")
        if header is not None and header.get("status") == "deleted":
            continue
        body = next(iter(metadata), None) if metadata is not None else None
        key = child_text(header, "identifier")
        if body is None:
            source.note(key or f"line {element.sourceline}", "a record without metadata")
        else:
            yield from _paper(body, key, source)


def _paper(body: Element, key: str, source: Source) -> Iterator[Record]:
    """Yield the paper of an entry of Atom, or of a record in Dublin Core, arXiv or arXivRaw."""
    identifiers = v.arxiv(child_text(body, "id") or key.rpartition(":")[2])
    title = v.clean(child_text(body, "title"))
    if not identifiers or not title:
        source.note(key or f"line {body.sourceline}", "a record without identifier or title")
        return
    found = [i for name in ("doi", "identifier") for e in children(body, name) for i in v.doi(e.text)]
    if local(body) == "dc":
        people = [Person(v.natural_order(name)) for c in children(body, "creator") if (name := v.clean(c.text))]
        # Of several dates the first is that of the first version.
        year = min((y for e in children(body, "date") if (y := v.year_of(e.text))), default="")
        topics = [v.clean(e.text) for e in children(body, "subject")]
    elif local(body) == "entry":
        people = [
            Person(name, stays=v.stays(v.clean(place.text) for place in children(author, "affiliation")))
            for author in children(body, "author")
            if (name := v.clean(child_text(author, "name")))
        ]
        year = v.year_of(child_text(body, "published"))
        topics = [c.get("term", "") for c in children(body, "category")]
    else:
        people = [p for a in descendants(child(body, "authors"), "author") if (p := _keyed(a))]
        people = people or list(people_in(v.clean(child_text(body, "authors"))))
        first = next((v.year_of(child_text(version, "date")) for version in children(body, "version")), "")
        year = v.year_of(child_text(body, "created")) or first
        topics = child_text(body, "categories").split()
    yield _record(title, people, (*identifiers, *found), year or _year_in(identifiers[0].value), topics)


def _record(
    title: str, people: list[Person], identifiers: tuple[Identifier, ...], year: str, topics: list[str]
) -> Record:
    authors = tuple(p for p in people if p.name)
    work = Work(title, authors, v.distinct(identifiers), _VENUE, year, "preprint", "", v.named(topics))
    return Record(EntityKind.WORK, identifiers[0].value, work)


def _parsed(row: list[object]) -> Person:
    """Return an author of a row: family name, given names, suffix, and affiliations if there are more."""
    family, given, suffix, *places = [*(v.clean(part) for part in row), "", "", ""][: max(3, len(row))]
    return Person(v.full_name(given, family, suffix), stays=v.stays(places))


def _keyed(author: Element) -> Person | None:
    name = v.full_name(child_text(author, "forenames"), child_text(author, "keyname"), child_text(author, "suffix"))
    places = (v.clean(place.text) for place in children(author, "affiliation"))
    return Person(name, stays=v.stays(places)) if name else None


def people_in(authors: str) -> Iterator[Person]:
    """Yield the people of a list in one line; what stands in brackets is about them and not of them.

    >>> [p.name for p in people_in("A. Holt (1), J. Wei, Jr. and M. Ek (2) ((1) Here, (2) There)")]
    ['A. Holt', 'J. Wei Jr.', 'M. Ek']
    """
    before = ""
    while before != authors:
        before, authors = authors, _BRACKETS.sub(" ", authors)
    for name in _BETWEEN.split(_SUFFIXES.sub(" ", authors)):
        if name := " ".join(name.split()).strip(" ,;"):
            yield Person(name)


def _year_in(identifier: str) -> str:
    """Return the year in an identifier: ``math/0306266`` is of 2003."""
    found = _AGE.search(identifier)
    if not found:
        return ""
    return f"19{found[1]}" if int(found[1]) > 90 else f"20{found[1]}"
