"""What is in doubt, beside a snapshot: a file that answers for one page at a time.

Resolution finds doubts, decisions settle them: there are two files, so that a decision looks at those alone that it
bears on, and one that is undone has its doubts back.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from graph_builder.model import Doubt, EntityKind, Question, Side, StoreError

FOUND_REVIEW, REVIEW = "found-review.sqlite", "review.sqlite"
"""The files of a snapshot with what resolution is unsure of, and what is left of that after decisions."""

Ref = tuple[str, str]
Key = tuple[EntityKind, str]

_TABLES = """
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE entity (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL);
CREATE TABLE mention (
  entity INTEGER, place INTEGER, source INTEGER NOT NULL, id TEXT NOT NULL, printed TEXT NOT NULL,
  PRIMARY KEY (entity, place)
) WITHOUT ROWID;
CREATE TABLE question (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, merged INTEGER NOT NULL, score REAL NOT NULL, one INTEGER NOT NULL,
  other INTEGER NOT NULL, source INTEGER, mention TEXT, reasons TEXT NOT NULL
);
CREATE INDEX question_kind ON question (kind, merged);
CREATE INDEX question_one ON question (one);
CREATE INDEX question_other ON question (other);
CREATE INDEX entity_key ON entity (kind, key);
"""
_WANTED = "FROM question WHERE kind IN (SELECT value FROM json_each(?)) AND merged BETWEEN ? AND ?"


def write_review(path: Path, questions: Sequence[Question], side: Callable[[tuple[EntityKind, str]], Side]) -> None:
    """Write questions, in their order, and both sides of each into a file.

    Args:
        path: the file, which is there whole or not at all.
        questions: what is in doubt, the most doubtful first.
        side: an entity with all its mentions, asked once of each.
    """
    draft = path.with_name(f"{path.name}.part")
    draft.unlink(missing_ok=True)
    numbers: dict[tuple[EntityKind, str], int] = {}
    sources: dict[str, int] = {}
    with closing(sqlite3.connect(draft)) as connection:
        connection.executescript(_TABLES)
        for q in questions:
            for key in ((q.kind, q.one), (q.kind, q.other)):
                if key not in numbers:
                    numbers[key] = len(numbers)
                    _add_side(connection, numbers[key], side(key), sources)
        rows = (
            (
                n, q.kind.value, q.merged, q.score, numbers[q.kind, q.one], numbers[q.kind, q.other],
                sources[q.mention[0]] if q.mention else None, q.mention[1] if q.mention else None,
                json.dumps(q.reasons, ensure_ascii=True),
            )
            for n, q in enumerate(questions)
        )  # fmt: skip
        connection.executemany("INSERT INTO question VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        connection.executemany("INSERT INTO source VALUES (?, ?)", ((n, _text(name)) for name, n in sources.items()))
        connection.commit()
    draft.replace(path)


def amend_review(
    before: Path,
    path: Path,
    moved: Mapping[Key, Key | None],
    side: Callable[[Key], Side],
    *,
    answered: Collection[Ref] = (),
    confirmed: Collection[Ref] = (),
    apart: Collection[frozenset[Key]] = (),
) -> None:
    """Write what is left of questions when something is known of some entities and mentions.

    Args:
        before: the file with the questions.
        path: the file to write, which is there whole or not at all.
        moved: the entities that are others now, may have other mentions or another name, or are gone.
        side: an entity with all its mentions, as it is now.
        answered: mentions that are in question no more.
        confirmed: mentions that are known to be rightly one with the rest of their entity.
        apart: pairs of entities, as they are now, that are known to be two.
    """
    draft = path.with_name(f"{path.name}.part")
    shutil.copyfile(before, draft)
    with closing(sqlite3.connect(draft)) as connection:
        run = connection.execute
        run("PRAGMA journal_mode = OFF")
        run("PRAGMA synchronous = OFF")
        known: Any = run("SELECT name, id FROM source")
        sources: dict[str, int] = dict(known)
        for source, mention in {*answered, *confirmed}:
            where = (sources.get(_text(source)), _text(mention))
            run("DELETE FROM question WHERE merged AND source = ? AND mention = ?", where)
        _move(connection, moved, side, sources, confirmed)
        for one, other in map(sorted, apart):
            both = [run(_NUMBER, (kind.value, _text(key))).fetchone() for kind, key in (one, other)]
            if None not in both:
                (a,), (b,) = both
                run("DELETE FROM question WHERE NOT merged AND one IN (?1, ?2) AND other IN (?1, ?2)", (a, b))
        run("DELETE FROM source")
        connection.executemany("INSERT INTO source VALUES (?, ?)", ((n, _text(name)) for name, n in sources.items()))
        connection.commit()
    draft.replace(path)


_NUMBER = "SELECT id FROM entity WHERE kind = ? AND key = ?"
_AGAIN = """DELETE FROM question WHERE NOT merged AND ?1 IN (one, other) AND id NOT IN (
  SELECT min(id) FROM question WHERE NOT merged AND ?1 IN (one, other) GROUP BY one + other
)"""


def _move(
    connection: sqlite3.Connection,
    moved: Mapping[Key, Key | None],
    side: Callable[[Key], Side],
    sources: dict[str, int],
    confirmed: Collection[Ref],
) -> None:
    """Have questions about some entities be about those that these are now; each pair is asked of once."""
    run = connection.execute
    rows = ((key, run(_NUMBER, (key[0].value, _text(key[1]))).fetchone()) for key in moved)
    numbers: dict[Key, int] = {key: row[0] for key, row in rows if row is not None}
    places: dict[Key, int] = {}
    for key in sorted(numbers, key=lambda key: (key != moved[key], key)):
        now, number = moved[key], numbers[key]
        if now is None:
            run("DELETE FROM question WHERE ?1 IN (one, other)", (number,))
        elif (place := places.setdefault(now, number)) != number:
            run("UPDATE question SET one = ? WHERE one = ?", (place, number))
            run("UPDATE question SET other = ? WHERE other = ?", (place, number))
    for now, place in places.items():
        whole = side(now)
        if sum(each[:2] not in confirmed for each in whole.mentions) < 2:
            run("DELETE FROM question WHERE merged AND one = ?", (place,))
        run("DELETE FROM question WHERE NOT merged AND one = ?1 AND other = ?1", (place,))
        run(_AGAIN, (place,))
        run("DELETE FROM mention WHERE entity = ?", (place,))
        run("DELETE FROM entity WHERE id = ?", (place,))
        _add_side(connection, place, whole, sources)


def read_review(
    path: Path, kinds: Collection[EntityKind], merged: bool | None = None, start: int = 0, size: int = -1
) -> tuple[int, list[Doubt]]:
    """Return how many doubts there are of some kinds, and *size* of them from *start* on; all if *size* is below 0.

    Raises:
        StoreError: the file is damaged.
    """
    wanted = (json.dumps([kind.value for kind in kinds]), int(merged is True), int(merged is not False))
    with _opened(path) as connection:
        ((total,),) = connection.execute(f"SELECT count(*) {_WANTED}", wanted)
        columns = "kind, merged, score, one, other, mention, reasons, (SELECT name FROM source WHERE id = source)"
        query = f"SELECT {columns} {_WANTED} ORDER BY id LIMIT ? OFFSET ?"
        found = connection.execute(query, (*wanted, size, start)).fetchall()
        return total, [_doubt(connection, *row) for row in found]


def _add_side(connection: sqlite3.Connection, number: int, side: Side, sources: dict[str, int]) -> None:
    kind, key = side.entity
    connection.execute("INSERT INTO entity VALUES (?, ?, ?, ?)", (number, kind.value, _text(key), _text(side.name)))
    rows = (
        (number, place, sources.setdefault(source, len(sources)), _text(mention), _text(printed))
        for place, (source, mention, printed) in enumerate(side.mentions)
    )
    connection.executemany("INSERT INTO mention VALUES (?, ?, ?, ?, ?)", rows)


def _text(value: str) -> str:
    """Return a text as the file can hold it: half a character, which broken input may have, becomes a question mark."""
    return value.encode("utf-8", "replace").decode()


def _doubt(
    connection: sqlite3.Connection, kind: str, merged: int, score: float, one: int, other: int,
    mention: str | None, reasons: str, source: str | None,
) -> Doubt:  # fmt: skip
    whole = _side(connection, other)
    if mention is None:
        first = _side(connection, one)
    else:
        asked = [each for each in whole.mentions if each[:2] == (source, mention)]
        first = Side(whole.entity, whole.name, tuple(asked))
        whole = Side(whole.entity, whole.name, tuple(each for each in whole.mentions if each not in asked))
    return Doubt(bool(merged), EntityKind(kind), score, first, whole, tuple(json.loads(reasons)))


def _side(connection: sqlite3.Connection, number: int) -> Side:
    kind, key, name = connection.execute("SELECT kind, key, name FROM entity WHERE id = ?", (number,)).fetchone()
    query = "SELECT name, mention.id, printed FROM mention JOIN source ON source.id = source WHERE entity = ?"
    return Side((EntityKind(kind), key), name, tuple(connection.execute(query + " ORDER BY place", (number,))))


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        address = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            yield connection
    except (sqlite3.Error, ValueError) as error:
        raise StoreError(f"{path} is damaged ({error}); remove it, and review makes it again") from error
