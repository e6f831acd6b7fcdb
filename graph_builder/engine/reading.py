"""Reading on Spark: each file is one task, read and extracted as by the embedded engine, and cut into parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from graph_builder.engine.parts import Part, cut
from graph_builder.engine.tables import Rows, Staging, dump, load, mapped
from graph_builder.graph import SourceInfo
from graph_builder.model import Document, Problem, SourceFacts, SourceNote
from graph_builder.pipeline.reading import ReadTask, SourceReader, left_out
from graph_builder.pipeline.source_files import SourceFile, content_of
from graph_builder.process_pool import Failure, run
from graph_builder.store import SourceRecord, encode, encode_facts, pack
from graph_builder.store.objects import Objects

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

SCHEMA = "source string, part int, kind string, data binary"


class Task(NamedTuple):
    """A file to read, with what the user said of it."""

    found: SourceFile
    note: SourceNote


@dataclass(frozen=True, slots=True)
class Reading:
    """What a worker needs to read: the reader, the time for a document, and where text and facts go, if anywhere."""

    reader: SourceReader
    time_limit: float
    objects: str
    claims: int


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file as it was read."""

    record: SourceRecord
    facts: SourceFacts
    problems: tuple[Problem, ...]


class ErasedSubject(Exception):
    """A document is left out, for it is about somebody who was erased."""


def read_all(staging: Staging, tasks: Sequence[Task], reading: Reading, size: int) -> DataFrame:
    """Return the parts of all files (kind ``part``), their records (``record``) and the problems met (``problem``).

    Args:
        staging: where tables are stored.
        tasks: the files, which every worker sees under the same path.
        reading: how to read.
        size: how many files are read at a time.
    """
    spark = staging.spark
    # Large files first, each in a partition of its own if it can be: one at the end would be waited for.
    ordered = sorted(tasks, key=lambda task: (-_size(task.found.path), task.found.id))
    count = max(1, min(len(ordered), 4 * size))
    rows = [(number % count, dump(task)) for number, task in enumerate(ordered)]
    table = spark.createDataFrame(rows, "place int, data binary").repartitionByRange(count, "place")
    return staging.store("read", mapped(table, _Reader(reading), SCHEMA))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the files of a partition, each in a process that may hang or crash."""

    reading: Reading

    def __call__(self, rows: Rows) -> Iterator[tuple[str, int, str, bytes]]:
        reading = self.reading
        tasks = [load(row.data) for row in rows]
        if not tasks:
            return
        prepare = reading.reader.stages.prepare
        for task, result in run(tasks, self._make, workers=1, timeout=reading.time_limit, prepare=prepare):
            source = task.found.id
            if isinstance(result, Failure):
                problem = Problem(source, result.what.removeprefix(f"{source}: "), result.advice)
                yield source, 0, "problem", dump(problem)
                continue
            problems, rest = result
            for problem in problems:
                yield source, 0, "problem", dump(problem)
            for kind, number, data in rest:
                yield source, number, kind, data

    def _make(self, task: Task) -> tuple[tuple[Problem, ...], list[tuple[str, int, bytes]]]:
        try:
            file = _read_file(self.reading, task)
        except ErasedSubject:
            return (left_out(task.found.id),), []
        record, note = file.record, file.record.note
        info = SourceInfo(record.title, record.media_type, record.content, note.address, note.date, record.asked)
        parts = [("part", part.number, dump(part)) for part in parts_of(file.facts, info, self.reading.claims)]
        return file.problems, [("record", 0, dump(record)), *parts]


def parts_of(facts: SourceFacts, info: SourceInfo, claims: int) -> Iterator[Part]:
    """Yield the parts of a source."""
    from graph_builder.resolve.incremental.named import venue_years

    return cut(facts, info, {mention: year for (_, mention), year in venue_years([facts]).items()}, claims)


def _read_file(reading: Reading, task: Task) -> ReadFile:
    content = content_of(task.found.path)
    read, document, facts = reading.reader.read(ReadTask(task.found, content, task.note))
    if read.about_erased:
        raise ErasedSubject
    names = _stored(reading.objects, document, facts) if reading.objects else ("", "")
    return ReadFile(replace(read.record, document=names[0], facts=names[1]), facts, read.problems)


def _stored(folder: str, document: Document, facts: SourceFacts) -> tuple[str, str]:
    """Store text and facts of a source as the store does, and return the names of these objects."""
    objects = Objects(Path(folder))
    names = []
    for content in (encode(document), encode_facts(facts)):
        name, packed = pack(content)
        objects.put(name, packed)
        names.append(name)
    return names[0], names[1]


def of_kind(read: DataFrame, kind: str) -> DataFrame:
    """Return the rows of one kind that ``read_all`` gave."""
    import pyspark.sql.functions as f

    return read.where(f.col("kind") == kind)


def loaded(table: DataFrame) -> list[Any]:
    """Return what the rows of a small table hold."""
    return [load(bytes(row.data)) for row in table.select("data").collect()]
