"""A trained model that weighs the features of a candidate: decision trees whose sum is the logarithm of the odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray


class Trees:
    """Decision trees of equal depth in arrays, evaluated for many rows at once.

    Node *i* of a tree has the children ``2i + 1`` and ``2i + 2``; the leaves follow the nodes.
    """

    def __init__(
        self,
        names: Sequence[str],
        columns: NDArray[np.int16],
        limits: NDArray[np.float32],
        leaves: NDArray[np.float32],
        bias: float,
        threshold: float,
    ) -> None:
        self.names = tuple(names)
        self.threshold = threshold
        self._columns, self._limits, self._leaves, self._bias = columns, limits, leaves, bias
        self._depth = int(columns.shape[1] + 1).bit_length() - 1
        nodes, ends = columns.shape[1], leaves.shape[1]
        self._first = (np.arange(columns.shape[0], dtype=np.intp) * nodes)[None, :]
        self._first_leaf = (np.arange(columns.shape[0], dtype=np.intp) * ends)[None, :] - nodes

    def probabilities(self, found: Sequence[Mapping[str, float]]) -> list[float]:
        """Return the probability of each candidate, given its features by name."""
        if not found:
            return []
        table = np.array([[f[name] for name in self.names] for f in found], dtype=np.float32)
        columns, limits, cells = self._columns.ravel(), self._limits.ravel(), table.ravel()
        at = np.zeros((len(found), self._columns.shape[0]), dtype=np.intp)
        row = (np.arange(len(found), dtype=np.intp) * table.shape[1])[:, None]
        for _ in range(self._depth):
            node = self._first + at
            at = 2 * at + 1 + (cells.take(row + columns.take(node)) > limits.take(node))
        odds = self._leaves.ravel().take(self._first_leaf + at).sum(axis=1, dtype=np.float64) + self._bias
        return [round(float(p), 4) for p in 1 / (1 + np.exp(-odds))]


@cache
def load_trees() -> Trees:
    """Return the model that was trained once (``training/train_affiliations.py``) and ships with the package."""
    with (
        as_file(files("graph_builder.gazetteer").joinpath("data", "affiliations.npz")) as path,
        np.load(path) as stored,
    ):
        return Trees(
            [str(n) for n in stored["names"]],
            stored["columns"],
            stored["limits"],
            stored["leaves"],
            float(stored["bias"]),
            float(stored["threshold"]),
        )
