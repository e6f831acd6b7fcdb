"""Reading all mentions of people while tables are first made, and the sets that rules make of them."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from graph_builder.model import EntityKind, SourceFacts
from graph_builder.resolve.candidates import rarest
from graph_builder.resolve.entities import Ref, number
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.incremental.external_sort import ExternalSort, Ragged
from graph_builder.resolve.incremental.mentions import Mentions, Numbers, Reasons, as_node
from graph_builder.resolve.incremental.people import by_rules, person_mentions, reaching, schools_in, works_of
from graph_builder.resolve.incremental.rows import NUMBER_OF, PersonMention
from graph_builder.resolve.incremental.tables import Tables, load
from graph_builder.resolve.name_frequency import NameFrequency
from graph_builder.resolve.variants import ties


class Reading:
    """Takes the mentions of one source after the other; *folder* is where they lie."""

    def __init__(self, tables: Tables, frequency: NameFrequency, folder: Path) -> None:
        self.mentions = Mentions(folder)
        self._tables, self._rarity = tables, frequency
        self._reach = ExternalSort(folder, 3)
        self._edges = array("i"), array("i")
        self._told: set[int] = set()
        self._sought, self._sought_at = Ragged("i"), dict[int, int]()
        self._peers, self._words = _Vocabulary(), _Vocabulary()

    def source(self, facts: SourceFacts) -> None:
        """Take what a source says of people."""
        found = self._seen(facts)
        start = len(self.mentions)
        self.mentions.add(facts.source, found)
        first: dict[str, int] = {}
        reached: list[int] = []
        by: list[int] = []
        for place, seen in enumerate(found, start):
            if seen.told:
                self._told.add(place)
            self._sought.add(self._sought_by(seen.evidence))
            tied = ties(seen.evidence, seen.shared, seen.told)
            own = reaching(seen, tied)
            reached += own
            by += [place] * len(own)
            # What else ties it ties it to others of its document or record.
            for tie in tied if len(own) < len(tied) else ():
                self._connect(first.setdefault(tie, place), place)
        self._reach.add(reached, self.mentions.numbers()[by], by)

    def _connect(self, one: int, other: int) -> None:
        if one != other:
            self._edges[0].append(one)
            self._edges[1].append(other)

    def _seen(self, facts: SourceFacts) -> list[PersonMention]:
        """Return what is seen of people, with the works as they are named now."""
        source = number(facts.source)
        works: dict[Ref, str] = {}
        several: set[str] = set()
        query = "SELECT link, shared FROM mention WHERE source = ? AND kind = ?"
        for link, shared in self._tables.db.execute(query, (source, NUMBER_OF[EntityKind.WORK])):
            mention, _, work, *_ = load(link)
            works[facts.source, mention] = work
            if shared:
                several.add(work)
        taught = schools_in(facts)
        known = works_of(self._tables, source, facts.source, EntityKind.ORGANIZATION) if taught else {}
        found = person_mentions(facts, works, {place: known[place] for place in taught})
        return [_with_shared(seen, several) for seen in found]

    # Neighbours -----------------------------------------------------------------------------------------------------

    def _sought_by(self, node: MentionEvidence) -> list[int]:
        peers, words = map(self._peers.number, node.peers), map(self._words.number, rarest(node, self._rarity))
        return [*peers, *(-1 - word for word in words)]

    def sought(self, head: int) -> Sequence[int]:
        """Return numbers of the co-authors of a node, and below zero those of its rare words of affiliation."""
        return self._sought.get(self._sought_at.get(head, head))

    def marks(self, head: int) -> tuple[list[int], list[int]]:
        """Return the numbers, made from content, of the co-authors of a node and of its rare words of affiliation."""
        by = self.sought(head)
        peers, words = self._peers.marks, self._words.marks
        return [peers[each] for each in by if each >= 0], [words[-1 - each] for each in by if each < 0]

    # Rules ----------------------------------------------------------------------------------------------------------

    def components(self) -> Numbers:
        """Return the component of ties that each mention is in, when all are read; what reaches others is written."""
        ones, others = ([np.array(edges, dtype=np.int32)] for edges in self._edges)
        for rows in self._reach.parts():
            self._tables.put_ordered("reach", rows[0], rows[1])
            same = rows[0][1:] == rows[0][:-1]
            ones.append(rows[2][:-1][same].astype(np.int32))
            others.append(rows[2][1:][same].astype(np.int32))
        self._edges = array("i"), array("i")
        one, other, size = np.concatenate(ones), np.concatenate(others), len(self.mentions)
        edges = sparse.coo_matrix((np.ones(len(one), dtype=bool), (one, other)), shape=(size, size))
        found: Numbers = csgraph.connected_components(edges, directed=False)[1] if size else np.zeros(0, dtype=np.int32)
        return found

    def join_by_rules(self, component: Numbers) -> tuple[Numbers, Reasons]:
        """Return the mention that stands for the set of each, as far as rules make sets, and why these were joined."""
        mentions = self.mentions
        heads, why = np.arange(len(mentions), dtype=np.int32), Reasons(len(mentions))
        for places in segments(component):
            if len(places) == 1 and int(places[0]) not in self._told:
                continue
            seen = {place: mentions.seen(place) for place in places.tolist()}
            place_of = {one.evidence.ref: place for place, one in seen.items()}
            found, reasons = by_rules(list(seen.values()))
            for ref, reason in reasons.items():
                why.tell(place_of[ref], reason)
            sets: dict[int, list[int]] = defaultdict(list)
            for ref, head in found.items():
                place = place_of[ref]
                heads[place] = place_of[head]
                if seen[place].evidence.named:
                    sets[place_of[head]].append(place)
            for first, group in sets.items():
                if len(group) > 1:
                    group.sort()
                    nodes = [as_node(seen[place], place) for place in group]
                    node = mentions.join(nodes, first, group, seen.__getitem__)
                    self._sought_at[first] = self._sought.add(self._sought_by(node))
        self._peers.close()
        self._words.close()
        return heads, why


def segments(numbers: Numbers) -> Iterator[Numbers]:
    """Yield the places of equal numbers, each in order.

    >>> [places.tolist() for places in segments(np.array([7, 5, 7]))]
    [[1], [0, 2]]
    """
    order = np.argsort(numbers, kind="stable")
    start = 0
    for end in (np.flatnonzero(np.append(np.diff(numbers[order]) != 0, True)) + 1).tolist() if len(order) else ():
        yield order[start:end]
        start = end


def _with_shared(seen: PersonMention, several: set[str]) -> PersonMention:
    shared = tuple(work for work in seen.evidence.works if work in several)
    return replace(seen, shared=shared) if shared else seen


class _Vocabulary:
    """Words by numbers in the order in which they came."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self.marks = array("q")

    def number(self, word: str) -> int:
        """Return the number of a word."""
        found = self._numbers.setdefault(word, len(self.marks))
        if found == len(self.marks):
            self.marks.append(number(word))
        return found

    def close(self) -> None:
        """Take no more words."""
        self._numbers.clear()
