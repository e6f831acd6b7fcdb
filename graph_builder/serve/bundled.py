"""Queries of the catalogue that come to the endpoint as text: asked of the index, once there is one."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pyoxigraph as ox

from graph_builder.export import write_table, write_triples
from graph_builder.query import Block, Blocks, NamedQuery, Table, Triples, catalogued, run
from graph_builder.query.index import Index
from graph_builder.query.index.named import answers, triples
from graph_builder.serve.answer import Counted, Limits, TooMuchError, choose_media
from graph_builder.serve.negotiation import GRAPHS, TABLES

_NAMES = {
    "application/sparql-results+json": "json",
    "application/sparql-results+xml": "xml",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
    "text/turtle": "turtle",
    "application/n-triples": "ntriples",
    "application/rdf+xml": "rdfxml",
}
"""The formats of exports by media type; what is missing the engine writes."""


def try_bundled(
    store: ox.Store, index: Index | None, text: str, accept: str, limits: Limits
) -> tuple[str, bytes] | None:
    """Return media type and bytes of the answer to a query, or None if the engine is to be asked.

    Args:
        store: the graph.
        index: its index, if it has one.
        text: SPARQL 1.1 Query.
        accept: the Accept header of the request.
        limits: rows and bytes that the answer may have.

    Raises:
        NotAcceptableError: no format of the answer is wanted.
        TooMuchError: the answer is beyond the limits.
    """
    query = catalogued(NamedQuery("query", text))
    if index is None or query is None or not (answers(index, query) and _as_projected(query)):
        return None
    answer = run(store, query, None, index)
    media = choose_media(accept, GRAPHS if isinstance(answer, Triples) else TABLES)
    if answer.blocks is None or media.type not in _NAMES:
        return None
    blocks = Blocks(answer.blocks.kinds, _few(answer.blocks.found, limits))
    out = Counted(limits)
    with io.BufferedWriter(out) as target:
        if isinstance(answer, Table):
            write_table(replace(answer, rows=iter(()), blocks=blocks), target, _NAMES[media.type])
        else:
            write_triples(replace(answer, triples=triples(blocks), blocks=blocks), target, _NAMES[media.type])
    return media.type, bytes(out.content)


@lru_cache
def _as_projected(query: NamedQuery) -> bool:
    """Tell whether a query can be asked without parameters, and its columns are all that it projects."""
    if any(parameter.required for parameter in query.parameters):
        return False
    found = ox.Store().query(query.text)
    if not isinstance(found, ox.QuerySolutions):
        return True
    return [variable.value for variable in found.variables] == [column.name for column in query.columns]


def _few(blocks: Iterator[Block], limits: Limits) -> Iterator[Block]:
    rows = 0
    for block in blocks:
        rows += len(block[0])
        if rows > limits.rows:
            raise TooMuchError(f"the answer has more than {limits.rows} rows; ask for less, with LIMIT")
        yield block
