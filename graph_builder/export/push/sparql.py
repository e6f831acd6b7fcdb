"""SPARQL 1.1: quads pushed graph by graph, by INSERT DATA or by the Graph Store protocol, and counted there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import TypeVar
from urllib.parse import urlencode

import pyoxigraph as ox

from graph_builder.export.files import check_counts
from graph_builder.export.property_graph import Progress, no_progress
from graph_builder.export.push.client import Checkpoint, Client, shown
from graph_builder.model import GraphBuilderError

BATCH = 1000
"""Statements in one request. Virtuoso refuses to compile much longer ones."""

_QUERIES = {"/update": "/query", "/store": "/query", "/sparql-graph-crud-auth": "/sparql-auth", "/statements": ""}
_COUNTED = 50
DEFAULT = "default graph"

T = TypeVar("T")


def push_sparql(
    quads: Iterable[ox.Quad],
    address: str,
    peer: Client,
    protocol: str = "update",
    query_address: str = "",
    replace: bool = False,
    checkpoint: Checkpoint | None = None,
    progress: Progress = no_progress,
    batch: int = BATCH,
) -> dict[str, int]:
    """Put quads into a server's graphs, and compare the number of statements of every graph at the end.

    Args:
        quads: what to push, graph after graph.
        address: that of the update endpoint (``update``) or of the graph store (``store``).
        peer: the server.
        protocol: ``update`` for SPARQL 1.1 Update, ``store`` for the Graph Store protocol.
        query_address: the query endpoint for counting; guessed from *address* without it.
        replace: empty each graph before, so that nothing stays that is here no longer.
        checkpoint: where to go on, and where to note how far the push has come.
        progress: called after each batch.
        batch: statements in one request.

    Returns:
        The number of statements by graph.

    Raises:
        GraphBuilderError: the server cannot be reached or refuses, or counts differ.
    """
    state = checkpoint or Checkpoint(None, "")
    written: dict[str, int] = {}
    total = 0
    for name, group in groupby(quads, key=lambda quad: quad.graph_name):
        graph = name.value if isinstance(name, ox.NamedNode) else ""
        key, sent, done = graph or DEFAULT, 0, state.done(graph or DEFAULT)
        if replace and not done:
            _empty(peer, address, protocol, graph)
        for chunk in _chunks((quad.triple for quad in group), batch):
            sent, total = sent + len(chunk), total + len(chunk)
            if sent > done:
                _send(peer, address, protocol, graph, chunk)
                state.mark(key, sent)
            progress("statements", total, 0)
        written[key] = sent
    found = _found(peer, query_address or query_endpoint(address), list(written))
    if DEFAULT in written:
        # Where the default graph is the union of all, more is in it than was put there.
        found[DEFAULT] = min(found.get(DEFAULT, 0), written[DEFAULT])
    # All was sent: should it not all be there, only sending it again from the beginning can help.
    state.finish()
    check_counts(written, found, shown(address))
    return written


def query_endpoint(address: str) -> str:
    """Return the usual address of queries beside that of updates or of the graph store.

    >>> query_endpoint("http://localhost:7878/update")
    'http://localhost:7878/query'
    """
    bare = address.rstrip("/")
    for end, other in _QUERIES.items():
        if bare.endswith(end):
            return bare.removesuffix(end) + other
    return address


def _send(peer: Client, address: str, protocol: str, graph: str, chunk: list[ox.Triple]) -> None:
    body = ox.serialize(chunk, format=ox.RdfFormat.N_TRIPLES) or b""
    if protocol == "store":
        peer.send("POST", address, body, {"Content-Type": "application/n-triples"}, **_graph(graph))
        return
    data = body.decode("utf-8")
    inside = f"GRAPH {ox.NamedNode(graph)} {{\n{data}}}" if graph else data
    _update(peer, address, f"INSERT DATA {{\n{inside}\n}}")


def _empty(peer: Client, address: str, protocol: str, graph: str) -> None:
    if protocol == "store":
        peer.send("PUT", address, b"\n", {"Content-Type": "application/n-triples"}, **_graph(graph))
    else:
        _update(peer, address, f"CLEAR SILENT {f'GRAPH {ox.NamedNode(graph)}' if graph else 'DEFAULT'}")


def _update(peer: Client, address: str, text: str) -> None:
    peer.send("POST", address, text.encode("utf-8"), {"Content-Type": "application/sparql-update"})


def _graph(graph: str) -> dict[str, str]:
    return {"graph": graph} if graph else {"default": ""}


def _found(peer: Client, address: str, names: list[str]) -> dict[str, int]:
    """Return the number of statements of the server's graphs, some graphs at a time."""
    found: dict[str, int] = {}
    for chunk in _chunks(iter([name for name in names if name != DEFAULT]), _COUNTED):
        values = " ".join(str(ox.NamedNode(name)) for name in chunk)
        found |= _counts(
            peer,
            address,
            f"SELECT ?g (COUNT(*) AS ?n) WHERE {{ VALUES ?g {{ {values} }} GRAPH ?g {{ ?s ?p ?o }} }} GROUP BY ?g",
        )
    if DEFAULT in names:
        found |= _counts(peer, address, "SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }")
    return found


def _counts(peer: Client, address: str, query: str) -> dict[str, int]:
    # As a form: Virtuoso 7 never answers a query that is the body itself.
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/sparql-results+json"}
    answer = peer.send("POST", address, urlencode({"query": query}).encode("ascii"), headers)
    try:
        rows = answer.json()["results"]["bindings"]
        return {row["g"]["value"] if "g" in row else DEFAULT: int(row["n"]["value"]) for row in rows}
    except (ValueError, KeyError, TypeError) as error:
        raise GraphBuilderError(
            f"{shown(address)}: gives no SPARQL JSON; name the query endpoint with --query-address"
        ) from error


def _chunks(items: Iterator[T], size: int) -> Iterator[list[T]]:
    while chunk := list(islice(items, size)):
        yield chunk
