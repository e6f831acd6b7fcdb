"""Review: the merges and non-merges that resolution is least sure of, with the evidence of both sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from rapidfuzz import fuzz, process

from graph_builder.gazetteer import normalize
from graph_builder.model import EntityKind, Identities, Link, LinkStatus, Question, Side, SourceFacts
from graph_builder.resolve.candidates import Compatibility, candidates
from graph_builder.resolve.comparing import in_words
from graph_builder.resolve.entities import Ref, ref
from graph_builder.resolve.evidence import MentionEvidence, gather_evidence, names_of, together
from graph_builder.resolve.features import Commonness, Named, Table, commonness, features
from graph_builder.resolve.incremental.named import of_kind
from graph_builder.resolve.model import Model, probability, shipped
from graph_builder.resolve.names import PersonName
from graph_builder.resolve.replay import Key

# Names of things other than people count as a doubt from this similarity on, in percent.
_SIMILAR = 85
# A word that so many names bear leads nowhere.
_COMMON = 50
# Pairs of names that are compared at a time, and pairs of people.
_CHUNK, _PAIRS = 200_000, 20_000


class Review:
    """What is worth a look, and both sides of it.

    Merges are links that were inferred and share their entity with others; non-merges are pairs of people whose names
    agree, as the model scores them, and pairs of other things whose names are much alike.

    Args:
        facts: of all sources; they are gone through twice.
        identities: what resolution found.
    """

    def __init__(self, facts: Iterable[SourceFacts], identities: Identities) -> None:
        self._names = {(e.kind, e.key): (e.name, *e.names) for e in identities.entities}
        self._parents = {(e.kind, e.key): e.parent for e in identities.entities}
        self._links: dict[Key, list[Link]] = defaultdict(list)
        for link in identities.links:
            if (link.kind, link.entity) in self._names:
                self._links[link.kind, link.entity].append(link)
        for links in self._links.values():
            links.sort(key=lambda x: (x.source, x.mention))
        self._printed: dict[Ref, str] = {}
        self._people: dict[Key, list[MentionEvidence]] = {}
        self._common = Commonness({}, {}, {})
        self._read(facts)

    def _read(self, facts: Iterable[SourceFacts]) -> None:
        people = {
            (x.source, x.mention): key
            for key, links in self._links.items()
            for x in links
            if key[0] is EntityKind.PERSON
        }
        names: dict[Key, dict[PersonName, None]] = defaultdict(dict)
        for source in facts:
            self._printed |= {(source.source, m.id): m.name for m in source.mentions}
            for mention in of_kind(source, EntityKind.PERSON):
                if key := people.get(ref(mention)):
                    names[key] |= dict.fromkeys(names_of(mention))
        named = {key: tuple(own) for key, own in names.items() if own}
        del names
        self._common = commonness(map(Named, named.values()), shipped().frequency)
        # Most people have a name that agrees with no other: of them nothing else is held.
        alike = _with_namesakes(named)
        del named
        for source in facts:
            for evidence in gather_evidence(source, {}, {}):
                if evidence.named and (key := people.get(evidence.ref)) in alike:
                    self._people.setdefault(key, []).append(evidence)

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
            for x in links if len(links) > 1 else ():
                if x.status is LinkStatus.INFERRED and x.score < 1:
                    yield Question(True, kind, x.score, key, key, (x.rule, *x.reasons), (x.source, x.mention))

    def _apart(self, model: Model) -> Iterator[Question]:
        """Yield pairs of people whose names agree, as resolution compares them, with the odds that they are one."""
        keys = list(self._people)
        nodes = [together(group) for group in self._people.values()]
        names = Compatibility()
        pairs = candidates(nodes, [names.form(node.names) for node in nodes], names)
        for start in range(0, len(pairs), _PAIRS):
            some = pairs[start : start + _PAIRS]
            used, places = np.unique(some, return_inverse=True)
            table = Table(nodes, model.frequency, used.tolist(), self._common)
            scores = model.far.score(features(table, places.reshape(some.shape)))
            for (one, other), score in zip(some.tolist(), scores.tolist(), strict=True):
                said = in_words(nodes[one], nodes[other])
                likely = round(probability(score), 3)
                yield Question(False, EntityKind.PERSON, likely, keys[one][1], keys[other][1], said)

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


def _with_namesakes(named: Mapping[Key, tuple[PersonName, ...]]) -> set[Key]:
    """Return the people whose names agree with those of another."""
    names = Compatibility()
    bearers: dict[int, list[Key]] = defaultdict(list)
    blocks: dict[str, list[int]] = defaultdict(list)
    for key, own in named.items():
        form = names.form(own)
        if form not in bearers:
            for block in Named(own).blocks:
                blocks[block].append(form)
        bearers[form].append(key)
    alike = {form for form, keys in bearers.items() if len(keys) > 1}
    for forms in blocks.values():
        if len(forms) > 1:
            alike.update(form for pair in names.agreeing(forms) for form in pair)
    return {key for form in alike for key in bearers[form]}


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
