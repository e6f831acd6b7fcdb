"""A layout for networks of very many nodes: communities as islands, those that have much in common side by side.

A force layout of fifty thousand nodes is one grey disc: people have a hundred ties each, and everything pulls at
everything. Islands can be told apart, named by what is in their middle, and found again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
Ties = tuple[Labels, Labels, Array]
"""The starts, ends and weights of lines, in the order of their starts."""

_SEED = 20260101
_ROUNDS = 12
_LARGEST = 2500
"""Nodes of an island at most: one island of everything says nothing."""

_LEVELS, _ISLANDS = 6, 500
"""How often communities are joined to larger ones, and how many there may be before that ends."""

_TRIES = 900
_SMALL = 4
_GOLDEN = 2.399963  # the golden angle: points at its multiples lie evenly on a disc


def islands(size: int, lines: NDArray[np.int64], loose: NDArray[np.bool_]) -> Array:
    """Return places for the nodes of a network: each community a disc, its best connected node in the middle.

    Args:
        size: how many nodes there are.
        lines: pairs of their indices, shape (n, 2).
        loose: nodes that tie everything to everything, such as venues: they belong to where most of their lines lead,
            and hold nothing together.

    Returns:
        places, shape (size, 2), about the origin; the same network always gets the same.

    >>> islands(4, np.array([[0, 1], [2, 3]]), np.zeros(4, bool)).shape
    (4, 2)
    """
    if size == 0:
        return np.zeros((0, 2))
    degree = np.bincount(lines.ravel(), minlength=size)
    groups = communities(size, lines, loose)
    sizes = np.bincount(groups)
    middles = _middles(groups, sizes, lines)
    order = np.lexsort((np.arange(size), -degree, groups))
    rank = np.empty(size, np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    rank[order] = np.arange(size) - starts[groups[order]]
    away = np.sqrt(rank)
    angle = rank * _GOLDEN
    return np.asarray(middles[groups] + np.stack([np.cos(angle), np.sin(angle)], axis=1) * away[:, None])


def communities(size: int, lines: NDArray[np.int64], loose: NDArray[np.bool_]) -> Labels:
    """Return a number for each node, the same for those of one community; numbers begin with the largest community.

    Labels spread along lines (Raghavan, Albert and Kumara 2007), half of the nodes at a time, so that they settle.

    >>> communities(5, np.array([[0, 1], [1, 2], [0, 2], [3, 4]]), np.zeros(5, bool)).tolist()
    [0, 0, 0, 1, 1]
    """
    firm = lines[~(loose[lines[:, 0]] | loose[lines[:, 1]])]
    labels = np.arange(size)
    for _ in range(_LEVELS):
        sizes = np.bincount(labels, minlength=size)
        if (sizes > 3).sum() and (sizes > 0).sum() <= _ISLANDS:
            break
        between = labels[firm]
        between = between[between[:, 0] != between[:, 1]]
        spread = _spread_labels(_ties(size, between, np.maximum(sizes, 1)), np.arange(size))
        joined = spread[labels]
        # What would be too large stays as it was one level before.
        labels = np.where(np.bincount(joined, minlength=size)[joined] > _LARGEST, labels, joined)
    labels = np.where(loose, _spread_once(_ties(size, lines, np.ones(size)), labels), labels)
    found, numbers, counts = np.unique(labels, return_inverse=True, return_counts=True)
    places = np.empty(len(found), np.int64)
    places[np.lexsort((found, -counts))] = np.arange(len(found))
    return np.asarray(places[numbers])


def _ties(size: int, lines: NDArray[np.int64], sizes: NDArray[Any]) -> Ties:
    """Return each line from both its ends; lines to a thing of many lines, or to a large one, weigh little."""
    degree = np.bincount(lines.ravel(), minlength=size).astype(np.float64) * np.sqrt(sizes)
    weight = 1.0 / np.sqrt(np.maximum(degree[lines[:, 0]] * degree[lines[:, 1]], 1))
    start, end = np.concatenate([lines, lines[:, ::-1]]).T
    order = np.argsort(start, kind="stable")
    return start[order], end[order], np.concatenate([weight, weight])[order]


def _spread_labels(ties: Ties, labels: Labels) -> Labels:
    """Let each node take the label that weighs most around it, again and again."""
    random = np.random.default_rng(_SEED)
    for _ in range(_ROUNDS):
        turn = random.random(len(labels)) < 0.5
        new = _spread_once(ties, labels)
        if not (turn & (new != labels)).any() and not (new != labels).any():
            break
        labels = np.where(turn, new, labels)
    return labels


def _spread_once(ties: Ties, labels: Labels) -> Labels:
    rows, ends, weight = ties
    if not len(rows):
        return labels
    pairs = rows * len(labels) + labels[ends]  # one number for a node and a label beside it: they are sorted as one
    order = np.argsort(pairs, kind="stable")
    pairs = pairs[order]
    starts = np.flatnonzero(np.diff(pairs, prepend=-1))
    total = np.round(np.add.reduceat(weight[order], starts), 9)
    rows, around = np.divmod(pairs[starts], len(labels))
    firsts = np.flatnonzero(np.diff(rows, prepend=-1))
    most = np.repeat(np.maximum.reduceat(total, firsts), np.diff(firsts, append=len(rows)))
    best = np.flatnonzero(total == most)[::-1]  # the last that is written stays: of equal labels the first
    new = labels.copy()
    new[rows[best]] = around[best]
    return new


def _middles(groups: Labels, sizes: NDArray[np.int64], lines: NDArray[np.int64]) -> Array:
    """Return the middles of islands: the largest first, each where its ties pull it, pushed out until it has room."""
    count = len(sizes)
    between = groups[lines]
    between = between[between[:, 0] != between[:, 1]]
    between = np.concatenate([between, between[:, ::-1]])
    between = between[np.argsort(between[:, 0], kind="stable")]
    starts = np.searchsorted(between[:, 0], np.arange(count + 1))
    radius = np.sqrt(sizes) * 1.08 + 1.0
    extent = float(np.sqrt((radius**2).sum())) * 2.2
    steps = np.arange(_TRIES)
    turn = np.stack([np.cos(steps * _GOLDEN), np.sin(steps * _GOLDEN)], axis=1)
    spiral = turn * (np.sqrt(steps / _TRIES) * extent)[:, None]
    out = np.linalg.norm(spiral, axis=1)
    room = _Room(2 * extent)
    places = np.zeros((count, 2))
    rim = 0
    for one in range(count):
        near = between[starts[one] : starts[one + 1], 1]
        placed = near[near < one]
        if not len(placed) and sizes[one] < _SMALL:  # what hangs together with nothing lies around all the rest
            places[one] = turn[rim % _TRIES] * np.sqrt((extent * 0.55) ** 2 + rim * 12.0)
            rim += 1
        else:
            wish = places[placed].mean(axis=0) if len(placed) else np.zeros(2)
            tried = wish + spiral
            # The first free place on the way out; the middle of all is nearer than the far side.
            taken = room.around(tried) <= radius[one]
            places[one] = tried[int(np.argmin(out + 0.5 * np.linalg.norm(tried, axis=1) + np.where(taken, np.inf, 0)))]
        room.take(places[one], radius[one])
    return places


class _Room:
    """How much room there is around the cells of a grid, as far as a disc needs that is no larger than those before."""

    def __init__(self, reach: float, side: int = 1024) -> None:
        self._cell = max(2 * reach / side, 1e-9)
        self._low, self._side = -reach, side
        self._free = np.full((side, side), np.inf)

    def around(self, at: Array) -> Array:
        """Return how far it is from some points to the nearest disc, at least; far outside there is room enough."""
        cells = self._cells(at)
        inside = ((cells >= 0) & (cells < self._side)).all(axis=1)
        found = np.full(len(at), np.inf)
        found[inside] = self._free[cells[inside, 0], cells[inside, 1]]
        return found - self._cell * 0.71  # a point may lie in the corner of its cell

    def take(self, middle: Array, radius: float) -> None:
        """Take the room of a disc."""
        cells = self._cells(np.stack([middle - 2 * radius, middle + 2 * radius]))
        (left, low), (right, high) = np.clip(cells, 0, self._side - 1)
        x = self._low + (np.arange(left, right + 1) + 0.5) * self._cell - middle[0]
        y = self._low + (np.arange(low, high + 1) + 0.5) * self._cell - middle[1]
        window = self._free[left : right + 1, low : high + 1]
        np.minimum(window, np.hypot(x[:, None], y[None, :]) - radius, out=window)

    def _cells(self, at: Array) -> NDArray[np.int64]:
        return np.floor((at - self._low) / self._cell).astype(np.int64)
