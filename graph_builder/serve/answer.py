"""Answers to queries, from the engine or from the index, in the format that was asked for and within limits."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Any

import pyoxigraph as ox

from graph_builder.model import GraphBuilderError, QueryError
from graph_builder.query.guard import check, names_dataset, syntax_error
from graph_builder.serve.negotiation import GRAPHS, TABLES, Media, choose

_PIECE = 1 << 16


class TooMuchError(GraphBuilderError):
    """An answer beyond the limits of the server."""


class NoGraphError(GraphBuilderError):
    """A named graph that the store does not have."""


class NotAcceptableError(GraphBuilderError):
    """A request that takes none of the formats in which it could be answered."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many rows and bytes an answer may have."""

    rows: int
    bytes: int


def within(limits: Limits, write: Callable[[IO[bytes]], object], row: bytes = b"") -> bytes:
    """Return what *write* writes to a stream, rows of which begin with *row*.

    Raises:
        TooMuchError: it is beyond the limits.
    """
    out = _Counted(limits, row)
    # The engine writes term by term: what is counted are pieces.
    with io.BufferedWriter(out, _PIECE) as buffer:
        write(buffer)
    return bytes(out.content)


class _Counted(io.RawIOBase):
    """A stream that keeps what is written and stops at the limits."""

    def __init__(self, limits: Limits, row: bytes) -> None:
        self.content = bytearray()
        self._limits, self._row = limits, row
        self._rows, self._seen = 0, 0

    def writable(self) -> bool:
        """Return True: it is written to."""
        return True

    def write(self, data: Any) -> int:
        """Keep bytes, or raise ``TooMuchError``."""
        self.content += data
        if len(self.content) > self._limits.bytes:
            raise TooMuchError(f"the answer has more than {self._limits.bytes / 1e6:g} MB; ask for less, with LIMIT")
        if self._row:
            start = max(0, self._seen - len(self._row) + 1)
            self._rows += self.content.count(self._row, start)
            self._seen = len(self.content)
            if self._rows > self._limits.rows:
                raise TooMuchError(f"the answer has more than {self._limits.rows} rows; ask for less, with LIMIT")
        return len(data)


def query(
    store: ox.Store,
    text: str,
    accept: str,
    limits: Limits,
    default_graphs: Sequence[str] = (),
    named_graphs: Sequence[str] = (),
) -> tuple[str, bytes]:
    """Return media type and bytes of the answer to a query.

    Args:
        store: the graph; without *default_graphs* its default graph is the union of all its graphs.
        text: SPARQL 1.1 Query.
        accept: the Accept header of the request.
        limits: rows and bytes that the answer may have.
        default_graphs: IRIs of the graphs that make up the default graph; together with *named_graphs*, they are the
            dataset, whatever the query says (SPARQL 1.1 Protocol, 2.1.4).
        named_graphs: IRIs of the graphs that GRAPH sees.

    Raises:
        QueryError: the query is malformed or refused, or names no graph.
        NotAcceptableError: no format of the answer is wanted.
        TooMuchError: the answer is beyond the limits.
    """
    check(text)
    dataset: dict[str, Any] = {"use_default_graph_as_union": not names_dataset(text)}
    if default_graphs or named_graphs:
        dataset = {"default_graph": _graphs(default_graphs), "named_graphs": _graphs(named_graphs)}
    try:
        found = store.query(text, **dataset)
        return _written(found, accept, limits)
    except SyntaxError as error:
        raise syntax_error(text, str(error)) from error
    except (RuntimeError, ValueError) as error:
        raise QueryError(str(error)) from error


def graph(store: ox.Store, name: str, accept: str, limits: Limits) -> tuple[str, bytes]:
    """Return a graph of a store, or the union of all if *name* is empty.

    Raises:
        NoGraphError: there is no such graph.
        NotAcceptableError: no format of graphs is wanted.
        TooMuchError: the graph is beyond the limits.
    """
    media = choose_media(accept, GRAPHS)
    (node,) = _graphs([name]) if name else (None,)
    if node is not None and not store.contains_named_graph(node):
        raise NoGraphError("this store has no such graph; /graphs?default is all of it")
    quads = store.quads_for_pattern(None, None, None, node)
    triples: Any = (quad.triple for quad in quads)
    if node is None:
        triples = iter(dict.fromkeys(triples))
    return media.type, within(limits, lambda out: ox.serialize(triples, out, format=media.format))  # type: ignore[arg-type]


def _written(found: Any, accept: str, limits: Limits) -> tuple[str, bytes]:
    media = choose_media(accept, GRAPHS if isinstance(found, ox.QueryTriples) else TABLES)
    return media.type, within(limits, lambda out: found.serialize(out, format=media.format), media.row)


def choose_media(accept: str, offered: tuple[Media, ...]) -> Media:
    """Return the format that an Accept header prefers.

    Raises:
        NotAcceptableError: it takes none of them.
    """
    media = choose(accept, offered)
    if media is None:
        types = ", ".join(each.type for each in offered)
        raise NotAcceptableError(f"this can be answered as {types}; accept one of them")
    return media


def _graphs(names: Sequence[str]) -> list[ox.NamedNode]:
    try:
        return [ox.NamedNode(name) for name in names]
    except ValueError as error:
        raise QueryError(f"a graph's name is no IRI ({error}); give an absolute one") from error
