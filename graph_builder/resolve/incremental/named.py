"""Works, organizations, venues and topics: components that ties connect, each resolved by itself."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from graph_builder.gazetteer import Gazetteer
from graph_builder.model import Entity, EntityKind, Link, Mention, SourceFacts
from graph_builder.resolve import organizations, topics, venues, works
from graph_builder.resolve.cluster import batches, connected
from graph_builder.resolve.entities import Ref, Resolved, number
from graph_builder.resolve.incremental.name_forms import mark
from graph_builder.resolve.incremental.result import ChangeLog, rank
from graph_builder.resolve.incremental.rows import (
    NUMBER_OF,
    link_row,
    mention_of,
    mention_row,
    paper_of,
    paper_row,
)
from graph_builder.resolve.incremental.tables import Tables, dump, load, load_lists
from graph_builder.resolve.incremental.titles import Titles, title_tie
from graph_builder.resolve.works import Paper, title_key

NAMED = (EntityKind.ORGANIZATION, EntityKind.WORK, EntityKind.VENUE, EntityKind.TOPIC)


# Mentions that are held at a time, unless more are tied together.
_SOME = 5_000


@dataclass(slots=True)
class NamedMention:
    """What stands for a mention until it is resolved: a mention, or a paper; the year that a venue's claims agree on.

    *ties* are numbers of what ties it to others, of a paper first that of its title; *link* is the row of its link
    so far.
    """

    no: int
    source: int
    value: Any
    year: str
    ties: tuple[int, ...]
    link: bytes | None = None
    component: int = 0
    shared: int = 0

    @property
    def ref(self) -> Ref:
        """The source and id of the mention."""
        return ref_of(self.value)


def ref_of(value: Mention | Paper) -> Ref:
    """Return the source and id of a mention, or of that of a paper."""
    mention = value.mention if isinstance(value, Paper) else value
    return mention.source, mention.id


def named_mention(kind: EntityKind, value: Any, year: str, gazetteer: Gazetteer) -> NamedMention:
    """Return what stands for a mention of a kind."""
    if isinstance(value, Paper):
        source, mention = value.ref
        key = works.title_key(value)
        tied = works.ties(value) - {f"t{key}"}
        ties = (title_tie(key) if key else 0, *sorted(number(kind.value, tie) for tie in tied))
    else:
        source, mention = value.source, value.id
        ties = tuple(sorted(mark(kind.value, tie) for tie in _TIES[kind](value, gazetteer)))
    return NamedMention(number(source, mention), mark(source), value, year, ties)


_TIES = {
    EntityKind.ORGANIZATION: organizations.ties,
    EntityKind.VENUE: venues.ties,
    EntityKind.TOPIC: topics.ties,
}


def named_values(source: SourceFacts) -> dict[EntityKind, list[tuple[Mention | Paper, str]]]:
    """Return the mentions, or papers, of a source by kind, with the years of venues."""
    years = _venue_years(source)
    found: dict[EntityKind, list[tuple[Mention | Paper, str]]] = {
        kind: [(m, years.get(m.id, "")) for m in of_kind(source, kind)] for kind in NAMED if kind is not EntityKind.WORK
    }
    found[EntityKind.WORK] = [(paper, "") for paper in sorted(works.papers_of(source), key=lambda paper: paper.ref)]
    return found


def of_kind(source: SourceFacts, kind: EntityKind) -> list[Mention]:
    """Return all mentions of one kind in a source, each once, in the order of their ids."""
    found = {m.id: m for m in source.mentions if m.kind is kind}
    return [found[key] for key in sorted(found)]


def _venue_years(source: SourceFacts) -> dict[str, str]:
    """Return the year of each venue's mention that all claims around it agree on."""
    found: dict[str, set[str]] = defaultdict(set)
    for claim in source.claims:
        if "venue" in claim.roles:
            found[claim.roles["venue"]].add(claim.values.get("year", "")[:4])
    return {mention: min(years) for mention, years in found.items() if len(years) == 1 and min(years).isdecimal()}


def resolve_group(
    kind: EntityKind, group: Sequence[NamedMention], gazetteer: Gazetteer, pairs: Iterable[tuple[str, str]]
) -> Resolved:
    """Return what mentions of a kind, in order, resolve to, with all that ties them.

    *pairs* are titles that differ by a misprint.
    """
    values = [one.value for one in group]
    if kind is EntityKind.ORGANIZATION:
        return organizations.resolve_organizations(values, gazetteer)
    if kind is EntityKind.TOPIC:
        return topics.resolve_topics(values, gazetteer)
    if kind is EntityKind.WORK:
        return works.resolve_papers(values, pairs)
    return venues.resolve_venues(values, gazetteer, {one.ref: one.year for one in group if one.year})


