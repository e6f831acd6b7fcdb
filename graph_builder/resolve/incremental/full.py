"""The first time: all people are resolved as one, and what that goes by is written into tables.

What is seen of a mention lies on disk. In memory there are numbers for each, all forms of names, and of what is
compared as much at a time as hangs together.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from graph_builder.model import EntityKind, SourceFacts
from graph_builder.resolve.entities import number
from graph_builder.resolve.evidence import keys_of
from graph_builder.resolve.incremental.catalogue import Catalogue
from graph_builder.resolve.incremental.external_sort import ExternalSort
from graph_builder.resolve.incremental.full_round import FullRound, Members, agreeing_pairs, near_pairs
from graph_builder.resolve.incremental.mentions import Mentions, Numbers, Reasons
from graph_builder.resolve.incremental.naming import base_number
from graph_builder.resolve.incremental.neighbours import sought_in
from graph_builder.resolve.incremental.parallel import parallel_map
from graph_builder.resolve.incremental.reading import Reading, segments
from graph_builder.resolve.incremental.result import rank, rows_of_entities
from graph_builder.resolve.incremental.rows import NUMBER_OF, link_row, reason_row
from graph_builder.resolve.incremental.tables import ROUNDS, Tables, dump
from graph_builder.resolve.model import Model, shipped
from graph_builder.resolve.people import base_key, decide_people

Rows = list[tuple[Any, ...]]

_PERSON = NUMBER_OF[EntityKind.PERSON]
# So many mentions are named at a time.
_SOME = 5_000
# So many rows of numbers are held before they are put aside.
_MANY = 50_000


@dataclass(slots=True)
class First:
    """Writes all of people into empty tables; *folder* is where files lie meanwhile."""

    tables: Tables
    folder: Path
    model: Model = field(default_factory=shipped)

    def people(self, facts: Iterable[SourceFacts]) -> None:
        """Resolve the people of all sources, when all else is resolved."""
        self.tables.index("mention")
        reading = Reading(self.tables, self.model.frequency, self.folder)
        for source in facts:
            reading.source(source)
        mentions = reading.mentions
        mentions.begin()
        component = reading.components()
        first, why = reading.join_by_rules(component)
        heads, rules = [first], why.copy()
        named = np.array([p for p in range(len(mentions)) if mentions.own_names(p)], dtype=np.int32)
        catalogue = Catalogue(mentions.names, self.model.frequency)
        for round_ in ROUNDS:
            whole = FullRound(round_, mentions, catalogue, self.model, Members(heads[-1], named))
            heads.append(self._round(whole, reading)[heads[-1]])
            for place, reason in whole.why.items():
                why.tell(place, reason)
        catalogue.put(self.tables)
        del catalogue, whole, reading
        self._decide(mentions, component, heads, rules, why)
        self.tables.index("person", "node", "base", "entity", "school", "listed")

    def _round(self, whole: FullRound, reading: Reading) -> Numbers:
        """Go through a round, and write its nodes and pairs; return, by mention, what stands for what it stood for."""
        mentions, nodes, catalogue = whole.mentions, whole.members.heads, whole.catalogue
        forms, years = (np.array(column, dtype=np.int32)[nodes] for column in (mentions.form, mentions.year))
        catalogue.count(forms)
        catalogue.put_crowd(self.tables, whole.number)
        if whole.number == 0:
            codes = near_pairs(mentions, catalogue, nodes, reading.sought)
        else:
            codes = agreeing_pairs(mentions, catalogue, nodes)
        scored = ExternalSort(self.folder, 3)
        after = whole.run(codes, scored)
        for one, other, bits in scored.parts():
            scores = np.ascontiguousarray(bits).view(np.float64)
            self.tables.put_ordered("pair", np.full(len(one), whole.number), one, other, scores)
        near = ExternalSort(self.folder, 3)
        self.tables.put("node", self._nodes(whole, reading, forms.tolist(), years.tolist(), near))
        near.put(self.tables, "near")
        return after

    def _nodes(
        self, whole: FullRound, reading: Reading, forms: Sequence[int], years: Sequence[int], near: ExternalSort
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of nodes, with why they were joined and, in the first round, by what neighbours are sought."""
        nodes = whole.members.heads
        numbers = whole.mentions.numbers()[nodes]
        heads = nodes.tolist()
        found = array("q"), array("q"), array("q")
        for at in np.argsort(numbers).tolist():
            no, why, year, row = int(numbers[at]), whole.why.get(heads[at]), 0, None
            if whole.number == 0:
                year = years[at]
                sought = sought_in(whole.catalogue.blocks(forms[at]), *reading.marks(heads[at]))
                every = [each for both in sought for some in both for each in some]
                for column, values in zip(found, (every, [year] * len(every), [no] * len(every)), strict=True):
                    column.extend(values)
                if len(found[0]) > _MANY:
                    near.add(*found)
                    found = array("q"), array("q"), array("q")
                row = dump(sought)
            told = dump(reason_row(why)) if why else None
            yield whole.number, no, whole.catalogue.number(forms[at]), year, row, told
        near.add(*found)

    def _decide(
        self, mentions: Mentions, component: Numbers, heads: Sequence[Numbers], rules: Reasons, why: Reasons
    ) -> None:
        """Name the people, and write them and all mentions."""
        numbers = mentions.numbers()
        firsts, bases = array("i"), array("q")
        for group in segments(heads[-1]):
            keys = [key for place in group.tolist() for key in keys_of(mentions.own_names(place))[0]]
            firsts.append(int(group[0]))
            bases.append(number("base", min(keys)) if keys else number("alone", *mentions.ref(int(group[0]))))
        self.tables.put_sorted("base", numbers[heads[-1][firsts]], bases)
        found, counts = np.unique(np.array(bases, dtype=np.int64), return_counts=True)
        namesakes = set(found[counts > 1].tolist())
        del found, counts, bases, firsts
        least = np.full(int(component.max()) + 1 if len(component) else 0, np.iinfo(np.int64).max)
        np.minimum.at(least, component, numbers)
        written = _Written(mentions, [numbers[each] for each in heads], least[component], rules)
        some: list[list[list[int]]] = [[]]
        size = 0
        for group in segments(heads[-1]):
            if size >= _SOME:
                some.append([])
                size = 0
            some[-1].append(group.tolist())
            size += len(group)
        for entities, rows in parallel_map(lambda groups: written.people(groups, namesakes, why), some):
            self.tables.put("entity", entities)
            self.tables.put("person", rows)


