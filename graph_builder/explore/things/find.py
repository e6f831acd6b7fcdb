"""What a user means by a name: one thing of any kind, or the facts that an id or two names stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations, product

from pyoxigraph import Store

from graph_builder.explore.things.fact import Fact
from graph_builder.explore.things.reader import Reader
from graph_builder.model import EntityKind, QueryError, Relation
from graph_builder.query import lookup
from graph_builder.query.index.schema import RDF_TYPE, RELATIONS

#: A name that could be of several kinds is taken as the first of these that has it.
ORDER = (EntityKind.PERSON, EntityKind.ORGANIZATION, EntityKind.VENUE, EntityKind.TOPIC, EntityKind.WORK)


_ID = re.compile(r"(?:fact/)?[0-9a-f]{16}|.*/fact/.*")
_BEGINNING = re.compile(r"[0-9a-f]{4,}")


def find_thing(store: Store, name: str, kinds: Iterable[EntityKind] = ORDER) -> str:
    """Return the address of the thing that *name* means: an address, a preferred name, another name or a printed form.

    Raises QueryError if no thing, or more than one of a kind, is so called; the message lists the nearest.
    """
    refusals: dict[EntityKind, str] = {}
    for kind in kinds:
        try:
            return lookup.entity(store, kind.value, name).value
        except QueryError as error:
            refusals[kind] = str(error)
    # Two things of one name: the message lists them, and says what to give instead.
    if several := [text for text in refusals.values() if " means " in text]:
        raise QueryError(several[0])
    near = [
        f"nearest {kind.value}: {text.partition('; nearest: ')[2]}"
        for kind, text in refusals.items()
        if "; nearest: " in text
    ]
    raise QueryError("; ".join([f"nothing in this graph is called {name!r}", *near]))


def find_facts(store: Store, *wanted: str) -> list[Fact]:
    """Return the facts that a user asks for: by address, by id or its beginning, of one thing, or between things.

    Two people are also tied by the papers that both signed: these are told by both authorships.

    Raises QueryError if there is none.
    """
    reader = Reader(store)
    if len(wanted) == 1:
        if found := facts_by_id(reader, wanted[0]):
            return found
        if _ID.fullmatch(wanted[0]):
            raise QueryError(f"no fact has the id {wanted[0]!r}; show --facts prints the ids of facts")
        return reader.facts_of(find_thing(store, wanted[0]))
    things = [find_thing(store, name) for name in wanted]
    facts = {fact.iri: fact for one, other in combinations(things, 2) for fact in _between(reader, one, other)}
    if not facts:
        names = " and ".join(repr(name) for name in wanted)
        raise QueryError(f"the graph holds no fact between {names}; draw --about shows what each is related to")
    return [facts[iri] for iri in sorted(facts)]


def facts_by_id(reader: Reader, wanted: str) -> list[Fact]:
    """Return the fact with this address or id, or the one whose id begins so; nothing if it looks like none.

    Raises QueryError if several facts begin so.
    """
    wanted = wanted.strip("<>")
    if "://" in wanted:
        fact = reader.fact(wanted)
        return [fact] if fact else []
    prefix = wanted.removeprefix("fact/")
    if not _BEGINNING.fullmatch(prefix):
        return []
    found = [iri for cls in RELATIONS for iri in reader.subjects(RDF_TYPE, cls) if _id(iri).startswith(prefix)]
    if len(found) > 1:
        raise QueryError(
            f"{len(found)} facts begin with {prefix!r}; give more of the id: {', '.join(map(_id, found[:5]))}"
        )
    return [fact for iri in found if (fact := reader.fact(iri))]


def _id(iri: str) -> str:
    return iri.rsplit("/", 1)[-1]


def _between(reader: Reader, one: str, other: str) -> list[Fact]:
    ours, theirs = reader.facts_of(one), reader.facts_of(other)
    both = {fact.iri for fact in ours} & {fact.iri for fact in theirs}
    direct = [fact for fact in ours if fact.iri in both]
    signed = [
        pair
        for pair in product(_signed(ours, one), _signed(theirs, other))
        if pair[0].role("work") == pair[1].role("work") and pair[0].source == pair[1].source
    ]
    return direct + [fact for pair in signed for fact in pair]


def _signed(facts: list[Fact], person: str) -> list[Fact]:
    return [fact for fact in facts if fact.relation is Relation.AUTHORSHIP and fact.role("author") == person]