@dataclass(slots=True)
class NamedStage:
    """Resolves the mentions of one kind that are added, and those that these, or the ones removed, are tied to."""

    tables: Tables
    kind: EntityKind
    gazetteer: Gazetteer
    changes: ChangeLog
    moved: set[int] = field(default_factory=set)
    """The mentions that were there before and whose entity, or whether its places are several, is another now."""
    _added: set[int] = field(default_factory=set)
    _components: set[int] = field(default_factory=set)
    _ties: set[int] = field(default_factory=set)
    _titles: set[str] = field(default_factory=set)

    def remove(self, sources: Collection[int]) -> None:
        """Take out the mentions of sources."""
        self._remove(self._stored(sources))

    def change(self, source: str, values: Iterable[tuple[Mention | Paper, str]]) -> None:
        """Have all mentions of a source in the tables; those that are there already as they are stay."""
        before = {row[0]: row for row in self._stored([number(source)])}
        rows = {number(*ref_of(value)): (value, year) for value, year in values}
        same = {no for no, value in rows.items() if no in before and before[no][3] == as_row(*value)}
        self._remove([row for no, row in before.items() if no not in same])
        self._add([named_mention(self.kind, *rows[no], self.gazetteer) for no in rows if no not in same])

    def _stored(self, sources: Collection[int]) -> list[tuple[Any, ...]]:
        query = "SELECT no, source, component, data, ties FROM mention WHERE source IN {} AND kind = ?"
        return list(self.tables.among(query, sources, NUMBER_OF[self.kind]))

    def _remove(self, rows: Collection[tuple[Any, ...]]) -> None:
        for no, source, component, data, ties in rows:
            row, _ = load(data)
            if self.kind is EntityKind.WORK:
                self._titles.add(row[7].replace(" ", ""))
            self.tables.db.executemany("DELETE FROM tie WHERE tie = ? AND no = ?", [(tie, no) for tie in load(ties)])
            self.changes.unlink(source, row[0])
            self._components.add(component)
        self.tables.drop("mention", "no", [row[0] for row in rows])

    def _add(self, found: Sequence[NamedMention]) -> None:
        """Put mentions into the tables; ``resolve`` finds what they mean."""
        kind = NUMBER_OF[self.kind]
        rows = [
            (one.no, kind, one.source, one.no, as_row(one.value, one.year), dump(one.ties), None, 0) for one in found
        ]
        self.tables.put("mention", rows)
        ties = sorted((tie, one.no) for one in found for tie in one.ties if tie)
        self.tables.put("tie", ties)
        self._added.update(one.no for one in found)
        if not self.changes.first:
            self._ties.update(tie for tie, _ in ties)
        if self.kind is EntityKind.WORK:
            self._titles.update(title_key(one.value) for one in found)

    def resolve(self) -> None:
        """Resolve the components of ties in which something was added or removed."""
        titles = Titles(self.tables)
        if self.kind is EntityKind.WORK:
            self._ties |= titles.change(self._titles)
        query = "SELECT DISTINCT m.component FROM tie t JOIN mention m ON m.no = t.no WHERE t.tie IN {}"
        self._components.update(row[0] for row in self.tables.among(query, sorted(self._ties)))
        self.changes.put_entities(NUMBER_OF[self.kind], self._components, ())
        groups, pairs = self._tied(titles)
        for some in batches(groups, _SOME):
            self._put(some, pairs)

    def _tied(self, titles: Titles) -> tuple[Iterator[list[int]], dict[int, list[tuple[str, str]]]]:
        """Return the numbers of the mentions that ties connect, and the pairs of titles that a misprint connects."""
        nos, by, ties = array("q"), array("q"), array("q")
        query = "SELECT no, ties FROM mention WHERE component IN {} AND kind = ?"
        for no, tied in self.tables.among(query, sorted(self._components | self._added), NUMBER_OF[self.kind]):
            own = [tie for tie in load_lists(tied) if tie]
            by.extend([len(nos)] * len(own))
            ties.extend(own)
            nos.append(no)
        every, at = np.unique(np.array(ties, dtype=np.int64), return_inverse=True)
        pairs = titles.among(every.tolist()) if self.kind is EntityKind.WORK else {}
        almost = np.searchsorted(every, np.array(titles.edges, dtype=np.int64).reshape(-1, 2)) + len(nos)
        one = np.concatenate([np.array(by, dtype=np.int64), almost[:, 0]])
        other = np.concatenate([at + len(nos), almost[:, 1]])
        groups = (
            [nos[place] for place in some if place < len(nos)] for some in connected(len(nos) + len(every), one, other)
        )
        return groups, pairs

    def _put(self, groups: Sequence[Sequence[int]], pairs: Mapping[int, Iterable[tuple[str, str]]]) -> None:
        """Resolve some components, and put links and entities into the tables."""
        every = [no for group in groups for no in group]
        mentions, places = self._mentions(every), self._places(every)
        entities: list[tuple[int, Entity, int]] = []
        rows: list[tuple[Any, ...]] = []
        for nos in groups:
            group = sorted((mentions[no] for no in nos), key=lambda one: one.ref)
            resolved = resolve_group(self.kind, group, self.gazetteer, _known(group, pairs))
            component = min(nos)
            linked = {x.entity for x in resolved.links} | {x.unit for x in resolved.links}
            entities.extend((component, entity, rank(entity, linked)) for entity in resolved.entities)
            links = {(x.source, x.mention): x for x in resolved.links}
            shared = _shared(group, links, places) if self.kind is EntityKind.WORK else {}
            rows += (row for one in group if (row := self._row(one, component, links[one.ref], shared)) is not None)
        self.tables.db.executemany("UPDATE mention SET component = ?, link = ?, shared = ? WHERE no = ?", rows)
        self.changes.put_entities(NUMBER_OF[self.kind], (), entities)

    def _mentions(self, nos: Collection[int]) -> dict[int, NamedMention]:
        query = "SELECT no, source, component, data, ties, link, shared FROM mention WHERE no IN {}"
        found: dict[int, NamedMention] = {}
        for no, source, component, data, ties, link, shared in self.tables.among(query, sorted(nos)):
            value, year = from_row(self.kind, self.changes.names[source], data)
            found[no] = NamedMention(no, source, value, year, tuple(load_lists(ties)), link, component, shared)
        return found

    def _row(
        self, one: NamedMention, component: int, link: Link, shared: Mapping[str, bool]
    ) -> tuple[int, bytes, int, int] | None:
        """Return the component, link and places of a mention with its number, unless all are as before."""
        row, several = dump(link_row(link)), int(shared.get(link.entity, False))
        if row != one.link:
            self.changes.link(one.source, link.mention, row)
        if (row, several) != (one.link, one.shared) and one.no not in self._added:
            self.moved.add(one.no)
        differs = (component, row, several) != (one.component, one.link, one.shared)
        return (component, row, several, one.no) if differs else None

    def _places(self, nos: Collection[int]) -> dict[int, set[int]]:
        """Return the places in which the authors of each work stand."""
        found: dict[int, set[int]] = defaultdict(set)
        if self.kind is EntityKind.WORK:
            query = "SELECT DISTINCT work, place FROM listed WHERE work IN {}"
            for work, place in self.tables.among(query, sorted(nos)):
                found[work].add(place)
        return found


def as_row(value: Mention | Paper, year: str) -> bytes:
    """Return what stands for a mention as a row of ``mention`` holds it."""
    return dump((paper_row(value) if isinstance(value, Paper) else mention_row(value), year))


def from_row(kind: EntityKind, source: str, data: bytes) -> tuple[Any, str]:
    """Return the mention or paper that a row of ``mention`` holds, and its year."""
    row, year = load_lists(data)
    return (paper_of if kind is EntityKind.WORK else mention_of)(source, row), year


def _known(group: Iterable[NamedMention], pairs: Mapping[int, Iterable[tuple[str, str]]]) -> list[tuple[str, str]]:
    """Return the pairs of titles that are almost alike, of those of a group."""
    return sorted({pair for one in group for pair in pairs.get(one.ties[0], ())}) if pairs else []


def _shared(
    group: Iterable[NamedMention], links: Mapping[Ref, Link], places: Mapping[int, set[int]]
) -> dict[str, bool]:
    """Return, for each work, whether it stands in more than one document or record."""
    found: dict[str, set[int]] = defaultdict(set)
    for one in group:
        found[links[one.ref].entity] |= places.get(one.no, set())
    return {key: len(each) > 1 for key, each in found.items()}
