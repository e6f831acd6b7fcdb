"""The trained model of references: loaded once, it labels the tokens of many entries at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from graph_builder.extract.references import crf
from graph_builder.extract.references.features import Entry, featurize
from graph_builder.extract.references.tokens import Vocabulary

BATCH = 128


class Labelling(NamedTuple):
    """The label of each token of an entry, and how sure the model is of each."""

    labels: list[str]
    certainty: list[float]


class Model:
    """Weights and lexicon of the sequence model.

    >>> from graph_builder.extract.references.tokens import tokenize
    >>> entry = Entry(tokenize("A. Doe. On examples. Journal of Examples, 2020."), (), frozenset())
    >>> len(load().label([entry])[0].labels) == len(entry.tokens.words)
    True
    """

    def __init__(self, weights: crf.Weights, lexicon: dict[int, int]) -> None:
        self._weights = weights
        self._vocabulary = Vocabulary(lexicon)

    def label(self, entries: Sequence[Entry]) -> list[Labelling]:
        """Return the labelling of each entry, in order."""
        out: dict[int, Labelling] = {}
        order = sorted(range(len(entries)), key=lambda i: len(entries[i].tokens.words))
        for at in range(0, len(order), BATCH):
            part = order[at : at + BATCH]
            out.update(zip(part, self._batch([entries[i] for i in part]), strict=True))
        return [out[i] for i in range(len(entries))]

    def _batch(self, entries: list[Entry]) -> list[Labelling]:
        batch = featurize(entries, self._vocabulary, len(self._weights.emission))
        scores, lengths = crf.pad(crf.emissions(batch.ids, self._weights.emission), batch.bounds)
        paths, _ = crf.decode(scores, lengths, self._weights)
        marginal = crf.marginals(scores, lengths, self._weights)
        found = []
        sure = _of_path(marginal, lengths, paths)
        at = 0
        for path in paths:
            found.append(Labelling([crf.LABELS[k] for k in path], sure[at : at + len(path)]))
            at += len(path)
        return found


def _of_path(marginal: crf.Floats, lengths: npt.NDArray[np.int64], paths: list[list[int]]) -> list[float]:
    """Return the probability of each label of each path, one path after the other."""
    rows = np.repeat(np.arange(len(paths)), lengths)
    begins = np.cumsum(lengths) - lengths
    columns = np.arange(len(rows)) - begins[rows]
    labels = np.fromiter(chain.from_iterable(paths), dtype=np.int64, count=len(rows))
    sure: list[float] = np.minimum(marginal[rows, columns, labels], 1.0).tolist()
    return sure


@cache
def load() -> Model:
    """Return the model that ships with the package."""
    with resources.files("graph_builder.extract.references").joinpath("model.npz").open("rb") as stream:
        arrays = np.load(stream, allow_pickle=False)
        weights = crf.Weights(*(arrays[k].astype(np.float32) for k in ("emission", "transition", "first", "last")))
        lexicon = dict(zip(arrays["words"].tolist(), arrays["classes"].tolist(), strict=True))
    return Model(weights, lexicon)
