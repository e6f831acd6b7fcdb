"""The model: weights that were trained once and are shipped, by which features become the odds of being one person."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from graph_builder.resolve.features import FEATURES, Values
from graph_builder.resolve.rarity import Rarity

FILE = "people.json"
# Rows are scored in pieces, so that memory stays bounded.
_PIECE = 100_000


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


# Above so many mentions together, and so many years apart, two clusters are as large and as far apart as can be.
MANY, LONG = 50, 8


@dataclass(frozen=True, slots=True)
class Bar:
    """How high the average score of two clusters has to be for them to be joined.

    A wrong join of two papers makes as many wrong people as one of two long lists, and a missed one loses far less. So
    the bar stands highest for two single mentions, lower for one and many, lowest for many and many, which are few
    people whether joined or not; and the higher, the more years lie between: *least* is the bar for large ones, *few*
    and *apart* what is added for two mentions, as odds, at once and for years between them.

    >>> bar = Bar(0.5, 1.0, 20.0)
    >>> [round(bar.height(one, other, 0), 2) for one, other in ((1, 1), (1, 3), (2, 2), (1, 19))]
    [1.19, 0.8, 0.58, 0.53]
    >>> [round(bar.height(1, 1, years), 2) for years in (0, 1, 10)]
    [1.19, 2.0, 3.59]
    """

    least: float
    few: float = 0.0
    apart: float = 0.0

    def height(self, one: int, other: int, years: int) -> float:
        """Return the bar for two clusters of *one* and of *other* mentions, with so many *years* between them."""
        odds = self.few + self.apart * min(years, LONG) / LONG
        both, least = min(one + other, MANY), min(one, other, MANY)
        return self.least + math.log1p(odds * (2.0 / both) ** 1.5 / least**2)


@dataclass(frozen=True)
class Model:
    """Two networks: *near* for mentions and the nearest that share something, *far* for all that agree in name.

    *bars*, one for each round of clustering, say when two clusters are joined: in the first round by *near*, in the
    next ones by *far*.
    """

    near: Network
    far: Network
    bars: tuple[Bar, ...]
    rarity: Rarity

    @property
    def thresholds(self) -> tuple[float, ...]:
        """What the score of a pair has to be above, in each round, to lead to any join."""
        return tuple(bar.least for bar in self.bars)


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
    rarity, bars = Rarity(**data["rarity"]), tuple(Bar(*bar) for bar in data["bars"])
    return Model(network(data["near"]), network(data["far"]), bars, rarity)


def network(data: Mapping[str, Any]) -> Network:
    """Return one of the networks of a model that a training run wrote."""
    arrays = {name: np.array(data[name], dtype=np.float64) for name in ("mean", "scale", "hidden", "bias", "out")}
    return Network(**arrays, offset=data["offset"])
