"""Memory and time of resolution alone, as a build does it, on parts of a store; with digests of what comes out.

    python benchmarks/resolving.py STORE [--parts 8 4 2] [--digests]

Every eighth, fourth and second of the sources of STORE, in the order of their ids, are resolved from the facts that lie
there, each part in processes of its own, in a temporary store (``TMPDIR`` says where) that is removed. STORE is only
read. ``--digests`` compares two versions of the program: equal ones mean the same tables, entities and links.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import resource
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from alone import alone
from bulk import Memory

from graph_builder.model import EntityKind
from graph_builder.pipeline.resolution import resolve_sources
from graph_builder.pipeline.stages import default_stages
from graph_builder.process_pool import close_spare_server
from graph_builder.store.draft import Draft, edit
from graph_builder.store.store import Store


def resolved(store: Path, every: int, work: Path, digests: bool) -> str:
    """Resolve every so-manieth source of a store in another one, and tell what it took."""
    sources = [replace(record, links="", quads="") for record in Store.open(store).sources()[::every]]
    with edit(work) as draft:
        for record in sources:
            place = Path("objects", record.facts[:2], f"{record.facts[2:]}.gz")
            (work / place).parent.mkdir(exist_ok=True)
            (work / place).symlink_to((store / place).resolve())
        memory, start = Memory(), time.perf_counter()
        memory.tell("resolution", 0, 0)
        decided = resolve_sources(draft.files, sources, default_stages(), ())
        seconds, peaks = time.perf_counter() - start, memory.stop()
        close_spare_server()  # of processes that still run no figure is counted
        largest = (
            max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
        )
        line = f"{decided.counts[EntityKind.WORK]:,} works, {decided.counts[EntityKind.PERSON]:,} people: "
        line += f"{largest:,.0f} MB, all processes {max(peaks.values()):,.0f} MB, {seconds:,.0f} s by the clock"
        made = "".join(f"\n  {name}: {digest}" for name, digest in _digests(draft, decided.links.values()))
        return line + made if digests else line


def _digests(draft: Draft, links: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the digest of each table, row by row in any order, and of all links."""
    with sqlite3.connect(draft.files.layout.resolution_tables) as db:
        for (table,) in list(db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")):
            total = count = 0
            for row in db.execute(f"SELECT * FROM {table}") if table != "meta" else ():
                count += 1
                total += int.from_bytes(hashlib.blake2b(repr(row).encode(), digest_size=16).digest(), "little")
            yield f"{table}, {count:,} rows", f"{total % (1 << 128):032x}"
    yield "links", hashlib.blake2b("".join(links).encode(), digest_size=16).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("--parts", nargs="+", type=int, default=[8, 4, 2])
    parser.add_argument("--digests", action="store_true")
    options = parser.parse_args()
    multiprocessing.set_start_method("fork")
    for every in options.parts:
        with tempfile.TemporaryDirectory() as folder:
            print(f"1/{every}", alone(resolved, options.store, every, Path(folder, "kg"), options.digests), flush=True)


if __name__ == "__main__":
    main()
