"""Writing: quads go into the draft: all of them, those that differ from before, and links to outside catalogues."""

from __future__ import annotations

import json
import os
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple, TextIO, TypeVar

import pyoxigraph as ox

from graph_builder.graph import vocabulary as v
from graph_builder.graph.identities import identity_lines
from graph_builder.graph.iris import Minter
from graph_builder.graph.sources import Lines, SourceInfo, changed_lines, relinked_lines, source_lines
from graph_builder.graph.vocabulary import CONFIDENCE
from graph_builder.model import Entity, Link, Revisions, SourceFacts, StoreError, digest
from graph_builder.pipeline.resolution import ResolutionResult, without_garbage_collection
from graph_builder.pipeline.stages import Progress
from graph_builder.process_pool import Failure, Runner, run
from graph_builder.store.draft import Draft, DraftFiles
from graph_builder.store.facts import some_of, touched
from graph_builder.store.layout import SourceRecord
from graph_builder.store.links import decode_links, encode_links
from graph_builder.store.objects import pack

T = TypeVar("T")
R = TypeVar("R")

_MANY = 12_000
"""Claims up to which a graph is written by this process alone."""

_ABOUT = 20
"""Claims about one mention, as a rule at most."""

_PART = 4_000
"""Claims whose quads one worker writes at a time: of these there are about 100,000 quads. Two parts are in memory."""

_FILE = 80_000_000
"""Characters of one file of N-Quads. Loading takes five times as much memory as a file is long, up to 1.5 GB."""

_LOADERS = 2
"""Files that are loaded at once: the engine uses one thread for each, and loading is most of what there is to do."""

_LIMIT = 3600.0
"""Seconds for one file, which takes some: what takes longer hangs."""

_LINES = 20_000
"""Lines that are removed at a time."""

_PIECE, _PIECES = 1 << 20, 80
"""Characters of new lines that are read at a time, and how many such pieces are loaded at once.

Sorting them takes five times as much memory.
"""

_FACT = re.compile(rf"^<[^>]*> {re.escape(str(CONFIDENCE))} ", re.MULTILINE)
"""The line with the confidence of a fact; each fact has one."""


EXACT = 0.9
"""The score from which a link to an outside catalogue is ``skos:exactMatch``. Set by hand, not calibrated."""

_EXACT = ox.NamedNode(v.SKOS + "exactMatch")
_CLOSE = ox.NamedNode(v.SKOS + "closeMatch")
_STATEMENT = ox.NamedNode(v.RDF + "Statement")
_COMMENT = ox.NamedNode(v.RDFS + "comment")
_TRIPLE = tuple(ox.NamedNode(v.RDF + part) for part in ("subject", "predicate", "object"))


@dataclass(frozen=True, slots=True)
class GraphLines:
    """Makes the N-Quads of sources and entities from what lies in a draft. It can be sent to a worker process.

    *resolved* is the resolution: for each source it has the object with its links, and what people said of its claims.
    """

    files: DraftFiles
    base: str
    resolved: ResolutionResult

    @property
    def revisions(self) -> Revisions:
        """What people said of claims."""
        return self.resolved.revisions

    def with_fingerprint(self, record: SourceRecord, links: str = "") -> SourceRecord:
        """Return the record of a source with its *links* and a digest of all that its quads are made from.

        Links are those of the resolution, if no others are given.
        """
        record = replace(record, links=links or self.resolved.links[record.id])
        return replace(record, quads=_fingerprint(record, self.revisions))

    def is_made_from(self, before: SourceRecord, record: SourceRecord) -> bool:
        """Return whether all but links is as it was when the quads of a source were made."""
        return before.quads == _fingerprint(replace(record, links=before.links), self.revisions)

    def of_source(self, record: SourceRecord, links: Mapping[str, Link] | None = None) -> Iterable[str]:
        """Return the quads of a source as N-Quads; its *links* need not be read if they are given."""
        facts = self.files.facts(record)
        if self.revisions:
            from graph_builder.resolve.revisions import revised

            facts = revised(facts, self.revisions)
        return source_lines(facts, self.stored_links(record) if links is None else links, self.base, _info_of(record))

    def stored_links(self, record: SourceRecord) -> dict[str, Link]:
        """Return the links of a source that its record names, by mention."""
        return {link.mention: link for link in decode_links(record.id, self.files.objects.get(record.links))}

    def of_entities(self) -> Iterator[str]:
        """Yield the quads of all entities as N-Quads."""
        from graph_builder.resolve.incremental.result import FoundIdentities

        decided = self.resolved.decided
        with closing(FoundIdentities(self.files.layout.resolution_tables)) as found:
            same = (one for one in found.entities() if (one.kind, one.key) not in decided)
            yield from identity_lines(chain(same, filter(None, decided.values())), self.base)


