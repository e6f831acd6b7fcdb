"""Changing a graph: of the graphs that differ, the quads that do, found by workers while others are written."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from tempfile import TemporaryFile
from typing import TextIO

import pyoxigraph as ox

from graph_builder.graph import Lines, Minter, changed_lines, retold_lines, touched
from graph_builder.graph.vocabulary import CONFIDENCE
from graph_builder.model import Entity, Link, StoreError
from graph_builder.pipeline.process_pool import Failure, run
from graph_builder.pipeline.stages import Progress
from graph_builder.pipeline.work import KNOWN, WriteTask, WrittenGraph, info_of
from graph_builder.store import (
    Draft,
    LinkLine,
    SourceRecord,
    changed_entities,
    decode_some,
    encode_lines,
    encode_links,
    link_lines,
    linked_entity,
    links_of,
    mentions_linked_to,
    pack,
    read_entities,
    target_of,
)

_LINES = 20_000
"""Lines that go at a time."""

_EARLY, _GROWTH = 15_000_000, 8
"""Characters of lines that come from which on these are added while others are looked for, and how this number grows.

The lines of what is new, which are most of a small change, come early.
"""

_WAITING = 4
"""Changes of the database that wait for their turn."""

_MANY = 12_000
"""Claims of the sources whose graphs differ from which on workers look for what differs."""

_LIMIT = 3600.0
"""Seconds for one source, which takes less than one: what takes longer hangs."""

_PIECE, _PIECES = 1 << 20, 80
"""Characters of lines that come, which are read again at a time, and times till these are added.

