"""Writing: the graphs of sources and that of identities go into the draft, as text that the database loads whole."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from graph_builder.graph import SourceInfo, identity_lines, source_lines
from graph_builder.model import EntityKind, Link, Revisions, StoreError, digest
from graph_builder.pipeline.resolution import ResolutionResult
from graph_builder.pipeline.stages import Progress
from graph_builder.process_pool import Failure, run
from graph_builder.store import Draft, DraftFiles, SourceRecord, decode_links, entity_of, read_entities

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


class _Everything(Collection[tuple[EntityKind, str]]):
    """All kinds and keys of entities: links that lead nowhere were left out before."""

    def __contains__(self, key: object) -> bool:
        return True

    def __iter__(self) -> Iterator[tuple[EntityKind, str]]:
        return iter(())

    def __len__(self) -> int:
        return 0


KNOWN = _Everything()
"""What is known when links are written: links that lead nowhere were left out."""


@dataclass(frozen=True, slots=True)
class GraphLines:
    """Makes the N-Quads of sources and entities from what lies in a draft. It can be sent to a worker process.

    *links* and *revisions* are those of the resolution: by source, the object with its links, and what people said of
    its claims.
    """

    files: DraftFiles
    base: str
    links: Mapping[str, str]
    revisions: Revisions

    def with_fingerprint(self, record: SourceRecord, links: str = "") -> SourceRecord:
        """Return the record of a source with its *links* and a digest of all that its quads are made from.

        Links are those of the resolution, if no others are given.
        """
        record = replace(record, links=links or self.links[record.id])
        return replace(record, quads=self.fingerprint(record))

    def fingerprint(self, record: SourceRecord) -> str:
        """Return a digest of all that the quads of a source are made from."""
        made_from = [record.content, record.facts, record.title, record.media_type, repr(record.note), record.links]
        if record.asked:
            made_from.append(record.asked)
        if own := self.revisions.get(record.id):
            made_from.append(repr(own))
        return digest(*made_from)

    def of_source(self, record: SourceRecord, links: Mapping[str, Link] | None = None) -> Iterable[str]:
        """Return the quads of a source as N-Quads; its *links* need not be read if they are given."""
        facts = self.files.facts(record)
        if self.revisions:
            from graph_builder.resolve.revisions import revised

            facts = revised(facts, self.revisions)
        if links is None:
            data = self.files.objects.get(record.links)
            links = {link.mention: link for link in decode_links(record.id, data)}
        return source_lines(facts, links, KNOWN, self.base, info_of(record))

    def of_entities(self, place: int = 0, count: int | None = None) -> Iterable[str]:
        """Return the quads of so many entities from a place of their table on, as N-Quads."""
        rows = islice(read_entities(self.files.entities, place), count)
        return identity_lines(map(entity_of, rows), self.base)


def info_of(record: SourceRecord) -> SourceInfo:
    """Return what is known of a source besides its facts."""
    note = record.note
    return SourceInfo(record.title, record.media_type, record.content, note.address, note.date, record.asked)


class WrittenGraph(NamedTuple):
    """The records of what was written, with fingerprints, and how many facts there are more than before, if known."""

    sources: tuple[SourceRecord, ...]
    facts: int | None = None


@dataclass(frozen=True, slots=True)
class _Part:
    """Some sources; or else, from a place of their table on, so many entities."""

    name: str
    sources: tuple[SourceRecord, ...] = ()
    place: int = 0
    entities: int = 0


def _parts(sources: Sequence[SourceRecord], resolved: ResolutionResult) -> Iterator[_Part]:
    for place, count in resolved.parts:
        yield _Part(f"entities-{place}", place=place, entities=count)
    size = min(_PART, max(_LEAST, sum(record.claims for record in sources) // _PARTS))
    start = claims = 0
    for place, record in enumerate(sources, 1):
        claims += record.claims
        if claims >= size or place == len(sources):
            yield _Part(f"sources-{start}", tuple(sources[start:place]))
            start, claims = place, 0


def write_graph(
    draft: Draft,
    sources: Sequence[SourceRecord],
    resolved: ResolutionResult,
    lines: GraphLines,
    progress: Progress,
    workers: int | None = None,
) -> WrittenGraph:
    """Write a new graph: files of N-Quads are made, loaded and removed as they come.

    Args:
        draft: the draft.
        sources: records of all sources.
        resolved: their entities and links.
        lines: what makes the N-Quads.
        progress: called as the work goes on.
        workers: how many processes make files of a large graph; by default one for each processor.
    """
    draft.start_anew()
    written: dict[str, SourceRecord] = {}
    parts = list(_parts(sources, resolved))
    if sum(record.claims for record in sources) <= _MANY:
        workers = 0
    elif workers is None:
        workers = os.cpu_count() or 1
    loaders = max(1, min(_LOADERS, workers))
    loading: deque[Future[None]] = deque()
    with ThreadPoolExecutor(loaders) as pool:
        done = run(parts, partial(_write_files, lines), workers=workers, timeout=_LIMIT)
        for number, (_, made) in enumerate(done):
            progress("Writing", number, len(parts))
            if isinstance(made, Failure):
                raise StoreError(f"the graph cannot be written: {made.what}; {made.advice or 'build again'}")
            paths, records = made
            for path in paths:
                if len(loading) == loaders:
                    loading.popleft().result()
                loading.append(pool.submit(draft.load, path))
            written.update((record.id, record) for record in records)
        for last in loading:
            last.result()
    return WrittenGraph(tuple(written[record.id] for record in sources))


def _write_files(lines: GraphLines, part: _Part) -> tuple[list[Path], list[SourceRecord]]:
    """Write files of N-Quads; return them, and the records of the sources in them with fingerprints."""
    records = [lines.with_fingerprint(record) for record in part.sources]
    pieces = chain.from_iterable(map(lines.of_source, records))
    if part.entities:
        pieces = chain.from_iterable([lines.of_entities(part.place, part.entities)])
    paths: list[Path] = []
    while (first := next(pieces, "")) != "":
        paths.append(lines.files.scratch(f"{part.name}-{len(paths)}.nq"))
        size = 0
        with paths[-1].open("w", encoding="utf-8", newline="\n", buffering=1 << 20) as file:
            for piece in chain((first,), pieces):
                file.write(piece)
                size += len(piece)
                if size > _FILE:
                    break
    return paths, records
