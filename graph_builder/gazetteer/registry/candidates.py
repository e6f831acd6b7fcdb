"""Organizations that a printed affiliation may name: names that stand in it, and names that are like its parts."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nsmallest

from rapidfuzz import process
from rapidfuzz.distance import OSA

from graph_builder.gazetteer.registry.index import MOST_IDF, Index
from graph_builder.gazetteer.registry.places import Place, find_places
from graph_builder.gazetteer.registry.ror import NameKind
from graph_builder.gazetteer.registry.tokens import HEADS, Word, keys, words

_STRONG = 7.0
_RARE = 400
_LEAST_COVER, _LEAST_COVER_BESIDE = 0.65, 0.75
_LEAST_IDF_OF_ACRONYM, _LEAST_IDF_ALONE = 10.0, 3.0
_MOST_WORDS = 120
_MOST_WORDS_IN_PART = 14


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record that the words from *start* to *end* may name, by a name of *kind* that *shared* records have.

    *cover* is the share of the name that the words cover, weighed by their idf: 1 unless the name is only like them.
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
    idf: list[float]
    """The inverse document frequency of each word."""
    places: list[Place]
    candidates: dict[int, Candidate] = field(default_factory=dict)
    place_names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.place_names = [" ".join([w.key for w in self.words[p.start : p.end]]) for p in self.places]

    def info(self, start: int, end: int) -> float:
        """Return how much the words from *start* to *end* tell."""
        return sum(self.idf[start:end])


class Finder:
    """Finds the candidates of affiliations in one index."""

    def __init__(self, index: Index, places: Mapping[str, tuple[bool, tuple[str, ...]]]) -> None:
        self._index = index
        self._places = places
        self._idf: dict[int, float] = {}
        self._spellings: dict[tuple[str, int], list[str]] | None = None
        self._corrected = lru_cache(maxsize=50_000)(self._correct)
        self._towns = lru_cache(maxsize=50_000)(self._towns_of)

    def scene(self, text: str) -> Scene:
        """Return what *text* shows: its words, places and candidates."""
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
        found = words(text)[:_MOST_WORDS]
        ids = [self._index.words.get(w.key) for w in found]
        idf = [MOST_IDF if i is None else self._idf_of(i) for i in ids]
        scene = Scene(text, found, ids, idf, find_places(found, self._places))
        self._exact(scene, ids, 0, len(found), False)
        for start, end, bare in list(self._weak_parts(scene)):
            self._repair(scene, start, end, bare)
        return scene

    def _idf_of(self, word: int) -> float:
        found = self._idf.get(word)
        if found is None:
            found = self._idf[word] = self._index.idf(word)
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
                    if kind == NameKind.TOWNLESS and not self._town_beside(scene, number, start, end + 1):
                        continue
                    _offer(scene, Candidate(number, start, end + 1, NameKind(kind), len(hits), 1.0, corrected))

    def _town_beside(self, scene: Scene, number: int, start: int, end: int) -> bool:
        """Return whether a town of the record stands in the text outside of the words from *start* to *end*."""
        if not scene.places or (towns := self._towns(number)).isdisjoint(scene.place_names):
            return False
        named = zip(scene.places, scene.place_names, strict=True)
        return any(name in towns and (p.end <= start or p.start >= end) for p, name in named)

    def _towns_of(self, number: int) -> frozenset[str]:
        return frozenset(" ".join(keys(c)) for c in self._index.record(number).cities)

    def _weak_parts(self, scene: Scene) -> Iterator[tuple[int, int, frozenset[int]]]:
        """Parts that may name more than is known of them, each with its words that no telling name covers."""
        covered = {
            at
            for c in scene.candidates.values()
            if c.kind is not NameKind.ACRONYM and scene.info(c.start, c.end) >= _STRONG
            for at in range(c.start, c.end)
        }
        placed = {at for p in scene.places for at in range(p.start, p.end)}
        start = 0
        count = len(scene.words)
        while start < count:
            part = scene.words[start].part
            end = start
            while end < count and scene.words[end].part == part:
                end += 1
            span = range(start, end)
            if end - start <= _MOST_WORDS_IN_PART:
                bare = frozenset(at for at in span if at not in covered)
                if len(bare) == end - start or any(at not in placed and self._distinctive(scene, at) for at in bare):
                    yield start, end, bare
            start = end

    def _distinctive(self, scene: Scene, at: int) -> bool:
        """Return whether a word is one that few names have, or is misspelt."""
        word = scene.ids[at]
        if word is None:
            return len(scene.words[at].key) > 4
        return self._index.frequency(word) <= _RARE

    def _repair(self, scene: Scene, start: int, end: int, bare: frozenset[int]) -> None:
        """Look again at one part, with misspelt words put right, and then for names that are like it."""
        ids = list(scene.ids)
        heads = any(scene.words[at].key in HEADS for at in range(start, end))
        whole = len(bare) == end - start
        if heads or whole:
            for at in bare:
                if ids[at] is None and len(scene.words[at].key) > 4:
                    ids[at] = self._corrected(scene.words[at].key)
        before = len(scene.candidates)
        if ids != scene.ids:
            self._exact(scene, ids, start, end, True)
        if (heads or ids != scene.ids) and (len(scene.candidates) == before or not whole):
            self._similar(scene, ids, start, end, bare)

    def _similar(self, scene: Scene, ids: Sequence[int | None], start: int, end: int, bare: frozenset[int]) -> None:
        part = {w: at for at, w in reversed(list(enumerate(ids[start:end], start))) if w is not None}
        near = {ids[at] for p in scene.places for at in range(p.start, p.end)}
        rare = sorted(
            (w for w, at in part.items() if at in bare and 0 < self._index.frequency(w) <= _RARE),
            key=lambda w: (-self._idf_of(w), w),
        )
        votes: dict[int, float] = defaultdict(float)
        for word in rare[:4]:
            for node in self._index.containing(word):
                votes[node] += self._idf_of(word)
        least = _LEAST_COVER if len(bare) == end - start else _LEAST_COVER_BESIDE
        for node in nsmallest(12, votes, key=lambda n: (-votes[n], n)):
            sequence = self._index.sequence(node)
            total = sum(map(self._idf_of, sequence))
            cover = sum(self._idf_of(w) for w in sequence if w in part or w in near) / total
            hits = sorted(part[w] for w in set(sequence) if w in part)
            if cover < least or len(hits) < 2 or len(hits) / (hits[-1] + 1 - hits[0]) < 0.6:
                continue
            named = self._index.named(node)
            for number, kind in named:
                if kind not in (NameKind.ACRONYM, NameKind.TOWNLESS):
                    candidate = Candidate(number, hits[0], hits[-1] + 1, NameKind.LIKE, len(named), cover, True)
                    _offer(scene, candidate)

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


def _offer(scene: Scene, candidate: Candidate) -> None:
    """Keep the longest name of each record; an acronym counts only in capitals."""
    if candidate.kind is NameKind.ACRONYM and not _as_acronym(scene, candidate):
        return
    known = scene.candidates.get(candidate.number)
    if known is None or (candidate.end - candidate.start, candidate.cover, -candidate.kind) > (
        known.end - known.start,
        known.cover,
        -known.kind,
    ):
        scene.candidates[candidate.number] = candidate


def _as_acronym(scene: Scene, candidate: Candidate) -> bool:
    """Return whether words are printed as acronyms are: in capitals, or, of one that nothing else has, as a name."""
    printed = [w.shown for w in scene.words[candidate.start : candidate.end]]
    if all(shown.isupper() for shown in printed):
        return True
    if candidate.shared > 1 or len(printed) > 1 or len(printed[0]) < 4 or not printed[0][0].isupper():
        return False
    part = scene.words[candidate.start].part
    alone = not any(w.part == part for w in scene.words[max(candidate.start - 1, 0) : candidate.start])
    alone = alone and not any(w.part == part for w in scene.words[candidate.end : candidate.end + 1])
    return scene.idf[candidate.start] > (_LEAST_IDF_ALONE if alone else _LEAST_IDF_OF_ACRONYM)
