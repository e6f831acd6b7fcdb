"""Figures of a venue, an organization or a topic: counts year by year, and who and what is most frequent."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from pyoxigraph import Store

from graph_builder.explore.profiles.works import Counts, Works, year_in
from graph_builder.explore.things.fact import Thing
from graph_builder.explore.things.reader import IndexedReader, Reader
from graph_builder.model import EntityKind
from graph_builder.query.index import Index
from graph_builder.query.index.schema import OPEN


@dataclass(frozen=True, slots=True)
class Row:
    """What is counted, or None for all of it together, and its count in each year."""

    thing: Thing | None
    years: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Counts year by year, of one row or of those that have most."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """Things with the number of works that lead to them, the highest first; *total* is how many there are in all."""

    title: str
    things: tuple[tuple[Thing, int], ...]
    total: int


MOST_RANKED = 200
"""Things of a rank at most."""


def figures(graph: Store, thing: Thing, index: Index, most: int = 12) -> tuple[tuple[Figure, ...], tuple[Rank, ...]]:
    """Return the figures and ranks of a venue, an organization or a topic; of other kinds there are none.

    Args:
        graph: the store.
        thing: what they are about.
        index: that of the graph.
        most: rows of a figure at most.
    """
    if thing.kind not in (EntityKind.VENUE, EntityKind.TOPIC, EntityKind.ORGANIZATION):
        return (), ()
    counts = Counts(index, thing)
    count = _Figures(IndexedReader(graph, index), counts, thing.iri, most)
    organization, topic = thing.kind is EntityKind.ORGANIZATION, thing.kind is EntityKind.TOPIC
    found = list(count.works("Papers of its people by year" if organization else "Papers by year"))
    if not organization:
        found += count.by_year("Organizations by year", count.organizations())
    topics = counts.leading_to("about")
    if not topic:
        found += count.by_year("Topics by year", topics)
    ranks = [("Most papers", counts.leading_to("author")), ("Together with" if topic else "Topics", topics)]
    if topic:
        ranks.insert(1, ("Venues", counts.leading_to("part")))
    return tuple(found), tuple(rank for title, works in ranks for rank in count.rank(title, works))


class _Figures:
    """Figures and ranks of the works that are counted."""

    def __init__(self, reader: Reader, counts: Counts, own: str, most: int) -> None:
        self._reader, self._counts, self._own, self._most = reader, counts, own, most
        self._years: dict[str, int] = {}
        for work, year in counts.works():
            self._years[work] = min(year_in(year), self._years.get(work, OPEN))

    def organizations(self) -> Works:
        """Return where the authors of the works were when these appeared."""
        found: Works = defaultdict(set)
        for iri, work, first, last in self._counts.stays():
            if first <= self._years.get(work, 0) <= last:
                found[iri].add(work)
        return found

    def works(self, title: str) -> Iterator[Figure]:
        """Yield how many works there were in each year, if there were several years."""
        years = Counter(year for year in self._years.values() if year)
        if len(years) > 1:
            yield Figure(title, (Row(None, tuple(sorted(years.items()))),))

    def by_year(self, title: str, works: Works) -> Iterator[Figure]:
        """Yield a figure of what the works lead to, if that spans years."""
        rows = []
        for thing, same in self._ranked(works, self._most):
            years = Counter(year for work in same if (year := self._years.get(work)))
            if years:
                rows.append(Row(thing, tuple(sorted(years.items()))))
        if len({year for row in rows for year, _ in row.years}) > 1:
            yield Figure(title, tuple(rows))

    def rank(self, title: str, works: Works) -> Iterator[Rank]:
        """Yield what most of the works lead to, if they lead to anything."""
        if kept := tuple((thing, len(same)) for thing, same in self._ranked(works, MOST_RANKED)):
            yield Rank(title, kept, len(works.keys() - {self._own}))

    def _ranked(self, works: Works, most: int) -> list[tuple[Thing, set[str]]]:
        iris = sorted(works.keys() - {self._own}, key=lambda iri: (-len(works[iri]), iri))
        return [(thing, works[iri]) for iri in iris[:most] if (thing := self._reader.thing(iri))]
