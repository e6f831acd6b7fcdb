"""Choosing a format and a target: by name, by suffix, gzip by ``.gz``."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol, TypeVar

import pyoxigraph as ox

from graph_builder.export.network import NETWORK_FORMATS, NetworkFormat, to_networkx
from graph_builder.export.rdf import GRAPH_FORMATS, GraphFormat, quads_of, triples_of
from graph_builder.export.tables import TABLE_FORMATS
from graph_builder.model import GraphBuilderError
from graph_builder.query import Table, Triples


class _Format(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def suffixes(self) -> tuple[str, ...]: ...


F = TypeVar("F", bound=_Format)

EXPORT_FORMATS: Mapping[str, GraphFormat | NetworkFormat] = {**GRAPH_FORMATS, **NETWORK_FORMATS}
"""All formats of a whole graph, by name."""


def write_table(table: Table, target: IO[bytes] | str | Path, format: str = "") -> None:
    """Write an answer's rows to a binary stream or a file, gzipped if its name ends in ``.gz``.

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
    # The engine may give a triple once for each graph that holds it.
    unique = sorted(set(triples.triples), key=str)
    with opened(target) as stream:
        chosen.write(unique, stream)


def write_graph(store: ox.Store, target: IO[bytes] | str | Path, format: str = "") -> None:
    """Write a whole graph: as RDF (``GRAPH_FORMATS``) or as a network of entities (``NETWORK_FORMATS``).

    Formats without named graphs hold each triple once. The same graph gives the same bytes.

    Raises:
        GraphBuilderError: there is no such format, or the file cannot be written.

    >>> import io
    >>> out = io.BytesIO()
    >>> write_graph(ox.Store(), out, "nquads")
    >>> out.getvalue()
    b''
    """
    chosen = choose(EXPORT_FORMATS, target, format)
    with opened(target) as stream:
        if isinstance(chosen, NetworkFormat):
            chosen.write(to_networkx(store), stream)
        else:
            chosen.write(quads_of(store) if chosen.quads else triples_of(store), stream)


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
        [s.lower() for s in Path(target).suffixes if s.lower() != ".gz"] if isinstance(target, str | Path) else []
    )
    for form in formats.values():
        if suffixes and suffixes[-1] in form.suffixes:
            return form
    raise GraphBuilderError(f"{target}: the format is unclear; name one of: {', '.join(formats)}")


@contextmanager
def opened(target: IO[bytes] | str | Path) -> Iterator[IO[bytes]]:
    """Open *target* for writing; a file appears under its name only when it is complete."""
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
            else:
                yield raw
        partial.replace(path)
    except OSError as error:
        raise GraphBuilderError(
            f"{path}: cannot be written ({error.strerror or error}); choose another path"
        ) from error
    finally:
        partial.unlink(missing_ok=True)
