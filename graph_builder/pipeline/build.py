"""The order of the stages: read and extract what changed, resolve over all, write what differs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from graph_builder.graph import DEFAULT_BASE
from graph_builder.graph.vocabulary import CONFIDENCE
from graph_builder.model import (
    DecisionState,
    EntityKind,
    Problem,
    RecordDocument,
    SourceNote,
    StoreError,
)
from graph_builder.pipeline.answers import forget_answers
from graph_builder.pipeline.changes import drop_gone
from graph_builder.pipeline.inputs import find_inputs
from graph_builder.pipeline.language_model import LanguageModel, ModelReader, read_batch, with_language_model
from graph_builder.pipeline.linking import replay_links
from graph_builder.pipeline.process_pool import Failure, attempt, run
from graph_builder.pipeline.redaction import with_redaction
from graph_builder.pipeline.report import BuildReport, reading_problems
from graph_builder.pipeline.resolution import resolve_sources
from graph_builder.pipeline.source_notes import SourceNotes
from graph_builder.pipeline.sources import SourceFile, content_of
from graph_builder.pipeline.stages import Progress, Stages, default_stages
from graph_builder.pipeline.web_pages import WebPages, WebSettings
from graph_builder.pipeline.writing import write
from graph_builder.store import (
    Decisions,
    Draft,
    ErasureSettings,
    Manifest,
    SourceRecord,
    edit,
    encode,
    encode_facts,
    pack,
    read_decisions,
    read_erased,
)
from graph_builder.store.model_answers import ModelAnswers

TIME_LIMIT = 120.0
"""Seconds for one document. The slowest of the real documents that this was made with takes a few."""


def build(
    paths: Iterable[Path | str],
    store: Path | str,
    *,
    workers: int | None = None,
    time_limit: float = TIME_LIMIT,
    base: str = "",
    subject: str = "",
    llm: LanguageModel | None = None,
    progress: Progress | None = None,
    web: WebSettings | None = None,
    stages: Stages | None = None,
) -> BuildReport:
    """Bring a store up to date with documents, and return what came of it.

    Sources that have not changed are skipped, changed ones replaced, and those that are not under *paths* kept. A
    document that cannot be read is a problem in the report; if the store has an older version of it, that stays.
    Whom a document is about, its address and its date may stand in a ``sources.toml`` beside it.

    Args:
        paths: documents, folders of them, and addresses of web pages (``https://...``), which are fetched.
        store: the store's folder; made if there is none.
        workers: how many processes read and extract; by default one for each processor, 0 for none but this.
        time_limit: seconds that one document may take, besides those of a language model.
        base: the IRI under which all others are made; by default that of the store.
        subject: the name of the person whom all of the documents are about.
        llm: a language model that reads each document beside the rules; by default none.
        progress: called as the work goes on.
        web: how pages are fetched.
        stages: what to run instead of the product's own.

    Raises:
        StoreError: another build is going on, or the folder is no store, damaged, or cannot be written.
    """
    stages = stages or default_stages()
    reader = ModelReader(llm, Path(store)) if llm is not None else None
    stages = with_redaction(stages, read_erased(store))
    tell = progress or (lambda step, done, total: None)
    with edit(store) as draft:
        if reader is not None:
            stages = with_language_model(stages, reader)
        found, notes, problems = find_inputs(
            paths, stages.is_readable, Path(store), draft.web, web or WebSettings(), subject, tell
        )
        if llm is not None and llm.batch is not None:
            problems += read_batch(Path(store), llm.batch)
        records = {record.id: record for record in draft.previous.sources}
        pending, refused = _changed(found, notes, records, draft, stages, tell)
        problems += refused
        # A worker waits for answers most of the time: with a model there are as many as it is asked questions at once.
        count = _count(llm.parallel if llm and workers is None else workers, len(pending))
        limits = _Limits(time_limit, llm.patience if llm else 0.0, (llm.parallel if llm else 1) // max(1, count))
        outcome = _read_all(pending, records, draft, stages, tell, count, limits)
        problems += outcome.problems
        decisions = read_decisions(store)
        problems += decisions.problems
        manifest = publish(draft, records, stages, base or draft.previous.base or DEFAULT_BASE, tell, decisions)
    before = {record.id for record in draft.previous.sources}
    done = [task.found.id for task in pending if task.found.id not in outcome.failed]
    return BuildReport(
        **store_totals(manifest),
        added=sum(source not in before for source in done),
        changed=sum(source in before for source in done),
        unchanged=len(found) - len(pending) - len(refused),
        dropped=outcome.dropped,
        tokens=outcome.tokens,
        problems=tuple(problems),
    )


@dataclass(frozen=True, slots=True)
class _Task:
    found: SourceFile
    content: str
    note: SourceNote


@dataclass(frozen=True, slots=True)
class _Limits:
    """Seconds for a document, more of them for a language model, and how many questions a worker asks at a time."""

    time: float
    patience: float
    threads: int


@dataclass(frozen=True, slots=True)
class _ReadSource:
    """What a worker hands back: the record, and the objects that it names.

    *named* tells that an erased person was taken out, *barred* that the document is about one.
    """

    record: SourceRecord
    objects: tuple[tuple[str, bytes], ...]
    problems: tuple[Problem, ...] = ()
    dropped: int = 0
    tokens: int = 0
    named: bool = False
    barred: bool = False


@dataclass(slots=True)
class _ReadingResult:
    """What came of reading: which sources failed, problems by source, and what a language model took and got wrong."""

    failed: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    dropped: int = 0
    tokens: int = 0


def _count(workers: int | None, tasks: int) -> int:
    if workers is None:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(workers, tasks)


def _changed(
    found: list[SourceFile],
    notes: SourceNotes,
    records: dict[str, SourceRecord],
    draft: Draft,
    stages: Stages,
    tell: Progress,
) -> tuple[list[_Task], list[Problem]]:
    """Return the files whose content, note or settings differ from what the store has, and those that do not open."""
    pending, problems = [], []
    for position, file in enumerate(found):
        tell("Comparing", position, len(found))
        content = attempt(content_of, file.path)
        if isinstance(content, Failure):
            problems.append(Problem(file.id, content.what, content.advice))
            continue
        record = records.get(file.id)
        note = notes.of(file, record.note if record else SourceNote())
        wanted = (content, stages.reading, note)
        same = record is not None and (record.content, record.settings, record.note) == wanted
        if not same or not _is_whole(draft, records[file.id]):
            pending.append(_Task(file, content, note))
    return pending, problems


def _is_whole(draft: Draft, record: SourceRecord) -> bool:
    """Tell whether the objects of a source are there: if a disk lost one, the source is read again."""
    try:
        draft.objects.get(record.document)
        draft.objects.get(record.facts)
    except StoreError:
        return False
    return True


def _read_all(
    pending: list[_Task],
    records: dict[str, SourceRecord],
    draft: Draft,
    stages: Stages,
    tell: Progress,
    workers: int,
    limits: _Limits,
) -> _ReadingResult:
    """Read and extract all that is pending into *records*; return what came of it."""
    if len(pending) > 1:  # a single one loads what it needs, which is little if it is a file of records
        stages.prepare()
    work = partial(_read_source, stages, max(1, limits.threads))
    result = _ReadingResult()
    done = run(pending, work, workers=workers, timeout=limits.time + limits.patience, close=[draft.lock])
    for position, (task, outcome) in enumerate(done):
        tell(f"Reading, {result.tokens:,} tokens" if result.tokens else "Reading", position, len(pending))
        source = task.found.id
        if isinstance(outcome, Failure):
            stays = "; its version in the store stays" if source in records else ""
            what = outcome.what.removeprefix(f"{source}: ")
            result.problems.append(Problem(source, what, f"{outcome.advice}{stays}".removeprefix("; ")))
            result.failed.add(source)
            continue
        store = draft.web.parent
        if outcome.barred or (outcome.named and store in task.found.path.parents):
            result.problems.append(_left_out(source, outcome.barred))
            result.failed.add(source)
            records.pop(source, None)
            WebPages(draft.web).remove(source)
            forget_answers(store, source)
            ModelAnswers(store).remove(task.content)
            continue
        for name, packed in outcome.objects:
            draft.objects.put_soon(name, packed)
        records[source] = outcome.record
        result.problems += outcome.problems
        result.dropped += outcome.dropped
        result.tokens += outcome.tokens
    # What failed before what was read in part, each by source: the order in which workers end is no order.
    result.problems.sort(key=lambda problem: (problem.source not in result.failed, problem.source))
    return result


def _left_out(source: str, about: bool) -> Problem:
    """Return what is told of a source that stays out because of an erased person."""
    what = f"left out, for it {'is about' if about else 'was fetched and names'} somebody who was erased"
    return Problem(source, what, "take the document away, or the entry out of the list of erased people")


def _read_source(stages: Stages, threads: int, task: _Task) -> _ReadSource:
    document = replace(stages.read(task.found.path, task.found.id), note=task.note)
    facts = stages.extract(document)
    problems, dropped, settings = reading_problems(document, facts), 0, stages.reading
    asked, tokens = "", 0
    if isinstance(document, RecordDocument):
        document = document.listing()
    elif stages.enrich is not None:
        reading, asked, tokens = stages.enrich(document, facts, task.content, threads)
        facts, problems, dropped = reading.facts, problems + reading.problems, reading.dropped
        # A document that was not asked about to the end is asked about again at the next build.
        settings = stages.reading if reading.whole else ""
    named = barred = False
    if stages.redact is not None:
        document, facts, named, barred = stages.redact(document, facts)
    text, packed_text = pack(encode(document))
    claims, packed_claims = pack(encode_facts(facts))
    record = SourceRecord(
        id=task.found.id,
        content=task.content,
        settings=settings,
        document=text,
        facts=claims,
        claims=len(facts.claims),
        title=document.metadata.get("title", ""),
        media_type=document.media_type,
        note=document.note,
        asked=asked,
    )
    return _ReadSource(record, ((text, packed_text), (claims, packed_claims)), problems, dropped, tokens, named, barred)


def publish(
    draft: Draft,
    records: dict[str, SourceRecord],
    stages: Stages,
    base: str,
    tell: Progress,
    decisions: Decisions,
    erasing: ErasureSettings | None = None,
) -> Manifest:
    """Resolve over all sources, replay decisions, write what differs, and make the draft the current snapshot.

    Where something is *erasing*, what is gone is taken off the disk as well.
    """
    old = draft.previous
    sources = tuple(records[key] for key in sorted(records))
    wanted = (sources, stages.resolving, base, decisions.fingerprint)
    if wanted == (old.sources, old.settings, old.base, old.decisions) and draft.number:
        return old
    tell("Resolving", 0, 1)
    anew = (stages.resolving, base) != (old.settings, old.base)
    before = _same_before(draft, sources, (stages.resolving, base, decisions.fingerprint)) if erasing else None
    # A graph that is wanted back as it was needs no source taken out.
    drop = None if anew or before else partial(drop_gone, draft, sources, base)
    decided = resolve_sources(draft, sources, stages, decisions.all, anew=anew, meanwhile=drop)
    if before is not None and draft.has_entities_of_before() and draft.go_back():
        replay_links(draft, base)
        draft.commit(before, erasing)
        return before
    written = write(draft, sources, decided, stages, base, tell)
    links = replay_links(draft, base)
    manifest = Manifest(
        settings=stages.resolving,
        base=base,
        sources=written.sources,
        totals=_totals(draft, decided.counts, len(sources), written.facts, links),
        decisions=decisions.fingerprint,
        states=decided.states,
    )
    draft.commit(manifest, erasing)
    return manifest


def _same_before(draft: Draft, sources: Sequence[SourceRecord], settings: tuple[str, str, str]) -> Manifest | None:
    """Return the manifest of the snapshot before the current one if that was made from just these sources.

    So it is where what came last is forgotten: then its database has never had it. Of what was made of them, it is
    enough to look at the entities: had mentions been linked otherwise, these would be others.
    """
    before = draft.before()
    if before is None or (before.settings, before.base, before.decisions) != settings:
        return None
    old, new = ([replace(record, links="", quads="") for record in each] for each in (before.sources, sources))
    return before if old == new else None


def store_totals(manifest: Manifest) -> dict[str, Any]:
    """Return what a report tells of a snapshot: what is in it, and what came of decisions."""
    states = Counter(manifest.states.values())
    return {
        **manifest.totals,
        "decisions": states[DecisionState.HOLDS],
        "dormant": states[DecisionState.DORMANT],
        "overruled": states[DecisionState.OVERRULED],
    }


def _totals(
    draft: Draft, kinds: Mapping[EntityKind, int], documents: int, more: int | None, links: int
) -> dict[str, int]:
    """Return what there is in a draft, beside *links* to outside, and *more* facts than before, if that is known."""
    facts = draft.previous.totals.get("facts") if more is not None else None
    if facts is None or more is None:
        # Claims of one source that turn out to say the same are one fact: they are counted in the graph, by its engine.
        found: Any = draft.graph.query(f"SELECT (COUNT(*) AS ?n) {{ GRAPH ?g {{ ?fact {CONFIDENCE} ?c }} }}")
        facts, more = int(next(iter(found))["n"].value) - links, 0
    return {
        "documents": documents,
        "people": kinds.get(EntityKind.PERSON, 0),
        "organizations": kinds.get(EntityKind.ORGANIZATION, 0),
        "papers": kinds.get(EntityKind.WORK, 0),
        "facts": facts + more,
    }
