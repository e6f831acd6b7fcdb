"""Decision trees that were trained once and are shipped, evaluated for many rows at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

# What is compared with the limits of a tree should stay in a processor's nearest memory.
_PIECE = 1_024


@dataclass(frozen=True)
class Trees:
    """Decision trees of equal depth with at most 64 leaves each.

    Node *i* of a tree has the children ``2i + 1``, for rows that do not exceed its limit, and ``2i + 2``; the leaves
    follow the nodes. A row that exceeds the limit of a node can end in no leaf on the left below it, and of those that
    are left over it ends in the first: so nobody has to go down a tree (QuickScorer, Lucchese et al. 2015).

    >>> trees = Trees(np.array([[0]]), np.array([[0.5]]), np.array([[-1.0, 2.0]]))
    >>> trees.sums(np.array([[0.5], [0.6]])).tolist()
    [-1.0, 2.0]
    """

    columns: NDArray[Any]
    limits: NDArray[Any]
    leaves: NDArray[Any]

    def sums(self, rows: NDArray[Any], digits: int | None = None) -> NDArray[np.float64]:
        """Return the sum of the leaves that each row of features ends in; it may be rounded to some digits before."""
        sums = np.empty(len(rows))
        for start in range(0, len(rows), _PIECE):
            piece = rows[start : start + _PIECE]
            piece = piece if digits is None else piece.round(digits)
            sums[start : start + _PIECE] = self._sums(np.ascontiguousarray(piece.T))
        return sums

    def _sums(self, columns: NDArray[Any]) -> NDArray[np.float64]:
        left = _left_of(self.columns.shape[1])[:, None]
        total = np.zeros(columns.shape[1])
        for own, limits, leaves in zip(self.columns, self.limits, self.leaves, strict=True):
            excluded = np.bitwise_or.reduce((columns[own] > limits[:, None]) * left, axis=0)
            first = ~excluded & (excluded + left.dtype.type(1))  # the lowest bit that is not set
            total += leaves[np.frexp(first.astype(np.float64))[1] - 1]
        return total


@cache
def _left_of(nodes: int) -> NDArray[Any]:
    """Return the leaves on the left below each node of a tree, as bits.

    >>> [f"{leaves:04b}" for leaves in _left_of(3).tolist()]
    ['0011', '0001', '0100']
    """
    found = []
    for node in range(nodes):
        level = (node + 1).bit_length() - 1
        below = (nodes + 1) >> level
        found.append(((1 << below // 2) - 1) << below * (node + 1 - (1 << level)))
    return np.array(found, dtype=np.uint32 if nodes < 32 else np.uint64)
