"""Sorting on disk: lines in order, each once, however many they are."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain, islice

MOST = 100_000
"""Lines that are sorted in memory; about 50 MB of quads."""


def sorted_lines(lines: Iterable[str], most: int = MOST) -> Iterator[str]:
    """Yield lines in order, each once; more than *most* go through a temporary file.

    >>> list(sorted_lines(["b", "a", "b", "c"], most=2))
    ['a', 'b', 'c']
    """
    source = iter(lines)
    first = list(islice(source, most))
    following = next(source, None)
    if following is None:
        yield from sorted(set(first))
        return
    # A database without a name is a temporary file of SQLite's, which sorts more than its memory holds by merging.
    with closing(sqlite3.connect("", check_same_thread=False)) as database:
        database.execute("CREATE TABLE line (text TEXT)")
        database.executemany("INSERT INTO line VALUES (?)", ((line,) for line in chain(first, (following,), source)))
        del first
        for (line,) in database.execute("SELECT DISTINCT text FROM line ORDER BY text"):
            yield line
