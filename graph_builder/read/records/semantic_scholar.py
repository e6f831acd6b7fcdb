"""Semantic Scholar: papers and authors, as the Graph API answers and as the datasets list them."""

from __future__ import annotations

from collections.abc import Iterator

from graph_builder.model import EntityKind, Named, Person, Profile, Record, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.json_stream import Json, json_objects
from graph_builder.read.records.source import Source


def semantic_scholar(source: Source) -> Iterator[Record]:
    """Yield papers and authors; of an author with papers, the papers too."""
    for where, record in json_objects(source):
        for key in ("citingPaper", "citedPaper"):
            record = record[key] if isinstance(record.get(key), dict) else record
        if "authorId" in record or "authorid" in record:
            yield from _author_records(record, source, where)
        else:
            yield from _paper_records(record, source, where)


def _paper_records(record: Json, source: Source, where: str) -> Iterator[Record]:
    key = v.clean(str(v.get(record, "paperId", "corpusid", "corpusId") or "")) or where
    title = v.text(record, "title")
    if not title:
        source.note(key, "a paper without title: ask for the field title")
        return
    ids = v.get(record, "externalIds", "externalids")
    number = v.get(record, "corpusid", "corpusId") or v.get(ids, "CorpusId")
    kinds = [kind.get("category") for kind in v.objects(record, "s2FieldsOfStudy", "s2fieldsofstudy")]
    work = Work(
        title,
        tuple(p for author in v.objects(record, "authors") if (p := _person(author, source, key))),
        v.distinct(
            v.plain_id("s2", record.get("paperId")),
            v.doi(v.get(ids, "DOI")),
            v.arxiv(v.get(ids, "ArXiv")),
            v.plain_id("acl", v.get(ids, "ACL")),
            v.plain_id("dblp", v.get(ids, "DBLP")),
            v.plain_id("pmid", v.get(ids, "PubMed")),
            v.plain_id("s2corpus", number),
        ),
        _venue(record),
        v.year_of(record.get("year")) or v.year_of(v.get(record, "publicationDate", "publicationdate")),
        v.work_type(*v.listed(v.get(record, "publicationTypes", "publicationtypes"))),
        "",
        v.named((*kinds, *v.listed(record.get("fieldsOfStudy")))),
    )
    yield Record(EntityKind.WORK, key, work)


def _author_records(record: Json, source: Source, where: str) -> Iterator[Record]:
    key = v.clean(str(v.get(record, "authorId", "authorid") or "")) or where
    person = _person(record, source, key)
    if person is None:
        source.note(key, "an author without name")
        return
    yield Record(EntityKind.PERSON, key, Profile(person))
    for paper in v.objects(record, "papers"):
        if v.text(paper, "title") and paper.get("authors"):
            yield from _paper_records(paper, source, f"{where}, paper {v.text(paper, 'paperId')}")


def _venue(record: Json) -> Named | None:
    venue = "publicationVenue"
    name = v.text(record, "venue", f"{venue}.name", "journal.name")
    ids = (*v.plain_id("s2", v.get(record, f"{venue}.id")), *v.plain_id("issn", v.get(record, f"{venue}.issn")))
    names = (v.text(record, f"{venue}.name"), *v.texts(v.get(record, f"{venue}.alternate_names")))
    return Named(name, ids, v.others(name, names)) if name else None


def _person(author: Json, source: Source, key: str) -> Person | None:
    name = v.text(author, "name")
    ids = v.distinct(
        v.plain_id("s2", v.get(author, "authorId", "authorid")),
        v.orcid(v.get(author, "externalIds.ORCID", "externalids.ORCID"), source, key),
        v.web("homepage", author.get("homepage")),
    )
    aliases = v.others(name, v.texts(author.get("aliases")))
    return Person(name, ids, aliases, v.stays(v.texts(author.get("affiliations")))) if name else None
