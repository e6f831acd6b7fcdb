"""ROR: organizations with their names, countries, parents and identifiers elsewhere; schema 2 and 1."""

from __future__ import annotations

from collections.abc import Iterator

from graph_builder.model import EntityKind, Identifier, Named, Record
from graph_builder.read.records import values as v
from graph_builder.read.records.json_stream import Json, json_objects
from graph_builder.read.records.source import Source

_SCHEMES = ("wikidata", "grid", "isni")


def ror_records(source: Source) -> Iterator[Record]:
    """Yield the organizations of a dump of ROR or an answer of its API.

    Parents are given as they stand, circles included: the caller breaks those.
    """
    for where, record in json_objects(source):
        own = v.ror(record.get("id"))
        names = list(dict.fromkeys(_names(record)))
        if not own or not names:
            source.note(v.text(record, "id") or where, "an organization without a ROR id or a name")
            continue
        above = (r for r in v.objects(record, "relationships") if str(r.get("type")).lower() == "parent")
        codes = (v.text(place, "geonames_details.country_code") for place in v.objects(record, "locations"))
        about = Named(
            names[0],
            v.distinct(own, _elsewhere(record)),
            tuple(names[1:]),
            country=next(filter(None, codes), "") or v.text(record, "country.country_code"),
            homepage=_homepage(record),
            parents=v.distinct(i for r in above for i in v.ror(r.get("id")) if i != own[0]),
        )
        yield Record(EntityKind.ORGANIZATION, own[0].value, about)


def _names(record: Json) -> Iterator[str]:
    """Yield the names, the one to show first."""
    entries = [(name.get("types"), v.text(name, "value")) for name in v.objects(record, "names")]
    yield from (name for types, name in entries if isinstance(types, list) and "ror_display" in types and name)
    yield from (name for _, name in entries if name)
    for key in ("name", "aliases", "acronyms"):
        yield from v.texts(record.get(key))
    yield from (name for label in v.objects(record, "labels") if (name := v.text(label, "label")))


def _homepage(record: Json) -> str:
    links = [link.get("value") for link in v.objects(record, "links") if link.get("type") == "website"]
    found = (page for link in (*links, *v.listed(record.get("links"))) for page in v.web("homepage", link))
    return next((page.value for page in found), "")


def _elsewhere(record: Json) -> Iterator[Identifier]:
    by_type = v.mapping(record.get("external_ids")).items()  # schema 1
    for entry in (*({"type": kind, **v.mapping(value)} for kind, value in by_type), *v.objects(record, "external_ids")):
        scheme, every = str(entry.get("type")).lower(), entry.get("all")
        for value in (entry.get("preferred"), *(every if isinstance(every, list) else [every])):
            yield from v.plain_id(scheme, str(value or "").replace(" ", "")) if scheme in _SCHEMES else ()
