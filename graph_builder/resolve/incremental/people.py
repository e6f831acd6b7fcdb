"""People: what is seen of each mention, and the sets that rules alone make of them, by components of what ties them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graph_builder.model import EntityKind, Relation, SourceFacts
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.entities import Reason, Ref, number
from graph_builder.resolve.evidence import author_lists, gather_evidence, place_of
from graph_builder.resolve.incremental.name_forms import mark
from graph_builder.resolve.incremental.result import ChangeLog
from graph_builder.resolve.incremental.rows import (
    NUMBER_OF,
    PersonMention,
    decode_person,
    named_as,
    person_row,
    reason_row,
)
from graph_builder.resolve.incremental.tables import Tables, dump, load
from graph_builder.resolve.people import join_by_evidence, rivals, stated_names
from graph_builder.resolve.variants import ties


def person_mentions(
    facts: SourceFacts, works: Mapping[Ref, str], schools: Mapping[Ref, str], part: str = ""
) -> list[PersonMention]:
    """Return the people whom a source, or a *part* of it, mentions; which papers stand elsewhere is left open."""
    found = gather_evidence([facts], works, schools)
    told = stated_names([facts], found)
    apart: dict[Ref, list[int]] = defaultdict(list)
    for count, refs in enumerate(rivals([facts], found)):
        for ref in refs:
            apart[ref].append(number(facts.source, "rivals", f"{part}{count}"))
    return [PersonMention(s, told.get(s.ref, ""), tuple(apart.get(s.ref, ()))) for s in found]


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
    """Return the organisations that a source names as schools of degrees."""
    taught = {c.roles.get("organization", "") for c in facts.claims if c.relation is Relation.EDUCATION}
    return {(facts.source, m.id) for m in facts.mentions if m.id in taught and m.kind is EntityKind.ORGANIZATION}


def reaching(seen: PersonMention, tied: Collection[str] | None = None) -> list[int]:
    """Return numbers of what may tie a mention to those of other sources; *tied* is all that ties it, if known."""
    evidence = seen.evidence
    end = f"\x1f{evidence.place}"
    known = ties(evidence, seen.shared, seen.told) if tied is None else tied
    return sorted(mark(tie) for tie in known if not tie.endswith(end))


@dataclass(slots=True)
class Sets:
    """Sets of mentions that differ from before: the heads of those that are *gone*, and of those that are *fresh*.

    A set that changed is both. *retold* are mentions that are in their set for another reason than before.
    """

    gone: set[int] = field(default_factory=set)
    fresh: set[int] = field(default_factory=set)
    retold: set[int] = field(default_factory=set)


def difference(old: Mapping[int, set[int]], new: Mapping[int, set[int]], changed: Collection[int]) -> Sets:
    """Return which sets, given as members by head, differ, or have members that *changed*."""
    same = {head for head, members in new.items() if old.get(head) == members and members.isdisjoint(changed)}
    return Sets(old.keys() - same, new.keys() - same)


@dataclass(slots=True)
class _Item:
    no: int
    source: int
    seen: PersonMention
    component: int = 0
    head: int = 0
    why: bytes | None = None
    fresh: bool = False


@dataclass(slots=True)
class PeopleStage:
    """Joins by rules the mentions that come with those they are tied to, and parts what those that are gone joined."""

    tables: Tables
    changes: ChangeLog
    heads: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The heads, before the change, of mentions that are gone or seen otherwise."""
    gone: set[int] = field(default_factory=set)
    """The mentions that are gone."""
    seen: dict[int, PersonMention] = field(default_factory=dict)
    """The mentions that were looked at and are there."""

    def run(self, gone: Collection[int], added: Sequence[PersonMention], moved: Collection[int]) -> Sets:
        """Take out the mentions of sources, add others, and look again at the authors of works that *moved*."""
        before: dict[int, set[int]] = defaultdict(set)
        components = set()
        for item in self._rows("source IN {}", gone):
            self.gone.add(item.no)
            before[item.head].add(item.no)
            components.add(item.component)
            self.changes.unlink(item.source, item.seen.evidence.mention.id)
            self._forget(item)
        fresh = self._named(self._added(added))
        for item in self._moved(moved):
            before[item.head].add(item.no)
            components.add(item.component)
            fresh.append(replace(item, component=0, head=0, why=None, fresh=True))
        self.tables.put("reach", sorted((tie, one.no) for one in fresh for tie in reaching(one.seen)))
        query = "SELECT DISTINCT p.component FROM reach r JOIN person p ON p.no = r.no WHERE r.tie IN {}"
        tied = {tie for one in fresh for tie in reaching(one.seen)}
        components |= {row[0] for row in self.tables.among(query, sorted(tied))}
        staying = list(self._rows("component IN {}", components))
        for item in staying:
            before[item.head].add(item.no)
        return self._joined([*staying, *fresh], before)

    def _rows(self, condition: str, numbers: Iterable[int]) -> Iterator[_Item]:
        query = f"SELECT no, source, data, component, head0, why FROM person WHERE {condition}"  # noqa: S608
        for no, source, data, component, head, why in list(self.tables.among(query, numbers)):
            yield _Item(no, source, decode_person(self.changes.names[source], data), component, head, why)

    def _forget(self, item: _Item) -> None:
        run = self.tables.db
        row = run.execute("SELECT head0, head1, head2, head3 FROM person WHERE no = ?", (item.no,)).fetchone()
        self.heads[item.no] = row
        run.executemany("DELETE FROM reach WHERE tie = ? AND no = ?", [(t, item.no) for t in reaching(item.seen)])
        run.execute("DELETE FROM person WHERE no = ?", (item.no,))

    def _added(self, added: Iterable[PersonMention]) -> Iterator[_Item]:
        for seen in added:
            source, mention = seen.evidence.ref
            yield _Item(number(source, mention), number(source), seen, fresh=True)

    def _moved(self, moved: Collection[int]) -> Iterator[_Item]:
        query = "SELECT DISTINCT person FROM listed WHERE work IN {}"
        people = {row[0] for row in self.tables.among(query, sorted(moved))}
        known = list(self._rows("no IN {}", sorted(people)))
        for item, now in zip(known, self._named(known), strict=True):
            if item.seen != now.seen:
                self._forget(item)
                yield replace(item, seen=now.seen)

    def _named(self, items: Iterable[_Item]) -> list[_Item]:
        """Return mentions of people with the works that they are authors of, as these are named now."""
        found = list(items)
        listed: dict[int, list[int]] = defaultdict(list)
        query = "SELECT person, work FROM listed WHERE person IN {}"
        for person, work in self.tables.among(query, [one.no for one in found]):
            listed[person].append(work)
        works: dict[int, tuple[str, int]] = {}
        query = "SELECT no, link, shared FROM mention WHERE no IN {}"
        for no, link, shared in self.tables.among(query, sorted({w for each in listed.values() for w in each})):
            works[no] = load(link)[2], shared
        done = []
        for one in found:
            own = {works[work] for work in listed.get(one.no, ()) if work in works}
            names = tuple(sorted({name for name, _ in own}))
            shared = tuple(sorted({name for name, several in own if several}))
            done.append(replace(one, seen=named_as(one.seen, names, shared)))
        return done

    def _joined(self, items: list[_Item], before: Mapping[int, set[int]]) -> Sets:
        items.sort(key=lambda one: one.seen.evidence.ref)
        self.seen.update((one.no, one.seen) for one in items)
        after: dict[int, set[int]] = defaultdict(set)
        rows: list[tuple[Any, ...]] = []
        told: list[tuple[Any, ...]] = []
        retold: set[int] = set()
        for group in components_of([one.seen for one in items]):
            members = [items[place] for place in group]
            component = min(one.no for one in members)
            heads, why = by_rules([one.seen for one in members])
            for one in members:
                ref = one.seen.evidence.ref
                head = number(*heads[ref])
                after[head].add(one.no)
                reason = dump(reason_row(why[ref])) if ref in why else None
                if one.fresh:
                    data = dump(person_row(one.seen))
                    rows.append((one.no, one.source, component, data, reason, head, head, head, head, None))
                elif (component, head, reason) != (one.component, one.head, one.why):
                    told.append((component, head, reason, one.no))
                if reason != one.why or one.fresh:
                    retold.add(one.no)
        self.tables.put("person", rows)
        self.tables.db.executemany("UPDATE person SET component = ?, head0 = ?, why = ? WHERE no = ?", told)
        sets = difference(before, after, {one.no for one in items if one.fresh})
        sets.retold = retold
        return sets


