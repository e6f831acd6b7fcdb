"""A round of comparison over all nodes: pairs, parted where nothing connects them, their scores and clusters."""

from __future__ import annotations

from array import array
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from graph_builder.resolve.candidates import Pairs, nearest, pairs_between
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.comparing import Pairing, join_likely, reasons
from graph_builder.resolve.entities import Reason, Ref
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.features import Table, features
from graph_builder.resolve.incremental.catalogue import Catalogue
from graph_builder.resolve.incremental.external_sort import ExternalSort
from graph_builder.resolve.incremental.mentions import Mentions, MergedNode, Node, Numbers
from graph_builder.resolve.incremental.parallel import parallel_map
from graph_builder.resolve.model import Model
from graph_builder.resolve.people import sets_kept_apart

# Pairs whose nodes are held at a time, unless more hang together; and pairs whose features are: 416 bytes each.
_TOGETHER, _SCORED = 6_000, 25_000
# Nodes of common names that are held while their neighbours are sought.
_HELD = 4_000


@dataclass(frozen=True, slots=True)
class _Joined:
    """What came of some nodes: scores of pairs as rows to sort, why nodes were joined, and what is one now."""

    scored: Numbers
    why: dict[int, Reason]
    groups: list[tuple[Numbers, MergedNode]]


@dataclass(slots=True)
class FullRound:
    """A round over all nodes: *members* has the mentions with a name of each, by the one that stands for it."""

    number: int
    mentions: Mentions
    catalogue: Catalogue
    model: Model
    members: Members
    why: dict[int, Reason] = field(default_factory=dict)
    """Why nodes were joined, by the mention that stands for each, after ``run``."""

    def run(self, codes: Numbers, scored: ExternalSort) -> Numbers:
        """Compare pairs of nodes, packed into numbers; return the new head of each mention that is one."""
        size = max(1, len(self.mentions))
        after = np.arange(size, dtype=np.int32)
        one, other = codes // size, codes % size
        for joined in parallel_map(lambda some: self._joined(one[some], other[some]), _together(one, other)):
            scored.add(*joined.scored)
            self.why.update(joined.why)
            for group, made in joined.groups:
                after[group] = made.head
                self.mentions.take(made)
        return after

    def _joined(self, one: Numbers, other: Numbers) -> _Joined:
        """Score pairs of nodes, and join these; nothing is changed."""
        places, inverse = np.unique(np.stack([one, other], axis=1), return_inverse=True)
        pairs: Pairs = inverse.reshape(-1, 2).astype(np.int64)
        heads = places.tolist()
        nodes = [self.mentions.node(head) for head in heads]
        evidence, forms = [node.evidence for node in nodes], [self.mentions.form[head] for head in heads]
        table = Table(evidence, self.model.frequency, None, self.catalogue.common(forms))
        scorer = self.model.far if self.number else self.model.near
        starts = range(0, len(pairs), _SCORED)
        scores = np.concatenate([scorer.score(features(table, pairs[at : at + _SCORED])) for at in starts])
        del table
        numbers = self.mentions.numbers()[places]
        first, second, bits = numbers[pairs[:, 0]], numbers[pairs[:, 1]], scores.view(np.int64)
        scored = np.stack([[first, second], [second, first], [bits, bits]]).reshape(3, -1)
        pairing = Pairing(evidence, forms, self.mentions.names, pairs)
        threshold = self.model.thresholds[self.number]
        linked = np.unique(pairs[scores > threshold.least]).tolist()
        clusters = join_likely(pairing, scores, self._apart({heads[at]: nodes[at] for at in linked}), threshold)
        place_of = {evidence.ref: head for evidence, head in zip(evidence, heads, strict=True)}
        why = {place_of[ref]: reason for ref, reason in reasons(pairing, scores, clusters).items()}
        grouped: dict[int, list[int]] = defaultdict(list)
        for at, head in enumerate(clusters):
            grouped[head].append(at)
        groups: list[tuple[Numbers, MergedNode]] = []
        for head, group in grouped.items():
            if len(group) > 1:
                members = sorted(member for at in group for member in self.members.of(heads[at]))
                made, _ = self.mentions.made([nodes[at] for at in group], heads[head], members)
                groups.append((places[group], made))
        return _Joined(scored, why, groups)

    def _apart(self, nodes: Mapping[int, Node]) -> DisjointSets[Ref]:
        """Return the sets of the nodes, with what may not be joined."""

        def marked(head: int, node: Node) -> Iterator[MentionEvidence]:
            for place in node.marked:
                alone = place == head and node.evidence.size == 1
                yield node.evidence if alone else self.mentions.seen(place).evidence

        return sets_kept_apart((node.evidence, marked(head, node), node.rivals) for head, node in nodes.items())


