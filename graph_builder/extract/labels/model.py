"""The trained labelling model: the probability of each label at each word of some lines."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache
from importlib import resources
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from graph_builder.extract.references import crf

Floats = npt.NDArray[np.float32]

LABELS = (
    "-", "school", "degree", "school year", "employer", "role", "employer year", "title", "author", "venue", "year",
    "topic", "award", "award year", "served", "served year", "advisor",
)  # fmt: skip
"""What a word can be part of; "served" is the venue of a duty."""
INDEX = {label: i for i, label in enumerate(LABELS)}
_MOST_WORDS = 12_000  # of the lines that are labelled at once


class Labeller:
    """Weights of the model and the hashes of its vocabulary.

    >>> model = load()
    >>> [len(p) for p in model.label([[[1, 2], [3]]])]
    [2]
    """

    def __init__(self, weights: crf.Weights, vocabulary: Set[int]) -> None:
        self._weights = weights
        self.vocabulary = vocabulary

    def label(self, lines: Sequence[Sequence[Sequence[int]]]) -> list[Floats]:
        """Return an array of words and labels for each line, whose words are given by the numbers of their features."""
        out: list[Floats] = [np.zeros((0, len(LABELS)), dtype=np.float32)] * len(lines)
        order = sorted((i for i in range(len(lines)) if lines[i]), key=lambda i: len(lines[i]))
        at = 0
        while at < len(order):
            end = at + 1
            while end < len(order) and (end - at + 1) * len(lines[order[end]]) <= _MOST_WORDS:
                end += 1
            batch = order[at:end]
            for i, found in zip(batch, self._batch([lines[i] for i in batch]), strict=True):
                out[i] = found
            at = end
        return out

    def _batch(self, lines: Sequence[Sequence[Sequence[int]]]) -> list[Floats]:
        scores = np.asarray(matrix(lines, len(self._weights.emission)) @ self._weights.emission, dtype=np.float32)
        ends = np.cumsum([0, *(len(line) for line in lines)]).tolist()
        padded, lengths = crf.pad(scores, list(pairwise(ends)))
        found = crf.marginals(padded, lengths, self._weights)
        return [found[i, :n] for i, n in enumerate(lengths.tolist())]


def matrix(lines: Sequence[Sequence[Sequence[int]]], size: int) -> csr_matrix:
    """Return the features of the words of lines, one row a word."""
    words = [word for line in lines for word in line]
    ends = np.cumsum([0, *(len(word) for word in words)])
    columns = np.fromiter(chain.from_iterable(words), dtype=np.int32, count=int(ends[-1]))
    return csr_matrix((np.ones(len(columns), dtype=np.float32), columns, ends), shape=(len(words), size))


@cache
def load() -> Labeller:
    """Return the model that ships with the package."""
    with resources.files("graph_builder.extract.labels").joinpath("model.npz").open("rb") as stream:
        arrays = np.load(stream, allow_pickle=False)
        weights = crf.Weights(*(arrays[k].astype(np.float32) for k in ("emission", "transition", "first", "last")))
        return Labeller(weights, frozenset(arrays["words"].tolist()))
