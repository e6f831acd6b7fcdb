"""Figures of a venue, an organization or a topic: counts year by year, and who and what is most frequent."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from pyoxigraph import Store

from graph_builder.explore.things.fact import Thing
from graph_builder.explore.things.reader import IndexedReader, Reader
from graph_builder.model import EntityKind
from graph_builder.query.index import Index


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

Works = dict[str, set[str]]
"""What works lead to, each with these works."""


_FOUND = {
    EntityKind.VENUE: "SELECT start FROM part WHERE end = :thing UNION SELECT work_ FROM fact WHERE edition_ = :thing",
    EntityKind.TOPIC: "SELECT start FROM about WHERE end = :thing",
    # The year of a work without one is 0, in which nobody is anywhere.
    EntityKind.ORGANIZATION: """SELECT DISTINCT author.start FROM fact JOIN author ON author.end = fact.person_
        JOIN thing ON thing.id = author.start WHERE fact.organization_ = :thing AND fact.relation = 'employment'
        AND CAST(substr(coalesce(thing.year, '0'), 1, 4) AS INTEGER) BETWEEN fact.first AND fact.last""",
}
_STAYED = """SELECT DISTINCT thing.iri, work.iri, fact.first, fact.last FROM works
    JOIN thing AS work ON work.id = works.id JOIN author ON author.start = works.id
    JOIN fact ON fact.person_ = author.end JOIN thing ON thing.id = fact.organization_
    WHERE fact.relation IN ('employment', 'education') AND (fact."year" IS NOT NULL
      OR fact."startYear" IS NOT NULL AND (fact."endYear" IS NOT NULL OR fact."ongoing" IS NOT NULL))"""


def figures(graph: Store, thing: Thing, index: Index, most: int = 12) -> tuple[tuple[Figure, ...], tuple[Rank, ...]]:
    """Return the figures and ranks of a venue, an organization or a topic; of other kinds there are none.

    Args:
        graph: the store.
        thing: what they are about.
        index: that of the graph.
        most: rows of a figure at most.
    """
    if thing.kind not in _FOUND:
        return (), ()
    count = _Figures(IndexedReader(graph, index), index, thing, most)
    organization, topic = thing.kind is EntityKind.ORGANIZATION, thing.kind is EntityKind.TOPIC
    found = list(count.works("Papers of its people by year" if organization else "Papers by year"))
    if not organization:
        found += count.by_year("Organizations by year", count.organizations())
    topics = count.leading_to("about")
    if not topic:
        found += count.by_year("Topics by year", topics)
    ranks = [("Most papers", count.leading_to("author")), ("Together with" if topic else "Topics", topics)]
    if topic:
        ranks.insert(1, ("Venues", count.leading_to("part")))
    return tuple(found), tuple(rank for title, works in ranks for rank in count.rank(title, works))


class _Figures:
    """Figures and ranks of the works of a thing, looked up in the index of a graph."""

    def __init__(self, reader: Reader, index: Index, thing: Thing, most: int) -> None:
        self._reader, self._index, self._own, self._most = reader, index, thing.iri, most
        known = index.thing(thing.iri)
        index.ask("DROP TABLE IF EXISTS temp.works")
        index.ask("CREATE TEMP TABLE works (id INTEGER PRIMARY KEY)")
        found = _FOUND[thing.kind].replace(":thing", str(known[0] if known else -1))
        index.ask(f"INSERT INTO temp.works SELECT * FROM ({found}) WHERE start IS NOT NULL")  # noqa: S608 no text of users
        self._years: dict[str, int] = {}
        for work, year in index.ask("SELECT iri, coalesce(year, '') FROM works JOIN thing USING (id)"):
            self._years[work] = int(year[:4]) if year[:4].isdigit() else 0

    def leading_to(self, edge: str) -> Works:
        """Return what a direct edge of the works leads to."""
        query = f"""SELECT thing.iri, work.iri FROM works JOIN {edge} ON {edge}.start = works.id
            JOIN thing ON thing.id = {edge}.end JOIN thing AS work ON work.id = works.id"""  # noqa: S608 a name of ours
        found: Works = defaultdict(set)
        for iri, work in self._index.ask(query):
            found[iri].add(work)
        return found

    def organizations(self) -> Works:
        """Return where the authors of the works were when these appeared."""
        found: Works = defaultdict(set)
        for iri, work, first, last in self._index.ask(_STAYED):
            if first <= self._years[work] <= last:
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
