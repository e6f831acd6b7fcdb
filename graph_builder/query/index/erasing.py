"""Keeping an index when something is forgotten: what is gone is in no page of its file, used or free."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager, closing
from pathlib import Path

from pyoxigraph import Store

from graph_builder.query.index import MANY, NAME
from graph_builder.query.index.keep import NotKeptError, keep_index
from graph_builder.store import carried


def remake_index(graph: Store, folder: Path) -> None:
    """Make the index of a graph from which something was erased by that of the snapshot before, if it had one.

    What cannot be kept is not made: that is done when somebody asks.

    Args:
        graph: the graph as it is now.
        folder: that of its snapshot, where the index goes, and where what was carried along lies.
    """
    earlier = carried(folder, NAME)
    if earlier is None:
        return
    before, (_, nodes, _) = earlier
    kept = folder / f"{NAME}.{len(nodes)}.part"
    try:
        if len(nodes) > max(MANY, _facts(before) // 2):
            return
        if nodes:
            keep_index(graph, kept, before, nodes)
            before = kept
        _write_anew(before, folder / NAME)
    except (NotKeptError, sqlite3.Error):
        (folder / NAME).unlink(missing_ok=True)
    finally:
        kept.unlink(missing_ok=True)


def _facts(index: Path) -> int:
    with _opened(index) as connection:
        (found,) = connection.execute("SELECT count(*) FROM fact").fetchone()
    return int(found)


def _write_anew(index: Path, target: Path) -> None:
    """Write the rows of an index into another file, which has nothing else.

    A page keeps what was once in it in more places than SQLite overwrites, such as where rows were before they moved.
    """
    with _opened(index) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))
    with closing(sqlite3.connect(target)) as connection:
        connection.executescript("PRAGMA secure_delete = ON; PRAGMA journal_mode = OFF;")
        # Some builds of SQLite note rows of tables for its planner, as they once were.
        noted = connection.execute("SELECT name FROM sqlite_master WHERE name IN ('sqlite_stat3', 'sqlite_stat4')")
        for (table,) in noted.fetchall():
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 a name of SQLite's
        connection.commit()


def _opened(index: Path) -> AbstractContextManager[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{index.absolute().as_uri()}?mode=ro", uri=True))
