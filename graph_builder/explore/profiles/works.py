"""The works of a venue, an organization or a topic, and what they lead to: looked up in the graph, or in its index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from pyoxigraph import NamedNode, Store

from graph_builder.explore.things.fact import Thing
from graph_builder.explore.things.reader import Reader
from graph_builder.model import EntityKind, Relation
from graph_builder.query.index import Index
from graph_builder.query.index.schema import DIRECT, GB, OPEN, SCHEMA_ORG

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
_NOT = "FILTER NOT EXISTS { ?stay a gb:Award } FILTER NOT EXISTS { ?stay a gb:Publication } "
_STAYS = (
    (
        _STAY + "gb:year ?first . ?work schema:datePublished ?date . FILTER(sameTerm(?first, ?date)) " + _NOT,
        "?first",
    ),
    (_STAY + "gb:startYear ?first ; gb:endYear ?last . ", "?first ?last"),
    (_STAY + "gb:startYear ?first ; gb:ongoing ?last . ", "?first ?last"),
)
MANY = 1500
"""Works beyond which only what papers attest is looked up: careers of CVs would add seconds and little else."""

Works = dict[str, set[str]]
"""What works lead to, each with these works."""


class Counts(Protocol):
    """What can be asked of the works of a thing."""

    def works(self) -> Iterator[tuple[str, str]]:
        """Yield the works, with a year of each or nothing."""
        ...

    def leading_to(self, edge: str) -> Works:
        """Return what a direct edge of the works leads to."""
        ...

    def stays(self, only_papers: bool) -> Iterator[tuple[str, str, int, int]]:
        """Yield where authors of the works were: the organization, the work, the first and the last year."""
        ...


class PlainCounts:
    """The works of a thing as the graph has them."""

    def __init__(self, graph: Store, reader: Reader, thing: Thing) -> None:
        self._graph, self._reader, self._thing = graph, reader, thing
        self._found: list[str] = []
        self._pattern = ""
        if thing.kind is not EntityKind.ORGANIZATION:
            edition = reader.values(thing.iri, GB + "editionYear")
            pattern = _EDITION if edition else _WORKS[thing.kind]
            self._pattern = pattern.replace("THING", str(NamedNode(thing.iri)))

    def works(self) -> Iterator[tuple[str, str]]:
        """Yield the works, with a year of each or nothing."""
        if self._pattern:
            rows = self._rows("?work ?year", self._pattern + "OPTIONAL { ?work schema:datePublished ?year }")
        else:
            rows = self._written_at(self._thing.iri)
        for work, year in rows:
            self._found.append(work)
            yield work, year

    def _written_at(self, organization: str) -> Iterator[tuple[str, ...]]:
        """Yield what people wrote while they were at an organization, with the year."""
        stays: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for iri in self._reader.subjects(GB + "organization", organization):
            fact = self._reader.fact(iri)
            if fact and fact.years and fact.relation is Relation.EMPLOYMENT:
                stays[fact.role("person")].append(fact.years)
        for person, spans in stays.items():
            for work in self._reader.subjects(SCHEMA_ORG + "author", person):
                year = self._reader.published(work)
                if any(first <= year_in(year) <= last for first, last in spans):
                    yield work, year

    def leading_to(self, edge: str) -> Works:
        """Return what a direct edge of the works leads to."""
        found: Works = defaultdict(set)
        if self._pattern:
            for iri, work in self._rows("?found ?work", f"{self._pattern}?work <{DIRECT[edge]}> ?found . "):
                found[iri].add(work)
        else:
            for work in self._found:
                for iri in self._reader.linked(work, edge):
                    found[iri].add(work)
        return found

    def stays(self, only_papers: bool) -> Iterator[tuple[str, str, int, int]]:
        """Yield where authors of the works were: the organization, the work, the first and the last year."""
        for pattern, span in _STAYS[:1] if only_papers else _STAYS:
            for iri, work, *years in self._rows(f"?found ?work {span}", self._pattern + pattern):
                yield iri, work, year_in(years[0]), OPEN if years[-1] == "true" else year_in(years[-1])

    def _rows(self, wanted: str, pattern: str) -> Iterator[tuple[str, ...]]:
        query = f"{_PREFIXES}SELECT DISTINCT {wanted} {{ {pattern} }}"
        found: Any = self._graph.query(query, use_default_graph_as_union=True)
        return (tuple(term.value if term else "" for term in row) for row in found)


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


class IndexedCounts:
    """The works of a thing as the index of the graph has them."""

    def __init__(self, index: Index, thing: Thing) -> None:
        self._index = index
        number = index.number(thing.iri)
        index.ask("DROP TABLE IF EXISTS temp.works")
        index.ask("CREATE TEMP TABLE works (id INTEGER PRIMARY KEY)")
        found = _FOUND[thing.kind].replace(":thing", str(-1 if number is None else number))
        index.ask(f"INSERT INTO temp.works SELECT * FROM ({found}) WHERE start IS NOT NULL")  # noqa: S608 no text of users

    def works(self) -> Iterator[tuple[str, str]]:
        """Yield the works, with a year of each or nothing."""
        yield from self._index.ask("SELECT iri, coalesce(year, '') FROM works JOIN thing USING (id)")

    def leading_to(self, edge: str) -> Works:
        """Return what a direct edge of the works leads to."""
        query = f"""SELECT thing.iri, work.iri FROM works JOIN {edge} ON {edge}.start = works.id
            JOIN thing ON thing.id = {edge}.end JOIN thing AS work ON work.id = works.id"""  # noqa: S608 a name of ours
        found: Works = defaultdict(set)
        for iri, work in self._index.ask(query):
            found[iri].add(work)
        return found

    def stays(self, only_papers: bool) -> Iterator[tuple[str, str, int, int]]:
        """Yield where authors of the works were: the organization, the work, the first and the last year."""
        yield from self._index.ask(_STAYED)


def year_in(year: str) -> int:
    """Return the year that a date begins with, or 0."""
    return int(year[:4]) if year[:4].isdigit() else 0
