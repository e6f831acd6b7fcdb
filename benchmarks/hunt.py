"""Search for documents of 100 KB that take longer than a second, or that crash what reads them.

    python benchmarks/hunt.py [--formats md tex ...] [--kinds repeated nested vitae mixed mutated] [--count 100]
        [--seed 0] [--limit 1.0] [--part 3/10] [--size 100000] [--only WORDS] [--keep FOLDER]

Each case is read and extracted from by a process of its own, which is killed when it has used up ten times the limit,
and is given 3 GB of memory. Told are seconds of the processor, models loaded before: of reading, of extracting, and how
many times as long as for the first half. Cases above the limit, those that no reader can explain and those in which an
extractor failed are printed at once, with where most of the time went, and make the exit status 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from hostile import FORMATS, SIZE, Case, mixed, mutated, nested, of_vitae, repeated

from graph_builder.extract import extract
from graph_builder.model import ReadError
from graph_builder.process_pool import collect_seldom
from graph_builder.read import read_file

KINDS = ("repeated", "nested", "vitae", "mixed", "mutated")
_MEMORY = 3_000_000_000
_EVERY = 0.02
"""Seconds of the processor between two looks at where the time goes."""


@dataclass(frozen=True)
class Outcome:
    """What came of a case: seconds of reading and of extracting, what failed, and where the time went."""

    reading: float
    extracting: float
    failed: str
    places: tuple[tuple[str, int], ...]


def cases(suffix: str, kinds: list[str], count: int, seed: int, size: int) -> Iterator[Case]:
    """Give the cases of a format."""
    if "repeated" in kinds:
        yield from repeated(suffix, size)
    if "nested" in kinds:
        yield from nested(suffix, size)
    if "vitae" in kinds:
        yield from of_vitae(suffix, size)
    if "mixed" in kinds:
        yield from mixed(suffix, count, seed, size)
    if "mutated" in kinds:
        yield from mutated(suffix, count, seed, size)


def outcome_of(case: Case, most: float) -> Outcome:
    """Read and extract in a process of its own, and return what came of it."""
    context = multiprocessing.get_context("fork")
    mine, its = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(case, most, its))
    process.start()
    its.close()
    try:
        return mine.recv()  # type: ignore[no-any-return]
    except EOFError:
        process.join()
        killed = -(process.exitcode or 0)
        late = killed in (signal.SIGKILL, signal.SIGXCPU)
        return Outcome(most, most, f"killed by signal {killed}" if not late else "", (("no end", 1),))
    finally:
        process.join()
        mine.close()


def _work(case: Case, most: float, its: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (int(most) + 1, int(most) + 3))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    seen: Counter[str] = Counter()

    def look(number: int, frame: FrameType | None) -> None:
        names = [] if frame is None else [f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}"]
        while frame is not None and len(names) < 4:
            code = frame.f_code
            if "graph_builder" in code.co_filename:
                names.append(f"{Path(code.co_filename).stem}.{code.co_name}:{frame.f_lineno}")
            frame = frame.f_back
        seen[" < ".join(names)] += 1

    started = time.process_time()
    reading = extracting = 0.0
    failed = ""

    def give_up(number: int, frame: FrameType | None) -> None:
        spent = time.process_time() - started
        its.send(Outcome(reading or spent, spent if reading else 0.0, "", tuple(seen.most_common(3))))
        os._exit(0)

    signal.signal(signal.SIGXCPU, give_up)
    signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, _EVERY, _EVERY)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a.{case.suffix}"
        path.write_bytes(case.data)
        try:
            document = read_file(path, path.name)
        except ReadError:
            document = None
        except Exception as error:
            document, failed = None, f"reader: {type(error).__name__}: {error}"[:200]
        reading = time.process_time() - started
        if document is not None:
            try:
                facts = extract(document)
                failed = "; ".join(str(problem) for problem in facts.problems)[:200]
            except Exception as error:
                failed = f"extractors: {type(error).__name__}: {error}"[:200]
        extracting = time.process_time() - started - reading
    signal.setitimer(signal.ITIMER_PROF, 0)
    its.send(Outcome(reading, extracting, failed, tuple(seen.most_common(3))))
    os._exit(0)


def _warm() -> None:
    """Load what is loaded once: models, word lists, and what only one format needs."""
    from hostile import SAMPLES

    for path in sorted(SAMPLES.iterdir()):
        if path.is_file() and not path.name.endswith(".toml"):
            extract(read_file(path, path.name))
    collect_seldom()


def main() -> int:
    """Hunt, and return how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--formats", nargs="+", default=list(FORMATS), choices=FORMATS)
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--count", type=int, default=100, help="mixtures and mutants of a format")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--limit", type=float, default=1.0)
    parser.add_argument("--part", default="1/1", help="one of so many parts of the cases")
    parser.add_argument("--only", default="", help="cases with these words in their names")
    parser.add_argument("--keep", type=Path, help="where files above the limit are kept")
    options = parser.parse_args()
    _warm()
    part, parts = map(int, options.part.split("/"))
    bad = 0
    for suffix in options.formats:
        spent: list[float] = []
        all_cases = cases(suffix, options.kinds, options.count, options.seed, options.size)
        for case in islice(all_cases, part - 1, None, parts):
            if options.only not in case.name:
                continue
            outcome = outcome_of(case, 10 * options.limit)
            spent.append(outcome.reading + outcome.extracting)
            if spent[-1] > options.limit or outcome.failed:
                bad += 1
                half = outcome_of(Case(suffix, case.name, case.text[: len(case.text) // 2]), 10 * options.limit)
                _tell(case, outcome, spent[-1] / max(half.reading + half.extracting, 0.01))
                if options.keep:
                    options.keep.mkdir(exist_ok=True)
                    (options.keep / f"{bad:03}.{suffix}").write_bytes(case.data)
        if spent:
            print(f"{suffix}: {len(spent)} cases, {sum(spent):.0f} s, at most {max(spent):.2f} s", flush=True)
    return 1 if bad else 0


def _tell(case: Case, outcome: Outcome, growth: float) -> None:
    whole = sum(count for _, count in outcome.places) or 1
    places = "".join(f"\n        {count / whole:4.0%} {place}" for place, count in outcome.places)
    spent = f"{outcome.reading:6.2f} {outcome.extracting:6.2f} x{growth:.1f}"
    print(f"{spent} {case.suffix:4} {case.name[:160]} {outcome.failed}{places}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
