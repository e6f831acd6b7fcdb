"""Catalogues in bulk, as ratios in one run: text of quads, build, memory, changes and queries, beside other tools.

    python benchmarks/bulk.py FOLDER... [--parts 4 2 1] [--peers] [--papers 5000] [--added 1000] [--clean]
        [--steps quads build change queries]

FOLDERs hold files of records. ``--parts`` builds every fourth, every second and all of the files, in the order of their
names, each in a process of its own. ``--peers`` installs rdflib, morph-kgc and oxigraph from PyPI into a temporary
environment and runs them on the same papers. ``--clean`` builds once more with what was added, to compare the graphs.
One table comes out. Nothing is left behind.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import resource
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pyoxigraph as ox
from alone import alone
from bulk_quads import files_of, install_peers, papers, quads
from named_queries import Taken, queries, summary

from graph_builder.model import Record, Work
from graph_builder.pipeline import BuildReport, Progress, build, forget
from graph_builder.process_pool import close_spare_server
from graph_builder.store.draft import ErasureSettings
from graph_builder.store.store import Store

Row = tuple[str, str, str]
"""What was done, what was measured, and what to reach."""


def linked(folders: list[Path], every: int, target: Path) -> list[Path]:
    """Put every so-manieth file of the folders into folders of the same names below *target*."""
    made = []
    for folder in folders:
        made.append(target / folder.name)
        for path in files_of([folder])[::every]:
            place = made[-1] / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(path.resolve())
    return made


class Memory:
    """The highest memory of this process and all below it, by stage, looked at five times a second."""

    def __init__(self) -> None:
        self.stage, self.peaks, self._done = "start", dict[str, int](), threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def tell(self, step: str, done: int, total: int) -> None:
        """Take notice of the stage, as a build tells its progress."""
        self.stage = step

    def _watch(self) -> None:
        pause = 0.2
        while not self._done.wait(pause):
            start = time.thread_time()
            now = sum(_private(pid) for pid in _family(os.getpid()))
            self.peaks[self.stage] = max(self.peaks.get(self.stage, 0), now)
            # Looking at much memory takes long, and should be no part of what is measured.
            pause = max(0.2, 50 * (time.thread_time() - start))

    def stop(self) -> dict[str, float]:
        """Return the peaks in MB."""
        self._done.set()
        self._thread.join()
        return {stage: peak / 1e6 for stage, peak in self.peaks.items()}


def _family(pid: int) -> Iterator[int]:
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _family(int(child))


def _private(pid: int) -> int:
    """Return the memory of a process, what it shares with others in parts."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


# Builds -------------------------------------------------------------------------------------------------------------


class Done(NamedTuple):
    """Seconds, seconds of processors, and the highest memory of each stage in MB."""

    seconds: float
    cpu: float
    peaks: dict[str, float]
    papers: int

    @property
    def peak(self) -> float:
        return max(self.peaks.values(), default=0.0)

    def __str__(self) -> str:
        return f"{self.seconds:,.0f} s, {self.cpu:,.0f} s of processors"


def measured(step: Callable[[Progress], BuildReport]) -> Done:
    """Do one thing and measure it; to be called in a process of its own."""
    memory, start = Memory(), time.perf_counter()
    report = step(memory.tell)
    seconds = time.perf_counter() - start
    close_spare_server()  # of processes that still run none of the time is counted
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return Done(seconds, sum(u.ru_utime + u.ru_stime for u in usage), memory.stop(), report.papers)


def builds(folders: list[Path], parts: list[int], python: str, work: Path) -> Iterator[tuple[Row, Path, Done]]:
    """Yield a row for each part that is built, with the store and what was measured of it."""
    first: Done | None = None
    for every in parts:
        store, inputs = work / f"kg-{every}", linked(folders, every, work / f"in-{every}")
        done: Done = alone(measured, lambda tell: build(inputs, store, progress=tell))  # noqa: B023
        stages = ", ".join(f"{stage.lower()} {peak:,.0f}" for stage, peak in done.peaks.items() if stage != "start")
        first = first or done
        growth = f"; {done.papers / first.papers:.1f} times the papers, {done.peak / first.peak:.2f} the memory"
        what = f"{done}, {done.peak:,.0f} MB ({stages}){growth if first is not done else ''}"
        yield (f"build of 1/{every}: {done.papers:,} papers", what, "3 GB, growing half as fast"), store, done
        if every == parts[-1] and python:
            yield _beside_oxigraph(store, done, python, work), store, done
        elif every != parts[-1]:
            shutil.rmtree(store)


def _beside_oxigraph(store: Path, done: Done, python: str, work: Path) -> Row:
    dump = work / "graph.nq"
    alone(lambda: Store.open(store).snapshot().dump(str(dump), format=ox.RdfFormat.N_QUADS) and None)
    tool = str(Path(python).with_name("oxigraph"))
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([tool, "load", "--location", str(work / "ox"), "--file", str(dump)], check=True, capture_output=True)
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    dump.unlink()
    shutil.rmtree(work / "ox")
    ratio = f"the build takes {done.seconds / seconds:.1f} and {done.cpu / cpu:.1f} times that"
    return "  oxigraph load of its N-Quads", f"{seconds:,.0f} s, {cpu:,.0f} s of processors; {ratio}", "4 times"


