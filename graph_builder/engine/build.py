"""The order of the stages on Spark: read, resolve in parts, write sorted N-Quads, and load them into a store."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graph_builder.engine.named import entities, links, mentions, resolve_named
from graph_builder.engine.people import resolve_people
from graph_builder.engine.quads import Written, write
from graph_builder.engine.reading import Reading, Task, loaded, of_kind, read_all
from graph_builder.engine.session import EngineError, SparkSettings, check, session
from graph_builder.engine.tables import Staging
from graph_builder.graph import DEFAULT_BASE
from graph_builder.model import EntityKind, Problem, SourceNote
from graph_builder.pipeline import Progress, default_stages
from graph_builder.pipeline.reading import SourceReader
from graph_builder.pipeline.source_files import find_files, find_notes
from graph_builder.read.web.pages import is_address
from graph_builder.store import SourceRecord, read_decisions

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CLAIMS = 100_000
"""Claims whose mentions and lines one partition holds, at the most as a rule."""

STEPS = ("Reading", "Resolving names and works", "Resolving people", "Writing", "Loading")


@dataclass(frozen=True, slots=True)
class SparkReport:
    """The result of a build on Spark: the files of N-Quads, and what is in the graph."""

    files: tuple[Path, ...]
    documents: int = 0
    people: int = 0
    organizations: int = 0
    papers: int = 0
    facts: int = 0
    quads: int = 0
    problems: tuple[Problem, ...] = ()


def build_on_spark(
    paths: Iterable[Path | str],
    store: Path | str,
    folder: Path | str,
    settings: SparkSettings,
    *,
    load: bool = True,
    base: str = "",
    subject: str = "",
    time_limit: float = 120.0,
    gazetteer: Path | None = None,
    progress: Progress | None = None,
) -> SparkReport:
    """Build the graph of documents on Spark, write it as sorted N-Quads, and load it into a new store.

    The graph is that of ``graph_builder.build``. Always all is built: there is no bringing up to date.

    Args:
        paths: documents and folders of them, under paths that every worker sees.
        store: the folder of the store to make; whom its list of erased people names stays out.
        folder: where the files go; new or empty, and seen by every worker.
        settings: how Spark is run.
        load: whether the store is made at all.
        base: the IRI under which all others are graph.
        subject: the name of the person whom all of the documents are about.
        time_limit: seconds that one document may take.
        gazetteer: the folder of added lists, by default the user's; seen by every worker.
        progress: called as the work goes on.

    Raises:
        EngineError: Spark or Java is missing, Spark fails, or something is asked that only the embedded engine does.
    """
    check()
    given = [str(path) for path in paths]
    target, store = Path(folder), Path(store)
    _refuse(given, target, store)
    report_progress = progress or (lambda step, done, total: None)
    reader = SourceReader.of_store(store, default_stages(gazetteer))
    found, problems = find_files([Path(path) for path in given], reader.stages.is_readable, target)
    notes = find_notes(found, subject)
    problems += notes.problems
    if not found:
        raise EngineError("there is nothing to build: no document or file of records was found")
    tasks = [Task(file, notes.of(file, SourceNote())) for file in found]
    target.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".stages-", dir=target)).resolve()
    try:
        with session(settings) as spark:
            objects = str(scratch / "objects") if load else ""
            reading = Reading(reader, time_limit, objects, settings.claims)
            graph = _run(
                spark, scratch, tasks, reading, base or DEFAULT_BASE, gazetteer, target, settings, report_progress
            )
        problems += graph.problems
        report = _report(graph, tuple(problems))
        if load:
            report_progress(STEPS[4], 4, len(STEPS))
            _store(graph, report, store, scratch / "objects", base or DEFAULT_BASE)
        return report
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class _Graph:
    written: Written
    records: tuple[SourceRecord, ...]
    counts: dict[str, int]
    problems: tuple[Problem, ...]


def _refuse(given: list[str], folder: Path, store: Path) -> None:
    """Raise ``EngineError`` for what the embedded engine alone does: nothing is left out in silence."""
    pages = [path for path in given if is_address(path)]
    if pages:
        raise EngineError(
            f"{pages[0]}: --engine spark fetches no pages; build them with the embedded engine, or save them"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise EngineError(f"{folder} is not an empty folder; name a new one for the files of N-Quads")
    if store.exists() and (not store.is_dir() or any(store.iterdir())):
        raise EngineError(
            f"{store} exists; --engine spark makes new stores and brings none up to date: name a new folder, or use "
            "the embedded engine"
        )
    if read_decisions(store).all:
        raise EngineError(
            f"there are decisions for {store}, and --engine spark does not carry them out: name another store, or use "
            "the embedded engine"
        )


def _run(
    spark: SparkSession,
    scratch: Path,
    tasks: list[Task],
    reading: Reading,
    base: str,
    gazetteer: Path | None,
    folder: Path,
    settings: SparkSettings,
    report_progress: Progress,
) -> _Graph:
    import pyspark.sql.functions as f
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    staging = Staging(spark, scratch, settings.edges)
    try:
        report_progress(STEPS[0], 0, len(STEPS))
        read = read_all(staging, tasks, reading, spark.sparkContext.defaultParallelism)
        records = tuple(sorted(loaded(of_kind(read, "record")), key=lambda record: record.id))
        problems = tuple(sorted(loaded(of_kind(read, "problem")), key=lambda problem: problem.source))
        if not records:
            raise EngineError(f"none of the {len(tasks)} documents could be read; the first: {problems[0]}")
        _partition(spark, sum(record.claims for record in records), settings)
        parts = of_kind(read, "part")
        report_progress(STEPS[1], 1, len(STEPS))
        named = resolve_named(staging, mentions(staging, parts, gazetteer), gazetteer)
        report_progress(STEPS[2], 2, len(STEPS))
        people = resolve_people(staging, parts, links(named))
        report_progress(STEPS[3], 3, len(STEPS))
        both = named.union(people)
        things = entities(staging, both)
        counts = {
            row["kind"]: row["count"] for row in things.groupBy("kind").agg(f.count("*").alias("count")).collect()
        }
        written = write(staging, parts, links(both), things, base, folder)
    except (PySparkException, Py4JError) as error:
        advice = "nothing was stored: look into its logs, build again"
        raise EngineError(f"Spark failed ({_reason(error)}); {advice}") from error
    return _Graph(written, records, counts, problems)


def _reason(error: Exception) -> str:
    """Return what went wrong: of what a Python worker raised its last words, else the first of Spark's.

    >>> _reason(RuntimeError("thrown from the Python worker:\\nTraceback\\nStoreError: no space left\\n at x"))
    'StoreError: no space left'
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    errors = [line for line in lines if re.match(r"[\w.]*(?:Error|Exception): ", line)]
    return (errors[-1] if errors else lines[0])[:300]


def _partition(spark: SparkSession, claims: int, settings: SparkSettings) -> None:
    """Set in how many parts tables are shuffled, by how much there is, unless the user has."""
    if not settings.partitions:
        least = 2 * spark.sparkContext.defaultParallelism
        spark.conf.set("spark.sql.shuffle.partitions", str(max(least, -(-claims // CLAIMS))))


def _report(graph: _Graph, problems: tuple[Problem, ...]) -> SparkReport:
    counts = graph.counts
    return SparkReport(
        graph.written.files,
        len(graph.records),
        counts.get(EntityKind.PERSON.value, 0),
        counts.get(EntityKind.ORGANIZATION.value, 0),
        counts.get(EntityKind.WORK.value, 0),
        graph.written.facts,
        graph.written.lines,
        problems,
    )


def _store(graph: _Graph, report: SparkReport, store: Path, objects: Path, base: str) -> None:
    from graph_builder.engine.loading import load_store

    totals = {
        "documents": report.documents,
        "people": report.people,
        "organizations": report.organizations,
        "papers": report.papers,
        "facts": report.facts,
    }
    load_store(store, graph.written.files, objects, graph.records, totals, base)
