"""The first time: all people are resolved as one, and what that goes by is written into tables."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graph_builder.model import EntityKind, Link, SourceFacts
from graph_builder.resolve.candidates import Compatibility
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.comparing import Pairing, join_compared
from graph_builder.resolve.entities import Reason, Ref, number
from graph_builder.resolve.evidence import Sighting
from graph_builder.resolve.features import Values, commonness
from graph_builder.resolve.kept.decided import base_number
from graph_builder.resolve.kept.forms import Names, form_of, form_row, mark, spelt_rows
from graph_builder.resolve.kept.near import near_row
from graph_builder.resolve.kept.outcome import Changes, rank
from graph_builder.resolve.kept.people import components_of, kept_apart, reaching, schools_in, seen_in
from graph_builder.resolve.kept.rows import NUMBER_OF, Seen, link_row, named_as, reason_row, seen_row
from graph_builder.resolve.kept.tables import ROUNDS, Tables, dump
from graph_builder.resolve.model import Model, shipped
from graph_builder.resolve.people import decide_people, join_by_evidence
from graph_builder.resolve.variants import shared_papers

Numbers = NDArray[np.int64]

_PERSON = NUMBER_OF[EntityKind.PERSON]


@dataclass(slots=True)
class First:
    """Writes all of people into empty tables."""

    tables: Tables
    changes: Changes
    model: Model = field(default_factory=shipped)
    _forms: dict[int, Sighting] = field(default_factory=dict)
    _heads: list[Numbers] = field(default_factory=list)
    """The numbers of the first of the set of each mention, before the first round and after each."""

    def people(self, facts: Iterable[SourceFacts]) -> None:
        """Resolve the people of all sources, when all else is resolved."""
        seen = self._seen(facts)
        sightings = [one.sighting for one in seen]
        places = {s.ref: place for place, s in enumerate(sightings)}
        nos = np.array([number(*s.ref) for s in sightings], dtype=np.int64)
        shared = shared_papers(sightings)
        told = {one.sighting.ref: one.told for one in seen if one.told}
        sets, why = join_by_evidence(sightings, told, kept_apart((s.sighting.ref, s.rivals) for s in seen), shared)
        rules = dict(why)
        self._rules(sets, sightings, places, nos)
        join_compared(sightings, sets, why, self.model, self._round)
        self._agree()
        links = self._decided(sets, sightings, why, places)
        del sets, why, sightings
        for place, one in enumerate(seen):
            seen[place] = _with_shared(one, shared)
        ties, tied = array("q"), array("q")
        numbers = nos.tolist()

        def reach(place: int, by: Collection[str]) -> None:
            for tie in reaching(seen[place], by):
                ties.append(tie)
                tied.append(numbers[place])

        components = components_of(seen, reach)
        self.tables.put("person", self._rows(components, seen, numbers, rules, links))
        self.tables.put_sorted("reach", ties, tied)
        self.tables.index()

    def _seen(self, facts: Iterable[SourceFacts]) -> list[Seen]:
        entities: dict[EntityKind, dict[Ref, str]] = defaultdict(dict)
        for x in self.changes.all_links:
            if x.kind in (EntityKind.WORK, EntityKind.ORGANIZATION):
                entities[x.kind][x.source, x.mention] = x.entity
        places = entities[EntityKind.ORGANIZATION]
        found: list[Seen] = []
        for source in facts:
            schools = {ref: places[ref] for ref in schools_in(source)}
            found += seen_in(source, entities[EntityKind.WORK], schools)
        return sorted(found, key=lambda one: one.sighting.ref)

    def _rules(
        self, sets: DisjointSets[Ref], seen: Sequence[Sighting], places: Mapping[Ref, int], nos: Numbers
    ) -> None:
        """Take the head of the set that rules have put each mention into."""
        heads = np.empty(len(nos), dtype=np.int64)
        for group in sets.groups():
            at = [places[ref] for ref in group]
            heads[at] = nos[next((place for place in at if seen[place].named), at[0])]
        self._heads = [heads]

    def _round(
        self, round_: int, compared: Pairing, scores: Values, clusters: Sequence[int], why: Mapping[Ref, Reason]
    ) -> None:
        """Write the nodes of a round with their pairs."""
        nos = np.array([number(*node.ref) for node in compared.nodes], dtype=np.int64)
        self._nodes(round_, compared.nodes, nos.tolist(), why)
        one, other = nos[compared.pairs[:, 0]], nos[compared.pairs[:, 1]]
        both = np.concatenate([one, other]), np.concatenate([other, one])
        self.tables.put_sorted("pair", np.full(2 * len(one), round_), *both, np.concatenate([scores, scores]))
        self._heads.append(_moved(self._heads[-1], nos, nos[np.array(clusters, dtype=np.int64)]))
        if round_ == 0:
            shares = commonness(compared.nodes, self.model.rarity).shares
            self.tables.put("share", sorted((mark(key), share) for key, share in shares.items()))
        crowd: dict[int, set[str]] = defaultdict(set)
        for node in {id(node.names): node for node in compared.nodes}.values():
            for block in node.blocks:
                crowd[mark(block)].update(node.full_keys)
        self.tables.put("crowd", [(round_, block, len(crowd[block])) for block in sorted(crowd)])

    def _nodes(self, round_: int, nodes: Sequence[Sighting], nos: Sequence[int], why: Mapping[Ref, Reason]) -> None:
        near = array("q"), array("q"), array("q")
        rows: list[tuple[Any, ...]] = []
        for no, node in sorted(zip(nos, nodes, strict=True), key=lambda pair: pair[0]):
            form = form_of(node.names)
            self._forms.setdefault(form, node)
            told = dump(reason_row(why[node.ref])) if node.ref in why else None
            year, row = 0, None
            if round_ == 0:
                year, row, sought = near_row(node, self.model.rarity)
                every = [each for peers, words in sought for each in (*peers, *words)]
                near[0].extend(every)
                near[1].extend([year] * len(every))
                near[2].extend([no] * len(every))
            rows.append((round_, no, form, year, row, told))
        self.tables.put("node", rows)
        self.tables.put_sorted("near", *near)

    def _agree(self) -> None:
        """Write all forms, and which of them agree."""
        names = {form: node.names for form, node in self._forms.items()}
        self.tables.put("form", (form_row(form, self._forms[form]) for form in sorted(names)))
        blocks: dict[str, list[int]] = defaultdict(list)
        for form, node in self._forms.items():
            for block in node.blocks:
                blocks[block].append(form)
        self.tables.put("block", sorted((mark(block), form) for block, forms in blocks.items() for form in forms))
        self.tables.put("spelt", sorted(spelt_rows(names)))
        one, other = array("q"), array("q")
        for pair in _agreeing(names, blocks):
            for a, b in (pair, pair[::-1]):
                one.append(a)
                other.append(b)
        self.tables.put_sorted("agree", one, other)
        self._forms.clear()

    def _decided(
        self, sets: DisjointSets[Ref], seen: Sequence[Sighting], why: Mapping[Ref, Reason], places: Mapping[Ref, int]
    ) -> list[Link]:
        """Name the people; return the link of each mention."""
        groups = [[seen[places[ref]] for ref in group] for group in sets.groups()]
        heads = self._heads[-1][[places[group[0].ref] for group in groups]].tolist()
        resolved = decide_people(groups, why)
        linked = {link.entity for link in resolved.links}
        pairs = zip(heads, resolved.entities, strict=True)
        self.changes.put_entities(_PERSON, (), ((head, one, rank(one, linked)) for head, one in pairs))
        bases = ((head, base_number(group)) for head, group in zip(heads, groups, strict=True))
        self.tables.put("base", sorted(bases))
        self.changes.found(resolved)
        return sorted(resolved.links, key=lambda link: places[link.source, link.mention])

    def _rows(
        self,
        components: Iterable[list[int]],
        seen: Sequence[Seen],
        nos: Sequence[int],
        rules: Mapping[Ref, Reason],
        links: Sequence[Link],
    ) -> Iterator[tuple[Any, ...]]:
        assert len(self._heads) == len(ROUNDS) + 1
        heads = [each.tolist() for each in self._heads]
        for group in components:
            component = min(nos[place] for place in group)
            for place in group:
                one = seen[place]
                ref = one.sighting.ref
                why = dump(reason_row(rules[ref])) if ref in rules else None
                own = nos[place], number(ref[0]), component, dump(seen_row(one)), why
                yield *own, *(each[place] for each in heads), dump(link_row(links[place]))


def _moved(heads: Numbers, nodes: Numbers, after: Numbers) -> Numbers:
    """Return heads after a round: *after* has that of each of the *nodes*; who has no name stays."""
    if not len(nodes):
        return heads.copy()
    order = np.argsort(nodes)
    at = np.minimum(np.searchsorted(nodes, heads, sorter=order), len(nodes) - 1)
    found = nodes[order][at] == heads
    return np.where(found, after[order][at], heads)


def _with_shared(one: Seen, shared: set[str]) -> Seen:
    works = one.sighting.works
    several = tuple(work for work in works if work in shared)
    return named_as(one, works, several) if several else one


def _agreeing(names: Mapping[int, Names], blocks: Mapping[str, Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Yield pairs of forms that share a block and agree, some of them more than once."""
    known = Compatibility()
    places = {form: known.form(each) for form, each in names.items()}
    forms = {place: form for form, place in places.items()}
    for block in blocks.values():
        if len(block) > 1:
            for one, other in known.agreeing(sorted(places[form] for form in block)):
                yield forms[one], forms[other]
