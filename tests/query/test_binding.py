"""Parameters: hostile values stay values, names are looked up, errors say what to do."""

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_builder.model import QueryError
from graph_builder.query.engine import rows, run
from graph_builder.query.lookup import entity, source

BASE = "https://w3id.org/graph-builder/data/"

HOSTILE = [
    'x" } ; DROP ALL #',
    "x' . ?s ?p ?o }",
    "\\",
    "\\u0022 }",
    "}\n} UNION { ?s ?p ?o",
    "<script>alert(1)</script>",
    "?person",
    "*",
    "(((",
    "\x00",
    "'; SERVICE <http://127.0.0.1:9/> { ?s ?p ?o }",
    "https://example.org/a> . ?s ?p ?o . <b",
    "person/<>",
]


@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_text_finds_nothing_and_breaks_nothing(toy: ox.Store, value: str) -> None:
    before = len(toy)
    assert rows(toy, "search", {"text": value}) == []
    with pytest.raises(QueryError):
        rows(toy, "coauthors", {"person": value})
    with pytest.raises(QueryError):
        rows(toy, "facts_of_source", {"source": value})
    assert len(toy) == before


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).filter(str.strip))
def test_any_text_is_only_ever_a_literal(toy: ox.Store, value: str) -> None:
    found = rows(toy, "search", {"text": value})
    needle = value.strip().lower()
    assert all(needle in (row["found"] or "").lower() for row in found) or not value.isascii()


def test_a_name_with_quotes_and_angle_brackets_is_found(toy: ox.Store) -> None:
    found = rows(toy, "coauthors", {"person": 'Lila "Lil" O\'Koro <3'})
    assert [row["name"] for row in found] == ["Mira Holt"]


@pytest.mark.parametrize(
    ("kind", "name", "key"),
    [
        ("person", "Mira Holt", "person/mira"),
        ("person", "mira  HOLT", "person/mira"),
        ("person", "Holt, Mira", "person/mira"),
        ("person", "M. Holt", "person/mira"),
        ("person", "魏军", "person/jun"),
        ("person", "person/jun-2", "person/jun-2"),
        ("person", f"<{BASE}person/jun>", "person/jun"),
        ("organization", "FU", "organization/fjordby"),
        ("organization", "nordlys vision lab", "organization/nordlys-vision"),
        ("work", "on tides", "work/tides"),
        ("venue", "graph systems conference", "venue/gsc"),
        ("topic", "Graph Processing", "topic/graphs"),
    ],
)
def test_names_are_looked_up(toy: ox.Store, kind: str, name: str, key: str) -> None:
    assert entity(toy, kind, name).value == BASE + key


def test_a_printed_form_is_enough() -> None:
    store = ox.Store()
    store.load(
        b"""@prefix gb: <https://w3id.org/graph-builder/ontology#> . @base <http://e/> .
        <m> gb:printedForm "A. Name" ; gb:refersTo <person/a> .
        <person/a> a <https://schema.org/Person> ; <http://www.w3.org/2000/01/rdf-schema#label> "Another Name" .""",
        format=ox.RdfFormat.TURTLE,
    )
    assert entity(store, "person", "a. name").value == "http://e/person/a"


def test_an_ambiguous_name_lists_its_candidates(toy: ox.Store) -> None:
    with pytest.raises(QueryError, match="means 2 of kind person") as caught:
        entity(toy, "person", "Jun Wei")
    assert BASE + "person/jun>" in str(caught.value)
    assert BASE + "person/jun-2>" in str(caught.value)


def test_an_unknown_name_gets_the_nearest(toy: ox.Store) -> None:
    with pytest.raises(QueryError, match="no person is called 'Mira Hold'; nearest: 'Mira Holt'"):
        entity(toy, "person", "Mira Hold")


def test_an_iri_of_another_kind_is_refused(toy: ox.Store) -> None:
    with pytest.raises(QueryError, match="is no person"):
        entity(toy, "person", BASE + "organization/quay")


@pytest.mark.parametrize("name", ["cvs/mira.md", "mira.md", BASE + "source/cvs/mira.md"])
def test_sources_are_looked_up(toy: ox.Store, name: str) -> None:
    assert source(toy, name).value == BASE + "source/cvs/mira.md"


def test_an_unknown_source_gets_the_nearest(toy: ox.Store) -> None:
    with pytest.raises(QueryError, match=r"is no source of this graph; nearest: .*mira\.md"):
        source(toy, "mira")


@pytest.mark.parametrize(
    ("query", "params", "message"),
    [
        ("coauthors", {}, "parameter person is missing; add --param person="),
        ("coauthors", {"person": " "}, "parameter person is missing"),
        ("coauthors", {"name": "x"}, "no parameter 'name'; it takes: person"),
        ("worked_at_in_year", {"organization": "Nordlys", "year": "21"}, "'21' is no year; write four digits"),
        ("worked_at_in_year", {"organization": "Nordlys", "year": "２０２１"}, "is no year"),
        ("low_confidence", {"threshold": "high"}, "'high' is no number"),
        ("low_confidence", {"threshold": "NaN"}, "is no number"),
        ("low_confidence", {"threshold": "1e999999999"}, "is no number"),
        ("SELECT ?s { ?s ?p ?o }", {"s; DROP": "x"}, "is no variable name"),
        ("SELECT ?s { ?s ?p ?o }", {"o": "x"}, "does not contains variable"),
        ("SELECT ?s { ?s ?p ?o }", {"s": "<not an iri>"}, "is no IRI"),
    ],
)
def test_wrong_parameters_are_explained(toy: ox.Store, query: str, params: dict, message: str) -> None:
    with pytest.raises(QueryError) as caught:
        run(toy, query, params)
    assert message in str(caught.value)


def test_text_without_a_header_takes_terms_for_what_it_projects(toy: ox.Store) -> None:
    query = "SELECT ?s ?label { ?s <http://www.w3.org/2000/01/rdf-schema#label> ?label }"
    assert len(rows(toy, query, {"label": "Jun Wei"})) == 2
    assert rows(toy, query, {"s": f"<{BASE}person/mira>"})[0]["label"] == "Mira Holt"
