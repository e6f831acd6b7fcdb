"""The formats of the field, read back by our own readers: the same papers and the same facts."""

from __future__ import annotations

import io
import json
from pathlib import Path

import jsonschema
import pyoxigraph as ox
import pytest
import rdflib

from graph_builder.explore.things.reader import Reader
from graph_builder.export.field_formats import Gatherer, Paper, bibtex, csl
from graph_builder.export.privacy import Privacy
from graph_builder.export.write import write_about
from graph_builder.graph import vocabulary as v
from graph_builder.model import EntityKind, GraphBuilderError, Record, Work
from graph_builder.read.records import read_records

BASE = "https://w3id.org/graph-builder/data/"
MIRA = BASE + "person/mira"
HARD = [
    Paper("50% of 5 & {all}", ("Ada Aldous", "Barnes and Noble", "O'Koro, Jr."), "2020", "J & T", "journal", "", ()),
    Paper("Same title here", ("魏军",), "2021", "GSC", "conference", "", (("doi", "10.1000/a_b"),)),
    Paper("Same title here", ("魏军",), "2021", "", "", "", (("arxiv", "1706.03762"),)),
]  # fmt: skip


def about(store: ox.Store, iri: str, format_: str) -> str:
    target = io.BytesIO()
    write_about(store, iri, target, format_)
    return target.getvalue().decode()


def works(text: str, name: str, folder: Path) -> list[Work]:
    (folder / name).write_text(text, "utf-8")
    found = list(read_records(folder / name, name))
    assert all(isinstance(record, Record) for record in found), found
    return [record.about for record in found if isinstance(record, Record) and isinstance(record.about, Work)]


def parts(work: Work) -> tuple[object, ...]:
    ids = sorted((i.scheme, i.value) for i in work.identifiers if i.scheme in ("doi", "arxiv"))
    return (
        work.title,
        tuple(person.name for person in work.authors),
        work.year,
        work.venue.name if work.venue else "",
        ids,
    )


@pytest.mark.parametrize(("write", "name"), [(bibtex, "a.bib"), (csl, "a.json")])
def test_papers_read_back_the_same(toy: ox.Store, tmp_path: Path, write: object, name: str) -> None:
    for papers in (
        Gatherer(Reader(toy), Privacy()).papers_of(MIRA),
        Gatherer(Reader(toy), Privacy()).papers_of(BASE + "venue/gsc"),
    ):
        assert papers
        back = works(write(papers), name, tmp_path)  # type: ignore[operator]
        expected = [
            (p.title, p.authors, p.year, p.venue, [i for i in p.identifiers if i[0] in ("doi", "arxiv")])
            for p in papers
        ]
        assert list(map(parts, back)) == expected


def test_awkward_text_survives_bibtex(tmp_path: Path) -> None:
    back = works(bibtex(HARD), "a.bib", tmp_path)
    assert [work.authors[-1].name for work in back] == ["O'Koro, Jr.", "魏军", "魏军"]
    assert back[0].authors[1].name == "Barnes and Noble"
    assert back[0].title.replace(" ", "").startswith("50%of5&")
    assert back[0].venue is not None
    assert back[0].venue.name == "J & T"
    keys = [line for line in bibtex(HARD).splitlines() if line.startswith("@")]
    assert len(set(keys)) == 3


def test_a_json_resume_gives_the_same_facts_again(toy: ox.Store, tmp_path: Path) -> None:
    import graph_builder

    (tmp_path / "mira.json").write_text(about(toy, MIRA, "jsonresume"), "utf-8")
    graph_builder.build([tmp_path / "mira.json"], tmp_path / "kg", workers=0)
    again = graph_builder.open(tmp_path / "kg")
    from graph_builder.query.engine import rows

    for query, columns in {
        "employment": ("name", "organization", "role", "start", "end"),
        "education": ("name", "institution", "degree", "start"),
        "topics": ("name", "topic"),
    }.items():
        here = {tuple(row[c] for c in columns) for row in rows(toy, query, {"person": MIRA})}
        there = {tuple(row[c] for c in columns) for row in again.query(query)}
        assert there == here, query
    titles = {row["title"] for row in again.query("publications")}
    assert titles == {paper.title for paper in Gatherer(Reader(toy), Privacy()).papers_of(MIRA)}


# JSON Resume 1.0 as its documentation has it: the words of each section, and dates as precise as they are known. Others
# are allowed there; we use one, the authors of a publication.
DATE = {"type": "string", "pattern": "^[12][0-9]{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$"}
TEXT, ADDRESS = {"type": "string"}, {"type": "string", "format": "uri"}


