"""Mentions of people as they were seen, each read from tables once while these are brought up to date."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graph_builder.resolve.evidence import MentionEvidence, together
from graph_builder.resolve.incremental.rows import PersonMention, decode_person
from graph_builder.resolve.incremental.tables import Tables


@dataclass(frozen=True, slots=True)
class Member:
    """A mention by its number, and what was seen of it."""

    no: int
    seen: PersonMention


@dataclass(frozen=True, slots=True)
class Node:
    """Mentions that are one person so far, as one; *group* are those with a name, in order."""

    evidence: MentionEvidence
    group: tuple[Member, ...]


@dataclass(slots=True)
class MentionCache:
    """What was seen of mentions, by number. *names* are the ids of sources."""

    tables: Tables
    names: Mapping[int, str]
    seen: dict[int, PersonMention] = field(default_factory=dict)
    _together: dict[tuple[int, ...], MentionEvidence] = field(default_factory=dict)

    def sets(self, round_: int, heads: Iterable[int]) -> dict[int, list[Member]]:
        """Return the mentions of sets as they are before a round, by their heads, in order."""
        found: dict[int, list[Member]] = defaultdict(list)
        query = f"SELECT head{round_}, no, source, data FROM person WHERE head{round_} IN {{}}"  # noqa: S608
        for head, no, source, data in self.tables.among(query, sorted(heads)):
            seen = self.seen.get(no)
            if seen is None:
                seen = self.seen[no] = decode_person(self.names[source], data)
            found[head].append(Member(no, seen))
        for group in found.values():
            if len(group) > 1:
                group.sort(key=lambda member: member.seen.evidence.ref)
        return found

    def together(self, group: Sequence[Member]) -> MentionEvidence:
        """Return mentions that are one person so far as one."""
        if len(group) == 1:
            return group[0].seen.evidence
        key = tuple([member.no for member in group])
        found = self._together.get(key)
        if found is None:
            found = self._together[key] = together([member.seen.evidence for member in group])
        return found
