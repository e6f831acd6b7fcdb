"""The draft: the next snapshot of a store while a build works on it."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyoxigraph as ox

from graph_builder.model import Document, SourceFacts, StoreError
from graph_builder.store.codec import decode
from graph_builder.store.files import is_leased, only_builder
from graph_builder.store.layout import DRAFT, Layout
from graph_builder.store.manifest import Manifest, SourceRecord
from graph_builder.store.objects import Objects

BATCH = 200_000
"""Quads that are written at a time: about 200 MB of memory."""


class Draft:
    """The next snapshot of a store. Nothing of it is seen until ``commit``, and without that nothing has changed."""

    def __init__(self, layout: Layout, number: int, previous: Manifest, lock: int) -> None:
        self._layout = layout
        self.number = number
        self.previous = previous
        self.lock = lock
        self.objects = Objects(layout.objects)
        # A name of its own for each draft: this process may still hold the database of one that failed.
        self._folder = layout.snapshots / f"{DRAFT}{os.getpid()}-{time.monotonic_ns()}"
        self._folder.mkdir()
        self._graph: ox.Store | None = None

    @property
    def graph(self) -> ox.Store:
        """The graph to work on: a hard-linked copy of the current one, made when first asked for."""
        if self._graph is None:
            target = str(self._folder / "graph")
            if self.number:
                ox.Store.read_only(str(self._layout.graph(self.number))).backup(target)
            self._graph = ox.Store(target)
        return self._graph

    @property
    def web(self) -> Path:
        """The folder of pages fetched from the web."""
        return self._layout.web

    def facts(self, record: SourceRecord) -> SourceFacts:
        """Return the mentions and claims of a source."""
        return decode(SourceFacts, self.objects.get(record.facts))

    def document(self, record: SourceRecord) -> Document:
        """Return the document of a source."""
        return decode(Document, self.objects.get(record.document))

    def replace(self, graphs: Iterable[tuple[ox.NamedNode, Iterable[ox.Quad]]]) -> None:
        """Make each of the named graphs hold exactly its quads.

        Only the difference is written: a build that changes little leaves most of the hard-linked files alone.
        """
        added: list[ox.Quad] = []
        for name, quads in graphs:
            for quad in self._differing(name, quads):
                added.append(quad)
                if len(added) > BATCH:
                    self.graph.bulk_extend(added)
                    added.clear()
        self.graph.bulk_extend(added)

    def _differing(self, name: ox.NamedNode, quads: Iterable[ox.Quad]) -> Iterable[ox.Quad]:
        """Return the quads that a named graph has not, after removing those that it should not have.

        The quads of a graph that is new are passed on as they come: a file of records makes millions of them.
        """
        old = set(self.graph.quads_for_pattern(None, None, None, name))
        if not old:
            return quads
        new = set(quads)
        for quad in old - new:
            self.graph.remove(quad)
        return new - old

    def drop(self, name: ox.NamedNode) -> None:
        """Remove a named graph."""
        self.graph.remove_graph(name)

    def commit(self, manifest: Manifest, *, erase: bool = False) -> None:
        """Publish the draft with its manifest, in one step, and remove what no reader needs.

        The snapshot before it stays for readers that are about to open it, unless *erase* is true: then removed facts
        are also wiped from the database files.
        """
        try:
            self.graph.flush()
            if erase:
                self._rewrite()
            self._graph = None
            self._layout.write_manifest(manifest, self._folder)
            self._folder.rename(self._layout.snapshot(self.number + 1))
            self._layout.point_to(self.number + 1)
        except OSError as error:
            raise StoreError(
                f"{self._layout.path} cannot be written ({error}); free some space, build again"
            ) from error
        keep = {self.number + 1} if erase else {self.number + 1, self.number}
        self.number += 1
        self._clean(keep, manifest)

    def _rewrite(self) -> None:
        """Copy the graph into new files: the old ones hold removed facts in their logs, even when compacted."""
        fresh, current = self._folder / "fresh", self._folder / "graph"
        copy = ox.Store(str(fresh))
        copy.bulk_extend(self.graph)
        copy.flush()
        self._graph = None
        shutil.rmtree(current)
        fresh.rename(current)

    def _clean(self, keep: set[int], manifest: Manifest) -> None:
        kept = [manifest]
        for number in self._layout.numbers():
            if number in keep or is_leased(self._layout.manifest(number)):
                if number < self.number:
                    kept.append(self._layout.read_manifest(number))
            else:
                shutil.rmtree(self._layout.snapshot(number), ignore_errors=True)
        records = [record for each in kept for record in each.sources]
        self.objects.keep_only({name for record in records for name in (record.document, record.facts)})


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
    with only_builder(layout.lock) as lock:
        layout.snapshots.mkdir(exist_ok=True)
        layout.objects.mkdir(exist_ok=True)
        number = layout.current() if layout.pointer.exists() else 0
        manifest = layout.read_manifest(number) if number else Manifest()
        # A build that was killed leaves a draft, or a snapshot that nobody has seen, named but not pointed to.
        for left in [*layout.drafts(), *(layout.snapshot(n) for n in layout.numbers() if n > number)]:
            shutil.rmtree(left)
        try:
            yield Draft(layout, number, manifest, lock)
        finally:
            for left in layout.drafts():
                shutil.rmtree(left, ignore_errors=True)
