"""The clusters of a round after a change: each component of likely pairs in which something changed is joined anew.

Two clusters are joined only where some pair between them is above the threshold. So components of such pairs hold whole
clusters, before and after, and one in which no node and no pair changed has the clusters that it had.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from graph_builder.resolve.candidates import Compatibility
from graph_builder.resolve.cluster import DisjointSets, batches
from graph_builder.resolve.comparing import Pairing, join_likely, reasons
from graph_builder.resolve.entities import number
from graph_builder.resolve.incremental.mention_cache import Nodes
from graph_builder.resolve.incremental.people import Sets, difference
from graph_builder.resolve.incremental.rows import encode_reason
from graph_builder.resolve.incremental.tables import LOT, Tables
from graph_builder.resolve.model import Threshold
from graph_builder.resolve.people import sets_kept_apart

Pair = tuple[int, int]

# Nodes that are joined at a time, unless more are connected.
_SOME = 2_000


@dataclass(slots=True)
class Clusters:
    """The clusters of a round; *heads* are those before the change of mentions that are gone or seen otherwise."""

    tables: Tables
    number: int
    threshold: Threshold
    nodes: Nodes
    heads: Mapping[int, tuple[int, ...]]
    _changed: set[int] = field(default_factory=set)
    """Nodes of pairs that are, or were, above the threshold."""
    _weak: set[Pair] = field(default_factory=set)
    """Changed pairs that are, and were, below the threshold: they count only inside of a component."""

    def differs(self, pair: Pair, score: float) -> None:
        """Take notice of a pair that came, went or changed; *score* is the higher of before and now."""
        if score > self.threshold.least:
            self._changed.update(pair)
        else:
            self._weak.add(pair)

    def run(self, sets: Sets, fresh: Collection[int]) -> Sets:
        """Make anew the clusters in which something changed; return the sets that differ after the round.

        *sets* are those that differ before it, *fresh* those of them that are nodes now.
        """
        before: dict[int, list[int]] = defaultdict(list)
        known = self._clusters(sets.gone - self.heads.keys())
        for no in sets.gone:
            before[self.heads[no][self.number + 1] if no in self.heads else known[no]].append(no)
        parted = self._members(before) - sets.fresh
        inside, groups = self._components(parted | set(fresh), self._changed - sets.gone)
        heads = {no: no for no in inside}
        why: dict[int, bytes] = {}
        tasks = ([no for group in some for no in group] for some in batches(groups, _SOME))
        for _, (joined, said) in self.tables.spread(self._joined, tasks, LOT):
            heads.update(joined)
            why.update(said)
        for no, head in self._clusters(inside - sets.fresh).items():
            before[head].append(no)
        return self._put(sets, before, heads, why)

    def _clusters(self, nos: Iterable[int]) -> dict[int, int]:
        """Return the clusters of nodes as they were, each by its head."""
        query = f"SELECT no, head{self.number + 1} FROM person WHERE no IN {{}}"  # noqa: S608
        return dict(self.tables.among(query, sorted(nos)))

    def _members(self, clusters: Iterable[int]) -> set[int]:
        """Return the nodes of clusters as they were."""
        here, after = f"head{self.number}", f"head{self.number + 1}"
        query = f"SELECT no FROM person WHERE {after} IN {{}} AND no = {here}"  # noqa: S608
        return {row[0] for row in self.tables.among(query, sorted(clusters))}

    def _components(self, touched: set[int], changed: set[int]) -> tuple[set[int], list[list[int]]]:
        """Return all nodes of the components in which something changed, and those components of several nodes."""
        sets = DisjointSets(touched | changed | {no for pair in self._weak for no in pair})
        query = "SELECT one, other FROM pair WHERE round = ? AND one IN {} AND score > ?"
        query = query.replace("?", str(self.number), 1)
        reached: set[int] = set()
        while new := [no for no in sets if no not in reached]:
            reached.update(new)
            for one, other in list(self.tables.among(query, sorted(new), self.threshold.least)):
                sets.add(other)
                sets.union(one, other)
        again = {sets.find(no) for no in touched | changed}
        again |= {sets.find(one) for one, other in self._weak if sets.find(one) == sets.find(other)}
        groups = [group for group in sets.groups() if sets.find(group[0]) in again]
        return {no for group in groups for no in group}, [group for group in groups if len(group) > 1]

    def _joined(self, nos: Sequence[int]) -> tuple[dict[int, int], dict[int, bytes]]:
        """Join the nodes of whole components; return the first node of the cluster of each, and why it was joined."""
        self.nodes.read(nos)
        order = sorted(nos, key=lambda no: self.nodes[no].evidence.ref)
        nodes = [self.nodes[no] for no in order]
        place = {no: at for at, no in enumerate(order)}
        query = f"SELECT one, other, score FROM pair WHERE round = {self.number} AND one IN {{}}"  # noqa: S608
        scored = sorted(
            (place[one], place[other], score)
            for one, other, score in self.tables.among(query, sorted(nos))
            if place[one] < place.get(other, -1)
        )
        names = Compatibility()
        evidence = [node.evidence for node in nodes]
        pairs = np.array([(one, other) for one, other, _ in scored], dtype=np.int64).reshape(-1, 2)
        pairing = Pairing(evidence, [names.form(s.names) for s in evidence], names, pairs)
        scores = np.array([score for _, _, score in scored], dtype=np.float64)
        clusters = join_likely(pairing, scores, sets_kept_apart(nodes), self.threshold)
        heads = {no: order[first] for no, first in zip(order, clusters, strict=True)}
        said = reasons(pairing, scores, clusters)
        return heads, {number(*ref): encode_reason(reason) for ref, reason in said.items()}

    def _put(
        self, sets: Sets, before: Mapping[int, list[int]], heads: Mapping[int, int], why: Mapping[int, bytes]
    ) -> Sets:
        """Write the heads after the round and why nodes were joined; return the sets that differ."""
        after: dict[int, list[int]] = defaultdict(list)
        for no in heads.keys() | sets.fresh:  # those without a name are no nodes, and stay alone
            after[heads.get(no, no)].append(no)
        column = f"head{self.number + 1}"
        rows = ((head, no, head) for head, members in after.items() for no in members)
        update = f"UPDATE person SET {column} = ? WHERE head{self.number} = ? AND {column} != ?"  # noqa: S608
        self.tables.db.executemany(update, rows)
        query = "SELECT no, why FROM node WHERE no IN {} AND round = ?"
        known = self.tables.among(query, sorted(heads), self.number)
        other = {no: why.get(no) for no, reason in known if reason != why.get(no)}
        rows_of_why = [(reason, self.number, no) for no, reason in other.items()]
        self.tables.db.executemany("UPDATE node SET why = ? WHERE round = ? AND no = ?", rows_of_why)
        found = difference(before, after, sets.fresh)
        found.explained = sets.explained | other.keys()
        return found
