"""What speaks for and against two sides being one: what their facts have in common, and what each has alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph_builder.explore.things.fact import Fact, Thing, span
from graph_builder.explore.things.reader import Reader
from graph_builder.model import EntityKind, Relation

_TEAM = 50
"""Authors of a paper beyond which it says little on who works with whom."""

_TITLES: Mapping[EntityKind, str] = {
    EntityKind.PERSON: "People",
    EntityKind.ORGANIZATION: "Organizations",
    EntityKind.WORK: "Papers",
    EntityKind.VENUE: "Venues",
    EntityKind.TOPIC: "Topics",
}

Years = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Related:
    """Something that sides are related to, with the first and last year of the relation on each side."""

    thing: Thing
    one: Years
    other: Years


@dataclass(frozen=True, slots=True)
class Aspect:
    """The things of one kind that two sides are related to: both of them, only the one, only the other."""

    title: str
    both: tuple[Related, ...]
    one: tuple[Related, ...]
    other: tuple[Related, ...]


def compare(reader: Reader, one: Sequence[Fact], other: Sequence[Fact], selves: Iterable[str]) -> tuple[Aspect, ...]:
    """Return what the facts of two sides have in common, kind by kind.

    Args:
        reader: reads the store.
        one: the facts of the one side.
        other: the facts of the other.
        selves: the sides themselves, which are no evidence.
    """
    apart = set(selves)
    sides = tuple(_related(reader, facts, apart) for facts in (one, other))
    aspects = []
    for kind, title in _TITLES.items():
        found: dict[str, Related] = {}
        for iri in sorted(sides[0].keys() | sides[1].keys()):
            if (thing := reader.thing(iri)) and thing.kind is kind:
                found[iri] = Related(thing, *(span(side.get(iri, ())) for side in sides))
        named = sorted(found.values(), key=lambda each: (each.thing.name.casefold(), each.thing.iri))
        both, first, second = (
            tuple(each for each in named if (each.thing.iri in sides[0], each.thing.iri in sides[1]) == where)
            for where in ((True, True), (True, False), (False, True))
        )
        if named:
            aspects.append(Aspect(title, both, first, second))
    return tuple(aspects)


def years_of(reader: Reader, facts: Iterable[Fact]) -> Years:
    """Return the first and last year that some facts speak of."""
    return span(_dated(reader, fact) for fact in facts)


def _related(reader: Reader, facts: Iterable[Fact], apart: set[str]) -> dict[str, list[Years]]:
    found: dict[str, list[Years]] = {}
    for fact in facts:
        if fact.relation is Relation.PROFILE:
            continue
        near = [iri for _, iri in fact.roles]
        if work := fact.role("work"):
            team = reader.linked(work, "author")
            near += [*(team if len(team) <= _TEAM else ()), *reader.linked(work, "part"), *reader.linked(work, "about")]
        years = _dated(reader, fact)
        for iri in near:
            if iri and iri not in apart:
                found.setdefault(iri, []).append(years)
    return found


def _dated(reader: Reader, fact: Fact) -> Years:
    if (years := fact.years) or not (work := fact.role("work")):
        return years
    year = reader.published(work)[:4]
    return (int(year), int(year)) if year.isdigit() else None
