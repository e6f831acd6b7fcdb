"""Wiping: a database without what was removed from it, not even in places that no query looks at.

Two things stay when quads are removed: the marks of removals with the keys that they are about, short texts in full,
until tables are merged, and longer texts for good, for the engine takes none out. So the texts that no quad refers to
any more are removed by way of a log (see ``rocks``), everything is merged, and the outcome is looked at. Where any of
this is not as expected, all quads are copied into a new database, which takes as long as loading them. Whether it is
shows in a text of our own, which is written, and taken out by the same step of the same log.
"""

from __future__ import annotations

import json
import re
import time
import zlib
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import pyoxigraph as ox

from graph_builder.model import StoreError
from graph_builder.store.gzips import compress, decompress
from graph_builder.store.hashes import hashes
from graph_builder.store.rocks import family_of, has_marks, holds_removed, last_sequence, log_of, next_log, removal

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

PATIENCE: Final = 30.0
"""Seconds in which the engine has to merge what it merges by itself."""

_TEXTS = "id2str"
"""The column family of texts by their hashes."""

_SHORT: Final = 15
"""Bytes of a text that stands in quads instead of its hash."""

_PROBE: Final = ox.NamedNode("urn:graph-builder:a-text-to-see-what-the-engine-makes-of-it")


@dataclass(frozen=True, slots=True)
class ErasureSettings:
    """How what is removed from a graph is taken off the disk as well.

    *later* leaves that to the next time, and only has what was removed noted. *remake* is called with the graph and the
    folder of a snapshot in the making: it makes there what is made of graphs, by what was carried along from the
    snapshot before, in files without anything that was removed.
    """

    later: bool = False
    remake: Callable[[ox.Store, Path], None] | None = None


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
            return cls(json.loads(decompress(path.read_bytes())))
        except (OSError, EOFError, zlib.error, ValueError):
            return cls(None)

    def write(self, path: Path) -> None:
        """Write a file that ``read`` reads, unless nothing is known."""
        if self.texts is not None:
            path.write_bytes(compress(json.dumps(sorted(self.texts)).encode()))

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


def unused(graph: ox.Store, texts: Iterable[str]) -> list[str]:
    """Return those of some texts that no quad of a graph refers to."""
    names = {name.value for name in graph.named_graphs()}
    return [text for text in texts if not _is_used(graph, text, names)]


def wipe(folder: Path, texts: Iterable[str]) -> bool:
    """Take texts that no quad refers to out of a closed database, and whatever else was removed from it.

    Its tables may be links: others are written in their place. Returns whether that has worked: if not, the database
    may be damaged.
    """
    try:
        ox.Store(str(folder)).add(ox.Quad(_PROBE, _PROBE, _PROBE, _PROBE))
        family, last = family_of(folder, _TEXTS), last_sequence(folder)
        steps = [removal(family, key) for key in hashes([*texts, _PROBE.value])]
        next_log(folder).write_bytes(log_of(steps, last + 1))
        return _is_merged(folder) and not holds_removed(folder)
    except (StoreError, OSError, RuntimeError, LookupError, ValueError):
        return False


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


def _is_merged(folder: Path) -> bool:
    """Have the engine carry out a log and merge everything; tell whether it did the former.

    The log is one step: if it took away the text of the probe, it took away all that it says, and nothing else.
    """
    graph = ox.Store(str(folder))
    if _is_readable(graph):
        return False
    graph.remove_graph(_PROBE)
    graph.optimize()
    graph.flush()
    _wait(graph, folder)
    del graph
    ox.Store(str(folder))  # opening begins a new manifest, and removes logs
    for log in folder.glob("LOG*"):
        log.unlink()
    return True


def _wait(graph: ox.Store, folder: Path) -> None:
    """Wait until tables have no marks of removals, for some seconds at most.

    What the engine itself began to merge when it was opened may end below what was merged after it. Such a table it
    takes on by itself, once nobody reads what was there before: when a reader ends.
    """
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(StoreError):
            if not has_marks(folder):
                return
        graph.contains_named_graph(_PROBE)
        time.sleep(0.05)


def _is_readable(graph: ox.Store) -> bool:
    """Tell whether the probe has its text, or was never written."""
    try:
        next(graph.quads_for_pattern(None, None, None, _PROBE), None)
    except (OSError, RuntimeError):
        return False
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
