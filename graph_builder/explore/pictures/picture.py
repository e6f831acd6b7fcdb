"""The nouns of pictures: what was asked to be shown, and the things and edges that are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graph_builder.explore.things.fact import Fact, Thing
from graph_builder.model import EntityKind, Relation

#: How much an edge of each relation says about what belongs together, where not everything can be shown.
WEIGHTS: Mapping[str, float] = {
    "employment": 1.0,
    "education": 1.0,
    "advising": 1.0,
    "part of": 0.8,
    "edition of": 0.5,
    "narrower topic of": 0.3,
    "award": 0.5,
    "authorship": 0.4,
    "co-author": 0.6,
    "interest": 0.3,
    "about": 0.3,
    "publication": 0.3,
    "listing": 0.4,
    "service": 0.2,
}


@dataclass(frozen=True, slots=True)
class Selection:
    """What to show of a graph: where to start, how far to go, and what to leave out.

    *about* are addresses of things; none means the whole graph. *years* is a first and last year. Facts without a date
    are left out when years are given; an authorship has the years of its work.
    """

    about: tuple[str, ...] = ()
    hops: int = 2
    kinds: frozenset[EntityKind] = frozenset(EntityKind)
    relations: frozenset[Relation] = frozenset(Relation)
    min_confidence: float = 0.0
    years: tuple[int, int] | None = None
    max_nodes: int = 80


@dataclass(frozen=True, slots=True)
class Edge:
    """A line of a picture: all facts of one relation between two things; *count* is how often they are so related."""

    start: str
    end: str
    relation: str
    facts: tuple[Fact, ...] = ()
    count: int = 1

    @property
    def weight(self) -> float:
        """How much the edge ties its ends together: the relation's weight times the best confidence."""
        return WEIGHTS[self.relation] * max((fact.confidence for fact in self.facts), default=1.0)


@dataclass(frozen=True, slots=True)
class Picture:
    """The things and edges that a picture shows, most relevant thing first, and what it leaves out by kind."""

    nodes: tuple[Thing, ...]
    edges: tuple[Edge, ...]
    about: tuple[str, ...] = ()
    subjects: frozenset[str] = frozenset()
    notes: Mapping[str, tuple[Fact, ...]] = field(default_factory=dict)
    left_out: Mapping[EntityKind, int] = field(default_factory=dict)
