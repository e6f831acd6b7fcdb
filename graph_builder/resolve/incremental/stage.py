"""Mentions in tables with what ties them: what comes and goes touches the components that are to be resolved again."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from graph_builder.model import EntityKind
from graph_builder.resolve.cluster import connected
from graph_builder.resolve.entities import number
from graph_builder.resolve.incremental.rows import NUMBER_OF
from graph_builder.resolve.incremental.tables import Tables, load

Row = tuple[int, int, int, bytes, bytes]
"""A mention in a table: its number, that of its source, its component, what is seen of it, and its ties."""


class Difference(NamedTuple):
    """How the mentions of a source differ from those in tables: rows that go, and those that come, with their ties.

    *noted* are the titles of papers that come, or the people who come and whom the user named.
    """

    gone: list[Row]
    rows: list[tuple[Any, ...]]
    ties: Mapping[int, Sequence[int]]
    noted: set[Any]


def others(before: Iterable[Row], found: Mapping[int, tuple[bytes, ...]]) -> tuple[list[Row], list[int]]:
    """Return the rows that are not found as they are, and which of those that are found there are no such rows of.

    Of each that is found, the data are given, and the ties where these depend on other mentions.
    """
    same = {row[0] for row in before if row[0] in found and row[3 : 3 + len(found[row[0]])] == found[row[0]]}
    return [row for row in before if row[0] not in same], [no for no in found if no not in same]


@dataclass
class Stage:
    """The mentions of a kind in tables. Those that ties connect are resolved together, and apart from all others.

    *names* are the ids of sources, by number.
    """

    tables: Tables
    kind: EntityKind
    names: Mapping[int, str]
    added: set[int] = field(default_factory=set)
    """The mentions that came, or of which something else is seen than before."""
    ties: set[int] = field(default_factory=set)
    """Ties that tie something else than before, beside those of mentions that went."""
    components: set[int] = field(default_factory=set)
    """The components in which mentions were that went."""

    def __post_init__(self) -> None:
        people = self.kind is EntityKind.PERSON
        self._table, self._where = ("person", "") if people else ("mention", f" AND kind = {NUMBER_OF[self.kind]}")

    def select(self, columns: str, where: str, numbers: Iterable[int]) -> Iterator[tuple[Any, ...]]:
        """Yield columns of the mentions that have one of some numbers in a column."""
        query = f"SELECT {columns} FROM {self._table} WHERE {where} IN {{}}{self._where}"  # noqa: S608
        return self.tables.among(query, sorted(numbers))

    def rows(self, where: str, numbers: Iterable[int]) -> list[Row]:
        """Return the mentions that have one of some numbers in a column."""
        return list(self.select("no, source, component, data, ties", where, numbers))

    def of_source(self, source: str) -> list[Row]:
        """Return the mentions of a source so far; new tables have none."""
        return [] if self.tables.new else self.rows("source", [number(source)])

    def remove(self, sources: Collection[int]) -> None:
        """Take out the mentions of sources."""
        self.take_out(self.rows("source", sources))

    def change(self, other: Difference) -> None:
        """Have the mentions of a source in the tables as they are now."""
        self.take_out(other.gone)
        self.put_in(other.rows, other.ties)

    def take_out(self, rows: Collection[Row]) -> None:
        """Take mentions out."""
        for no, _, component, _, ties in rows:
            gone = [(tie, no) for tie in load(ties)]
            self.tables.db.executemany("DELETE FROM tie WHERE tie = ? AND no = ?", gone)
            self.components.add(component)
        self.tables.drop(self._table, "no", [row[0] for row in rows])

    def put_in(self, rows: Iterable[tuple[Any, ...]], ties: Mapping[int, Sequence[int]]) -> None:
        """Put in mentions, as rows of the table; each is a component until it is resolved."""
        self.tables.put(self._table, rows)
        tied = sorted((tie, no) for no, own in ties.items() for tie in own if tie)
        self.tables.put("tie", tied)
        self.added.update(ties)
        if not self.tables.new:
            self.ties.update(tie for tie, _ in tied)

    def find_components(self) -> None:
        """Add the components in which mentions are that anything ties to what came or went."""
        query = f"SELECT DISTINCT m.component FROM tie t JOIN {self._table} m ON m.no = t.no WHERE t.tie IN {{}}"  # noqa: S608
        self.components.update(row[0] for row in self.tables.among(query, sorted(self.ties)))

    def groups(self) -> Iterator[list[int]]:
        """Yield the numbers of the mentions that ties connect now, of those in components."""
        nos, by, ties = array("q"), array("q"), array("q")
        query = f"SELECT no, ties FROM {self._table} WHERE TRUE{self._where}"  # noqa: S608
        some = self.select("no, ties", "component", self.components | self.added) if not self.tables.new else None
        for no, tied in some or self.tables.db.execute(query):
            own = [tie for tie in load(tied) if tie]
            by.extend([len(nos)] * len(own))
            ties.extend(own)
            nos.append(no)
        every, at = np.unique(np.array(ties, dtype=np.int64), return_inverse=True)
        edges = np.array(self.edges(every.tolist()), dtype=np.int64).reshape(-1, 2)
        more = np.searchsorted(every, edges) + len(nos)
        one = np.concatenate([np.array(by, dtype=np.int64), more[:, 0]])
        other = np.concatenate([at + len(nos), more[:, 1]])
        return (
            [nos[place] for place in some if place < len(nos)] for some in connected(len(nos) + len(every), one, other)
        )

    def edges(self, ties: list[int]) -> Iterable[tuple[int, int]]:
        """Return pairs of ties that tie each other."""
        return []
