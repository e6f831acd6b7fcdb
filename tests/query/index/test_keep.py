"""An index that is kept right is the one made anew, row by row, whatever changed."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pyoxigraph as ox
import pytest
from changing_worlds import Quads, changes, node, quad, touched
from hypothesis import given, settings

from graph_builder.query.index import build_index
from graph_builder.query.index.keep import StaleIndexError, keep_index
from graph_builder.query.index.numbers import LIMIT, between
from graph_builder.query.index.schema import DIRECT, LABEL, POINTS, RDF_TYPE, SCHEMA_ORG, TABLES, VALUES

_VALUES = ", ".join(f'"{value}"' for value in VALUES)
ROWS = {
    "thing": "SELECT iri, kind, name, year FROM thing",
    "source": "SELECT iri FROM source ORDER BY id",
    "fact": f"SELECT iri, relation, source(source), confidence, first, last, {_VALUES}, maker(maker), "
    + ", ".join(f"thing({point}_)" for point in POINTS)
    + " FROM fact ORDER BY id",
    "mention": "SELECT iri, thing(thing), form, status, rule, score FROM mention",
    "reason": "SELECT mention(mention), text FROM reason",
    "identifier": "SELECT mention(mention), value FROM identifier",
    "stated": "SELECT fact(fact), mention(mention) FROM stated",
    "made": "SELECT pairs FROM made",
    "coauthor": "SELECT thing(one), thing(other), papers FROM coauthor",
    "collaboration": "SELECT thing(one), thing(other), papers FROM collaboration",
    **{name: f"SELECT thing(start), thing(end) FROM {name}" for name in DIRECT},
    **{
        name: f"SELECT thing(thing), {columns} FROM {name}"
        for name, columns in {
            "dated": "year",
            "other_name": "name",
            "outside": "iri",
        }.items()
    },
}
"""What each table holds, names instead of numbers."""


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    connection = sqlite3.connect(path)
    for table, column in (("thing", "iri"), ("source", "iri"), ("fact", "iri"), ("mention", "iri"), ("maker", "names")):
        names = dict(connection.execute(f"SELECT id, {column} FROM {table}"))
        connection.create_function(table, 1, lambda number, names=names: names.get(number, number and f"no {number}"))
    found = {}
    for name, query in ROWS.items():
        found[name] = list(connection.execute(query))
        if "ORDER BY id" not in query:
            found[name].sort(key=repr)
    for table in ("thing", "fact", "source"):
        ordered = [iri for (iri,) in connection.execute(f"SELECT iri FROM {table} ORDER BY id")]
        assert ordered == sorted(ordered), table
    connection.close()
    return found


def graph_of(quads: Quads) -> ox.Store:
    store = ox.Store()
    store.extend(quads)
    return store


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def test_all_tables_are_compared() -> None:
    made = {line.split()[2] for line in TABLES.replace(";", "\n").splitlines() if line.startswith("CREATE TABLE")}
    assert made - {"maker"} <= ROWS.keys()


@settings(max_examples=40, deadline=None)
@given(changes(steps=2))
def test_a_changed_index_is_the_one_made_anew(folder: Path, worlds: list[Quads]) -> None:
    kept, anew = folder / "kept-0.sqlite", folder / "anew.sqlite"
    build_index(graph_of(worlds[0]), kept)
    for step, (before, after) in enumerate(pairwise(worlds), 1):
        graph, fresh = graph_of(after), folder / f"kept-{step}.sqlite"
        keep_index(graph, fresh, kept, touched(before, after))
        build_index(graph, anew)
        wanted, found = rows(anew), rows(fresh)
        for name in ROWS:
            assert found[name] == wanted[name], name
        kept = fresh


def thing(key: str, name: str = "Ada") -> list[ox.Quad]:
    return [quad(f"person/{key}", RDF_TYPE, node(f"{SCHEMA_ORG}Person")), quad(f"person/{key}", LABEL, name)]


def test_where_numbers_have_no_room_left_all_is_made_anew(folder: Path) -> None:
    """Each comes between the first and the one that came last, so that the room is halved each time."""
    quads = frozenset([*thing("a"), *thing("b")])
    path, steps = folder / "room-0.sqlite", 0
    build_index(graph_of(quads), path)
    for steps in range(40):
        more = quads | {*thing("a" + "a" * steps + "b")}
        fresh = folder / f"room-{steps + 1}.sqlite"
        try:
            keep_index(graph_of(more), fresh, path, touched(quads, more))
        except StaleIndexError:
            break
        quads, path = more, fresh
    assert 10 < steps < 20
    assert not list(folder.glob("*.part"))
    found = rows(path)
    build_index(graph_of(quads), folder / "anew.sqlite")
    assert found == rows(folder / "anew.sqlite")


def test_numbers_of_many_that_come_at_once_stay_in_order() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE source (id INTEGER PRIMARY KEY, iri TEXT)")
    for letters in ("m", "ac", "bd", "xyz", "n"):
        fresh = sorted(f"{letter}{number:03}" for letter in letters for number in range(100))
        found = list(between(connection, "source", fresh))
        connection.executemany("INSERT INTO source (iri, id) VALUES (?, ?)", found)
    ordered = [number for (number,) in connection.execute("SELECT id FROM source ORDER BY iri")]
    assert ordered == sorted(set(ordered))
    assert 0 < ordered[0] < ordered[-1] < LIMIT
