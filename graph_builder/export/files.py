"""Files of an export: they appear when they are complete, and are read back and counted."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeVar, cast

import pyoxigraph as ox
import zstandard
from lxml import etree

from graph_builder.model import GraphBuilderError

_MOST_SHOWN = 5

T = TypeVar("T")


@contextmanager
def new_place(path: Path) -> Iterator[Path]:
    """Give a path beside *path* to write to, which takes its name when all went well.

    Raises:
        GraphBuilderError: there is something under that name already, or it cannot be written.
    """
    if path.exists():
        raise GraphBuilderError(f"{path}: is there already; choose another path, or remove it")
    with _partial(path) as partial:
        yield partial


@contextmanager
def _partial(path: Path) -> Iterator[Path]:
    partial = path.with_name(path.name + ".partial")
    try:
        _remove(partial)
        yield partial
        partial.replace(path)
    except OSError as error:
        raise GraphBuilderError(
            f"{path}: cannot be written ({error.strerror or error}); choose another path"
        ) from error
    finally:
        _remove(partial)


def check_counts(written: Mapping[str, int], found: Mapping[str, int], target: str) -> None:
    """Compare the rows that were written with those that the target holds.

    Raises:
        GraphBuilderError: they differ.

    >>> check_counts({"Person": 2}, {"Person": 2}, "kg.duckdb")
    """
    wrong = [
        f"{name}: {count} here, {found.get(name, 0)} there"
        for name, count in written.items()
        if found.get(name, 0) != count
    ]
    if wrong:
        raise GraphBuilderError(
            f"{target}: the counts differ ({'; '.join(wrong[:_MOST_SHOWN])}{', ...' if wrong[_MOST_SHOWN:] else ''});"
            " empty what is there, or replace it, and write it again"
        )


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def count_statements(form: ox.RdfFormat) -> Callable[[IO[bytes]], dict[str, int]]:
    """Return what counts the statements of a file of RDF as they come, without holding them.

    >>> import io
    >>> count_statements(ox.RdfFormat.N_TRIPLES)(io.BytesIO(b"<http://e/a> <http://e/b> <http://e/c> ."))
    {'statements': 1}
    """

    def count(stream: IO[bytes]) -> dict[str, int]:
        return {"statements": sum(1 for _ in ox.parse(stream, format=form, lenient=True))}

    return count


def count_xml_network(stream: IO[bytes]) -> dict[str, int]:
    """Count the nodes and edges of GraphML or GEXF, element by element.

    >>> import io
    >>> count_xml_network(io.BytesIO(b"<g><node/><node/><edge/></g>"))
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


def count_json_network(stream: IO[bytes]) -> dict[str, int]:
    """Count the nodes and edges of Cytoscape's or graphology's JSON.

    >>> import io
    >>> count_json_network(io.BytesIO(b'{"elements": {"nodes": [{}], "edges": []}}'))
    {'nodes': 1, 'edges': 0}
    """
    content = cast(Mapping[str, Mapping[str, list[object]]], json.load(stream))
    inside = content.get("elements", content)
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


def printable(text: str) -> str:
    """Return text without control characters: a terminal would obey those that a document smuggles into a name."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in text)


# What XML 1.0 allows besides these is everything: tab, line ends, and all other planes.
_REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def xml_safe(text: str) -> str:
    """Return *text* without the characters that XML 1.0 refuses, even escaped.

    >>> xml_safe("a\\x00b\\tc")
    'ab\\tc'
    """
    return _REFUSED.sub("", text)


@contextmanager
def opened(target: IO[bytes] | str | Path, check: Callable[[IO[bytes]], None] | None = None) -> Iterator[IO[bytes]]:
    """Open *target* for writing; a file appears under its name only when it is complete and *check* has read it."""
    if not isinstance(target, str | Path):
        yield target
        return
    path = Path(target)
    with _partial(path) as partial:
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


def chunks(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield items in lists of one size, the last of what is left.

    >>> list(chunks("abc", 2))
    [['a', 'b'], ['c']]
    """
    waiting = iter(items)
    while chunk := list(islice(waiting, size)):
        yield chunk


def need(module: str, extra: str) -> Any:
    """Return a module that is an extra.

    Raises:
        GraphBuilderError: it is not installed; the message says what to run.

    >>> need("json", "").__name__
    'json'
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise GraphBuilderError(f"{package} is not installed; run: pip install 'graph-builder[{extra}]'") from error
