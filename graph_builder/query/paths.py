"""Shortest paths between two things, which SPARQL cannot ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from graph_builder.model import QueryError
from graph_builder.query.engine import Row, Table
from graph_builder.query.lookup import entity, label

if TYPE_CHECKING:
    import networkx as nx

_SCHEMA = "https://schema.org/"
_GB = "https://w3id.org/graph-builder/ontology#"

CONNECTIONS: Mapping[str, ox.NamedNode] = {
    "author": ox.NamedNode(_SCHEMA + "author"),
    "advisor": ox.NamedNode(_GB + "advisedBy"),
    "employer": ox.NamedNode(_SCHEMA + "affiliation"),
    "school": ox.NamedNode(_SCHEMA + "alumniOf"),
    "topic": ox.NamedNode(_SCHEMA + "knowsAbout"),
    "service": ox.NamedNode(_GB + "servedAt"),
}
"""The direct edges that a path may take, in either direction."""


def shortest_path(
    store: ox.Store, start: str, end: str, by: Iterable[str] = ("author", "advisor"), kind: str = "person"
) -> Table:
    """Return one shortest path between two things, one row for each step, or no row if nothing connects them.

    People meet in papers, employers, schools and topics, which are steps of the path too: two co-authors are two steps
    apart, with their paper between. Of several shortest paths the one that is first in the order of IRIs is taken.

    Args:
        store: the graph.
        start: a name, an IRI or ``kind/key``.
        end: the same, for the other end.
        by: names of ``CONNECTIONS``.
        kind: what *start* and *end* are: person, organization, work, venue or topic.

    Returns:
        A Table of step, entity, name, and relation (by which the step was reached).

    Raises:
        QueryError: a name is unknown or ambiguous, or there is no such connection.

    >>> shortest_path(ox.Store(), "Ada", "Bob", by=["friend"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    graph_builder.model.errors.QueryError: no connection 'friend'; choose from: author, advisor, ...
    """
    import networkx as nx  # here, since every question of the command line would wait for it

    wanted = list(by)
    for name in wanted:
        if name not in CONNECTIONS:
            raise QueryError(f"no connection {name!r}; choose from: {', '.join(CONNECTIONS)}")
    first, last = entity(store, kind, start), entity(store, kind, end)
    network = _network(store, wanted)
    network.add_nodes_from((first.value, last.value))
    try:
        nodes = nx.bidirectional_shortest_path(network, first.value, last.value)
    except nx.NetworkXNoPath:
        nodes = []
    return Table(("step", "entity", "name", "relation"), iter(_steps(store, network, nodes)))


def _network(store: ox.Store, names: list[str]) -> nx.Graph[Any]:
    """Return the undirected network of direct edges; its size is that of the edges, not of the pairs they imply."""
    edges = {
        (quad.subject.value, quad.object.value, name)
        for name in names
        for quad in store.quads_for_pattern(None, CONNECTIONS[name], None, None)
        if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.NamedNode)
    }
    import networkx as nx

    network: nx.Graph[Any] = nx.Graph()
    for one, other, name in sorted(edges):
        network.add_edge(one, other, relation=name)
    return network


def _steps(store: ox.Store, network: nx.Graph[Any], nodes: list[str]) -> list[Row]:
    rows: list[Row] = []
    for step, node in enumerate(nodes):
        relation = ox.Literal(network.edges[nodes[step - 1], node]["relation"]) if step else None
        iri = ox.NamedNode(node)
        rows.append((ox.Literal(step), iri, ox.Literal(label(store, iri)), relation))
    return rows
