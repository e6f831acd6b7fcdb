"""Crossref works and CSL-JSON: what both have in common comes from the same vocabulary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graph_builder.model import EntityKind, Identifier, Named, Person, Record, Stay, Work
from graph_builder.read.records.json_stream import json_objects
from graph_builder.read.records.source import Source
from graph_builder.read.records.values import (
    arxiv,
    clean,
    distinct,
    doi,
    first_text,
    mapping,
    named,
    natural_order,
    objects,
    orcid,
    plain_id,
    ror,
    texts,
    work_type,
    year_of,
)

_DATES = ("issued", "published", "published-print", "published-online", "posted", "original-date", "created")


def crossref(source: Source) -> Iterator[Record]:
    """Yield the works of a file of Crossref's JSON or CSL-JSON; what names neither title nor DOI is noted."""
    for where, record in json_objects(source):
        work = _work(record, source, where)
        if work is None:
            source.note(where, "a record with neither title nor DOI")
        else:
            key = next((i.value for i in work.identifiers if i.scheme == "doi"), "") or clean(record.get("id"))
            yield Record(EntityKind.WORK, key or where, work)


def _work(record: Mapping[str, Any], source: Source, where: str) -> Work | None:
    identifiers = distinct(
        (
            *doi(record.get("DOI")),
            *plain_id("pmid", record.get("PMID")),
            *(arxiv(record.get("number")) if "arxiv" in str(record.get("publisher", "")).lower() else ()),
        )
    )
    title = first_text(record.get("title"))
    if not title and not identifiers:
        return None
    place = where if not identifiers else identifiers[0].value
    return Work(
        title or identifiers[0].value,
        tuple(p for author in objects(record.get("author")) if (p := _person(author, source, place))),
        identifiers,
        _venue(record),
        _year(record),
        work_type(record.get("subtype"), record.get("type")),
        clean(record.get("status")),
        named(_listed(record.get("subject"))),
        tuple(t for t in texts(record.get("original-title")) if t != title),
    )


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _person(author: Mapping[str, Any], source: Source, where: str) -> Person | None:
    family = " ".join(x for x in (clean(author.get("non-dropping-particle")), clean(author.get("family"))) if x)
    given = " ".join(x for x in (clean(author.get("given")), clean(author.get("dropping-particle"))) if x)
    name = " ".join(x for x in (given, family, clean(author.get("suffix"))) if x)
    if not name:
        name = clean(author.get("name")) or natural_order(clean(author.get("literal")))
    if not name:
        return None
    places = author.get("affiliation")
    stays = tuple(
        Stay(Named(text, _place_ids(place)))
        for place in (places if isinstance(places, list) else [places])
        if (text := clean(place.get("name") if isinstance(place, dict) else place))
    )
    return Person(name, orcid(author.get("ORCID"), source, where), stays=stays)


def _place_ids(place: object) -> tuple[Identifier, ...]:
    return distinct(i for entry in objects(mapping(place).get("id")) for i in ror(entry.get("id")))


def _venue(record: Mapping[str, Any]) -> Named | None:
    names = list(texts(record.get("container-title")))
    if not names:
        names = list(texts(mapping(record.get("event")).get("name") or record.get("event-title")))
    if not names:
        return None
    short = [*texts(record.get("short-container-title")), *texts(record.get("container-title-short"))]
    numbers = record.get("ISSN")
    # Proceedings bear the ISSN of the series that they appear in, with hundreds of others.
    own = work_type(record.get("type")) == "article"
    issns = (numbers if isinstance(numbers, list) else [numbers]) if own else []
    aliases = tuple(dict.fromkeys(n for n in (*names[1:], *short) if n != names[0]))
    return Named(names[0], distinct(i for n in issns for i in plain_id("issn", n)), aliases)


def _year(record: Mapping[str, Any]) -> str:
    """Return the year of the first date that has one: of ``date-parts``, or of a text."""
    for name in _DATES:
        date = record.get(name)
        if isinstance(date, dict):
            parts = date.get("date-parts")
            while isinstance(parts, list) and parts:
                parts = parts[0]
            found = year_of(parts) or year_of(date.get("raw") or date.get("literal"))
        else:
            found = year_of(date)
        if found:
            return found
    return ""
