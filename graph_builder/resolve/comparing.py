"""Comparing: mentions that no rule decides are compared pair by pair, scored and clustered; each join says why."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from graph_builder.model import LinkStatus
from graph_builder.resolve.candidates import Compatibility, Pairs
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.entities import Reason, Ref
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.features import Values
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
    names, nodes = compared.names, compared.nodes
    refs = [node.ref for node in nodes]
    members = [{form} for form in compared.forms]
    cluster = list(range(len(nodes)))
    sizes = [node.size for node in nodes]
    spans = [(node.years[0], node.years[-1]) if node.years else None if node.in_record else _ANY for node in nodes]
    height_of = cache(threshold.height)

    def height(one: int, other: int) -> float:
        return height_of(sizes[one], sizes[other], _years_between(spans[one], spans[other]))

    def may_join(one: int, other: int) -> bool:
        if sets.apart(refs[one], refs[other]):
            return False
        return all(names.agree(a, b) for a in members[one] for b in members[other])

    def join(one: int, other: int) -> bool:
        sets.union(refs[one], refs[other])
        members[one] |= members[other]
        cluster[other] = one
        before = min(sizes[one], MANY), spans[one]
        sizes[one] += sizes[other]
        spans[one] = _span(spans[one], spans[other])
        return before != (min(sizes[one], MANY), spans[one])

    scored = zip(*compared.pairs.T.tolist(), scores.tolist(), strict=True)
    link_average(len(nodes), scored, may_join, join, height)
    # The head of a cluster is the least of it, and comes before the others.
    for place, head in enumerate(cluster):
        cluster[place] = cluster[head]
    return cluster


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


Scores = dict[int, tuple[float, int]]


def link_average(
    size: int,
    pairs: Iterable[tuple[int, int, float]],
    may_join: Callable[[int, int], bool],
    join: Callable[[int, int], bool | None],
    threshold: Callable[[int, int], float] = lambda one, other: 0.0,
) -> None:
    """Join clusters, best pair first, while the average score of the pairs compared between two is above a threshold.

    Items are numbers below *size*; each begins as a cluster of its own, and the least of its items stands for a
    cluster. Pairs that were not compared say nothing. The best pair is that whose average is furthest above its
    threshold; of equals the first in the order of the items.

    Args:
        size: how many items there are.
        pairs: two items, the lesser first, and the score of the pair.
        may_join: asked with the two that stand for clusters; if it says no, the two stay apart for good.
        join: called with each join, the one that stays first; it returns whether the thresholds of that one may
            have changed.
        threshold: what the average has to be above for two clusters to be joined; it never rises as they grow.

    Method: agglomerative clustering with the unweighted average (Sokal and Michener 1958), with sums for each pair of
    clusters and the best found by a heap.

    >>> clusters = {i: {i} for i in range(4)}
    >>> link_average(4, [(0, 1, 3.0), (1, 2, 1.0), (0, 2, -2.0), (2, 3, 0.5)], lambda a, b: True,
    ...     lambda a, b: clusters[a].update(clusters.pop(b)))
    >>> sorted(map(sorted, clusters.values()))
    [[0, 1], [2, 3]]
    """
    near: list[Scores] = [{} for _ in range(size)]
    heap: list[tuple[float, int, int]] = []
    for one, other, score in pairs:
        near[one][other] = near[other][one] = (score, 1)
        if (margin := score - threshold(one, other)) > 0:
            heap.append((-margin, one, other))
    heapq.heapify(heap)
    while heap:
        margin, one, other = heapq.heappop(heap)
        known = near[one].get(other)
        if known is None or -(known[0] / known[1] - threshold(one, other)) != margin:
            continue
        if not may_join(one, other):
            del near[one][other], near[other][one]
            continue
        lowered = join(one, other)
        changed = _merge(near, one, other)
        for third in near[one] if lowered else changed:
            total, count = near[one][third]
            if (margin := total / count - threshold(one, third)) > 0:
                heapq.heappush(heap, (-margin, min(one, third), max(one, third)))


def _merge(near: list[Scores], one: int, other: int) -> list[int]:
    """Add the sums of *other* to those of *one*; return the neighbours whose average changed."""
    del near[one][other], near[other][one]
    changed = list(near[other])
    for third, (total, count) in near[other].items():
        del near[third][other]
        old_total, old_count = near[one].get(third, (0.0, 0))
        near[one][third] = near[third][one] = (old_total + total, old_count + count)
    near[other] = {}
    return changed
