"""A store read as a property graph: nodes and relationships of the shared table, row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

import pyoxigraph as ox

from graph_builder.export.mapping import Column, EdgeTable, Kind, NodeTable, columns_of, tables_of
from graph_builder.export.privacy import Privacy
from graph_builder.export.sorting import sorted_lines
from graph_builder.graph import vocabulary as v

Value = str | int | float | bool | list[str] | None
Progress = Callable[[str, int, int], None]


def no_progress(_step: str, _done: int, _total: int) -> None:
    """Report no progress of an export.

    >>> no_progress("Person", 1, 2)
    """


@dataclass(frozen=True, slots=True)
class Row:
    """A node or a relationship: its id, its ends (empty for nodes), and its properties in the order of the columns."""

    id: str
    start: str
    end: str
    values: tuple[Value, ...]


class PropertyGraph:
    """A store as tables of nodes and relationships, read row by row in the order of ids.

    The ids of nodes are held in memory, so that no relationship leads to a node that is not there.

    >>> graph = PropertyGraph(ox.Store(), Privacy())
    >>> [list(graph.rows(table)) for table in graph.nodes][0]
    []
    """

    def __init__(self, store: ox.Store, privacy: Privacy) -> None:
        self._store, self._privacy = store, privacy
        self.nodes, self.edges = tables_of(privacy.evidence)
        self._ids = {table.label: list(sorted_lines(self._subjects(table.rdf_class))) for table in self.nodes}
        self._known = {label: set(ids) for label, ids in self._ids.items()}

    @property
    def tables(self) -> tuple[NodeTable | EdgeTable, ...]:
        """Return all tables, nodes before relationships."""
        return (*self.nodes, *self.edges)

    def columns(self, table: NodeTable | EdgeTable) -> tuple[Column, ...]:
        """Return the properties that the rows of *table* have."""
        return columns_of(table, self._privacy.evidence)

    def rows(self, table: NodeTable | EdgeTable) -> Iterator[Row]:
        """Yield the nodes of a label or the relationships of a type."""
        columns = self.columns(table)
        if isinstance(table, NodeTable):
            for iri in self._ids[table.label]:
                yield Row(iri, "", "", self._values(iri, columns))
            return
        starts, ends = self._known[table.start_label], self._known[table.end_label]
        for key, start, end in self._pairs(table):
            if start in starts and end in ends:
                yield Row(key, start, end, self._values(key, columns) if columns else ())

    def counts(self) -> dict[str, int]:
        """Return the number of rows of each label and type."""
        return {
            **{table.label: len(self._ids[table.label]) for table in self.nodes},
            **{table.type: sum(1 for _ in self._ends(table)) for table in self.edges},
        }

    def _ends(self, table: EdgeTable) -> Iterator[tuple[str, str, str]]:
        starts, ends = self._known[table.start_label], self._known[table.end_label]
        return (pair for pair in self._pairs(table) if pair[1] in starts and pair[2] in ends)

    def _subjects(self, rdf_class: ox.NamedNode) -> Iterator[str]:
        found = self._store.quads_for_pattern(None, v.TYPE, rdf_class, None)
        return (quad.subject.value for quad in found if isinstance(quad.subject, ox.NamedNode))

    def _pairs(self, table: EdgeTable) -> Iterator[tuple[str, str, str]]:
        """Yield id, start and end of each relationship of a type."""
        if table.rdf_class is None:
            for start in self._ids[table.start_label]:
                yield from (("", start, end) for end in self._objects(start, table.end))
            return
        keys = self._ids.get(table.start_label) if table.start is None else None
        for key in sorted_lines(self._subjects(table.rdf_class)) if keys is None else keys:
            starts = [key] if table.start is None else self._objects(key, table.start)
            yield from ((key, start, end) for start in starts for end in self._objects(key, table.end))

    def _objects(self, subject: str, property_: ox.NamedNode) -> list[str]:
        found = self._store.quads_for_pattern(ox.NamedNode(subject), property_, None, None)
        return sorted({quad.object.value for quad in found if isinstance(quad.object, ox.NamedNode)})

    def _values(self, subject: str, columns: tuple[Column, ...]) -> tuple[Value, ...]:
        found: dict[ox.NamedNode, set[str]] = {}
        for quad in self._store.quads_for_pattern(ox.NamedNode(subject), None, None, None):
            if isinstance(quad.object, ox.NamedNode | ox.Literal):
                found.setdefault(quad.predicate, set()).add(quad.object.value)
        return tuple(self._value(column, found.get(column.source, ())) for column in columns)

    def _value(self, column: Column, found: Iterable[str]) -> Value:
        """Return the value of a property; of several where one is expected, the first in order."""
        texts = [text for text in sorted(found) if self._privacy.contacts or not text.startswith(("email:", "mailto:"))]
        if column.kind is Kind.TEXTS:
            return [self._privacy.text(text) for text in texts]
        if not texts:
            return None
        return self._privacy.text(texts[0]) if column.kind is Kind.TEXT else _number(column.kind, texts[0])


def _number(kind: Kind, text: str) -> Value:
    try:
        if kind is Kind.INTEGER:
            return int(text[:4]) if text[4:5] == "-" else int(text)
        return float(Decimal(text)) if kind is Kind.FLOAT else text in ("true", "1")
    except (ValueError, ArithmeticError):
        return None  # an ill-typed literal is no number