def components_of(
    seen: Sequence[PersonMention], also: Callable[[int, Collection[str]], None] | None = None
) -> Iterator[list[int]]:
    """Yield the places of mentions that anything ties for rules, those of each component in order.

    *also* is told of each place what ties the mention there.
    """
    sets: DisjointSets[int] = DisjointSets(range(len(seen)))
    first: dict[str, int] = {}
    for place, one in enumerate(seen):
        tied = ties(one.evidence, one.shared, one.told)
        if also is not None:
            also(place, tied)
        for tie in tied:
            known = first.setdefault(tie, place)
            if known != place:
                sets.union(known, place)
    return sets.groups()


def by_rules(seen: Sequence[PersonMention]) -> tuple[dict[Ref, Ref], dict[Ref, Reason]]:
    """Return the first mention of the set of each that rules make of a component, and why those were joined."""
    if len(seen) == 1 and not seen[0].told:
        return {seen[0].evidence.ref: seen[0].evidence.ref}, {}
    told = {one.evidence.ref: one.told for one in seen if one.told}
    shared = {work for one in seen for work in one.shared}
    found = [one.evidence for one in seen]
    sets, why = join_by_evidence(found, told, kept_apart((s.evidence.ref, s.rivals) for s in seen), shared)
    named = {s.ref for s in found if s.named}
    heads: dict[Ref, Ref] = {}
    for group in sets.groups():
        # Comparison goes by the first mention that has a name.
        head = next((ref for ref in group if ref in named), group[0])
        heads.update((ref, head) for ref in group)
    return heads, why


def kept_apart(members: Iterable[tuple[Ref, tuple[int, ...]]]) -> list[list[Ref]]:
    """Return the mentions of each group of rivals, no two of whom are one person."""
    groups: dict[int, list[Ref]] = defaultdict(list)
    for ref, names in members:
        for name in names:
            groups[name].append(ref)
    return [refs for refs in groups.values() if len(refs) > 1]


def works_of(tables: Tables, source: int, name: str, kind: EntityKind) -> dict[Ref, str]:
    """Return the entity of each mention of a kind in a source."""
    query = "SELECT link FROM mention WHERE source = ? AND kind = ?"
    rows = (load(row[0]) for row in tables.db.execute(query, (source, NUMBER_OF[kind])))
    return {(name, row[0]): row[2] for row in rows}
