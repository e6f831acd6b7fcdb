"""Resolution: mentions of all sources in, entities and a link for each mention out; at once, or change by change."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from graph_builder.gazetteer import Gazetteer, load_with_added
from graph_builder.model import EntityKind, Identities, SourceFacts
from graph_builder.resolve.entities import number
from graph_builder.resolve.incremental.mention_cache import MentionCache
from graph_builder.resolve.incremental.name_forms import Forms
from graph_builder.resolve.incremental.named import NAMED, NamedStage, named_difference, named_values
from graph_builder.resolve.incremental.naming import decide
from graph_builder.resolve.incremental.people import PeopleStage, listings, people_difference, schools_in
from graph_builder.resolve.incremental.result import FoundIdentities, ResolutionChange, watch, watched
from graph_builder.resolve.incremental.rounds import Round
from graph_builder.resolve.incremental.stage import Difference, Row
from graph_builder.resolve.incremental.tables import ROUNDS, STATE, Tables, meta_of
from graph_builder.resolve.model import Model, shipped

Digests = Mapping[str, str]
"""Digests of the facts of sources, by id."""
FactsOf = Callable[[str], SourceFacts]


def resolve(
    facts: Iterable[SourceFacts] | Mapping[str, SourceFacts],
    gazetteer: Gazetteer | None = None,
    *,
    model: Model | None = None,
) -> Identities:
    """Return the entities that the mentions of *facts* mean, and for each mention the link that says so.

    The order of sources and of their mentions does not matter.

    Args:
        facts: what the sources say; as a mapping, by id, each is asked for twice, and none of them is held.
        gazetteer: what is known; by default the built-in one with what the user added.
        model: scores comparisons of people; by default the one that is shipped.

    >>> resolve([])
    Identities(entities=(), links=())
    """
    known = gazetteer if gazetteer is not None else load_with_added()
    sources = facts if isinstance(facts, Mapping) else _by_source(facts)
    with closing(Tables(None, new=True)) as tables:
        update(tables, dict.fromkeys(sources, ""), sources.__getitem__, known, model)
        return FoundIdentities(tables.db).everything()


def _by_source(facts: Iterable[SourceFacts]) -> dict[str, SourceFacts]:
    """Return facts by source, those of one source put together."""
    found: dict[str, SourceFacts] = {}
    for part in facts:
        if (before := found.get(part.source)) is not None:
            part = replace(part, mentions=before.mentions + part.mentions, claims=before.claims + part.claims)
        found[part.source] = part
    return found


def resolve_all(
    path: Path, digests: Digests, facts_of: FactsOf, gazetteer: Gazetteer, state: str = ""
) -> FoundIdentities:
    """Resolve all sources into new tables at *path*, and return the entities and links, which lie there.

    Args:
        path: where the tables go; what an attempt that was broken off left there is removed.
        digests: of the facts of each source.
        facts_of: the facts of a source, which is asked for each twice.
        gazetteer: what is known.
        state: what is noted in the tables.
    """
    path.unlink(missing_ok=True)
    with closing(Tables(path, new=True)) as tables:
        update(tables, digests, facts_of, gazetteer)
        tables.put_meta(STATE, state)
        tables.commit()
    with path.open("rb") as file:
        os.fsync(file.fileno())  # it was written without care for that
    return FoundIdentities(path)


def change(
    path: Path,
    digests: Digests,
    facts_of: FactsOf,
    gazetteer: Gazetteer,
    states: tuple[str, str],
) -> ResolutionChange | None:
    """Bring the tables in a file up to date, if they are what is expected, and commit them.

    Args:
        path: the file.
        digests: of the facts of all sources that there are now.
        facts_of: the facts of a source.
        gazetteer: what is known.
        states: what the tables have to be noted to be, and what they are from now on.

    Returns:
        What changed, or None if there are no such tables.
    """
    if not path.exists():
        return None
    try:
        with closing(Tables(path)) as tables:
            if meta_of(tables.db, STATE) != states[0]:
                return None
            found = update(tables, digests, facts_of, gazetteer)
            if states[0] != states[1]:
                tables.put_meta(STATE, states[1])
                tables.commit()
            return found
    except (sqlite3.DatabaseError, LookupError, ValueError, TypeError, EOFError):  # damaged: all is resolved instead
        return None


def opened(path: Path, state: str) -> FoundIdentities | None:
    """Return the entities and links in the tables in a file, or None if these are not noted to be what is expected."""
    if not path.exists():
        return None
    found = FoundIdentities(path)
    with suppress(sqlite3.DatabaseError):
        if found.state() == state:
            return found
    found.close()
    return None


def update(
    tables: Tables,
    digests: Digests,
    facts_of: FactsOf,
    gazetteer: Gazetteer,
    model: Model | None = None,
) -> ResolutionChange:
    """Bring tables up to date with sources, and return what that changed; nothing lasts before ``commit``.

    Of new tables, where all is a change, nothing is returned.

    Args:
        tables: what resolution of other sources, or of these with other facts, has left.
        digests: of the facts of all sources that there are now.
        facts_of: the facts of a source, which is asked for those that are new or changed.
        gazetteer: what is known; it has to be what it was before.
        model: scores comparisons of people; by default the one that is shipped.
    """
    gone, come = _difference(tables, digests)
    names: dict[int, str] = dict(tables.db.execute("SELECT no, id FROM source"))
    names |= {number(source): source for source in digests}
    if not tables.new:
        watch(tables)
    tables.put("source", [(number(source), source, digests[source]) for source in come])
    moved, schools = _named(tables, names, gone, come, facts_of, gazetteer)
    # Degrees are distinguished by their schools: where one of these changed, its source is read again.
    again = sorted({names[source] for source in schools} - set(come))
    people = PeopleStage(tables, names)
    people.remove(gone.keys() - {number(source) for source in come})
    before = map(people.before, (*come, *again))
    for _, other in tables.spread(partial(people_difference, facts_of), before):
        people.change(other)
    tables.index("person_no")
    sets = people.resolve(moved)
    model = model or shipped()
    forms, cache = Forms(tables, model.frequency), MentionCache(tables.among, names)
    lost: set[int] = set()
    recoded: set[int] = set()
    for place in ROUNDS:
        tables.index(f"person_head{place}")
        round_ = Round(tables, place, model, forms, cache, people.heads)
        sets, recoded = round_.run(sets, recoded)
        lost |= round_.lost
    tables.index(f"person_head{len(ROUNDS)}")
    decide(tables, sets, cache, forms)
    forms.forget(lost)
    tables.index()
    found = ResolutionChange({}, ()) if tables.new else watched(tables, names)
    tables.drop("source", "no", sorted(no for no, source in gone.items() if source not in digests))
    return found


def _difference(tables: Tables, digests: Digests) -> tuple[dict[int, str], list[str]]:
    """Return which sources go, by number, and which come; one that changed does both."""
    before = list(tables.db.execute("SELECT no, id, facts FROM source"))
    same = {source for _, source, facts in before if digests.get(source) == facts}
    return {no: source for no, source, _ in before if source not in same}, sorted(digests.keys() - same)


def _named_in(
    facts_of: FactsOf, gazetteer: Gazetteer, before: tuple[str, dict[EntityKind, list[Row]]]
) -> tuple[Any, Any, dict[EntityKind, Difference]]:
    """Return the rows of authors and schools in a source, and how its mentions differ from those before, by kind."""
    source, rows = before
    facts = facts_of(source)
    values = named_values(facts)
    found = {kind: named_difference(kind, source, values[kind], rows[kind], gazetteer) for kind in NAMED}
    return sorted(listings(facts)), [(number(*place), number(source)) for place in schools_in(facts)], found


def _named(
    tables: Tables,
    names: Mapping[int, str],
    gone: Mapping[int, str],
    come: Sequence[str],
    facts_of: FactsOf,
    gazetteer: Gazetteer,
) -> tuple[set[int], set[int]]:
    """Resolve all but people; return the works that are others now, and the sources in which a school is."""
    people = [row[0] for row in tables.among("SELECT no FROM person WHERE source IN {}", sorted(gone))]
    tables.drop("listed", "person", people)
    tables.drop("school", "source", sorted(gone))
    stages = {kind: NamedStage(tables, kind, names, gazetteer) for kind in NAMED}
    for stage in stages.values():
        stage.remove(sorted(gone.keys() - {number(source) for source in come}))
    before = ((source, {kind: stages[kind].of_source(source) for kind in NAMED}) for source in come)
    for _, (listed, taught, found) in tables.spread(partial(_named_in, facts_of, gazetteer), before):
        tables.put("listed", listed)
        tables.put("school", taught)
        for kind, other in found.items():
            stages[kind].change(other)
    tables.index("mention_no")
    for stage in stages.values():
        stage.resolve()
    tables.index("mention_source", "school_source")
    query = "SELECT source FROM school WHERE no IN {}"
    schools = {row[0] for row in tables.among(query, sorted(stages[EntityKind.ORGANIZATION].moved))}
    return stages[EntityKind.WORK].moved, schools
