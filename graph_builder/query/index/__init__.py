"""The index: a snapshot's things, facts and direct edges as tables of SQLite, and pairs with their papers counted.

The engine keeps every term on disk and looks it up one by one: a question about ten thousand facts costs seconds there
and milliseconds here. An index is made from the graph alone, beside its snapshot, and goes with it; nothing has to be
kept right when a graph changes, since a changed graph is another snapshot.
"""

from pathlib import Path

from graph_builder.query.index.build import build_index
from graph_builder.query.index.place import made, place_of
from graph_builder.query.index.read import Index
from graph_builder.store import Store

NAME = "index.sqlite"

LARGE = 20_000
"""Facts of a graph from which on an index is made for a query alone: the query would take longer than that."""

__all__ = ["LARGE", "NAME", "Index", "build_index", "index_for", "index_of", "made", "place_of", "try_index"]


def index_of(store: Store) -> Index:
    """Return the index of a snapshot, which is made if it is not there."""
    return Index(made(store, NAME, build_index))


def try_index(store: Store) -> Index | None:
    """Return the index of a snapshot if it was made."""
    path: Path = place_of(store, NAME)
    return Index(path) if path.exists() else None


def index_for(store: Store, query: str | Path) -> Index | None:
    """Return the index of a snapshot for a named query, if it has one or the query would take long without."""
    from graph_builder.query.index.named import sql_of

    if not sql_of(str(query)):
        return None
    return index_of(store) if store.manifest.totals.get("facts", 0) >= LARGE else try_index(store)
