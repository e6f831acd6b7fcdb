"""Chains of co-authors between two people, found from both ends and in the order of names, up to a number of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator

LONGEST = 4
"""Papers in a chain at most."""

MOST = 100
"""Chains that are given at most, the shortest first."""

_HUBS = 2000
"""Co-authors of the last person beyond which theirs are not collected beforehand."""

Chain = tuple[int, str | None, str | None, str | None]


def chains(connection: sqlite3.Connection, start: str, end: str, most: int = MOST) -> list[Chain]:
    """Return the chains between two people as the query ``path`` gives them: papers, and the names of those between.

    Args:
        connection: an index.
        start: the IRI of the person with whom chains begin.
        end: the IRI of the one with whom they end.
        most: chains that are wanted.
    """
    search = _Search(connection)
    ends = [search.number(iri) for iri in (start, end)]
    if None in ends:
        return []
    first, last = ends
    assert first is not None
    assert last is not None
    found: list[Chain] = []
    for papers in range(1, LONGEST + 1):
        for names in search.between(first, last, papers):
            if len(found) >= most:
                return found
            one, two, three = (*names, None, None, None)[:3]
            found.append((papers, one, two, three))
    return found


class _Search:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._beside: dict[int, frozenset[int]] = {}
        self._names: dict[int, str] = {}

    def number(self, iri: str) -> int | None:
        """Return the number of a person who has written something."""
        query = "SELECT id FROM thing WHERE iri = ? AND EXISTS (SELECT 1 FROM author WHERE author.end = thing.id)"
        found = self._connection.execute(query, (iri,)).fetchone()
        return int(found[0]) if found else None

    def between(self, first: int, last: int, papers: int) -> Iterator[tuple[str, ...]]:
        """Yield the names of those between two people in chains of so many papers, in their order, each once."""
        if papers == 1:
            if first == last or last in self.beside(first):
                yield ()
            return
        before = self.beside(last) - {first, last}  # who may stand last in the chain
        allowed: list[Collection[int] | None] = [None] * (papers - 1)
        allowed[-1] = before
        if papers > 2 and len(before) <= _HUBS:
            allowed[-2] = self._around(before)
        yield from self._on([(first,)], (first, last), allowed)

    def _on(
        self, partial: list[tuple[int, ...]], ends: tuple[int, int], allowed: list[Collection[int] | None]
    ) -> Iterator[tuple[str, ...]]:
        """Yield the names of the rest of chains that have begun alike, by name."""
        if not allowed:
            yield ()
            return
        by_name: dict[str, list[tuple[int, ...]]] = {}
        for chain in partial:
            nodes = self.beside(chain[-1])
            fresh = (nodes if allowed[0] is None else nodes & frozenset(allowed[0])) - {*chain, *ends}
            for node, name in self._named(fresh):
                by_name.setdefault(name, []).append((*chain, node))
        for name in sorted(by_name):
            for rest in self._on(by_name[name], ends, allowed[1:]):
                yield (name, *rest)

    def beside(self, person: int) -> frozenset[int]:
        """Return who wrote something with a person."""
        if person not in self._beside:
            query = "SELECT other FROM coauthor WHERE one = ?1 UNION ALL SELECT one FROM coauthor WHERE other = ?1"
            self._beside[person] = frozenset(row[0] for row in self._connection.execute(query, (person,)))
        return self._beside[person]

    def _around(self, people: Collection[int]) -> frozenset[int]:
        return frozenset().union(*map(self.beside, people))

    def _named(self, people: Collection[int]) -> Iterator[tuple[int, str]]:
        unknown = [person for person in people if person not in self._names]
        for start in range(0, len(unknown), 500):
            some = unknown[start : start + 500]
            query = f"SELECT id, name FROM thing WHERE id IN ({', '.join('?' * len(some))})"  # noqa: S608 only marks
            self._names.update(self._connection.execute(query, some).fetchall())
        for person in people:
            yield person, self._names[person]
