"""A registry of organisations: printed affiliations in, organisations with a score out, or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path

from graph_builder.gazetteer.registry.candidates import Candidate, Finder, Scene
from graph_builder.gazetteer.registry.features import Known, View, features, known
from graph_builder.gazetteer.registry.index import Index
from graph_builder.gazetteer.registry.record import NameKind, Organization
from graph_builder.gazetteer.registry.tokens import keys
from graph_builder.gazetteer.registry.trees import load_trees

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
    """An organisation that a text names and where, with the probability that this is right and what speaks for it."""

    organization: Organization
    score: float
    start: int
    end: int
    reasons: tuple[str, ...] = ()


class Registry:
    """An index of organisations opened for matching. What it finds does not depend on what it was asked before."""

    def __init__(self, path: Path) -> None:
        self.index = Index(path)
        self._look = lru_cache(maxsize=100_000)(self._known)

    def _known(self, number: int) -> Known:
        return known(self.index.record(number))

    @cached_property
    def _finder(self) -> Finder:
        stored = json.loads(self.index.about["places"])
        return Finder(self.index, {name: (bool(country), tuple(where)) for name, (country, where) in stored.items()})

    def match(self, text: str, threshold: float | None = None) -> tuple[Match, ...]:
        """Return the organisations that *text* names, in the order of the text; nothing if none is probable enough.

        *threshold* is the least probability; by default the one that training chose.
        """
        return next(self.match_many([text], threshold))

    def match_many(self, texts: Iterable[str], threshold: float | None = None) -> Iterator[tuple[Match, ...]]:
        """Yield the organisations that each of *texts* names."""
        trees = load_trees()
        least = trees.threshold if threshold is None else threshold
        waiting = iter(texts)
        while batch := list(islice(waiting, _AT_ONCE)):
            scenes = [self._finder.scene(text) for text in batch]
            found = [features(View.of(s, self._look)) if s.candidates else {} for s in scenes]
            scores = iter(trees.probabilities([f for each in found for f in each.values()]))
            for scene, each in zip(scenes, found, strict=True):
                scored = [(n, f, next(scores)) for n, f in each.items()]
                made = [self._match(scene, scene.candidates[n], f, s) for n, f, s in _best(scene, scored) if s >= least]
                yield tuple(sorted(made, key=lambda m: (m.start, -m.end, m.organization.id)))

    def _match(self, scene: Scene, c: Candidate, found: dict[str, float], score: float) -> Match:
        start, end = scene.words[c.start].start, scene.words[c.end - 1].end
        reasons = [f"“{' '.join(scene.text[start:end].split())}” is {_REASONS[c.kind]}"]
        reasons += [f"same {what}" for what in ("country", "city") if found[what]]
        return Match(self.index.record(c.number), score, start, end, tuple(reasons))

    def named(self, name: str) -> tuple[Organization, ...]:
        """Return the records that *name*, whole, is a name of (no acronym)."""
        node = 0
        for word in keys(name):
            number = self.index.words.get(word)
            node = self.index.step(node, number) if number is not None else 0
            if not node:
                return ()
        return tuple(self.index.record(n) for n, k in self.index.named(node) if k != NameKind.ACRONYM) if node else ()
