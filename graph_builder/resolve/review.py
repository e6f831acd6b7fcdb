"""Review: the merges and non-merges that resolution is least sure of, with the evidence of both sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from rapidfuzz import fuzz

from graph_builder.gazetteer import normalize
from graph_builder.model import Doubt, EntityKind, Identities, Link, LinkStatus, Side, SourceFacts
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


def doubts(
    facts: Iterable[SourceFacts],
    identities: Identities,
    kinds: Collection[EntityKind] = tuple(EntityKind),
    settled: Collection[frozenset[Key]] = (),
    confirmed: Collection[Ref] = (),
) -> list[Doubt]:
    """Return what is worth a look, the least sure first.

    Merges are links that were inferred and share their entity with others; non-merges are pairs of people whose names
    agree, as the model scores them, and pairs of other things whose names are much alike.

    Args:
        facts: of all sources.
        identities: what the graph shows, decisions included.
        kinds: of what kinds.
        settled: pairs of entities that people have decided to keep apart.
        confirmed: mentions of which people have decided that they are rightly one with the rest of their entity.
    """
    sources = list(facts)
    world = _World(sources, identities)
    found = [*world.merges(frozenset(confirmed))]
    if EntityKind.PERSON in kinds:
        found += _people(world, sources, identities, shipped())
    for kind in kinds:
        if kind is not EntityKind.PERSON:
            found += _alike(world, kind)
    kept = [d for d in found if d.kind in kinds]
    open_ = [d for d in kept if d.merged or frozenset((d.one.entity, d.other.entity)) not in settled]
    return sorted(open_, key=lambda d: (-d.doubt, d.kind, d.one.entity, d.other.entity, d.one.mentions))


class _World:
    """Entities with their links, and what each mention prints."""

    def __init__(self, sources: Sequence[SourceFacts], identities: Identities) -> None:
        self.printed = {(m.source, m.id): m.name for source in sources for m in source.mentions}
        self.names = {(e.kind, e.key): (e.name, *e.names) for e in identities.entities}
        self.parents = {(e.kind, e.key): e.parent for e in identities.entities}
        self.links: dict[Key, list[Link]] = defaultdict(list)
        for link in identities.links:
            self.links[link.kind, link.entity].append(link)

    def side(self, entity: Key, links: Iterable[Link]) -> Side:
        mentions = ((x.source, x.mention, self.printed.get((x.source, x.mention), "")) for x in links)
        return Side(entity, self.names[entity][0], tuple(mentions))

    def merges(self, confirmed: Collection[Ref]) -> Iterator[Doubt]:
        for entity, links in sorted(self.links.items()):
            open_ = [link for link in links if (link.source, link.mention) not in confirmed]
            # Where all others were confirmed to be one with it, the last is with them.
            for link in open_ if len(open_) > 1 else ():
                if link.status is LinkStatus.INFERRED and link.score < 1:
                    rest = self.side(entity, (other for other in links if other is not link))
                    yield Doubt(
                        True, link.kind, link.score, self.side(entity, [link]), rest, (link.rule, *link.reasons)
                    )


def _people(world: _World, sources: Sequence[SourceFacts], identities: Identities, model: Model) -> Iterator[Doubt]:
    """Yield pairs of people whose names agree, as resolution compares them, with the probability that they are one."""
    entity_of = {(x.source, x.mention): (x.kind, x.entity) for x in identities.links}
    works = {ref: key for ref, (kind, key) in entity_of.items() if kind is EntityKind.WORK}
    schools = {ref: key for ref, (kind, key) in entity_of.items() if kind is EntityKind.ORGANIZATION}
    groups: dict[Key, list[Sighting]] = defaultdict(list)
    for sighting in sightings(sources, works, schools):
        if sighting.named:
            groups[entity_of[sighting.ref]].append(sighting)
    keys = list(groups)
    nodes = [together(group) for group in groups.values()]
    names = Compatibility()
    pairs = candidates(nodes, [names.form(node.names) for node in nodes], names)
    if not len(pairs):
        return
    used, places = np.unique(pairs, return_inverse=True)
    table = Table(nodes, model.rarity, used.tolist())
    scores = model.far.score(features(table, places.reshape(pairs.shape)))
    for (one, other), score in zip(pairs.tolist(), scores.tolist(), strict=True):
        sides = [_side(world, keys[at]) for at in (one, other)]
        said = in_words(nodes[one], nodes[other])
        yield Doubt(False, EntityKind.PERSON, round(probability(score), 3), sides[0], sides[1], said)


def _alike(world: _World, kind: EntityKind) -> Iterator[Doubt]:
    """Yield pairs of things of one kind that have much the same name and do not stand above one another."""
    words: dict[str, set[Key]] = defaultdict(set)
    forms = {key: tuple(normalize(n) for n in names) for key, names in world.names.items() if key[0] is kind}
    for key, names in forms.items():
        for word in {w for name in names for w in name.split() if len(w) > 2} if key in world.links else ():
            words[word].add(key)
    pairs = {pair for keys in words.values() if len(keys) <= _COMMON for pair in combinations(sorted(keys), 2)}
    for one, other in sorted(pairs):
        if world.parents[one] == other[1] or world.parents[other] == one[1]:
            continue
        score = max(fuzz.token_sort_ratio(a, b) for a in forms[one] for b in forms[other])
        if score >= _SIMILAR:
            said = (f"names {score:.0f}% alike",)
            # Likeness of names alone is weak evidence: halfway at most.
            yield Doubt(False, kind, round(score / 200, 3), _side(world, one), _side(world, other), said)


def _side(world: _World, key: Key) -> Side:
    return world.side(key, world.links[key])
