"""Writing: the graphs of sources and that of identities go into the draft, as text that the database loads whole."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from graph_builder.graph import Minter, SourceInfo
from graph_builder.model import EntityKind, Link, StoreError, digest
from graph_builder.pipeline.decided import Decided
from graph_builder.pipeline.stages import Progress, Stages
from graph_builder.pipeline.workers import Failure, run
from graph_builder.store import Draft, SourceRecord

_PART = 12_000
"""Claims whose quads one worker writes at a time: about 300,000 quads."""

_ENTITIES = 60_000
"""Entities whose quads one worker writes at a time."""

_FILE = 80_000_000
"""Characters of one file of N-Quads. Loading takes five times as much memory as a file is long, up to 1.5 GB."""

_LIMIT = 3600.0
"""Seconds for one file, which takes some: what takes longer hangs."""


def write(
    draft: Draft,
    sources: Sequence[SourceRecord],
    decided: Decided,
    stages: Stages,
    base: str,
    tell: Progress,
    workers: int | None = None,
) -> tuple[SourceRecord, ...]:
    """Write the graphs whose facts or links changed, and that of identities; return the records with fingerprints.

    A new graph of some size is made by *workers*, by default one for each processor, while what they made is loaded.
    """
    anew = not draft.number or (stages.resolving, base) != (draft.previous.settings, draft.previous.base)
    work = _Work(draft, sources, decided, stages, base)
    if anew:
        draft.start_anew()
    if anew and sum(record.claims for record in sources) > _PART:
        return _written_by_workers(work, os.cpu_count() or 1 if workers is None else workers, tell)
    return _written_here(work, anew, tell)


@dataclass(slots=True)
class _Work:
    """What there is to write: sources with their facts and links, and entities."""

    draft: Draft
    sources: Sequence[SourceRecord]
    decided: Decided
    stages: Stages
    base: str
    known: set[tuple[EntityKind, str]] = field(init=False)
    _links: dict[str, list[Link]] = field(init=False)

    def __post_init__(self) -> None:
        identities = self.decided.identities
        self.known = {(entity.kind, entity.key) for entity in identities.entities}
        self._links = {}
        for link in identities.links:
            self._links.setdefault(link.source, []).append(link)

    def links(self, record: SourceRecord) -> dict[str, Link]:
        """Return the links of a source, by mention."""
        return {link.mention: link for link in self._links.get(record.id, ())}

    def with_fingerprint(self, record: SourceRecord) -> SourceRecord:
        """Return the record of a source with a digest of all that its quads are made from."""
        links = sorted(self._links.get(record.id, ()), key=lambda link: link.mention)
        rejected = sorted(self.decided.rejected.get(record.id, ()))
        told = (record.content, record.facts, record.title, record.media_type, repr(record.note))
        return replace(record, quads=digest(*told, *map(_told, links), *rejected))

    def lines(self, record: SourceRecord) -> Iterable[str]:
        """Return the quads of a source as N-Quads."""
        note = record.note
        info = SourceInfo(record.title, record.media_type, record.content, note.address, note.date)
        facts = self.decided.without(self.draft.facts(record))
        return self.stages.source_lines(facts, self.links(record), self.known, self.base, info)


def _told(link: Link) -> str:
    """Return what a link says, as text to be digested."""
    said = (link.mention, link.kind.value, link.entity, link.unit, link.status.value, link.rule, repr(link.score))
    return "\x1e".join((*said, *link.reasons))


def _written_here(work: _Work, anew: bool, tell: Progress) -> tuple[SourceRecord, ...]:
    minter = Minter(work.base)
    before = {record.id: record.quads for record in work.draft.previous.sources}
    written = []
    for position, record in enumerate(work.sources):
        tell("Writing", position, len(work.sources))
        written.append(work.with_fingerprint(record))
        if anew or before.get(record.id) != written[-1].quads:
            work.draft.replace(minter.source(record.id), work.lines(record))
    entities = work.decided.identities.entities
    work.draft.replace(minter.identity, work.stages.identity_lines(entities, work.base))
    return tuple(written)


@dataclass(frozen=True, slots=True)
class _Part:
    """Some sources, or else some entities, by their places, whose quads go into one file."""

    start: int
    end: int
    of_entities: bool = False


def _parts(work: _Work) -> Iterator[_Part]:
    entities = len(work.decided.identities.entities)
    for start in range(0, entities, _ENTITIES):
        yield _Part(start, min(entities, start + _ENTITIES), of_entities=True)
    start = claims = 0
    for place, record in enumerate(work.sources):
        claims += record.claims
        if claims >= _PART or place == len(work.sources) - 1:
            yield _Part(start, place + 1)
            start, claims = place + 1, 0


def _written_by_workers(work: _Work, workers: int, tell: Progress) -> tuple[SourceRecord, ...]:
    """Write a new graph: workers make files of N-Quads, which are loaded and removed as they come."""
    written: dict[str, SourceRecord] = {}
    parts = list(_parts(work))
    gc.collect()
    gc.freeze()  # what workers share with this process is not copied for the sake of counting references

    def make(part: _Part) -> tuple[list[Path], list[SourceRecord]]:
        return _files_of(work, part)

    try:
        # The workers part from this process before it opens the database.
        for done, (_, made) in enumerate(run(parts, make, workers=workers, timeout=_LIMIT, close=[work.draft.lock])):
            tell("Writing", done, len(parts))
            if isinstance(made, Failure):
                raise StoreError(f"the graph cannot be written: {made.what}; {made.advice or 'build again'}")
            paths, records = made
            for path in paths:
                work.draft.load(path)
            written.update((record.id, record) for record in records)
    finally:
        gc.unfreeze()
    return tuple(written[record.id] for record in work.sources)


def _files_of(work: _Work, part: _Part) -> tuple[list[Path], list[SourceRecord]]:
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


def _lines_of(work: _Work, part: _Part, records: list[SourceRecord]) -> Iterator[str]:
    if part.of_entities:
        entities = work.decided.identities.entities[part.start : part.end]
        yield from work.stages.identity_lines(entities, work.base)
        return
    for record in work.sources[part.start : part.end]:
        records.append(work.with_fingerprint(record))
        yield from work.lines(record)
