"""Search as one types: which names are found, and in which order."""

from __future__ import annotations

import sqlite3
from itertools import pairwise
from pathlib import Path

import pyoxigraph as ox
import pytest
from changing_worlds import Quads, changes, named, touched
from hypothesis import given, settings

from graph_builder.explore.search import build_index, search
from graph_builder.model import EntityKind

TURTLE = """
@prefix : <http://example.org/> . @prefix schema: <https://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix gb: <https://w3id.org/graph-builder/ontology#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:pku a schema:Organization ; rdfs:label "Lakeside University" ; skos:altLabel "LKU", "湖畔大学" .
:hub a schema:Organization ; rdfs:label "Harbour Labs" .
:lan a schema:Person ; rdfs:label "Lan Wu" . :lakme a schema:Person ; rdfs:label "Lakmé Orsi" .
:wu a schema:Person ; rdfs:label "Yu Wu" . :wuu a schema:Person ; rdfs:label "Ada Wuu" .
:m1 gb:refersTo :hub ; gb:printedForm "Wu Centre, Harbour Labs" . :m2 gb:refersTo :wu ; gb:printedForm "Y. Wu" .
:f1 gb:organization :hub . :f2 gb:organization :hub . :f3 gb:organization :hub .
:f4 gb:person :wu . :f5 gb:person :wuu .
:nameless a schema:Person .
"""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    graph = ox.Store()
    graph.load(TURTLE.encode(), format=ox.RdfFormat.TURTLE, to_graph=ox.NamedNode("http://example.org/g"))
    path = tmp_path_factory.mktemp("index") / "search.sqlite"
    build_index(graph, path)
    return path


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("LKU", ["Lakeside University"]),
        ("湖畔", ["Lakeside University"]),
        ("y. wu", ["Yu Wu"]),
        ("wu y", ["Yu Wu"]),
        ("LAKME", ["Lakmé Orsi"]),
        ("lak", ["Lakeside University", "Lakmé Orsi"]),
        ("lakeside labs", []),
        # Those who are called so, before what only some source prints so, though more is known of it.
        ("wu", ["Yu Wu", "Lan Wu", "Harbour Labs", "Ada Wuu"]),
        ('"; DROP', []),
        ("w", []),
        ("NEAR(a b) *", []),
        ("", []),
    ],
)
def test_found_in_order(index: Path, typed: str, names: list[str]) -> None:
    assert [hit.thing.name for hit in search(index, typed)] == names


def test_kinds_and_limits(index: Path) -> None:
    assert [hit.thing.name for hit in search(index, "wu", frozenset({EntityKind.ORGANIZATION}))] == ["Harbour Labs"]
    assert len(search(index, "wu", limit=2)) == 2


def test_a_hit_has_the_form_and_what_is_known(index: Path) -> None:
    (hit,) = search(index, "LKU")
    assert (hit.form, hit.facts) == ("LKU", 0)
    assert search(index, "harbour")[0].facts == 3


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("lakside univ", ["Lakeside University"]),
        ("unviersity", ["Lakeside University"]),
        ("harbuor", ["Harbour Labs"]),
        ("lakme osri", ["Lakmé Orsi"]),
        ("lnw", []),
        ("zzzzzz", []),
    ],
)
def test_a_word_may_have_a_typo(index: Path, typed: str, names: list[str]) -> None:
    assert search(index, typed) == []
    assert [hit.thing.name for hit in search(index, typed, with_typos=True)] == names


ROWS = (
    "SELECT iri, kind, name, facts FROM thing",
    "SELECT iri, printed, rank, mentions FROM form JOIN thing ON thing.id = form.thing",
    "SELECT word FROM word",
    "SELECT term, iri, printed FROM temp.place JOIN form ON form.id = doc JOIN thing ON thing.id = form.thing",
)
"""What an index holds, names instead of numbers."""


def rows(path: Path) -> list[list[tuple[object, ...]]]:
    connection = sqlite3.connect(path)
    connection.execute("CREATE VIRTUAL TABLE temp.place USING fts5vocab(main, words, instance)")
    found = [sorted(connection.execute(query)) for query in ROWS]
    connection.close()
    return found


@settings(max_examples=30, deadline=None)
@given(worlds=changes(steps=2))
def test_a_changed_index_is_the_one_made_anew(tmp_path_factory: pytest.TempPathFactory, worlds: list[Quads]) -> None:
    folder = tmp_path_factory.mktemp("changed")
    before, anew = folder / "0.sqlite", folder / "anew.sqlite"
    graphs = []
    for quads in worlds:
        graphs.append(ox.Store())
        graphs[-1].extend(quads)
    build_index(graphs[0], before)
    for step, (old, new) in enumerate(pairwise(worlds), 1):
        after = folder / f"{step}.sqlite"
        build_index(graphs[step], after, before, touched(old, new) | named(old, new))
        build_index(graphs[step], anew)
        assert rows(after) == rows(anew)
        before = after
