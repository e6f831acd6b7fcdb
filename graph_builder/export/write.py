"""Choosing a format and a target: by name, by suffix, packed by ``.gz`` and ``.zst``."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol, TypeVar, cast

import pyoxigraph as ox
import zstandard

from graph_builder.export.folders import agree
from graph_builder.export.network import NETWORK_FORMATS, NetworkFormat, let_out, to_networkx
from graph_builder.export.privacy import Privacy, kept_quads, kept_triples
from graph_builder.export.property_formats import PROPERTY_FORMATS, PropertyFormat
from graph_builder.export.property_graph import Progress, PropertyGraph, no_progress
from graph_builder.export.rdf import GRAPH_FORMATS, GraphFormat, Statements
from graph_builder.export.recount import unpacked
from graph_builder.export.tables import TABLE_FORMATS
from graph_builder.export.triple_blocks import TRIPLE_BLOCKS
from graph_builder.model import GraphBuilderError
from graph_builder.query import Table, Triples


class _Format(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def suffixes(self) -> tuple[str, ...]: ...


F = TypeVar("F", bound=_Format)

EXPORT_FORMATS: Mapping[str, GraphFormat | NetworkFormat] = {**GRAPH_FORMATS, **NETWORK_FORMATS}
"""All formats of a whole graph that are one stream, by name."""

_TOLD = 10_000


def write_table(table: Table, target: IO[bytes] | str | Path, format: str = "") -> None:
    """Write an answer's rows to a binary stream or a file, packed if its name ends in ``.gz`` or ``.zst``.

    Args:
        table: the answer; its rows are read once and written as they come.
        target: a stream such as ``sys.stdout.buffer``, or a path.
        format: a name of ``TABLE_FORMATS``; without it the path's suffix decides.

    Raises:
        GraphBuilderError: there is no such format, or a package for it is missing.

    >>> import io, pyoxigraph
    >>> out = io.BytesIO()
    >>> write_table(Table(("n",), iter([(pyoxigraph.Literal(1),)])), out, "csv")
    >>> out.getvalue()
    b'n\\r\\n1\\r\\n'
    """
    chosen = choose(TABLE_FORMATS, target, format)
    with opened(target) as stream:
        chosen.write(table, stream)


def write_triples(triples: Triples, target: IO[bytes] | str | Path, format: str = "") -> None:
    """Write the answer to a CONSTRUCT or DESCRIBE query as RDF.

    Raises:
        GraphBuilderError: there is no such format.

    >>> import io
    >>> out = io.BytesIO()
    >>> write_triples(Triples(iter([])), out, "ntriples")
    """
    chosen = choose(GRAPH_FORMATS, target, format)
    with opened(target) as stream:
        if triples.blocks is None:
            # The engine may give a triple once for each graph that holds it.
            chosen.write(sorted(set(triples.triples), key=str), stream)
        elif chosen.name in TRIPLE_BLOCKS:
            for piece in TRIPLE_BLOCKS[chosen.name](triples.blocks):
                stream.write(piece)
        else:
            chosen.write(triples.triples, stream)


def write_graph(
    store: ox.Store,
    target: IO[bytes] | str | Path,
    format: str = "",
    privacy: Privacy | None = None,
    progress: Progress = no_progress,
) -> dict[str, int]:
    """Write a whole graph: as RDF, as a network of entities, or as tables of nodes and relationships.

    Formats without named graphs hold each triple once. The same graph gives the same bytes. Files are read back and
    counted before they take their name.

    Args:
        store: the graph.
        target: a stream or a path; formats of several files (``PROPERTY_FORMATS``) take a path that is not there yet.
        format: a name of ``EXPORT_FORMATS`` or ``PROPERTY_FORMATS``; without it the path's suffix decides.
        privacy: what is let out; without it all but e-mail addresses and phone numbers.
        progress: told how many rows of which table are written.

    Returns:
        The number of rows by label and type, of formats that have tables; else of statements, or nodes and edges.

    Raises:
        GraphBuilderError: there is no such format, the file cannot be written, or it holds more or less than the graph.

    >>> import io
    >>> out = io.BytesIO()
    >>> write_graph(ox.Store(), out, "nquads")
    {'statements': 0}
    >>> out.getvalue()
    b''
    """
    let = privacy or Privacy()
    chosen = choose({**EXPORT_FORMATS, **PROPERTY_FORMATS}, target, format)
    if isinstance(chosen, PropertyFormat):
        if not isinstance(target, str | Path):
            raise GraphBuilderError(f"{chosen.name} is written to a place of its own; name one with -o")
        return chosen.write(PropertyGraph(store, let), Path(target), progress)
    if isinstance(chosen, NetworkFormat):
        network = let_out(to_networkx(store), let)
        written = {"nodes": network.number_of_nodes(), "edges": network.number_of_edges()}
        with opened(target, lambda stream: agree(written, chosen.count(stream), str(target))) as stream:
            chosen.write(network, stream)
        return written
    counted = _Counted(kept_quads(store, let) if chosen.quads else kept_triples(store, let), progress)
    with opened(target, lambda stream: agree(counted.counts(), chosen.count(stream), str(target))) as stream:
        chosen.write(cast(Statements, counted), stream)
    return counted.counts()


class _Counted:
    """Statements that are counted as they are read."""

    def __init__(self, statements: Iterable[ox.Quad] | Iterable[ox.Triple], progress: Progress) -> None:
        self._statements, self._progress, self.count = statements, progress, 0

    def counts(self) -> dict[str, int]:
        return {"statements": self.count}

    def __iter__(self) -> Iterator[ox.Quad | ox.Triple]:
        for statement in self._statements:
            self.count += 1
            if not self.count % _TOLD:
                self._progress("statements", self.count, 0)
            yield statement


def choose(formats: Mapping[str, F], target: IO[bytes] | str | Path, name: str) -> F:
    """Return a format by its name or, without one, by the suffix of a path.

    Raises:
        GraphBuilderError: none fits; the message lists all.
    """
    if name:
        if name.lower() in formats:
            return formats[name.lower()]
        raise GraphBuilderError(f"no format {name!r}; choose one of: {', '.join(formats)}")
    suffixes = (
        [s.lower() for s in Path(target).suffixes if s.lower() not in (".gz", ".zst")]
        if isinstance(target, str | Path)
        else []
    )
    for form in formats.values():
        if suffixes and suffixes[-1] in form.suffixes:
            return form
    raise GraphBuilderError(f"{target}: the format is unclear; name one of: {', '.join(formats)}")


@contextmanager
def opened(target: IO[bytes] | str | Path, check: Callable[[IO[bytes]], None] | None = None) -> Iterator[IO[bytes]]:
    """Open *target* for writing; a file appears under its name only when it is complete and *check* has read it."""
    if not isinstance(target, str | Path):
        yield target
        return
    path = Path(target)
    partial = path.with_name(path.name + ".partial")
    try:
        with partial.open("wb") as raw:
            if path.suffix.lower() == ".gz":
                # No time and no name inside: the same graph gives the same bytes.
                with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
                    yield packed  # type: ignore[misc]
            elif path.suffix.lower() == ".zst":
                with zstandard.ZstdCompressor(level=9).stream_writer(raw, closefd=False) as packed:
                    yield packed
            else:
                yield raw
        if check is not None:
            with unpacked(partial, path.suffix.lower()) as stream:
                check(stream)
        partial.replace(path)
    except OSError as error:
        raise GraphBuilderError(
            f"{path}: cannot be written ({error.strerror or error}); choose another path"
        ) from error
    finally:
        partial.unlink(missing_ok=True)
