"""Figures of a venue, an organisation or a topic: counts year by year, and who and what is most frequent."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pyoxigraph import NamedNode, Store

from graph_builder.explore.fact import Thing
from graph_builder.explore.reader import GB, SCHEMA_ORG, Reader
from graph_builder.model import EntityKind, Relation

_PREFIXES = f"PREFIX gb: <{GB}> PREFIX schema: <{SCHEMA_ORG}> "

_WORKS: Mapping[EntityKind, str] = {
    EntityKind.VENUE: "?work schema:isPartOf THING . ",
    EntityKind.TOPIC: "?work schema:about THING . ",
}
"""Patterns that find the works of a thing."""

_EDITION = "?listing gb:edition THING ; gb:work ?work . "

# Where an author was, with the years of that: what a paper attests, what has an end, and what goes on. Plain patterns
# without common years: the engine then goes from work to author to stay, and does not pair all that is of one year.
_STAY = "?work schema:author ?person . ?stay gb:person ?person ; gb:organization ?found ; "
_STAYS = (
    (_STAY + "gb:year ?first . ?work schema:datePublished ?date . FILTER(sameTerm(?first, ?date)) ", "?first"),
    (_STAY + "gb:startYear ?first ; gb:endYear ?last . ", "?first ?last"),
    (_STAY + "gb:startYear ?first ; gb:ongoing ?last . ", "?first ?last"),
)
_OPEN = 9999
_MANY = 1500
"""Works beyond which only what papers attest is asked for: careers of CVs would add seconds and little else."""


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
    """Things with a number of works each, the most frequent first."""

    title: str
    things: tuple[tuple[Thing, int], ...]


Works = dict[str, set[str]]
"""What works lead to, each with these works."""


def figures(graph: Store, thing: Thing, most: int = 12) -> tuple[tuple[Figure, ...], tuple[Rank, ...]]:
    """Return the figures and ranks of a venue, an organisation or a topic; of other kinds there are none.

    Args:
        graph: the store.
        thing: what they are about.
        most: rows of a figure, and things of a rank, at most.
    """
    if thing.kind not in (EntityKind.VENUE, EntityKind.TOPIC, EntityKind.ORGANIZATION):
        return (), ()
    count = _Counts(graph, thing, most)
    organization, topic = thing.kind is EntityKind.ORGANIZATION, thing.kind is EntityKind.TOPIC
    found = list(count.works("Papers of its people by year" if organization else "Papers by year"))
    if not organization:
        found += count.by_year("Organisations by year", count.organizations())
    topics = count.leading_to("schema:about")
    if not topic:
        found += count.by_year("Topics by year", topics)
    ranks = [("Most papers", count.leading_to("schema:author")), ("Together with" if topic else "Topics", topics)]
    if topic:
        ranks.insert(1, ("Venues", count.leading_to("schema:isPartOf")))
    return tuple(found), tuple(rank for title, works in ranks for rank in count.rank(title, works))


class _Counts:
    """Counts over the works of a thing."""

    def __init__(self, graph: Store, thing: Thing, most: int) -> None:
        self._graph, self._own, self._most = graph, thing.iri, most
        self._reader = Reader(graph)
        node = str(NamedNode(thing.iri))
        if thing.kind is EntityKind.ORGANIZATION:
            self._pattern = ""
            rows = list(self._written_at(thing.iri))
        else:
            edition = self._reader.values(thing.iri, GB + "editionYear")
            self._pattern = (_EDITION if edition else _WORKS[thing.kind]).replace("THING", node)
            rows = list(self._rows("?work ?year", self._pattern + "OPTIONAL { ?work schema:datePublished ?year }"))
        self._years: dict[str, int] = {}
        for work, year in rows:
            self._years[work] = min(_year(year), self._years.get(work, _OPEN))

    def _written_at(self, organization: str) -> Iterator[tuple[str, ...]]:
        """Yield what people wrote while they were at an organisation, with the year."""
        stays: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for iri in self._reader.subjects(GB + "organization", organization):
            fact = self._reader.fact(iri)
            if fact and fact.years and fact.relation is Relation.EMPLOYMENT:
                stays[fact.role("person")].append(fact.years)
        for person, spans in stays.items():
            for work in self._reader.subjects(SCHEMA_ORG + "author", person):
                year = self._reader.published(work)
                if any(first <= _year(year) <= last for first, last in spans):
                    yield work, year

    def organizations(self) -> Works:
        """Return where the authors of the works were when these appeared."""
        found: Works = defaultdict(set)
        for pattern, span in _STAYS if len(self._years) <= _MANY else _STAYS[:1]:
            for iri, work, *years in self._rows(f"?found ?work {span}", self._pattern + pattern):
                last = _OPEN if years[-1] == "true" else _year(years[-1])
                if _year(years[0]) <= self._years.get(work, 0) <= last:
                    found[iri].add(work)
        return found

    def leading_to(self, term: str) -> Works:
        """Return what a property of the works leads to."""
        found: Works = defaultdict(set)
        if self._pattern:
            for iri, work in self._rows("?found ?work", f"{self._pattern}?work {term} ?found . "):
                found[iri].add(work)
        else:
            predicate = SCHEMA_ORG + term.removeprefix("schema:")
            for work in self._years:
                for iri in self._reader.values(work, predicate):
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
        for thing, same in self._ranked(works):
            years = Counter(year for work in same if (year := self._years.get(work)))
            if years:
                rows.append(Row(thing, tuple(sorted(years.items()))))
        if len({year for row in rows for year, _ in row.years}) > 1:
            yield Figure(title, tuple(rows))

    def rank(self, title: str, works: Works) -> Iterator[Rank]:
        """Yield what most of the works lead to, if they lead to anything."""
        if kept := tuple((thing, len(same)) for thing, same in self._ranked(works)):
            yield Rank(title, kept)

    def _ranked(self, works: Works) -> list[tuple[Thing, set[str]]]:
        iris = sorted(works.keys() - {self._own}, key=lambda iri: (-len(works[iri]), iri))
        return [(thing, works[iri]) for iri in iris[: self._most] if (thing := self._reader.thing(iri))]

    def _rows(self, wanted: str, pattern: str) -> Iterator[tuple[str, ...]]:
        query = f"{_PREFIXES}SELECT DISTINCT {wanted} {{ {pattern} }}"
        found: Any = self._graph.query(query, use_default_graph_as_union=True)
        return (tuple(term.value if term else "" for term in row) for row in found)


def _year(year: str) -> int:
    return int(year[:4]) if year[:4].isdigit() else 0
