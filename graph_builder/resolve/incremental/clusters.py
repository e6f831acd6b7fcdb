"""The clusters of a round after a change: those in which something changed are made anew, with what these meet.

Clusters grow by their best pair, and a join changes nothing but the two that it makes one. So those in which no pair
and no node changed grow as they did before, as long as none that is made anew takes in a part of them. What is made
anew is therefore joined together with the clusters that any pair above the threshold connects with it; where it takes
in one of these, that one is made anew as well, until none is taken in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from graph_builder.resolve.candidates import Compatibility
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.comparing import Pairing, join_likely, reasons
from graph_builder.resolve.entities import Ref, number
from graph_builder.resolve.incremental.mention_cache import MentionCache, Node
from graph_builder.resolve.incremental.parallel import parallel_parts
from graph_builder.resolve.incremental.people import Sets, difference
from graph_builder.resolve.incremental.rows import reason_row
from graph_builder.resolve.incremental.tables import Tables, dump
from graph_builder.resolve.model import Threshold
from graph_builder.resolve.people import is_marked, sets_kept_apart

Pair = tuple[int, int]


@dataclass(slots=True)
class Nodes:
    """The nodes of a round, which are read before they are asked for."""

    known: MentionCache
    number: int
    _nodes: dict[int, Node] = field(default_factory=dict)

    def read(self, nos: Iterable[int]) -> None:
        """Have nodes at hand."""
        for head, group in self.known.sets(self.number, {no for no in nos if no not in self._nodes}).items():
            named = tuple([member for member in group if member.seen.evidence.named])
            if named:
                self._nodes[head] = Node(self.known.together(named), named)

    def __getitem__(self, no: int) -> Node:
        return self._nodes[no]

    def __contains__(self, no: int) -> bool:
        return no in self._nodes


@dataclass(slots=True)
class Clusters:
    """The clusters of a round; *heads* are those before the change of mentions that are gone or seen otherwise."""

    tables: Tables
    number: int
    threshold: Threshold
    nodes: Nodes
    heads: Mapping[int, tuple[int, ...]]
    _changed: set[Pair] = field(default_factory=set)
    _weak: set[Pair] = field(default_factory=set)
    """Changed pairs that are, and were, below the threshold: they count only where something else leads to a join."""
    _fresh: set[int] = field(default_factory=set)
    _of: dict[int, int] = field(default_factory=dict)
    """The clusters of nodes as they were, each by its head."""
    _pairs: dict[int, dict[int, float]] = field(default_factory=dict)

    def differs(self, pair: Pair, score: float) -> None:
        """Take notice of a pair that came, went or changed; *score* is the higher of before and now."""
        (self._changed if score > self.threshold.least else self._weak).add(pair)

    def run(self, sets: Sets, fresh: Collection[int]) -> Sets:
        """Make anew the clusters in which something changed; return the sets that differ after the round.

        *sets* are those that differ before it, *fresh* those of them that are nodes now.
        """
        self._fresh = sets.fresh
        before: dict[int, set[int]] = defaultdict(set)
        self._read_clusters(sets.gone)
        for no in sets.gone:
            before[self.heads[no][self.number + 1] if no in self.heads else self._of[no]].add(no)
        inside = set(fresh) | self._members(self._touched(before))
        inside |= self._members(self._likely(fresh))
        heads, why = self._made_anew(inside)
        for no in inside - sets.fresh:
            before[self._of[no]].add(no)
        return self._told(sets, before, {no: heads[no] for no in inside}, why)

    # What changed -----------------------------------------------------------------------------------------------------

    def _read_clusters(self, nos: Iterable[int]) -> None:
        wanted = {no for no in nos if no not in self._of}
        query = f"SELECT no, head{self.number + 1} FROM person WHERE no IN {{}}"  # noqa: S608
        self._of.update(self.tables.among(query, sorted(wanted)))

    def _members(self, clusters: Iterable[int]) -> set[int]:
        """Return the nodes of clusters as they were that are there as they were."""
        here, after = f"head{self.number}", f"head{self.number + 1}"
        query = f"SELECT no, {after} FROM person WHERE {after} IN {{}} AND no = {here}"  # noqa: S608
        found = {no: head for no, head in self.tables.among(query, sorted(clusters)) if no not in self._fresh}
        self._of.update(found)
        return set(found)

    def _touched(self, gone: Iterable[int]) -> set[int]:
        """Return the clusters to make anew, each by its head: of two that a pair connects that changed, one will do."""
        staying = [pair for pair in (*self._changed, *self._weak) if self._fresh.isdisjoint(pair)]
        self._read_clusters(no for pair in staying for no in pair)
        touched = set(gone)
        between: dict[Pair, bool] = {}
        for pair in staying:
            one, other = sorted(self._of[no] for no in pair)
            if one == other:
                touched.add(one)
            else:
                between[one, other] = between.get((one, other), False) or pair in self._changed
        _cover(touched, (pair for pair, strong in between.items() if strong))
        weak = {pair for pair in between if touched.isdisjoint(pair)}
        _cover(touched, self._connected(weak))
        return touched

    def _connected(self, clusters: Collection[Pair]) -> list[Pair]:
        """Return those pairs of clusters that any pair of nodes above the threshold connects."""
        members = self._members({head for pair in clusters for head in pair})
        query = "SELECT one, other FROM pair WHERE round = ? AND one IN {} AND score > ?"
        found = set()
        for one, other in self.tables.among(query, sorted(members), self.number, self.threshold.least):
            if one < other and other in members:
                found.add(_ordered(self._of[one], self._of[other]))
        return [pair for pair in clusters if pair in found]

    def _likely(self, fresh: Iterable[int]) -> set[int]:
        """Return the clusters that new nodes will most often be taken into: known before, they are joined once only."""
        self._read_pairs(fresh)
        best = {max((score, other) for other, score in self._pairs[no].items()) for no in fresh if self._pairs[no]}
        beside = {other for score, other in best if score > self.threshold.least and other not in self._fresh}
        self._read_clusters(beside)
        return {self._of[no] for no in beside}

    # Joining ----------------------------------------------------------------------------------------------------------

    def _made_anew(self, inside: set[int]) -> tuple[dict[int, int], dict[int, bytes]]:
        """Join nodes with those around, and add to them what is taken in; return the first node of each's cluster.

        Also why those were joined that were.
        """
        heads: dict[int, int] = {}
        why: dict[int, bytes] = {}
        around: set[int] = set()
        added = set(inside)
        while added:
            self._read_pairs(added)
            beside = {other for no in added for other in self._above(no) if other not in inside and other not in around}
            self._read_clusters(beside)
            around |= self._members({self._of[no] for no in beside})
            self._read_pairs(around)
            some = self._reached(added, inside | around)
            found, told = self._joined(some)
            for no in some:
                heads[no] = found[no]
                why.pop(no, None)
            why.update(told)
            mixed = {found[no] for no in some & inside}
            taken = {self._of[no] for no in some - inside if found[no] in mixed}
            added = self._members(taken) - inside
            inside |= added
            around -= added
        return heads, {no: reason for no, reason in why.items() if no in inside}

    def _read_pairs(self, nos: Iterable[int]) -> None:
        wanted = {no for no in nos if no not in self._pairs}
        self._pairs.update((no, {}) for no in wanted)
        query = "SELECT one, other, score FROM pair WHERE round = ? AND one IN {}"
        for one, other, score in self.tables.among(query, sorted(wanted), self.number):
            self._pairs[one][other] = score

    def _above(self, no: int) -> list[int]:
        least = self.threshold.least
        return [other for other, score in self._pairs[no].items() if score > least]

    def _reached(self, nos: Iterable[int], among: Collection[int]) -> set[int]:
        """Return the nodes that pairs above the threshold connect with some, all *among* given ones."""
        found = set(nos)
        frontier = found
        while frontier:
            frontier = {other for no in frontier for other in self._above(no) if other in among} - found
            found |= frontier
        return found

    def _joined(self, nos: Collection[int]) -> tuple[dict[int, int], dict[int, bytes]]:
        """Return the first node of the cluster of each, and why those were joined that were."""
        heads = {no: no for no in nos}
        linked = {no for no in nos if any(other in heads for other in self._above(no))}
        if not linked:
            return heads, {}
        self.nodes.read(linked)
        why: dict[int, bytes] = {}
        for found, told in parallel_parts(self._join, self._groups(linked)):
            heads.update(found)
            why.update(told)
        return heads, why

    def _groups(self, nos: Collection[int]) -> list[list[int]]:
        """Return nodes, those together that pairs above the threshold connect."""
        groups: list[list[int]] = []
        left = set(nos)
        while left:
            group = self._reached({left.pop()}, nos)
            left -= group
            groups.append(sorted(group))
        return groups

    def _join(self, linked: list[int]) -> tuple[dict[int, int], dict[int, bytes]]:
        """Do what ``_joined`` does, by what lies in memory alone."""
        order = sorted(linked, key=lambda no: self.nodes[no].evidence.ref)
        place = {no: at for at, no in enumerate(order)}
        inside = [
            (at, place[other], score)
            for no, at in place.items()
            for other, score in self._pairs[no].items()
            if place.get(other, -1) > at
        ]
        inside.sort()
        names = Compatibility()
        evidence = [self.nodes[no].evidence for no in order]
        pairs = np.array([(a, b) for a, b, _ in inside], dtype=np.int64).reshape(-1, 2)
        pairing = Pairing(evidence, [names.form(s.names) for s in evidence], names, pairs)
        values = np.array([score for _, _, score in inside], dtype=np.float64)
        clusters = join_likely(pairing, values, self._apart(order), self.threshold)
        heads = {no: order[first] for no, first in zip(order, clusters, strict=True)}
        why = reasons(pairing, values, clusters)
        return heads, {number(*ref): dump(reason_row(reason)) for ref, reason in why.items()}

    def _apart(self, nos: Iterable[int]) -> DisjointSets[Ref]:
        """Return the sets of the nodes, with what may not be joined."""
        nodes = [self.nodes[no] for no in nos]
        return sets_kept_apart(
            (
                node.evidence,
                [member.seen.evidence for member in node.group if is_marked(member.seen.evidence)],
                {rival for member in node.group for rival in member.seen.rivals},
            )
            for node in nodes
        )

    # What came of it --------------------------------------------------------------------------------------------------

    def _told(
        self, sets: Sets, before: Mapping[int, set[int]], heads: dict[int, int], why: Mapping[int, bytes]
    ) -> Sets:
        """Write the heads after the round and why nodes were joined; return the sets that differ."""
        after: dict[int, set[int]] = defaultdict(set)
        for no in heads.keys() | sets.fresh:  # those without a name are no nodes, and stay alone
            after[heads.get(no, no)].add(no)
        rows = [
            (head, no) for head, members in after.items() for no in members if no in sets.fresh or self._of[no] != head
        ]
        column = f"head{self.number + 1}"
        self.tables.db.executemany(f"UPDATE person SET {column} = ? WHERE head{self.number} = ?", rows)  # noqa: S608
        query = "SELECT no, why FROM node WHERE no IN {} AND round = ?"
        told = self.tables.among(query, sorted(heads), self.number)
        other = {no: why.get(no) for no, reason in told if reason != why.get(no)}
        rows_of_why = [(reason, self.number, no) for no, reason in other.items()]
        self.tables.db.executemany("UPDATE node SET why = ? WHERE round = ? AND no = ?", rows_of_why)
        found = difference(before, after, sets.fresh)
        found.retold = sets.retold | other.keys()
        return found


def _cover(touched: set[int], pairs: Iterable[Pair]) -> None:
    """Add to clusters so many that of each of some pairs there is one."""
    for pair in sorted(pairs):
        if touched.isdisjoint(pair):
            touched.add(pair[0])


def _ordered(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)
