"""What pages show from the index is what the graph itself gives: on the invented world and on random ones."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from itertools import islice, product
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from random_worlds import worlds

from graph_builder.explore import card
from graph_builder.explore.network.neighbours import neighbours, ties_between
from graph_builder.explore.things.fact import Fact, Thing
from graph_builder.explore.things.reader import IndexedReader, Reader
from graph_builder.model import EntityKind, QueryError, StoreError
from graph_builder.query.catalogue import NamedQuery, catalogue, queries_folder
from graph_builder.query.engine import Triples, run
from graph_builder.query.index import Index, build_index
from graph_builder.query.index.schema import CLASSES, RDF_TYPE


def things_of(reader: Reader) -> list[Thing]:
    """Return all things of a graph."""
    return [thing for cls in CLASSES for iri in reader.subjects(RDF_TYPE, cls) if (thing := reader.thing(iri))]


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
    "ties": lambda graph, reader, iri: ties_between(reader, [thing.iri for thing in things_of(reader)]),
}


def compare(graph: ox.Store) -> None:
    plain = Reader(graph)
    with indexed(graph) as index:
        reader = IndexedReader(graph, index)
        for thing in things_of(plain):
            assert reader.thing(thing.iri) == thing
            assert bare(plain.facts_of(thing.iri)) == bare(reader.facts_of(thing.iri))
            for name, page in PAGES.items():
                assert bare(page(graph, plain, thing.iri)) == bare(page(graph, reader, thing.iri)), name


def test_the_invented_world(store: ox.Store) -> None:
    compare(store)


@settings(max_examples=30, deadline=None)
@given(worlds())
def test_random_worlds(graph: ox.Store) -> None:
    compare(graph)


def answered(graph: ox.Store, name: str, index: Index | None, given: dict[str, str]) -> list[str]:
    answer = run(graph, name, given, index)
    return sorted(map(str, set(answer.triples) if isinstance(answer, Triples) else answer.rows))


NAMED = [query for query in catalogue() if (queries_folder() / "sql" / f"{query.name}.sql").is_file()]


def values_for(query: NamedQuery, graph: ox.Store) -> Iterator[dict[str, str]]:
    """Yield what a query is asked with: all that a random world has for the parameters that it needs."""
    of_kind: dict[str, list[str]] = {"text": ["B"], "year": ["2018", "2019"], "number": ["2"]}
    of_kind["source"] = ["http://example.org/source/0", "http://example.org/source/1"]
    things = things_of(Reader(graph))
    for kind in EntityKind:
        of_kind[kind.value] = [thing.iri for thing in things if thing.kind is kind]
    needed = [parameter for parameter in query.parameters if parameter.required]
    for values in product(*(of_kind[parameter.kind.value] for parameter in needed)):
        yield {parameter.name: value for parameter, value in zip(needed, values, strict=True)}
    if query.name == "low_confidence":
        yield {"threshold": "0.95"}


@settings(max_examples=20, deadline=None)
@given(worlds())
def test_named_queries_of_random_worlds(graph: ox.Store) -> None:
    with indexed(graph) as index:
        for query in NAMED:
            for given in islice(values_for(query, graph), 6):
                try:
                    plain = answered(graph, query.name, None, given)
                except QueryError:
                    continue  # a source that says nothing is none
                assert plain == answered(graph, query.name, index, given), (query.name, given)


@settings(max_examples=40, deadline=None)
@given(worlds())
def test_the_triples_of_an_index_come_once_and_in_order(graph: ox.Store) -> None:
    with indexed(graph) as index:
        answer = run(graph, "coauthor_graph", None, index)
        assert isinstance(answer, Triples)
        found = list(map(str, answer.triples))
        assert found == sorted(set(found))


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
