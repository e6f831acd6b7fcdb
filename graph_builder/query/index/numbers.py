"""Numbers of rows in the order of their names, with room between them for names that come later."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

LIMIT = 1 << 31
"""Above all numbers: so each takes four bytes at most, and two of them make one number of 62 bits."""


class NoRoomError(Exception):
    """Between two numbers there is no room for those that come between: all are given anew."""


def spaced(count: int) -> range:
    """Return so many numbers in order, above zero and with room between them.

    >>> list(spaced(3)), spaced(1_000_000).step, spaced(LIMIT).step
    ([65536, 131072, 196608], 2147, 1)
    """
    step = max(1, min(1 << 16, (LIMIT - 1) // (count + 1)))
    return range(step, step * count + 1, step)


def between(connection: sqlite3.Connection, table: str, fresh: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield numbers of IRIs that come to those of a table, in order and each once, so that all stay in order.

    Raises:
        NoRoomError: there is no room left.
    """
    query = f"SELECT id FROM {table} WHERE iri {{}} ? ORDER BY iri {{}} LIMIT 1"  # noqa: S608 names of ours

    def neighbours(iri: str) -> tuple[int, int]:
        below = connection.execute(query.format("<", "DESC"), (iri,)).fetchone()
        above = connection.execute(query.format(">", "ASC"), (iri,)).fetchone()
        return below[0] if below else 0, above[0] if above else LIMIT

    for (low, high), names in groupby(fresh, neighbours):
        yield from _spread(low, high, list(names))


def _spread(low: int, high: int, names: list[str]) -> Iterable[tuple[str, int]]:
    room = (high - low) // (len(names) + 1)
    if room < 1:
        raise NoRoomError
    if high == LIMIT:  # beyond the last one, what comes later needs room too
        room = min(room, 1 << 16)
    return ((name, low + room * place) for place, name in enumerate(names, 1))
