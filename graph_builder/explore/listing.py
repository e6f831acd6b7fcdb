"""Lists of the things of a kind, narrowed by words and by facets, with counts of what narrows them further."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from graph_builder.explore.search import beginning, words
from graph_builder.model import EntityKind, QueryError
from graph_builder.query.index.read import read_only

_VALUES = 12
"""Values of a facet that are offered."""


class Facet(NamedTuple):
    """What narrows a list of things of a kind: SQL that gives pairs of a thing and a value, a thing or a year."""

    name: str
    title: str
    pairs: str


_BY_WAY = "SELECT a.end AS thing, b.end AS value"

FACETS: Mapping[EntityKind, tuple[Facet, ...]] = {
    EntityKind.PERSON: (
        Facet("organization", "Organization", "SELECT start AS thing, end AS value FROM affiliation"),
        Facet("topic", "Topic", "SELECT start AS thing, end AS value FROM interest"),
        Facet("venue", "Published at", f"{_BY_WAY} FROM author a JOIN part b ON b.start = a.start"),
    ),
    EntityKind.ORGANIZATION: (
        Facet("within", "Part of", "SELECT start AS thing, end AS value FROM within"),
        Facet("topic", "Topics of its people", f"{_BY_WAY} FROM affiliation a JOIN interest b ON b.start = a.start"),
    ),
    EntityKind.WORK: (
        Facet("year", "Year", "SELECT id AS thing, substr(year, 1, 4) AS value FROM thing WHERE year IS NOT NULL"),
        Facet("venue", "Venue", "SELECT start AS thing, end AS value FROM part"),
        Facet("topic", "Topic", "SELECT start AS thing, end AS value FROM about"),
        Facet("author", "Author", "SELECT start AS thing, end AS value FROM author"),
    ),
    EntityKind.VENUE: (
        Facet("series", "Series", "SELECT start AS thing, end AS value FROM event"),
        Facet("topic", "Topics of its papers", f"{_BY_WAY} FROM part a JOIN about b ON b.start = a.start"),
    ),
    EntityKind.TOPIC: (),
}
"""The facets of each kind."""

_NOTES: Mapping[EntityKind, str] = {
    EntityKind.PERSON: """SELECT coalesce(f.role || ', ', '') || o.name FROM fact f JOIN main.thing o
        ON o.id = f.organization_ WHERE f.person_ = :thing AND f.relation = 'employment'
        ORDER BY f.last DESC, f.first DESC, f.id LIMIT 1""",
    EntityKind.ORGANIZATION: "SELECT counted(count(*), 'person', 'people') FROM affiliation WHERE end = :thing",
    EntityKind.WORK: """SELECT group_concat(text, ' · ') FROM (
        SELECT group_concat(name, ', ') AS text FROM (SELECT t.name FROM author a JOIN main.thing t ON t.id = a.end
        WHERE a.start = :thing LIMIT 4) UNION ALL SELECT name FROM part p JOIN main.thing t ON t.id = p.end
        WHERE p.start = :thing UNION ALL SELECT year FROM main.thing WHERE id = :thing)""",
    EntityKind.VENUE: "SELECT counted(count(*), 'paper', 'papers') FROM part WHERE end = :thing",
    EntityKind.TOPIC: """SELECT group_concat(text, ', ') FROM (
        SELECT counted(count(*), 'person', 'people') AS text FROM interest WHERE end = :thing UNION ALL
        SELECT counted(count(*), 'paper', 'papers') FROM about WHERE end = :thing)""",
}
"""What is said of a thing beside its name."""

_NAMED = """SELECT {} FROM names.words AS w JOIN names.form ON form.id = w.rowid
    JOIN names.thing AS n ON n.id = form.thing WHERE w.words MATCH ?"""


@dataclass(frozen=True, slots=True)
class Item:
    """A thing in a list, what is said of it beside its name, and how many facts speak of it."""

    iri: str
    name: str
    note: str
    facts: int


@dataclass(frozen=True, slots=True)
class Narrowing:
    """A facet with the values that would narrow a list most: each an IRI or a year, its name, and how many things."""

    facet: Facet
    values: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A part of a list, how long the whole is, and what narrows it further."""

    total: int
    items: tuple[Item, ...]
    narrowings: tuple[Narrowing, ...]


