"""The people that sets of mentions are after all rounds: names, keys and links of those that changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

from graph_builder.model import EntityKind
from graph_builder.resolve.entities import OWN_NAME, Reason, link, number
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.incremental.mention_cache import Member, MentionCache
from graph_builder.resolve.incremental.people import Sets
from graph_builder.resolve.incremental.result import ChangeLog, rank
from graph_builder.resolve.incremental.rows import NUMBER_OF, link_row, reason_of, reason_row
from graph_builder.resolve.incremental.tables import ROUNDS, Tables, dump, load, load_lists
from graph_builder.resolve.people import base_key, people_of

_PERSON = NUMBER_OF[EntityKind.PERSON]
_LAST = f"head{len(ROUNDS)}"


def base_number(group: list[MentionEvidence]) -> int:
    """Return the number of what those share who could be mistaken for each other; without a full name nobody can."""
    key = base_key(group)
    return number("base", key) if key else number("alone", *group[0].ref)


def decide(tables: Tables, changes: ChangeLog, sets: Sets, known: MentionCache) -> None:
    """Name the people whose sets or reasons changed, and those who had or have to be told from one of them."""
    bases = {row[0] for row in tables.among("SELECT base FROM base WHERE head IN {}", sorted(sets.gone))}
    groups = known.sets(len(ROUNDS), sets.fresh)
    made = {head: base_number([one.seen.evidence for one in group]) for head, group in groups.items()}
    bases |= set(made.values())
    before = _bearers(tables, bases)
    tables.drop("base", "head", sorted(sets.gone))
    tables.put("base", list(made.items()))
    now = _bearers(tables, bases)
    # Who shares a name with another has a key of another kind: it may be that somebody gets, or loses, the first other.
    turned = {base for base in bases if (before[base] > 1) != (now[base] > 1)}
    heads = {row[0] for row in tables.among("SELECT head FROM base WHERE base IN {}", sorted(turned))}
    groups |= known.sets(len(ROUNDS), heads - groups.keys())
    made |= {head: base_number([one.seen.evidence for one in groups[head]]) for head in heads - made.keys()}
    now |= _bearers(tables, set(made.values()) - bases)
    several = {head for head in groups if now[made[head]] > 1}
    namesakes = {base_key([one.seen.evidence for one in groups[head]]) for head in several}
    _put(tables, changes, groups, sets, namesakes)
    told = f"SELECT no, {_LAST} FROM person WHERE no IN {{}}"  # noqa: S608
    _retell(tables, changes, [no for no, head in tables.among(told, sorted(sets.retold)) if head not in groups])


def _bearers(tables: Tables, bases: Iterable[int]) -> Counter[int]:
    """Return how many people share each of some bases."""
    query = "SELECT base, COUNT(*) FROM base WHERE base IN {} GROUP BY base"
    return Counter(dict(tables.among(query, sorted(bases))))


def _put(
    tables: Tables, changes: ChangeLog, groups: Mapping[int, list[Member]], sets: Sets, namesakes: Collection[str]
) -> None:
    order = sorted(groups, key=lambda head: groups[head][0].seen.evidence.ref)
    people = people_of([[member.seen.evidence for member in groups[head]] for head in order], namesakes)
    key_of = {member.no: one.key for head, one in zip(order, people, strict=True) for member in groups[head]}
    before = {no: known for no, _, known in _links(tables, key_of)}
    # Of somebody who wrote much most mentions lead where they led, for the reason that they had.
    other = {no for no, key in key_of.items() if no in sets.retold or not _leads_to(key, before[no])}
    why = _reasons(tables, other)
    rows: list[tuple[Any, ...]] = []
    for member in (member for head in order for member in groups[head] if member.no in other):
        mention = member.seen.evidence.mention
        reason = _reason(why[member.no]) if member.no in why else OWN_NAME
        told = dump(link_row(link(mention, key_of[member.no], reason)))
        if told != before[member.no]:
            changes.link(number(mention.source), mention.id, told)
            rows.append((told, member.no))
    tables.db.executemany("UPDATE person SET link = ? WHERE no = ?", rows)
    linked = {one.key for one in people}
    entities = [(head, one, rank(one, linked)) for head, one in zip(order, people, strict=True)]
    changes.put_entities(_PERSON, sorted(sets.gone | groups.keys()), entities)


def _leads_to(key: str, known: bytes | None) -> bool:
    return known is not None and load_lists(known)[2] == key


def _retell(tables: Tables, changes: ChangeLog, nos: Collection[int]) -> None:
    """Say anew why mentions are in sets that are as they were: of their links nothing else differs."""
    why = _reasons(tables, nos)
    rows: list[tuple[Any, ...]] = []
    for no, source, before in _links(tables, nos):
        mention, kind, entity, _, _, _, _, unit = load_lists(before)
        reason = load_lists(why[no]) if no in why else reason_row(OWN_NAME)
        told = dump((mention, kind, entity, *reason, unit))
        if told != before:
            changes.link(source, mention, told)
            rows.append((told, no))
    tables.db.executemany("UPDATE person SET link = ? WHERE no = ?", rows)


def _links(tables: Tables, nos: Iterable[int]) -> list[tuple[Any, ...]]:
    """Return number, source and link of mentions as they are so far; a mention that came has none yet."""
    return list(tables.among("SELECT no, source, link FROM person WHERE no IN {}", sorted(nos)))


def _reasons(tables: Tables, nos: Iterable[int]) -> dict[int, bytes]:
    """Return why mentions are in their sets, of those that were joined with others."""
    query = "SELECT no, why FROM person WHERE no IN {} AND why IS NOT NULL"
    wanted = set(nos)
    found = dict(tables.among(query, sorted(wanted)))
    # What was joined first says why.
    for round_ in ROUNDS:
        query = "SELECT no, why FROM node WHERE no IN {} AND round = ? AND why IS NOT NULL"
        found |= dict(tables.among(query, sorted(wanted - found.keys()), round_))
    return found


@lru_cache(maxsize=60_000)
def _reason(row: bytes) -> Reason:
    # Many mentions have few reasons.
    return reason_of(load(row))
