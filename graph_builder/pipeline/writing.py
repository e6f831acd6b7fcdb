"""Writing: the graphs of sources and that of identities go into the draft, as text that the database loads whole."""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from graph_builder.graph import Minter
from graph_builder.model import StoreError
from graph_builder.pipeline.changes import written_here
from graph_builder.pipeline.process_pool import Failure, run
from graph_builder.pipeline.stages import Progress, Stages
from graph_builder.pipeline.stored import ResolutionResult, uncollected
from graph_builder.pipeline.work import WriteTask, WrittenGraph
from graph_builder.store import Draft, SourceRecord, in_order_of_keys

_MANY = 12_000
"""Claims up to which a new graph is written by this process alone."""

_PART, _LEAST = 6_000, 1_500
"""Claims whose quads one worker writes at a time, at most and at least: of 6,000 there are about 150,000 quads."""

_PARTS = 32
"""Parts of a graph, as far as these allow: loading begins when the first is there, and takes the memory of two."""

_FILE = 80_000_000
"""Characters of one file of N-Quads. Loading takes five times as much memory as a file is long, up to 1.5 GB."""

_LOADERS = 2
"""Files that are loaded at once: the engine uses one thread for each, and loading is most of what there is to do."""

_LIMIT = 3600.0
"""Seconds for one file, which takes some: what takes longer hangs."""


def write(
    draft: Draft,
    sources: Sequence[SourceRecord],
    decided: ResolutionResult,
    stages: Stages,
    base: str,
    tell: Progress,
    workers: int | None = None,
) -> WrittenGraph:
    """Write the graphs whose facts or links changed, and that of identities; return the records with fingerprints.

    The graphs of sources that are no more go.

    A new graph of some size is made by *workers*, by default one for each processor, while what they made is loaded.
    """
    anew = not draft.number or (stages.resolving, base) != (draft.previous.settings, draft.previous.base)
    work = WriteTask(draft, sources, decided, stages, base)
    count = os.cpu_count() or 1 if workers is None else workers
    if anew:
        draft.start_anew()
    if anew and sum(record.claims for record in sources) > _MANY:
        return _written_by_workers(work, count, tell)
    with uncollected():
        return written_here(work, anew, tell, count)


@dataclass(frozen=True, slots=True)
class _Part:
    """Sources from one place to another, or else, from a place of their file on, so many entities."""

    start: int
    end: int
    of_entities: bool = False


def _in_order_of_graphs(work: WriteTask) -> WriteTask:
    """Return the work with sources in the order of their graphs in the database.

    Three of the six indices begin with the graph: there files of neighbours lie side by side, and are never merged.
    """
    minter = Minter(work.base)
    names = {minter.source(record.id).value: record for record in work.sources}
    return replace(work, sources=[names[name] for name in in_order_of_keys(names)])


def _parts(work: WriteTask) -> Iterator[_Part]:
    for place, count in work.decided.parts:
        yield _Part(place, count, of_entities=True)
    size = min(_PART, max(_LEAST, sum(record.claims for record in work.sources) // _PARTS))
    start = claims = 0
    for place, record in enumerate(work.sources, 1):
        claims += record.claims
        if claims >= size or place == len(work.sources):
            yield _Part(start, place)
            start, claims = place, 0


def _written_by_workers(work: WriteTask, workers: int, tell: Progress) -> WrittenGraph:
    """Write a new graph: workers make files of N-Quads, which are loaded and removed as they come."""
    written: dict[str, SourceRecord] = {}
    sources, work = work.sources, _in_order_of_graphs(work)
    parts = list(_parts(work))
    gc.collect()
    gc.freeze()  # what workers share with this process is not copied for the sake of counting references

    def make(part: _Part) -> tuple[list[Path], list[SourceRecord]]:
        return _files_of(work, part)

    loaders = max(1, min(_LOADERS, workers))
    loading: deque[Future[None]] = deque()
    try:
        with ThreadPoolExecutor(loaders) as pool:
            # The workers part from this process before it opens the database.
            done = run(parts, make, workers=workers, timeout=_LIMIT, close=[work.draft.lock])
            for number, (_, made) in enumerate(done):
                tell("Writing", number, len(parts))
                if isinstance(made, Failure):
                    raise StoreError(f"the graph cannot be written: {made.what}; {made.advice or 'build again'}")
                paths, records = made
                for path in paths:
                    if len(loading) == loaders:
                        loading.popleft().result()
                    loading.append(pool.submit(work.draft.load, path))
                written.update((record.id, record) for record in records)
            for last in loading:
                last.result()
    finally:
        gc.unfreeze()
    return WrittenGraph(tuple(written[record.id] for record in sources))


def _files_of(work: WriteTask, part: _Part) -> tuple[list[Path], list[SourceRecord]]:
    """Write files of N-Quads; return them, and the records of the sources in them with fingerprints."""
    records: list[SourceRecord] = []
    lines = _lines_of(work, part, records)
    paths: list[Path] = []
    while (first := next(lines, "")) != "":
        paths.append(work.draft.scratch(f"{part.of_entities:d}-{part.start}-{len(paths)}.nq"))
        size = 0
        with paths[-1].open("w", encoding="utf-8", newline="\n", buffering=1 << 20) as file:
            for piece in chain((first,), lines):
                file.write(piece)
                size += len(piece)
                if size > _FILE:
                    break
    return paths, records


def _lines_of(work: WriteTask, part: _Part, records: list[SourceRecord]) -> Iterator[str]:
    if part.of_entities:
        yield from work.identities(part.start, part.end)
        return
    for record in work.sources[part.start : part.end]:
        records.append(work.with_fingerprint(record))
        yield from work.lines(records[-1])
