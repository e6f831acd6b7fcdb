"""Writing: the graphs of sources and that of identities go into the draft, as text that the database loads whole."""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from graph_builder.graph import Minter, SourceInfo, changed_lines, touched
from graph_builder.model import Entity, EntityKind, Link, StoreError, digest
from graph_builder.pipeline.stages import Progress, Stages
from graph_builder.pipeline.stored import Decided, uncollected
from graph_builder.pipeline.workers import Failure, run
from graph_builder.store import (
    Draft,
    LinkRow,
    SourceRecord,
    changed_entities,
    decode_links,
    decode_some,
    encode_links,
    entity_of,
    link_rows,
    links_of,
    read_entities,
)

_MANY = 12_000
"""Claims up to which a new graph is written by this process alone."""

_PART = 6_000
"""Claims whose quads one worker writes at a time: about 150,000 quads."""

_FILE = 80_000_000
"""Characters of one file of N-Quads. Loading takes five times as much memory as a file is long, up to 1.5 GB."""

_LINES = 100_000
"""Lines that go and come at a time, when a graph is changed: each time has a price of its own."""

_LOADERS = 2
"""Files that are loaded at once: the engine uses one thread for each, and loading is most of what there is to do."""

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
    if anew and sum(record.claims for record in sources) > _MANY:
        return _written_by_workers(work, os.cpu_count() or 1 if workers is None else workers, tell)
    with uncollected():
        return _written_here(work, anew, tell)


class _Everything(Collection[tuple[EntityKind, str]]):
    """All kinds and keys of entities: links that lead nowhere were left out before."""

    def __contains__(self, key: object) -> bool:
        return True

    def __iter__(self) -> Iterator[tuple[EntityKind, str]]:
        return iter(())

    def __len__(self) -> int:
        return 0


_KNOWN = _Everything()


@dataclass(frozen=True, slots=True)
class _Work:
    """What there is to write: sources with their facts and links, and entities."""

    draft: Draft
    sources: Sequence[SourceRecord]
    decided: Decided
    stages: Stages
    base: str

    def with_fingerprint(self, record: SourceRecord) -> SourceRecord:
        """Return the record of a source with its links and a digest of all that its quads are made from."""
        record = replace(record, links=self.decided.links[record.id])
        return replace(record, quads=self.fingerprint(record))

    def fingerprint(self, record: SourceRecord) -> str:
        """Return a digest of all that the quads of a source are made from."""
        told = (record.content, record.facts, record.title, record.media_type, repr(record.note), record.links)
        return digest(*told, *sorted(self.decided.rejected.get(record.id, ())))

    def links(self, record: SourceRecord) -> dict[str, Link]:
        """Return the links of a source, by mention."""
        data = self.draft.objects.get(record.links)
        return {link.mention: link for link in decode_links(record.id, data)}

    def lines(self, record: SourceRecord) -> Iterable[str]:
        """Return the quads of a source as N-Quads."""
        facts = self.decided.without(self.draft.facts(record))
        return self.stages.source_lines(facts, self.links(record), _KNOWN, self.base, _info(record))

    def changes(self, before: SourceRecord, record: SourceRecord) -> tuple[list[str], list[str]] | None:
        """Return the lines that a source loses and gains if only links of it changed, or None if more did."""
        same = self.fingerprint(replace(record, links=before.links)) == before.quads
        if not same or self.decided.rejected.get(record.id):
            return None
        try:
            old = link_rows(record.id, self.draft.objects.get(before.links))
        except StoreError:  # what was is lost: the graph itself is compared
            return None
        other = self._other_rows(record, old)
        new = {mention: row for mention, row in (old | other).items() if row is not None}
        entities, entities_now = ({mention: row[2] for mention, row in each.items()} for each in (old, new))
        data = self.draft.objects.get(record.facts)
        some = decode_some(data, lambda claims: touched(claims, other.keys(), entities, entities_now), other.keys())
        info, held = _info(record), [mention.id for mention in some.mentions]
        was, now = (
            ({x.mention: x for x in links_of(record.id, [each[m] for m in held if m in each])}, info)
            for each in (old, new)
        )
        return changed_lines(some, was, now, _KNOWN, self.base, self.stages.source_lines)

    def _other_rows(self, record: SourceRecord, old: Mapping[str, LinkRow]) -> dict[str, LinkRow | None]:
        """Return the links of a source that differ from the *old* ones, by mention; None for those that are gone."""
        if self.decided.changed is None:
            new = link_rows(record.id, self.draft.objects.get(record.links))
            maybe: Collection[str] = old.keys() | new.keys()
        else:
            changed = self.decided.changed.links.get(record.id, {})
            new = link_rows(record.id, encode_links(link for link in changed.values() if link is not None))
            maybe = changed.keys()
        return {mention: new.get(mention) for mention in maybe if old.get(mention) != new.get(mention)}


def _info(record: SourceRecord) -> SourceInfo:
    note = record.note
    return SourceInfo(record.title, record.media_type, record.content, note.address, note.date)


def _written_here(work: _Work, anew: bool, tell: Progress) -> tuple[SourceRecord, ...]:
    """Write the graphs that differ, and of these the quads that do."""
    minter = Minter(work.base)
    before = {} if anew else {record.id: record for record in work.draft.previous.sources}
    written = []
    gone: list[str] = []
    new: list[str] = []
    for position, record in enumerate(work.sources):
        tell("Writing", position, len(work.sources))
        written.append(work.with_fingerprint(record))
        known = before.get(record.id)
        if known is None or known.quads != written[-1].quads:
            changes = work.changes(known, written[-1]) if known else None
            if changes is None:
                work.draft.replace(minter.source(record.id), work.lines(written[-1]))
            else:
                gone += changes[0]
                new += changes[1]
        if len(gone) + len(new) > _LINES:
            work.draft.change(gone, new)
            gone, new = [], []
    if not anew and work.draft.previous_entities.exists():
        changes = _changed_identities(work)
        work.draft.change(gone + changes[0], new + changes[1])
    else:
        work.draft.change(gone, new)
        work.draft.replace(minter.identity, _identities(work, 0))
    return tuple(written)


def _identities(work: _Work, place: int, count: int | None = None) -> Iterable[str]:
    rows = islice(read_entities(work.draft.entities, place), count)
    return work.stages.identity_lines(map(entity_of, rows), work.base)


def _changed_identities(work: _Work) -> tuple[list[str], list[str]]:
    """Return the lines that the graph of identities loses and gains."""
    gone, new = dict[str, None](), dict[str, None]()
    draft, changed = work.draft, work.decided.changed
    found: Iterable[tuple[Entity | None, Entity | None]] = (
        changed.entities
        if changed is not None
        else changed_entities(read_entities(draft.previous_entities), read_entities(draft.entities))
    )
    for was, now in found:
        for entity, into in ((was, gone), (now, new)):
            if entity is not None:
                lines = "".join(work.stages.identity_lines([entity], work.base))
                into.update((f"{line}\n", None) for line in lines.split("\n") if line)
    return [line for line in gone if line not in new], [line for line in new if line not in gone]


@dataclass(frozen=True, slots=True)
class _Part:
    """Sources from one place to another, or else, from a place of their file on, so many entities."""

    start: int
    end: int
    of_entities: bool = False


def _parts(work: _Work) -> Iterator[_Part]:
    for place, count in work.decided.parts:
        yield _Part(place, count, of_entities=True)
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
        yield from _identities(work, part.start, part.end)
        return
    for record in work.sources[part.start : part.end]:
        records.append(work.with_fingerprint(record))
        yield from work.lines(records[-1])
