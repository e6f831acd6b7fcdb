"""The index: a snapshot's things, facts and direct edges as tables of SQLite, and pairs with their papers counted.

The engine keeps every term on disk and looks it up one by one: a question about ten thousand facts costs seconds there
and milliseconds here. An index is made from the graph alone, beside its snapshot, and goes with it. If the snapshot
before had one, that is copied, and only what changed since is written anew; where this is not known, or does not come
out right, all is.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox

from graph_builder.query.catalogue import catalogued, find
from graph_builder.query.index.build import build_index, derived_file, place_of
from graph_builder.query.index.keep import StaleIndexError, keep_index
from graph_builder.query.index.read import Index
from graph_builder.store.journal import carried, drop_carried
from graph_builder.store.store import Store

NAME = "index-10.sqlite"
"""The name of an index; another number for other tables, so that none from before is taken for one."""

LARGE = 20_000
"""Facts of a graph from which on builds, and queries alone, make an index: a query would take longer than that."""

MANY = 10_000
"""Nodes that changed from which on it counts how many that is of all: each takes twice as long as a fact made anew."""

QUICK = frozenset(
    "career_moves conflicting_job_dates conflicting_venues conflicting_years extractors first_author_papers"
    " interns namesakes overlapping_jobs search sources".split()
)
"""Queries that take less than making an index does: they are answered from one that is there."""

WHOLE = frozenset(("headcount", "moves_by_year"))
"""Queries that cross the whole graph, whatever they ask of it, and take seconds without an index."""

__all__ = [
    "LARGE",
    "NAME",
    "QUICK",
    "WHOLE",
    "Index",
    "build_index",
    "derived_file",
    "index_for",
    "index_of",
    "index_path",
    "place_of",
    "try_index",
]


def index_of(store: Store, tell: Callable[[str], None] = lambda text: None) -> Index:
    """Return the index of a snapshot; if it is not there it is made, after *tell* was called with a line for people."""
    if not place_of(store, NAME).exists():
        tell("reading the whole graph once, so that lists of it come at once from now on")
    return Index(index_path(store))


def index_path(store: Store) -> Path:
    """Return the file of the index of a snapshot, which is made if it is not there."""

    def make(graph: ox.Store, path: Path) -> None:
        earlier = carried(store.folder, NAME)
        try:
            if earlier is None or len(earlier[1].nodes) > max(MANY, store.manifest.totals.get("facts", 0) // 2):
                raise StaleIndexError("there is none, or little of it would be left")
            keep_index(graph, path, earlier[0], earlier[1].nodes)
        except StaleIndexError:
            build_index(graph, path)
        drop_carried(store.folder, NAME)

    return derived_file(store, NAME, make)


def try_index(store: Store) -> Index | None:
    """Return the index of a snapshot if it was made."""
    return Index(place_of(store, NAME)) if place_of(store, NAME).exists() else None


def index_for(store: Store, query: str | Path, tell: Callable[[str], None] = lambda text: None) -> Index | None:
    """Return the index of a snapshot for a query of the catalogue, if it has one or the query would take long without.

    Args:
        store: an open store.
        query: a name of the catalogue, a path, or SPARQL text.
        tell: called with a line for people before an index is made, which takes minutes on a large graph.

    Raises:
        QueryError: there is no such query.
    """
    from graph_builder.query.index.named import sql_of

    named = catalogued(find(query))
    if named is None or not sql_of(named.name):
        return None
    worth = store.manifest.totals.get("facts", 0) >= LARGE and named.name not in QUICK
    return index_of(store, tell) if worth else try_index(store)
