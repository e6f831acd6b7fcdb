"""The store: a folder with the graph, the text of its sources and their facts, open for reading."""

from __future__ import annotations

import difflib
from pathlib import Path

import pyoxigraph as ox

from graph_builder.model import Document, Link, SourceFacts, StoreError
from graph_builder.store.codec import decode
from graph_builder.store.facts import decode_facts
from graph_builder.store.files import Lease
from graph_builder.store.layout import Layout, Manifest, SourceRecord
from graph_builder.store.links import decode_links
from graph_builder.store.objects import Objects

# A build may replace the snapshot between the look at its name and the look inside, and another one remove it.
ATTEMPTS = 5


class Store:
    """One snapshot of a store, open for reading. It stays as it is while builds go on beside it.

    >>> Store.open("kg")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    graph_builder.model.errors.StoreError: kg does not exist; make one with: graph-builder build ...
    """

    def __init__(self, layout: Layout, number: int, manifest: Manifest, lease: Lease) -> None:
        self.path = layout.path
        self.number = number
        self.manifest = manifest
        self._graph = layout.graph(number)
        self._objects = Objects(layout.objects)
        self._lease = lease
        self._records = {record.id: record for record in manifest.sources}
        self._open: ox.Store | None = None

    @classmethod
    def open(cls, path: Path | str) -> Store:
        """Return the current snapshot of the store in a folder.

        Raises ``StoreError`` if the folder is missing, holds something else, is damaged or of another version.
        """
        layout = Layout(Path(path))
        for attempt in range(ATTEMPTS):
            number = layout.current()
            lease = Lease(layout.manifest(number))
            try:
                return cls(layout, number, layout.read_manifest(number), lease)
            except StoreError:
                lease.close()
                if attempt == ATTEMPTS - 1 or layout.current() == number:
                    raise
        raise AssertionError("unreachable")

    def snapshot(self) -> ox.Store:
        """Return the graph, read-only. Raises ``StoreError`` if its files are damaged."""
        if self._open is None:
            try:
                self._open = ox.Store.read_only(str(self._graph))
            except (OSError, ValueError) as error:
                raise StoreError(
                    f"{self.path}: snapshot {self.number} is damaged ({error}); build the sources into a new store"
                ) from error
        return self._open

    @property
    def folder(self) -> Path:
        """The folder of the snapshot: what is made from its graph alone may be kept there, and goes with it."""
        return self._graph.parent

    def sources(self) -> tuple[SourceRecord, ...]:
        """Return a record of each source, by id."""
        return self.manifest.sources

    def find(self, name: str) -> SourceRecord:
        """Return the record of a source by its id or the end of it, whole path components that only one source has.

        Raises ``StoreError`` if no source or more than one goes by that name.
        """
        return find_source(self.manifest.sources, name, self.path)

    def document(self, source: str) -> Document:
        """Return the document that was read from a source: its text, blocks and origin."""
        return decode(Document, self._objects.get(self.find(source).document))

    def try_document(self, source: str) -> Document | None:
        """Return the document of a source's id, or None if the store has none or has lost it."""
        record = self._records.get(source)
        try:
            return decode(Document, self._objects.get(record.document)) if record else None
        except StoreError:
            return None

    def facts(self, source: str) -> SourceFacts:
        """Return the mentions and claims of a source."""
        return decode_facts(self._objects.get(self.find(source).facts))

    def links(self, source: str) -> list[Link]:
        """Return what the mentions of a source refer to; nothing of stores from before they were kept."""
        record = self.find(source)
        return decode_links(record.id, self._objects.get(record.links)) if record.links else []


def find_source(sources: tuple[SourceRecord, ...], name: str, path: Path) -> SourceRecord:
    """Return the one of *sources* that *name* means. Raises ``StoreError`` if it means none or several."""
    by_id = {record.id: record for record in sources}
    if name in by_id:
        return by_id[name]
    found = [record for record in sources if record.id.endswith("/" + name.strip("/"))]
    if len(found) == 1:
        return found[0]
    if found:
        some = ", ".join(record.id for record in found[:5])
        raise StoreError(f"{name} means {len(found)} sources of {path} ({some}); give more of the path")
    near = difflib.get_close_matches(name, [*by_id, *(key.rsplit("/", 1)[-1] for key in by_id)], n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"list them with: graph-builder sources --store {path}"
    raise StoreError(f"{path} has no source {name}; {hint}")
