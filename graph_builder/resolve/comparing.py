"""Comparing: mentions that no rule decides are compared pair by pair, scored and clustered; each join says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from graph_builder.model import LinkStatus
from graph_builder.resolve.candidates import Compatibility, Pairs
from graph_builder.resolve.cluster import DisjointSets, components
from graph_builder.resolve.entities import Reason, Ref
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.features import Values
from graph_builder.resolve.linkage import link_average
from graph_builder.resolve.model import LONG, MANY, Threshold, probability

RULE = "compared"


@dataclass(frozen=True)
class Pairing:
    """Mentions, those that are one already as one, the numbers of their *forms* in *names*, and pairs of them."""

    nodes: Sequence[MentionEvidence]
    forms: Sequence[int]
    names: Compatibility
    pairs: Pairs


def join_likely(compared: Pairing, scores: Values, sets: DisjointSets[Ref], threshold: Threshold) -> list[int]:
    """Join *sets* by average linkage above *threshold*; return the number of each node's cluster.

    All names of a cluster agree with each other: "Y. Wang" never makes one person of Yan and Yue.
    """
    used, places = _linked(compared.pairs, scores, threshold)
    names, nodes = compared.names, [compared.nodes[index] for index in used.tolist()]
    refs = [node.ref for node in nodes]
    members = {place: {compared.forms[index]} for place, index in enumerate(used.tolist())}
    cluster = np.arange(len(compared.nodes))
    sizes = [node.size for node in nodes]
    spans = [(node.years[0], node.years[-1]) if node.years else None if node.in_record else _ANY for node in nodes]

    heights: dict[tuple[int, int, int], float] = {}

    def height(one: int, other: int) -> float:
        key = sizes[one], sizes[other], _years_between(spans[one], spans[other])
        known = heights.get(key)
        if known is None:
            known = heights[key] = threshold.height(*key)
        return known

    def may_join(one: int, other: int) -> bool:
        if sets.apart(refs[one], refs[other]):
            return False
        return all(names.agree(a, b) for a in members[one] for b in members[other])

    def join(one: int, other: int) -> bool:
        sets.union(refs[one], refs[other])
        members[one] |= members.pop(other)
        cluster[used[other]] = used[one]
        before = min(sizes[one], MANY), spans[one]
        sizes[one] += sizes[other]
        spans[one] = _span(spans[one], spans[other])
        return before != (min(sizes[one], MANY), spans[one])

    inside = places[:, 0] >= 0
    scored = zip(*places[inside].T.tolist(), scores[inside].tolist(), strict=True)
    link_average(len(nodes), scored, may_join, join, height)
    while (cluster[cluster] != cluster).any():
        cluster = cluster[cluster]
    return [int(first) for first in cluster]


def _linked(pairs: Pairs, scores: Values, threshold: Threshold) -> tuple[Pairs, Pairs]:
    """Return the nodes that can be joined at all, and the places of each pair's nodes among them, or else -1.

    Two clusters are joined only if some pair between them is above the least threshold, so that components of such
    pairs hold all clusters; what lies between components says nothing.
    """
    count = int(pairs.max()) + 1 if len(pairs) else 0
    one, other = pairs[scores > threshold.least].T
    component = components(count, one, other)
    inside = component[pairs[:, 0]] == component[pairs[:, 1]]
    used = np.unique(pairs[inside])
    place = np.full(count, -1)
    place[used] = np.arange(len(used))
    return used, np.where(inside[:, None], place[pairs], -1)


_Span = tuple[int, int] | None
# Records have years, and one without is odd; advisors and colleagues that a CV names have none, which tells nothing.
_ANY = (0, 9999)


def _span(one: _Span, other: _Span) -> _Span:
    """Return the years from the first to the last of two spans, as far as these are known."""
    if one is None or other is None:
        return one or other
    if _ANY in (one, other):
        return other if one == _ANY else one
    return min(one[0], other[0]), max(one[1], other[1])


def _years_between(one: _Span, other: _Span) -> int:
    """Return how many years lie between two spans; where one is not known, they are taken to be far apart."""
    return max(0, max(one[0], other[0]) - min(one[1], other[1])) if one and other else LONG


def reasons(compared: Pairing, scores: Values, clusters: Sequence[int]) -> Mapping[Ref, Reason]:
    """Return, for each node that was joined, its strongest tie inside its cluster, in words, with its probability."""
    nodes, pairs = compared.nodes, compared.pairs
    group = np.array(clusters)
    inside = np.flatnonzero(group[pairs[:, 0]] == group[pairs[:, 1]])
    best: dict[int, tuple[float, int]] = {}
    for (one, other), score in zip(pairs[inside].tolist(), scores[inside].tolist(), strict=True):
        for node, partner in ((one, other), (other, one)):
            if node not in best or score > best[node][0]:
                best[node] = (score, partner)
    return {
        nodes[node].ref: _reason(round(probability(score), 3), in_words(nodes[node], nodes[partner]))
        for node, (score, partner) in best.items()
    }


@lru_cache(maxsize=65_536)
def _reason(score: float, words: tuple[str, ...]) -> Reason:
    # Half a million mentions have a few thousand reasons.
    return Reason(LinkStatus.INFERRED, RULE, score, words)


def in_words(one: MentionEvidence, other: MentionEvidence) -> tuple[str, ...]:
    """Return what two mentions have in common, for a reader: the names, co-authors, affiliation, topics and venue."""
    said = ["same name" if {n.key for n in one.names} & {n.key for n in other.names} else "names agree"]
    shared = len(set(one.peers) & set(other.peers))
    if shared:
        said.append(f"{shared} shared co-author{'s' if shared > 1 else ''}")
    if _alike(one.affiliation, other.affiliation):
        said.append("similar affiliation")
    elif _alike(one.around, other.around):
        said.append("similar affiliations on their papers")
    if set(one.venues) & set(other.venues):
        said.append("same venue")
    return tuple(said)


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two sets of words share more than half of the smaller, and neither is empty."""
    return bool(one) and bool(other) and len(set(one) & set(other)) * 2 > min(len(one), len(other))
