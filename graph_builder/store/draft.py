"""The draft: the next snapshot of a store while a build works on it."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path

import pyoxigraph as ox

from graph_builder.model import Document, Entity, EntityKind, SourceFacts, StoreError
from graph_builder.store.codec import decode, encode
from graph_builder.store.facts import Choose, decode_facts, decode_some
from graph_builder.store.files import is_leased, only_builder
from graph_builder.store.journal import Journal, drop_carried
from graph_builder.store.layout import (
    DRAFT,
    FORGOTTEN,
    NOTHING_REMOVED,
    UNWIPED,
    Layout,
    Manifest,
    SourceRecord,
    has_forgotten,
)
from graph_builder.store.objects import Objects
from graph_builder.store.review import QUESTIONS, SETTLED

DECIDED = "decided.json"
"""The file of a snapshot that names what decisions made something else of than resolution found."""

SMALL, SOME = 20_000_000, 2_000_000
"""Bytes of N-Quads of a graph, or of a change of many, that are added as they come.

More are sorted first, in files of their own, which takes half of the time, but all that look up have to ask these too.
"""


@dataclass(frozen=True, slots=True)
class Decided:
    """What decisions made something else of than was found: entities, as they are then, and links.

    Entities are given by kind and key, links by source and mention.
    """

    entities: tuple[tuple[EntityKind, str, Entity | None], ...] = ()
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ErasureSettings:
    """How what is removed from a graph is taken off the disk as well.

    *later* leaves that to the next time, and only has it noted.
    """

    later: bool = False


@dataclass(frozen=True)
class DraftFiles:
    """The files of a draft beside its graph, and what they are made from. They can be sent to another process."""

    layout: Layout
    number: int
    previous: Manifest
    folder: Path
    named: dict[str, tuple[frozenset[str], SourceFacts]] = field(default_factory=dict)
    """What was read of sources that some names stand in, by the object with their facts."""

    @cached_property
    def objects(self) -> Objects:
        """The objects of the store."""
        return Objects(self.layout.objects)

    @property
    def previous_folder(self) -> Path:
        """The folder of the current snapshot; there may be none."""
        return self.layout.snapshot(self.number)

    def put_decided(self, decided: Decided) -> None:
        """Store what decisions made something else of."""
        (self.folder / DECIDED).write_bytes(encode(decided))

    def decided(self) -> Decided:
        """Return what decisions made something else of in the current snapshot."""
        path = self.previous_folder / DECIDED
        return decode(Decided, path.read_bytes()) if path.exists() else Decided()

    def facts(self, record: SourceRecord, *, evidence: bool = True) -> SourceFacts:
        """Return the mentions and claims of a source; without *evidence* they take half the memory."""
        return decode_facts(self.objects.get(record.facts), evidence=evidence)

    def some_facts(self, record: SourceRecord, choose: Choose) -> SourceFacts:
        """Return some of the facts of a source."""
        return decode_some(self.objects.get(record.facts), choose)

    def document(self, record: SourceRecord) -> Document:
        """Return the document of a source."""
        return decode(Document, self.objects.get(record.document))

    def scratch(self, name: str) -> Path:
        """Return the path of a file that is gone with the draft."""
        folder = self.folder.with_name(f"{self.folder.name}.lines")
        folder.mkdir(exist_ok=True)
        return folder / name


class Draft:
    """The next snapshot of a store. Nothing of it is seen until ``commit``, and without that nothing has changed."""

    def __init__(self, layout: Layout, number: int, previous: Manifest) -> None:
        # A name of its own for each draft: this process may still hold the database of one that failed.
        folder = layout.snapshots / f"{DRAFT}{os.getpid()}-{time.monotonic_ns()}"
        folder.mkdir()
        self.files = DraftFiles(layout, number, previous, folder)
        self.number = number
        self.previous = previous
        self.path = layout.path
        self.objects = self.files.objects
        self._layout = layout
        self._folder = folder
        self._graph: ox.Store | None = None
        self._opening = threading.Lock()
        self._anew = self._loaded = False
        self.journal = Journal()
        """Takes notice of all that this draft changes."""
        self._removed = number > 0 and not (layout.snapshot(number) / NOTHING_REMOVED).exists()
        """Whether the database may still hold what was removed from it: the engine takes no text out again."""

    @property
    def graph(self) -> ox.Store:
        """The graph to work on: a hard-linked copy of the current one, made when first asked for."""
        with self._opening:
            if self._graph is None:
                target = self._folder / "graph"
                if self.number and not self._anew and not target.exists():
                    ox.Store.read_only(str(self._layout.graph(self.number))).backup(str(target))
                self._graph = ox.Store(str(target))
            return self._graph

    def start_anew(self) -> None:
        """Begin with an empty graph: nothing of the current one is copied."""
        self._removed = (self._folder / "graph").exists()
        self._anew = True
        self.journal.give_up()
        if self._removed:
            self.graph.clear()

    def replace(self, name: ox.NamedNode, lines: Iterable[str]) -> None:
        """Make a named graph hold exactly the quads of these lines of N-Quads, all of which are in that graph.

        Only the difference is written: a build that changes little leaves most of the hard-linked files alone.
        """
        left = set(self.graph.quads_for_pattern(None, None, None, name))
        others = self._written(_others(lines, left) if left else lines)
        self._removed |= bool(left)
        self.journal.note(left)
        for quad in left:
            self.graph.remove(quad)
        self.load(others)  # behind the removal: the engine has one form of each number, which may be another there
        self._drop_if_empty(name)

    def change(self, gone: Iterable[str], new: Iterable[str]) -> None:
        """Remove quads from the graph and add others, each a line of N-Quads; graphs that are then empty go as well."""
        touched: set[ox.NamedNode] = set()
        graph = self.graph
        for piece in _pieces(gone):
            quads = list(ox.parse(piece, format=ox.RdfFormat.N_QUADS))
            self._removed |= bool(quads)
            self.journal.note(quads)
            for quad in quads:
                graph.remove(quad)
            touched.update(quad.graph_name for quad in quads if isinstance(quad.graph_name, ox.NamedNode))
        self.load(self._written(new), SOME)
        for name in touched:
            self._drop_if_empty(name)

    def _drop_if_empty(self, name: ox.NamedNode) -> None:
        if next(self.graph.quads_for_pattern(None, None, None, name), None) is None:
            self.graph.remove_graph(name)

    def _written(self, lines: Iterable[str]) -> Path:
        """Return a file of N-Quads to load, of which the journal takes notice."""
        path = self.files.scratch("lines.nq")
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(self.journal.of_lines(lines))
        return path

    def load(self, path: Path, small: int = SMALL) -> None:
        """Add the quads of a file of N-Quads of our own, and remove the file; several may load at once.

        They are sorted first if the file has more bytes than *small*.
        """
        if path.stat().st_size > small:
            # Their IRIs need no second look.
            self.graph.bulk_load(path=path, format=ox.RdfFormat.N_QUADS, lenient=True)
            self._loaded = True
        else:
            self.graph.load(path=path, format=ox.RdfFormat.N_QUADS)
        path.unlink()

    def drop(self, name: ox.NamedNode) -> None:
        """Remove a named graph."""
        if self.graph.contains_named_graph(name):
            self._removed = True
            every = self.graph.quads_for_pattern(None, None, None, name)
            while quads := list(islice(every, 10_000)):
                self.journal.note(quads)
            self.graph.remove_graph(name)

    def commit(self, manifest: Manifest, erasing: ErasureSettings | None = None) -> None:
        """Publish the draft with its manifest, in one step, and remove what no reader needs.

        The snapshot before it stays for readers that are about to open it, unless something is to be erased: then
        removed facts are also wiped from the files, now or later.
        """
        before = self._layout.snapshot(self.number)
        keep = {self.number + 1} if erasing is not None else {self.number + 1, self.number}
        try:
            self.objects.settle()
            # Where nothing was resolved anew, what resolution left still holds.
            for name in (DECIDED, QUESTIONS, SETTLED) if manifest == self.previous else ():
                if (stored := self._layout.snapshot(self.number) / name).exists():
                    shutil.copyfile(stored, self._folder / name)
            if self._anew and self._loaded:
                # What was loaded in bulk lies in overlapping files, each of which every look-up has to ask: joins take
                # two to three times as long as in files that were merged.
                self.graph.optimize()
            self.graph.flush()
            if erasing is not None and not erasing.later:
                self._wipe()
            elif self._removed and (erasing is not None or (before / UNWIPED).exists()):
                (self._folder / UNWIPED).touch()
            if not self._removed:
                (self._folder / NOTHING_REMOVED).touch()
            self._graph = None
            if self.number:
                self.journal.write(before, self._folder)
            if erasing is not None and not erasing.later:
                drop_carried(self._folder)  # it has what is erased
            self._layout.write_manifest(manifest, self._folder)
            self._folder.rename(self._layout.snapshot(self.number + 1))
            if erasing is not None:  # whatever comes between now and their removal
                self._mark_all_but(keep)
            self._layout.point_to(self.number + 1)
        except OSError as error:
            raise StoreError(
                f"{self._layout.path} cannot be written ({error}); free some space, build again"
            ) from error
        self.number += 1
        self._clean(keep, manifest)

    def _wipe(self) -> None:
        """Take what was removed out of the database, unless nothing was, by copying what is left into a new one."""
        if not self._removed:
            return
        fresh, current = self._folder / "fresh", self._folder / "graph"
        copy(self.graph, fresh)
        self._graph = None
        shutil.rmtree(current)
        fresh.rename(current)
        self._removed = False

    def sweep(self) -> None:
        """Remove all snapshots but the current one that no reader holds, and what only they refer to."""
        self._clean({self.number}, self.previous)

    def _mark_all_but(self, keep: set[int]) -> None:
        for number in self._layout.numbers():
            if number not in keep:
                (self._layout.snapshot(number) / FORGOTTEN).touch()

    def _clean(self, keep: set[int], manifest: Manifest) -> None:
        manifests = [manifest]
        for number in self._layout.numbers():
            if number in keep or is_leased(self._layout.manifest(number)):
                if number < self.number:
                    manifests.append(self._layout.read_manifest(number))
            else:
                shutil.rmtree(self._layout.snapshot(number), ignore_errors=True)
        records = [record for each in manifests for record in each.sources]
        self.objects.keep_only({name for each in records for name in (each.document, each.facts, each.links)})


def _others(lines: Iterable[str], known: set[ox.Quad]) -> Iterator[str]:
    """Yield the lines of quads that are not known; those that are, are taken out of these."""
    for piece in _pieces(lines):
        for quad in ox.parse(piece, format=ox.RdfFormat.N_QUADS):
            if quad in known:
                known.remove(quad)
            else:
                yield f"{quad} .\n"


def _pieces(lines: Iterable[str]) -> Iterator[str]:
    """Join lines to pieces of some 100 kB."""
    piece: list[str] = []
    for line in lines:
        piece.append(line)
        if len(piece) == 100:
            yield "".join(piece)
            piece.clear()
    yield "".join(piece)


def sweep(path: Path | str) -> None:
    """Remove snapshots with what was forgotten that no reader holds any more; a build that runs does so itself."""
    if has_forgotten(path):
        with suppress(StoreError), edit(path) as draft:
            draft.sweep()


def copy(graph: ox.Store, target: Path) -> None:
    """Copy all quads into a database in a new folder, so that nothing else comes along."""
    fresh = ox.Store(str(target))
    fresh.bulk_extend(graph.quads_for_pattern(None, None, None, None))
    for name in graph.named_graphs():
        fresh.add_graph(name)
    fresh.optimize()
    fresh.flush()


@contextmanager
def edit(path: Path | str) -> Iterator[Draft]:
    """Give a draft of the store in a folder (a new one if there is none), alone: no other build runs meanwhile.

    Raises ``StoreError`` if another process builds there, or the folder holds something that is no store.
    """
    layout = Layout(Path(path))
    layout.check_ours()
    try:
        layout.path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path} cannot be made ({error.strerror}); name another folder for the store") from error
    with only_builder(layout.lock):
        layout.snapshots.mkdir(exist_ok=True)
        layout.objects.mkdir(exist_ok=True)
        number = layout.current() if layout.pointer.exists() else 0
        manifest = layout.read_manifest(number) if number else Manifest()
        # A build that was killed leaves a draft, or a snapshot that nobody has seen, named but not pointed to.
        for left in [*layout.drafts(), *(layout.snapshot(n) for n in layout.numbers() if n > number)]:
            shutil.rmtree(left)
        try:
            draft = Draft(layout, number, manifest)
            yield draft
            draft.objects.settle()
        finally:
            for left in layout.drafts():
                shutil.rmtree(left, ignore_errors=True)
