"""The shortest way between two things, found from both ends over direct edges, on a graph of any size."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pyoxigraph import NamedNode, Store

from graph_builder.query.index.schema import GB, SCHEMA_ORG

EDGES: Mapping[str, str] = {
    SCHEMA_ORG + "author": "author",
    GB + "advisedBy": "advisor",
    SCHEMA_ORG + "affiliation": "employer",
    SCHEMA_ORG + "alumniOf": "school",
}
"""The edges that a way takes unless others are named, in either direction, with their names."""

MOST = 50_000
"""Things that are looked at before the search is given up: some seconds."""


def disjoint_paths(
    graph: Store, start: str, end: str, edges: Mapping[str, str], without: Collection[str], most: int
) -> Iterator[list[tuple[str, str]]]:
    """Yield shortest ways from one thing to another that share nothing between, the shortest first.

    Args:
        graph: the store.
        start: the thing to start from.
        end: the thing to reach.
        edges: the IRIs of the edges that may be taken, with their names.
        without: things that no way goes through.
        most: how many ways.
    """
    closed = set(without) - {start, end}
    for _ in range(most):
        found = shortest_path(graph, start, end, edges, closed)
        if found is None:
            return
        yield found
        between = {iri for iri, _ in found[1:-1]}
        if not between:  # they are beside each other: any other way is longer, but would be this one again
            return
        closed |= between


def shortest_path(
    graph: Store, start: str, end: str, edges: Mapping[str, str] = EDGES, without: Collection[str] = ()
) -> list[tuple[str, str]] | None:
    """Return a shortest way from one thing to another: each thing with the edge by which it was reached.

    Of several the same one is found each time.

    Args:
        graph: the store.
        start: the thing to start from; its edge is empty.
        end: the thing to reach.
        edges: the IRIs of the edges that may be taken, with their names.
        without: things that the way must not go through.

    Returns:
        the steps, or None if there is no way of a bearable length.
    """
    if start == end:
        return [(start, "")]
    came: tuple[dict[str, tuple[str, str]], dict[str, tuple[str, str]]] = ({start: ("", "")}, {end: ("", "")})
    borders = [[start], [end]]
    while borders[0] and borders[1] and len(came[0]) + len(came[1]) < MOST:
        side = 0 if len(borders[0]) <= len(borders[1]) else 1
        mine, other = came[side], came[1 - side]
        border = []
        for node in borders[side]:
            for next_, name in _next(graph, node, edges):
                if next_ not in mine and next_ not in without:
                    mine[next_] = (node, name)
                    border.append(next_)
        borders[side] = sorted(border)
        if met := [node for node in borders[side] if node in other]:
            return _joined(came, met[0])
    return None


def _next(graph: Store, node: str, edges: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    found = set()
    for term, name in edges.items():
        for quad in graph.quads_for_pattern(NamedNode(node), NamedNode(term), None, None):
            if isinstance(quad.object, NamedNode):
                found.add((quad.object.value, name))
        for quad in graph.quads_for_pattern(None, NamedNode(term), NamedNode(node), None):
            if isinstance(quad.subject, NamedNode):
                found.add((quad.subject.value, name))
    yield from sorted(found)


def _joined(came: tuple[dict[str, tuple[str, str]], dict[str, tuple[str, str]]], meeting: str) -> list[tuple[str, str]]:
    first, node = [], meeting
    while node:
        before, name = came[0][node]
        first.append((node, name))
        node = before
    way = first[::-1]
    node = meeting
    while came[1][node][0]:
        node, name = came[1][node]
        way.append((node, name))
    return way
