"""Mentions of people and sets of them that are compared as one, read from tables and held as long as there is room."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from graph_builder.resolve.evidence import MentionEvidence, together
from graph_builder.resolve.incremental.rows import decode_person
from graph_builder.resolve.incremental.tables import among

# Mentions, and sets of them, that are held after the next ones are read.
_HELD = 10_000


class Member(NamedTuple):
    """A mention with its number."""

    no: int
    seen: MentionEvidence


class Node(NamedTuple):
    """Mentions that are one person so far, as one; *group* are those with a name, in order."""

    evidence: MentionEvidence
    group: tuple[MentionEvidence, ...]


@dataclass(slots=True)
class MentionCache:
    """The mentions in tables, by number. *names* are the ids of sources."""

    db: sqlite3.Connection
    names: Mapping[int, str]
    _seen: dict[int, MentionEvidence] = field(default_factory=dict)

    def sets(self, round_: int, heads: Iterable[int]) -> dict[int, list[Member]]:
        """Return the mentions of sets as they are before a round, by their heads, in order."""
        if len(self._seen) > _HELD:
            self._seen.clear()
        found: dict[int, list[Member]] = defaultdict(list)
        query = f"SELECT head{round_}, no, source, data FROM person WHERE head{round_} IN {{}}"  # noqa: S608
        for head, no, source, data in among(self.db, query, sorted(heads)):
            seen = self._seen.get(no)
            if seen is None:
                seen = self._seen[no] = decode_person(self.names[source], data)
            found[head].append(Member(no, seen))
        for group in found.values():
            if len(group) > 1:
                group.sort(key=lambda member: member.seen.ref)
        return found


@dataclass(slots=True)
class Nodes:
    """The nodes of a round: those that were read last are at hand."""

    cache: MentionCache
    number: int
    _nodes: dict[int, Node] = field(default_factory=dict)

    def read(self, nos: Collection[int]) -> None:
        """Have nodes at hand; others may be given up."""
        if len(self._nodes) > _HELD:
            self._nodes = {no: self._nodes[no] for no in nos if no in self._nodes}
        for head, group in self.cache.sets(self.number, {no for no in nos if no not in self._nodes}).items():
            named = tuple([member.seen for member in group if member.seen.named])
            if named:
                self._nodes[head] = Node(together(named), named)

    def __getitem__(self, no: int) -> Node:
        return self._nodes[no]

    def __contains__(self, no: int) -> bool:
        return no in self._nodes
