"""ROR: organizations with their names, countries, parents and identifiers elsewhere; schema 2 and 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graph_builder.model import EntityKind, Identifier, Named, Record
from graph_builder.read.records.json_stream import json_objects
from graph_builder.read.records.source import Source
from graph_builder.read.records.values import clean, distinct, mapping, objects, plain_id, ror, texts, web

_SCHEMES = {"wikidata": "wikidata", "grid": "grid", "isni": "isni"}


def ror_records(source: Source) -> Iterator[Record]:
    """Yield the organizations of a dump of ROR or an answer of its API.

    Parents are given as they stand, circles included: the caller breaks those.
    """
    for where, record in json_objects(source):
        ident = ror(record.get("id"))
        names = list(dict.fromkeys(_names(record)))
        if not ident or not names:
            source.note(clean(record.get("id")) or where, "an organization without a ROR id or a name")
            continue
        above = (r for r in objects(record.get("relationships")) if str(r.get("type")).lower() == "parent")
        about = Named(
            names[0],
            distinct((*ident, *_elsewhere(record))),
            tuple(names[1:]),
            country=_country(record),
            homepage=_homepage(record),
            parents=distinct(i for r in above for i in ror(r.get("id")) if i != ident[0]),
        )
        yield Record(EntityKind.ORGANIZATION, ident[0].value, about)


def _names(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names, the one to show first."""
    entries = [(n.get("types"), clean(n.get("value"))) for n in objects(record.get("names"))]
    yield from (name for types, name in entries if isinstance(types, list) and "ror_display" in types and name)
    yield from (name for _, name in entries if name)
    yield from texts(record.get("name"))
    yield from texts(record.get("aliases"))
    yield from texts(record.get("acronyms"))
    yield from (name for label in objects(record.get("labels")) if (name := clean(label.get("label"))))


def _country(record: Mapping[str, Any]) -> str:
    for location in objects(record.get("locations")):
        if code := clean(mapping(location.get("geonames_details")).get("country_code")):
            return code
    return clean(mapping(record.get("country")).get("country_code"))


def _homepage(record: Mapping[str, Any]) -> str:
    links = record.get("links")
    for link in links if isinstance(links, list) else ():
        address = link.get("value") if isinstance(link, dict) and link.get("type") == "website" else link
        for found in web("homepage", address):
            return found.value
    return ""


def _elsewhere(record: Mapping[str, Any]) -> Iterator[Identifier]:
    found = record.get("external_ids")
    if isinstance(found, dict):  # schema 1: by type
        entries = [{"type": kind, **mapping(value)} for kind, value in found.items()]
    else:
        entries = [dict(entry) for entry in objects(found)]
    for entry in entries:
        scheme = _SCHEMES.get(str(entry.get("type")).lower())
        every = entry.get("all")
        values = [entry.get("preferred"), *(every if isinstance(every, list) else [every])]
        if scheme:
            yield from (i for value in values for i in plain_id(scheme, str(value or "").replace(" ", "")))