def list_things(
    index: Path,
    names: Path,
    kind: EntityKind,
    text: str = "",
    chosen: Mapping[str, Sequence[str]] | None = None,
    start: int = 0,
    size: int = 25,
) -> Listing:
    """Return things of a kind, those with most facts first.

    Args:
        index: the index of a snapshot.
        names: the index of its names.
        kind: which kind.
        text: words with which the words of one of their names begin; by default any.
        chosen: by facet the values (IRIs, or years) that the things must have, all of them.
        start: how many are passed over.
        size: how many are wanted.

    Raises:
        QueryError: the kind has no such facet.
    """
    facets = {facet.name: facet for facet in FACETS[kind]}
    where, values = ["kind = ?"], [kind.value]
    if asked := words(text):
        where.append(f"iri IN ({_NAMED.format('n.iri')})")
        values.append(beginning(asked))
    for name, wanted in (chosen or {}).items():
        if name not in facets:
            raise QueryError(f"{kind} has no facet {name!r}; take one of {', '.join(facets) or 'none'}")
        for value in wanted:
            where.append(f"id IN (SELECT thing FROM ({facets[name].pairs}) WHERE value = {_value(facets[name])})")  # noqa: S608
            values.append(value)
    with closing(_opened(index, names)) as connection:
        connection.execute(
            f"CREATE TEMP TABLE found AS SELECT id, iri, name FROM main.thing WHERE {' AND '.join(where)}",  # noqa: S608
            values,
        )
        connection.execute("CREATE INDEX temp.found_id ON found (id)")
        (total,) = connection.execute("SELECT count(*) FROM found").fetchone()
        query = """SELECT found.id, found.iri, found.name, coalesce(n.facts, 0) FROM found
            LEFT JOIN names.thing AS n ON n.iri = found.iri
            ORDER BY lower(found.name) = lower(?) DESC, 4 DESC, found.name LIMIT ? OFFSET ?"""
        rows = connection.execute(query, (text.strip(), size, start)).fetchall()
        items = tuple(Item(iri, name, _note(connection, kind, number), facts) for number, iri, name, facts in rows)
        return Listing(total, items, tuple(_narrowings(connection, facets.values())))


def count_named(names: Path, text: str) -> dict[EntityKind, int]:
    """Return how many things of each kind have a name whose words begin like those of *text*."""
    if not (asked := words(text)):
        return {}
    with closing(_opened(names, names)) as connection:
        rows = connection.execute(
            _NAMED.format("n.kind, count(DISTINCT n.id)") + " GROUP BY n.kind", (beginning(asked),)
        )
        return {EntityKind(kind): count for kind, count in rows}


def _note(connection: sqlite3.Connection, kind: EntityKind, thing: int) -> str:
    found = connection.execute(_NOTES[kind], {"thing": thing}).fetchone()
    return (found and found[0]) or ""


def _counted(count: int, one: str, many: str) -> str | None:
    return f"{count:,} {one if count == 1 else many}" if count else None


def _narrowings(connection: sqlite3.Connection, facets: Iterable[Facet]) -> Iterator[Narrowing]:
    for facet in facets:
        rows = connection.execute(
            f"""SELECT value, count(DISTINCT thing) AS things FROM ({facet.pairs})
                WHERE thing IN (SELECT id FROM found) GROUP BY value ORDER BY things DESC, value LIMIT {_VALUES}"""  # noqa: S608
        ).fetchall()
        if facet.name == "year":
            yield Narrowing(facet, tuple((value, value, count) for value, count in sorted(rows, reverse=True)))
        else:
            named = [
                (connection.execute("SELECT iri, name FROM main.thing WHERE id = ?", (v,)).fetchone(), n)
                for v, n in rows
            ]
            yield Narrowing(facet, tuple((*found, n) for found, n in named if found))


def _value(facet: Facet) -> str:
    return "?" if facet.name == "year" else "(SELECT id FROM main.thing WHERE iri = ?)"


def _opened(index: Path, names: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(read_only(index), uri=True)
    connection.execute("ATTACH ? AS names", (read_only(names),))
    connection.create_function("counted", 3, _counted, deterministic=True)
    return connection
