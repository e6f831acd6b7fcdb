"""Mentions of people and sets of them that are compared as one, read from tables and held as long as there is room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graph_builder.resolve.evidence import MentionEvidence, together
from graph_builder.resolve.incremental.rows import decode_person

# Mentions, and sets of them, that are held after the next ones are read.
_HELD = 10_000


class Member(NamedTuple):
    """A mention with its number."""

    no: int
    evidence: MentionEvidence


class Node(NamedTuple):
    """Mentions that are one person so far, as one; *group* are those with a name, in order."""

    evidence: MentionEvidence
    group: tuple[MentionEvidence, ...]


@dataclass(slots=True)
class MentionCache:
    """The mentions in tables, by number; *among* asks these. *names* are the ids of sources."""

    among: Callable[[str, Iterable[int]], Iterator[tuple[Any, ...]]]
    names: Mapping[int, str]
    _evidence: dict[int, MentionEvidence] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        return MentionCache, (self.among, self.names)

    def sets(self, round_: int, heads: Iterable[int]) -> dict[int, list[Member]]:
        """Return the mentions of sets as they are before a round, by their heads, in order."""
        if len(self._evidence) > _HELD:
            self._evidence.clear()
        found: dict[int, list[Member]] = defaultdict(list)
        query = f"SELECT head{round_}, no, source, data FROM person WHERE head{round_} IN {{}}"  # noqa: S608
        for head, no, source, data in self.among(query, sorted(heads)):
            evidence = self._evidence.get(no)
            if evidence is None:
                evidence = self._evidence[no] = decode_person(self.names[source], data)
            found[head].append(Member(no, evidence))
        for group in found.values():
            if len(group) > 1:
                group.sort(key=lambda member: member.evidence.ref)
        return found


class Nodes(dict[int, Node]):
    """The nodes of a round, by number: those that were read last are at hand."""

    def __init__(self, cache: MentionCache, round_: int) -> None:
        super().__init__()
        self._cache, self._round = cache, round_

    def __reduce__(self) -> tuple[Any, ...]:
        return Nodes, (self._cache, self._round)

    def read(self, nos: Collection[int]) -> None:
        """Have nodes at hand; others may be given up."""
        if len(self) > _HELD:
            for no in self.keys() - set(nos):
                del self[no]
        for head, group in self._cache.sets(self._round, {no for no in nos if no not in self}).items():
            named = tuple([member.evidence for member in group if member.evidence.named])
            if named:
                self[head] = Node(together(named), named)
