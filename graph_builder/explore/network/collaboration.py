"""Who wrote with whom: the co-authors of people, and theirs, with the papers that each two have in common."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations

from graph_builder.explore.network.neighbours import Tie
from graph_builder.explore.things.fact import Fact, Thing
from graph_builder.explore.things.reader import Reader
from graph_builder.model import Relation

RELATION = "co-author"
_TEAM = 50
"""Authors of a paper beyond which it says little on who works with whom: it leads on to nobody."""

Works = dict[str, list[Fact]]


def coauthors(
    reader: Reader, people: Iterable[str], depth: int = 2, most: int = 80
) -> tuple[tuple[Thing, ...], tuple[Tie, ...]]:
    """Return people with their co-authors, and a line for each two of them who wrote together.

    Args:
        reader: reads the store.
        people: the addresses of those to begin with.
        depth: how many steps to go; of each step those with most papers in common come first.
        most: people at most.

    Returns:
        the people, and lines that weigh as much as there are papers.
    """
    signed: dict[str, Works] = {}
    border = [iri for iri in dict.fromkeys(people) if reader.thing(iri)][:most]
    for step in range(depth + 1):
        signed.update((person, _signed(reader, person)) for person in border)
        if step == depth:
            break
        counts: Counter[str] = Counter()
        for person in border:
            for work in signed[person]:
                team = set(reader.linked(work, "author"))
                counts.update(team if len(team) <= _TEAM else ())
        fresh = sorted(counts.keys() - signed.keys(), key=lambda iri: (-counts[iri], iri))
        # The last step may take all the room that is left; steps before leave half of it.
        room = most - len(signed)
        border = fresh[: room if step == depth - 1 else (room + 1) // 2]
    things = tuple(thing for person in signed if (thing := reader.thing(person)))
    return things, _lines(reader, signed)


def _signed(reader: Reader, person: str) -> Works:
    """Return the works that a person signed, each with the facts that say so."""
    found: Works = defaultdict(list)
    for fact in reader.facts_of(person, reader.limit):
        if fact.relation is Relation.AUTHORSHIP and fact.role("author") == person:
            found[fact.role("work")].append(fact)
    return found


def _lines(reader: Reader, signed: dict[str, Works]) -> tuple[Tie, ...]:
    teams: dict[str, list[str]] = defaultdict(list)
    for person in sorted(signed):
        for work in signed[person]:
            teams[work].append(person)
    shared: dict[tuple[str, str], list[str]] = defaultdict(list)
    for work, team in teams.items():
        for pair in combinations(team, 2):
            shared[pair].append(work)
    return tuple(_tie(reader, pair, works, signed) for pair, works in sorted(shared.items()))


def _tie(reader: Reader, pair: tuple[str, str], works: list[str], signed: dict[str, Works]) -> Tie:
    years = [int(year[:4]) for work in works if (year := reader.published(work))]
    facts = [fact for work in sorted(works) for person in pair for fact in signed[person][work]]
    span = (min(years), max(years)) if years else None
    surest = max(fact.confidence for fact in facts)
    return Tie(*pair, RELATION, span, surest, tuple(fact.iri for fact in facts), len(works))