def changes(
    store: Path, folders: list[Path], whole: Done | None, work: Path, clean: list[Path], count: int
) -> Iterator[Row]:
    """Add so many papers and forget them, also when others came after them.

    With *clean*, the graph is compared with that of a build of these folders.
    """
    extra, other = (work / "extra" / f"{name}.csl.json" for name in ("added", "later"))
    extra.parent.mkdir()
    found = [_renamed(record, number) for number, (_, record) in enumerate(papers(files_of(folders), count + _LATER))]
    extra.write_text(json.dumps(found[:count]))
    other.write_text(json.dumps(found[count:]))
    before = alone(digest_of, store)

    def told(name: str, done: Done, more: str = "") -> Row:
        part = f" ({done.seconds / whole.seconds:.1%} and {done.cpu / whole.cpu:.1%} of the build)" if whole else ""
        return name, f"{done}{part}, {done.peak:,.0f} MB{more}", "5% of the build"

    def forgotten(name: str, source: Path, erasing: ErasureSettings = _AT_ONCE, *, compared: bool = True) -> Row:
        done: Done = alone(measured, lambda tell: forget(store, source.name, progress=tell, erasing=erasing))
        same = f"; the same graph as before: {alone(digest_of, store) == before}" if compared else ""
        return told(name, done, same)

    done: Done = alone(measured, lambda tell: build([extra], store, progress=tell))
    same = ""
    if clean:
        alone(measured, lambda tell: build([*clean, extra], work / "clean", progress=tell))
        same = f"; the same graph as a clean build's: {alone(digest_of, store) == alone(digest_of, work / 'clean')}"
        shutil.rmtree(work / "clean")
    yield told(f"adding {count:,} papers", done, same)
    yield forgotten("forgetting them, which came last", extra)
    for name, erasing in (("to be wiped later", ErasureSettings(later=True)), ("at once", _AT_ONCE)):
        for source in (extra, other):
            alone(measured, lambda tell, source=source: build([source], store, progress=tell))
        yield forgotten(f"forgetting them after {_LATER} others came, {name}", extra, erasing, compared=False)
        yield forgotten("  forgetting the others", other)


_AT_ONCE = ErasureSettings()
_LATER = 10
"""Papers that come after those that are forgotten, so that the snapshot before these is no way back."""


def digest_of(store: Path) -> tuple[int, int]:
    """Return what equal graphs have in common, whatever the order of their quads: how many, and a sum of digests."""
    names = [name.value for name in Store.open(store).snapshot().named_graphs()]
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(partial(_digest_of_graph, store), names))
    return sum(count for count, _ in found), sum(total for _, total in found) % (1 << 128)


def _digest_of_graph(store: Path, name: str) -> tuple[int, int]:
    count = total = 0
    with tempfile.NamedTemporaryFile(dir=store.parent) as dump:
        _opened(store).dump(dump.name, format=ox.RdfFormat.N_TRIPLES, from_graph=ox.NamedNode(name))
        for line in dump:  # the engine has written into the same file
            total += int.from_bytes(hashlib.blake2b(line, digest_size=16, salt=_salt(name)).digest(), "little")
            count += 1
    return count, total


@cache
def _opened(store: Path) -> ox.Store:
    return Store.open(store).snapshot()


@cache
def _salt(name: str) -> bytes:
    return hashlib.blake2b(name.encode(), digest_size=16).digest()


def _renamed(record: Record, number: int) -> dict[str, Any]:
    assert isinstance(record.about, Work)
    authors = [{"literal": a.name} for a in record.about.authors]
    issued = {"issued": {"date-parts": [[int(record.about.year)]]}} if record.about.year else {}
    return {
        "id": f"added-{number}",
        "type": "paper-conference",
        "title": f"{record.about.title} Reconsidered",
        "author": authors,
        **issued,
    }


# Queries ------------------------------------------------------------------------------------------------------------


def questions(store: Path) -> Iterator[Row]:
    """Make the index and ask each named query with the busiest things; yield rows, also for the slow ones."""
    taken: dict[str, Taken] = {}
    for name, told in queries(store):
        if isinstance(told, Taken):
            taken[name] = told
        else:
            yield ("index of all queries, once a snapshot" if name == "index" else f"  {name}"), told, ""
    yield f"{len(taken)} named queries, warm, processor time", summary(taken), "50 ms, 1 s"
    for name, done in sorted(taken.items(), key=lambda item: -item[1].worst):
        if done.worst > 1:
            what = f"terms {done.terms:.1f} s (first {done.first:.2f}), texts {done.texts:.1f} s, CSV {done.csv:.1f} s"
            yield f"  {name}", f"{what}, JSON {done.json:.1f} s, {done.rows:,} rows", "1 s"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--parts", nargs="+", type=int, default=[4, 2, 1])
    parser.add_argument("--steps", nargs="+", default=["quads", "build", "change", "queries"])
    parser.add_argument("--papers", type=int, default=5000)
    parser.add_argument("--added", type=int, default=1000)
    parser.add_argument("--store", type=Path, help="a store that is there already, for changes and queries")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--clean", action="store_true")
    options = parser.parse_args()
    multiprocessing.set_start_method("fork")
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for row in _steps(options, Path(folder)):
            rows.append(row)
            print(*row[:2], sep=": ", flush=True)
        print("", "| step | measured | to reach |", "|---|---|---|", sep="\n")
        print(*("| {} | {} | {} |".format(*row) for row in rows), sep="\n")


def _steps(options: argparse.Namespace, work: Path) -> Iterator[Row]:
    python = install_peers(work / "env") if options.peers else ""
    store, whole, inputs = options.store, None, []
    if "quads" in options.steps:
        yield from quads(options.folders, options.papers, python, work)
    if "build" in options.steps:
        for row, store, whole in builds(options.folders, options.parts, python, work):  # noqa: B007
            yield row
        inputs = [work / f"in-{options.parts[-1]}" / folder.name for folder in options.folders]
    if store and "change" in options.steps:
        yield from changes(store, options.folders, whole, work, inputs if options.clean else [], options.added)
    if store and "queries" in options.steps:
        yield from questions(store)


if __name__ == "__main__":
    main()
