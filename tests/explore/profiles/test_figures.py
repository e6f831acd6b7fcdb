"""Counts year by year and ranks, on a small graph whose counts are known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pyoxigraph as ox
import pytest

from graph_builder.explore.profiles.figures import figures
from graph_builder.explore.things.fact import Thing
from graph_builder.model import EntityKind
from graph_builder.query.index import Index, build_index

PREFIXES = """
@prefix : <http://example.org/> . @prefix schema: <https://schema.org/> .
@prefix gb: <https://w3id.org/graph-builder/ontology#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
TURTLE = (
    PREFIXES
    + """
:ada a schema:Person ; rdfs:label "Ada" . :bob a schema:Person ; rdfs:label "Bob" .
:lab a schema:Organization ; rdfs:label "Lab" . :uni a schema:Organization ; rdfs:label "Uni" .
:conf a gb:Venue ; rdfs:label "Conf" . :conf20 a gb:Venue ; rdfs:label "Conf 2020" ; gb:editionYear "2020"^^xsd:gYear .
:logic a skos:Concept ; rdfs:label "logic" .
:w1 a schema:CreativeWork . :w2 a schema:CreativeWork . :w3 a schema:CreativeWork .
:w1 schema:author :ada, :bob ; schema:isPartOf :conf ; schema:datePublished "2020"^^xsd:gYear ; schema:about :logic .
:w2 schema:author :ada ; schema:isPartOf :conf ; schema:datePublished "2021"^^xsd:gYear ; schema:about :logic .
:w3 schema:author :bob ; schema:isPartOf :conf ; schema:datePublished "2021"^^xsd:gYear .
:p1 a gb:Publication ; gb:work :w1 ; gb:edition :conf20 .
:e1 a gb:Employment ; gb:person :ada ; gb:organization :lab ; gb:startYear 2019 ; gb:ongoing true .
:e2 a gb:Employment ; gb:person :bob ; gb:organization :uni ; gb:year "2020"^^xsd:gYear .
"""
)


@pytest.fixture(scope="module")
def graph() -> ox.Store:
    store = ox.Store()
    for name in ("http://example.org/g", "http://example.org/h"):  # what two sources say counts once
        store.load(TURTLE.encode(), format=ox.RdfFormat.TURTLE, to_graph=ox.NamedNode(name))
    return store


@pytest.fixture(scope="module")
def index(graph: ox.Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    path = tmp_path_factory.mktemp("figures") / "index.sqlite"
    build_index(graph, path)
    with closing(Index(path)) as found:
        yield found


def shown(graph: ox.Store, index: Index, kind: EntityKind, name: str) -> dict[str, dict[str, object]]:
    charts, ranks = figures(graph, Thing(f"http://example.org/{name}", kind, name), index)
    found: dict[str, dict[str, object]] = {
        chart.title: {row.thing.name if row.thing else "": dict(row.years) for row in chart.rows} for chart in charts
    }
    return found | {rank.title: {thing.name: n for thing, n in rank.things} for rank in ranks}


def test_a_venue(graph: ox.Store, index: Index) -> None:
    assert shown(graph, index, EntityKind.VENUE, "conf") == {
        "Papers by year": {"": {2020: 1, 2021: 2}},
        "Organizations by year": {"Lab": {2020: 1, 2021: 1}, "Uni": {2020: 1}},
        "Topics by year": {"logic": {2020: 1, 2021: 1}},
        "Most papers": {"Ada": 2, "Bob": 2},
        "Topics": {"logic": 2},
    }


def test_an_edition_has_the_papers_of_its_year(graph: ox.Store, index: Index) -> None:
    found = shown(graph, index, EntityKind.VENUE, "conf20")
    assert found == {
        "Most papers": {"Ada": 1, "Bob": 1},
        "Topics": {"logic": 1},
    }


def test_an_organisation_has_what_its_people_wrote_while_they_were_there(graph: ox.Store, index: Index) -> None:
    lab = shown(graph, index, EntityKind.ORGANIZATION, "lab")
    assert lab["Papers of its people by year"] == {"": {2020: 1, 2021: 1}}
    assert shown(graph, index, EntityKind.ORGANIZATION, "uni")["Most papers"] == {"Ada": 1, "Bob": 1}


def test_a_topic(graph: ox.Store, index: Index) -> None:
    found = shown(graph, index, EntityKind.TOPIC, "logic")
    assert found["Papers by year"] == {"": {2020: 1, 2021: 1}}
    assert found["Venues"] == {"Conf": 2}


def test_other_kinds_have_none(graph: ox.Store, index: Index) -> None:
    assert figures(graph, Thing("http://example.org/ada", EntityKind.PERSON, "Ada"), index) == ((), ())
