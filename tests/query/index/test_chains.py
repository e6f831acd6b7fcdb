"""Chains of co-authors from the index are those of the query in SPARQL, on any small world."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pyoxigraph as ox
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.query.engine import Table, run
from graph_builder.query.index import Index, build_index

SCHEMA = "https://schema.org/"
TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
LABEL = ox.NamedNode("http://www.w3.org/2000/01/rdf-schema#label")
AUTHOR = ox.NamedNode(SCHEMA + "author")
NAMES = ("Ada", "Ben", "Ada", "Ümit", "Carla", "Ben", "zoe")
"""Namesakes, capitals and letters beyond ASCII: rows are in the order of names, and each stands there once."""


def person(number: int) -> ox.NamedNode:
    return ox.NamedNode(f"https://example.org/person/{number}")


def world(teams: list[set[int]]) -> ox.Store:
    store = ox.Store()
    graph = ox.NamedNode("https://example.org/g")
    for number, name in enumerate(NAMES):
        store.add(ox.Quad(person(number), TYPE, ox.NamedNode(SCHEMA + "Person"), graph))
        store.add(ox.Quad(person(number), LABEL, ox.Literal(name), graph))
    for place, team in enumerate(teams):
        work = ox.NamedNode(f"https://example.org/work/{place}")
        store.add(ox.Quad(work, TYPE, ox.NamedNode(SCHEMA + "CreativeWork"), graph))
        for number in team:
            store.add(ox.Quad(work, AUTHOR, person(number), graph))
    return store


def answer(store: ox.Store, one: int, other: int, index: Index | None = None) -> list[tuple[object, ...]]:
    found = run(store, "path", {"person": person(one).value, "other": person(other).value}, index)
    assert isinstance(found, Table)
    return list(found.rows)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sets(st.integers(0, len(NAMES) - 1), max_size=4), max_size=7))
def test_the_index_gives_the_chains_of_the_graph(teams: list[set[int]]) -> None:
    store = world(teams)
    with TemporaryDirectory() as folder:
        build_index(store, Path(folder) / "index.sqlite")
        index = Index(Path(folder) / "index.sqlite")
        for one, other in product(range(3), range(len(NAMES))):
            assert answer(store, one, other, index) == answer(store, one, other)
        index.close()


def test_between_hubs_chains_are_found_at_once_and_no_more_than_asked_for() -> None:
    store = ox.Store()
    graph = ox.NamedNode("https://example.org/g")
    people = [person(number) for number in range(600)]
    for number, one in enumerate(people):
        store.add(ox.Quad(one, TYPE, ox.NamedNode(SCHEMA + "Person"), graph))
        store.add(ox.Quad(one, LABEL, ox.Literal(f"Person {number:03}"), graph))
    for place in range(12):  # each wrote with hundreds
        work = ox.NamedNode(f"https://example.org/work/{place}")
        store.add(ox.Quad(work, TYPE, ox.NamedNode(SCHEMA + "CreativeWork"), graph))
        for one in people[place * 45 : place * 45 + 100]:
            store.add(ox.Quad(work, AUTHOR, one, graph))
    with TemporaryDirectory() as folder:
        build_index(store, Path(folder) / "index.sqlite")
        index = Index(Path(folder) / "index.sqlite")
        found = answer(store, 0, 290, index)
        assert len(found) == 100
        assert {row[0].value for row in found} == {"4"}  # type: ignore[attr-defined]
        assert answer(store, 0, 599, index) == []
        index.close()
