"""A registry of organizations: printed affiliations in, organizations with a score out, or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import as_file, files
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from graph_builder.gazetteer.registry.candidates import Candidate, Finder, Scene
from graph_builder.gazetteer.registry.features import View, features, record_words
from graph_builder.gazetteer.registry.index import Index
from graph_builder.gazetteer.registry.ror import NameKind, Organization
from graph_builder.gazetteer.registry.tokens import keys
from graph_builder.gazetteer.trees import Trees

_AT_ONCE = 256
_REASONS = {
    NameKind.LABEL: "its name",
    NameKind.ALIAS: "one of its other names",
    NameKind.ACRONYM: "its acronym",
    NameKind.SHORT: "its name, shortened",
    NameKind.TURNED: "its name, in other words",
    NameKind.FORMER: "the name of what it succeeded",
    NameKind.LIKE: "almost its name",
    NameKind.TOWNLESS: "its name without its town",
}


_Scored = tuple[int, dict[str, float], float]


def _best(scene: Scene, scored: Iterable[_Scored]) -> Iterable[_Scored]:
    """The most probable of the records that the same words may name."""
    found: dict[tuple[int, int], _Scored] = {}
    for number, each, score in scored:
        span = scene.candidates[number].start, scene.candidates[number].end
        if span not in found or (score, -number) > (found[span][2], -found[span][0]):
            found[span] = (number, each, score)
    return found.values()


@dataclass(frozen=True, slots=True)
class Match:
    """An organization that a text names and where, with the probability that this is right and what speaks for it."""

    organization: Organization
    score: float
    start: int
    end: int
    reasons: tuple[str, ...] = ()


class Registry:
    """An index of organizations opened for matching. What it finds does not depend on what it was asked before."""

    def __init__(self, path: Path) -> None:
        self._path, self.index = path, Index(path)
        self._look = lru_cache(maxsize=100_000)(lambda number: record_words(self.index.record(number)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Registry, (self._path,)

    @cached_property
    def _finder(self) -> Finder:
        stored = json.loads(self.index.about["places"])
        return Finder(self.index, {name: (bool(country), tuple(where)) for name, (country, where) in stored.items()})

    def match(self, text: str, threshold: float | None = None) -> tuple[Match, ...]:
        """Return the organizations that *text* names, in the order of the text; nothing if none is probable enough.

        *threshold* is the least probability; by default the one that training chose.
        """
        return next(self.match_many([text], threshold))

    def match_many(self, texts: Iterable[str], threshold: float | None = None) -> Iterator[tuple[Match, ...]]:
        """Yield the organizations that each of *texts* names."""
        model = load_model()
        least = model.threshold if threshold is None else threshold
        waiting = iter(texts)
        while batch := list(islice(waiting, _AT_ONCE)):
            scenes = [self._finder.scene(text) for text in batch]
            found = [features(View.of(s, self._look)) if s.candidates else {} for s in scenes]
            scores = iter(model.probabilities([f for each in found for f in each.values()]))
            for scene, each in zip(scenes, found, strict=True):
                scored = [(n, f, next(scores)) for n, f in each.items()]
                best = [(self._own(scene, n), f, s) for n, f, s in _best(scene, scored) if s >= least]
                matches = [self._match(scene, candidate, f, s) for candidate, f, s in best]
                yield tuple(sorted(matches, key=lambda m: (m.start, -m.end, m.organization.id)))

    def _own(self, scene: Scene, number: int) -> Candidate:
        """Return the candidate whose own name the words are, where that of *number* only succeeded it."""
        chosen = scene.candidates[number]
        if chosen.kind is not NameKind.FORMER:
            return chosen
        followed = self.index.record(chosen.number).id
        own = (
            other
            for other in scene.candidates.values()
            if (other.start, other.end) == (chosen.start, chosen.end)
            and followed in self.index.record(other.number).successors
        )
        return next(own, chosen)

    def _match(self, scene: Scene, c: Candidate, found: dict[str, float], score: float) -> Match:
        start, end = scene.words[c.start].start, scene.words[c.end - 1].end
        reasons = [f"“{' '.join(scene.text[start:end].split())}” is {_REASONS[c.kind]}"]
        reasons += [f"same {what}" for what in ("country", "city") if found[what]]
        return Match(self.index.record(c.number), score, start, end, tuple(reasons))

    def named(self, name: str) -> tuple[Organization, ...]:
        """Return the records that *name*, whole, is a name of (no acronym, and no name of what they succeeded)."""
        node = 0
        for word in keys(name):
            number = self.index.words.get(word)
            node = self.index.step(node, number) if number is not None else 0
            if not node:
                return ()
        named = self.index.named(node) if node else ()
        return tuple(self.index.record(n) for n, k in named if k not in (NameKind.ACRONYM, NameKind.FORMER))


@dataclass(frozen=True)
class MatchModel:
    """Weighs the features of candidates, which it takes by their *names*; below the *threshold* nothing matches."""

    names: tuple[str, ...]
    trees: Trees
    bias: float
    threshold: float

    def probabilities(self, found: Sequence[Mapping[str, float]]) -> list[float]:
        """Return the probability of each candidate, given its features by name."""
        if not found:
            return []
        odds = self.trees.sums(np.array([[f[name] for name in self.names] for f in found], dtype=np.float32))
        return [round(float(p), 4) for p in 1 / (1 + np.exp(-(odds + self.bias)))]


@cache
def load_model() -> MatchModel:
    """Return the model that was trained once (``training/train_affiliations.py``) and ships with the package."""
    with (
        as_file(files("graph_builder.gazetteer").joinpath("data", "affiliations.npz")) as path,
        np.load(path) as stored,
    ):
        trees = Trees(stored["columns"], stored["limits"], stored["leaves"].astype(np.float64))
        return MatchModel(tuple(map(str, stored["names"])), trees, float(stored["bias"]), float(stored["threshold"]))
