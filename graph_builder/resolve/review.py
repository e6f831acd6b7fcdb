"""Review: the merges and non-merges that resolution is least sure of, with the evidence of both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from heapq import nsmallest

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from graph_builder.gazetteer import normalize
from graph_builder.model import EntityKind, Question
from graph_builder.resolve.comparing import in_words
from graph_builder.resolve.incremental.result import FoundIdentities
from graph_builder.resolve.model import probability
from graph_builder.resolve.replay import Key

# Names of things other than people count as a doubt from this similarity on, in percent.
_SIMILAR = 85
# Names that are so similar share one of the rarest words of each, unless misprints are in all of these.
_RAREST = 3
# A word that so many names bear leads nowhere.
_COMMON = 100
# Pairs of names that are compared at a time.
_CHUNK = 200_000


def questions(found: FoundIdentities) -> list[Question]:
    """Return what is in doubt, the least sure first.

    Merges are links that were inferred and share their entity with others; non-merges are pairs of people who were
    compared and not joined, and pairs of other things whose names are much alike.
    """
    linked = found.linked()
    asked = [*_merges(found, linked), *_apart(found)]
    for kind in EntityKind:
        if kind is not EntityKind.PERSON:
            asked += _alike(found, kind, linked)

    def order(q: Question) -> tuple[object, ...]:
        doubt = round(1 - q.score if q.merged else q.score, 4)
        return -doubt, q.kind, q.one, q.other, q.mention or ("", "")

    return sorted(asked, key=order)


def _merges(found: FoundIdentities, linked: Counter[Key]) -> Iterator[Question]:
    for x in found.inferred():
        if x.score < 1 and linked[x.kind, x.entity] > 1:
            reasons = (x.rule, *x.reasons)
            yield Question(True, x.kind, x.score, x.entity, x.entity, reasons, (x.source, x.mention))


def _apart(found: FoundIdentities) -> Iterator[Question]:
    """Yield pairs of people who were compared, with the odds that they are one."""
    for one, other, score, evidence, more in found.compared():
        first, second = (one, other) if evidence.ref < more.ref else (other, one)
        reasons = in_words(evidence, more)
        yield Question(False, EntityKind.PERSON, round(probability(score), 3), first, second, reasons)


def _alike(found: FoundIdentities, kind: EntityKind, linked: Collection[Key]) -> Iterator[Question]:
    """Yield pairs of things of one kind that have much the same name and do not stand above one another."""
    things = [one for one in found.entities([kind]) if (kind, one.key) in linked]
    # Words in order: "Institute of Physics" and "Physics, Institute of" are one.
    forms = ({" ".join(sorted(normalize(name).split())) for name in (one.name, *one.names)} for one in things)
    named = [(place, form) for place, own in enumerate(forms) for form in sorted(own)]
    best: dict[tuple[int, int], float] = {}
    for a, b, score in _similar([name for _, name in named]):
        pair = named[a][0], named[b][0]
        best[pair] = max(best.get(pair, 0.0), score)
    for (place, second), score in best.items():
        one, other = things[place], things[second]
        if one is not other and one.parent != other.key and other.parent != one.key:
            # Likeness of names alone is weak evidence: halfway at most.
            yield Question(False, kind, round(score / 200, 3), one.key, other.key, (f"names {score:.0f}% alike",))


def _similar(names: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """Yield the places of two names that are much alike, the lesser first, each with a percentage."""
    pairs = _sharing(names)
    for some in (pairs[start : start + _CHUNK] for start in range(0, len(pairs), _CHUNK)):
        left, right = ([names[place] for place in places.tolist()] for places in some.T)
        scores = process.cpdist(left, right, scorer=fuzz.ratio, score_cutoff=_SIMILAR, dtype=np.float64)
        for at in np.flatnonzero(scores).tolist():
            yield int(some[at, 0]), int(some[at, 1]), float(scores[at])


def _sharing(names: Sequence[str]) -> NDArray[np.int64]:
    """Return the places of each two names that share a word which is rare and among the rarest of both."""
    words = [sorted({word for word in name.split() if len(word) > 2}) for name in names]
    counts = Counter(word for own in words for word in own)
    number = {word: at for at, (word, count) in enumerate(counts.items()) if count <= _COMMON}
    rarest = (nsmallest(_RAREST, own, key=counts.__getitem__) for own in words)
    bearing = [(number[word], place) for place, own in enumerate(rarest) for word in own if word in number]
    word, place = np.array(sorted(bearing), dtype=np.int64).reshape(-1, 2).T
    beside = [word[gap:] == word[:-gap] for gap in range(1, min(_COMMON, len(word)))]
    found = [place[:-gap][same] * len(names) + place[gap:][same] for gap, same in enumerate(beside, 1)]
    return np.stack(np.divmod(np.unique(np.concatenate([place[:0], *found])), len(names)), axis=1)
