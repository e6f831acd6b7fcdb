"""Every query of the catalogue, run on the toy world: expected/<query>.json holds the parameters and the rows.

A new query is two files: queries/<name>.rq and expected/<name>.json, which a case without rows to compare with prints.
"""

import json
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib

from graph_builder.graph.validation import to_rdflib
from graph_builder.query.catalogue import NamedQuery, catalogue, find
from graph_builder.query.engine import Triples, plain, run
from graph_builder.query.lookup import bind

EXPECTED = Path(__file__).parent / "expected"
BASE = "https://w3id.org/graph-builder/data/"

CONTRACT = {
    "profiles": "source person name",
    "education": "source person name institution degree field start end",
    "employment": "source person name organization role start end",
    "advising": "source student studentName advisor advisorName",
    "publications": "source paper title venue year",
    "authorship": "source paper title author authorName position",
    "topics": "source person name topic",
    "awards": "source person name award year",
    "service": "source person name role venue year",
}


def cases(name: str) -> list[dict]:
    return json.loads((EXPECTED / f"{name}.json").read_text(encoding="utf-8"))


def every_case() -> list:
    return [
        pytest.param(query, case, id=f"{query.name}-{number}")
        for query in catalogue()
        for number, case in enumerate(cases(query.name) if (EXPECTED / f"{query.name}.json").is_file() else [])
    ]


def short(value: str | None) -> str | None:
    return value.removeprefix(BASE) if value else value


def answered(toy: ox.Store, query: NamedQuery, params: dict) -> list[list[str | None]]:
    answer = run(toy, query, params)
    if isinstance(answer, Triples):
        return sorted([short(plain(t)) for t in (x.subject, x.predicate, x.object)] for x in set(answer.triples))
    assert answer.columns == tuple(column.name for column in query.columns)
    return [[short(plain(term)) for term in row] for row in answer.rows]


@pytest.mark.parametrize(("query", "case"), every_case())
def test_rows(toy: ox.Store, query: NamedQuery, case: dict) -> None:
    assert answered(toy, query, case["parameters"]) == case["rows"]


@pytest.fixture(scope="session")
def dataset(toy: ox.Store) -> rdflib.Dataset:
    dataset = to_rdflib(toy)
    dataset.default_union = True
    return dataset


@pytest.mark.parametrize(("query", "case"), every_case())
def test_another_engine_gives_the_same_rows(
    toy: ox.Store, dataset: rdflib.Dataset, query: NamedQuery, case: dict
) -> None:
    terms = {name: rdflib.util.from_n3(str(term)) for name, term in bind(toy, query, case["parameters"]).items()}
    answer = dataset.query(query.text, initBindings=terms)
    if answer.type == "CONSTRUCT":
        rows = {tuple(short(str(term)) for term in triple) for triple in answer}
    else:
        rows = [tuple(neutral(row[column.name]) for column in query.columns) for row in answer]
    assert sorted(rows, key=repr) == sorted(map(tuple, case["rows"]), key=repr)


def neutral(term: rdflib.term.Node | None) -> str | None:
    """Decimals are spelled differently by engines: 0.5 and 0.50."""
    if isinstance(term, rdflib.Literal) and term.datatype == rdflib.XSD.decimal:
        return f"{term.value.normalize():f}"
    return None if term is None else short(str(term))


def test_every_query_is_documented_and_has_rows_to_compare() -> None:
    for query in catalogue():
        assert query.title, query.name
        assert query.description, query.name
        assert query.columns, query.name
        assert all(parameter.example for parameter in query.parameters), query.name
        assert any(case["rows"] for case in cases(query.name)), f"the toy world has nothing for {query.name}: add it"


def test_the_header_names_what_the_query_projects(toy: ox.Store) -> None:
    """Every parameter and column is a variable of the projection, and nothing else is projected."""
    for query in catalogue():
        answer = toy.query(query.text, use_default_graph_as_union=True)
        if not isinstance(answer, ox.QueryTriples):
            projected = {variable.value for variable in answer.variables}
            assert projected == {c.name for c in query.columns} | {p.name for p in query.parameters}, query.name


def test_the_catalogue_is_complete() -> None:
    assert len(catalogue()) >= 44
    assert {path.stem for path in EXPECTED.glob("*.json")} == {query.name for query in catalogue()}


@pytest.mark.parametrize(("name", "variables"), CONTRACT.items())
def test_the_nine_project_what_scripts_depend_on(name: str, variables: str) -> None:
    assert [column.name for column in find(name).columns] == variables.split()
