"""People: what is seen of each mention, and the sets that rules alone make of them, by components of what ties them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from graph_builder.model import EntityKind, Relation, SourceFacts
from graph_builder.resolve.cluster import batches
from graph_builder.resolve.entities import Reason, Ref, number
from graph_builder.resolve.evidence import MentionEvidence, author_lists, gather_evidence, place_of
from graph_builder.resolve.incremental.name_forms import mark
from graph_builder.resolve.incremental.rows import (
    NUMBER_OF,
    decode_person,
    encode_person,
    encode_reason,
)
from graph_builder.resolve.incremental.stage import Difference, Row, Stage, others
from graph_builder.resolve.incremental.tables import Tables, dump, load
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


_Found = tuple[MentionEvidence, bytes, list[int]]
"""A mention as it is found: what is seen of it, the same as bytes, and what ties it."""


class PeopleBefore(NamedTuple):
    """A source with its works and organizations as these are resolved now, and the rows of its people so far."""

    source: str
    works: list[tuple[str, str, int]]
    organizations: list[tuple[str, str, int]]
    rows: list[Row]


def people_difference(facts_of: Callable[[str], SourceFacts], before: PeopleBefore) -> Difference:
    """Return how the mentions of people in a source differ from those in tables."""
    source, facts = before.source, facts_of(before.source)
    works = {(source, mention): work for mention, work, _ in before.works}
    taught = schools_in(facts)
    schools = {(source, mention): key for mention, key, _ in before.organizations if (source, mention) in taught}
    several = {work for _, work, shared in before.works if shared}
    found = {number(*evidence.ref): evidence for evidence in gather_evidence(facts, works, schools, several)}
    tied = {no: ties(evidence) for no, evidence in found.items()}
    count = Counter(chain.from_iterable(tied.values()))
    # What no other mention has of its document or record ties it to nothing.
    marks = {
        no: sorted(mark(tie) for tie in own if count[tie] > 1 or not _is_local(tie, found[no]))
        for no, own in tied.items()
    }
    rows = {no: (encode_person(evidence), dump(marks[no])) for no, evidence in found.items()}
    gone, new = others(before.rows, rows)
    return _difference(gone, {no: (found[no], rows[no][0], marks[no]) for no in new})


def _difference(gone: list[Row], found: Mapping[int, _Found]) -> Difference:
    rows = [
        (no, number(evidence.ref[0]), no, data, dump(tied), None, no, no, no, no, None)
        for no, (evidence, data, tied) in found.items()
    ]
    stated = {no for no, (evidence, _, _) in found.items() if evidence.stated}
    return Difference(gone, rows, {no: tied for no, (_, _, tied) in found.items()}, stated)


class PeopleStage(Stage):
    """Joins by rules the mentions that are added with those they are tied to, and parts what those removed joined."""

    def __init__(self, tables: Tables, names: Mapping[int, str]) -> None:
        super().__init__(tables, EntityKind.PERSON, names)
        self.heads: dict[int, tuple[int, ...]] = {}
        """The heads, before the change, of mentions that are gone or have other evidence now."""
        self._before: dict[int, list[int]] = defaultdict(list)
        self._stated: set[int] = set()
        """The mentions that came and that the user named."""

    def take_out(self, rows: Collection[Row]) -> None:
        """Take mentions out."""
        for no, *heads in self.select("no, head0, head1, head2, head3", "no", [row[0] for row in rows]):
            self.heads[no] = tuple(heads)
            self._before[heads[0]].append(no)
        super().take_out(rows)

    def change(self, other: Difference) -> None:
        """Have the mentions of a source in the tables as they are now."""
        super().change(other)
        self._stated |= other.noted

    def before(self, source: str) -> PeopleBefore:
        """Return what there is of a source, when its works and organizations are resolved."""
        works = list(self._entities(source, EntityKind.WORK))
        taught = self.tables.db.execute("SELECT 1 FROM school WHERE source = ?", (number(source),)).fetchone()
        known = list(self._entities(source, EntityKind.ORGANIZATION)) if taught else []
        return PeopleBefore(source, works, known, self.of_source(source))

    def resolve(self, moved: Collection[int]) -> Sets:
        """Join by rules what changed, also the authors of works that *moved*; return the sets that differ."""
        self.change(self._moved(moved))
        self.find_components()
        states: dict[int, tuple[int, int, bytes | None]] = {}
        for no, component, head, why in self.select("no, component, head0, why", "component", self.components):
            if no not in self.added:
                self._before[head].append(no)
                states[no] = component, head, why
        return self._joined(states)

    def _entities(self, source: str, kind: EntityKind) -> Iterator[tuple[str, str, int]]:
        """Yield the entity of each mention of a kind in a source, and whether it has several places."""
        query = "SELECT link, shared FROM mention WHERE source = ? AND kind = ?"
        for link, shared in self.tables.db.execute(query, (number(source), NUMBER_OF[kind])):
            row = load(link)
            yield row[0], row[2], shared

    def _moved(self, moved: Collection[int]) -> Difference:
        """Return the authors of works that moved whose works are named otherwise, as they were and as they are."""
        query = "SELECT DISTINCT person FROM listed WHERE work IN {}"
        people = {row[0] for row in self.tables.among(query, sorted(moved))} - self.added
        works: dict[int, set[tuple[str, bool]]] = defaultdict(set)
        query = "SELECT l.person, m.link, m.shared FROM listed l JOIN mention m ON m.no = l.work WHERE l.person IN {}"
        for person, link, shared in self.tables.among(query, sorted(people)):
            works[person].add((load(link)[2], bool(shared)))
        found: dict[int, _Found] = {}
        gone = []
        for row in self.rows("no", people):
            no, source, _, data, tied = row
            names = tuple(sorted({name for name, _ in works[no]}))
            several = tuple([name for name in names if (name, True) in works[no]])
            before = decode_person(self.names[source], data)
            evidence = replace(before, works=names, shared=several)
            if evidence != before:
                known = set(load(tied))
                # What ties it within its document or record is as before.
                marks = {mark(tie): not _is_local(tie, evidence) for tie in ties(evidence)}
                now = sorted(tie for tie, far in marks.items() if far or tie in known)
                found[no] = evidence, encode_person(evidence), now
                gone.append(row)
        return _difference(gone, found)

    def _joined(self, states: Mapping[int, tuple[int, int, bytes | None]]) -> Sets:
        """Join what is tied; *states* are component, head and reason of mentions that were there before."""
        after: dict[int, list[int]] = defaultdict(list)
        explained: set[int] = set(self.added)
        for groups in batches(self.groups(), _SOME):
            alone = {group[0] for group in groups if len(group) == 1} & self.added - self._stated
            rows = self.select("no, source, data", "no", {no for group in groups for no in group} - alone)
            evidence = {no: decode_person(self.names[source], data) for no, source, data in rows}
            changed = []
            for group in groups:
                component = min(group)
                members = sorted((evidence[no] for no in group if no in evidence), key=lambda one: one.ref)
                heads, why = by_rules(members) if members else ({}, {})
                numbers = {number(*ref): ref for ref in heads} or {component: ("", "")}
                for no, ref in numbers.items():
                    head = number(*heads[ref]) if heads else no
                    state = component, head, encode_reason(why[ref]) if ref in why else None
                    known = states.get(no, (no, no, None))
                    after[head].append(no)
                    if state != known:
                        changed.append((*state, no))
                    if state[2] != known[2]:
                        explained.add(no)
            self.tables.db.executemany("UPDATE person SET component = ?, head0 = ?, why = ? WHERE no = ?", changed)
        sets = difference(self._before, after, self.added)
        sets.explained = explained
        return sets


def _is_local(tie: str, evidence: MentionEvidence) -> bool:
    """Return whether a tie ties a mention to others of its document or record alone."""
    return tie.endswith(f"\x1f{evidence.place}")


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
