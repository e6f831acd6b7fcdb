"""DataCite: works of all types with their creators, as the REST API answers and the dumps list them."""

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
    full_name,
    mapping,
    named,
    natural_order,
    objects,
    orcid,
    plain_id,
    ror,
    work_type,
    year_of,
)

_GRADES = ("IsIdenticalTo", "IsVersionOf")


def datacite(source: Source) -> Iterator[Record]:
    """Yield the works of a file; creators that are organizations are no authors."""
    for where, record in json_objects(source):
        fields = mapping(record.get("attributes")) or record
        identifiers = distinct((*doi(fields.get("doi") or record.get("id")), *_others(fields)))
        titles = [title for item in objects(fields.get("titles")) if (title := clean(item.get("title")))]
        if not titles:
            source.note(identifiers[0].value if identifiers else where, "a work without title")
            continue
        key = identifiers[0].value if identifiers else where
        yield Record(EntityKind.WORK, key, _work(fields, titles, identifiers, source, key))


def _work(
    fields: Mapping[str, Any], titles: list[str], identifiers: tuple[Identifier, ...], source: Source, key: str
) -> Work:
    types = mapping(fields.get("types"))
    creators = (p for c in objects(fields.get("creators")) if (p := _person(c, source, key)))
    return Work(
        titles[0],
        tuple(creators),
        identifiers,
        _venue(fields),
        year_of(fields.get("publicationYear")) or _date(fields),
        work_type(types.get("resourceTypeGeneral"), types.get("bibtex"), types.get("citeproc")),
        "",
        named(s.get("subject") for s in objects(fields.get("subjects"))),
        tuple(dict.fromkeys(t for t in titles[1:] if t != titles[0])),
    )


def _others(fields: Mapping[str, Any]) -> Iterator[Identifier]:
    for item in objects(fields.get("relatedIdentifiers")):
        if item.get("relationType") in _GRADES and str(item.get("relatedIdentifierType")).lower() == "arxiv":
            yield from arxiv(item.get("relatedIdentifier"))
    own = doi(fields.get("doi"))
    if own and own[0].value.startswith("10.48550/arxiv."):
        yield from arxiv(own[0].value.removeprefix("10.48550/"))


def _date(fields: Mapping[str, Any]) -> str:
    dates = {str(d.get("dateType")): year_of(d.get("date")) for d in objects(fields.get("dates"))}
    return dates.get("Issued") or dates.get("Available") or dates.get("Created") or ""


def _venue(fields: Mapping[str, Any]) -> Named | None:
    container = mapping(fields.get("container"))
    publisher = fields.get("publisher")
    name = clean(container.get("title"))
    if name:
        issn = str(container.get("identifierType")).upper() == "ISSN"
        return Named(name, plain_id("issn", container.get("identifier")) if issn else ())
    name = clean(mapping(publisher).get("name") if isinstance(publisher, dict) else publisher)
    return Named(name) if name and name.lower() not in ("(:unav)", ":unav", "unknown") else None


def _person(creator: Mapping[str, Any], source: Source, key: str) -> Person | None:
    if str(creator.get("nameType")).lower() == "organizational":
        return None
    said = full_name(creator.get("givenName"), creator.get("familyName"))
    name = said if creator.get("familyName") else natural_order(clean(creator.get("name")))
    if not name:
        return None
    identifiers = distinct(
        i
        for item in objects(creator.get("nameIdentifiers"))
        if "orcid" in str(item.get("nameIdentifierScheme")).lower() or "orcid.org" in str(item.get("nameIdentifier"))
        for i in orcid(item.get("nameIdentifier"), source, key)
    )
    return Person(name, identifiers, stays=tuple(_stays(creator.get("affiliation"))))


def _stays(places: object) -> Iterator[Stay]:
    for place in places if isinstance(places, list) else [places]:
        name = clean(place.get("name") if isinstance(place, dict) else place)
        if name:
            yield Stay(Named(name, ror(place.get("affiliationIdentifier")) if isinstance(place, dict) else ()))
