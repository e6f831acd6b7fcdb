"""Catalogues in bulk, as ratios in one run: text of quads, build, memory, changes and queries, beside other tools.

    python tests/benchmarks/bulk.py FOLDER... [--parts 4 2 1] [--peers] [--papers 5000]
        [--steps quads build change queries]

FOLDERs hold files of records. ``--parts`` builds every fourth, every second and all of the files, in the order of their
names, each in a process of its own. ``--peers`` installs rdflib, morph-kgc and oxigraph from PyPI into a temporary
environment and runs them on the same papers. Nothing is left behind.
"""

from __future__ import annotations

import argparse
import csv
import json
import multiprocessing
import os
import resource
import statistics
import subprocess
import tempfile
import threading
import time
import venv
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from graph_builder.extract.records import records
from graph_builder.graph import source_lines
from graph_builder.model import GraphBuilderError, Record, Work
from graph_builder.pipeline import build, forget
from graph_builder.query import Triples, catalogue, run
from graph_builder.read.records import read_record_file, read_records
from graph_builder.store import Store

PATIENCE = 60.0
"""Seconds after which a query is given up."""

_RDFLIB = """
import csv, sys, time, rdflib
X, start, n = rdflib.Namespace("https://example.org/"), time.perf_counter(), 0
graph = rdflib.Graph()
for row in csv.DictReader(open(sys.argv[1], encoding="utf-8")):
    paper, author = X["paper/" + row["paper"]], X["author/" + row["author"]]
    for s, p, o in ((paper, X.title, row["title"]), (paper, X.year, row["year"]), (author, X.name, row["name"]),
                    (author, X.position, row["position"])):
        graph.add((s, p, rdflib.Literal(o)))
    graph.add((paper, X.author, author))
graph.serialize(sys.argv[2], format="nt", encoding="utf-8")
print(len(graph), time.perf_counter() - start)
"""
_RML = """
@prefix rr: <http://www.w3.org/ns/r2rml#> . @prefix rml: <http://semweb.mmlab.be/ns/rml#> .
@prefix ql: <http://semweb.mmlab.be/ns/ql#> . @prefix x: <https://example.org/> .
<#papers> rml:logicalSource [ rml:source "FILE" ; rml:referenceFormulation ql:CSV ] ;
  rr:subjectMap [ rr:template "https://example.org/paper/{paper}" ] ;
  rr:predicateObjectMap [ rr:predicate x:title ; rr:objectMap [ rml:reference "title" ] ] ;
  rr:predicateObjectMap [ rr:predicate x:year ; rr:objectMap [ rml:reference "year" ] ] ;
  rr:predicateObjectMap [ rr:predicate x:author ; rr:objectMap [ rr:template "https://example.org/author/{author}" ] ] .
<#authors> rml:logicalSource [ rml:source "FILE" ; rml:referenceFormulation ql:CSV ] ;
  rr:subjectMap [ rr:template "https://example.org/author/{author}" ] ;
  rr:predicateObjectMap [ rr:predicate x:name ; rr:objectMap [ rml:reference "name" ] ] ;
  rr:predicateObjectMap [ rr:predicate x:position ; rr:objectMap [ rml:reference "position" ] ] .
"""
_MORPH = "[CONFIGURATION]\noutput_file: {out}\noutput_format: N-QUADS\n"
_MORPH += "number_of_processes: 2\n[papers]\nmappings: {mapping}\n"


def files_of(folders: list[Path]) -> list[Path]:
    return [p for folder in folders for p in sorted(folder.rglob("*")) if p.is_file()]


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
    """The highest memory of this process and all below it, looked at ten times a second."""

    def __init__(self) -> None:
        self.peak, self._done = 0, threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while not self._done.wait(0.1):
            self.peak = max(self.peak, sum(_private(pid) for pid in _family(os.getpid())))

    def stop(self) -> float:
        self._done.set()
        return self.peak / 1e6


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


