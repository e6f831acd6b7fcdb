"""Keeping an index right: the index of an earlier snapshot, in which what was touched since is written anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from pyoxigraph import Store

from graph_builder.query.index.build import written
from graph_builder.query.index.facts import facts_of, in_order, write_facts, write_stated
from graph_builder.query.index.numbers import NoRoomError, between
from graph_builder.query.index.pairs import are_too_many, count_pairs
from graph_builder.query.index.reading import Some
from graph_builder.query.index.rows import Numbers, mentioned, things_of, write_about, write_mentions, write_things
from graph_builder.query.index.schema import CLASSES, DIRECT, GB, RELATIONS


class StaleIndexError(Exception):
    """An index that cannot be kept right: it is made anew."""


def keep_index(graph: Store, path: Path, before: Path, nodes: Collection[str]) -> None:
    """Write the index of a graph by that of an earlier one; it is there whole or not at all.

    Args:
        graph: the graph as it is now.
        path: where its index goes.
        before: the index of the earlier graph, which stays as it is.
        nodes: the IRIs of which other things are said now, all of them; others do no harm.

    Raises:
        StaleIndexError: the earlier index is damaged or has no room for what is new, or what came of it is not right.
    """
    try:
        with written(path, before) as connection:
            _Keeping(connection, graph, nodes).carry_out()
            _check(connection, graph)
    except (sqlite3.Error, NoRoomError, OSError, TypeError, KeyError) as error:
        raise StaleIndexError(str(error)) from error


def _check(connection: sqlite3.Connection, graph: Store) -> None:
    """Raise StaleIndexError if there are more or fewer things or facts than in the graph: some change is unknown."""
    for table, classes in (("thing", CLASSES), ("fact", RELATIONS)):
        (here,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 a name of ours
        if here != sum(_count(graph, class_) for class_ in classes):
            raise StaleIndexError(f"not as many rows of {table} as there should be")


def _count(graph: Store, class_: str) -> int:
    found: Any = graph.query(f"SELECT (COUNT(*) AS ?n) {{ ?s a <{class_}> }}", use_default_graph_as_union=True)
    return int(next(iter(found))["n"].value)


def _number(connection: sqlite3.Connection, table: str, name: str) -> int | None:
    found = connection.execute(f"SELECT id FROM {table} WHERE iri = ?", (name,)).fetchone()  # noqa: S608 names of ours
    return found[0] if found else None


_TOUCHED = ("fact", "mention", "thing", "work", "source")

_GONE = {
    "fact": ("stated",),
    "mention": ("reason", "identifier"),
    "thing": ("other_name", "outside", "dated"),
}
"""Tables that tell of a fact, a mention, a thing."""


class _Keeping:
    def __init__(self, connection: sqlite3.Connection, graph: Store, nodes: Iterable[str]) -> None:
        self._connection = connection
        self._some = Some(graph, nodes)

    def carry_out(self) -> None:
        """Take off what touched nodes came to, write their rows anew, and add what they come to now."""
        connection = self._connection
        old = self._expand()
        described, found = things_of(self._some), facts_of(self._some)
        own = self._numbers("thing", described)
        gone = old - described.keys()

        @cache
        def things(iri: str) -> int | None:  # as they are when all is written
            return own.get(iri) if iri in own or iri in gone else _number(connection, "thing", iri)

        facts = self._numbers("fact", found)
        sources = self._numbers("source", {source for _, source in found.values()})
        referring = mentioned(self._some, things)
        mentions = self._mentions(referring)
        for table in _TOUCHED:
            connection.execute(f"CREATE TEMPORARY TABLE touched_{table} (id INTEGER PRIMARY KEY)")
        self._touch("thing", (number for iri in old if (number := _number(connection, "thing", iri)) is not None))
        self._touch("fact", filter(None, (_number(connection, "fact", iri) for iri in self._some.nodes)))
        self._touch("mention", (number for iri, number in mentions.items() if iri in self._some.nodes))
        self._touch("thing", own.values())
        self._touch_works(own, things)
        has_pairs = bool(connection.execute("SELECT pairs FROM made").fetchone()[0])
        if has_pairs:
            count_pairs(connection, "temp.touched_work", -1)
        connection.execute(
            "INSERT OR IGNORE INTO temp.touched_source"
            " SELECT source FROM temp.touched_fact AS touched CROSS JOIN fact ON fact.id = touched.id"
        )
        self._clear()
        write_things(connection, described, own)
        write_about(connection, self._some, own, things)
        fresh = sorted((iri, number) for iri, number in sources.items() if _number(connection, "source", iri) is None)
        connection.executemany("INSERT INTO source (iri, id) VALUES (?, ?)", fresh)
        write_facts(connection, self._some, in_order(found, [facts[iri] for iri in sorted(found)], sources), things)
        write_mentions(connection, self._some, referring, {iri: mentions[iri] for iri in referring})
        alive = {iri: n for iri, n in mentions.items() if iri in referring or iri not in self._some.nodes}
        write_stated(connection, self._some, facts, alive)
        if has_pairs:
            count_pairs(connection, "temp.touched_work")
            if are_too_many(connection):
                raise StaleIndexError("too many pairs")
        self._sweep()

    def _expand(self) -> set[str]:
        """Take in the nodes of which rows change though nothing else is said of them; return what were things."""
        some = self._some
        old = {iri for iri in some.nodes if _number(self._connection, "thing", iri) is not None}
        now = {iri for class_ in CLASSES for iri in some.typed(class_)}
        # What names a thing that was none, or names what is none any more.
        some.add(some.pointing(old ^ now))
        now = {iri for class_ in CLASSES for iri in some.typed(class_)}
        old = {iri for iri in some.nodes if iri in old or _number(self._connection, "thing", iri) is not None}
        facts = {iri for class_ in RELATIONS for iri, _ in some.placed(class_)}
        # Facts are counted and listed by what their mentions refer to and are printed as.
        some.add(some.pointing(some.nodes - old - now - facts, f"{GB}mention"))
        return {iri for iri in some.nodes if iri in old or _number(self._connection, "thing", iri) is not None}

    def _numbers(self, table: str, names: Iterable[str]) -> dict[str, int]:
        """Return the numbers of things, facts or sources, which those that are there keep."""
        found = {iri: _number(self._connection, table, iri) for iri in sorted(names)}
        fresh = [iri for iri, number in found.items() if number is None]
        known = {iri: number for iri, number in found.items() if number is not None}
        return known | dict(between(self._connection, table, fresh))

    def _mentions(self, referring: Collection[str]) -> dict[str, int]:
        """Return the numbers of the mentions that were touched, or that touched facts stand on."""
        connection = self._connection
        behind = {mention for _, mention in self._some.pairs(f"{GB}mention")}
        connection.execute("CREATE TEMPORARY TABLE wanted (iri TEXT PRIMARY KEY) WITHOUT ROWID")
        wanted = sorted(self._some.nodes | behind)
        connection.executemany("INSERT INTO wanted VALUES (?)", ((iri,) for iri in wanted))
        # By one walk over all of them: an index of their names would be as large as they are.
        rows = connection.execute("SELECT iri, id FROM mention WHERE iri IN (SELECT iri FROM temp.wanted)")
        found: dict[str, int] = dict(rows)
        (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM mention").fetchone()
        fresh = sorted(set(referring) - found.keys())
        return found | {iri: last + place for place, iri in enumerate(fresh, 1)}

    def _touch(self, table: str, numbers: Iterable[int]) -> None:
        rows = ((number,) for number in numbers)
        self._connection.executemany(f"INSERT OR IGNORE INTO temp.touched_{table} VALUES (?)", rows)  # noqa: S608

    def _touch_works(self, own: dict[str, int], things: Numbers) -> None:
        """Find the works of which pairs are counted otherwise: others wrote them, or work elsewhere."""
        self._touch("work", self._changed("author", own, things))
        moved = sorted(self._changed("affiliation", own, things))
        query = "INSERT OR IGNORE INTO temp.touched_work SELECT start FROM author WHERE end = ?"
        self._connection.executemany(query, ((person,) for person in moved))

    def _changed(self, edge: str, own: dict[str, int], things: Numbers) -> set[int]:
        """Return the things from which edges lead elsewhere than before."""
        query = f"SELECT start, end FROM temp.touched_thing AS touched CROSS JOIN {edge} ON start = touched.id"  # noqa: S608
        old: set[Any] = set(self._connection.execute(query))
        now: Iterable[Any] = ((own.get(start), things(end)) for start, end in self._some.pairs(DIRECT[edge]))
        return {start for start, _ in old ^ {pair for pair in now if None not in pair}}

    def _clear(self) -> None:
        """Take out all rows of what was touched."""
        connection = self._connection
        for name, tables in _GONE.items():
            touched = f"(SELECT id FROM temp.touched_{name})"  # noqa: S608 names of ours
            connection.execute(f"DELETE FROM {name} WHERE id IN {touched}")  # noqa: S608
            for table in tables:
                connection.execute(f"DELETE FROM {table} WHERE {name} IN {touched}")  # noqa: S608
        for edge in DIRECT:
            connection.execute(f"DELETE FROM {edge} WHERE start IN (SELECT id FROM temp.touched_thing)")  # noqa: S608

    def _sweep(self) -> None:
        """Take out what nothing names any more."""
        connection = self._connection
        connection.execute(
            "DELETE FROM source WHERE id IN (SELECT id FROM temp.touched_source)"
            " AND NOT EXISTS (SELECT 1 FROM fact WHERE fact.source = source.id)"
        )
        for table in ("coauthor", "collaboration"):
            connection.execute(f"DELETE FROM {table} WHERE papers = 0")  # noqa: S608 names of ours
