"""The works of a venue, an organization or a topic, and what they lead to, looked up in the index of a graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from graph_builder.explore.things.fact import Thing
from graph_builder.model import EntityKind
from graph_builder.query.index import Index

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


class Counts:
    """What can be asked of the works of a thing."""

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

    def stays(self) -> Iterator[tuple[str, str, int, int]]:
        """Yield where authors of the works were: the organization, the work, the first and the last year."""
        yield from self._index.ask(_STAYED)


def year_in(year: str) -> int:
    """Return the year that a date begins with, or 0."""
    return int(year[:4]) if year[:4].isdigit() else 0
