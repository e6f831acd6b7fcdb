"""The draft: the next snapshot of a store while a build works on it."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyoxigraph as ox

from graph_builder.model import Document, SourceFacts, StoreError
from graph_builder.store.codec import decode
from graph_builder.store.files import is_leased, only_builder
from graph_builder.store.layout import Layout
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
        self._graph: ox.Store | None = None

    @property
    def graph(self) -> ox.Store:
        """The graph to work on: a hard-linked copy of the current one, made when first asked for."""
        if self._graph is None:
            self._layout.draft.mkdir()
            target = str(self._layout.draft / "graph")
            if self.number:
                ox.Store.read_only(str(self._layout.graph(self.number))).backup(target)
            self._graph = ox.Store(target)
        return self._graph

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
            new = set(quads)
            old = set(self.graph.quads_for_pattern(None, None, None, name))
            for quad in old - new:
                self.graph.remove(quad)
            added += new - old
            if len(added) > BATCH:
                self.graph.bulk_extend(added)
                added.clear()
        self.graph.bulk_extend(added)

    def drop(self, name: ox.NamedNode) -> None:
        """Remove a named graph."""
        self.graph.remove_graph(name)

    def commit(self, manifest: Manifest, *, erase: bool = False) -> None:
        """Publish the draft with its manifest, in one step, and remove what no reader needs.

        The snapshot before it stays for readers that are about to open it, unless *erase* is true: then removed facts
        are also wiped from the database files.
        """
        try:
            if erase:
                self.graph.optimize()
            self.graph.flush()
            self._graph = None
            self._layout.write_manifest(manifest)
            self._layout.draft.rename(self._layout.snapshot(self.number + 1))
            self._layout.point_to(self.number + 1)
        except OSError as error:
            raise StoreError(
                f"{self._layout.path} cannot be written ({error}); free some space, build again"
            ) from error
        keep = {self.number + 1} if erase else {self.number + 1, self.number}
        self.number += 1
        self._clean(keep, manifest)

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
        shutil.rmtree(layout.draft, ignore_errors=True)
        number = layout.current() if layout.pointer.exists() else 0
        # A build that was killed between naming its snapshot and pointing to it leaves one that nobody has seen.
        for later in [n for n in layout.numbers() if n > number]:
            shutil.rmtree(layout.snapshot(later))
        yield Draft(layout, number, layout.read_manifest(number) if number else Manifest(), lock)
