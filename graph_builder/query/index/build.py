"""Making an index: the graph is read once, property by property, and written as tables."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyoxigraph import Store

from graph_builder.query.index.facts import facts_of, in_order, write_facts, write_stated
from graph_builder.query.index.numbers import spaced
from graph_builder.query.index.pairs import write_pairs
from graph_builder.query.index.reading import GraphNodes
from graph_builder.query.index.rows import mentioned, things_of, write_about, write_mentions, write_things
from graph_builder.query.index.schema import INDEXES, TABLES

_CACHE = 64_000
"""Kilobytes of pages in memory while an index is written."""


def build_index(graph: Store, path: Path) -> None:
    """Write the index of a graph to a file, which is there whole or not at all."""
    with written(path) as connection:
        connection.executescript(TABLES)
        _write(GraphNodes(graph), connection)
        connection.commit()
        connection.executescript(INDEXES)
        connection.commit()
        connection.executescript("ANALYZE;")


@contextmanager
def written(path: Path, before: Path | None = None) -> Iterator[sqlite3.Connection]:
    """Give a draft of an index to write, empty or like one from *before*; it takes its place when all went well."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    draft.unlink(missing_ok=True)
    try:
        if before is not None:
            shutil.copyfile(before, draft)
        connection = sqlite3.connect(draft)
        try:
            connection.executescript(
                f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -{_CACHE};"
            )
            yield connection
            connection.commit()
        finally:
            connection.close()
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _write(reading: GraphNodes, connection: sqlite3.Connection) -> None:
    described = things_of(reading)
    things = dict(zip(sorted(described), spaced(len(described)), strict=True))
    write_things(connection, described, things)
    del described
    write_about(connection, reading, things, things)
    write_pairs(connection)
    facts = _write_facts(reading, connection, things)
    referring = mentioned(reading, things)
    mentions = {iri: number for number, iri in enumerate(referring, 1)}
    write_mentions(connection, reading, referring, mentions)
    del referring
    write_stated(connection, reading, facts, mentions)


def _write_facts(reading: GraphNodes, connection: sqlite3.Connection, things: dict[str, int]) -> dict[str, int]:
    """Write facts and sources; return the numbers of facts."""
    found = facts_of(reading)
    ordered = sorted({source for _, source in found.values()})
    sources = dict(zip(ordered, spaced(len(ordered)), strict=True))
    connection.executemany("INSERT INTO source (iri, id) VALUES (?, ?)", sources.items())
    facts = in_order(found, spaced(len(found)), sources)
    del found  # of a million facts each mapping takes a hundred megabytes: there are no two at a time
    write_facts(connection, reading, facts, things)
    return dict(zip(facts.iris, facts.numbers, strict=True))
