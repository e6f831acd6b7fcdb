"""All mentions of people while tables are first made: what is seen of each lies on disk, in memory numbers alone."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graph_builder.resolve.candidates import Compatibility, in_time
from graph_builder.resolve.entities import Reason, Ref, number
from graph_builder.resolve.evidence import MentionEvidence, together
from graph_builder.resolve.incremental.external_sort import RowFile
from graph_builder.resolve.incremental.rows import PersonMention, person_from_row, person_row
from graph_builder.resolve.incremental.tables import dump, load_lists
from graph_builder.resolve.names import PersonName
from graph_builder.resolve.people import is_marked

Numbers = NDArray[np.integer[Any]]
Names = tuple[PersonName, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """Mentions that are one person so far, as one.

    *marked* are places of mentions that may keep it apart from others by identifiers or degrees, one of those
    that say the same; *rivals* the groups of authors with similar names on one list that it belongs to.
    """

    evidence: MentionEvidence
    marked: tuple[int, ...]
    rivals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MergedNode:
    """A node that was made of others: what stands for it, its names and first year, and all of it as a row in bytes."""

    head: int
    names: Names
    year: int
    row: bytes


class Mentions:
    """Mentions by their places in the order of source and id; of those that are one, the first stands for all."""

    def __init__(self, folder: Path) -> None:
        self.names = Compatibility()
        """Numbers of the names of mentions and nodes: their forms."""
        self.nos, self.sources = array("q"), array("q")
        self.form, self.year = array("i"), array("i")
        """The form and the first year of the node that a mention stands for."""
        self._source, self._form, self._row = array("i"), array("i"), array("i")
        self._names_of_sources: list[str] = []
        self._rows, self._nodes = RowFile(folder), RowFile(folder)

    def __len__(self) -> int:
        return len(self.nos)

    def add(self, source: str, found: Iterable[PersonMention]) -> None:
        """Take what is seen of the people whom a source mentions, in order."""
        self._names_of_sources.append(source)
        self.sources.append(number(source))
        for seen in found:
            evidence = seen.evidence
            self.nos.append(number(*evidence.ref))
            self._source.append(len(self._names_of_sources) - 1)
            self._form.append(self.names.form(evidence.names))
            self.year.append(in_time(evidence)[0])
            self._row.append(-1)
            self._rows.add(dump(person_row(seen)))

    def numbers(self) -> Numbers:
        """Return the numbers of all mentions."""
        return np.frombuffer(self.nos, dtype=np.int64) if self.nos else np.zeros(0, dtype=np.int64)

    def source(self, place: int) -> str:
        """Return the source of a mention."""
        return self._names_of_sources[self._source[place]]

    def source_number(self, place: int) -> int:
        """Return the number of the source of a mention."""
        return self.sources[self._source[place]]

    def ref(self, place: int) -> Ref:
        """Return the source and id of a mention."""
        return self.source(place), load_lists(self._rows.get(place))[0][0]

    def data(self, place: int) -> bytes:
        """Return what is seen of a mention, as a row in bytes."""
        return self._rows.get(place)

    def seen(self, place: int) -> PersonMention:
        """Return what is seen of a mention."""
        return person_from_row(self.source(place), load_lists(self._rows.get(place)), self.own_names(place))

    def own_names(self, place: int) -> Names:
        """Return the names of a mention."""
        return self.names.names(self._form[place])

    # Nodes ----------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Let each mention be a node; none is added any more."""
        self.form = array("i", self._form)

    def node(self, head: int) -> Node:
        """Return the node that a mention stands for."""
        if self._row[head] < 0:
            return as_node(self.seen(head), head)
        row, size, marked = load_lists(self._nodes.get(self._row[head]))
        seen = person_from_row(self.source(head), row, self.names.names(self.form[head]), size)
        return Node(seen.evidence, tuple(marked), seen.rivals)

    def join(
        self,
        nodes: Sequence[Node],
        head: int,
        members: Iterable[int],
        seen: Callable[[int], PersonMention] | None = None,
    ) -> MentionEvidence:
        """Make one node of some, see ``made``, and let *head* stand for it."""
        made, evidence = self.made(nodes, head, members, seen)
        self.take(made)
        return evidence

    def made(
        self,
        nodes: Sequence[Node],
        head: int,
        members: Iterable[int],
        seen: Callable[[int], PersonMention] | None = None,
    ) -> tuple[MergedNode, MentionEvidence]:
        """Return one node of some, which come in order; *head* is to stand for it, *members* are those with a name.

        *seen* gives what is seen of a mention, if that is at hand.
        """
        names = tuple(dict.fromkeys(name for place in members for name in self.own_names(place)))
        evidence = replace(together([node.evidence for node in nodes]), names=names)
        rivals = tuple(sorted({rival for node in nodes for rival in node.rivals}))
        marked = _distinct(sorted({place for node in nodes for place in node.marked}), seen or self.seen)
        row = dump((person_row(PersonMention(evidence, "", rivals)), evidence.size, marked))
        return MergedNode(head, names, in_time(evidence)[0], row), evidence

    def take(self, made: MergedNode) -> None:
        """Let a mention stand for a node that was made."""
        self._row[made.head] = self._nodes.add(made.row)
        self.form[made.head] = self.names.form(made.names)
        self.year[made.head] = made.year


def _distinct(places: list[int], seen: Callable[[int], PersonMention]) -> list[int]:
    """Return the first of the mentions that say the same of who they are."""
    if len(places) < 2:
        return places
    found: dict[object, int] = {}
    for place in places:
        evidence = seen(place).evidence
        own = evidence.ref if evidence.subject and evidence.degrees else ()
        found.setdefault((own, evidence.full_keys, evidence.mention.identifiers), place)
    return list(found.values())


def as_node(seen: PersonMention, place: int) -> Node:
    """Return a mention as a node."""
    evidence = seen.evidence
    return Node(evidence, (place,) if is_marked(evidence) else (), seen.rivals)


class Reasons:
    """Why mentions are in their sets: what was told first of each."""

    def __init__(self, size: int) -> None:
        self._of = array("i", [-1]) * size
        self._known: dict[Reason, int] = {}
        self._every: list[Reason] = []

    def tell(self, place: int, reason: Reason) -> None:
        """Take a reason for a mention that has none."""
        if self._of[place] < 0:
            number = self._of[place] = self._known.setdefault(reason, len(self._every))
            if number == len(self._every):
                self._every.append(reason)

    def get(self, place: int) -> Reason | None:
        """Return the reason for a mention, if it has any."""
        number = self._of[place]
        return self._every[number] if number >= 0 else None

    def copy(self) -> Reasons:
        """Return the reasons so far."""
        found = Reasons(0)
        found._of, found._known, found._every = self._of[:], dict(self._known), list(self._every)
        return found
