"""The quality report: every sort of finding in a small graph of invented people, and nothing where all is well."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

import pyoxigraph as ox
import pytest

from graph_builder.export.quality import as_html, as_json, as_text
from graph_builder.query.index import Index, build_index
from graph_builder.query.quality import PAPERS_A_YEAR, Finding, Report, report

HEAD = """
@prefix gb: <https://w3id.org/graph-builder/ontology#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <https://schema.org/> .
@prefix org: <http://www.w3.org/ns/org#> .
@prefix : <https://example.org/> .
"""

FAULTS = """
:identity {
  :ada a schema:Person ; rdfs:label "Ada Aldous <script>" .
  :bo a schema:Person ; rdfs:label "Bo Berg" .
  :bo2 a schema:Person ; rdfs:label "Bo Berg" .
  :cy a schema:Person ; rdfs:label "Cy Cole" .
  :tu a schema:Organization ; rdfs:label "Tidal University" ; schema:sameAs <https://ror.org/012345678> .
  :lab a schema:Organization ; rdfs:label "Loom Lab" ; org:subOrganizationOf :tu .
  :mill a schema:Organization ; rdfs:label "The Mill" .
  :weave a gb:Venue ; rdfs:label "WEAVE" .
  :weave21 a gb:Venue ; rdfs:label "WEAVE 2021" ; schema:superEvent :weave .
  :academy a gb:Venue ; rdfs:label "Proceedings of the Academy of Looms" .
  :lost a gb:Venue ; rdfs:label "Proceedings of the 59th Conference on Knots" .
  :old a schema:CreativeWork ; rdfs:label "Old" ; schema:datePublished "1901" ;
    schema:author :ada ; schema:isPartOf :lost .
  :new a schema:CreativeWork ; rdfs:label "New" ; schema:datePublished "1999" ;
    schema:author :ada ; schema:isPartOf :weave21 .
  :note a schema:CreativeWork ; rdfs:label "Note" ; schema:isPartOf :academy .
  :ada schema:affiliation :tu , :mill , :lab .
}
:one {
  :m1 a gb:Mention ; gb:refersTo :ada ; gb:printedForm "A. Aldous" ;
    gb:linkStatus "inferred" ; gb:linkScore 0.55 ; gb:linkRule "compared" .
  :f1 a gb:Advising ; gb:student :ada ; gb:advisor :cy ; gb:source :one ; gb:confidence 0.9 ; gb:mention :m1 .
  :f2 a gb:Employment ; gb:person :cy ; gb:organization :tu ; gb:startYear 2015 ; gb:source :one ; gb:confidence 1.0 .
  :f5 a gb:Education ; gb:person :cy ; gb:degree "doctorate" ; gb:endYear 2015 ; gb:source :one ; gb:confidence 1.0 .
  :f6 a gb:Education ; gb:person :ada ; gb:degree "doctorate" ; gb:endYear 1930 ; gb:source :one ; gb:confidence 1.0 .
  :f7 a gb:Advising ; gb:student :ada ; gb:advisor :bo ; gb:source :one ; gb:confidence 0.9 .
  :f8 a gb:Education ; gb:person :bo ; gb:degree "bachelor" ; gb:endYear 2015 ; gb:source :one ; gb:confidence 1.0 .
  :f3 a gb:Publication ; gb:work :old ; gb:venue :lost ; gb:source :one ; gb:confidence 1.0 .
}
:two {
  :m2 a gb:Mention ; gb:refersTo :ada ; gb:printedForm "Ada Aldous" ;
    gb:linkStatus "stated" ; gb:linkScore 1.0 ; gb:linkRule "id" .
  :f4 a gb:Publication ; gb:work :old ; gb:venue :weave ; gb:source :two ; gb:confidence 1.0 ; gb:mention :m2 .
}
"""


def reported(text: str, folder: Path, most: int = 20, settled: Collection[str] = ()) -> Report:
    graph = ox.Store()
    graph.load(HEAD + text, format=ox.RdfFormat.TRIG)
    folder.mkdir(exist_ok=True)
    path = folder / "index.sqlite"
    build_index(graph, path)
    index = Index(path)
    try:
        return report(graph, index, "my kg", most, settled)
    finally:
        index.close()


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Report:
    papers = "".join(
        f':p{n} a schema:CreativeWork ; rdfs:label "Paper {n}" ; schema:datePublished "2020" ; schema:author :bo .\n'
        for n in range(PAPERS_A_YEAR)
    )
    return reported(FAULTS + f":more {{ {papers} }}", tmp_path_factory.mktemp("quality"))


def findings(report: Report, key: str) -> tuple[Finding, ...]:
    return next(section for section in report.sections if section.key == key).findings


def test_relations_are_counted_with_their_documents_and_dates(found: Report) -> None:
    rows = {row.relation: (row.facts, row.sources, row.dated, row.confidence) for row in found.coverage}
    assert rows == {
        "advising": (2, 1, 0, 0.9),
        "education": (3, 1, 3, 1.0),
        "employment": (1, 1, 1, 1.0),
        "publication": (2, 2, 0, 1.0),
    }


@pytest.mark.parametrize(
    ("key", "names", "said"),
    [
        ("conflicts", ["Old"], "one says Proceedings of the 59th Conference on Knots, two says WEAVE"),
        ("identities", ["Ada Aldous <script>"], "1 mention linked with scores from 0.55: A. Aldous"),
        ("namesakes", ["Bo Berg"], "2 people have this name"),
        ("venues", ["Proceedings of the 59th Conference on Knots"], "of no series"),
        ("employers", ["The Mill"], "no identifier of ROR"),
    ],
)
def test_each_fault_is_found_and_nothing_else(found: Report, key: str, names: list[str], said: str) -> None:
    assert [finding.name for finding in findings(found, key)] == names
    assert said in findings(found, key)[0].what


def test_outliers(found: Report) -> None:
    assert {finding.what for finding in findings(found, "outliers")} == {
        "active from 1901 to 1999, 98 years",
        f"{PAPERS_A_YEAR} papers dated 2020",
        "advised Ada Aldous <script> (doctorate of 1930), but has the same degree since 2015",
    }


def test_each_finding_has_a_command_for_this_store(found: Report) -> None:
    commands = [finding.command for section in found.sections for finding in section.findings]
    assert all(command.startswith("graph-builder ") for command in commands)
    assert "graph-builder split --store 'my kg' https://example.org/ada m1" in commands
    assert "graph-builder merge --store 'my kg' https://example.org/bo https://example.org/bo2" in commands


@pytest.mark.parametrize(
    ("settled", "key"), [("m1", "identities"), ("ada", "identities"), ("bo https://example.org/bo2", "namesakes")]
)
def test_what_is_settled_is_no_finding(settled: str, key: str, tmp_path: Path) -> None:
    assert len(findings(reported(FAULTS, tmp_path / "before"), key)) == 1
    assert not findings(reported(FAULTS, tmp_path / "after", settled=[f"https://example.org/{settled}"]), key)


def test_an_empty_graph_has_nothing_to_settle(tmp_path: Path) -> None:
    empty = reported("", tmp_path)
    assert empty.coverage == ()
    assert [section.total for section in empty.sections] == [0] * 6


def test_long_sections_are_cut_and_counted(tmp_path: Path) -> None:
    names = "".join(
        f':o{n} a schema:Organization ; rdfs:label "O{n}" . :a schema:affiliation :o{n} .\n' for n in range(5)
    )
    cut = reported(f':identity {{ :a a schema:Person ; rdfs:label "A" . {names} }}', tmp_path, most=2)
    section = next(section for section in cut.sections if section.key == "employers")
    assert (section.total, len(section.findings)) == (5, 2)
    assert "and 3 more" in as_text(cut)


def test_the_page_shows_text_as_text(found: Report) -> None:
    page = as_html(found)
    assert "<script>" not in page
    assert "Ada Aldous &lt;script&gt;" in page
    assert "src=" not in page


def test_json_holds_all(found: Report) -> None:
    data = json.loads(as_json(found))
    assert [section["key"] for section in data["sections"]] == [section.key for section in found.sections]
    assert data["sections"][4]["findings"][0]["name"] == "The Mill"