def _fingerprint(record: SourceRecord, revisions: Revisions) -> str:
    """Return a digest of all that the quads of a source are made from."""
    made_from = [record.content, record.facts, record.title, record.media_type, repr(record.note), record.links]
    if record.asked:
        made_from.append(record.asked)
    if own := revisions.get(record.id):
        made_from.append(repr(own))
    return digest(*made_from)


def _info_of(record: SourceRecord) -> SourceInfo:
    """Return the metadata of a source."""
    note = record.note
    return SourceInfo(record.title, record.media_type, record.content, note.address, note.date, record.asked)


class WrittenGraph(NamedTuple):
    """The records that were written, with fingerprints, and by how much the number of facts grew, if that is known."""

    sources: tuple[SourceRecord, ...]
    facts: int | None = None


_Part = tuple[SourceRecord, ...]
"""Sources whose quads are written together; none are all entities."""


def _parts(sources: Sequence[SourceRecord]) -> list[_Part]:
    parts: list[_Part] = [()]
    start = claims = 0
    for place, record in enumerate(sources, 1):
        claims += record.claims
        if claims >= _PART or place == len(sources):
            parts.append(tuple(sources[start:place]))
            start, claims = place, 0
    return parts


def write_graph(
    draft: Draft,
    sources: Sequence[SourceRecord],
    resolved: ResolutionResult,
    base: str,
    progress: Progress,
    *,
    full: bool,
    runner: Runner = run,
) -> WrittenGraph:
    """Write the graphs of all sources and that of identities into a draft.

    Args:
        draft: the draft.
        sources: records of all sources.
        resolved: their entities and links.
        base: the IRI under which all others are made.
        progress: called as the work goes on.
        full: write a new graph; otherwise only the quads that differ from those before are written.
        runner: where quads are made.

    Raises:
        StoreError: the graph cannot be written.
    """
    writer = _Writer(draft, sources, resolved, GraphLines(draft.files, base, resolved), progress, runner)
    return writer.write_all() if full else writer.write_changes()


@dataclass(frozen=True, slots=True)
class _Writer:
    draft: Draft
    sources: Sequence[SourceRecord]
    resolved: ResolutionResult
    lines: GraphLines
    progress: Progress
    runner: Runner

    def _done(self, tasks: Sequence[T], work: Callable[[T], R], claims: int) -> Iterator[tuple[T, R]]:
        """Yield what comes of tasks, done by other processes if they have many claims: for few these do not pay."""
        workers = 0 if claims <= _MANY else os.cpu_count() or 1
        for number, (task, result) in enumerate(self.runner(tasks, work, workers=workers, timeout=_LIMIT)):
            self.progress("Writing", number, len(tasks))
            if isinstance(result, Failure):
                what = f"{result.what}; {result.advice or 'build again'}"
                raise StoreError(f"the graph cannot be written: {what}")
            yield task, result

    def write_all(self) -> WrittenGraph:
        """Write a new graph: files of N-Quads are written, loaded and removed one after another."""
        self.draft.start_anew()
        written: dict[str, SourceRecord] = {}
        claims = sum(record.claims for record in self.sources)
        loaders = min(_LOADERS, os.cpu_count() or 1) if claims > _MANY else 1
        loading: deque[Future[None]] = deque()
        with ThreadPoolExecutor(loaders) as pool:
            for _, (paths, records) in self._done(_parts(self.sources), partial(_write_files, self.lines), claims):
                for path in paths:
                    if len(loading) == loaders:
                        loading.popleft().result()
                    loading.append(pool.submit(self.draft.load, path))
                written.update((record.id, record) for record in records)
            for last in loading:
                last.result()
        return WrittenGraph(tuple(written[record.id] for record in self.sources))

    def write_changes(self) -> WrittenGraph:
        """Write the quads of a graph that differ from those before; graphs of sources that are gone are removed.

        The change in the number of facts is returned if no graph was replaced as a whole.
        """
        minter, changed = Minter(self.lines.base), self.resolved.changed
        before = {record.id: record for record in self.draft.previous.sources}
        records = {record.id: self.lines.with_fingerprint(record) for record in self.sources}
        differing = [
            _DifferingSource(before.get(source), record, None if changed is None else changed.links.get(source, {}))
            for source, record in records.items()
            if source not in before
            or (changed is not None and source in changed.links)
            or before[source].quads != record.quads
        ]
        claims = sum(each.claims for each in differing)
        with without_garbage_collection(), _GraphChanger(self.draft) as changer:
            for gone in sorted(before.keys() - records.keys()):
                changer.drop(minter.source(gone))
            for each, change in self._done(differing, partial(_change_of, self.lines), claims):
                records[each.now.id] = change.record
                if change.links is not None:
                    self.draft.objects.put(*change.links)
                if change.lines is None:
                    changer.replace(minter.source(each.now.id), self.lines.of_source(change.record))
                else:
                    changer.change(change.lines)
            if changed is not None:
                changer.change(_changed_identities(changed.entities, self.lines.base))
            else:
                changer.replace(minter.identity, self.lines.of_entities())
        return WrittenGraph(tuple(records[record.id] for record in self.sources), changer.facts)


