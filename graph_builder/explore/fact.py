"""Things and facts of a graph as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from graph_builder.model import EntityKind, Relation


@dataclass(frozen=True, slots=True)
class Thing:
    """A person, organisation, work, venue or topic: its address in the graph, kind and preferred name."""

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
        first = _year(self.values.get("startYear") or self.values.get("start") or self.values.get("year"))
        last = _year(self.values.get("endYear") or self.values.get("end"))
        if first is None and last is None:
            return None
        if last is None:
            last = 9999 if self.values.get("ongoing") == "true" or first is None else first
        return (last if first is None else first, last)

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


def _year(value: str | None) -> int | None:
    head = (value or "")[:4]
    return int(head) if head.isdigit() and len(head) == 4 else None


def source_name(iri: str) -> str:
    """Return the name of a source as users know it, from its address in the graph.

    >>> source_name("https://w3id.org/graph-builder/data/source/cvs/ada%20l.md")
    'cvs/ada l.md'
    """
    return unquote(iri.rsplit("/source/", 1)[-1])