class Members:
    """The mentions with a name of each node, by the one that stands for it."""

    def __init__(self, heads: Numbers, named: Numbers) -> None:
        own = heads[named]
        order = np.argsort(own, kind="stable")
        self._members = named[order]
        self.heads, starts = np.unique(own[order], return_index=True)
        self._starts = np.append(starts, len(order))

    def of(self, head: int) -> list[int]:
        """Return the mentions of a node, in order."""
        # A plain number would have all heads copied to its type, each time.
        at = int(self.heads.searchsorted(self.heads.dtype.type(head)))
        found: list[int] = self._members[self._starts[at] : self._starts[at + 1]].tolist()
        return found


def _together(one: Numbers, other: Numbers) -> Iterator[Numbers]:
    """Yield the places of pairs, those together that anything connects, of few or of many components."""
    if not len(one):
        return
    nodes, at = np.unique(np.concatenate([one, other]), return_inverse=True)
    at = at.reshape(2, -1)
    edges = sparse.coo_matrix((np.ones(len(one), dtype=bool), (at[0], at[1])), shape=(len(nodes), len(nodes)))
    component = csgraph.connected_components(edges, directed=False)[1][at[0]]
    del nodes, at, edges
    order = np.argsort(component, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(component[order]) != 0, True)) + 1
    start = 0
    for end in ends.tolist():
        if end - start >= _TOGETHER or end == len(order):
            yield order[start:end]
            start = end


# Pairs --------------------------------------------------------------------------------------------------------------


def near_pairs(
    mentions: Mentions, catalogue: Catalogue, heads: Numbers, sought: Callable[[int], Sequence[int]]
) -> Numbers:
    """Return the pairs of nodes that ``neighbours`` finds, packed into numbers, in order.

    *sought* gives the numbers of the co-authors of a node, and below zero those of its rare words of affiliation.
    """
    size = len(mentions)
    found = array("q")
    forms = mentions.form
    for block in _in_blocks(mentions, catalogue, heads):
        members = block.tolist()
        own = [forms[head] for head in members]
        places = range(len(members))
        seen: dict[int, list[int]] = defaultdict(list)
        for at, head in enumerate(members):
            by = sought(head)
            peers, words = [each for each in by if each >= 0], [each for each in by if each < 0]
            for near in nearest(at, peers, words, own, mentions.names, seen, places):
                one, other = sorted((head, members[near]))
                found.append(one * size + other)
            for each in by:
                seen[each].append(at)
        mentions.names.forget()
    return np.unique(np.array(found, dtype=np.int64))


def _in_blocks(mentions: Mentions, catalogue: Catalogue, heads: Numbers) -> Iterator[Numbers]:
    """Yield the nodes of each block with more than one, in the order of time."""
    years = np.frombuffer(mentions.year, dtype=np.int32)[heads]
    heads = heads[np.lexsort((mentions.numbers()[heads], years))]
    blocks, nodes = array("q"), array("i")
    for head in heads.tolist():
        own = catalogue.blocks(mentions.form[head])
        blocks.extend(own)
        nodes.extend([head] * len(own))
    marks, of = np.array(blocks, dtype=np.int64), np.array(nodes, dtype=np.int32)
    order = np.argsort(marks, kind="stable")
    marks, of = marks[order], of[order]
    start = 0
    for end in (np.flatnonzero(np.append(np.diff(marks) != 0, True)) + 1).tolist() if len(marks) else ():
        if end - start > 1:
            yield of[start:end]
        start = end


def agreeing_pairs(mentions: Mentions, catalogue: Catalogue, heads: Numbers) -> Numbers:
    """Return the pairs of nodes that ``candidates`` finds, packed into numbers, in order."""
    size = len(mentions)
    bearers: dict[int, list[int]] = defaultdict(list)
    for head in heads.tolist():
        bearers[mentions.form[head]].append(head)
    nodes = _Held(mentions)
    found = array("q")
    for form in sorted(bearers):
        # A name of one word is in no block, and says too little for a comparison.
        if len(bearers[form]) > 1 and catalogue.blocks(form):
            found.extend(a * size + b for a, b in pairs_between(bearers[form], (), nodes))
    for one, other in catalogue.agreeing():
        if one in bearers and other in bearers:
            found.extend(a * size + b for a, b in pairs_between(bearers[one], bearers[other], nodes))
    return np.unique(np.array(found, dtype=np.int64))


class _Held(Sequence[MentionEvidence]):
    """The evidence of nodes, by place; those that were asked for last are held."""

    def __init__(self, mentions: Mentions) -> None:
        self._mentions = mentions
        self._held: OrderedDict[int, MentionEvidence] = OrderedDict()

    def __len__(self) -> int:
        return len(self._mentions)

    def __getitem__(self, place: int) -> MentionEvidence:  # type: ignore[override]
        known = self._held.get(place)
        if known is None:
            known = self._held[place] = self._mentions.node(place).evidence
            if len(self._held) > _HELD:
                self._held.popitem(last=False)
        return known