def _write_files(lines: GraphLines, part: _Part) -> tuple[list[Path], list[SourceRecord]]:
    """Write files of N-Quads; return them, and the records of the sources in them with fingerprints."""
    records = [lines.with_fingerprint(record) for record in part]
    pieces = chain.from_iterable(map(lines.of_source, records)) if part else lines.of_entities()
    name = digest(*(record.id for record in part))
    paths: list[Path] = []
    while (first := next(pieces, "")) != "":
        paths.append(lines.files.scratch(f"{name}-{len(paths)}.nq"))
        size = 0
        with paths[-1].open("w", encoding="utf-8", newline="\n", buffering=1 << 20) as file:
            for piece in chain((first,), pieces):
                file.write(piece)
                size += len(piece)
                if size > _FILE:
                    break
    return paths, records


@dataclass(frozen=True, slots=True)
class _DifferingSource:
    """A source whose graph may differ: its record as it was, if it was there, and as it is.

    *links* are those that differ, by mention, if they are known; None for one that is no more.
    """

    before: SourceRecord | None
    now: SourceRecord
    links: Mapping[str, Link | None] | None

    @property
    def claims(self) -> int:
        """How many claims may have to be compared: those about the mentions whose links differ, as a rule."""
        known = self.before is not None and self.links is not None
        return min(self.now.claims, _ABOUT * len(self.links or ())) if known else self.now.claims


