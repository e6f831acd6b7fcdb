"""Organisations that a printed affiliation may name: names that stand in it, and names that are like its parts."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from graph_builder.gazetteer.registry.index import RAREST, Index
from graph_builder.gazetteer.registry.places import Place, find_places
from graph_builder.gazetteer.registry.record import NameKind
from graph_builder.gazetteer.registry.tokens import Word, words

HEADS = frozenset(
    "university institute hospital college academy school laboratory center clinic foundation ministry council agency "
    "polytechnic society association museum observatory corporation company".split()
)
_STRONG = 7.0
_RARE = 400
_MOST_WORDS = 120
_MOST_WORDS_IN_PART = 14


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record that the words from *start* to *end* may name, by a name of *kind* that *shared* records bear.

    *cover* is the share of the name that the words cover, weighed by rarity: 1 unless the name is only like them.
    """

    number: int
    start: int
    end: int
    kind: NameKind
    shared: int
    cover: float = 1.0
    corrected: bool = False


@dataclass(slots=True)
class Scene:
    """A printed affiliation with all that is seen in it."""

    text: str
    words: list[Word]
    ids: list[int | None]
    rarity: list[float]
    places: list[Place]
    candidates: dict[int, Candidate] = field(default_factory=dict)

    def info(self, start: int, end: int) -> float:
        """Return how much the words from *start* to *end* tell."""
        return sum(self.rarity[start:end])


class Finder:
    """Finds the candidates of affiliations in one index."""

    def __init__(self, index: Index, places: Mapping[str, tuple[bool, tuple[str, ...]]]) -> None:
        self._index = index
        self._places = places
        self._rarity: dict[int, float] = {}
        self._spellings: dict[tuple[str, int], list[str]] | None = None
        self._corrected = lru_cache(maxsize=50_000)(self._correct)

    def scene(self, text: str) -> Scene:
        """Return what *text* shows: its words, places and candidates."""
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
        found = words(text)[:_MOST_WORDS]
        ids = [self._index.words.get(w.key) for w in found]
        rarity = [RAREST if i is None else self._rarity_of(i) for i in ids]
        scene = Scene(text, found, ids, rarity, find_places(found, self._places))
        self._exact(scene, ids, 0, len(found), False)
        for start, end in self._weak_parts(scene):
            self._repair(scene, start, end)
        return scene

    def _rarity_of(self, word: int) -> float:
        found = self._rarity.get(word)
        if found is None:
            found = self._rarity[word] = self._index.rarity(word)
        return found

    def _exact(self, scene: Scene, ids: Sequence[int | None], first: int, last: int, corrected: bool) -> None:
        step, named = self._index.step, self._index.named
        for start in range(first, last):
            node = 0
            for end in range(start, last):
                word = ids[end]
                node = step(node, word) if word is not None else 0
                if not node:
                    break
                hits = named(node)
                for number, kind in hits:
                    _offer(scene, Candidate(number, start, end + 1, NameKind(kind), len(hits), 1.0, corrected))

    def _weak_parts(self, scene: Scene) -> Iterator[tuple[int, int]]:
        """Parts that have the head of an organisation's name and no known name that tells much."""
        strong = [
            (c.start, c.end)
            for c in scene.candidates.values()
            if c.kind is not NameKind.ACRONYM and scene.info(c.start, c.end) >= _STRONG
        ]
        start = 0
        count = len(scene.words)
        while start < count:
            part = scene.words[start].part
            end = start
            while end < count and scene.words[end].part == part:
                end += 1
            if end - start <= _MOST_WORDS_IN_PART and not any(s < end and start < e for s, e in strong):
                yield start, end
            start = end

    def _repair(self, scene: Scene, start: int, end: int) -> None:
        """Look again at one part, with misspelt words put right, and then for names that are like it."""
        ids = list(scene.ids)
        for at in range(start, end):
            if ids[at] is None and len(scene.words[at].key) > 4:
                ids[at] = self._corrected(scene.words[at].key)
        before = len(scene.candidates)
        if ids != scene.ids:
            self._exact(scene, ids, start, end, True)
        heads = any(scene.words[at].key in HEADS or ids[at] != scene.ids[at] for at in range(start, end))
        if heads and len(scene.candidates) == before:
            self._similar(scene, ids, start, end)

    def _similar(self, scene: Scene, ids: Sequence[int | None], start: int, end: int) -> None:
        part = {w: at for at, w in reversed(list(enumerate(ids[start:end], start))) if w is not None}
        near = {ids[at] for p in scene.places for at in range(p.start, p.end)}
        rare = sorted(
            (w for w in part if 0 < self._index.frequency(w) <= _RARE), key=lambda w: (-self._rarity_of(w), w)
        )
        votes: dict[int, float] = defaultdict(float)
        for word in rare[:4]:
            for node in self._index.containing(word):
                votes[node] += self._rarity_of(word)
        for node in sorted(votes, key=lambda n: (-votes[n], n))[:12]:
            sequence = self._index.sequence(node)
            total = sum(map(self._rarity_of, sequence))
            cover = sum(self._rarity_of(w) for w in sequence if w in part or w in near) / total
            hits = sorted(part[w] for w in set(sequence) if w in part)
            if cover < 0.7 or len(hits) < 2 or len(hits) / (hits[-1] + 1 - hits[0]) < 0.6:
                continue
            named = self._index.named(node)
            for number, kind in named:
                if kind != NameKind.ACRONYM:
                    made = Candidate(number, hits[0], hits[-1] + 1, NameKind.LIKE, len(named), cover, True)
                    _offer(scene, made)

    def _correct(self, word: str) -> int | None:
        """The known word that *word* misspells by one letter (two, if it is long), or None."""
        if self._spellings is None:
            self._spellings = defaultdict(list)
            for known in self._index.words:
                if len(known) > 4:
                    self._spellings[known[0], len(known)].append(known)
        near = [k for size in (-1, 0, 1) for k in self._spellings.get((word[0], len(word) + size), ())]
        hits = process.extract(word, near, scorer=OSA.distance, score_cutoff=1 if len(word) < 9 else 2, limit=8)
        ids = [
            (distance, -self._index.frequency(self._index.words[k]), self._index.words[k]) for k, distance, _ in hits
        ]
        return min(ids)[2] if ids else None


def _offer(scene: Scene, made: Candidate) -> None:
    """Keep the longest name of each record; an acronym counts only in capitals."""
    if made.kind is NameKind.ACRONYM and not all(w.shown.isupper() for w in scene.words[made.start : made.end]):
        return
    known = scene.candidates.get(made.number)
    if known is None or (made.end - made.start, made.cover, -made.kind) > (
        known.end - known.start,
        known.cover,
        -known.kind,
    ):
        scene.candidates[made.number] = made
