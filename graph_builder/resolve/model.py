"""The model: weights that were trained once and are shipped, by which features become the odds of being one person."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from graph_builder.resolve.features import FEATURES, Values
from graph_builder.resolve.rarity import Rarity

FILE = "people.json"


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
        scaled = np.clip((rows - self.mean) / self.scale, -5.0, 5.0)
        scores: Values = np.round(np.tanh(scaled @ self.hidden + self.bias) @ self.out + self.offset, 5)
        return scores


@dataclass(frozen=True)
class Model:
    """Two networks: *near* for mentions and the nearest that share something, *far* for all that agree in name.

    *thresholds*, descending, are what the average score of two clusters has to be above for them to be joined: in a
    first round of clustering, by *near*, and in the next ones, by *far*.
    """

    near: Network
    far: Network
    thresholds: tuple[float, ...]
    rarity: Rarity


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
    rarity, thresholds = Rarity(**data["rarity"]), tuple(data["thresholds"])
    return Model(network(data["near"]), network(data["far"]), thresholds, rarity)


def network(data: Mapping[str, Any]) -> Network:
    """Return one of the networks of a model that a training run wrote."""
    arrays = {name: np.array(data[name], dtype=np.float64) for name in ("mean", "scale", "hidden", "bias", "out")}
    return Network(**arrays, offset=data["offset"])
