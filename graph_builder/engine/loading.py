"""Loading: the parts that Spark wrote become a store that is asked and built on as any other."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from graph_builder.model import StoreError
from graph_builder.store import Manifest, SourceRecord, edit

_FILE = 80_000_000
"""Bytes of N-Quads that are loaded at a time: loading takes five times as much memory as a file is long."""


def load_store(
    path: Path,
    files: Iterable[Path],
    objects: Path,
    records: tuple[SourceRecord, ...],
    totals: Mapping[str, int],
    base: str,
) -> None:
    """Make a store of sorted N-Quads.

    The settings of resolution are left out of its manifest: so the next build by the embedded engine reads no document
    again, resolves all anew and writes its own, the same, graph, with what it needs to change it from then on.

    Args:
        path: the folder of the store, new or empty.
        files: the parts, packed.
        objects: the folder in which workers stored texts and facts.
        records: the sources.
        totals: what is in the graph.
        base: the IRI under which all others are made.

    Raises:
        StoreError: the store cannot be written, or there is one already.
    """
    with edit(path) as draft:
        if draft.number:
            raise StoreError(f"{path} has a graph already; name a new folder for the store")
        for packed in sorted(objects.glob("*/*.gz")):
            draft.objects.put(f"{packed.parent.name}{packed.name.removesuffix('.gz')}", packed.read_bytes())
        for file in files:
            for number, piece in enumerate(_pieces(file)):
                scratch = draft.files.scratch(f"{file.stem}-{number}.nq")
                scratch.write_bytes(piece)
                draft.load(scratch)
        shutil.rmtree(objects, ignore_errors=True)
        draft.commit(Manifest(base=base, sources=records, totals=totals))


def _pieces(file: Path) -> Iterable[bytes]:
    """Yield the lines of a packed file in pieces of some 80 MB."""
    with gzip.open(file, "rb") as lines:
        while piece := lines.read(_FILE):
            yield piece + lines.readline()
