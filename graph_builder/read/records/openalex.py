"""OpenAlex: works, authors, institutions, sources, funders, publishers and topics, of the API and the snapshot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graph_builder.model import EntityKind, Identifier, Named, Person, Profile, Record, Stay, Work
from graph_builder.read.records.json_stream import json_objects
from graph_builder.read.records.source import Source
from graph_builder.read.records.values import (
    arxiv,
    clean,
    distinct,
    doi,
    mapping,
    objects,
    orcid,
    plain_id,
    ror,
    texts,
    web,
    work_type,
    year_of,
)

_KEY = re.compile(r"(?:https?://openalex\.org/(?:[a-z-]{1,20}/)?)?([WAISTCFPK]\d{1,15})$")
_ADDRESS = "https://openalex.org/"


def openalex(source: Source) -> Iterator[Record]:
    """Yield the records of OpenAlex; the first letter of a key gives the kind."""
    for where, record in json_objects(source):
        key = _KEY.match(str(record.get("id") or ""))
        name = clean(record.get("display_name")) or clean(record.get("title"))
        if key is None or not name:
            source.note(clean(record.get("id")) or where, "a record without a key or a name")
            continue
        kind, read = _KINDS[key[1][0]]
        yield Record(kind, key[1], read(record, name, source))


def _openalex(value: object) -> tuple[Identifier, ...]:
    match = _KEY.match(value) if isinstance(value, str) else None
    return (Identifier("openalex", match[1]),) if match else ()


def _work(record: Mapping[str, Any], name: str, source: Source) -> Work:
    ids = mapping(record.get("ids"))
    place = mapping(record.get("primary_location"))
    addresses = [mapping(x).get("landing_page_url") for x in (place, *objects(record.get("locations")))]
    key = str(record.get("id"))
    identifiers = distinct(
        (
            *_openalex(record.get("id")),
            *doi(record.get("doi") or ids.get("doi")),
            *plain_id("pmid", ids.get("pmid"), "https://pubmed.ncbi.nlm.nih.gov/"),
            *(i for address in addresses if "arxiv.org/" in str(address) for i in arxiv(address)),
        )
    )
    topics = [t for field in ("topics", "keywords", "concepts") for t in objects(record.get(field))]
    return Work(
        name,
        tuple(p for a in objects(record.get("authorships")) if (p := _author(a, source, key))),
        identifiers,
        _place(mapping(place.get("source")) or mapping(record.get("host_venue"))),
        year_of(record.get("publication_year")) or year_of(record.get("publication_date")),
        work_type(record.get("type_crossref"), record.get("type")),
        "retracted" if record.get("is_retracted") is True else "",
        tuple(
            {t.name: t for item in topics if (t := _topic(item, clean(item.get("display_name")), source)).name}.values()
        ),
    )


def _author(authorship: Mapping[str, Any], source: Source, key: str) -> Person | None:
    author = mapping(authorship.get("author"))
    printed = clean(authorship.get("raw_author_name"))
    name = clean(author.get("display_name"))
    if not (printed or name):
        return None
    identifiers = (*_openalex(author.get("id")), *orcid(author.get("orcid"), source, key))
    aliases = (name,) if name and printed and name != printed else ()
    return Person(printed or name, identifiers, aliases, tuple(_stays(authorship)))


def _stays(authorship: Mapping[str, Any]) -> Iterator[Stay]:
    """Yield the affiliations as printed, each with the institution that OpenAlex takes it for if that is one."""
    known = {str(i.get("id")): i for i in objects(authorship.get("institutions"))}
    left = dict(known)
    for affiliation in objects(authorship.get("affiliations")):
        text = clean(affiliation.get("raw_affiliation_string"))
        keys = affiliation.get("institution_ids")
        ids = [k for k in keys if isinstance(k, str) and k in known] if isinstance(keys, list) else []
        if text and len(ids) == 1:
            yield Stay(_institution_as(known[ids[0]], text))
            left.pop(ids[0], None)
        elif text and not ids:
            yield Stay(Named(text))
    raw = list(texts(authorship.get("raw_affiliation_strings")))
    if len(raw) == 1 and len(known) == 1 and left:
        yield Stay(_institution_as(next(iter(left.values())), raw[0]))
        return
    if not known and not authorship.get("affiliations"):
        yield from (Stay(Named(text)) for text in raw)
    for institution in left.values():
        if name := clean(institution.get("display_name")):
            yield Stay(_institution_as(institution, name))


def _institution_as(institution: Mapping[str, Any], printed: str) -> Named:
    name = clean(institution.get("display_name"))
    return Named(
        printed,
        (*_openalex(institution.get("id")), *ror(institution.get("ror"))),
        (name,) if name and name != printed else (),
        country=clean(institution.get("country_code")),
    )


def _place(record: Mapping[str, Any]) -> Named | None:
    name = clean(record.get("display_name"))
    return Named(name, (*_openalex(record.get("id")), *_issns(record))) if name else None


def _issns(record: Mapping[str, Any]) -> tuple[Identifier, ...]:
    numbers = record.get("issn")
    return distinct(
        i for n in (record.get("issn_l"), *(numbers if isinstance(numbers, list) else ())) for i in plain_id("issn", n)
    )


def _profile(record: Mapping[str, Any], name: str, source: Source) -> Profile:
    key = str(record.get("id"))
    identifiers = (*_openalex(record.get("id")), *orcid(record.get("orcid"), source, key))
    aliases = tuple(n for n in dict.fromkeys(texts(record.get("display_name_alternatives"))) if n != name)
    stays = [s for item in objects(record.get("affiliations")) if (s := _years_at(item))]
    if not stays:
        last = record.get("last_known_institutions") or [record.get("last_known_institution")]
        stays = [
            Stay(_institution_as(i, clean(i.get("display_name"))))
            for i in objects(last)
            if clean(i.get("display_name"))
        ]
    topics = (_topic(t, clean(t.get("display_name")), source) for t in objects(record.get("topics")))
    return Profile(Person(name, identifiers, aliases, tuple(stays)), tuple(t for t in topics if t.name))


def _years_at(affiliation: Mapping[str, Any]) -> Stay | None:
    """Return a time at an institution: from the first to the last year in which a paper attests it."""
    institution = mapping(affiliation.get("institution"))
    name = clean(institution.get("display_name"))
    found = affiliation.get("years")
    years = sorted(y for value in (found if isinstance(found, list) else ()) if (y := year_of(value)))
    if not name:
        return None
    return Stay(_institution_as(institution, name), start=years[0] if years else "", end=years[-1] if years else "")


def _institution(record: Mapping[str, Any], name: str, source: Source) -> Named:
    ids = mapping(record.get("ids"))
    above = (i for i in objects(record.get("associated_institutions")) if i.get("relationship") == "parent")
    names = (
        *texts(record.get("display_name_alternatives")),
        *texts(record.get("display_name_acronyms")),
        *texts(record.get("alternate_titles")),
    )
    return Named(
        name,
        distinct(
            (
                *_openalex(record.get("id")),
                *ror(record.get("ror") or ids.get("ror")),
                *plain_id("grid", ids.get("grid")),
                *_wikidata(ids.get("wikidata")),
            )
        ),
        tuple(n for n in dict.fromkeys(names) if n != name),
        country=clean(record.get("country_code")),
        homepage=next((i.value for i in web("homepage", record.get("homepage_url"))), ""),
        parents=distinct(i for item in above for i in (*ror(item.get("ror")), *_openalex(item.get("id")))),
    )


def _source(record: Mapping[str, Any], name: str, source: Source) -> Named:
    names = (
        *texts(record.get("alternate_titles")),
        *texts(record.get("abbreviated_title")),
    )
    homepage = next((i.value for i in web("homepage", record.get("homepage_url"))), "")
    aliases = tuple(n for n in dict.fromkeys(names) if n != name)
    return Named(name, (*_openalex(record.get("id")), *_issns(record)), aliases, homepage=homepage)


def _topic(record: Mapping[str, Any], name: str, source: Source) -> Named:
    ids = mapping(record.get("ids"))
    above = mapping(record.get("subfield"))
    return Named(
        name,
        (*_openalex(record.get("id")), *_wikidata(record.get("wikidata") or ids.get("wikidata"))),
        parents=plain_id("openalex", above.get("id"), _ADDRESS),
    )


def _wikidata(value: object) -> tuple[Identifier, ...]:
    match = re.search(r"\b(Q[1-9]\d{0,11})$", value) if isinstance(value, str) else None
    return (Identifier("wikidata", match[1]),) if match else ()


_Reader = Callable[[Mapping[str, Any], str, Source], Work | Profile | Named]
_KINDS: Mapping[str, tuple[EntityKind, _Reader]] = {
    "W": (EntityKind.WORK, _work),
    "A": (EntityKind.PERSON, _profile),
    "I": (EntityKind.ORGANIZATION, _institution),
    "F": (EntityKind.ORGANIZATION, _institution),
    "P": (EntityKind.ORGANIZATION, _institution),
    "S": (EntityKind.VENUE, _source),
    "T": (EntityKind.TOPIC, _topic),
    "C": (EntityKind.TOPIC, _topic),
    "K": (EntityKind.TOPIC, _topic),
}
