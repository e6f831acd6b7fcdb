"""Documents a second and peak memory of a whole build, and where the time goes, stage by stage.

    python benchmarks/documents.py FOLDER-OR-FILES... [--files 2000] [--workers 1 2]

The documents given are repeated under new names until there are as many as asked for. Each row of the first table is a
build of its own in a fresh process, into an empty store. The second table comes from one more build without workers, in
which every stage and every step of extraction is timed.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any, TypeVar

from graph_builder.pipeline import Stages, build, default_stages
from graph_builder.process_pool import close_spare_server
from graph_builder.read import is_readable

T = TypeVar("T")


def processor() -> float:
    """Return the seconds of processor time of this process and of those that it started and that have ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


class Clock:
    """Seconds of processor time by stage; what runs inside another stage is taken from that one.

    Where there is much, resolving and writing are done by processes of their own: these count as "store and the rest".
    """

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._stack: list[str] = []
        self._since = processor()

    def _turn(self) -> None:
        now = processor()
        if self._stack:
            self.seconds[self._stack[-1]] += now - self._since
        self._since = now

    def call(self, stage: str, work: Callable[..., T]) -> Callable[..., T]:
        def timed(*arguments: Any) -> T:
            self._turn()
            self._stack.append(stage)
            try:
                return work(*arguments)
            finally:
                self._turn()
                self._stack.pop()

        return timed


def timed_stages(clock: Clock) -> Stages:
    """Return the product's stages, timed, as are the steps of extraction: these are replaced where they are called."""
    from graph_builder.extract import pipeline
    from graph_builder.extract.tagger import encoder, merge

    steps = {
        "structured data": (pipeline, "raw_facts"),
        "words": (encoder, "units"),
        "network": (encoder.Tagger, "_run"),
        "best tags": (encoder, "best_path"),
        "records": (merge, "read_records"),
        "subject": (merge, "subject_of"),
        "judge's features": (merge, "features"),
        "merge": (merge, "merge"),
    }
    for name, (owner, function) in steps.items():
        setattr(owner, function, clock.call(f"extract: {name}", getattr(owner, function)))
    stages = default_stages()
    return replace(
        stages,
        read=clock.call("read", stages.read),
        extract=clock.call("extract: rest", stages.extract),
        prepare=clock.call("load libraries and data", stages.prepare),
        resolve=clock.call("resolve", stages.resolve),
    )


def documents_of(paths: Iterable[Path]) -> list[Path]:
    found = [p for path in paths for p in (sorted(path.rglob("*")) if path.is_dir() else [path])]
    return [p for p in found if p.is_file() and is_readable(Path(p.name))]


def repeat(documents: list[Path], count: int, folder: Path) -> None:
    """Put copies of the documents into a folder, a hundred in each of its folders, until there are *count*."""
    for number, document in enumerate(islice(cycle(documents), count)):
        place = folder / f"{number // 100:03d}"
        place.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(document, place / f"{number:05d}-{document.name}")


def megabytes(who: int) -> float:
    return resource.getrusage(who).ru_maxrss / 1024


def measure(folder: Path, workers: int) -> dict[str, float]:
    """Build into an empty store, here, and return the figures."""
    with tempfile.TemporaryDirectory() as scratch:
        start = time.perf_counter()
        report = build([folder], Path(scratch) / "kg", workers=workers)
        seconds = time.perf_counter() - start
    close_spare_server()  # of processes that still run no figure is counted
    return {
        "documents": report.documents,
        "facts": report.facts,
        "problems": len(report.problems),
        "seconds": seconds,
        "processor": processor(),
        "main": megabytes(resource.RUSAGE_SELF),
        "worker": megabytes(resource.RUSAGE_CHILDREN),
    }


def by_stage(folder: Path) -> dict[str, float]:
    clock = Clock()
    with tempfile.TemporaryDirectory() as scratch:
        run = clock.call("store and the rest", lambda: build([folder], Path(scratch) / "kg", workers=0, stages=stages))
        stages = timed_stages(clock)
        run()
    return dict(clock.seconds)


def in_fresh_process(task: str, folder: Path, workers: int = 0) -> dict[str, float]:
    command = [sys.executable, __file__, str(folder), "--task", task, "--workers", str(workers)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def print_builds(documents: list[Path], counts: list[int], workers: list[int]) -> None:
    head = ("documents", "workers", "seconds", "docs/s", "CPU s", "facts", "problems", "main MB", "worker MB")
    print(" ".join(f"{name:>9}" for name in head))
    for count in counts:
        with tempfile.TemporaryDirectory() as scratch:
            repeat(documents, count, Path(scratch) / "docs")
            for number in workers:
                f = in_fresh_process("build", Path(scratch) / "docs", number)
                rate = f["documents"] / f["seconds"]
                print(
                    f"{f['documents']:9.0f} {number:9} {f['seconds']:9.1f} {rate:9.1f} {f['processor']:9.1f}"
                    f" {f['facts']:9.0f} {f['problems']:9.0f} {f['main']:9.0f} {f['worker']:9.0f}",
                    flush=True,
                )


def print_stages(documents: list[Path], count: int) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        repeat(documents, count, Path(scratch) / "docs")
        seconds = in_fresh_process("stages", Path(scratch) / "docs")
    total = sum(seconds.values())
    print(f"\n{'stage':24} {'seconds':>9} {'ms/doc':>9} {'part':>7}")
    for stage, spent in sorted(seconds.items(), key=lambda item: -item[1]):
        print(f"{stage:24} {spent:9.2f} {1000 * spent / count:9.2f} {100 * spent / total:6.1f}%")
    print(f"{'all':24} {total:9.2f} {1000 * total / count:9.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, help="documents, or folders of them")
    parser.add_argument("--files", nargs="+", type=int, default=[2000], help="how many documents; several show growth")
    parser.add_argument("--workers", nargs="+", type=int, default=[1, 2], help="worker processes of each build")
    parser.add_argument("--task", choices=("build", "stages"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.task:
        folder = asked.paths[0]
        print(json.dumps(measure(folder, asked.workers[0]) if asked.task == "build" else by_stage(folder)))
        return
    documents = documents_of(asked.paths)
    if not documents:
        sys.exit("no documents there; give a folder of CVs and homepages")
    print(f"{len(documents)} documents, {sum(d.stat().st_size for d in documents) / 1e6:.1f} MB, repeated")
    print_builds(documents, asked.files, asked.workers)
    print_stages(documents, asked.files[-1])


if __name__ == "__main__":
    main()
