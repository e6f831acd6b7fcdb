"""Bundled queries that come as text get from the index what the engine gives."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from graph_builder.query import catalogue, find
from graph_builder.query.index import Index
from graph_builder.serve.answer import Limits, NotAcceptableError, TooMuchError, catalogued_answer, query

MANY = Limits(1000, 1_000_000)
FORMATS = {
    "application/sparql-results+json": ox.QueryResultsFormat.JSON,
    "application/sparql-results+xml": ox.QueryResultsFormat.XML,
    "text/tab-separated-values": ox.QueryResultsFormat.TSV,
}


def read(content: bytes, type_: str) -> list[object]:
    if type_ in FORMATS:
        found = ox.parse_query_results(content, FORMATS[type_])
        return [[variable.value for variable in found.variables], *(tuple(row) for row in found)]
    form = ox.RdfFormat.from_media_type(type_)
    return sorted({str(quad.triple) for quad in ox.parse(content, form)}) if form else content.split(b"\r\n")


@pytest.mark.parametrize("accept", [*FORMATS, "text/csv"])
def test_they_get_what_the_engine_gives(toy: ox.Store, index: Index, accept: str) -> None:
    asked = []
    for each in catalogue():
        found = catalogued_answer(toy, index, each.text, accept, MANY) if "CONSTRUCT" not in each.text else None
        if found:
            asked.append(each.name)
            assert found[0] == accept
            assert read(found[1], accept) == read(query(toy, each.text, accept, MANY)[1], accept)
    assert {"authorship", "employment", "publications", "mentions", "coauthor_edges"} <= set(asked)
    assert not {"worked_at", "education"} & set(asked)  # one needs a parameter, of one the index knows nothing


@pytest.mark.parametrize("accept", ["text/turtle", "application/n-triples", "application/rdf+xml"])
def test_triples_too(toy: ox.Store, index: Index, accept: str) -> None:
    text = find("coauthor_graph").text
    found = catalogued_answer(toy, index, text, accept, MANY)
    assert found is not None
    assert read(found[1], accept) == read(query(toy, text, accept, MANY)[1], accept)


def test_the_engine_is_asked_for_the_rest(toy: ox.Store, index: Index) -> None:
    text = find("authorship").text
    assert catalogued_answer(toy, None, text, "text/csv", MANY) is None
    assert catalogued_answer(toy, index, text + "LIMIT 1", "text/csv", MANY) is None
    assert catalogued_answer(toy, index, find("coauthor_graph").text, "application/ld+json", MANY) is None


def test_limits_hold(toy: ox.Store, index: Index) -> None:
    text = find("authorship").text
    with pytest.raises(TooMuchError, match="more than 2 rows"):
        catalogued_answer(toy, index, text, "text/csv", Limits(2, 1_000_000))
    with pytest.raises(TooMuchError, match="MB"):
        catalogued_answer(toy, index, text, "text/csv", Limits(1000, 100))
    with pytest.raises(NotAcceptableError):
        catalogued_answer(toy, index, text, "image/png", MANY)
