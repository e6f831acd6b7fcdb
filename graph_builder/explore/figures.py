"""Figures of a venue, an organisation or a topic: counts year by year, and who and what is most frequent."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pyoxigraph import NamedNode, Store

from graph_builder.explore.fact import Thing
from graph_builder.explore.reader import GB, SCHEMA_ORG, Reader
from graph_builder.model import EntityKind

_PREFIXES = f"PREFIX gb: <{GB}> PREFIX schema: <{SCHEMA_ORG}> "

_WORKS: Mapping[EntityKind, str] = {
    EntityKind.VENUE: "{ ?work schema:isPartOf THING } UNION { ?listing gb:edition THING ; gb:work ?work }",
    EntityKind.TOPIC: "?work schema:about THING .",
}
"""Patterns that find the works of a thing."""

# A stay is told with its years, or with the year in which a paper attests it.
_THEN = """
OPTIONAL { ?stay gb:year ?attested } OPTIONAL { ?stay gb:startYear ?first }
OPTIONAL { ?stay gb:endYear ?last } OPTIONAL { ?stay gb:ongoing ?on }
BIND(<http://www.w3.org/2001/XMLSchema#integer>(STR(?year)) AS ?number)
FILTER(?attested = ?year || (?number >= ?first && ?number <= COALESCE(?last, IF(BOUND(?on), 9999, ?first))))
"""


_WITHIN = f"?stay gb:person ?person ; gb:organization ?found . {_THEN}"
_AT = "?stay gb:organization THING ; gb:person ?person . ?work schema:author ?person . " + (
    "?work schema:datePublished ?year . " + _THEN
)


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


def figures(graph: Store, thing: Thing, most: int = 12) -> tuple[tuple[Figure, ...], tuple[Rank, ...]]:
    """Return the figures and ranks of a venue, an organisation or a topic; of other kinds there are none.

    Args:
        graph: the store.
        thing: what they are about.
        most: rows of a figure, and things of a rank, at most.
    """
    if thing.kind is EntityKind.ORGANIZATION:
        pattern, own = _AT, "Papers of its people"
    elif thing.kind in _WORKS:
        pattern, own = _WORKS[thing.kind], "Papers"
    else:
        return (), ()
    count = _Counts(graph, pattern.replace("THING", str(NamedNode(thing.iri))), thing.iri)
    found = [Figure(f"{own} by year", (Row(None, years),)) for years in [count.works()] if len(years) > 1]
    if thing.kind is not EntityKind.ORGANIZATION:
        found += count.by_year("Organisations by year", _WITHIN, most)
    if thing.kind is not EntityKind.TOPIC:
        found += count.by_year("Topics by year", "?work schema:about ?found .", most)
    ranks = [("Most papers", "?work schema:author ?found ."), ("Topics", "?work schema:about ?found .")]
    if thing.kind is EntityKind.TOPIC:
        ranks = [*ranks[:1], ("Venues", "?work schema:isPartOf ?found ."), ("Together with", ranks[1][1])]
    return tuple(found), tuple(rank for title, on in ranks for rank in count.rank(title, on, most))


class _Counts:
    """Counts over the works that a pattern finds."""

    def __init__(self, graph: Store, pattern: str, own: str) -> None:
        self._graph, self._pattern, self._own = graph, pattern, own
        self._reader = Reader(graph)

    def works(self) -> tuple[tuple[int, int], ...]:
        """Return how many works there were in each year."""
        rows = self._rows("?work ?year", "?work schema:datePublished ?year .", "")
        first: dict[str, int] = {}
        for work, year in rows:
            number = _year(year)
            first[work.value] = min(number, first.get(work.value, number))
        return tuple(sorted((year, n) for year, n in Counter(first.values()).items() if year))

    def by_year(self, title: str, on: str, most: int) -> Iterator[Figure]:
        """Yield a figure of what the works lead to, if that spans years."""
        author = "?work schema:author ?person . " if "?person" in on and "?person" not in self._pattern else ""
        dated = f"?work schema:datePublished ?year . {author}{on}"
        counts: dict[str, Counter[int]] = defaultdict(Counter)
        for found, year, n in self._rows("?found ?year (COUNT(DISTINCT ?work) AS ?n)", dated, "GROUP BY ?found ?year"):
            if found.value != self._own and _year(year):
                counts[found.value][_year(year)] += int(n.value)
        ranked = sorted(counts, key=lambda iri: (-counts[iri].total(), iri))
        rows = [(self._reader.thing(iri), counts[iri]) for iri in ranked[:most]]
        kept = tuple(Row(thing, tuple(sorted(years.items()))) for thing, years in rows if thing)
        if len({year for row in kept for year, _ in row.years}) > 1:
            yield Figure(title, kept)

    def rank(self, title: str, on: str, most: int) -> Iterator[Rank]:
        """Yield what most of the works lead to, if they lead to anything."""
        rows = self._rows(
            "?found (COUNT(DISTINCT ?work) AS ?n)", on, f"GROUP BY ?found ORDER BY DESC(?n) ?found LIMIT {most + 1}"
        )
        things = [(self._reader.thing(found.value), int(n.value)) for found, n in rows if found.value != self._own]
        if kept := tuple((thing, n) for thing, n in things[:most] if thing):
            yield Rank(title, kept)

    def _rows(self, wanted: str, on: str, after: str) -> Iterator[Any]:
        distinct = "" if after else "DISTINCT "
        query = f"{_PREFIXES}SELECT {distinct}{wanted} {{ {self._pattern} {on} }} {after}"
        return iter(self._graph.query(query, use_default_graph_as_union=True))  # type: ignore[arg-type]


def _year(term: Any) -> int:
    head = term.value[:4]
    return int(head) if head.isdigit() else 0
