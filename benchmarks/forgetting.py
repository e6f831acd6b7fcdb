"""Forgetting a source beside building all of them: at once, later, what came last, and with an index that is kept.

    python benchmarks/forgetting.py FOLDER... [--forget ID] [--store STORE --seconds S --cpu S] [--index]

FOLDERs hold documents or files of records, and are built, each step in a process of its own. What is forgotten is the
source in the middle by size, unless ``--forget`` names another. ``--store`` takes a copy of a store that is there,
which took so long to build. With
``--index`` the first snapshot has an index of named queries. Last a source is added and forgotten again. One table
comes out; nothing is left.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from alone import alone
from bulk import Done, digest_of, measured

from graph_builder.pipeline import BuildReport, Progress, build, forget, wipe
from graph_builder.query.index import index_path
from graph_builder.store import draft
from graph_builder.store.draft import ErasureSettings
from graph_builder.store.store import Store

Row = tuple[str, str, str]

ADDED = "# Mira Tolvanen\n\n## Publications\n\n- Mira Tolvanen, Otto Brandt. Lanterns in the Fog. ICML, 2015.\n"


class Act(NamedTuple):
    """What is done to a store: which source is forgotten, if any, and how."""

    source: str = ""
    later: bool = False

    def carry_out(self, store: Path) -> tuple[Done, dict[str, tuple[float, float]]]:
        """Do it; return what it took, and what of it the database did."""
        parts = in_parts(draft, "copy")
        how = ErasureSettings(self.later)

        def act(tell: Progress) -> BuildReport:
            if self.source:
                return forget(store, self.source, progress=tell, erasing=how)
            wipe(store)
            return BuildReport()

        return measured(act), {name: took[0] for name, took in parts.items() if took}


def in_parts(owner: Any, *names: str) -> dict[str, list[tuple[float, float]]]:
    """Have functions of a module say how long they took; return where they say it, as clock and processors."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in names}

    def timed(name: str, inner: Callable[..., Any]) -> Callable[..., Any]:
        def outer(*args: Any) -> Any:
            start = time.perf_counter(), time.process_time()
            result = inner(*args)
            taken[name].append((time.perf_counter() - start[0], time.process_time() - start[1]))
            return result

        return outer

    for name in names:
        setattr(owner, name, timed(name, getattr(owner, name)))
    return taken


def rows(options: argparse.Namespace, work: Path) -> Iterator[Row]:
    store = work / "kg"
    if options.store:
        shutil.copytree(options.store, store)
        whole = Done(options.seconds, options.cpu, {}, Store.open(store).manifest.totals["papers"])
    else:
        whole = alone(measured, lambda tell: build(options.folders, store, progress=tell))
    yield f"build: {whole.papers:,} papers", str(whole), ""
    if options.index:
        alone(lambda: index_path(Store.open(store)) and None)

    def row(what: str, place: Path, act: Act, wanted: str = "5%") -> Row:
        done, parts = alone(act.carry_out, place)
        part = f"{done.seconds / whole.seconds:.1%} and {done.cpu / whole.cpu:.1%} of the build"
        of_it = "".join(f"; {key} {clock:.1f} s, {cpu:.1f} s of processors" for key, (clock, cpu) in parts.items())
        return (
            what,
            f"{done.seconds:.1f} s, {done.cpu:.1f} s of processors ({part}), {done.peak:,.0f} MB{of_it}",
            wanted,
        )

    sources = sorted(Store.open(store).sources(), key=lambda record: record.claims)
    source = options.forget or sources[len(sources) // 2].id
    name = f"forgetting {source}, {Store.open(store).find(source).claims:,} claims"
    shutil.copytree(store, work / "later")
    yield row(name, store, Act(source))
    yield row(f"{name}, to be wiped later", work / "later", Act(source, later=True))
    yield row("wiping it", work / "later", Act(), "")
    yield "the same graph", str(alone(digest_of, store) == alone(digest_of, work / "later")), "True"
    (work / "added.md").write_text(ADDED)
    alone(lambda: build([work / "added.md"], store) and None)
    yield row("adding a document and forgetting it", store, Act("added.md"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--forget", default="")
    parser.add_argument("--store", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--cpu", type=float, default=1.0)
    parser.add_argument("--index", action="store_true")
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