def alone(work: Callable[..., Any], *args: Any, limit: float = 1e6) -> Any:
    """Return what *work* returns in a process of its own, or None if it takes longer than *limit* seconds."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=lambda: theirs.send(work(*args)))
    process.start()
    theirs.close()
    try:
        return ours.recv() if ours.poll(limit) else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()


# Text of quads ------------------------------------------------------------------------------------------------------


def papers(paths: list[Path], count: int) -> Iterator[tuple[Path, Record]]:
    found = ((p, r) for p in paths for r in read_records(p, p.name) if isinstance(r, Record))
    return islice(((p, r) for p, r in found if isinstance(r.about, Work)), count)


def as_table(paths: list[Path], count: int, target: Path) -> None:
    """Write the papers as the table that the other tools read, a row for each author of each."""
    with target.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["paper", "title", "year", "author", "name", "position"])
        for number, (_, record) in enumerate(papers(paths, count)):
            assert isinstance(record.about, Work)
            for position, author in enumerate(record.about.authors, 1):
                rows.writerow(
                    [number, record.about.title, record.about.year, f"{number}-{position}", author.name, position]
                )


def our_lines(path: Path) -> int:
    """Write the N-Quads of a file of records with resolution left out; return how many."""
    with tempfile.TemporaryFile("w", encoding="utf-8") as out:
        return sum(
            out.write(lines) and lines.count("\n")
            for lines in source_lines(records(read_record_file(path, path.name)), {}, {})
        )


def quads(folders: list[Path], count: int, python: str, work: Path) -> None:
    paths = files_of(folders)
    used = list(dict.fromkeys(p for p, _ in papers(paths, count)))
    used.sort(key=lambda path: -path.stat().st_size)
    clock = Clock()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        made = sum(pool.imap_unordered(our_lines, used, 1))
        pool.close()
        pool.join()
    wall, cpu = clock.rates(made)
    print(f"records to N-Quads, two processes: {made:,} quads, {wall:,.0f} a second, {cpu:,.0f} a second of processors")
    if python:
        table = work / "papers.csv"
        as_table(paths, count, table)
        for name, peer in (("rdflib", _rdflib), ("morph-kgc", _morph)):
            theirs, theirs_cpu = peer(python, table)
            rates = f"{theirs:,.0f} triples a second, {theirs_cpu:,.0f} a second of processors"
            print(f"  {name}: {rates}; ours is {wall / theirs:.1f} and {cpu / theirs_cpu:.1f} times that")


class Clock:
    """Seconds since it was made, and seconds of processors that ended processes below this one took."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), self._used()

    def _used(self) -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def rates(self, made: int) -> tuple[float, float]:
        return made / (time.perf_counter() - self._wall), made / max(0.01, self._used() - self._cpu)


def _rdflib(python: str, table: Path) -> tuple[float, float]:
    clock = Clock()
    said = subprocess.run([python, "-c", _RDFLIB, table, table.with_suffix(".nt")], check=True, capture_output=True)
    made, seconds = said.stdout.split()
    return int(made) / float(seconds), clock.rates(int(made))[1]


def _morph(python: str, table: Path) -> tuple[float, float]:
    mapping, config, out = (table.with_suffix(s) for s in (".rml.ttl", ".ini", ".morph.nq"))
    mapping.write_text(_RML.replace("FILE", str(table)))
    config.write_text(_MORPH.format(out=out, mapping=mapping))
    clock = Clock()
    subprocess.run([python, "-m", "morph_kgc", str(config)], check=True, capture_output=True)
    wall, cpu = clock.rates(1)
    with next(out.parent.glob(f"{out.stem}*")).open("rb") as file:
        made = sum(1 for _ in file)
    return made * wall, made * cpu


# Builds -------------------------------------------------------------------------------------------------------------


def built(paths: list[Path], store: Path) -> tuple[float, float, float, int]:
    """Build; return seconds, seconds of processors, peak memory in MB and papers."""
    memory, start = Memory(), time.perf_counter()
    report = build(paths, store)
    seconds = time.perf_counter() - start
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return seconds, sum(u.ru_utime + u.ru_stime for u in usage), memory.stop(), report.papers


