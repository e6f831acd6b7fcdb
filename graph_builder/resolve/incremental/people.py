"""People: what is seen of each mention, and the sets that rules alone make of them, by components of what ties them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

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
from graph_builder.resolve.incremental.stage import Row, Stage
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

    def change(self, facts: SourceFacts) -> None:
        """Have all mentions of a source in the tables, when its works and organizations are resolved.

        Those stay that are there already as they are.
        """
        found = {number(*evidence.ref): evidence for evidence in self._mentions(facts)}
        tied = {no: ties(evidence) for no, evidence in found.items()}
        count = Counter(chain.from_iterable(tied.values()))
        # What no other mention has of its document or record ties it to nothing.
        marks = {
            no: sorted(mark(tie) for tie in own if count[tie] > 1 or not _is_local(tie, found[no]))
            for no, own in tied.items()
        }
        rows = {no: (encode_person(evidence), dump(marks[no])) for no, evidence in found.items()}
        new = self.take_out_others(facts.source, rows)
        self._put({no: (found[no], rows[no][0], marks[no]) for no in new})

    def resolve(self, moved: Collection[int]) -> Sets:
        """Join by rules what changed, also the authors of works that *moved*; return the sets that differ."""
        self._put(self._moved(moved))
        self.find_components()
        states: dict[int, tuple[int, int, bytes | None]] = {}
        for no, component, head, why in self.select("no, component, head0, why", "component", self.components):
            if no not in self.added:
                self._before[head].append(no)
                states[no] = component, head, why
        return self._joined(states)

    def _put(self, found: Mapping[int, _Found]) -> None:
        """Put in mentions."""
        self.put_in(
            [
                (no, number(evidence.ref[0]), no, data, dump(tied), None, no, no, no, no, None)
                for no, (evidence, data, tied) in found.items()
            ],
            {no: tied for no, (_, _, tied) in found.items()},
        )
        self._stated.update(no for no, (evidence, _, _) in found.items() if evidence.stated)

    def _mentions(self, facts: SourceFacts) -> list[MentionEvidence]:
        """Return the people whom a source mentions, with its works and schools as they are resolved now."""
        listed = list(self._entities(facts.source, EntityKind.WORK))
        works = {(facts.source, mention): work for mention, work, _ in listed}
        taught = schools_in(facts)
        known = self._entities(facts.source, EntityKind.ORGANIZATION) if taught else ()
        schools = {(facts.source, mention): key for mention, key, _ in known if (facts.source, mention) in taught}
        return gather_evidence(facts, works, schools, {work for _, work, shared in listed if shared})

    def _entities(self, source: str, kind: EntityKind) -> Iterator[tuple[str, str, int]]:
        """Yield the entity of each mention of a kind in a source, and whether it has several places."""
        query = "SELECT link, shared FROM mention WHERE source = ? AND kind = ?"
        for link, shared in self.tables.db.execute(query, (number(source), NUMBER_OF[kind])):
            row = load(link)
            yield row[0], row[2], shared

    def _moved(self, moved: Collection[int]) -> dict[int, _Found]:
        """Take out the authors of works that moved whose works are named otherwise; return these as they are now."""
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
        self.take_out(gone)
        return found

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