@dataclass(frozen=True, slots=True)
class _SourceChange:
    """The change of a source: its record, its links as an object if they are to be stored, and the lines that differ.

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
        old = lines.stored_links(before) if before is not None else {}
        other = {mention: link for mention, link in each.links.items() if old.get(mention) != link}
        if other or before is None:
            now = {mention: link for mention, link in {**old, **other}.items() if link is not None}
            links = pack(encode_links(now.values()))
            record = lines.with_fingerprint(record, links[0])
            if before is None:
                return _SourceChange(record, links, ([], list(lines.of_source(record, now))))
    if before is None or not lines.is_made_from(before, record):
        return _SourceChange(record, links, None)
    if each.links is None:
        try:
            old = lines.stored_links(before)
        except StoreError:  # the old links are lost: the graph itself is compared
            return _SourceChange(record, links, None)
        new = lines.stored_links(record)
        other = {m: new.get(m) for m in old.keys() | new.keys() if old.get(m) != new.get(m)}
    return _SourceChange(record, links, _changes(lines, record, old, other))


def _changes(
    graph: GraphLines, record: SourceRecord, old: Mapping[str, Link], other: Mapping[str, Link | None]
) -> Lines:
    """Return the lines that a source loses and gains if nothing but some links, *other*, is different.

    Where a link leads to the same as before, no claim says anything else, so that facts need not be read for it.
    """
    relinked = [(old[m], link) for m, link in other.items() if link is not None and _leads_as(old.get(m), link)]
    gone, added = relinked_lines(relinked, graph.base)
    moved = {m: link for m, link in other.items() if link is None or not _leads_as(old.get(m), link)}
    if moved:
        some = _some_facts(graph, record, moved.keys(), partial(_related, old, moved))
        now = {mention: link for mention, link in {**old, **moved}.items() if link is not None}
        lines = changed_lines(some, old, now, graph.base, _info_of(record))
        gone, added = gone + lines[0], added + lines[1]
    return gone, added


def _leads_as(was: Link | None, now: Link) -> bool:
    """Return whether a link leads to the same as before."""
    return was is not None and (was.kind, was.entity, was.unit) == (now.kind, now.entity, now.unit)


def _some_facts(
    graph: GraphLines, record: SourceRecord, moved: Collection[str], related: Callable[[set[str]], set[str]]
) -> SourceFacts:
    """Return those facts of a source whose quads may differ where mentions moved."""
    choose = touched(moved, related)
    if record.id not in graph.revisions:
        return graph.files.some_facts(record, choose)
    from graph_builder.resolve.revisions import revised

    return some_of(revised(graph.files.facts(record), graph.revisions), choose)


def _related(old: Mapping[str, Link], moved: Mapping[str, Link | None], mentions: set[str]) -> set[str]:
    """Return all mentions that lead to an entity of some mentions: by *old* links, or as they lead where *moved*."""
    links = [(m, link.entity) for links in (old, moved) for m, link in links.items() if link is not None]
    entities = {entity for mention, entity in links if mention in mentions}
    return {mention for mention, entity in links if entity in entities}


def _facts_in(pieces: Iterable[str]) -> int:
    """Return how many facts there are in pieces of N-Quads."""
    return sum(len(_FACT.findall(piece)) for piece in set(pieces))


def _changed_identities(changed: Iterable[tuple[Entity | None, Entity | None]], base: str) -> Lines:
    """Return the lines that the graph of identities loses and gains."""
    gone, new = dict[str, None](), dict[str, None]()
    for was, now in changed:
        for entity, into in ((was, gone), (now, new)):
            if entity is not None:
                lines = "".join(identity_lines([entity], base))
                into.update((f"{line}\n", None) for line in lines.split("\n") if line)
    return [line for line in gone if line not in new], [line for line in new if line not in gone]


class _GraphChanger:
    """Changes a graph. Lines are removed as they come, and added at the end: what was loaded slows later look-ups."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._gone: list[str] = []
        self.facts: int | None = 0
        """By how much the number of facts grew, or None if that is unknown."""
        folder = draft.files.scratch("added").parent
        self._added: TextIO = TemporaryFile("w+", encoding="utf-8", newline="\n", dir=folder)  # noqa: SIM115

    def change(self, lines: Lines) -> None:
        """Remove lines and add others."""
        if self.facts is not None:
            self.facts += _facts_in(lines[1]) - _facts_in(lines[0])
        self._gone += lines[0]
        self._added.writelines(lines[1])
        if len(self._gone) > _LINES:
            self._remove()

    def drop(self, name: ox.NamedNode) -> None:
        """Remove a graph."""
        self.facts = None
        self._draft.drop(name)

    def replace(self, name: ox.NamedNode, lines: Iterable[str]) -> None:
        """Replace a graph by these lines."""
        self.facts = None
        self._draft.replace(name, lines)

    def _remove(self) -> None:
        gone, self._gone = self._gone, []
        self._draft.change(gone, ())

    def __enter__(self) -> _GraphChanger:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        with self._added:
            if failed is None:
                self._remove()
                self._added.seek(0)
                every = iter(lambda: self._added.read(_PIECE) + self._added.readline(), "")
                for first in every:
                    self._draft.change((), chain((first,), islice(every, _PIECES)))


def write_links(draft: Draft, base: str) -> int:
    """Write the links to outside catalogues into the graph of a draft, and return how many there are.

    A link from an entity that the graph no longer has is left out until the entity is back.
    """
    folder = draft.path / "links"
    count = 0
    for path in sorted(folder.glob("*.jsonl")) if folder.is_dir() else ():
        name = ox.NamedNode(f"{base}links/{path.stem}")
        entries = map(json.loads, path.read_text("utf-8").splitlines())
        lines = [line for entry in entries for line in _lines_of_link(draft, name, entry)]
        count += _facts_in(lines)
        draft.replace(name, lines)
    return count


def _lines_of_link(draft: Draft, graph: ox.NamedNode, entry: dict[str, Any]) -> Iterator[str]:
    thing, outside, score = ox.NamedNode(entry["thing"]), ox.NamedNode(entry["outside"]), entry["score"]
    if not any(draft.graph.quads_for_pattern(thing, v.TYPE, None, None)):
        return
    says = _EXACT if isinstance(score, float) and score >= EXACT else _CLOSE
    node = ox.NamedNode(f"{graph.value}/{digest(thing.value, outside.value)}")
    confidence = ox.Literal(str(score), datatype=v.XSD_DECIMAL)
    said = [(v.TYPE, _STATEMENT), *zip(_TRIPLE, (thing, says, outside), strict=True), (v.CONFIDENCE, confidence)]
    said += [(_COMMENT, ox.Literal(reason)) for reason in entry["reasons"]]
    yield f"{thing} {says} {outside} {graph} .\n"
    for term, value in said:
        yield f"{node} {term} {value} {graph} .\n"
