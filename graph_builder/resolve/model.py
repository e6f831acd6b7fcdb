"""The model: weights that were trained once and are shipped, by which features become the odds of being one person."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

import numpy as np

from graph_builder.gazetteer.trees import Trees
from graph_builder.resolve.features import FEATURES, Values
from graph_builder.resolve.names import NameFrequency

FILE = "people.json"
# Rows are scored in pieces, so that memory stays bounded.
_PIECE = 100_000
# Figures are compared with limits when rounded: whatever order a processor adds numbers in, they fall on one side.
_DIGITS = 6


class Scorer(Protocol):
    """What gives the logarithm of the odds that the mentions of pairs are one person."""

    def score(self, rows: Values) -> Values:
        """Return a score for each pair, from a row of features each."""
        ...


@dataclass(frozen=True)
class Network:
    """A small network: features, scaled, through one layer of hidden units to the logarithm of odds."""

    mean: Values
    scale: Values
    hidden: Values
    bias: Values
    out: Values
    offset: float

    def score(self, rows: Values) -> Values:
        """Return the logarithm of the odds that the mentions of each pair are one person, from a row of features each.

        Scores are rounded: the same mentions compare the same whatever order a processor adds numbers in.
        """
        scores = np.empty(len(rows))
        for start in range(0, len(rows), _PIECE):
            scaled = np.clip((rows[start : start + _PIECE] - self.mean) / self.scale, -5.0, 5.0)
            scores[start : start + _PIECE] = np.tanh(scaled @ self.hidden + self.bias) @ self.out + self.offset
        return np.round(scores, 5)


@dataclass(frozen=True)
class RoundedTrees:
    """Decision trees over figures that are rounded first, and whose sums are rounded."""

    trees: Trees

    def score(self, rows: Values) -> Values:
        """Return the logarithm of the odds for each row of features."""
        return np.round(self.trees.sums(rows, _DIGITS), 5)


@dataclass(frozen=True)
class Mean:
    """The mean of what several scorers say: they err on other pairs."""

    scorers: tuple[Scorer, ...]

    def score(self, rows: Values) -> Values:
        """Return the mean score of each pair, rounded as theirs are."""
        total = sum((scorer.score(rows) for scorer in self.scorers), np.zeros(len(rows)))
        return np.asarray(np.round(total / len(self.scorers), 5))


# Above so many mentions together, and so many years apart, two clusters are as large and as far apart as can be; where
# the years are not known, they are far apart.
MANY, LONG = 50, 3


@dataclass(frozen=True, slots=True)
class Threshold:
    """How high the average score of two clusters has to be for them to be joined.

    A wrong join of two papers makes as many wrong people as one of two long lists, and a missed one loses far less. So
    the threshold is highest for two single mentions, lower for one and many, lowest for many and many, which are few
    people whether joined or not; and it rises with the years between: *least* is the threshold for large ones, *few*
    and *apart* what is added for two mentions, as odds, at once and for years between them, of which *most* and more
    are alike.

    >>> threshold = Threshold(0.5, 1.0, 20.0)
    >>> [round(threshold.height(one, other, 0), 2) for one, other in ((1, 1), (1, 3), (2, 2), (1, 19))]
    [1.19, 0.91, 0.66, 0.6]
    >>> [round(threshold.height(1, 1, years), 2) for years in (0, 1, 10)]
    [1.19, 2.66, 3.59]
    """

    least: float
    few: float = 0.0
    apart: float = 0.0
    most: int = LONG

    def height(self, one: int, other: int, years: int) -> float:
        """Return the threshold for two clusters of *one* and of *other* mentions, with so many *years* between them."""
        odds = self.few + self.apart * min(years, self.most) / self.most
        both, least = min(one + other, MANY), min(one, other, MANY)
        return self.least + math.log1p(odds * (2.0 / both) / least**1.5)


@dataclass(frozen=True)
class Model:
    """Two scorers: *near* for mentions and the nearest that share something, *far* for all that agree in name.

    *thresholds*, one for each round of clustering, say when two clusters are joined: in the first round by *near*, then
    by *far*.
    """

    near: Scorer
    far: Scorer
    thresholds: tuple[Threshold, ...]
    frequency: NameFrequency


def probability(score: float) -> float:
    """Return the probability that a logarithm of odds stands for.

    >>> probability(0.0)
    0.5
    """
    return float(1.0 / (1.0 + np.exp(-score)))


@cache
def shipped() -> Model:
    """Return the model that comes with the package."""
    return from_json(json.loads(files("graph_builder.resolve").joinpath(FILE).read_text("utf-8")))


def from_json(data: Mapping[str, Any]) -> Model:
    """Return the model that a training run wrote.

    Raises:
        ValueError: the model is for other features than this version computes.
    """
    if tuple(data["features"]) != FEATURES:
        raise ValueError(f"{FILE} was trained for other features; run the training script")
    frequency, thresholds = (
        NameFrequency(**data["frequency"]),
        tuple(Threshold(*threshold) for threshold in data["thresholds"]),
    )
    far: Scorer = network(data["far"])
    if "trees" in data:
        far = Mean((far, _trees(data["trees"])))
    return Model(network(data["near"]), far, thresholds, frequency)


def network(data: Mapping[str, Any]) -> Network:
    """Return one of the networks of a model that a training run wrote."""
    arrays = {name: np.array(data[name], dtype=np.float64) for name in ("mean", "scale", "hidden", "bias", "out")}
    return Network(**arrays, offset=data["offset"])


def _trees(data: Mapping[str, Any]) -> RoundedTrees:
    columns, leaves = np.array(data["columns"], dtype=np.int64), np.array(data["leaves"], dtype=np.float64)
    return RoundedTrees(Trees(columns, np.array(data["limits"], dtype=np.float64), leaves))
