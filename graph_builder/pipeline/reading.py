"""Reading: sources that are new or have changed are read, and claims extracted, each by a worker process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from graph_builder.model import Document, Problem, RecordDocument, SourceFacts, SourceNote, StoreError
from graph_builder.pipeline.language_model import LanguageModel, ModelReader
from graph_builder.pipeline.redaction import Redaction
from graph_builder.pipeline.source_files import SourceFile, content_of
from graph_builder.pipeline.sources import FoundSources, forget_fetched
from graph_builder.pipeline.stages import Progress, Stages
from graph_builder.process_pool import Failure, Runner, attempt, run
from graph_builder.store.codec import encode
from graph_builder.store.draft import Draft
from graph_builder.store.erased_people import read_erased
from graph_builder.store.facts import encode_facts
from graph_builder.store.layout import SourceRecord
from graph_builder.store.model_answers import ModelAnswers
from graph_builder.store.objects import pack
from graph_builder.store.taught import taught_weights


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A file to read, the digest of its content, and the note on it."""

    file: SourceFile
    content: str
    note: SourceNote


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A source that was read: its record, and what was met on the way.

    *dropped* counts values of a language model that are not in the document, *tokens* what it was asked and answered.
    *objects* are the document and its facts, packed for the store.
    """

    record: SourceRecord
    problems: tuple[Problem, ...] = ()
    dropped: int = 0
    tokens: int = 0
    names_erased: bool = False
    about_erased: bool = False
    objects: tuple[tuple[str, bytes], ...] = ()


@dataclass(frozen=True, slots=True)
class SourceReader:
    """Reads a source, extracts its claims, and takes erased people out. It can be sent to a worker process.

    A language model, if there is one, reads each document once more, and asks *threads* questions at a time.
    """

    stages: Stages
    redaction: Redaction
    model: ModelReader | None = None
    threads: int = 1

    @classmethod
    def of_store(cls, store: Path | str, stages: Stages, llm: LanguageModel | None = None) -> SourceReader:
        """Return the reader for a store: with the weights that it was taught, without people who were erased from it.

        Raises:
            StoreError: the list of erased people cannot be read.
        """
        model = ModelReader(llm, Path(store)) if llm is not None else None
        return cls(stages.with_weights(taught_weights(store)), Redaction(read_erased(store)), model)

    @property
    def settings(self) -> str:
        """A fingerprint of all that reads: a source that was read with another is read again."""
        settings = self.redaction.settings(self.stages.reading)
        return self.model.settings(settings) if self.model is not None else settings

    def read(self, task: ReadTask) -> tuple[ReadSource, Document, SourceFacts]:
        """Return what was read, with the document and its facts."""
        document = replace(self.stages.read(task.file.path, task.file.id), note=task.note)
        facts = self.stages.extract(document)
        problems, settings = reading_problems(document, facts), self.settings
        dropped, asked, tokens = 0, "", 0
        if isinstance(document, RecordDocument):
            document = document.listing()
        elif self.model is not None:
            reading, asked, tokens = self.model(document, facts, task.content, self.threads)
            facts, problems, dropped = reading.facts, problems + reading.problems, reading.dropped
            if not reading.whole:  # the next build asks the rest
                settings = ""
        document, facts, named, about = self.redaction(document, facts)
        record = SourceRecord(
            id=task.file.id,
            content=task.content,
            settings=settings,
            document="",
            facts="",
            claims=len(facts.claims),
            title=document.metadata.get("title", ""),
            media_type=document.media_type,
            note=document.note,
            asked=asked,
        )
        return ReadSource(record, problems, dropped, tokens, named, about), document, facts

    def __call__(self, task: ReadTask) -> ReadSource:
        """Return what was read, packed for the store."""
        read, document, facts = self.read(task)
        objects = pack(encode(document)), pack(encode_facts(facts))
        (text, _), (claims, _) = objects
        return replace(read, record=replace(read.record, document=text, facts=claims), objects=objects)


def reading_problems(document: Document, facts: SourceFacts) -> tuple[Problem, ...]:
    """Return what the reader and the extractors say of a document that could be read in part only.

    >>> broken = SourceFacts("cv.md", problems=("awards could not be looked for",))
    >>> str(reading_problems(Document("cv.md", "text/markdown", ""), broken)[0])
    'cv.md: awards could not be looked for; the rest of it is in the graph'
    """
    records = document.problems if isinstance(document, RecordDocument) else ()
    what = document.metadata.get("problem", "")
    read = (Problem(document.source, what, "what could be read is in the graph"),) if what else ()
    return (*records, *read, *(Problem(document.source, p, "the rest of it is in the graph") for p in facts.problems))


def find_changed(
    found: FoundSources, draft: Draft, settings: str, progress: Progress
) -> tuple[list[ReadTask], list[Problem]]:
    """Return the sources whose content, note or settings differ from what the store has, and those that do not open."""
    records = {record.id: record for record in draft.previous.sources}
    changed, problems = [], []
    for position, file in enumerate(found.files):
        progress("Comparing", position, len(found.files))
        content = attempt(content_of, file.path)
        if isinstance(content, Failure):
            problems.append(Problem(file.id, content.what, content.advice))
            continue
        record = records.get(file.id)
        note = found.notes.of(file, record.note if record else SourceNote())
        same = record is not None and (record.content, record.settings, record.note) == (content, settings, note)
        if not same or not _is_whole(draft, records[file.id]):
            changed.append(ReadTask(file, content, note))
    return changed, problems


def _is_whole(draft: Draft, record: SourceRecord) -> bool:
    """Return whether the objects of a source are there: if a disk lost one, the source is read again."""
    try:
        draft.objects.get(record.document)
        draft.objects.get(record.facts)
    except StoreError:
        return False
    return True


@dataclass(slots=True)
class ReadResult:
    """What reading gave: the records of all sources of the store, those that failed, and what was met on the way."""

    records: dict[str, SourceRecord]
    failed: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    dropped: int = 0
    tokens: int = 0


def read_and_extract(
    tasks: Sequence[ReadTask],
    reader: SourceReader,
    draft: Draft,
    progress: Progress,
    workers: int | None = None,
    time_limit: float = 120.0,
    runner: Runner = run,
) -> ReadResult:
    """Read sources and extract their claims into a draft; what was read before and cannot be read now stays."""
    llm = reader.model.model if reader.model is not None else None
    # With a language model, a worker waits for answers most of the time: there are as many as questions at once.
    count = _processes(llm.parallel if llm and workers is None else workers, len(tasks))
    threads = max(1, llm.parallel // max(1, count)) if llm else 1
    done = runner(
        tasks,
        replace(reader, threads=threads),
        workers=count,
        timeout=time_limit + (llm.patience if llm else 0.0),
        prepare=partial(_prepare, reader.stages if len(tasks) > 1 else None),
    )
    if llm is not None and reader.model is not None and llm.budget is not None:
        reader.model.answers.spend(-reader.model.answers.spend(0))
    result = ReadResult({record.id: record for record in draft.previous.sources})
    for position, (task, read) in enumerate(done):
        progress(f"Reading, {result.tokens:,} tokens" if result.tokens else "Reading", position, len(tasks))
        _take(result, task, read, draft)
    # What failed before what was read in part, each by source: the order in which workers end is no order.
    result.problems.sort(key=lambda problem: (problem.source not in result.failed, problem.source))
    return result


def _prepare(stages: Stages | None) -> None:
    """Load what packing a source needs, and for several sources all that reading needs: one alone may need little."""
    pack(encode_facts(SourceFacts("")))
    if stages is not None:
        stages.prepare()


def _take(result: ReadResult, task: ReadTask, read: ReadSource | Failure, draft: Draft) -> None:
    """Put what was read of a source into the draft, or what went wrong into the problems."""
    source = task.file.id
    if isinstance(read, Failure):
        stays = "; its version in the store stays" if source in result.records else ""
        what = read.what.removeprefix(f"{source}: ")
        result.problems.append(Problem(source, what, f"{read.advice}{stays}".removeprefix("; ")))
        result.failed.add(source)
        return
    fetched = draft.path in task.file.path.parents
    if read.about_erased or (read.names_erased and fetched):
        result.problems.append(left_out(source, read.about_erased))
        result.failed.add(source)
        result.records.pop(source, None)
        forget_fetched(draft.path, source)
        ModelAnswers(draft.path).remove(task.content)
        return
    for name, packed in read.objects:
        draft.objects.put(name, packed)
    result.records[source] = read.record
    result.problems += read.problems
    result.dropped += read.dropped
    result.tokens += read.tokens


def left_out(source: str, about: bool = True) -> Problem:
    """Return the problem of a source that stays out because of an erased person."""
    what = f"left out, for it {'is about' if about else 'was fetched and names'} somebody who was erased"
    return Problem(source, what, "take the document away, or the entry out of the list of erased people")


def _processes(workers: int | None, tasks: int) -> int:
    if workers is None:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(workers, tasks)
