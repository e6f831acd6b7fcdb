"""The people that sets of mentions are after all rounds: names, keys and links of those that changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from graph_builder.model import EntityKind
from graph_builder.resolve.entities import Reason, Ref, number
from graph_builder.resolve.evidence import Sighting
from graph_builder.resolve.kept.outcome import Changes, rank
from graph_builder.resolve.kept.people import Sets
from graph_builder.resolve.kept.rows import NUMBER_OF, link_row, reason_of, seen_of
from graph_builder.resolve.kept.tables import ROUNDS, Tables, dump, load
from graph_builder.resolve.people import base_key, decide_people

_PERSON = NUMBER_OF[EntityKind.PERSON]
_LAST = f"head{len(ROUNDS)}"


def base_number(group: list[Sighting]) -> int:
    """Return the number of what those share who could be mistaken for each other; without a full name nobody can."""
    key = base_key(group)
    return number("base", key) if key else number("alone", *group[0].ref)


def decide(tables: Tables, changes: Changes, sets: Sets) -> None:
    """Name the people whose sets or reasons changed, and those who share what tells them apart with one of them."""
    query = "SELECT DISTINCT base FROM base WHERE head IN {}"
    bases = {row[0] for row in tables.among(query, sorted(sets.gone))}
    tables.drop("base", "head", sorted(sets.gone))
    made = {head: base_number(group) for head, group in _groups(tables, changes, sets.fresh).items()}
    tables.put("base", list(made.items()))
    bases |= set(made.values())
    told = f"SELECT DISTINCT b.base FROM person p JOIN base b ON b.head = p.{_LAST} WHERE p.no IN {{}}"  # noqa: S608
    bases |= {row[0] for row in tables.among(told, sorted(sets.retold))}
    heads = {row[0] for row in tables.among("SELECT head FROM base WHERE base IN {}", sorted(bases))}
    groups = _groups(tables, changes, heads)
    _put(tables, changes, groups, sets.gone | heads)


def _groups(tables: Tables, changes: Changes, heads: Iterable[int]) -> dict[int, list[Sighting]]:
    """Return the mentions of sets, by their heads, in order."""
    found: dict[int, list[Sighting]] = defaultdict(list)
    query = f"SELECT {_LAST}, source, data FROM person WHERE {_LAST} IN {{}}"  # noqa: S608
    for head, source, data in tables.among(query, sorted(heads)):
        found[head].append(seen_of(changes.names[source], load(data)).sighting)
    for group in found.values():
        group.sort(key=lambda sighting: sighting.ref)
    return found


def _put(tables: Tables, changes: Changes, groups: dict[int, list[Sighting]], gone: set[int]) -> None:
    order = sorted(groups, key=lambda head: groups[head][0].ref)
    why, known = _reasons(tables, changes.names, order)
    resolved = decide_people([groups[head] for head in order], why)
    linked = {link.entity for link in resolved.links}
    entities = [(head, one, rank(one, linked)) for head, one in zip(order, resolved.entities, strict=True)]
    rows: list[tuple[Any, ...]] = []
    for link in resolved.links:
        told, no = dump(link_row(link)), number(link.source, link.mention)
        if told != known[no]:
            changes.link(number(link.source), link, told)
            rows.append((told, no))
    tables.db.executemany("UPDATE person SET link = ? WHERE no = ?", rows)
    changes.put_entities(_PERSON, sorted(gone), entities)


def _reasons(
    tables: Tables, names: Mapping[int, str], heads: Iterable[int]
) -> tuple[dict[Ref, Reason], dict[int, bytes | None]]:
    """Return why mentions of sets are in them, and the links that they have so far."""
    why: dict[Ref, Reason] = {}
    known: dict[int, bytes | None] = {}
    refs: dict[int, Ref] = {}
    query = f"SELECT no, source, data, why, link FROM person WHERE {_LAST} IN {{}}"  # noqa: S608
    for no, source, data, reason, link in tables.among(query, heads):
        known[no] = link
        ref = names[source], load(data)[0][0]
        if reason is not None:
            why[ref] = reason_of(load(reason))
        else:
            refs[no] = ref
    # What was joined first says why.
    for round_ in ROUNDS:
        query = "SELECT no, why FROM node WHERE no IN {} AND round = ? AND why IS NOT NULL"
        for no, reason in tables.among(query, sorted(refs), round_):
            why.setdefault(refs[no], reason_of(load(reason)))
    return why, known
