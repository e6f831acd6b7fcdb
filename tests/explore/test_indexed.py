"""What pages show from the index is what the graph itself gives: on the invented world and on random ones."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from random_worlds import worlds

from graph_builder.explore import card
from graph_builder.explore.fact import Fact
from graph_builder.explore.figures import figures
from graph_builder.explore.flows import flows
from graph_builder.explore.indexed import IndexedReader
from graph_builder.explore.neighbours import neighbours, ties_between
from graph_builder.explore.reader import Reader
from graph_builder.model import EntityKind, StoreError
from graph_builder.query import Triples, queries_folder, run
from graph_builder.query.index import Index, build_index


@contextmanager
def indexed(graph: ox.Store) -> Iterator[Index]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a%20b?.sqlite"  # a name that an address has to quote
        build_index(graph, path)
        index = Index(path)
        yield index
        index.close()


def bare(value: Any) -> Any:
    """Return a value whose facts have no quotes and mentions, which an index has not."""
    if isinstance(value, Fact):
        return replace(value, quote="", start=None, end=None, extractor="", mentions=())
    if isinstance(value, tuple | list):
        return tuple(map(bare, value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: bare(getattr(value, field.name)) for field in fields(value)})
    return value


PAGES: dict[str, Callable[[ox.Store, Reader, str], Any]] = {
    "card": lambda graph, reader, iri: card(graph, iri, reader),
    "neighbours": lambda graph, reader, iri: neighbours(reader, iri),
    "ties": lambda graph, reader, iri: ties_between(reader, [thing.iri for thing in reader.things()]),
    "flows": lambda graph, reader, iri: flows(reader, iri),
}


def compare(graph: ox.Store) -> None:
    plain = Reader(graph)
    with indexed(graph) as index:
        reader = IndexedReader(graph, index)
        for thing in plain.things():
            assert reader.thing(thing.iri) == thing
            assert bare(plain.facts_of(thing.iri)) == bare(reader.facts_of(thing.iri))
            for name, page in PAGES.items():
                assert bare(page(graph, plain, thing.iri)) == bare(page(graph, reader, thing.iri)), name
            assert figures(graph, thing) == figures(graph, thing, index=index)


def test_the_invented_world(store: ox.Store) -> None:
    compare(store)


@settings(max_examples=60, deadline=None)
@given(worlds())
def test_random_worlds(graph: ox.Store) -> None:
    compare(graph)


def told(graph: ox.Store, name: str, index: Index | None, given: dict[str, str]) -> list[str]:
    answer = run(graph, name, given, index)
    return sorted(map(str, set(answer.triples) if isinstance(answer, Triples) else answer.rows))


@settings(max_examples=60, deadline=None)
@given(worlds())
def test_named_queries_of_random_worlds(graph: ox.Store) -> None:
    with indexed(graph) as index:
        for name in sorted(path.stem for path in (queries_folder() / "sql").glob("*.sql")):
            given = {"text": "B"} if name == "search" else {}
            if name == "path":
                people = [thing.iri for thing in Reader(graph).things() if thing.kind is EntityKind.PERSON]
                if not people:
                    continue
                given = {"person": people[0], "other": people[-1]}
            assert told(graph, name, None, given) == told(graph, name, index, given), name


def test_what_is_not_there(store: ox.Store) -> None:
    with indexed(store) as index:
        reader = IndexedReader(store, index)
        assert reader.thing("http://example.org/nothing") is None
        assert reader.facts_of("http://example.org/nothing") == []
        assert reader.listings("http://example.org/nothing") == []
        assert reader.published("http://example.org/nothing") == ""


def test_a_damaged_index_says_so(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    path.write_bytes(b"no database")
    with pytest.raises(StoreError, match="remove it, and it is made again"):
        Index(path)
