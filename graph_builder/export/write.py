"""Writing answers and graphs: the format is chosen by name or suffix, files are packed, read back and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import pyoxigraph as ox

from graph_builder.explore.things.reader import Reader
from graph_builder.export.field_formats import Gatherer
from graph_builder.export.files import check_counts, opened
from graph_builder.export.formats import (
    FIELD_FORMATS,
    GRAPH_FORMATS,
    NETWORK_FORMATS,
    PROPERTY_FORMATS,
    TABLE_FORMATS,
    Format,
    choose,
)
from graph_builder.export.network import redact, to_networkx
from graph_builder.export.privacy import Privacy, redacted_quads, redacted_triples
from graph_builder.export.property_graph import Progress, PropertyGraph, no_progress
from graph_builder.model import GraphBuilderError
from graph_builder.query.engine import Table, Triples

EXPORT_FORMATS: Mapping[str, Format[Any]] = {**GRAPH_FORMATS, **NETWORK_FORMATS}
"""All formats of a whole graph that are one stream, by name."""

_REPORT_EVERY = 10_000


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
        # The engine may give a triple once for each graph that holds it.
        chosen.write(sorted(set(triples.triples), key=str), stream)


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
        privacy: what may leave; by default all but e-mail addresses and phone numbers.
        progress: called with the table and the number of rows written so far.

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
    privacy = privacy or Privacy()
    name = choose({**EXPORT_FORMATS, **PROPERTY_FORMATS}, target, format).name
    if tables := PROPERTY_FORMATS.get(name):
        if not isinstance(target, str | Path):
            raise GraphBuilderError(f"{name} is written to a place of its own; name one with -o")
        return tables.write(PropertyGraph(store, privacy), Path(target), progress)
    form = EXPORT_FORMATS[name]
    content: Any
    if name in NETWORK_FORMATS:
        content = redact(to_networkx(store), privacy)
    else:
        content = _Counted(
            redacted_quads(store, privacy) if form.named_graphs else redacted_triples(store, privacy), progress
        )

    def counts() -> dict[str, int]:
        if isinstance(content, _Counted):
            return {"statements": content.count}
        return {"nodes": content.number_of_nodes(), "edges": content.number_of_edges()}

    def check(stream: IO[bytes]) -> None:
        if form.count is not None:
            check_counts(counts(), form.count(stream), str(target))

    with opened(target, check) as stream:
        form.write(content, stream)
    return counts()


def write_about(
    store: ox.Store, iri: str, target: IO[bytes] | str | Path, format: str = "", privacy: Privacy | None = None
) -> dict[str, int]:
    """Write one person or venue as BibTeX, CSL-JSON, JSON Resume or JSON-LD; return the number of works and stages.

    Args:
        store: the graph.
        iri: the person or venue.
        target: a stream or a path.
        format: a name of ``FIELD_FORMATS``; without it the path's suffix decides, among the formats of this kind.
        privacy: what may leave; by default all but e-mail addresses and phone numbers.

    Raises:
        GraphBuilderError: there is no such format, or it cannot hold a thing of this kind.
    """
    reader = Reader(store)
    thing = reader.thing(iri)
    able = {name: form for name, form in FIELD_FORMATS.items() if thing and thing.kind in form.kinds}
    chosen = choose(FIELD_FORMATS if format else able, target, format)
    if chosen.name not in able:
        kinds = " or ".join(kind.value for kind in chosen.kinds)
        raise GraphBuilderError(f"{iri}: {format} describes a {kinds}; name one with --about")
    text, counts = chosen.write(Gatherer(reader, privacy or Privacy()), iri)
    with opened(target) as stream:
        stream.write(text.encode("utf-8", "replace"))
    return counts


class _Counted:
    """Statements that are counted as they are read."""

    def __init__(self, statements: Iterable[ox.Quad] | Iterable[ox.Triple], progress: Progress) -> None:
        self._statements, self._progress, self.count = statements, progress, 0

    def __iter__(self) -> Iterator[ox.Quad | ox.Triple]:
        for statement in self._statements:
            self.count += 1
            if not self.count % _REPORT_EVERY:
                self._progress("statements", self.count, 0)
            yield statement
