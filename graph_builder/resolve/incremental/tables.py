"""The tables of incremental resolution, in one SQLite file."""

from __future__ import annotations

import os
import pickle
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

import orjson

from graph_builder.model import GraphBuilderError
from graph_builder.process_pool import Failure, Pool

Task = TypeVar("Task")
Result = TypeVar("Result")

ROUNDS = (0, 1, 2)
"""The rounds of comparison; there are heads before the first and after each."""

STATE = "state"
"""The key under which is noted what the tables are tables of."""

_SOME = 800

LOT = 20
"""Tasks whose results are held, as a rule."""

_HERE, _WORKERS, _LIMIT = 2.0, 4, 86_400.0
"""After so many seconds other processes go on, at most so many, for at most so many seconds."""

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
-- What was resolved: sources with a digest of their facts.
CREATE TABLE source (no INTEGER PRIMARY KEY, id TEXT, facts TEXT);
-- Mentions of organizations, works, venues and topics: what stands for each, and the link that it has.
CREATE TABLE mention (no INTEGER, kind INTEGER, source INTEGER, component INTEGER, data BLOB, ties BLOB, link BLOB,
  shared INTEGER);
-- What ties mentions of all kinds to others.
CREATE TABLE tie (tie INTEGER, no INTEGER, PRIMARY KEY (tie, no)) WITHOUT ROWID;
-- Titles, as they are read forwards and backwards, and pairs of them that are but for a misprint the same.
CREATE TABLE title (turn INTEGER, words BLOB, title BLOB, PRIMARY KEY (turn, words)) WITHOUT ROWID;
CREATE TABLE almost (tie INTEGER, other INTEGER, turn INTEGER, data BLOB, PRIMARY KEY (tie, other, turn)) WITHOUT ROWID;
-- The entities that each component makes; of one that several make, that with the highest rank is taken.
CREATE TABLE entity (kind INTEGER, key TEXT, component INTEGER, rank INTEGER, data BLOB);
-- Mentions of people, the component of rules that each is in, and the first of its set by rules and after each round.
CREATE TABLE person (no INTEGER, source INTEGER, component INTEGER, data BLOB, ties BLOB, why BLOB, head0 INTEGER,
  head1 INTEGER, head2 INTEGER, head3 INTEGER, link BLOB);
CREATE VIEW linked AS SELECT no, source, data, link FROM mention UNION ALL SELECT no, source, data, link FROM person;
-- The authors of each mention of a work, and the place that each stands in.
CREATE TABLE listed (work INTEGER, person INTEGER, place INTEGER, PRIMARY KEY (work, person)) WITHOUT ROWID;
-- Organizations that a source names as the school of a degree.
CREATE TABLE school (no INTEGER PRIMARY KEY, source INTEGER);
-- The names of a set of mentions, and which names fall into a block, have a key, agree.
CREATE TABLE form (no INTEGER PRIMARY KEY, names BLOB);
CREATE TABLE block (block INTEGER, form INTEGER, PRIMARY KEY (block, form)) WITHOUT ROWID;
CREATE TABLE spelt (key INTEGER, form INTEGER, PRIMARY KEY (key, form)) WITHOUT ROWID;
CREATE TABLE agree (form INTEGER, other INTEGER, PRIMARY KEY (form, other)) WITHOUT ROWID;
-- Sets of mentions before each round: their names, why the first was joined, and by what its neighbours are sought.
CREATE TABLE node (round INTEGER, no INTEGER, form INTEGER, year INTEGER, sought BLOB, why BLOB,
  PRIMARY KEY (round, no)) WITHOUT ROWID;
CREATE TABLE pair (round INTEGER, one INTEGER, other INTEGER, score REAL,
  PRIMARY KEY (round, one, other)) WITHOUT ROWID;
