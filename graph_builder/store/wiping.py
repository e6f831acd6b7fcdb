"""Wiping: a database without what was removed from it, not even in places that no query looks at.

Two things stay when quads are removed: the marks of removals with the keys that they are about, short texts in full,
until tables are merged, and longer texts for good, for the engine takes none out. So the texts that no quad refers to
any more are removed by way of a log (see ``rocks``), everything is merged, and the outcome is looked at. Where any of
this is not as expected, all quads are copied into a new database, which takes as long as loading them.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import zlib
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

import pyoxigraph as ox

from graph_builder.model import StoreError
from graph_builder.store.hashes import hashes
from graph_builder.store.rocks import addition, family_of, holds_removed, last_sequence, log_of, next_log, removal

MOST: Final = 500_000
"""Texts that are remembered between snapshots; where more were removed, copying is no slower."""

PIECE: Final = 40_000_000
"""Bytes of N-Triples that are loaded at once when a graph is copied: loading takes five times as much memory."""

DATATYPES: Final = tuple(
    ox.NamedNode(f"http://www.w3.org/2001/XMLSchema#{name}")
    for name in ("date", "decimal", "gYear", "gYearMonth", "integer")
)
"""The datatypes, beside those of texts and truth, of the literals that are written into graphs."""

_TRUTH: Final = ox.NamedNode("http://www.w3.org/2001/XMLSchema#boolean")

_Object: TypeAlias = ox.NamedNode | ox.Literal
_Place: TypeAlias = tuple[ox.NamedNode | None, ox.NamedNode | None, _Object | None]

_FOREIGN: Final = re.compile(
    rb'^_:|(?: _:\S+|"@[\w-]+|\)>>|"(?!(?:true|false)"\^\^<%b> |[-+.\d][^"\n]*"\^\^<(?:%b)> )[^"\n]*"\^\^<[^>\n]*>) \.$'
    % (re.escape(_TRUTH.value.encode()), b"|".join(re.escape(datatype.value.encode()) for datatype in DATATYPES)),
    re.MULTILINE,
)
"""What shows in a line of N-Triples that it says something in another way: blank nodes, languages, other datatypes."""

_TEXTS, _NAMES = "id2str", "graphs"
"""The column families of texts by their hashes, and of the names of graphs."""

_IRI: Final = b"\x01"
"""What stands before the hash of an IRI."""

_SHORT: Final = 15
"""Bytes of a text that stands in quads instead of its hash."""

_PROBE: Final = ox.NamedNode("urn:graph-builder:a-text-to-see-what-the-engine-makes-of-it")


class Removed:
    """The texts of quads that were removed from a graph, which its database may still have.

    >>> gone = Removed()
    >>> says = ox.NamedNode("x:says")
    >>> gone.take(ox.Quad(says, says, ox.Literal(text), says) for text in ("Looms that Think", "Ada"))
    >>> sorted(gone.texts or ())
    ['Looms that Think', 'x:says']
    """

    def __init__(self, texts: Iterable[str] | None = ()) -> None:
        self.texts: set[str] | None = None if texts is None else set(texts)
        """None where it is not known: the database is from before, or too much was removed."""

    @classmethod
    def read(cls, path: Path) -> Removed:
        """Return what a file says; nothing is known where it is missing or damaged."""
        try:
            return cls(json.loads(gzip.decompress(path.read_bytes())))
        except (OSError, EOFError, zlib.error, ValueError):
            return cls(None)

    def write(self, path: Path) -> None:
        """Write a file that ``read`` reads, unless nothing is known."""
        if self.texts is not None:
            path.write_bytes(gzip.compress(json.dumps(sorted(self.texts)).encode(), compresslevel=1, mtime=0))

    def take(self, quads: Iterable[ox.Quad]) -> None:
        """Remember the texts of quads, without short ones, which stand in the quads themselves."""
        for quad in quads if self.texts is not None else ():
            self.add(*(term.value for term in quad if isinstance(term, ox.NamedNode) or _is_long(term)))

    def add(self, *texts: str) -> None:
        """Remember texts."""
        if self.texts is not None:
            self.texts.update(texts)
            if len(self.texts) > MOST:
                self.texts = None


def _is_long(term: object) -> bool:
    return isinstance(term, ox.Literal) and len(term.value.encode()) > _SHORT


def wipe(graph: ox.Store, texts: Collection[str], target: Path) -> bool:
    """Make a database in a new folder with the quads of *graph*, and of these texts only those that quads refer to.

    Returns whether that has worked: if not, there may be anything in the folder.
    """
    names = {name.value for name in graph.named_graphs()}
    unused = [text for text in texts if not _is_used(graph, text, names)]
    trial = target.with_name(f"{target.name}-trial")
    try:
        graph.backup(str(trial))
        log, last = _try_log(trial)
        graph.backup(str(target))
        steps = [removal(family_of(target, _TEXTS), key) for key in hashes(unused)]
        (target / log).write_bytes(log_of([*steps, _sign(target)], last + 1))
        return _is_merged(target) and not holds_removed(target)
    except (StoreError, OSError, RuntimeError, LookupError, ValueError):
        return False
    finally:
        shutil.rmtree(trial, ignore_errors=True)


def _is_used(graph: ox.Store, text: str, names: Collection[str]) -> bool:
    """Tell whether any quad refers to a text, as whatever."""
    if text in names or not text:
        return True
    objects: list[_Object] = [ox.Literal(text)]
    if text[0] in "+-.0123456789":  # numbers and dates, as they are written, begin with nothing else
        objects += (ox.Literal(text, datatype=datatype) for datatype in DATATYPES)
    places: list[_Place] = [(None, None, term) for term in objects]
    with suppress(ValueError):
        node = ox.NamedNode(text)
        places = [(node, None, None), (None, None, node), (None, node, None), *places]
    return any(next(graph.quads_for_pattern(*place, None), None) is not None for place in places)


def _try_log(folder: Path) -> tuple[str, int]:
    """Return the name of the log that is read next, and the number of the last thing done, trying both in a database.

    Raises ``StoreError`` if a text that is taken out by a log is still there.
    """
    ox.Store(str(folder)).add(ox.Quad(_PROBE, _PROBE, _PROBE, _PROBE))
    path, last = next_log(folder), last_sequence(folder)
    (key,) = hashes([_PROBE.value])
    path.write_bytes(log_of([removal(family_of(folder, _TEXTS), key)], last + 1))
    graph = ox.Store(str(folder))
    try:
        next(graph.quads_for_pattern(None, None, None, _PROBE))
    except (OSError, RuntimeError):
        return path.name, last
    raise StoreError(f"{folder} is of another layout; build the sources into a new store")


def _sign(folder: Path) -> bytes:
    """Return what a log says so that the name of a graph is there if it was carried out."""
    (key,) = hashes([_PROBE.value])
    return addition(family_of(folder, _NAMES), _IRI + key)


def _is_merged(folder: Path) -> bool:
    """Have the engine carry out a log and merge everything; tell whether it did the former."""
    graph = ox.Store(str(folder))
    if not graph.contains_named_graph(_PROBE):
        return False
    graph.remove_graph(_PROBE)
    graph.optimize()
    graph.flush()
    del graph
    ox.Store(str(folder))  # opening begins a new manifest, and removes logs
    for log in folder.glob("LOG*"):
        log.unlink()
    return True


def copy(graph: ox.Store, target: Path, scratch: Path) -> bool:
    """Copy all quads into a database in a new folder, by way of a file of text.

    Returns whether all of them are such as are written into graphs: ``wipe`` does not look for texts in others.
    """
    fresh, known = ox.Store(str(target)), True
    for name in (ox.DefaultGraph(), *graph.named_graphs()):
        graph.dump(scratch, format=ox.RdfFormat.N_TRIPLES, from_graph=name)
        fresh.add_graph(name)
        with scratch.open("rb") as lines:
            while piece := lines.read(PIECE) + lines.readline():
                fresh.bulk_load(piece, format=ox.RdfFormat.N_TRIPLES, to_graph=name, lenient=True)
                known = known and not _FOREIGN.search(piece)
    scratch.unlink()
    fresh.flush()
    return known
