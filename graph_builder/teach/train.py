"""Training: batches of windows, what is made small, and one step after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from graph_builder.extract.tagger.encoder import Marks, batch, window, windows
from graph_builder.teach.examples import UNKNOWN, Example
from graph_builder.teach.network import Network

Batch = tuple[Tensor, ...]
"""Pieces and features of windows, their tags, and whether a record begins."""

_OF_ONE = 10  # windows of a document in a round: else long lists of papers outweigh all else
_HIDDEN = 0.03  # of the pieces: more is read then from what stands around them
_WARM = 0.06  # the share of steps in which the rate rises


def batches(found: Sequence[Example], marks: Marks, chance: random.Random, size: int = 8) -> Iterator[Batch]:
    """Yield windows of all documents, in random order, cut anew each time, *size* at a time."""
    rows = []
    for each in found:
        cuts = [(each, a, b) for a, b in windows(each.units, chance.randrange(60, 200))]
        cuts = [cut for cut in cuts if (_tags(*cut) != UNKNOWN).any()]
        rows += chance.sample(cuts, min(len(cuts), _OF_ONE))
    chance.shuffle(rows)
    for at in range(0, len(rows), size):
        part = rows[at : at + size]
        cut = [window(each.units, a, b, marks, chance.random() > 0.1) for each, a, b in part]
        for words, features, head in cut:
            if chance.random() < 0.1:  # a page without marks
                features[:, 1] = 0
                features[:, 3] &= 4
            if chance.random() < 0.1:  # or without lists, tables and headings
                features[head:, 2] = 1
            words[[place for place in range(head, len(words)) if chance.random() < _HIDDEN]] = marks.unknown
        pieces, features = batch(cut, marks.pad)
        tags, begins = np.full(pieces.shape, UNKNOWN), np.full(pieces.shape, UNKNOWN)
        for row, ((each, a, b), (_, _, head)) in enumerate(zip(part, cut, strict=True)):
            unit = each.units.unit[a:b]
            at_unit = np.flatnonzero(unit >= 0)
            tags[row, head + at_unit] = _tags(each, a, b)
            begins[row, head + at_unit] = each.begins[unit[at_unit]]
        yield tuple(torch.from_numpy(array) for array in (pieces, features, tags, begins))


def loss_of(scores: Tensor, tags: Tensor, begins: Tensor) -> Tensor:
    """Return what training makes small."""
    by_tag = functional.cross_entropy(
        scores[..., :-1].flatten(0, 1), tags.flatten(), ignore_index=UNKNOWN, label_smoothing=0.02
    )
    known = begins != UNKNOWN
    return by_tag + functional.binary_cross_entropy_with_logits(scores[..., -1][known], begins[known].float())


def _tags(each: Example, a: int, b: int) -> NDArray[np.int64]:
    """Return the tags of the units that begin between two pieces."""
    unit = each.units.unit[a:b]
    return each.tags[unit[unit >= 0]]


class Trainer:
    """A network with its optimizer; the rate of learning rises for some steps, then falls until the last.

    Args:
        network: the network.
        steps: how many steps there are.
        rate: the highest rate for the encoder.
        fast: that for the layout embeddings and the last layer, which are not from a pretrained encoder.
        short: whether numbers of 16 bits are used, which only some processors are fast with.
    """

    def __init__(self, network: Network, steps: int, rate: float, fast: float, *, short: bool = False) -> None:
        self.network = network
        self.short = short
        named = [(name, p) for name, p in network.named_parameters() if p.requires_grad]
        slow = [p for name, p in named if name.startswith(("layers", "position", "norm"))]
        others = [p for name, p in named if name.startswith(("features", "out"))]
        groups = [{"params": slow, "lr": rate}, {"params": others, "lr": fast}]
        self.optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda s: min((s + 1) / (_WARM * steps), max(0.02, (steps - s) / ((1 - _WARM) * steps)))
        )

    def step(self, part: Batch) -> float:
        """Learn from a batch, and return what it cost before."""
        pieces, features, tags, begins = part
        self.network.train()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.short):
            scores = self.network(pieces, features)
        loss = loss_of(scores.float(), tags, begins)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.schedule.step()
        return float(loss.item())


def loss_on(network: Network, found: Sequence[Example], marks: Marks, size: int) -> float:
    """Return what the reading of documents costs that a network has not learned from."""
    network.eval()
    chance = random.Random(1)  # noqa: S311 - the same cuts each time
    with torch.no_grad():
        losses = [
            float(loss_of(network(pieces, features), tags, begins))
            for pieces, features, tags, begins in batches(found, marks, chance, size)
        ]
    return sum(losses) / len(losses)
