"""Crossref works and CSL-JSON: what both have in common comes from the same vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graph_builder.model import EntityKind, Named, Person, Record, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.json_stream import Json, json_objects
from graph_builder.read.records.source import Source

_DATES = ("issued", "published", "published-print", "published-online", "posted", "original-date", "created")


def crossref(source: Source) -> Iterator[Record]:
    """Yield the works of a file of Crossref's JSON or CSL-JSON; what names neither title nor DOI is noted."""
    for where, record in json_objects(source):
        number = record.get("number") if "arxiv" in str(record.get("publisher", "")).lower() else None
        ids = v.distinct(v.doi(record.get("DOI")), v.plain_id("pmid", record.get("PMID")), v.arxiv(number))
        title = v.text(record, "title") or next((i.value for i in ids), "")
        if not title:
            source.note(where, "a record with neither title nor DOI")
            continue
        place = next((i.value for i in ids), where)
        work = Work(
            title,
            tuple(p for author in v.objects(record, "author") if (p := _person(author, source, place))),
            ids,
            _venue(record),
            _year(record),
            v.work_type(record.get("subtype"), record.get("type")),
            v.text(record, "status"),
            v.named(v.listed(record.get("subject"))),
            v.others(title, v.texts(record.get("original-title"))),
        )
        key = next((i.value for i in ids if i.scheme == "doi"), "") or v.text(record, "id") or where
        yield Record(EntityKind.WORK, key, work)


def _person(author: Json, source: Source, where: str) -> Person | None:
    parts = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix")
    name = " ".join(part for key in parts if (part := v.text(author, key)))
    name = name or v.text(author, "name") or v.natural_order(v.text(author, "literal"))
    stays = v.affiliations(author, lambda place: (i for item in v.objects(place, "id") for i in v.ror(item.get("id"))))
    return Person(name, v.orcid(author.get("ORCID"), source, where), stays=stays) if name else None


def _venue(record: Json) -> Named | None:
    names = list(v.texts(v.get(record, "container-title", "event.name", "event-title")))
    if not names:
        return None
    short = (s for key in ("short-container-title", "container-title-short") for s in v.texts(record.get(key)))
    numbers: Any = record.get("ISSN")
    # Proceedings bear the ISSN of the series that they appear in, with hundreds of others.
    own = v.work_type(record.get("type")) == "article"
    issns = (numbers if isinstance(numbers, list) else [numbers]) if own else []
    ids = v.distinct(i for n in issns for i in v.plain_id("issn", n))
    return Named(names[0], ids, v.others(names[0], (*names[1:], *short)))


def _year(record: Json) -> str:
    """Return the year of the first date that has one: of ``date-parts``, or of a text."""
    for date in map(record.get, _DATES):
        parts = v.get(date, "date-parts")
        while isinstance(parts, list) and parts:
            parts = parts[0]
        written = v.get(date, "raw", "literal") if isinstance(date, dict) else date
        if found := v.year_of(parts) or v.year_of(written):
            return found
    return ""
