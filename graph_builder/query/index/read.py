"""An index, open for reading."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from graph_builder.model import StoreError


def _matches(text: str | None, pattern: str) -> bool:
    """Return whether an expression of ours is found in a text, as REGEX of SPARQL does with the flag "i"."""
    return text is not None and _compiled(pattern).search(text) is not None


@lru_cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


class Mean:
    """The mean of decimals as the engine has it: of 18 digits, the rest cut off."""

    def __init__(self) -> None:
        self._sum, self._count = Decimal(0), 0

    def step(self, value: float, times: int = 1) -> None:
        """Take a number so many times."""
        self._sum += Decimal(repr(value)) * times
        self._count += times

    def finalize(self) -> str:
        """Return the mean as text."""
        scaled = int(self._sum * 10**18) // self._count
        return f"{scaled // 10**18}.{scaled % 10**18:018d}"


class Index:
    """The things and facts of a snapshot as tables: what it answers is what the graph holds, in far fewer look-ups.

    Raises:
        StoreError: the file is none of ours, or damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        """Its file."""
        address = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
        try:
            self._connection = sqlite3.connect(address, uri=True)
            found = self._connection.execute("SELECT pairs FROM made").fetchone()
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be read ({error}); remove it, and it is made again") from error
        self._connection.create_function("lcase", 1, str.lower, deterministic=True)
        self._connection.create_function("matches", 2, _matches, deterministic=True)
        self._connection.create_aggregate("mean", 2, Mean)  # type: ignore[arg-type]
        self._connection.create_function("chains", 2, self._chains, deterministic=True)
        self.has_pairs = bool(found and found[0])
        """Whether it has the pairs of co-authors and of organizations."""

    def _chains(self, start: str, end: str) -> str:
        return json.dumps(chains(self._connection, start, end))

    def rows(self, query: str, values: Sequence[int | str] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query in SQL."""
        return self._connection.execute(query, values).fetchall()

    def ask(self, query: str, values: Sequence[int | str] | Mapping[str, str | float | None] = ()) -> sqlite3.Cursor:
        """Return the rows of a query in SQL as they are read."""
        return self._connection.execute(query, values)

    def number(self, iri: str) -> int | None:
        """Return the number of a thing."""
        found = self._connection.execute("SELECT id FROM thing WHERE iri = ?", (iri,)).fetchone()
        return found[0] if found else None

    def thing(self, iri: str) -> tuple[int, str, str, str | None] | None:
        """Return number, kind, name and year of a thing; only works have a year."""
        query = "SELECT id, kind, name, year FROM thing WHERE iri = ?"
        found: tuple[int, str, str, str | None] | None = self._connection.execute(query, (iri,)).fetchone()
        return found

    def iri(self, number: int) -> str:
        """Return the IRI of a thing by its number."""
        found = self._connection.execute("SELECT iri FROM thing WHERE id = ?", (number,)).fetchone()
        return str(found[0])

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


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
