"""A linear-chain conditional random field over hashed features: decoding with confidence, many entries at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from graph_builder.extract.references.tokens import Hashes

Floats = npt.NDArray[np.float32]

LABELS = ("O", "B-A", "I-A", "B-T", "I-T", "B-V", "I-V", "Y", "D", "N", "E")
INDEX = {label: i for i, label in enumerate(LABELS)}
FORBIDDEN = -1e4


@dataclass(frozen=True, slots=True)
class Weights:
    """The parameters: one row a feature identifier, scores of label pairs, scores of the first and last label."""

    emission: Floats
    transition: Floats
    first: Floats
    last: Floats


def structure() -> tuple[Floats, Floats]:
    """Return masks for label pairs and first labels: ``I-X`` stands only inside its field."""
    pairs = np.zeros((len(LABELS), len(LABELS)), dtype=np.float32)
    first = np.zeros(len(LABELS), dtype=np.float32)
    for label in LABELS:
        if label.startswith("I-"):
            pairs[:, INDEX[label]] = FORBIDDEN
            pairs[INDEX[f"B-{label[2:]}"], INDEX[label]] = 0
            pairs[INDEX[label], INDEX[label]] = 0
            first[INDEX[label]] = FORBIDDEN
    return pairs, first


def emissions(ids: Hashes, emission: Floats) -> Floats:
    """Return the score of each label at each token: the sum of the weights of its features."""
    rows, columns = ids.shape
    pointers = np.arange(0, rows * columns + 1, columns)
    matrix = csr_matrix(
        (np.ones(rows * columns, dtype=np.float32), ids.ravel().astype(np.int32), pointers), shape=(rows, len(emission))
    )
    return np.asarray(matrix @ emission, dtype=np.float32)


def pad(scores: Floats, bounds: list[tuple[int, int]]) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Arrange the scores of entries of unequal length as one array: entries, tokens, labels."""
    lengths = np.array([b - a for a, b in bounds], dtype=np.int64)
    out = np.zeros((len(bounds), max(1, int(lengths.max(initial=1))), scores.shape[1]), dtype=np.float32)
    for i, (a, b) in enumerate(bounds):
        out[i, : b - a] = scores[a:b]
    return out, lengths


def _logsumexp(values: Floats, axis: int) -> Floats:
    top = values.max(axis=axis, keepdims=True)
    return np.asarray(np.log(np.exp(values - top).sum(axis=axis)) + top.squeeze(axis), dtype=np.float32)


def forward(scores: Floats, lengths: npt.NDArray[np.int64], weights: Weights) -> tuple[Floats, Floats]:
    """Return the log-sums of all prefixes of each entry, and of all its labellings."""
    alpha = np.zeros_like(scores)
    alpha[:, 0] = scores[:, 0] + weights.first
    for t in range(1, scores.shape[1]):
        step = _logsumexp(alpha[:, t - 1, :, None] + weights.transition[None], 1) + scores[:, t]
        alpha[:, t] = np.where((t < lengths)[:, None], step, alpha[:, t - 1])
    return alpha, _logsumexp(alpha[:, -1] + weights.last, 1)


def backward(scores: Floats, lengths: npt.NDArray[np.int64], weights: Weights) -> Floats:
    """Return the log-sums of all suffixes of each entry."""
    beta = np.zeros_like(scores)
    beta[:, -1] = weights.last
    for t in range(scores.shape[1] - 2, -1, -1):
        step = _logsumexp(weights.transition[None] + (scores[:, t + 1] + beta[:, t + 1])[:, None, :], 2)
        beta[:, t] = np.where((t + 1 < lengths)[:, None], step, weights.last)
    return beta


class Slopes(NamedTuple):
    """How the loss of a batch changes with the scores of tokens (rows, labels), label pairs, first and last labels."""

    scores: Floats
    pairs: Floats
    first: Floats
    last: Floats


