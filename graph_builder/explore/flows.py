"""Where the people of an organisation came from, and where they went."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from graph_builder.explore.fact import Fact, Thing
from graph_builder.explore.reader import Reader
from graph_builder.model import Relation


@dataclass(frozen=True, slots=True)
class Flow:
    """An organisation from which or to which people went, and how many."""

    thing: Thing
    people: int


def flows(reader: Reader, organization: str, most: int = 12) -> tuple[tuple[Flow, ...], tuple[Flow, ...]]:
    """Return where the people who worked at an organisation came from, and where they went.

    A move leads from the last post or degree that began before theirs here to it, and on to the first that began after;
    undated ones are no moves.
    """
    here: dict[str, int] = {}
    for fact in reader.facts_of(organization, reader.limit):
        if fact.relation is Relation.EMPLOYMENT and fact.role("organization") == organization and fact.years:
            person = fact.role("person")
            here[person] = min(here.get(person, 9999), fact.years[0])
    before: Counter[str] = Counter()
    after: Counter[str] = Counter()
    for person, year in here.items():
        stays = [
            (fact.years[0], fact.role("organization"))
            for fact in reader.facts_of(person, reader.limit)
            if _is_stay(fact, person, organization) and fact.years
        ]
        earlier = [stay for stay in stays if stay[0] < year]
        later = [stay for stay in stays if stay[0] > year]
        before.update({max(earlier)[1]} if earlier else ())
        after.update({min(later)[1]} if later else ())
    return _ranked(reader, before, most), _ranked(reader, after, most)


def _is_stay(fact: Fact, person: str, organization: str) -> bool:
    if fact.relation not in (Relation.EMPLOYMENT, Relation.EDUCATION) or fact.role("person") != person:
        return False
    return fact.role("organization") not in ("", organization)


def _ranked(reader: Reader, counts: Counter[str], most: int) -> tuple[Flow, ...]:
    found = [Flow(thing, count) for iri, count in counts.items() if (thing := reader.thing(iri))]
    return tuple(sorted(found, key=lambda flow: (-flow.people, flow.thing.name, flow.thing.iri))[:most])
