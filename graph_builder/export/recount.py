"""Reading a written file back, for the number of statements, or of nodes and edges, that a reader finds in it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

import pyoxigraph as ox
import zstandard
from lxml import etree


def statements(form: ox.RdfFormat) -> Callable[[IO[bytes]], dict[str, int]]:
    """Return what counts the statements of a file of RDF as they come, without holding them.

    >>> import io
    >>> statements(ox.RdfFormat.N_TRIPLES)(io.BytesIO(b"<http://e/a> <http://e/b> <http://e/c> ."))
    {'statements': 1}
    """

    def count(stream: IO[bytes]) -> dict[str, int]:
        return {"statements": sum(1 for _ in ox.parse(stream, format=form, lenient=True))}

    return count


def xml_network(stream: IO[bytes]) -> dict[str, int]:
    """Count the nodes and edges of GraphML or GEXF, element by element.

    >>> import io
    >>> xml_network(io.BytesIO(b"<g><node/><node/><edge/></g>"))
    {'nodes': 2, 'edges': 1}
    """
    found = {"node": 0, "edge": 0}
    for _, element in etree.iterparse(stream, tag=("{*}node", "{*}edge"), resolve_entities=False, huge_tree=True):
        found[etree.QName(element).localname] += 1
        element.clear()
        # What stands before is kept by the parent, empty as it is.
        while element.getprevious() is not None:
            del element.getparent()[0]
    return {"nodes": found["node"], "edges": found["edge"]}


def json_network(stream: IO[bytes]) -> dict[str, int]:
    """Count the nodes and edges of Cytoscape's or graphology's JSON.

    >>> import io
    >>> json_network(io.BytesIO(b'{"elements": {"nodes": [{}], "edges": []}}'))
    {'nodes': 1, 'edges': 0}
    """
    said = cast(Mapping[str, Mapping[str, list[object]]], json.load(stream))
    inside = said.get("elements", said)
    return {kind: len(inside[kind]) for kind in ("nodes", "edges")}


@contextmanager
def unpacked(path: Path, suffix: str) -> Iterator[IO[bytes]]:
    """Open a file for reading that was packed as *suffix* says."""
    with path.open("rb") as raw:
        if suffix == ".gz":
            with gzip.GzipFile(fileobj=raw) as stream:
                yield cast(IO[bytes], stream)
        elif suffix == ".zst":
            with zstandard.ZstdDecompressor().stream_reader(raw, closefd=False) as stream:
                yield cast(IO[bytes], stream)
        else:
            yield raw
