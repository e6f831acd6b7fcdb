"""The journal of a draft: the nodes of which other things are said than in the snapshot before, and those named there.

What was made of that snapshot's graph is carried along beside it, so that whoever needs the like of the new one need
look at these nodes only. Where there is no journal, all is made anew.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox

MOST = 400_000
"""Nodes in a journal at most: beyond that, little is gained by going through them one by one."""

JOURNAL = "changed.gz"
"""The file of a snapshot with the nodes that changed, after the number of the snapshot since which they did.

After an empty line come the nodes that are named in what is said otherwise.
"""

KEPT = ("index-*.sqlite", "search-*.sqlite", "overview-*.json")
"""The files of a snapshot that are carried along, if they were made."""

_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

CARRIED = "before-"
"""How the name of a file begins that was carried along."""


class Journal:
    """The nodes that a draft changes, unless they are too many or it is not known which they are.

    >>> journal = Journal()
    >>> list(journal.of_lines(["<x:a> <x:p> <x:b> <x:g> .\\n<x:c> <x:p> <x:b> <x:g> .\\n"]))
    ['<x:a> <x:p> <x:b> <x:g> .\\n<x:c> <x:p> <x:b> <x:g> .\\n']
    >>> sorted(journal.nodes or ()), journal.named
    (['x:a', 'x:c'], {'x:b'})
    """

    def __init__(self) -> None:
        self.nodes: set[str] | None = set()
        """What changed so far, or None."""
        self.named: set[str] = set()
        """What is named, other than as a class, in what changed so far."""

    def give_up(self) -> None:
        """Take notice of changes that are not reported one by one."""
        self.nodes = None

    def note(self, quads: Iterable[ox.Quad]) -> None:
        """Take notice of quads that come or go."""
        for quad in quads:
            if self.nodes is None:
                return
            if isinstance(quad.subject, ox.NamedNode):
                named = isinstance(quad.object, ox.NamedNode) and quad.predicate.value != _TYPE
                self._add(quad.subject.value, quad.object.value if named else "")  # type: ignore[union-attr]

    def of_lines(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield pieces of N-Quads as they come, taking notice of them."""
        for piece in pieces:
            if self.nodes is not None:
                parts = (line.split(" ", 3) for line in piece.split("\n") if line.startswith("<"))
                for node, named in {
                    (s[1:-1], o[1:-1] if o.startswith("<") and p[1:-1] != _TYPE else "") for s, p, o, _ in parts
                }:
                    self._add(node, named)
            yield piece

    def _add(self, node: str, named: str) -> None:
        if self.nodes is not None:
            self.nodes.add(node)
            if named:
                self.named.add(named)
            if len(self.nodes) > MOST:
                self.nodes = None

    def write(self, before: Path, after: Path) -> None:
        """Write the journal into the folder of a new snapshot, and carry along what was made of the one before."""
        nodes, named, since = self.nodes, self.named, before.name
        if nodes is None or not before.is_dir():
            return
        made = {path.name: path for kept in KEPT for path in before.glob(kept)}
        if earlier := changes_of(before):
            # What nobody has asked of the snapshot before is carried on, with all changes since.
            left = {path.name.removeprefix(CARRIED): path for kept in KEPT for path in before.glob(CARRIED + kept)}
            if left.keys() - made.keys():
                nodes, named, since = nodes | earlier.nodes, named | earlier.named, str(earlier.since)
                made = left | made
        if len(nodes) > MOST:
            return
        for name, path in made.items():
            with suppress(OSError):  # without links, or if another process has just removed it, it is made anew
                os.link(path, after / (CARRIED + name))
        with gzip.open(after / JOURNAL, "wt", encoding="utf-8", compresslevel=1, newline="\n") as file:
            file.writelines(f"{line}\n" for line in (since, *sorted(nodes), "", *sorted(named)))


class ChangedNodes(NamedTuple):
    """The nodes that changed since a snapshot, those named in what changed, and its number."""

    since: int
    nodes: frozenset[str]
    named: frozenset[str]


def changes_of(folder: Path) -> ChangedNodes | None:
    """Return what changed up to the snapshot in a folder, or None if that is not known."""
    try:
        with gzip.open(folder / JOURNAL, "rt", encoding="utf-8", newline="\n") as file:
            (since, *nodes), named = (part.split("\n") for part in file.read().split("\n\n"))
        return ChangedNodes(int(since), frozenset(nodes), frozenset(named) - {""})
    except (OSError, EOFError, ValueError):
        return None


def carried(folder: Path, name: str) -> tuple[Path, ChangedNodes] | None:
    """Return the file of an earlier snapshot that one like it can be made from, and what changed since.

    Args:
        folder: the folder of a snapshot.
        name: the name of the file.
    """
    changes = changes_of(folder)
    if changes is None:
        return None
    for path in (folder / (CARRIED + name), folder.with_name(str(changes.since)) / name):
        if path.exists():
            return path, changes
    return None


def drop_carried(folder: Path, name: str = "") -> None:
    """Remove the file that was carried along, once the like of it was made; without a *name* all that was."""
    left = [folder / (CARRIED + name)] if name else [*folder.glob(f"{CARRIED}*"), folder / JOURNAL]
    for path in left:
        with suppress(OSError):
            path.unlink()
