"""People: what is seen of each mention, and the sets that rules alone make of them, by components of what ties them."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import numpy as np

from graph_builder.model import EntityKind, Relation, SourceFacts
from graph_builder.resolve.cluster import batches, connected
from graph_builder.resolve.entities import Reason, Ref, number
from graph_builder.resolve.evidence import MentionEvidence, author_lists, gather_evidence, place_of
from graph_builder.resolve.incremental.name_forms import mark
from graph_builder.resolve.incremental.result import ChangeLog
from graph_builder.resolve.incremental.rows import (
    NUMBER_OF,
    decode_person,
    person_row,
    reason_row,
)
from graph_builder.resolve.incremental.tables import Tables, dump, load_lists
from graph_builder.resolve.people import join_by_rules, ties

# Mentions that are held at a time, unless more are tied together.
_SOME = 5_000


def listings(facts: SourceFacts) -> Iterator[tuple[int, int, int]]:
    """Yield the authors of each mention of a work, as numbers of work, author and the place that it stands in."""
    people = {
        m.id: (number(facts.source, m.id), mark(place_of(m))) for m in facts.mentions if m.kind is EntityKind.PERSON
    }
    for work, authors in author_lists(facts).items():
        paper = number(facts.source, work)
        for author in authors:
            if author in people:
                yield (paper, *people[author])


def schools_in(facts: SourceFacts) -> set[Ref]:
    """Return the organizations that a source names as schools of degrees."""
    taught = {c.roles.get("organization", "") for c in facts.claims if c.relation is Relation.EDUCATION}
    return {(facts.source, m.id) for m in facts.mentions if m.id in taught and m.kind is EntityKind.ORGANIZATION}


def reaching(evidence: MentionEvidence, tied: Collection[str] | None = None) -> list[int]:
    """Return numbers of what may tie a mention to those of other sources; *tied* is all that ties it, if known."""
    end = f"\x1f{evidence.place}"
    return sorted(mark(tie) for tie in (ties(evidence) if tied is None else tied) if not tie.endswith(end))


@dataclass(slots=True)
class Sets:
    """Sets of mentions that differ from before: the heads of those that are *gone*, and of those that are *fresh*.

    A set that changed is both. *joined* are the fresh ones that a round made of several, *explained* mentions that are
    in their set for another reason than before.
    """

    gone: set[int] = field(default_factory=set)
    fresh: set[int] = field(default_factory=set)
    joined: set[int] = field(default_factory=set)
    explained: set[int] = field(default_factory=set)


def difference(
    old: Mapping[int, Collection[int]], new: Mapping[int, Collection[int]], changed: Collection[int]
) -> Sets:
    """Return which sets, given as members by head, differ, or have members that *changed*."""
    same = {
        head
        for head, members in new.items()
        if head in old and set(old[head]) == set(members) and not any(member in changed for member in members)
    }
    joined = {head for head, members in new.items() if len(members) > 1 and head not in same}
    return Sets(old.keys() - same, new.keys() - same, joined)


class Ties:
    """What ties mentions of people for rules, as edges between their numbers."""

    def __init__(self) -> None:
        self._nos = array("q")
        self._edges = array("i"), array("i")
        self._reaching = array("q"), array("i")
        self.named: set[int] = set()
        """The mentions that the user named."""

    def add(self, found: Iterable[tuple[int, MentionEvidence]]) -> list[tuple[int, int]]:
        """Take the mentions of one source by number; return what may tie each to those of others, with its number."""
        first: dict[str, int] = {}
        start = len(self._reaching[0])
        for place, (no, evidence) in enumerate(found, len(self._nos)):
            self._nos.append(no)
            if evidence.stated:
                self.named.add(no)
            tied = ties(evidence)
            own = reaching(evidence, tied)
            self._reaching[0].extend(own)
            self._reaching[1].extend([place] * len(own))
            for tie in tied:
                if (known := first.setdefault(tie, place)) != place:
                    self._edges[0].append(known)
                    self._edges[1].append(place)
        marks, places = self._reaching
        return [(marks[at], self._nos[places[at]]) for at in range(start, len(marks))]

    def marks(self) -> array[int]:
        """Return what may tie the mentions to those of other sources."""
        return self._reaching[0]

    def groups(self) -> Iterator[list[int]]:
        """Yield the numbers of the mentions that anything ties."""
        marks, places = np.array(self._reaching[0], dtype=np.int64), np.array(self._reaching[1], dtype=np.int64)
        order = np.argsort(marks, kind="stable")
        marks, places = marks[order], places[order]
        same = marks[1:] == marks[:-1]
        one, other = (np.array(edges, dtype=np.int64) for edges in self._edges)
        one, other = np.concatenate([one, places[:-1][same]]), np.concatenate([other, places[1:][same]])
        return ([self._nos[place] for place in group] for group in connected(len(self._nos), one, other))


@dataclass(frozen=True, slots=True)
class _Row:
    """A mention in the table of people; *state* is its component, the head of its set, and why it is there."""

    no: int
    source: int
    evidence: MentionEvidence
    state: tuple[int, int, bytes | None]


@dataclass(slots=True)
class PeopleStage:
    """Joins by rules the mentions that are added with those they are tied to, and parts what those removed joined."""

    tables: Tables
    changes: ChangeLog
    heads: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The heads, before the change, of mentions that are gone or have other evidence now."""
    _before: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    _components: set[int] = field(default_factory=set)
    _added: set[int] = field(default_factory=set)
    _ties: Ties = field(default_factory=Ties)

    def remove(self, sources: Collection[int]) -> None:
        """Take out the mentions of sources."""
        for row in self._rows("source IN {}", sources):
            self.changes.unlink(row.source, row.evidence.mention.id)
            self._forget(row)

    def change(self, facts: SourceFacts) -> None:
        """Have all mentions of a source in the tables, when its works and organizations are resolved.

        Those stay that are there already as they are, with all others of their document or record: what ties mentions
        within one is in no table.
        """
        found = {number(*evidence.ref): evidence for evidence in self._mentions(facts)}
        query = "SELECT no, data FROM person WHERE source = ?"
        before: dict[int, bytes] = dict(self.tables.db.execute(query, (number(facts.source),)))
        other = {no for no, evidence in found.items() if no not in before or before[no] != dump(person_row(evidence))}
        gone = self._rows("no IN {}", before.keys() - found.keys())
        places = {found[no].place for no in other} | {row.evidence.place for row in gone}
        again = {no: evidence for no, evidence in found.items() if evidence.place in places}
        for row in gone:
            self.changes.unlink(row.source, row.evidence.mention.id)
        for row in (*gone, *self._rows("no IN {}", again.keys() & before.keys())):
            self._forget(row)
        self._put(again.items())
        self.tables.put("reach", sorted(self._ties.add(again.items())))

    def resolve(self, moved: Collection[int]) -> Sets:
        """Join by rules what changed, also the authors of works that *moved*; return the sets that differ."""
        again = self._moved(moved)
        marks = {mark for row in again for mark in reaching(row.evidence)}
        if not self.changes.first:
            marks.update(self._ties.marks())
        query = "SELECT DISTINCT p.component FROM reach r JOIN person p ON p.no = r.no WHERE r.tie IN {}"
        components = {row[0] for row in self.tables.among(query, sorted(marks))} - self._added | self._components
        staying = [row for row in self._rows("component IN {}", components) if row.no not in self._added]
        for row in staying:
            self._before[row.state[1]].append(row.no)
        states = {row.no: row.state for row in staying}
        every = sorted([*staying, *again], key=lambda row: row.evidence.ref)
        for _, rows in groupby(every, key=lambda row: row.source):
            reach = self._ties.add((row.no, row.evidence) for row in rows)
            self.tables.put("reach", sorted(row for row in reach if row[1] in self._added))
        return self._joined(states)

    def _rows(self, condition: str, numbers: Iterable[int]) -> list[_Row]:
        query = f"SELECT no, source, data, component, head0, why FROM person WHERE {condition}"  # noqa: S608
        return [
            _Row(no, source, decode_person(self.changes.names[source], data), (component, head, why))
            for no, source, data, component, head, why in self.tables.among(query, sorted(numbers))
        ]

    def _forget(self, row: _Row) -> None:
        run = self.tables.db
        query = "SELECT head0, head1, head2, head3 FROM person WHERE no = ?"
        self.heads[row.no] = run.execute(query, (row.no,)).fetchone()
        component, head, _ = row.state
        self._components.add(component)
        self._before[head].append(row.no)
        run.executemany("DELETE FROM reach WHERE tie = ? AND no = ?", [(t, row.no) for t in reaching(row.evidence)])
        run.execute("DELETE FROM person WHERE no = ?", (row.no,))

    def _put(self, found: Iterable[tuple[int, MentionEvidence]]) -> None:
        rows = [
            (no, number(evidence.ref[0]), no, dump(person_row(evidence)), None, no, no, no, no, None)
            for no, evidence in found
        ]
        self.tables.put("person", rows)
        self._added.update(row[0] for row in rows)

    def _mentions(self, facts: SourceFacts) -> list[MentionEvidence]:
        """Return the people whom a source mentions, with its works and schools as they are resolved now."""
        works: dict[Ref, str] = {}
        several: set[str] = set()
        for mention, work, shared in self._entities(facts.source, EntityKind.WORK):
            works[facts.source, mention] = work
            if shared:
                several.add(work)
        taught = schools_in(facts)
        known = self._entities(facts.source, EntityKind.ORGANIZATION) if taught else ()
        schools = {(facts.source, mention): key for mention, key, _ in known if (facts.source, mention) in taught}
        return gather_evidence(facts, works, schools, several)

    def _entities(self, source: str, kind: EntityKind) -> Iterator[tuple[str, str, int]]:
        """Yield the entity of each mention of a kind in a source, and whether it has several places."""
        query = "SELECT link, shared FROM mention WHERE source = ? AND kind = ?"
        for link, shared in self.tables.db.execute(query, (number(source), NUMBER_OF[kind])):
            row = load_lists(link)
            yield row[0], row[2], shared

    def _moved(self, moved: Collection[int]) -> list[_Row]:
        """Put the authors of works that moved in anew where their works are named otherwise; return these."""
        query = "SELECT DISTINCT person FROM listed WHERE work IN {}"
        people = {row[0] for row in self.tables.among(query, sorted(moved))} - self._added
        rows = self._rows("no IN {}", people)
        listed: dict[int, list[int]] = defaultdict(list)
        query = "SELECT person, work FROM listed WHERE person IN {}"
        for person, work in self.tables.among(query, sorted(people)):
            listed[person].append(work)
        works: dict[int, tuple[str, bool]] = {}
        query = "SELECT no, link, shared FROM mention WHERE no IN {}"
        for no, link, shared in self.tables.among(query, sorted({w for each in listed.values() for w in each})):
            works[no] = load_lists(link)[2], bool(shared)
        found = []
        for row in rows:
            own = {works[work] for work in listed[row.no] if work in works}
            names = tuple(sorted({name for name, _ in own}))
            shared = tuple([name for name in names if (name, True) in own])
            evidence = replace(row.evidence, works=names, shared=shared)
            if evidence != row.evidence:
                self._forget(row)
                found.append(replace(row, evidence=evidence))
        self._put((row.no, row.evidence) for row in found)
        return found

    def _joined(self, states: Mapping[int, tuple[int, int, bytes | None]]) -> Sets:
        """Join what is tied; *states* are those of mentions that were there before."""
        after: dict[int, list[int]] = defaultdict(list)
        explained: set[int] = set(self._added)
        for groups in batches(self._ties.groups(), _SOME):
            alone = {group[0] for group in groups if len(group) == 1} - self._ties.named
            evidence = self._read(no for group in groups for no in group if no not in alone)
            rows = []
            for group in groups:
                component = min(group)
                members = sorted((evidence[no] for no in group if no in evidence), key=lambda one: one.ref)
                heads, why = by_rules(members) if members else ({}, {})
                numbers = {number(*ref): ref for ref in heads} or {component: ("", "")}
                for no, ref in numbers.items():
                    head = number(*heads[ref]) if heads else no
                    state = component, head, dump(reason_row(why[ref])) if ref in why else None
                    known = states.get(no, (no, no, None))
                    after[head].append(no)
                    if state != known:
                        rows.append((*state, no))
                    if state[2] != known[2]:
                        explained.add(no)
            self.tables.db.executemany("UPDATE person SET component = ?, head0 = ?, why = ? WHERE no = ?", rows)
        sets = difference(self._before, after, self._added)
        sets.explained = explained
        return sets

    def _read(self, nos: Iterable[int]) -> dict[int, MentionEvidence]:
        query = "SELECT no, source, data FROM person WHERE no IN {}"
        rows = self.tables.among(query, sorted(nos))
        return {no: decode_person(self.changes.names[source], data) for no, source, data in rows}


def by_rules(evidence: Sequence[MentionEvidence]) -> tuple[dict[Ref, Ref], dict[Ref, Reason]]:
    """Return the first mention of the set of each that rules make of a component, and why those were joined."""
    sets, why = join_by_rules(evidence)
    named = {s.ref for s in evidence if s.named}
    heads: dict[Ref, Ref] = {}
    for group in sets.groups():
        # The first mention that has a name stands for them in comparisons.
        head = next((ref for ref in group if ref in named), group[0])
        heads.update((ref, head) for ref in group)
    return heads, why