-- How many full names a block has in a round, and the share of people who bear a name, by its key.
CREATE TABLE crowd (round INTEGER, block INTEGER, names INTEGER, PRIMARY KEY (round, block)) WITHOUT ROWID;
CREATE TABLE share (key INTEGER PRIMARY KEY, share REAL);
-- People, by the key that those share who could be mistaken for each other.
CREATE TABLE base (head INTEGER PRIMARY KEY, base INTEGER);
"""
# Of new tables each is made when all rows are there: so they need not be put into it here and there.
_INDEXES = """
CREATE UNIQUE INDEX mention_no ON mention (no);
CREATE UNIQUE INDEX person_no ON person (no);
CREATE INDEX mention_source ON mention (source);
CREATE INDEX mention_component ON mention (component);
CREATE INDEX entity_key ON entity (kind, key);
CREATE INDEX entity_component ON entity (component);
CREATE INDEX person_source ON person (source);
CREATE INDEX person_component ON person (component);
CREATE INDEX person_head0 ON person (head0);
CREATE INDEX person_head1 ON person (head1);
CREATE INDEX person_head2 ON person (head2);
CREATE INDEX person_head3 ON person (head3);
CREATE INDEX school_source ON school (source);
CREATE INDEX listed_person ON listed (person);
CREATE INDEX node_form ON node (round, form);
CREATE INDEX base_base ON base (base);
"""


class Tables:
    """The tables in a file, or in one that has no name and is gone with this; changed as a whole or not at all."""

    def __init__(self, path: Path | None, *, new: bool = False, read: bool = False) -> None:
        self._path, self._start = path, time.monotonic()
        self._pool: Pool[Any, Any] | None = None
        self.new = new
        """Whether the tables were empty."""
        # Another thread may keep what was changed; no two use it at once.
        self.db = sqlite3.connect(path or "", isolation_level=None, check_same_thread=False)
        run = self.db.execute
        run("PRAGMA page_size = 8192")
        # What was removed is overwritten: it may have been forgotten.
        run("PRAGMA secure_delete = ON")
        # Resolution looks at rows all over the tables, in the order of their keys, time and again: 200 MB of them.
        run("PRAGMA cache_size = -200000")
        run("PRAGMA temp_store = MEMORY")
        if new:
            # A file that is not whole is never looked at.
            run("PRAGMA journal_mode = OFF")
            run("PRAGMA synchronous = OFF")
            self.db.executescript(_SCHEMA)
        if not read:
            run("BEGIN")
        else:
            run("PRAGMA mmap_size = 4000000000")
            run("PRAGMA cache_size = -20000")

    def index(self, *names: str) -> None:
        """Make some indexes of new tables, or all that are left."""
        for statement in _INDEXES.split(";\n")[:-1] if self.new else ():
            if not names or statement.split(" ON ")[0].endswith(names):
                self.db.execute(statement.replace("INDEX", "INDEX IF NOT EXISTS"))

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (self._path,)

    def spread(self, work: Callable[[Task], Result], tasks: Iterable[Task], lot: int | None = None) -> Iterator[Result]:
        """Yield what *work* makes of tasks, in their order; if the tables are new and it takes long, in processes.

        Work that reads these tables, which each process opens for itself, is done in lots of so many tasks: between
        these, the tables may be changed.

        >>> list(Tables(None).spread(abs, [-1, 2]))
        [1, 2]
        """
        workers, left = min(os.cpu_count() or 1, _WORKERS), iter(tasks)
        for task in left:
            yield work(task)
            if self.new and self._path and workers > 1 and time.monotonic() - self._start > _HERE:
                break
        else:
            return
        self._pool = self._pool or Pool(_do, workers, _LIMIT)
        with NamedTemporaryFile(dir=self._path.parent) as file:  # each process reads it once
            pickle.dump(work, file)
            file.flush()
            while some := [(number, file.name, task) for number, task in enumerate(islice(left, lot))]:
                self.commit()
                found = _in_order(self._pool.run(some))
                yield from list(found) if lot else found

    def commit(self) -> None:
        """Keep what was changed."""
        self.db.execute("COMMIT")
        self.db.execute("BEGIN")

    def close(self) -> None:
        """Give up the file; what was not committed is as before."""
        if self._pool is not None:
            self._pool.close()
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


@lru_cache(maxsize=1)
def _opened(path: Path) -> Tables:
    return Tables(path, read=True)


@lru_cache(maxsize=1)
def _work_in(path: str) -> Callable[[Any], Any]:
    with Path(path).open("rb") as file:
        found: Callable[[Any], Any] = pickle.load(file)  # noqa: S301 - what this very program has written
        return found


def _do(task: tuple[int, str, Any]) -> Any:
    return _work_in(task[1])(task[2])


def _in_order(done: Iterable[tuple[tuple[int, str, Any], Any]]) -> Iterator[Any]:
    waiting: dict[int, Any] = {}
    given = 0
    for (number, *_), result in done:
        if isinstance(result, Failure):
            raise GraphBuilderError(f"{result.what}; {result.advice or 'build again'}")
        waiting[number] = result
        while given in waiting:
            yield waiting.pop(given)
            given += 1


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
