"""Text of quads: how fast records become N-Quads with resolution left out, beside rdflib and morph-kgc."""

from __future__ import annotations

import csv
import multiprocessing
import resource
import subprocess
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from graph_builder.extract.structured.records import records
from graph_builder.graph.sources import source_lines
from graph_builder.model import ReadError, Record, Work
from graph_builder.process_pool import collect_seldom
from graph_builder.read.records import read_record_file, read_records

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


def install_peers(folder: Path) -> str:
    """Install the other tools from PyPI into an environment in a folder; return its Python."""
    venv.create(folder, with_pip=True)
    python = str(folder / "bin/python")
    subprocess.run([python, "-m", "pip", "install", "-q", "rdflib", "morph-kgc", "oxigraph"], check=True)
    return python


def files_of(folders: list[Path]) -> list[Path]:
    return [p for folder in folders for p in sorted(folder.rglob("*")) if p.is_file()]


def papers(paths: list[Path], count: int) -> Iterator[tuple[Path, Record]]:
    return islice(((p, r) for p in paths for r in _records(p) if isinstance(r.about, Work)), count)


def _records(path: Path) -> Iterator[Record]:
    with suppress(ReadError):  # such as the schema beside the records
        yield from (record for record in read_records(path, path.name) if isinstance(record, Record))


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
    """Write the N-Quads of a file of records with resolution left out, as a build writes them; return how many."""
    with tempfile.TemporaryFile("w", encoding="utf-8", newline="\n", buffering=1 << 20) as out:
        return sum(
            out.write(lines) and lines.count("\n")
            for lines in source_lines(records(read_record_file(path, path.name)), {})
        )


def quads(folders: list[Path], count: int, python: str, work: Path) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the table: what was done, what was measured, and what to reach."""
    paths = files_of(folders)
    used = list(dict.fromkeys(p for p, _ in papers(paths, count)))
    used.sort(key=lambda path: -path.stat().st_size)
    clock = Clock()
    # Garbage is looked for as seldom as in the workers of a build.
    with multiprocessing.get_context("fork").Pool(2, collect_seldom) as pool:
        made = sum(pool.imap_unordered(our_lines, used, 1))
        pool.close()
        pool.join()
    wall, cpu = clock.rates(made)
    rates = f"{made:,} quads, {wall:,.0f} a second, {cpu:,.0f} a second of processors"
    yield "records to N-Quads, two processes", rates, ""
    if python:
        table = work / "papers.csv"
        as_table(paths, count, table)
        for name, peer, aim in (("rdflib", _rdflib, 14), ("morph-kgc", _morph, 4)):
            theirs, theirs_cpu = peer(python, table)
            rates = f"{theirs:,.0f} triples a second, {theirs_cpu:,.0f} a second of processors"
            ratio = f"{rates}; ours is {wall / theirs:.1f} and {cpu / theirs_cpu:.1f} times that"
            yield f"  {name} on the same papers", ratio, f"{aim} times"


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
