"""What named queries are answered from, when papers are added: kept right, beside made anew.

    python benchmarks/kept_index.py FOLDER... [--added 300 1000] [--store STORE]

FOLDERs hold files of records, of which a store is built; one that is there already is copied instead. Then papers are
added, so many at a time. Each step runs in a process of its own; seconds are those of the processor. Nothing is left
behind, and the store that was given stays as it is.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from alone import alone
from bulk import _renamed
from bulk_quads import files_of, papers

from graph_builder.pipeline import build
from graph_builder.query.index import NAME, build_index, index_path
from graph_builder.store.journal import carried
from graph_builder.store.store import Store

_COUNTED = ("thing", "fact", "mention", "stated", "coauthor", "collaboration")


class Made(NamedTuple):
    """Seconds of processor, the highest memory in MB, bytes of the file, and how many rows its tables have."""

    seconds: float
    memory: float
    size: int
    rows: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.seconds:,.1f} s, {self.memory:,.0f} MB of memory, {self.size / 1e6:,.0f} MB on disk"


def measured(make: Callable[[], Path]) -> Made:
    """Make an index and measure it; to be called in a process of its own."""
    start = time.process_time()
    path = make()
    seconds = time.process_time() - start
    connection = sqlite3.connect(path)
    rows = tuple(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in _COUNTED)
    connection.close()
    return Made(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, path.stat().st_size, rows)


def kept(store: Path) -> Path:
    """Make the index of a store as a query does that needs it."""
    return index_path(Store.open(store))


def anew(store: Path) -> Path:
    """Make the index of a store anew, elsewhere."""
    path = store / "anew.sqlite"
    build_index(Store.open(store).snapshot(), path)
    return path


def added(store: Path, folders: list[Path], counts: list[int], work: Path) -> None:
    """Add papers, so many at a time, and print what the index takes each time."""
    files = files_of(folders)
    for count in counts:
        records = [_renamed(record, number) for number, (_, record) in enumerate(papers(files, count))]
        extra = work / f"added-{count}.csl.json"
        extra.write_text(json.dumps([{**one, "title": f"{one['title']} ({count})"} for one in records]))
        start = time.perf_counter()
        alone(lambda: build([extra], store) and None)  # noqa: B023
        opened = Store.open(store)
        earlier = carried(opened.folder, NAME)
        nodes = f"{len(earlier[1]):,} nodes changed" if earlier else "nothing to go by"
        print(f"adding {count:,} papers: {time.perf_counter() - start:,.0f} s by the clock, {nodes}", flush=True)
        one, other = alone(measured, lambda: kept(store)), alone(measured, lambda: anew(store))
        same = "the same rows" if one.rows == other.rows else f"{one.rows} and not {other.rows}"
        print(f"  kept right: {one}\n  made anew: {other}", flush=True)
        print(f"  {one.seconds / other.seconds:.1%} of it, {same}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--added", nargs="+", type=int, default=[300, 1000])
    parser.add_argument("--store", type=Path, help="a store of these files that is there already")
    options = parser.parse_args()
    multiprocessing.set_start_method("fork")
    with tempfile.TemporaryDirectory() as folder:
        work, store = Path(folder), Path(folder) / "kg"
        if options.store:
            shutil.copytree(options.store, store)
        else:
            alone(lambda: build(options.folders, store) and None)
        print(f"first making: {alone(measured, lambda: kept(store))}", flush=True)
        added(store, options.folders, options.added, work)


if __name__ == "__main__":
    main()
