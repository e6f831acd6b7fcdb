"""The sequence model's arithmetic: marginals by scaling equal those in log space, and the best path is a real best."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from graph_builder.extract.references import crf


@pytest.fixture
def weights() -> crf.Weights:
    rng = np.random.default_rng(7)
    sizes = ((10, 4), (4, 4), (4,), (4,))
    return crf.Weights(*(rng.normal(0, 2, size).astype(np.float32) for size in sizes))


def _scores(lengths: list[int]) -> tuple[crf.Floats, np.ndarray]:
    rng = np.random.default_rng(8)
    bounds, at = [], 0
    for length in lengths:
        bounds.append((at, at + length))
        at += length
    return crf.pad(rng.normal(0, 3, (at, 4)).astype(np.float32), bounds)


def test_marginals_equal_those_in_log_space(weights: crf.Weights) -> None:
    scores, lengths = _scores([5, 1, 9, 3])
    alpha, total = crf.forward(scores, lengths, weights)
    wanted = np.exp(alpha + crf.backward(scores, lengths, weights) - total[:, None, None])
    found = crf.marginals(scores, lengths, weights)
    for i, length in enumerate(lengths):
        np.testing.assert_allclose(found[i, :length], wanted[i, :length], atol=1e-4)


def test_decode_finds_the_best_of_all_labellings(weights: crf.Weights) -> None:
    scores, lengths = _scores([4])

    def worth(path: tuple[int, ...]) -> float:
        inner = sum(weights.transition[a, b] for a, b in pairwise(path))
        return float(
            weights.first[path[0]] + weights.last[path[-1]] + inner + sum(scores[0, t, k] for t, k in enumerate(path))
        )

    best = max(product(range(4), repeat=4), key=worth)
    paths, top = crf.decode(scores, lengths, weights)
    assert tuple(paths[0]) == best
    assert top[0] == pytest.approx(worth(best), abs=1e-3)


def test_slopes_are_those_of_the_loss(weights: crf.Weights) -> None:
    """Each slope equals what the loss changes by, if that one number is moved a little."""
    raw = np.random.default_rng(8).normal(0, 1, (5, 4)).astype(np.float32)
    bounds, gold = [(0, 4), (4, 5)], [[1, 0, 3, 3], [2]]
    _, slopes = crf.slopes(raw, bounds, gold, weights)
    for moved, found in ((raw, slopes.scores), (weights.transition, slopes.pairs), (weights.first, slopes.first),
                         (weights.last, slopes.last)):  # fmt: skip
        for place in np.ndindex(moved.shape):
            before = moved[place]
            losses = []
            for step in (0.05, -0.05):
                moved[place] = before + step
                losses.append(crf.slopes(raw, bounds, gold, weights)[0])
            moved[place] = before
            assert found[place] == pytest.approx((losses[0] - losses[1]) / 0.1, abs=5e-3)
