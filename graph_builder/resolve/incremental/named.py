"""Works, organisations, venues and topics: components that ties connect, each resolved by itself."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from graph_builder.gazetteer import Gazetteer
from graph_builder.model import Entity, EntityKind, Link, SourceFacts
from graph_builder.resolve import organizations, topics, venues, works
from graph_builder.resolve.affiliation import Affiliation
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.entities import Ref, Resolved, number
from graph_builder.resolve.incremental.external_sort import Ragged, RowFile
from graph_builder.resolve.incremental.name_forms import mark
from graph_builder.resolve.incremental.reading import segments
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
from graph_builder.resolve.resolve import of_kind, venue_years
from graph_builder.resolve.works import Paper, may_be_misprinted, title_key

NAMED = (EntityKind.ORGANIZATION, EntityKind.WORK, EntityKind.VENUE, EntityKind.TOPIC)


# So many entities are held before they are written.
_SOME = 5_000


@dataclass(slots=True)
class NamedMention:
    """What stands for a mention until it is resolved: a mention, or a paper; the year that a venue's claims agree on.

    *ties* are numbers of what ties it to others, of a paper first that of its title; *known* is the row of its link
    so far, *data* it itself as a row, if that is at hand.
    """

    no: int
    source: int
    value: Any
    year: str
    ties: tuple[int, ...]
    known: bytes | None = None
    component: int = 0
    shared: int = 0
    located: Affiliation | None = None
    data: bytes = b""

    @property
    def ref(self) -> Ref:
        """The source and id of the mention."""
        mention = self.value.mention if isinstance(self.value, Paper) else self.value
        return mention.source, mention.id


def named_mention(kind: EntityKind, value: Any, year: str, gazetteer: Gazetteer) -> NamedMention:
    """Return what stands for a mention of a kind."""
    located = None
    if isinstance(value, Paper):
        source, mention = value.ref
        key = works.title_key(value)
        tied = works.ties(value) - {f"t{key}"}
        ties = (title_tie(key) if key else 0, *sorted(number(kind.value, tie) for tie in tied))
    else:
        source, mention = value.source, value.id
        if kind is EntityKind.ORGANIZATION:
            located = organizations.locate(value, gazetteer)
            tied = organizations.ties(value, gazetteer, located)
        else:
            tied = venues.ties(value, gazetteer) if kind is EntityKind.VENUE else topics.ties(value, gazetteer)
        ties = tuple(sorted(mark(kind.value, tie) for tie in tied))
    return NamedMention(number(source, mention), mark(source), value, year, ties, located=located)


def named_mentions(
    source: SourceFacts, gazetteer: Gazetteer, years: Mapping[Ref, str] | None = None
) -> dict[EntityKind, list[NamedMention]]:
    """Return what stands for the organizations, works, venues and topics that a source mentions.

    *years* are those of venues, by default what all claims of the source agree on.
    """
    known = venue_years([source]) if years is None else years
    found: dict[EntityKind, list[NamedMention]] = {
        kind: [named_mention(kind, m, known.get((m.source, m.id), ""), gazetteer) for m in of_kind(source, kind)]
        for kind in NAMED
        if kind is not EntityKind.WORK
    }
    papers = sorted(works.papers_of(source), key=lambda paper: paper.ref)
    found[EntityKind.WORK] = [named_mention(EntityKind.WORK, paper, "", gazetteer) for paper in papers]
    return found


def resolve_group(
    kind: EntityKind, group: Sequence[NamedMention], gazetteer: Gazetteer, pairs: Iterable[tuple[str, str]]
) -> Resolved:
    """Return what mentions of a kind, in order, resolve to, with all that ties them.

    *pairs* are titles that differ by a misprint.
    """
    values = [one.value for one in group]
    if kind is EntityKind.ORGANIZATION:
        located = {one.ref: one.located for one in group if one.located is not None}
        return organizations.resolve_organizations(values, gazetteer, located)
    if kind is EntityKind.TOPIC:
        return topics.resolve_topics(values, gazetteer)
    if kind is EntityKind.WORK:
        return works.resolve_papers(values, pairs)
    return venues.resolve_venues(values, gazetteer, {one.ref: one.year for one in group if one.year})


class MentionTable:
    """What stands for mentions of a kind, by their places in the order of source and id; *folder* is where it lies.

    *titles* has, for each ``title_key`` of papers, the title of the first, if it can be told from a misprint of
    another, or else nothing.
    """

    def __init__(self, kind: EntityKind, folder: Path) -> None:
        self.kind = kind
        self.titles: dict[str, str] = {}
        self._rows, self._ties = RowFile(folder), Ragged("q")
        self._nos, self._sources = array("q"), array("q")
        # The same few thousand organisations, as a rule.
        self._located: dict[Affiliation, Affiliation] = {}
        self._places: list[Affiliation | None] = []

    def add(self, found: Iterable[NamedMention]) -> None:
        """Take mentions, in order."""
        for one in found:
            self._rows.add(as_row(one))
            self._ties.add(one.ties)
            self._nos.append(one.no)
            self._sources.append(one.source)
            if self.kind is EntityKind.ORGANIZATION:
                self._places.append(self._located.setdefault(one.located, one.located) if one.located else None)
            if isinstance(one.value, Paper) and (key := title_key(one.value)):
                self.titles.setdefault(key, one.value.title if may_be_misprinted(one.value) else "")

    def get(self, place: int, names: Mapping[int, str]) -> NamedMention:
        """Return what stands for a mention; *names* are the ids of sources by number."""
        data, source = self._rows.get(place), self._sources[place]
        located = self._places[place] if self._places else None
        value, year = from_row(self.kind, names[source], data)
        return NamedMention(
            self._nos[place], source, value, year, tuple(self._ties.get(place)), located=located, data=data
        )

    def put_ties(self, tables: Tables) -> None:
        """Write what ties mentions."""
        places, ties = self._tied()
        tables.put_sorted("tie", ties, np.array(self._nos, dtype=np.int64)[places])

    def parted(self, edges: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
        """Yield the places of mentions that ties connect, in order; *edges* are between ties."""
        places, ties = self._tied()
        every, at = np.unique(ties, return_inverse=True)
        size = len(self._nos)
        more = np.array(list(edges), dtype=np.int64).reshape(-1, 2)
        one = np.concatenate([places, size + np.searchsorted(every, more[:, 0])])
        other = np.concatenate([size + at, size + np.searchsorted(every, more[:, 1])])
        whole = size + len(every)
        found = sparse.coo_matrix((np.ones(len(one), dtype=bool), (one, other)), shape=(whole, whole))
        del places, ties, at, one, other, every
        component = csgraph.connected_components(found, directed=False)[1][:size] if whole else np.zeros(0, dtype=int)
        return (group.tolist() for group in segments(component))

    def _tied(self) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], np.ndarray[tuple[int], np.dtype[np.int64]]]:
        """Return the places of mentions with their ties; 0 stands for a paper without title."""
        ties, lengths = self._ties.flat()
        places = np.repeat(np.arange(len(lengths)), lengths)
        return places[ties != 0], ties[ties != 0]


@dataclass(slots=True)
class NamedStage:
    """Resolves the mentions of one kind that sources bring, and those that these, or the ones gone, bear on."""

    tables: Tables
    kind: EntityKind
    gazetteer: Gazetteer
    changes: ChangeLog
    moved: set[int] = field(default_factory=set)
    """The mentions whose entity, or whether its places are several, is another now."""
    _titles: set[str] = field(default_factory=set)

    def run(self, gone: Collection[int], added: Sequence[NamedMention]) -> None:
        """Take out the mentions of the sources *gone* and add others."""
        components = self._remove(gone)
        components |= self._components(tie for one in added for tie in one.ties if tie)
        self.tables.put("tie", ((tie, one.no) for one in added for tie in one.ties if tie))
        titles = Titles(self.tables)
        if self.kind is EntityKind.WORK:
            components |= self._components(titles.change(self._titles, [one.value for one in added]))
        items = [*self._of_components(components), *added]
        before = {one.no for one in items if one.component}
        groups = list(self._groups(items, titles))
        self.tables.drop("mention", "no", before)
        self._write(groups, components)

    def fill(self, mentions: MentionTable) -> None:
        """Resolve all mentions, the first time."""
        mentions.put_ties(self.tables)
        titles, pairs = Titles(self.tables), dict[int, list[tuple[str, str]]]()
        if self.kind is EntityKind.WORK:
            titles.fill(mentions.titles)
            pairs = titles.among(title_tie(key) for key in mentions.titles)
            mentions.titles.clear()

        def resolved() -> Iterator[tuple[list[NamedMention], Resolved]]:
            for places in mentions.parted(titles.edges):
                group = [mentions.get(place, self.changes.names) for place in places]
                yield group, resolve_group(self.kind, group, self.gazetteer, _known(group, pairs))

        self._write(resolved(), ())

    def _remove(self, gone: Collection[int]) -> set[int]:
        kind = NUMBER_OF[self.kind]
        query = "SELECT no, source, component, data, ties FROM mention WHERE source IN {} AND kind = ?"
        rows = list(self.tables.among(query, gone, kind))
        for no, source, _, data, ties in rows:
            tied = load(ties)
            if self.kind is EntityKind.WORK:
                self._titles.add(load(data)[0][1].replace(" ", ""))
            self.tables.db.executemany("DELETE FROM tie WHERE tie = ? AND no = ?", [(tie, no) for tie in tied])
            self.changes.unlink(source, mention_id(self.kind, load(data)))
        self.tables.drop("mention", "no", [row[0] for row in rows])
        return {row[2] for row in rows}

    def _components(self, ties: Iterable[int]) -> set[int]:
        query = "SELECT DISTINCT n.component FROM tie t JOIN mention n ON n.no = t.no WHERE t.tie IN {}"
        return {row[0] for row in self.tables.among(query, sorted(set(ties)))}

    def _of_components(self, components: Collection[int]) -> Iterator[NamedMention]:
        query = "SELECT no, source, component, data, ties, link, shared FROM mention WHERE component IN {} AND kind = ?"
        names = self.changes.names
        for no, source, component, data, ties, link, shared in self.tables.among(
            query, components, NUMBER_OF[self.kind]
        ):
            value, year = from_row(self.kind, names[source], data)
            yield NamedMention(no, source, value, year, load(ties), link, component, shared)

    def _groups(self, items: Sequence[NamedMention], titles: Titles) -> Iterator[tuple[list[NamedMention], Resolved]]:
        """Yield the items that ties connect, in order, and what they resolve to."""
        sets: DisjointSets[int] = DisjointSets()
        for place, one in enumerate(items):
            sets.add(-1 - place)
            for tie in one.ties:
                if tie:
                    sets.add(tie)
                    sets.union(-1 - place, tie)
        pairs: dict[int, list[tuple[str, str]]] = {}
        if self.kind is EntityKind.WORK:
            pairs = titles.among({one.ties[0] for one in items if one.ties[0]})
            for tie, other in titles.edges:
                sets.add(tie)
                sets.add(other)
                sets.union(tie, other)
        groups: dict[int, list[NamedMention]] = defaultdict(list)
        for place, one in enumerate(items):
            groups[sets.find(-1 - place)].append(one)
        for group in groups.values():
            if len(group) > 1:
                group.sort(key=lambda one: one.ref)
            yield group, resolve_group(self.kind, group, self.gazetteer, _known(group, pairs))

    def _write(self, groups: Iterable[tuple[list[NamedMention], Resolved]], components: Collection[int]) -> None:
        made: list[tuple[int, Entity, int]] = []

        def rows() -> Iterator[tuple[Any, ...]]:
            for group, resolved in groups:
                component = min(one.no for one in group)
                linked = {x.entity for x in resolved.links} | {x.unit for x in resolved.links}
                made.extend((component, entity, rank(entity, linked)) for entity in resolved.entities)
                if self.changes.first and len(made) > _SOME:
                    self.changes.put_entities(NUMBER_OF[self.kind], (), made)
                    made.clear()
                links = {(x.source, x.mention): x for x in resolved.links}
                shared: dict[str, bool] = {}
                if self.kind is EntityKind.WORK:
                    shared = _shared(group, links, self._places(group))
                for one in group:
                    yield self._row(one, component, links[one.ref], shared)

        self.tables.put("mention", rows())
        self.changes.put_entities(NUMBER_OF[self.kind], components, made)

    def _row(self, one: NamedMention, component: int, link: Link, shared: Mapping[str, bool]) -> tuple[Any, ...]:
        told = dump(link_row(link))
        several = int(shared.get(link.entity, False))
        if told != one.known:
            self.changes.link(one.source, link.mention, told)
        if told != one.known or several != one.shared:
            self.moved.add(one.no)
        ties = dump(one.ties)
        return one.no, NUMBER_OF[self.kind], one.source, component, one.data or as_row(one), ties, told, several

    def _places(self, group: Iterable[NamedMention]) -> dict[int, set[int]]:
        """Return the places in which the authors of each work stand."""
        found: dict[int, set[int]] = defaultdict(set)
        nos = [one.no for one in group]
        for work, place in self.tables.among("SELECT DISTINCT work, place FROM listed WHERE work IN {}", nos):
            found[work].add(place)
        return found


def as_row(one: NamedMention) -> bytes:
    """Return what stands for a mention as a row of ``mention`` holds it."""
    row = paper_row(one.value) if isinstance(one.value, Paper) else mention_row(one.value)
    return dump((row, one.year))


def from_row(kind: EntityKind, source: str, data: bytes) -> tuple[Any, str]:
    """Return the mention or paper that a row of ``mention`` holds, and its year."""
    row, year = load_lists(data)
    return (paper_of if kind is EntityKind.WORK else mention_of)(source, row), year


def _known(group: Iterable[NamedMention], pairs: Mapping[int, Iterable[tuple[str, str]]]) -> list[tuple[str, str]]:
    """Return the pairs of titles that are almost alike, of those of a group."""
    return sorted({pair for one in group for pair in pairs.get(one.ties[0], ())}) if pairs else []


def mention_id(kind: EntityKind, data: Any) -> str:
    """Return the id of the mention that a row of ``mention`` holds."""
    row = data[0][0] if kind is EntityKind.WORK else data[0]
    return str(row[0])


def _shared(
    group: Iterable[NamedMention], links: Mapping[Ref, Link], places: Mapping[int, set[int]]
) -> dict[str, bool]:
    """Return, for each work, whether it stands in more than one document or record."""
    found: dict[str, set[int]] = defaultdict(set)
    for one in group:
        found[links[one.ref].entity] |= places.get(one.no, set())
    return {key: len(each) > 1 for key, each in found.items()}
