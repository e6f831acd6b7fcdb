"""Review: the merges and non-merges that resolution is least sure of, with the evidence of both sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, product

import numpy as np
from rapidfuzz import fuzz, process

from graph_builder.gazetteer import normalize
from graph_builder.model import EntityKind, Identities, Link, LinkStatus, Question, Side, SourceFacts
from graph_builder.resolve.candidates import Compatibility, candidates
from graph_builder.resolve.comparing import in_words
from graph_builder.resolve.entities import Ref
from graph_builder.resolve.evidence import Sighting, sightings, together
from graph_builder.resolve.features import Table, features
from graph_builder.resolve.model import Model, probability, shipped
from graph_builder.resolve.replay import Key

# Names of things other than people are told as a doubt from this similarity on, in percent.
_SIMILAR = 85
# A word that so many names bear leads nowhere.
_COMMON = 50
# Pairs of names that are compared at a time.
_CHUNK = 200_000


class Review:
    """What is worth a look, and both sides of it.

    Merges are links that were inferred and share their entity with others; non-merges are pairs of people whose names
    agree, as the model scores them, and pairs of other things whose names are much alike.

    Args:
        facts: of all sources; they are gone through once.
        identities: what the graph shows, decisions included.
        settled: pairs of entities that people have decided to keep apart.
        confirmed: mentions of which people have decided that they are rightly one with the rest of their entity.
    """

    def __init__(
        self,
        facts: Iterable[SourceFacts],
        identities: Identities,
        settled: Collection[frozenset[Key]] = (),
        confirmed: Collection[Ref] = (),
    ) -> None:
        self._settled, self._confirmed = frozenset(settled), frozenset(confirmed)
        self._names = {(e.kind, e.key): (e.name, *e.names) for e in identities.entities}
        self._parents = {(e.kind, e.key): e.parent for e in identities.entities}
        self._links: dict[Key, list[Link]] = defaultdict(list)
        for link in identities.links:
            if (link.kind, link.entity) in self._names:
                self._links[link.kind, link.entity].append(link)
        for links in self._links.values():
            links.sort(key=lambda x: (x.source, x.mention))
        self._printed: dict[Ref, str] = {}
        self._people: dict[Key, list[Sighting]] = defaultdict(list)
        self._read(facts)

    def _read(self, facts: Iterable[SourceFacts]) -> None:
        entity_of = {(x.source, x.mention): key for key, links in self._links.items() for x in links}
        works = {ref: key for ref, (kind, key) in entity_of.items() if kind is EntityKind.WORK}
        schools = {ref: key for ref, (kind, key) in entity_of.items() if kind is EntityKind.ORGANIZATION}
        for source in facts:
            self._printed |= {(source.source, m.id): m.name for m in source.mentions}
            for sighting in sightings([source], works, schools):
                if sighting.named and sighting.ref in entity_of:
                    self._people[entity_of[sighting.ref]].append(sighting)

    def questions(self) -> list[Question]:
        """Return what is in doubt, the least sure first."""
        found = [*self._merges(), *self._apart(shipped())]
        for kind in EntityKind:
            if kind is not EntityKind.PERSON:
                found += self._alike(kind)
        return sorted(found, key=lambda q: (-q.doubt, q.kind, q.one, q.other, q.mention or ("", "")))

    def side(self, entity: Key) -> Side:
        """Return an entity with all its mentions."""
        refs = [(x.source, x.mention) for x in self._links[entity]]
        return Side(entity, self._names[entity][0], tuple((*ref, self._printed.get(ref, "")) for ref in refs))

    def _merges(self) -> Iterator[Question]:
        for (kind, key), links in self._links.items():
            open_ = [link for link in links if (link.source, link.mention) not in self._confirmed]
            # Where all others were confirmed to be one with it, the last is with them.
            for x in open_ if len(open_) > 1 else ():
                if x.status is LinkStatus.INFERRED and x.score < 1:
                    yield Question(True, kind, x.score, key, key, (x.rule, *x.reasons), (x.source, x.mention))

    def _apart(self, model: Model) -> Iterator[Question]:
        """Yield pairs of people whose names agree, as resolution compares them, with the odds that they are one."""
        keys = list(self._people)
        nodes = [together(group) for group in self._people.values()]
        names = Compatibility()
        pairs = candidates(nodes, [names.form(node.names) for node in nodes], names)
        if not len(pairs):
            return
        used, places = np.unique(pairs, return_inverse=True)
        table = Table(nodes, model.rarity, used.tolist())
        scores = model.far.score(features(table, places.reshape(pairs.shape)))
        for (one, other), score in zip(pairs.tolist(), scores.tolist(), strict=True):
            if frozenset((keys[one], keys[other])) not in self._settled:
                said = in_words(nodes[one], nodes[other])
                likely = round(probability(score), 3)
                yield Question(False, EntityKind.PERSON, likely, keys[one][1], keys[other][1], said)

    def _alike(self, kind: EntityKind) -> Iterator[Question]:
        """Yield pairs of things of one kind that have much the same name and do not stand above one another."""
        forms = {
            key: tuple({" ".join(sorted(normalize(n).split())) for n in names})
            for key, names in self._names.items()
            if key[0] is kind
        }
        ordered = sorted(self._pairs(forms))
        for at in range(0, len(ordered), _CHUNK):
            for (one, other), score in _similar(ordered[at : at + _CHUNK], forms):
                # Likeness of names alone is weak evidence: halfway at most.
                yield Question(False, kind, round(score / 200, 3), one[1], other[1], (f"names {score:.0f}% alike",))

    def _pairs(self, forms: dict[Key, tuple[str, ...]]) -> set[tuple[Key, Key]]:
        """Return the pairs of things that share a word that few names have, and may be one."""
        words: dict[str, set[Key]] = defaultdict(set)
        for key, names in forms.items():
            for word in {w for name in names for w in name.split() if len(w) > 2} if key in self._links else ():
                words[word].add(key)
        pairs = {pair for keys in words.values() if len(keys) <= _COMMON for pair in combinations(sorted(keys), 2)}
        return {
            (one, other)
            for one, other in pairs
            if self._parents[one] != other[1]
            and self._parents[other] != one[1]
            and frozenset((one, other)) not in self._settled
        }


def _similar(
    pairs: list[tuple[Key, Key]], forms: dict[Key, tuple[str, ...]]
) -> Iterator[tuple[tuple[Key, Key], float]]:
    """Yield the pairs whose names, with their words in order, are much alike, each with its best percentage."""
    places, left, right = [], [], []
    for place, (one, other) in enumerate(pairs):
        for a, b in product(forms[one], forms[other]):
            places.append(place)
            left.append(a)
            right.append(b)
    if not places:
        return
    scores = process.cpdist(left, right, scorer=fuzz.ratio, score_cutoff=_SIMILAR, dtype=np.float64)
    best: dict[int, float] = {}
    for at in np.nonzero(scores)[0].tolist():
        place = places[at]
        best[place] = max(best.get(place, 0.0), float(scores[at]))
    for place, score in best.items():
        yield pairs[place], score
