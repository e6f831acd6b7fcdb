"""Forgetting a source beside building all of them: by wiping, and by copying as where that is not possible.

    python tests/benchmarks/forgetting.py FOLDER... [--forget ID] [--store STORE --seconds S --cpu S] [--copy]

FOLDERs hold documents or files of records, and are built, each step in a process of its own. What is forgotten is the
source in the middle by size, unless ``--forget`` names another. ``--store`` takes a copy of a store that is there,
which took so long to build. ``--copy`` forgets the same once more by copying. One table comes out; nothing is left.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bulk import Done, alone, digest_of, measured

from graph_builder.pipeline import build, forget
from graph_builder.store import Store, draft

Row = tuple[str, str, str]


def in_parts(names: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    """Have functions of the draft say how long they took; return where they say it, as clock and processors."""
    taken: dict[str, tuple[float, float]] = {}

    def timed(name: str, inner: Callable[..., Any]) -> Callable[..., Any]:
        def outer(*args: Any) -> Any:
            start = time.perf_counter(), time.process_time()
            result = inner(*args)
            taken[name] = time.perf_counter() - start[0], time.process_time() - start[1]
            return result

        return outer

    for name in names:
        setattr(draft, name, timed(name, getattr(draft, name)))
    return taken


def forgotten(store: Path, source: str, copied: bool) -> tuple[Done, dict[str, tuple[float, float]]]:
    """Forget a source; return what it took, and what of it the database did."""
    if copied:
        draft.wipe = lambda *_: False
    parts = in_parts(("wipe", "copy"))
    return measured(lambda tell: forget(store, source, progress=tell)), parts


def rows(options: argparse.Namespace, work: Path) -> Iterator[Row]:
    store = work / "kg"
    if options.store:
        shutil.copytree(options.store, store)
        whole = Done(options.seconds, options.cpu, {}, Store.open(store).manifest.totals["papers"])
    else:
        whole = alone(measured, lambda tell: build(options.folders, store, progress=tell))
    yield f"build: {whole.papers:,} papers", str(whole), ""
    sources = sorted(Store.open(store).sources(), key=lambda record: record.claims)
    source = options.forget or sources[len(sources) // 2].id
    claims = Store.open(store).find(source).claims
    if options.copy:
        shutil.copytree(store, work / "copied")
    for name, place in (("wiping", store), ("copying", work / "copied"))[: 1 + options.copy]:
        done, parts = alone(forgotten, place, source, name == "copying")
        part = f"{done.seconds / whole.seconds:.1%} and {done.cpu / whole.cpu:.1%} of the build"
        of_it = ", ".join(f"{key} {clock:.1f} s, {cpu:.1f} s of processors" for key, (clock, cpu) in parts.items())
        took = f"{done.seconds:.1f} s, {done.cpu:.1f} s of processors ({part}), {done.peak:,.0f} MB; {of_it}"
        yield f"forgetting {source}, {claims:,} claims, by {name}", took, "5%"
    if options.copy:
        yield "the same graph", str(alone(digest_of, store) == alone(digest_of, work / "copied")), "True"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--forget", default="")
    parser.add_argument("--store", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--cpu", type=float, default=1.0)
    parser.add_argument("--copy", action="store_true")
    options = parser.parse_args()
    multiprocessing.set_start_method("fork")
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for row in rows(options, Path(folder)):
            found.append(row)
            print(*row[:2], sep=": ", flush=True)
    print("", "| step | measured | to reach |", "|---|---|---|", sep="\n")
    print(*("| {} | {} | {} |".format(*row) for row in found), sep="\n")


if __name__ == "__main__":
    main()
