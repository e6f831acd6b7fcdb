"""Review: the merges and non-merges that resolution is least sure of, with the evidence of both sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from rapidfuzz import fuzz, process

from graph_builder.gazetteer import normalize
from graph_builder.model import EntityKind, Link, LinkStatus, Question
from graph_builder.resolve.comparing import in_words
from graph_builder.resolve.incremental.result import FoundIdentities
from graph_builder.resolve.model import probability
from graph_builder.resolve.replay import Key

# Names of things other than people count as a doubt from this similarity on, in percent.
_SIMILAR = 85
# A word that so many names bear leads nowhere.
_COMMON = 50
# Pairs of names that are compared at a time.
_CHUNK = 200_000


class Review:
    """What is worth a look.

    Merges are links that were inferred and share their entity with others; non-merges are pairs of people who were
    compared and not joined, and pairs of other things whose names are much alike.
    """

    def __init__(self, found: FoundIdentities) -> None:
        self._found = found
        identities = found.everything()
        self._names = {(e.kind, e.key): (e.name, *e.names) for e in identities.entities}
        self._parents = {(e.kind, e.key): e.parent for e in identities.entities}
        self._links: dict[Key, list[Link]] = defaultdict(list)
        for link in sorted(identities.links, key=lambda x: (x.source, x.mention)):
            if (link.kind, link.entity) in self._names:
                self._links[link.kind, link.entity].append(link)

    def questions(self) -> list[Question]:
        """Return what is in doubt, the least sure first."""
        found = [*self._merges(), *self._apart()]
        for kind in EntityKind:
            if kind is not EntityKind.PERSON:
                found += self._alike(kind)

        def order(q: Question) -> tuple[object, ...]:
            doubt = round(1 - q.score if q.merged else q.score, 4)
            return -doubt, q.kind, q.one, q.other, q.mention or ("", "")

        return sorted(found, key=order)

    def _merges(self) -> Iterator[Question]:
        for (kind, key), links in self._links.items():
            for x in links if len(links) > 1 else ():
                if x.status is LinkStatus.INFERRED and x.score < 1:
                    yield Question(True, kind, x.score, key, key, (x.rule, *x.reasons), (x.source, x.mention))

    def _apart(self) -> Iterator[Question]:
        """Yield pairs of people who were compared, with the odds that they are one."""
        for one, other, score, evidence, more in self._found.compared():
            first, second = (one, other) if evidence.ref < more.ref else (other, one)
            likely, said = round(probability(score), 3), in_words(evidence, more)
            yield Question(False, EntityKind.PERSON, likely, first, second, said)

    def _alike(self, kind: EntityKind) -> Iterator[Question]:
        """Yield pairs of things of one kind that have much the same name and do not stand above one another."""
        keys = sorted(key for key in self._names if key[0] is kind)
        # Words in order: "Institute of Physics" and "Physics, Institute of" are one.
        forms = [sorted({" ".join(sorted(normalize(n).split())) for n in self._names[key]}) for key in keys]
        linked = [place for place, key in enumerate(keys) if key in self._links]
        for place, score in _similar(_sharing(forms, linked), forms):
            one, other = keys[place[0]], keys[place[1]]
            above = self._parents[one] == other[1] or self._parents[other] == one[1]
            if not above:
                # Likeness of names alone is weak evidence: halfway at most.
                yield Question(False, kind, round(score / 200, 3), one[1], other[1], (f"names {score:.0f}% alike",))


def _sharing(forms: Sequence[Iterable[str]], among: Iterable[int]) -> list[list[int]]:
    """Return the pairs of places whose names share a word that few have, the lesser first, in order."""
    words: dict[str, list[int]] = defaultdict(list)
    for place in among:
        for word in {w for name in forms[place] for w in name.split() if len(w) > 2}:
            words[word].append(place)
    groups = [np.array(places) for places in words.values() if 1 < len(places) <= _COMMON]
    if not groups:
        return []
    found = []
    for places in groups:
        first, second = np.triu_indices(len(places), 1)
        found.append(places[first] * len(forms) + places[second])
    pairs: list[list[int]] = np.stack(np.divmod(np.unique(np.concatenate(found)), len(forms)), axis=1).tolist()
    return pairs


def _similar(pairs: Sequence[Sequence[int]], forms: Sequence[Iterable[str]]) -> Iterator[tuple[tuple[int, int], float]]:
    """Yield the pairs of places whose names are much alike, each with its best percentage."""
    for at in range(0, len(pairs), _CHUNK):
        named = [
            ((one, other), a, b) for one, other in pairs[at : at + _CHUNK] for a in forms[one] for b in forms[other]
        ]
        places, left, right = zip(*named, strict=True)
        scores = process.cpdist(left, right, scorer=fuzz.ratio, score_cutoff=_SIMILAR, dtype=np.float64)
        best: dict[tuple[int, int], float] = {}
        for found in np.nonzero(scores)[0].tolist():
            best[places[found]] = max(best.get(places[found], 0.0), float(scores[found]))
        yield from best.items()
