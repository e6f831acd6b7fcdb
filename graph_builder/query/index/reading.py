"""What an index is made from: the values of properties, of a whole graph or of some nodes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pyoxigraph import Literal, NamedNode, Store

from graph_builder.query.index.schema import RDF_TYPE

_PLAIN: frozenset[Any] = frozenset((NamedNode, Literal))


class GraphNodes:
    """All nodes of a graph with what is said of them, in all its graphs at once; what has no name is left out.

    Asked as queries and not as quads: the engine then decodes the terms that are wanted, and no others.
    """

    def __init__(self, graph: Store) -> None:
        self._graph = graph

    def pairs(self, term: str) -> Iterator[tuple[str, str]]:
        """Yield node and value for each quad with a property."""
        for s, o in self._ask(f"?s ?o {{ ?s <{term}> ?o }}"):
            if o.__class__ in _PLAIN:
                yield s.value, o.value

    def typed(self, class_: str) -> Iterator[str]:
        """Yield the nodes of a class."""
        return (s.value for (s,) in self._ask(f"?s {{ ?s a <{class_}> }}") if s.__class__ is NamedNode)

    def placed(self, class_: str) -> Iterator[tuple[str, str]]:
        """Yield the nodes of a class, each with the graph that says so."""
        found = self._ask(f"?s ?g {{ GRAPH ?g {{ ?s a <{class_}> }} }}")
        return ((s.value, g.value) for s, g in found if s.__class__ is NamedNode)

    def _ask(self, wanted: str) -> Iterator[Any]:
        found: Any = self._graph.query(f"SELECT {wanted}", use_default_graph_as_union=True)
        return iter(found)


class Some(GraphNodes):
    """Some nodes of a graph; more can be added."""

    def __init__(self, graph: Store, nodes: Iterable[str]) -> None:
        super().__init__(graph)
        self.nodes: set[str] = set()
        """Their names."""
        self._found: dict[str, set[tuple[str, str]]] = {}
        self._placed: dict[str, set[tuple[str, str]]] = {}
        self.add(nodes)

    def add(self, nodes: Iterable[str]) -> None:
        """Take more nodes, and read what is said of them."""
        for node in set(nodes) - self.nodes:
            self.nodes.add(node)
            for quad in self._graph.quads_for_pattern(NamedNode(node), None, None, None):
                if quad.object.__class__ not in _PLAIN:
                    continue
                value: str = quad.object.value  # type: ignore[union-attr]
                term = quad.predicate.value
                self._found.setdefault(term, set()).add((node, value))
                if term == RDF_TYPE and isinstance(quad.graph_name, NamedNode):
                    self._placed.setdefault(value, set()).add((node, quad.graph_name.value))

    def pairs(self, term: str) -> Iterator[tuple[str, str]]:
        """Yield node and value for each quad with a property."""
        return iter(self._found.get(term, ()))

    def typed(self, class_: str) -> Iterator[str]:
        """Yield the nodes of a class."""
        return (node for node, value in self._found.get(RDF_TYPE, ()) if value == class_)

    def placed(self, class_: str) -> Iterator[tuple[str, str]]:
        """Yield the nodes of a class, each with the graph that says so."""
        return iter(self._placed.get(class_, ()))

    def pointing(self, nodes: Iterable[str], term: str | None = None) -> set[str]:
        """Return the nodes of which something is said that names one of some nodes."""
        predicate = None if term is None else NamedNode(term)
        found = (q for node in nodes for q in self._graph.quads_for_pattern(None, predicate, NamedNode(node), None))
        return {quad.subject.value for quad in found if isinstance(quad.subject, NamedNode)}
