"""All named queries on one store, each asked for the first time and again, in every way in which answers are given.

    python benchmarks/named_queries.py STORE [NAME...] [--command]

Parameters that must be given are the things of which most is known. Each query runs in a process of its own, first
without what was kept of its answer before, and seconds are those of the processor. The ways are: terms of RDF as they
are iterated, with the time to the first; plain texts as ``Graph.query`` gives them; the page of the explorer; bytes of
CSV and JSON, or Turtle and N-Triples. ``--command`` also runs `graph-builder query FILE --format json`, start included.
Index and answers that are kept stay in the store. One table comes out.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from alone import alone

from graph_builder.export.write import write_table, write_triples
from graph_builder.model import GraphBuilderError
from graph_builder.query.catalogue import catalogue, find, queries_folder
from graph_builder.query.engine import Table, Triples, rows, run
from graph_builder.query.index import index_for, index_of
from graph_builder.serve.api import CALLS
from graph_builder.store.store import Store

PATIENCE = 60.0
"""Seconds after which a query is given up."""

_MOST = """SELECT ?x (COUNT(*) AS ?n) WHERE {{ GRAPH ?g {{ ?f <https://w3id.org/graph-builder/ontology#{role}> ?x }} }}
GROUP BY ?x ORDER BY DESC(?n) ?x LIMIT 1"""
_ROLES = {
    "person": "author",
    "organization": "organization",
    "work": "work",
    "venue": "venue",
    "topic": "topic",
    "source": "source",
}


class Taken(NamedTuple):
    """Seconds of processor that an answer takes in each way, and how many rows it has."""

    rows: int
    cold: float
    first: float
    terms: float
    texts: float
    page: float
    csv: float
    json: float
    command: float = 0.0

    @property
    def worst(self) -> float:
        """The way that takes longest, once an answer was asked for."""
        return max(self.terms, self.texts, self.page, self.csv, self.json)


def values_of(store: Path) -> dict[str, str]:
    """Return for each kind of parameter the thing of which most is known."""
    graph = Store.open(store).snapshot()
    found: dict[str, Any] = {kind: graph.query(_MOST.format(role=role)) for kind, role in _ROLES.items()}
    first = {kind: next(iter(answer), None) for kind, answer in found.items()}
    return {kind: row[0].value for kind, row in first.items() if row} | {
        "year": "2020",
        "number": "2",
        "text": "learning",
    }


def queries(store: Path, names: list[str] | None = None, command: bool = False) -> Iterator[tuple[str, Taken | str]]:
    """Make the index and yield the name of each query with what it takes, or why it gives no answer."""
    yield "index", str(alone(indexed, store))
    values = alone(values_of, store)
    for query in catalogue():
        if names and query.name not in names:
            continue
        given = {p.name: values.get(p.kind.value, p.example) for p in query.parameters if p.required}
        taken = alone(taken_by, store, query.name, given, limit=6 * PATIENCE)
        if command and isinstance(taken, Taken):
            taken = taken._replace(command=alone(_command, store, query.name, given))
        yield query.name, taken or f"took more than {6 * PATIENCE:.0f} s"


def indexed(store: Path) -> str:
    """Make the index of a store and return what that took."""
    start = time.process_time()
    index_of(Store.open(store)).close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"{time.process_time() - start:,.0f} s of processor, {peak:,.0f} MB"


def taken_by(path: Path, name: str, values: dict[str, str]) -> Taken | str:
    """Return what a query takes in each way; to be called in a process of its own."""
    store = Store.open(path)
    for kept in store.folder.glob(f"index-*.{name}-*.rows"):
        kept.unlink()
    graph, index = store.snapshot(), index_for(store, name)

    def ask() -> Table | Triples:
        return run(graph, name, values, index)

    def written(form: str) -> float:
        return _timed(lambda: _write(ask(), form))

    arguments = {"name": [name], **{f"param.{key}": [value] for key, value in values.items()}}
    try:
        _, cold, _ = _iterated(ask)
        first, terms, count = _iterated(ask)
        if isinstance(ask(), Triples):
            return Taken(count, cold, first, terms, 0, 0, written("turtle"), written("ntriples"))
        texts = _timed(lambda: rows(graph, name, values, index))
        page = _timed(lambda: CALLS["ask"](store, arguments))
        return Taken(count, cold, first, terms, texts, page, written("csv"), written("json"))
    except GraphBuilderError as error:
        return str(error)


def _iterated(ask: Callable[[], Table | Triples]) -> tuple[float, float, int]:
    """Return seconds until the first row and until the last, and how many there are."""
    start = time.process_time()
    answer = ask()
    found = iter(answer.triples if isinstance(answer, Triples) else answer.rows)
    some = next(found, None) is not None
    first = time.process_time() - start
    count = some + sum(1 for _ in found)
    return first, time.process_time() - start, count


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _write(answer: Table | Triples, form: str) -> None:
    with Path(os.devnull).open("wb") as target:
        if isinstance(answer, Triples):
            write_triples(answer, target, form)
        else:
            write_table(answer, target, form)


def _command(store: Path, name: str, values: dict[str, str]) -> float:
    """Return what the command takes for the file of a query; to be called in a process of its own."""
    form = "ntriples" if "CONSTRUCT" in find(name).text else "json"
    params = [f"--param={key}={value}" for key, value in values.items()]
    file = str(queries_folder() / f"{name}.rq")
    command = [sys.executable, "-m", "graph_builder", "query", "--store", str(store), file, "--format", form, *params]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def summary(taken: dict[str, Taken]) -> str:
    """Return median and worst of the answers that were asked for before."""
    worst = max(taken, key=lambda name: taken[name].worst)
    median = statistics.median(each.terms for each in taken.values())
    over = sum(each.worst > 1 for each in taken.values())
    first = max(each.first for each in taken.values())
    return (
        f"median {1000 * median:.0f} ms, worst {taken[worst].worst:.2f} s ({worst}), {over} over a second in some way;"
        f" first row of the worst {first:.2f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--command", action="store_true")
    options = parser.parse_args()
    multiprocessing.set_start_method("fork")
    print("| query | rows | first time | first row | terms | texts | page | CSV | JSON | command |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    taken: dict[str, Taken] = {}
    for name, told in queries(options.store, options.names, options.command):
        if isinstance(told, str):
            print(f"| {name} | {told} |", flush=True)
        else:
            taken[name] = told
            print(f"| {name} | {told.rows:,} | " + " | ".join(f"{each:.2f}" for each in told[1:]) + " |", flush=True)
    if taken:
        print(f"\n{len(taken)} queries: {summary(taken)}")


if __name__ == "__main__":
    main()
