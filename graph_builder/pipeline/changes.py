"""Changing a graph: of the graphs that differ, the quads that do, found by workers while others are written."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from tempfile import TemporaryFile
from typing import TextIO

import pyoxigraph as ox

from graph_builder.graph import Lines, Minter, changed_lines, identity_lines, retold_lines, source_lines, touched
from graph_builder.graph.vocabulary import CONFIDENCE
from graph_builder.model import Entity, Link, StoreError
from graph_builder.pipeline.resolution import ResolutionResult, uncollected
from graph_builder.pipeline.stages import Progress
from graph_builder.pipeline.writing import KNOWN, GraphLines, WrittenGraph, info_of
from graph_builder.process_pool import Failure, run
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


def change_graph(
    draft: Draft,
    sources: Sequence[SourceRecord],
    resolved: ResolutionResult,
    lines: GraphLines,
    progress: Progress,
    workers: int | None = None,
) -> WrittenGraph:
    """Write the quads of a graph that differ from those before, as ``write_graph`` writes all of a new one.

    Graphs of sources that are no more go. How many facts came more than went is returned where all that differs is
    lines.
    """
    minter = Minter(lines.base)
    before = {record.id: record for record in draft.previous.sources}
    records = {record.id: lines.with_fingerprint(record) for record in sources}
    changed = resolved.changed.links if resolved.changed is not None else None
    differing = [
        _DifferingSource(before.get(record.id), record, None if changed is None else changed.get(record.id, {}))
        for record in records.values()
        if record.id not in before
        or (changed is not None and record.id in changed)
        or before[record.id].quads != record.quads
    ]
    if sum(each.now.claims for each in differing) <= _MANY:  # workers would cost more than they save
        workers = 0
    elif workers is None:
        workers = os.cpu_count() or 1
    with uncollected(), _GraphChanger(draft) as changer:
        for gone in sorted(before.keys() - records.keys()):
            changer.drop(minter.source(gone))
        found = run(differing, partial(_change_of, lines), workers=workers, timeout=_LIMIT)
        for position, (each, made) in enumerate(found):
            progress("Writing", position, len(differing))
            if isinstance(made, Failure):
                raise StoreError(f"the graph cannot be written: {made.what}; {made.advice or 'build again'}")
            records[each.now.id] = made.record
            changer.store(made.links)
            if made.lines is None:
                changer.replace(minter.source(each.now.id), partial(lines.of_source, made.record))
            else:
                changer.change(made.lines)
        if draft.previous_entities.exists():
            changer.change(_changed_identities(draft, resolved, lines.base))
        else:
            changer.replace(minter.identity, lines.of_entities)
    return WrittenGraph(tuple(records[record.id] for record in sources), changer.facts)


@dataclass(frozen=True, slots=True)
class _DifferingSource:
    """A source whose graph may differ: its record as it was, if it was there, and as it is.

    *links* are those that differ, by mention, if they are known; None for one that is no more.
    """

    before: SourceRecord | None
    now: SourceRecord
    links: Mapping[str, Link | None] | None


@dataclass(frozen=True, slots=True)
class _SourceChange:
    """What came of a source: its record, its links as an object if they are to be stored, and the lines that differ.

    Without lines, its graph has to be written or compared as a whole.
    """

    record: SourceRecord
    links: tuple[str, bytes] | None
    lines: Lines | None


def _change_of(lines: GraphLines, each: _DifferingSource) -> _SourceChange:
    """Return the links of a source and what its graph loses and gains."""
    before, record = each.before, each.now
    links: tuple[str, bytes] | None = None
    if each.links is not None:
        old = _stored(lines, before) if before is not None else {}
        new = link_lines(record.id, encode_links(link for link in each.links.values() if link is not None))
        other = {m: new.get(m) for m in each.links if old.get(m) != new.get(m)}
        if other or before is None:
            links = pack(encode_lines((m, line) for m, line in {**old, **other}.items() if line is not None))
            record = lines.with_fingerprint(record, links[0])
            if before is None:
                own = _by_mention(record.id, new.values())
                return _SourceChange(record, links, ([], list(lines.of_source(record, own))))
    same = before is not None and lines.fingerprint(replace(record, links=before.links)) == before.quads
    if before is None or not same or lines.revisions.get(record.id):
        return _SourceChange(record, links, None)
    if each.links is None:
        try:
            old = _stored(lines, before)
        except StoreError:  # what was is lost: the graph itself is compared
            return _SourceChange(record, links, None)
        new = _stored(lines, record)
        other = {m: new.get(m) for m in old.keys() | new.keys() if old.get(m) != new.get(m)}
    return _SourceChange(record, links, _changes(lines, record, old, other))


def _stored(lines: GraphLines, record: SourceRecord) -> dict[str, LinkLine]:
    return link_lines(record.id, lines.files.objects.get(record.links))


def _changes(made: GraphLines, record: SourceRecord, old: Stored, other: Mapping[str, LinkLine | None]) -> Lines:
    """Return the lines that a source loses and gains if nothing but some of its links, *other*, is different.

    Where a link leads to the same as before, no claim says anything else, so that facts need not be read for it.
    """
    goals = {m: target_of(line) for m, line in other.items() if line is not None}
    retold = {m: line for m, line in other.items() if line is not None and m in old and target_of(old[m]) == goals[m]}
    was, now = (links_of(record.id, lines) for lines in ([old[m] for m in retold], retold.values()))
    gone, come = retold_lines(zip(was, now, strict=True), made.base)
    moved = other.keys() - retold.keys()
    if moved:
        leading = _Leading(old, {m: goals[m][1] for m in moved if m in goals})
        data = made.files.objects.get(record.facts)
        some = decode_some(data, lambda claims: touched(claims, moved, leading), moved)
        held = [mention.id for mention in some.mentions]
        before = [old[m] for m in held if m in old]
        after = [line for m in held if (line := other[m] if m in moved else old.get(m)) is not None]
        lines = changed_lines(
            some,
            (_by_mention(record.id, before), info_of(record)),
            (_by_mention(record.id, after), info_of(record)),
            KNOWN,
            made.base,
            source_lines,
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


def _changed_identities(draft: Draft, resolved: ResolutionResult, base: str) -> Lines:
    """Return the lines that the graph of identities loses and gains."""
    gone, new = dict[str, None](), dict[str, None]()
    changed: Iterable[tuple[Entity | None, Entity | None]] = (
        resolved.changed.entities
        if resolved.changed is not None
        else changed_entities(read_entities(draft.previous_entities), read_entities(draft.entities))
    )
    for was, now in changed:
        for entity, into in ((was, gone), (now, new)):
            if entity is not None:
                lines = "".join(identity_lines([entity], base))
                into.update((f"{line}\n", None) for line in lines.split("\n") if line)
    return [line for line in gone if line not in new], [line for line in new if line not in gone]


class _GraphChanger:
    """Changes a graph in a thread of its own, and stores objects.

    What goes is removed as it comes; what comes is added in few steps, of which each takes more than that before:
    whoever looks something up has to ask whatever was added at a time.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._thread, self._storing = ThreadPoolExecutor(1), ThreadPoolExecutor(_AT_ONCE)
        self._waiting: deque[Future[None]] = deque()
        self._stored: list[Future[None]] = []
        self._gone: list[str] = []
        self.facts: int | None = 0
        """How many facts came more than went, unless that is not known."""
        self._come, self._count, self._early = self._file(), 0, _EARLY

    def _file(self) -> TextIO:
        folder = self._draft.files.scratch("come").parent
        return TemporaryFile("w+", encoding="utf-8", newline="\n", dir=folder)

    def store(self, packed: tuple[str, bytes] | None) -> None:
        """Have an object stored."""
        if packed is not None:
            self._stored.append(self._storing.submit(self._draft.objects.put, *packed))

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
        """Have a graph hold these lines, which may be made from what was stored."""
        self.facts = None
        for step in self._stored:
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
        with self._come, self._thread, self._storing:
            if failed is None:
                self._remove()
                self._add()
                for step in (*self._waiting, *self._stored):
                    step.result()
