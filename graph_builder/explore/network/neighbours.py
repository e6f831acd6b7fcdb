"""What a thing is related to, kind of relation by kind, with counts before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pyoxigraph import NamedNode, Store, Triple

from graph_builder.explore.things.fact import Fact, Thing, span, ties
from graph_builder.explore.things.reader import Reader
from graph_builder.model import QueryError
from graph_builder.query.index.schema import LABEL, RDF_TYPE


@dataclass(frozen=True, slots=True)
class Tie:
    """A line between two things: what relates them, in which years, how surely, and the facts that say so.

    *years* are the first and last year of the facts (9999 for an open end), or None if none is dated; *works* is how
    many works a line between co-authors stands for.
    """

    start: str
    end: str
    relation: str
    years: tuple[int, int] | None
    confidence: float
    facts: tuple[str, ...]
    works: int = 0

    @property
    def weight(self) -> int:
        """How much the line weighs: its works, or else its facts, and at least 1."""
        return self.works or max(1, len(self.facts))


@dataclass(frozen=True, slots=True)
class Direction:
    """One way on from a thing: the relation, whether the thing is the *start* of its lines, and how many lead on."""

    relation: str
    outward: bool
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The ways on from a thing with their counts, and the things and lines of those that were asked for."""

    thing: Thing
    directions: tuple[Direction, ...]
    things: tuple[Thing, ...]
    ties: tuple[Tie, ...]


def neighbours(
    reader: Reader, iri: str, relations: Iterable[tuple[str, bool]] | None = None, limit: int = 60
) -> Neighbours:
    """Return what a thing is related to.

    Args:
        reader: reads the store.
        iri: the thing.
        relations: the ways on that are wanted, each a relation and whether it leads outward; all if None.
        limit: how many things at most, those with most and surest facts first.

    Raises:
        QueryError: there is no such thing.
    """
    thing = reader.thing(iri)
    if thing is None:
        raise QueryError(f"{iri} is not in this graph; search for it by name")
    lines = _lines(reader, iri)
    ways: dict[tuple[str, bool, str], set[str]] = {}
    for tie in lines:
        outward = tie.start == iri
        other = reader.thing(tie.end if outward else tie.start)
        if other:
            ways.setdefault((tie.relation, outward, other.kind.value), set()).add(other.iri)
    directions = tuple(
        Direction(relation, outward, kind, len(others))
        for (relation, outward, kind), others in sorted(ways.items(), key=lambda way: (-len(way[1]), way[0]))
    )
    wanted = None if relations is None else set(relations)
    kept = [tie for tie in lines if wanted is None or (tie.relation, tie.start == iri) in wanted]
    order: dict[str, None] = {}
    for tie in sorted(kept, key=lambda tie: (-len(tie.facts), -tie.confidence, tie.start, tie.end)):
        order.setdefault(tie.end if tie.start == iri else tie.start)
    shown = {iri, *list(order)[:limit]}
    things = tuple(found for each in order if each in shown and (found := reader.thing(each)))
    return Neighbours(thing, directions, things, tuple(t for t in kept if t.start in shown and t.end in shown))


def ties_between(reader: Reader, things: Iterable[str]) -> tuple[Tie, ...]:
    """Return all lines between some things."""
    wanted = set(things)
    found: dict[tuple[str, str, str], Tie] = {}
    for iri in sorted(wanted):
        for tie in _lines(reader, iri):
            if tie.start in wanted and tie.end in wanted:
                found[tie.start, tie.end, tie.relation] = tie
    return tuple(found[key] for key in sorted(found))


def statements_about(graph: Store, reader: Reader, iri: str) -> Iterator[Triple]:
    """Yield what a graph says of a thing, each statement once: its own, its facts, and the names of all in these."""
    facts = reader.facts_of(iri, reader.limit)
    others = {thing for fact in facts for _, thing in fact.roles} - {iri}
    seen: set[Triple] = set()
    for subject in (iri, *(fact.iri for fact in facts), *sorted(others)):
        for predicate in (NamedNode(RDF_TYPE), NamedNode(LABEL)) if subject in others else (None,):
            for quad in graph.quads_for_pattern(NamedNode(subject), predicate, None, None):
                if quad.triple not in seen:
                    seen.add(quad.triple)
                    yield quad.triple


def _lines(reader: Reader, iri: str) -> list[Tie]:
    grouped: dict[tuple[str, str, str], list[Fact]] = {}
    for fact in reader.facts_of(iri, reader.limit):
        for key in ties(fact):
            if iri in key[:2]:
                grouped.setdefault(key, []).append(fact)
    lines = [_tie(reader, key, facts) for key, facts in sorted(grouped.items())]
    above = [Tie(iri, other, name, None, 1.0, ()) for name, other in reader.parents(iri)]
    below = [Tie(other, iri, name, None, 1.0, ()) for name, other in reader.children(iri)[: reader.limit]]
    return lines + above + below


def _tie(reader: Reader, key: tuple[str, str, str], facts: list[Fact]) -> Tie:
    years = span(fact.years for fact in facts)
    if not years and key[2] in ("authorship", "listing") and (year := reader.published(facts[0].role("work"))[:4]):
        years = int(year), int(year)
    return Tie(*key, years, max(fact.confidence for fact in facts), tuple(fact.iri for fact in facts))