Sorting them takes five times as much memory.
"""

_AT_ONCE = 8
"""Objects that are written at once: the disk takes most of the time for each."""

_FACT = re.compile(rf"^<[^>]*> {re.escape(str(CONFIDENCE))} ", re.MULTILINE)
"""Where a line says of a fact how sure it is, which is said of each once."""

Stored = Mapping[str, LinkLine]
"""Links as they are stored, by mention."""


def written_here(work: WriteTask, anew: bool, tell: Progress, workers: int) -> WrittenGraph:
    """Write the graphs that differ, and of these the quads that do; return the records with fingerprints.

    Those of sources that are no more go. How many facts came more than went is told where all that differs is lines.
    """
    minter = Minter(work.base)
    before = {} if anew else {record.id: record for record in work.draft.previous.sources}
    records = {record.id: work.with_fingerprint(record) for record in work.sources}
    changed = work.decided.changed
    links = changed.links if changed is not None else {}
    other = [
        _DifferingSource(before.get(record.id), record)
        for record in records.values()
        if record.id not in before or record.id in links or before[record.id].quads != record.quads
    ]
    # Without a database to compare with, or with little to look at, workers would cost more than they save.
    many = not anew and sum(each.now.claims for each in other) > _MANY
    found = _changes_of_sources(work, other, workers if many else 0)
    ready = list(islice(found, 1))  # the workers part from this process before it opens the database
    with _GraphChanger(work.draft) as changing:
        for gone in sorted(before.keys() - records.keys()):
            changing.drop(minter.source(gone))
        for position, (each, made) in enumerate(chain(ready, found)):
            tell("Writing", position, len(other))
            records[each.now.id] = made.record
            changing.keep(made.links)
            if made.lines is None:
                changing.replace(minter.source(each.now.id), partial(work.lines, made.record))
            else:
                changing.change(made.lines)
        if not anew and work.draft.previous_entities.exists():
            changing.change(_changed_identities(work))
        else:
            changing.replace(minter.identity, work.identities)
    return WrittenGraph(tuple(records[record.id] for record in work.sources), changing.facts)


def drop_gone(draft: Draft, sources: Iterable[SourceRecord], base: str) -> None:
    """Take the graphs of those sources out of a draft that are no more, and close its database.

    That takes time for each quad, and goes by nothing that resolution finds.
    """
    gone = {record.id for record in draft.previous.sources} - {record.id for record in sources}
    if gone:
        minter = Minter(base)
        for source in sorted(gone):
            draft.drop(minter.source(source))
        draft.close()


@dataclass(frozen=True, slots=True)
class _DifferingSource:
    """A source whose graph may differ: its record as it was, if it was there, and as it is."""

    before: SourceRecord | None
    now: SourceRecord


@dataclass(frozen=True, slots=True)
class _SourceChange:
    """What came of a source: its record, its links as an object if they are to be kept, and the lines that differ.

    Without lines, its graph has to be written or compared as a whole.
    """

    record: SourceRecord
    links: tuple[str, bytes] | None
    lines: Lines | None


def _changes_of_sources(
    work: WriteTask, other: Sequence[_DifferingSource], workers: int
) -> Iterator[tuple[_DifferingSource, _SourceChange]]:
    def make(each: _DifferingSource) -> _SourceChange:
        return _of_source(work, each.before, each.now)

    if not workers:
        yield from ((each, make(each)) for each in other)
        return
    for each, made in run(other, make, workers=workers, timeout=_LIMIT, close=[work.draft.lock]):
        if isinstance(made, Failure):
            raise StoreError(f"the graph cannot be written: {made.what}; {made.advice or 'build again'}")
        yield each, made


def _of_source(work: WriteTask, before: SourceRecord | None, record: SourceRecord) -> _SourceChange:
    """Return the links of a source and what its graph loses and gains."""
    changed = work.decided.changed
    links: tuple[str, bytes] | None = None
    if changed is not None:
        old = _stored(work, before) if before is not None else {}
        told = [link for link in changed.links.get(record.id, {}).values() if link is not None]
        new = link_lines(record.id, encode_links(told))
        other = {m: new.get(m) for m in changed.links.get(record.id, {}) if old.get(m) != new.get(m)}
        if other or before is None:
            links = pack(encode_lines((m, line) for m, line in {**old, **other}.items() if line is not None))
            record = work.with_fingerprint(record, links[0])
            if before is None:
                return _SourceChange(
                    record, links, ([], list(work.lines(record, _by_mention(record.id, new.values()))))
                )
    same = before is not None and work.fingerprint(replace(record, links=before.links)) == before.quads
    if before is None or not same or work.decided.rejected.get(record.id):
        return _SourceChange(record, links, None)
    if changed is None:
        try:
            old = _stored(work, before)
        except StoreError:  # what was is lost: the graph itself is compared
            return _SourceChange(record, links, None)
        new = _stored(work, record)
        other = {m: new.get(m) for m in old.keys() | new.keys() if old.get(m) != new.get(m)}
    return _SourceChange(record, links, _changes(work, record, old, other))


def _stored(work: WriteTask, record: SourceRecord) -> dict[str, LinkLine]:
    return link_lines(record.id, work.draft.objects.get(record.links))


def _changes(work: WriteTask, record: SourceRecord, old: Stored, other: Mapping[str, LinkLine | None]) -> Lines:
    """Return the lines that a source loses and gains if nothing but some of its links, *other*, is different.

    Where a link leads to the same as before, no claim says anything else, so that facts need not be read for it.
    """
    goals = {m: target_of(line) for m, line in other.items() if line is not None}
    retold = {m: line for m, line in other.items() if line is not None and m in old and target_of(old[m]) == goals[m]}
    was, now = (links_of(record.id, lines) for lines in ([old[m] for m in retold], retold.values()))
    gone, come = retold_lines(zip(was, now, strict=True), work.base)
    moved = other.keys() - retold.keys()
    if moved:
        leading = _Leading(old, {m: goals[m][1] for m in moved if m in goals})
        data = work.draft.objects.get(record.facts)
        some = decode_some(data, lambda claims: touched(claims, moved, leading), moved)
        held = [mention.id for mention in some.mentions]
        before = [old[m] for m in held if m in old]
        after = [line for m in held if (line := other[m] if m in moved else old.get(m)) is not None]
        lines = changed_lines(
            some,
            (_by_mention(record.id, before), info_of(record)),
            (_by_mention(record.id, after), info_of(record)),
            KNOWN,
            work.base,
            work.stages.source_lines,
        )
        gone, come = gone + lines[0], come + lines[1]
    return gone, come


@dataclass(frozen=True, slots=True)
class _Leading:
    """Where mentions lead: by links as they were, and to entities where some lead now."""

    old: Stored
    now: Mapping[str, str]

    def entities(self, mentions: Collection[str]) -> set[str]:
        then = {linked_entity(self.old[m]) for m in mentions if m in self.old}
        return then | {self.now[m] for m in mentions if m in self.now}

    def mentions(self, entities: Collection[str]) -> set[str]:
        return mentions_linked_to(self.old, entities) | {m for m, entity in self.now.items() if entity in entities}


def _by_mention(source: str, lines: Iterable[LinkLine]) -> dict[str, Link]:
    return {link.mention: link for link in links_of(source, lines)}


def _facts_in(pieces: Iterable[str]) -> int:
    """Return how many facts pieces of N-Quads tell of."""
    return sum(len(_FACT.findall(piece)) for piece in set(pieces))


def _changed_identities(work: WriteTask) -> Lines:
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


class _GraphChanger:
    """Changes a graph in a thread of its own, and keeps objects.

    What goes is removed as it comes; what comes is added in few steps, of which each takes more than that before:
    whoever looks something up has to ask whatever was added at a time.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._thread, self._keeping = ThreadPoolExecutor(1), ThreadPoolExecutor(_AT_ONCE)
        self._waiting: deque[Future[None]] = deque()
        self._kept: list[Future[None]] = []
        self._gone: list[str] = []
        self.facts: int | None = 0
        """How many facts came more than went, unless that is not known."""
        self._come, self._count, self._early = self._file(), 0, _EARLY

    def _file(self) -> TextIO:
        folder = self._draft.scratch("come").parent
        return TemporaryFile("w+", encoding="utf-8", newline="\n", dir=folder)

    def keep(self, packed: tuple[str, bytes] | None) -> None:
        """Have an object kept."""
        if packed is not None:
            self._kept.append(self._keeping.submit(self._draft.objects.put, *packed))

    def change(self, lines: Lines) -> None:
        """Have lines go and others come."""
        if self.facts is not None:
            self.facts += _facts_in(lines[1]) - _facts_in(lines[0])
        self._gone += lines[0]
        self._come.writelines(lines[1])
        self._count += sum(map(len, lines[1]))
        if self._count > self._early:
            self._add()
            self._come, self._count, self._early = self._file(), 0, self._early * _GROWTH
        if len(self._gone) > _LINES:
            self._remove()

    def drop(self, name: ox.NamedNode) -> None:
        """Have a graph go."""
        self.facts = None
        self._submit(lambda: self._draft.drop(name))

    def replace(self, name: ox.NamedNode, lines: Callable[[], Iterable[str]]) -> None:
        """Have a graph hold these lines, which may be made from what is kept."""
        self.facts = None
        for step in self._kept:
            step.result()
        self._submit(lambda: self._draft.replace(name, lines()))

    def _remove(self) -> None:
        gone, self._gone = self._gone, []
        self._submit(lambda: self._draft.change(gone, ()))

    def _add(self) -> None:
        self._submit(partial(self._add_from, self._come))

    def _add_from(self, come: TextIO) -> None:
        with come:
            come.seek(0)
            every = iter(lambda: come.read(_PIECE) + come.readline(), "")
            for first in every:
                self._draft.change((), chain((first,), islice(every, _PIECES)))

    def _submit(self, step: Callable[[], None]) -> None:
        if len(self._waiting) > _WAITING:
            self._waiting.popleft().result()
        self._waiting.append(self._thread.submit(step))

    def __enter__(self) -> _GraphChanger:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        with self._come, self._thread, self._keeping:
            if failed is None:
                self._remove()
                self._add()
                for step in (*self._waiting, *self._kept):
                    step.result()
