"""Things and facts of a graph as frozen values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from graph_builder.model import EntityKind, Relation
from graph_builder.query.index.schema import span_of


@dataclass(frozen=True, slots=True)
class Thing:
    """A person, organization, work, venue or topic: its address in the graph, kind and preferred name."""

    iri: str
    kind: EntityKind
    name: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of one source, with the things in its roles, its values and its evidence.

    *start* and *end* are the characters of the source's text that state it, or None where the graph has no offsets.
    """

    iri: str
    relation: Relation
    roles: tuple[tuple[str, str], ...]
    values: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    confidence: float = 1.0
    extractor: str = ""
    start: int | None = None
    end: int | None = None
    quote: str = ""
    mentions: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The last part of the fact's address, by which commands name it."""
        return self.iri.rsplit("/", 1)[-1]

    def role(self, name: str) -> str:
        """Return the address of the thing in the role *name*, or the empty string."""
        return next((iri for role, iri in self.roles if role == name), "")

    @property
    def years(self) -> tuple[int, int] | None:
        """The first and last year of the fact, or None if it has no date; an open end is the year 9999."""
        return span_of(self.values)

    @property
    def dates(self) -> str:
        """The fact's dates as one would print them: ``2019-09–present``, ``2021`` or nothing.

        >>> Fact("f", Relation.EMPLOYMENT, (), {"start": "2019-09", "ongoing": "true"}).dates
        '2019-09–present'
        """
        start = self.values.get("start", "")
        end = "present" if self.values.get("ongoing") == "true" else self.values.get("end", "")
        if not start and not end:
            return self.values.get("year", "")
        return start if start == end else f"{start}–{end}" if end else f"{start}–"


def span(years: Iterable[tuple[int, int] | None]) -> tuple[int, int] | None:
    """Return the first and last year of some spans of years, or None if there is none.

    >>> span([(2015, 2019), None, (2018, 9999)]), span([None])
    ((2015, 9999), None)
    """
    found = [each for each in years if each]
    return (min(first for first, _ in found), max(last for _, last in found)) if found else None


def source_name(iri: str) -> str:
    """Return the name of a source as users know it, from its address in the graph.

    >>> source_name("https://w3id.org/graph-builder/data/source/cvs/ada%20l.md")
    'cvs/ada l.md'
    """
    return unquote(iri.rsplit("/source/", 1)[-1])


#: The two roles of each relation that an edge runs between.
ENDS: Mapping[Relation, tuple[str, str]] = {
    Relation.EDUCATION: ("person", "organization"),
    Relation.EMPLOYMENT: ("person", "organization"),
    Relation.ADVISING: ("student", "advisor"),
    Relation.PUBLICATION: ("work", "venue"),
    Relation.AUTHORSHIP: ("author", "work"),
    Relation.ABOUT: ("work", "topic"),
    Relation.INTEREST: ("person", "topic"),
    Relation.AWARD: ("person", "organization"),
    Relation.SERVICE: ("person", "venue"),
}

LISTING = "listing"


def ties(fact: Fact) -> list[tuple[str, str, str]]:
    """Return the edges that a fact gives: start, end and name; a publication also ties its work to who lists it."""
    ends = [(*ENDS[fact.relation], fact.relation.value)] if fact.relation in ENDS else []
    if fact.relation is Relation.PUBLICATION:
        ends += [("person", "work", LISTING), ("work", "organization", fact.relation.value)]
    found = [(fact.role(start), fact.role(end), name) for start, end, name in ends]
    return [(start, end, name) for start, end, name in found if start and end and start != end]
