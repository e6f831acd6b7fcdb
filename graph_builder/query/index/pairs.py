"""Pairs of things with a number of works in common, counted in arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

MOST = 60_000_000
"""Pairs that are counted at most, each once a work: half a gigabyte. A paper of 3,000 authors has 4.5 million."""

_CHUNK = 4_000_000

Numbers = NDArray[np.int64]


def team_pairs(team: list[int], size: int) -> Numbers:
    """Return the pairs of a team's members, each as one number: the smaller times *size*, and the larger.

    >>> team_pairs([0, 1, 2], 10).tolist()
    [1, 2, 12]
    """
    numbers = np.array(team, np.int64)
    first, second = np.triu_indices(len(numbers), 1)
    return np.asarray(numbers[first] * size + numbers[second])


def house_pairs(team: list[int], houses: Mapping[int, list[int]], size: int) -> Numbers:
    """Return the pairs of houses to which two different members of a team belong, each as one number.

    >>> house_pairs([1, 2], {1: [5, 6], 2: [5]}, 10).tolist()  # 1 alone is no pair of 5 and 6, with 2 there is one
    [56]
    >>> house_pairs([1], {1: [5, 6]}, 10).tolist()
    []
    """
    members: dict[int, list[int]] = {}
    for member in team:
        for house in houses.get(member, ()):
            members.setdefault(house, []).append(member)
    ordered = sorted(members)
    pairs = team_pairs(ordered, size)
    alone = {house: who[0] for house, who in members.items() if len(who) == 1}
    if len(alone) < 2:
        return pairs
    only = np.array([alone.get(house, -1) for house in ordered], np.int64)
    first, second = np.triu_indices(len(ordered), 1)
    return np.asarray(pairs[(only[first] != only[second]) | (only[first] < 0)])


def counted(pairs: Iterable[Numbers], size: int, most: int = MOST) -> list[tuple[int, int, int]] | None:
    """Return pairs that came as numbers: the smaller, the larger, and how often they came; in order.

    Args:
        pairs: as ``team_pairs`` gives them, below *size* squared.
        size: above all members.
        most: pairs, each as often as it comes, beyond which the answer is None.

    >>> counted([team_pairs([0, 1, 2], 3), team_pairs([1, 2], 3)], 3)
    [(0, 1, 1), (0, 2, 1), (1, 2, 2)]
    >>> counted([team_pairs([0, 1, 2], 3)], 3, most=2) is None
    True
    """
    keys, counts = np.zeros(0, np.int64), np.zeros(0, np.int64)
    seen = 0
    for chunk in _chunks(pairs):
        seen += len(chunk)
        if seen > most:
            return None
        found, repeated = np.unique(chunk, return_counts=True)
        keys, back = np.unique(np.concatenate([keys, found]), return_inverse=True)
        counts = np.bincount(back, np.concatenate([counts, repeated]), len(keys)).astype(np.int64)
    one, other = np.divmod(keys, max(size, 1))
    return list(zip(one.tolist(), other.tolist(), counts.tolist(), strict=True))


def _chunks(pairs: Iterable[Numbers]) -> Iterator[Numbers]:
    """Join arrays to such of some millions."""
    held: list[Numbers] = []
    length = 0
    for each in pairs:
        held.append(each)
        length += len(each)
        if length > _CHUNK:
            yield np.concatenate(held)
            held, length = [], 0
    if length:
        yield np.concatenate(held)
