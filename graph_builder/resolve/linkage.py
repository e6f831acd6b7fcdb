"""Average linkage: clusters that grow by their best pair, and abstain where the average does not support it."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

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
