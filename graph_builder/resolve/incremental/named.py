"""Works, organizations, venues and topics: components that ties connect, each resolved by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graph_builder.gazetteer import Gazetteer
from graph_builder.model import EntityKind, Link, Mention, SourceFacts
from graph_builder.resolve import organizations, topics, venues, works
from graph_builder.resolve.cluster import batches
from graph_builder.resolve.entities import Ref, Resolved, number
from graph_builder.resolve.incremental.name_forms import mark
from graph_builder.resolve.incremental.result import drop_entities, entity_row, rank
from graph_builder.resolve.incremental.rows import (
    NUMBER_OF,
    encode_link,
    mention_of,
    mention_row,
    paper_of,
    paper_row,
)
from graph_builder.resolve.incremental.stage import Difference, Row, Stage, others
from graph_builder.resolve.incremental.tables import LOT, Tables, dump, load
from graph_builder.resolve.incremental.titles import Titles, title_tie
from graph_builder.resolve.works import Paper

NAMED = (EntityKind.ORGANIZATION, EntityKind.WORK, EntityKind.VENUE, EntityKind.TOPIC)


# Mentions that are held at a time, unless more are tied together.
_SOME = 5_000


@dataclass(slots=True)
class NamedMention:
    """What stands for a mention until it is resolved: a mention, or a paper; the year that a venue's claims agree on.

    *tie* is that of its title, if it is a paper with a title; *link* is the row of its link so far.
    """

    no: int
    value: Any
    year: str
    tie: int
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


def ties_of(kind: EntityKind, value: Any, gazetteer: Gazetteer) -> tuple[int, ...]:
    """Return numbers of what ties a mention to others; that of a paper's title comes first, 0 if it has none."""
    if isinstance(value, Paper):
        key = works.title_key(value)
        tied = works.ties(value) - {f"t{key}"}
        return (title_tie(key) if key else 0, *sorted(number(kind.value, tie) for tie in tied))
    return tuple(sorted(mark(kind.value, tie) for tie in _TIES[kind](value, gazetteer)))


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


def named_difference(
    kind: EntityKind,
    source: str,
    values: Iterable[tuple[Mention | Paper, str]],
    before: Sequence[Row],
    gazetteer: Gazetteer,
) -> Difference:
    """Return how the mentions of a kind in a source differ from those in tables."""
    found = {number(*ref_of(value)): (value, year) for value, year in values}
    data = {no: as_row(*of) for no, of in found.items()}
    gone, new = others(before, {no: (row,) for no, row in data.items()})
    ties = {no: ties_of(kind, found[no][0], gazetteer) for no in new}
    rows = [(no, NUMBER_OF[kind], number(source), no, data[no], dump(ties[no]), None, 0) for no in new]
    papers = (found[no][0] for no in new)
    return Difference(gone, rows, ties, {works.title_key(paper) for paper in papers if isinstance(paper, Paper)})


class NamedStage(Stage):
    """Resolves the mentions of one kind that are added, and those that these, or the ones removed, are tied to."""

    def __init__(self, tables: Tables, kind: EntityKind, names: Mapping[int, str], gazetteer: Gazetteer) -> None:
        super().__init__(tables, kind, names)
        self.gazetteer = gazetteer
        self.moved: set[int] = set()
        """The mentions that were there before and whose entity, or whether its places are several, is another now."""
        self._titles: set[str] = set()
        self._almost: dict[int, list[tuple[str, str]]] = {}

    def change(self, other: Difference) -> None:
        """Have the mentions of a source in the tables as they are now."""
        super().change(other)
        self._titles |= other.noted

    def take_out(self, rows: Collection[Row]) -> None:
        """Take mentions out."""
        if self.kind is EntityKind.WORK:
            self._titles.update(load(row[3])[0][7].replace(" ", "") for row in rows)
        super().take_out(rows)

    def edges(self, ties: list[int]) -> Iterable[tuple[int, int]]:
        """Return the pairs of titles that a misprint connects."""
        if self.kind is not EntityKind.WORK:
            return []
        self._almost, edges = Titles(self.tables).among(ties)
        return edges

    def resolve(self) -> None:
        """Resolve the components of ties in which something was added or removed."""
        if self.kind is EntityKind.WORK:
            self.ties |= Titles(self.tables).change(self._titles)
        self.find_components()
        drop_entities(self.tables, self.kind, self.components)
        for _, (rows, entities) in self.tables.spread(self._resolved, batches(self.groups(), _SOME), LOT):
            self.tables.db.executemany("UPDATE mention SET component = ?, link = ?, shared = ? WHERE no = ?", rows)
            self.tables.put("entity", entities)

    def _resolved(self, groups: Sequence[Sequence[int]]) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        """Resolve some components; return what differs of mentions, and the rows of the entities."""
        every = [no for group in groups for no in group]
        mentions, places = self._mentions(every), self._places(every)
        entities, rows = list[tuple[Any, ...]](), list[tuple[Any, ...]]()
        for nos in groups:
            group = sorted((mentions[no] for no in nos), key=lambda one: one.ref)
            pairs = sorted({pair for one in group for pair in self._almost.get(one.tie, ())})
            resolved = resolve_group(self.kind, group, self.gazetteer, pairs)
            component = min(nos)
            linked = {x.entity for x in resolved.links} | {x.unit for x in resolved.links}
            entities += (entity_row(self.kind, component, one, rank(one, linked)) for one in resolved.entities)
            links = {(x.source, x.mention): x for x in resolved.links}
            shared = _shared(group, links, places) if self.kind is EntityKind.WORK else {}
            rows += (row for one in group if (row := self._row(one, component, links[one.ref], shared)) is not None)
        return rows, entities

    def _mentions(self, nos: Collection[int]) -> dict[int, NamedMention]:
        found: dict[int, NamedMention] = {}
        columns = "no, source, component, data, ties, link, shared"
        for no, source, component, data, ties, link, shared in self.select(columns, "no", nos):
            value, year = from_row(self.kind, self.names[source], data)
            found[no] = NamedMention(no, value, year, (load(ties) or [0])[0], link, component, shared)
        return found

    def _row(
        self, one: NamedMention, component: int, link: Link, shared: Mapping[str, bool]
    ) -> tuple[int, bytes, int, int] | None:
        """Return the component, link and places of a mention with its number, unless all are as before."""
        row, several = encode_link(link), int(shared.get(link.entity, False))
        if (row, several) != (one.link, one.shared) and one.no not in self.added:
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
    row, year = load(data)
    return (paper_of if kind is EntityKind.WORK else mention_of)(source, row), year


def _shared(
    group: Iterable[NamedMention], links: Mapping[Ref, Link], places: Mapping[int, set[int]]
) -> dict[str, bool]:
    """Return, for each work, whether it stands in more than one document or record."""
    found: dict[str, set[int]] = defaultdict(set)
    for one in group:
        found[links[one.ref].entity] |= places.get(one.no, set())
    return {key: len(each) > 1 for key, each in found.items()}