def builds(folders: list[Path], parts: list[int], python: str, work: Path) -> Path:
    store = work / "kg"
    for every in parts:
        store = work / f"kg-{every}"
        seconds, cpu, peak, found = alone(built, linked(folders, every, work / f"in-{every}"), store)
        figures = f"{seconds:.0f} s ({cpu:.0f} s of processors), {peak:,.0f} MB"
        print(f"build of 1/{every} of the files: {found:,} papers, {figures}", flush=True)
    if python:
        dump = work / "graph.nq"
        Store.open(store).snapshot().dump(str(dump), format=ox.RdfFormat.N_QUADS)
        tool = str(Path(python).with_name("oxigraph"))
        start = time.perf_counter()
        subprocess.run(
            [tool, "load", "--location", str(work / "ox"), "--file", str(dump)], check=True, capture_output=True
        )
        load = time.perf_counter() - start
        print(f"  oxigraph load of its N-Quads: {load:.0f} s; the build takes {seconds / load:.1f} times that")
        dump.unlink()
    return store


def changes(store: Path, folders: list[Path], work: Path) -> None:
    """Add 1,000 papers and forget them; beside that, a build of what has not changed."""
    extra = work / "extra" / "added.csl.json"
    extra.parent.mkdir()
    extra.write_text(json.dumps([_renamed(record, n) for n, (_, record) in enumerate(papers(files_of(folders), 1000))]))
    before = set(map(str, islice(Store.open(store).snapshot(), 100_000)))
    steps: dict[str, Callable[[], object]] = {
        "adding 1,000 papers": lambda: build([extra], store),
        "forgetting them": lambda: forget(store, extra.name),
    }
    for name, step in steps.items():
        start = time.perf_counter()
        alone(lambda step: bool(step()), step)
        print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    after = Store.open(store).snapshot()
    print(f"  lost of the first {len(before):,} quads: {len(before - set(map(str, after))):,}")


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


def queries(store: Path) -> None:
    """Run each named query twice with the busiest things of the graph; print those above a second."""
    graph = Store.open(store).snapshot()
    busiest: dict[str, Any] = {}
    for kind, role in _ROLES.items():
        found: Any = graph.query(_MOST.format(role=role))
        busiest[kind] = next(iter(found), None)
    values = {k: row[0].value for k, row in busiest.items() if row} | {
        "year": "2020",
        "number": "2",
        "text": "learning",
    }
    del graph
    taken: dict[str, float] = {}
    for query in catalogue():
        given = {p.name: values.get(p.kind.value, p.example) for p in query.parameters if p.required}
        warm = alone(_warm, store, query.name, given, limit=2 * PATIENCE)
        if isinstance(warm, str):
            print(f"  {query.name}: {warm}")
        else:
            taken[query.name] = PATIENCE if warm is None else warm
    median, worst = statistics.median(taken.values()), max(taken.values())
    print(f"queries: {len(taken)}, median {1000 * median:.0f} ms, worst {worst:.1f} s")
    for name, seconds in sorted(taken.items(), key=lambda item: -item[1]):
        if seconds > 1:
            print(f"  {name}: {seconds:.1f} s" + (" or more" if seconds >= PATIENCE else ""))


def _warm(store: Path, name: str, values: dict[str, str]) -> float | str:
    graph, seconds = Store.open(store).snapshot(), 0.0
    for _ in range(2):
        start = time.perf_counter()
        try:
            answer = run(graph, name, values)
            sum(1 for _ in (answer.triples if isinstance(answer, Triples) else answer.rows))
        except GraphBuilderError as error:
            return str(error)
        seconds = time.perf_counter() - start
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--parts", nargs="+", type=int, default=[4, 2, 1])
    parser.add_argument("--steps", nargs="+", default=["quads", "build", "change", "queries"])
    parser.add_argument("--papers", type=int, default=5000)
    parser.add_argument("--store", type=Path, help="a store that is there already, for changes and queries")
    parser.add_argument("--peers", action="store_true")
    options = parser.parse_args()
    multiprocessing.set_start_method("fork")
    with tempfile.TemporaryDirectory() as folder:
        work, python = Path(folder), ""
        if options.peers:
            venv.create(work / "env", with_pip=True)
            python = str(work / "env/bin/python")
            subprocess.run([python, "-m", "pip", "install", "-q", "rdflib", "morph-kgc", "oxigraph"], check=True)
        if "quads" in options.steps:
            quads(options.folders, options.papers, python, work)
        store = builds(options.folders, options.parts, python, work) if "build" in options.steps else options.store
        if store and "change" in options.steps:
            changes(store, options.folders, work)
        if store and "queries" in options.steps:
            queries(store)


if __name__ == "__main__":
    main()
