"""The tables of incremental resolution, in one SQLite file."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import orjson

from graph_builder.model import GraphBuilderError
from graph_builder.process_pool import Failure, close_spare_server, run

Task = TypeVar("Task")
Result = TypeVar("Result")

ROUNDS = (0, 1, 2)
"""The rounds of comparison; there are heads before the first and after each."""

STATE = "state"
"""The key under which is noted what the tables are tables of."""

_SOME = 800

LOT = 40
"""Tasks whose results are held, as a rule."""

_HERE, _WORKERS, _LIMIT = 2.0, 4, 86_400.0
"""Seconds after which other processes help, how many these are at most, and seconds that one may take for a task."""

_SCHEMA, _INDEXES = files(__package__).joinpath("tables.sql").read_text("utf-8").split("-- Indexes")


class Tables:
    """The tables in a file, or in one that has no name and is gone with this; changed as a whole or not at all."""

    def __init__(self, path: Path | None, *, new: bool = False, read: bool = False) -> None:
        self._path, self._start, self._spread = path, time.monotonic(), False
        self.new = new
        """Whether the tables were empty."""
        # Another thread may keep what was changed; no two use it at once.
        self.db = sqlite3.connect(path or "", isolation_level=None, check_same_thread=False)
        run = self.db.execute
        run("PRAGMA page_size = 8192")
        # What was removed is overwritten: it may have been forgotten.
        run("PRAGMA secure_delete = ON")
        # Resolution looks at rows all over the tables, in the order of their keys, time and again: 200 MB of them.
        run(f"PRAGMA cache_size = {-50_000 if read else -200_000}")
        run("PRAGMA temp_store = MEMORY")
        if new:
            # A file that is not whole is never looked at.
            run("PRAGMA journal_mode = OFF")
            run("PRAGMA synchronous = OFF")
            self.db.executescript(_SCHEMA)
        if not read:
            run("BEGIN")

    def index(self, *names: str) -> None:
        """Make some indexes of new tables, or all that are left."""
        for line in _INDEXES.splitlines()[1:] if self.new else ():
            if not names or line.split(" ON ")[0].endswith(names):
                self.db.execute(line.replace("INDEX", "INDEX IF NOT EXISTS"))

    def __reduce__(self) -> tuple[Any, ...]:  # other processes only read
        return partial(Tables, read=True), (self._path,)

    def spread(
        self, work: Callable[[Task], Result], tasks: Iterable[Task], lot: int | None = None
    ) -> Iterator[tuple[Task, Result]]:
        """Yield tasks with what *work* makes of each; if the tables are new and it takes long, by several processes.

        Work that reads these tables, which each process opens for itself, is done in lots of so many tasks: between
        these, the tables may be changed.

        >>> list(Tables(None).spread(abs, [-1, 2]))
        [(-1, 1), (2, 2)]
        """
        workers, left = min(os.cpu_count() or 1, _WORKERS), iter(tasks)
        for task in left:
            yield task, work(task)
            if self.new and self._path and workers > 1 and time.monotonic() - self._start > _HERE:
                break
        while some := list(islice(left, lot)):
            self.commit()
            self._spread = True
            done = run(some, work, workers=workers, timeout=_LIMIT)
            for task, result in list(done) if lot else done:
                if isinstance(result, Failure):
                    raise GraphBuilderError("; ".join(filter(None, (result.what, result.advice))))
                yield task, result

    def commit(self) -> None:
        """Keep what was changed."""
        self.db.execute("COMMIT")
        self.db.execute("BEGIN")

    def close(self) -> None:
        """Give up the file; what was not committed is as before."""
        if self._spread:
            close_spare_server()
        self.db.close()

    def put_meta(self, key: str, value: str) -> None:
        """Note something under a key."""
        self.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def among(self, query: str, numbers: Iterable[int], *values: Any) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query, in which ``{}`` stands for *numbers*, see ``among``."""
        return among(self.db, query, numbers, *values)

    def put(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add rows to a table, in the place of those with the same key."""
        first = next(ordered := iter(rows), None)
        if first is None:
            return
        places = ",".join("?" * len(first))
        insert = f"INSERT OR REPLACE INTO {table} VALUES ({places})"  # noqa: S608
        self.db.execute(insert, first)
        self.db.executemany(insert, ordered)

    def drop(self, table: str, column: str, numbers: Collection[int], condition: str = "") -> None:
        """Remove the rows of a table in whose column there is one of *numbers*."""
        for _ in self.among(f"DELETE FROM {table} WHERE {column} IN {{}} {condition}", numbers):  # noqa: S608
            pass


def meta_of(db: sqlite3.Connection, key: str) -> str:
    """Return what was noted in tables under a key, or nothing."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def among(db: sqlite3.Connection, query: str, numbers: Iterable[int], *values: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query, in which ``{}`` stands for *numbers*, taken some hundreds at a time."""
    # SQLite keeps the order of tables in a CROSS JOIN; of a JOIN it may read a whole round for each of these hundreds.
    for start in range(0, len(every := list(numbers)), _SOME):
        # They are numbers: there is nothing to escape.
        some = ",".join(map(str, every[start : start + _SOME]))
        yield from db.execute(query.format(f"({some})"), values)


def dump(value: Any) -> bytes:
    """Return a value of plain tuples, texts and numbers as JSON; equal ones give the same bytes."""
    # What orjson returns keeps hold of the room it was written in, 4 KB for a hundred bytes: a copy does not.
    return bytes(memoryview(orjson.dumps(value)))


def load(data: bytes) -> Any:
    """Return what ``dump`` was given, with lists in the place of tuples."""
    return orjson.loads(data)
