"""What a change costs: decisions, and what is made of the graph after each, beside what it costs to make it anew.

    python benchmarks/changes.py STORE [--code CHECKOUT --store STORE]...

STORE holds papers. Each step is a command in a process of its own, on a copy of the store; seconds are those of the
processor and, in parentheses, those of the clock. With ``--code`` the same steps are taken by another version of the
package, on a store that it built of the same papers.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
PREPARE = (
    "from graph_builder.query.index import index_path; from graph_builder.serve import api; "
    "from graph_builder.store.store import Store"
)
STEPS = {"search": "api.index_of(store)", "index": "index_path(store)", "overview": "api.overview_of(store)"}
REVIEW = "from graph_builder.pipeline import review_page; review_page({!r}, size=20)"


def measured(code: Path, *command: str) -> str:
    """Run a command with a version of the package; return seconds of the processor and of the clock."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": str(code), "GRAPH_BUILDER_AUTHOR": "benchmark"}
    done = subprocess.run(
        [sys.executable, *command], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(done.stderr.decode())
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{spent:.1f} ({time.perf_counter() - start:.1f})"


def remade(code: Path, store: Path) -> str:
    """Make what the explorer needs of the current snapshot, each in a process of its own."""
    opened = f"{PREPARE}; store = Store.open({str(store)!r}); "
    return ", ".join(f"{name} {measured(code, '-c', opened + step)}" for name, step in STEPS.items())


def chosen(store: Path) -> dict[str, list[str]]:
    """Return decisions to make: on people of whom much is known, and on a fact of a list of papers."""
    search = sorted(store.glob("snapshots/*/search-*.sqlite"))[-1]
    index = sorted(store.glob("snapshots/*/index-*.sqlite"))[-1]
    query = "SELECT iri FROM thing WHERE kind = 'person' ORDER BY facts DESC, iri LIMIT 4 OFFSET 100"
    one, other, third, fourth = (iri for (iri,) in sqlite3.connect(search).execute(query))
    query = "SELECT iri FROM fact WHERE relation = 'authorship' ORDER BY iri LIMIT 1 OFFSET 5000"
    (fact,) = sqlite3.connect(index).execute(query).fetchone()
    query = "SELECT iri FROM mention WHERE thing = (SELECT id FROM thing WHERE iri = ?) ORDER BY iri"
    (mention,) = sqlite3.connect(index).execute(query, (third,)).fetchone()
    return {
        "rename": ["rename", fourth, "Another Name"],
        "merge": ["merge", one, other],
        "split": ["split", third, mention],
        "undo": ["undo"],
        "reject": ["reject", fact],
    }


def changes(code: Path, store: Path, work: Path) -> None:
    """Measure all steps on a copy of a store."""
    store = Path(shutil.copytree(store, work / code.name))
    print(f"{code.name}: made anew: {remade(code, store)}", flush=True)
    for name, (command, *arguments) in chosen(store).items():
        took = measured(code, "-m", "graph_builder", command, "--store", str(store), *arguments)
        print(f"  {name} {took}; after it: {remade(code, store)}", flush=True)
    print(f"  first page of the review {measured(code, '-c', REVIEW.format(str(store)))}", flush=True)
    fourth = sorted(store.glob("snapshots/*/search-*.sqlite"))[-1]
    (iri,) = sqlite3.connect(fourth).execute("SELECT iri FROM thing WHERE kind = 'person' ORDER BY iri").fetchone()
    again = measured(code, "-m", "graph_builder", "rename", "--store", str(store), iri, "Once More")
    print(f"  a decision then {again}, a page {measured(code, '-c', REVIEW.format(str(store)))}", flush=True)
    for when in ("first", "again"):
        print(f"  check, {when}: {measured(code, '-m', 'graph_builder', 'check', '--store', str(store))}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("--code", type=Path, action="append", default=[], help="another checkout of the package")
    parser.add_argument("--store", dest="others", type=Path, action="append", default=[], help="a store that it built")
    given = parser.parse_args()
    for code, store in ((HERE, given.store), *zip(given.code, given.others, strict=True)):
        with tempfile.TemporaryDirectory() as work:
            changes(code, store, Path(work))


if __name__ == "__main__":
    main()
