"""DataCite: works of all types with their creators, as the REST API answers and the dumps list them."""

from __future__ import annotations

from collections.abc import Iterator

from graph_builder.model import EntityKind, Identifier, Named, Person, Record, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.json_stream import Json, json_objects
from graph_builder.read.records.source import Source

_GRADES = ("IsIdenticalTo", "IsVersionOf")


def datacite(source: Source) -> Iterator[Record]:
    """Yield the works of a file; creators that are organizations are no authors."""
    for where, record in json_objects(source):
        fields = v.mapping(record.get("attributes")) or record
        ids = v.distinct(v.doi(v.get(fields, "doi") or record.get("id")), _arxiv(fields))
        key = ids[0].value if ids else where
        titles = [title for item in v.objects(fields, "titles") if (title := v.text(item, "title"))]
        if not titles:
            source.note(key, "a work without title")
            continue
        dates = {str(d.get("dateType")): v.year_of(d.get("date")) for d in v.objects(fields, "dates")}
        work = Work(
            titles[0],
            tuple(p for c in v.objects(fields, "creators") if (p := _person(c, source, key))),
            ids,
            _venue(fields),
            v.year_of(v.get(fields, "publicationYear")) or v.text(dates, "Issued", "Available", "Created"),
            v.work_type(*(v.get(fields, f"types.{k}") for k in ("resourceTypeGeneral", "bibtex", "citeproc"))),
            "",
            v.named(s.get("subject") for s in v.objects(fields, "subjects")),
            v.others(titles[0], titles),
        )
        yield Record(EntityKind.WORK, key, work)


def _arxiv(fields: Json) -> Iterator[Identifier]:
    for item in v.objects(fields, "relatedIdentifiers"):
        if item.get("relationType") in _GRADES and str(item.get("relatedIdentifierType")).lower() == "arxiv":
            yield from v.arxiv(item.get("relatedIdentifier"))
    for own in v.doi(fields.get("doi")):
        if own.value.startswith("10.48550/arxiv."):
            yield from v.arxiv(own.value.removeprefix("10.48550/"))


def _venue(fields: Json) -> Named | None:
    if name := v.text(fields, "container.title"):
        issn = str(v.get(fields, "container.identifierType")).upper() == "ISSN"
        return Named(name, v.plain_id("issn", v.get(fields, "container.identifier")) if issn else ())
    name = v.text(fields, "publisher.name", "publisher")
    return Named(name) if name and name.lower() not in ("(:unav)", ":unav", "unknown") else None


def _person(creator: Json, source: Source, key: str) -> Person | None:
    if str(creator.get("nameType")).lower() == "organizational":
        return None
    whole = v.full_name(creator.get("givenName"), creator.get("familyName"))
    name = whole if creator.get("familyName") else v.natural_order(v.text(creator, "name"))
    ids = v.distinct(
        i
        for item in v.objects(creator, "nameIdentifiers")
        if "orcid" in f"{item.get('nameIdentifierScheme')} {item.get('nameIdentifier')}".lower()
        for i in v.orcid(item.get("nameIdentifier"), source, key)
    )
    stays = v.affiliations(creator, lambda place: v.ror(v.get(place, "affiliationIdentifier")))
    return Person(name, ids, stays=stays) if name else None
