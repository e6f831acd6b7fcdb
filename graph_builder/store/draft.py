"""The draft: the next snapshot of a store while a build works on it."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path

import pyoxigraph as ox

from graph_builder.model import Document, Identities, SourceFacts, StoreError
from graph_builder.store.codec import decode
from graph_builder.store.facts import decode_facts
from graph_builder.store.files import is_leased, only_builder
from graph_builder.store.journal import Journal
from graph_builder.store.layout import DRAFT, Layout
from graph_builder.store.manifest import Manifest, SourceRecord
from graph_builder.store.objects import Objects
from graph_builder.store.outcome import decode_links, entity_of, read_entities, read_links, write_entities, write_links
from graph_builder.store.wiping import Removed, copy, wipe

ENTITIES = "entities.gz"
"""The file of a snapshot with all its entities."""

FOUND_ENTITIES, FOUND_LINKS = "found-entities.gz", "found-links.gz"
"""The files of a snapshot with what resolution found by itself, where decisions made something else of it."""

REVIEW = "review.sqlite"
"""The file of a snapshot with what is in doubt."""

REMOVED = "removed.gz"
"""The file of a snapshot with the texts that its database may have though no quad does."""

SMALL = 20_000_000
"""Bytes of N-Quads that are added as they come; more are sorted first, in files of their own."""


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
        self._opening = threading.Lock()
        self._anew = self._loaded = False
        self.journal = Journal()
        """Takes notice of all that this draft changes."""
        self._removed = Removed.read(layout.snapshot(number) / REMOVED) if number else Removed()

    @property
    def graph(self) -> ox.Store:
        """The graph to work on: a hard-linked copy of the current one, made when first asked for."""
        if self._graph is None:
            target = str(self._folder / "graph")
            if self.number and not self._anew:
                ox.Store.read_only(str(self._layout.graph(self.number))).backup(target)
            self._graph = ox.Store(target)
        return self._graph

    @property
    def web(self) -> Path:
        """The folder of pages fetched from the web."""
        return self._layout.web

    @property
    def entities(self) -> Path:
        """The file of all entities of the next snapshot, see ``write_entities``."""
        return self._folder / ENTITIES

    @property
    def previous_entities(self) -> Path:
        """The file of all entities of the current snapshot; there may be none."""
        return self._layout.snapshot(self.number) / ENTITIES

    @property
    def kept(self) -> Path:
        """The file of tables of kept resolution, which is that of all snapshots and says itself of which it is."""
        return self._layout.kept

    @property
    def review(self) -> Path:
        """The file with what is in doubt of the next snapshot, see ``write_review``."""
        return self._folder / REVIEW

    def put_found(self, found: Identities) -> None:
        """Keep what resolution found by itself, so that the next decision need not resolve again."""
        write_entities(self._folder / FOUND_ENTITIES, found.entities, len(found.entities) or 1)
        write_links(self._folder / FOUND_LINKS, found.links)

    def found(self) -> Identities | None:
        """Return what resolution found by itself for the current snapshot, or None if that was not kept."""
        folder = self._layout.snapshot(self.number)
        links, entities = folder / FOUND_LINKS, folder / FOUND_ENTITIES
        if links.exists():
            return Identities(tuple(map(entity_of, read_entities(entities))), tuple(read_links(links)))
        records, entities = self.previous.sources, self.previous_entities
        if not self.number or self.previous.states or not entities.exists() or not all(r.links for r in records):
            return None
        of_source = (decode_links(record.id, self.objects.get(record.links)) for record in records)
        return Identities(tuple(map(entity_of, read_entities(entities))), tuple(chain.from_iterable(of_source)))

    def facts(self, record: SourceRecord, *, evidence: bool = True) -> SourceFacts:
        """Return the mentions and claims of a source; without *evidence* they take half the memory."""
        return decode_facts(self.objects.get(record.facts), evidence=evidence)

    def document(self, record: SourceRecord) -> Document:
        """Return the document of a source."""
        return decode(Document, self.objects.get(record.document))

    def start_anew(self) -> None:
        """Begin with an empty graph: nothing of the current one is copied."""
        self._anew = True
        self.journal.give_up()
        self._removed = Removed(() if self._graph is None else None)
        if self._graph is not None:
            self._graph.clear()

    def written_directly(self) -> None:
        """Take notice that somebody writes into ``graph``: it is not known what changes there."""
        self.journal.give_up()
        self._removed = Removed(None)

    def replace(self, name: ox.NamedNode, lines: Iterable[str]) -> None:
        """Make a named graph hold exactly the quads of these lines of N-Quads, all of which are in that graph.

        Only the difference is written: a build that changes little leaves most of the hard-linked files alone.
        """
        if next(iter(self.graph.quads_for_pattern(None, None, None, name)), None) is None:
            self._extend(self.journal.of_lines(lines))
            return
        old = set(self.graph.quads_for_pattern(None, None, None, name))
        new: set[ox.Quad] = set()
        for piece in _pieces(lines):
            new.update(ox.parse(piece, format=ox.RdfFormat.N_QUADS))
        gone = old - new
        new -= old
        del old
        self._removed.take(gone)
        self.journal.note(gone)
        self.journal.note(new)
        for quad in gone:
            self.graph.remove(quad)
        self.graph.bulk_extend(new)

    def change(self, gone: Iterable[str], new: Iterable[str]) -> None:
        """Remove quads from the graph and add others, each a line of N-Quads; graphs that are then empty go as well."""
        touched: set[ox.NamedNode] = set()
        for piece in _pieces(gone):
            quads = list(ox.parse(piece, format=ox.RdfFormat.N_QUADS))
            self._removed.take(quads)
            self.journal.note(quads)
            for quad in quads:
                self.graph.remove(quad)
                if isinstance(quad.graph_name, ox.NamedNode):
                    touched.add(quad.graph_name)
        self._extend(self.journal.of_lines(new))
        for name in touched:
            if next(self.graph.quads_for_pattern(None, None, None, name), None) is None:
                self.graph.remove_graph(name)

    def _extend(self, lines: Iterable[str]) -> None:
        """Add quads that are not there: from a file if they are many, which takes less memory."""
        path = self.scratch("lines.nq")
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        if path.stat().st_size > SMALL:
            self.load(path)
        else:
            self.graph.load(path=path, format=ox.RdfFormat.N_QUADS)
            path.unlink()

    def load(self, path: Path) -> None:
        """Add the quads of a file of N-Quads that ``scratch`` named, and remove the file; several may load at once."""
        with self._opening:
            graph = self.graph
        # The lines are our own: their IRIs need no second look.
        graph.bulk_load(path=path, format=ox.RdfFormat.N_QUADS, lenient=True)
        self._loaded = True
        path.unlink()

    def scratch(self, name: str) -> Path:
        """Return the path of a file that is gone with the draft."""
        folder = self._folder.with_name(f"{self._folder.name}.lines")
        folder.mkdir(exist_ok=True)
        return folder / name

    def drop(self, name: ox.NamedNode) -> None:
        """Remove a named graph."""
        if self.graph.contains_named_graph(name):
            self._removed.add(name.value)
            for quad in self.graph.quads_for_pattern(None, None, None, name):
                self._removed.take([quad])
                self.journal.note([quad])
            self.graph.remove_graph(name)

    def commit(self, manifest: Manifest, *, erase: bool = False) -> None:
        """Publish the draft with its manifest, in one step, and remove what no reader needs.

        The snapshot before it stays for readers that are about to open it, unless *erase* is true: then removed facts
        are also wiped from the database files.
        """
        try:
            # Where nothing was resolved anew, what resolution left still holds.
            for name in (ENTITIES, FOUND_ENTITIES, FOUND_LINKS, REVIEW) if manifest == self.previous else ():
                if (kept := self._layout.snapshot(self.number) / name).exists():
                    shutil.copyfile(kept, self._folder / name)
            if self._anew and self._loaded:
                # What was loaded in bulk lies in overlapping files, each of which every look-up has to ask: joins take
                # two to three times as long as in files that were merged.
                self.graph.optimize()
            self.graph.flush()
            if erase:
                self._wipe()
            self._removed.write(self._folder / REMOVED)
            self._graph = None
            if self.number and not erase:  # what is made of a graph in which something was forgotten is made anew
                self.journal.write(self._layout.snapshot(self.number), self._folder)
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

    def _wipe(self) -> None:
        """Take what was removed out of the database, unless all of it was made anew and nothing was removed."""
        known = True
        if not (self._anew and self._removed.texts == set()):
            fresh, current, texts = self._folder / "fresh", self._folder / "graph", self._removed.texts
            if texts is None or not wipe(self.graph, texts, fresh):
                shutil.rmtree(fresh, ignore_errors=True)
                known = copy(self.graph, fresh, self.scratch("copy.nt"))
            self._graph = None
            shutil.rmtree(current)
            fresh.rename(current)
        self._removed = Removed(() if known else None)

    def sweep(self) -> None:
        """Remove all snapshots but the current one that no reader holds, and what only they refer to."""
        self._clean({self.number}, self.previous)

    def _clean(self, keep: set[int], manifest: Manifest) -> None:
        kept = [manifest]
        for number in self._layout.numbers():
            if number in keep or is_leased(self._layout.manifest(number)):
                if number < self.number:
                    kept.append(self._layout.read_manifest(number))
                if number not in keep and len(keep) == 1:
                    (self._layout.snapshot(number) / _FORGOTTEN).touch()
            else:
                shutil.rmtree(self._layout.snapshot(number), ignore_errors=True)
        records = [record for each in kept for record in each.sources]
        self.objects.keep_only({name for each in records for name in (each.document, each.facts, each.links)})


def _pieces(lines: Iterable[str]) -> Iterator[str]:
    """Join lines to pieces of some 100 kB."""
    piece: list[str] = []
    for line in lines:
        piece.append(line)
        if len(piece) == 100:
            yield "".join(piece)
            piece.clear()
    yield "".join(piece)


_FORGOTTEN = "FORGOTTEN"
"""The file that marks a snapshot with what was forgotten, which a reader still held."""


def has_forgotten(path: Path | str) -> bool:
    """Tell whether a store still has a snapshot with what was forgotten, because a reader held it."""
    return any(Layout(Path(path)).snapshots.glob(f"*/{_FORGOTTEN}"))


def sweep(path: Path | str) -> None:
    """Remove snapshots with what was forgotten that no reader holds any more; a build that runs does so itself."""
    if has_forgotten(path):
        with suppress(StoreError), edit(path) as draft:
            draft.sweep()


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
