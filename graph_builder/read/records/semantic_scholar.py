"""Semantic Scholar: papers and authors, as the Graph API answers and as the datasets list them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    named,
    objects,
    orcid,
    plain_id,
    texts,
    web,
    work_type,
    year_of,
)


def semantic_scholar(source: Source) -> Iterator[Record]:
    """Yield papers and authors; of an author with papers, the papers too."""
    for where, record in json_objects(source):
        for key in ("citingPaper", "citedPaper"):
            if isinstance(record.get(key), dict):
                record = record[key]
        if "authorId" in record or "authorid" in record:
            yield from _author_records(record, source, where)
        else:
            yield from _paper_records(record, source, where)


def _paper_records(record: Mapping[str, Any], source: Source, where: str) -> Iterator[Record]:
    key = clean(record.get("paperId")) or clean(str(record.get("corpusid") or record.get("corpusId") or ""))
    title = clean(record.get("title"))
    if title:
        yield Record(EntityKind.WORK, key or where, _paper(record, title, source, key or where))
    else:
        source.note(key or where, "a paper without title: ask for the field title")


def _author_records(record: Mapping[str, Any], source: Source, where: str) -> Iterator[Record]:
    key = clean(str(record.get("authorId") or record.get("authorid") or ""))
    person = _person(record, source, key or where)
    if person is None:
        source.note(key or where, "an author without name")
        return
    yield Record(EntityKind.PERSON, key or where, Profile(person))
    for paper in objects(record.get("papers")):
        if clean(paper.get("title")) and paper.get("authors"):
            yield from _paper_records(paper, source, f"{where}, paper {clean(paper.get('paperId'))}")


def _paper(record: Mapping[str, Any], title: str, source: Source, key: str) -> Work:
    ids = mapping(record.get("externalIds") or record.get("externalids"))
    types = record.get("publicationTypes") or record.get("publicationtypes")
    fields = [t.get("category") for t in objects(record.get("s2FieldsOfStudy") or record.get("s2fieldsofstudy"))]
    plain = record.get("fieldsOfStudy")
    return Work(
        title,
        tuple(p for a in objects(record.get("authors")) if (p := _person(a, source, key))),
        _paper_ids(record, ids),
        _venue(record),
        year_of(record.get("year")) or year_of(record.get("publicationDate") or record.get("publicationdate")),
        work_type(*(types if isinstance(types, list) else ())),
        "",
        named((*fields, *(plain if isinstance(plain, list) else ()))),
    )


def _paper_ids(record: Mapping[str, Any], ids: Mapping[str, Any]) -> tuple[Identifier, ...]:
    return distinct(
        (
            *plain_id("s2", record.get("paperId")),
            *doi(ids.get("DOI")),
            *arxiv(ids.get("ArXiv")),
            *plain_id("acl", ids.get("ACL")),
            *plain_id("dblp", ids.get("DBLP")),
            *plain_id("pmid", ids.get("PubMed")),
            *plain_id("s2corpus", record.get("corpusid") or record.get("corpusId") or ids.get("CorpusId")),
        )
    )


def _venue(record: Mapping[str, Any]) -> Named | None:
    known = mapping(record.get("publicationVenue"))
    journal = record.get("journal")
    name = clean(record.get("venue")) or clean(known.get("name")) or clean(mapping(journal).get("name"))
    if not name:
        return None
    names = (clean(known.get("name")), *texts(known.get("alternate_names")))
    aliases = tuple(n for n in dict.fromkeys(names) if n and n != name)
    return Named(name, (*plain_id("s2", known.get("id")), *plain_id("issn", known.get("issn"))), aliases)


def _person(author: Mapping[str, Any], source: Source, key: str) -> Person | None:
    name = clean(author.get("name"))
    if not name:
        return None
    ids = mapping(author.get("externalIds") or author.get("externalids"))
    identifiers = distinct(
        (
            *plain_id("s2", author.get("authorId") or author.get("authorid")),
            *orcid(ids.get("ORCID"), source, key),
            *web("homepage", author.get("homepage")),
        )
    )
    aliases = tuple(n for n in dict.fromkeys(texts(author.get("aliases"))) if n != name)
    stays = tuple(Stay(Named(place)) for place in dict.fromkeys(texts(author.get("affiliations"))))
    return Person(name, identifiers, aliases, stays)
