"""Making an index: the graph is read once, property by property, and written as tables."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyoxigraph as ox

from graph_builder.model import digest
from graph_builder.query.index.facts import facts_of, in_order, write_facts, write_stated
from graph_builder.query.index.numbers import spaced
from graph_builder.query.index.pairs import write_pairs
from graph_builder.query.index.reading import GraphNodes
from graph_builder.query.index.rows import mentioned, things_of, write_about, write_mentions, write_things
from graph_builder.query.index.schema import INDEXES, TABLES
from graph_builder.store.store import Store

_CACHE = 64_000
"""Kilobytes of pages in memory while an index is written."""


def build_index(graph: ox.Store, path: Path) -> None:
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
    write_about(connection, reading, things, things.get)
    write_pairs(connection)
    facts = _write_facts(reading, connection, things)
    referring = mentioned(reading, things.get)
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
    write_facts(connection, reading, facts, things.get)
    return dict(zip(facts.iris, facts.numbers, strict=True))


def derived_file(store: Store, name: str, make: Callable[[ox.Store, Path], None]) -> Path:
    """Return the path of a file that *make* makes from the graph of a snapshot; it is made if it is not there."""
    path = place_of(store, name)
    if not path.exists():
        with _alone(path.with_name(f"{name}.lock")):
            if not path.exists():
                _remove_drafts(path)
                make(store.snapshot(), path)
    return path


def place_of(store: Store, name: str) -> Path:
    """Return where a file of a snapshot is kept: beside its graph, or elsewhere if that cannot be written."""
    own = store.folder
    if (own / name).exists():
        return own / name
    with contextlib.suppress(OSError), tempfile.TemporaryFile(dir=own):
        return own / name
    elsewhere = Path(tempfile.gettempdir()) / f"graph-builder-{os.getuid()}-{digest(str(own.absolute()))}"
    elsewhere.mkdir(mode=0o700, exist_ok=True)
    return elsewhere / name


def _remove_drafts(path: Path) -> None:
    """Remove what makers that were killed left behind: who holds the lock is the only one at work."""
    for draft in path.parent.glob(f"{path.name}.*.part"):
        draft.unlink(missing_ok=True)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