def slopes(
    raw: Floats, bounds: list[tuple[int, int]], gold: Sequence[list[int]], weights: Weights
) -> tuple[float, Slopes]:
    """Return the negative log-likelihood of labellings, summed over entries, and its gradient.

    Args:
        raw: the score of each label at each token, one row a token.
        bounds: where the tokens of each entry begin and end among the rows.
        gold: the labels of each entry's tokens.
        weights: the scores of label pairs, and of first and last labels.
    """
    scores, lengths = pad(raw, bounds)
    alpha, total = forward(scores, lengths, weights)
    beta = backward(scores, lengths, weights)
    marginal = np.exp(alpha + beta - total[:, None, None])
    pairs = np.zeros_like(weights.transition)
    for t in range(1, scores.shape[1]):
        live = t < lengths
        behind = (scores[live, t] + beta[live, t])[:, None, :] - total[live, None, None]
        pairs += np.exp(alpha[live, t - 1][:, :, None] + weights.transition + behind).sum(axis=0)
    first, last = marginal[:, 0].sum(axis=0), np.zeros_like(weights.last)
    error = np.zeros_like(raw)
    loss = float(total.sum())
    for i, ((a, b), labels) in enumerate(zip(bounds, gold, strict=True)):
        error[a:b] = marginal[i, : b - a]
        error[np.arange(a, b), labels] -= 1
        loss -= float(scores[i, np.arange(b - a), labels].sum() + weights.transition[labels[:-1], labels[1:]].sum())
        loss -= float(weights.first[labels[0]] + weights.last[labels[-1]])
        np.subtract.at(pairs, (labels[:-1], labels[1:]), 1)
        first[labels[0]] -= 1
        last += marginal[i, b - a - 1]
        last[labels[-1]] -= 1
    return loss, Slopes(error, pairs, first, last)


def marginals(scores: Floats, lengths: npt.NDArray[np.int64], weights: Weights) -> Floats:
    """Return the probability of each label at each token, by the scaled forward-backward algorithm.

    Rabiner 1989, "A tutorial on hidden Markov models", section V.A: each step is normalised, so that no logarithms are
    needed; several times faster than ``forward`` and ``backward`` in log space, which training uses.
    """
    order, begin = _by_length(scores, lengths)
    scores = np.ascontiguousarray(scores[order].transpose(1, 0, 2))  # what is live at one token stands together
    step = np.exp(weights.transition.astype(np.float64) - weights.transition.max())
    emitted = np.exp(scores.astype(np.float64) - scores.max(axis=2, keepdims=True))
    last = np.exp(weights.last.astype(np.float64) - weights.last.max())
    alpha = np.zeros_like(emitted)
    alpha[0] = _unit(emitted[0] * np.exp(weights.first.astype(np.float64) - weights.first.max()))
    for t in range(1, len(scores)):
        live = begin[t]
        found = np.matmul(alpha[t - 1, live:], step, out=alpha[t, live:])
        found *= emitted[t, live:]
        _unit(found)
    beta = np.empty_like(emitted)
    beta[:] = last
    back = step.T
    for t in range(len(scores) - 2, -1, -1):
        live = begin[t + 1]
        _unit(np.matmul(emitted[t + 1, live:] * beta[t + 1, live:], back, out=beta[t, live:]))
    alpha *= beta
    out = np.empty((len(order), len(scores), scores.shape[2]), dtype=np.float32)
    out[order] = _unit(alpha).transpose(1, 0, 2)
    return out


def _by_length(scores: Floats, lengths: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], list[int]]:
    """Return the order of entries by length, and for each token where in it those begin that are longer than that."""
    order = np.argsort(lengths, kind="stable")
    return order, np.searchsorted(lengths[order], np.arange(scores.shape[1]), side="right").tolist()


def _unit(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Scale *values* to a sum of one along the last axis, in their place."""
    total = np.add.reduce(values, axis=-1, keepdims=True)
    np.maximum(total, 1e-300, out=total)
    values /= total
    return values


def decode(scores: Floats, lengths: npt.NDArray[np.int64], weights: Weights) -> tuple[list[list[int]], Floats]:
    """Return the best labelling of each entry, and its score."""
    order, begin = _by_length(scores, lengths)
    scores = np.ascontiguousarray(scores[order].transpose(1, 0, 2))
    # The best score of all ways to each label; which way it was is asked on the way back, of one label alone.
    best = np.empty_like(scores)
    best[0] = scores[0] + weights.first
    steps = weights.transition[:, None, :]
    for t in range(1, len(scores)):
        live = begin[t]
        if live:
            best[t, :live] = best[t - 1, :live]
        ways = best[t - 1, live:].T[:, :, None] + steps
        np.add(np.maximum.reduce(ways, axis=0), scores[t, live:], out=best[t, live:])
    ends = best[-1] + weights.last
    label = ends.argmax(axis=1)
    top = np.empty(len(lengths), dtype=np.float32)
    top[order] = ends.max(axis=1)
    path = np.zeros(scores.shape[:2], dtype=np.int64)
    into = np.ascontiguousarray(weights.transition.T)
    for t in range(len(scores) - 1, 0, -1):
        live = begin[t]
        path[t, live:] = label[live:]
        label[live:] = (best[t - 1, live:] + into[label[live:]]).argmax(axis=1)
    path[0] = label
    found: list[list[int]] = [[]] * len(lengths)
    for place, labels in zip(order.tolist(), path.T, strict=True):
        found[place] = labels[: lengths[place]].tolist()
    return found, top
