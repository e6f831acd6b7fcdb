"""The people that sets of mentions are after all rounds: names, keys and links of those that changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

from graph_builder.model import EntityKind
from graph_builder.resolve.entities import OWN_NAME, Reason, link, number
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.incremental.mention_cache import MentionCache
from graph_builder.resolve.incremental.name_forms import Forms
from graph_builder.resolve.incremental.people import Sets
from graph_builder.resolve.incremental.result import drop_entities, entity_row, rank
from graph_builder.resolve.incremental.rows import decode_reason, encode_link
from graph_builder.resolve.incremental.tables import LOT, ROUNDS, Tables, load
from graph_builder.resolve.people import base_key, people_of

_LAST = f"head{len(ROUNDS)}"
# People who are named at a time.
_SOME = 3_000


def base_number(group: list[MentionEvidence]) -> int:
    """Return the number of what those share who could be mistaken for each other; without a full name nobody can."""
    key = base_key(group)
    return number("base", key) if key else number("alone", *group[0].ref)


def decide(tables: Tables, sets: Sets, cache: MentionCache, forms: Forms) -> None:
    """Name the people whose sets or reasons changed, and those who had or have to be distinguished from one of them."""
    tables.index("base_base")
    bases = {row[0] for row in tables.among("SELECT base FROM base WHERE head IN {}", sorted(sets.gone))}
    base_of = _bases(tables, sets.fresh, cache, forms)
    # Also those of whom a mention is in the set for another reason than before.
    query = f"SELECT DISTINCT b.head, b.base FROM person p JOIN base b ON b.head = p.{_LAST} WHERE p.no IN {{}}"  # noqa: S608
    base_of = dict(tables.among(query, sorted(sets.explained))) | base_of
    bases |= set(base_of.values())
    before = _bearers(tables, bases)
    tables.drop("base", "head", sorted(sets.gone))
    tables.put("base", sorted(base_of.items()))
    now = _bearers(tables, bases)
    # Who shares a name with another has a key of another kind: it may be that somebody gets, or loses, the first other.
    turned = {base for base in bases if (before[base] > 1) != (now[base] > 1)}
    base_of |= dict(tables.among("SELECT head, base FROM base WHERE base IN {}", sorted(turned)))
    namesakes = {base for base, count in now.items() if count > 1}
    drop_entities(tables, EntityKind.PERSON, sorted(sets.gone | base_of.keys()))
    ordered = sorted((head, base in namesakes) for head, base in base_of.items())
    lots = (ordered[start : start + _SOME] for start in range(0, len(ordered), _SOME))
    for _, (links, entities) in tables.spread(partial(_named, tables, cache, sets.explained), lots, LOT):
        tables.db.executemany("UPDATE person SET link = ? WHERE no = ?", links)
        tables.put("entity", entities)


def _bases(tables: Tables, heads: Collection[int], cache: MentionCache, forms: Forms) -> dict[int, int]:
    """Return, for each of some people, the number of what those share who could be mistaken for it."""
    last = len(ROUNDS) - 1
    query = f"SELECT DISTINCT p.head{last + 1}, n.form FROM person p CROSS JOIN node n ON n.no = p.head{last} "  # noqa: S608
    query += f"WHERE n.round = {last} AND p.head{last + 1} IN {{}}"
    keys: dict[int, list[str]] = defaultdict(list)
    for head, form in tables.among(query, sorted(heads)):
        keys[head] += forms.full_keys(form)
    found = {head: number("base", min(own)) for head, own in keys.items() if own}
    rest = sorted(heads - found.keys())
    for start in range(0, len(rest), _SOME):
        for head, group in cache.sets(last + 1, rest[start : start + _SOME]).items():
            found[head] = base_number([one.evidence for one in group])
    return found


def _bearers(tables: Tables, bases: Iterable[int]) -> Counter[int]:
    """Return how many people share each of some bases."""
    query = "SELECT base, COUNT(*) FROM base WHERE base IN {} GROUP BY base"
    return Counter(dict(tables.among(query, sorted(bases))))


def _named(
    tables: Tables, cache: MentionCache, explained: Collection[int], heads: Sequence[tuple[int, bool]]
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return links that differ and the rows of people, of each of whom is given whether others share the name."""
    groups = cache.sets(len(ROUNDS), [head for head, _ in heads])
    namesakes = {base_key([one.evidence for one in groups[head]]) for head, shared in heads if shared}
    order = sorted(groups, key=lambda head: groups[head][0].evidence.ref)
    people = people_of([[member.evidence for member in groups[head]] for head in order], namesakes)
    key_of = {member.no: one.key for head, one in zip(order, people, strict=True) for member in groups[head]}
    before = {no: known for no, _, known in _links(tables, key_of)}
    # Of somebody who wrote much most mentions lead where they led, for the reason that they had.
    other = {no for no, key in key_of.items() if no in explained or not _leads_to(key, before[no])}
    why = _reasons(tables, other)
    rows: list[tuple[Any, ...]] = []
    for member in (member for head in order for member in groups[head] if member.no in other):
        mention = member.evidence.mention
        reason = _reason(why[member.no]) if member.no in why else OWN_NAME
        row = encode_link(link(mention, key_of[member.no], reason))
        if row != before[member.no]:
            rows.append((row, member.no))
    of = EntityKind.PERSON
    return rows, [entity_row(of, head, one, rank(one, {one.key})) for head, one in zip(order, people, strict=True)]


def _leads_to(key: str, known: bytes | None) -> bool:
    return known is not None and load(known)[2] == key


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
    return decode_reason(row)
