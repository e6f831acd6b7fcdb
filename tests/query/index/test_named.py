"""Queries answered from the index give the rows of the queries in SPARQL: the same terms in the same order."""

from __future__ import annotations

import json
from pathlib import Path

import pyoxigraph as ox
import pytest

from graph_builder.query.catalogue import catalogue, find, queries_folder
from graph_builder.query.engine import Table, Triples, run
from graph_builder.query.index import Index, build_index
from graph_builder.query.index.named import answers, sql_of

EXPECTED = Path(__file__).parents[1] / "expected"
NAMES = sorted(path.stem for path in (queries_folder() / "sql").glob("*.sql"))
CASES = [
    pytest.param(name, case["parameters"], id=f"{name}-{number}")
    for name in NAMES
    for number, case in enumerate(json.loads((EXPECTED / f"{name}.json").read_text("utf-8")))
]


def rows(answer: Table | Triples) -> list[object]:
    if isinstance(answer, Triples):
        return sorted(set(map(str, answer.triples)))
    return [answer.columns, *answer.rows]


def test_every_query_in_sql_is_one_of_the_catalogue() -> None:
    assert NAMES
    assert set(NAMES) <= {query.name for query in catalogue()}


@pytest.mark.parametrize(("name", "parameters"), CASES)
def test_the_index_gives_the_rows_of_the_graph(toy: ox.Store, index: Index, name: str, parameters: dict) -> None:
    assert answers(index, find(name))
    assert rows(run(toy, name, parameters, index)) == rows(run(toy, name, parameters))


@pytest.mark.parametrize("name", [name for name in NAMES if not any(p.required for p in find(name).parameters)])
def test_without_parameters_too(toy: ox.Store, index: Index, name: str) -> None:
    plain = rows(run(toy, name))
    assert plain
    assert rows(run(toy, name, None, index)) == plain


def test_only_the_queries_of_the_catalogue_are_asked_of_it(index: Index, tmp_path: Path) -> None:
    path = tmp_path / "namesakes.rq"
    path.write_text("SELECT ?s { ?s ?p ?o } LIMIT 1", "utf-8")
    assert not answers(index, find(path))
    assert not answers(index, find("SELECT ?s { ?s ?p ?o }"))
    assert not answers(index, find("evidence"))


def test_of_too_many_pairs_the_graph_is_asked(toy: ox.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graph_builder.query.index.pairs.MOST", -1)
    build_index(toy, tmp_path / "index.sqlite")
    index = Index(tmp_path / "index.sqlite")
    assert [name for name in NAMES if not answers(index, find(name))] == [
        name for name in NAMES if "FROM coauthor" in sql_of(name) or "FROM collaboration" in sql_of(name)
    ]
    assert rows(run(toy, "coauthor_edges", None, index)) == rows(run(toy, "coauthor_edges"))
    index.close()