@dataclass(slots=True)
class _Written:
    """Makes rows of people: *heads* and *components* are numbers made from content, by place."""

    mentions: Mentions
    heads: Sequence[Numbers]
    components: Numbers
    rules: Reasons

    def people(self, places: Sequence[Sequence[int]], namesakes: set[int], why: Reasons) -> tuple[Rows, Rows]:
        """Name some people, each given by the places of its mentions; return the rows of entities and of mentions."""
        groups = [[self.mentions.seen(place).evidence for place in group] for group in places]
        reasons = {
            evidence.ref: reason
            for group, own in zip(groups, places, strict=True)
            for evidence, place in zip(group, own, strict=True)
            if (reason := why.get(place)) is not None
        }
        shared = {base_key(group) for group in groups if base_number(group) in namesakes}
        resolved = decide_people(groups, reasons, shared)
        links = {(link.source, link.mention): dump(link_row(link)) for link in resolved.links}
        made = zip(places, resolved.entities, strict=True)
        ranked = ((int(self.heads[-1][own[0]]), one, rank(one, {one.key})) for own, one in made)
        rows = [
            self._row(place, links[evidence.ref])
            for group, own in zip(groups, places, strict=True)
            for evidence, place in zip(group, own, strict=True)
        ]
        return list(rows_of_entities(_PERSON, ranked)), rows

    def _row(self, place: int, link: bytes) -> tuple[Any, ...]:
        told = self.rules.get(place)
        why = dump(reason_row(told)) if told is not None else None
        own = self.mentions.nos[place], self.mentions.source_number(place), int(self.components[place])
        return *own, self.mentions.data(place), why, *(int(each[place]) for each in self.heads), link