def section(**words: object) -> dict[str, object]:
    return {"type": "array", "items": {"type": "object", "properties": words, "additionalProperties": False}}


RESUME = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "basics": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"name": TEXT, "url": ADDRESS, "profiles": section(network=TEXT, username=TEXT, url=ADDRESS)},
        },
        "work": section(name=TEXT, position=TEXT, url=ADDRESS, startDate=DATE, endDate=DATE, summary=TEXT),
        "education": section(institution=TEXT, area=TEXT, studyType=TEXT, startDate=DATE, endDate=DATE),
        "awards": section(title=TEXT, date=DATE, awarder=TEXT, summary=TEXT),
        "publications": section(
            name=TEXT, publisher=TEXT, releaseDate=DATE, url=ADDRESS, summary=TEXT, authors={"type": "array"}
        ),
        "interests": section(name=TEXT, keywords={"type": "array", "items": TEXT}),
    },
}


def people(store: ox.Store) -> list[str]:
    found = store.quads_for_pattern(None, v.TYPE, v.ENTITY_CLASS[EntityKind.PERSON], None)
    return sorted({quad.subject.value for quad in found})


def test_every_json_resume_is_one(toy: ox.Store) -> None:
    validator = jsonschema.Draft7Validator(RESUME, format_checker=jsonschema.FormatChecker())
    for person in people(toy):
        validator.validate(json.loads(about(toy, person, "jsonresume")))
    wrong = {"work": [{"startDate": "Fall 2012"}], "education": [{"school": "x"}]}
    assert len(list(validator.iter_errors(wrong))) == 2


def test_schema_org_reads_back_as_rdf(toy: ox.Store) -> None:
    """The words mean what schema.org says: its context gives every word the address of that name below it."""
    for person in people(toy):
        said = json.loads(about(toy, person, "schemaorg"))
        assert said.pop("@context") == "https://schema.org"
        graph = rdflib.Graph().parse(
            data=json.dumps({"@context": {"@vocab": "https://schema.org/"}, "@id": person, **said}), format="json-ld"
        )
        subject, dossier = rdflib.URIRef(person), Gatherer(Reader(toy), Privacy()).person(person)

        def read(word: str, graph: rdflib.Graph = graph, subject: rdflib.URIRef = subject) -> set[str]:
            named = rdflib.URIRef("https://schema.org/name")
            values = graph.objects(subject, rdflib.URIRef(f"https://schema.org/{word}"))
            return {str(graph.value(value, named) or value) for value in values}

        assert (subject, rdflib.RDF.type, rdflib.URIRef("https://schema.org/Person")) in graph
        assert read("name") == {dossier.name}
        assert read("alternateName") == set(dossier.names)
        assert read("sameAs") == set(dossier.same_as)
        assert read("knowsAbout") == set(dossier.interests)
        assert read("award") == {title for title, _, _ in dossier.awards}
        assert read("alumniOf") == {stage.organization for stage in dossier.studies}
        assert read("affiliation") == {stage.organization for stage in dossier.jobs if stage.end == "present"}


def test_schema_org_is_json_ld_and_safe_in_a_page(toy: ox.Store, tmp_path: Path) -> None:
    import graph_builder

    said = about(toy, MIRA, "schemaorg")
    person = json.loads(said)
    assert (person["@type"], person["name"]) == ("Person", "Mira Holt")
    assert [place["name"] for place in person["affiliation"]] == ["Quay University"]
    page = (
        f'<html><head><script type="application/ld+json">{said}</script></head><body><h1>Mira Holt</h1></body></html>'
    )
    (tmp_path / "mira.html").write_text(page, "utf-8")
    graph_builder.build([tmp_path / "mira.html"], tmp_path / "kg", workers=0)
    again = graph_builder.open(tmp_path / "kg")
    assert [row["name"] for row in again.query("profiles")] == ["Mira Holt"]
    store = ox.Store()
    store.load(
        b'<http://e/a> a <https://schema.org/Person> ; <http://www.w3.org/2000/01/rdf-schema#label> "</script><!--" .',
        format=ox.RdfFormat.TURTLE,
    )
    hostile = about(store, "http://e/a", "schemaorg")
    assert "</script" not in hostile
    assert "<!--" not in hostile
    assert json.loads(hostile)["name"] == "</script><!--"


def test_what_a_format_cannot_hold_is_refused(toy: ox.Store) -> None:
    with pytest.raises(GraphBuilderError, match="describes a person"):
        about(toy, BASE + "venue/gsc", "jsonresume")
    with pytest.raises(GraphBuilderError, match="choose one of: bibtex"):
        about(toy, MIRA, "word")
