"""Organizations and venues by identifier: what catalogues state wins over how names are printed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from graph_builder.model import Entity, Identifier, Link, LinkStatus, Mention
from graph_builder.resolve.entities import Reason, Ref, ref

T = TypeVar("T")
Groups = dict[str, list[tuple[Mention, T]]]


def by_identifier(
    groups: Mapping[str, Sequence[tuple[Mention, T]]],
    schemes: frozenset[str],
    strict: frozenset[str],
    known: Callable[[T], str],
) -> tuple[Groups[T], dict[Ref, Reason]]:
    """Return groups of mentions in which an identifier stands in one group only, and why mentions changed theirs.

    Mentions of one name with different identifiers are different things; mentions of different names with one
    identifier are one thing, unless the gazetteer knows both names as two.

    Args:
        groups: mentions with what was found of each, by the key that their names give.
        schemes: the schemes in which one identifier names one thing.
        strict: the schemes in which one thing has one identifier.
        known: gives the gazetteer's key of what was found, or nothing.
    """
    if not any(_ids(mention, schemes) for members in groups.values() for mention, _ in members):
        return {key: list(members) for key, members in groups.items()}, {}
    parted = _parted(groups, strict, known)
    target, cause = _targets(parted, schemes, known)
    out: Groups[T] = defaultdict(list)
    why: dict[Ref, Reason] = {}
    for key, members in sorted(parted.items()):
        out[target[key]].extend(members)
        if target[key] != key:
            reason = Reason(LinkStatus.STATED, "identifier", 1.0, (f"same {cause[key]}",))
            why.update((ref(mention), reason) for mention, _ in members)
    return out, why


def _ids(mention: Mention, schemes: frozenset[str]) -> list[Identifier]:
    return [i for i in mention.identifiers if i.scheme in schemes]


def _parted(
    groups: Mapping[str, Sequence[tuple[Mention, T]]], strict: frozenset[str], known: Callable[[T], str]
) -> dict[str, list[tuple[Mention, T]]]:
    """Part the mentions of a name that bear different identifiers; those without one stay together by themselves."""
    out: Groups[T] = defaultdict(list)
    for key, members in groups.items():
        borne = Counter(i.scheme for i in {i for mention, _ in members for i in _ids(mention, strict)})
        apart = any(count > 1 for count in borne.values()) and not any(known(found) for _, found in members)
        for member in members:
            own = min((i.value for i in _ids(member[0], strict)), default="") if apart else ""
            out[f"{key}-{own}" if own else key].append(member)
    return out


def _targets(
    groups: Groups[T], schemes: frozenset[str], known: Callable[[T], str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the key that each group goes under, and the scheme for which it does."""
    bearers: dict[Identifier, set[str]] = defaultdict(set)
    fixed = {}
    for key, members in groups.items():
        fixed[key] = next((k for _, found in members if (k := known(found))), "")
        for mention, _ in members:
            for identifier in _ids(mention, schemes):
                bearers[identifier].add(key)
    target = {key: key for key in groups}
    cause: dict[str, str] = {}

    def head(key: str) -> str:
        while target[key] != key:
            key = target[key]
        return key

    for identifier, keys in sorted(bearers.items()):
        # What the gazetteer knows comes first: its key stays.
        first, *rest = sorted({head(key) for key in keys}, key=lambda k: (not fixed[k], k))
        for other in rest:
            if not (fixed[first] and fixed[other]):
                target[other] = first
                cause[other] = identifier.scheme
    return {key: head(key) for key in groups}, cause


def with_stated(
    entities: Sequence[Entity], links: Iterable[Link], mentions: Iterable[Mention], schemes: frozenset[str]
) -> list[Entity]:
    """Return entities with the country and the parent that records state, where they have none.

    Parents that lead in a circle are left out, all of them: none of them is more right than another.
    """
    stated = [m for m in mentions if any(k in ("parent", "country") for k, _ in m.context)]
    if not stated:
        return list(entities)
    key_of = {(link.source, link.mention): link.entity for link in links}
    bearer = {f"{i.scheme}:{i.value}": e.key for e in entities for i in e.identifiers if i.scheme in schemes}
    countries: dict[str, Counter[str]] = defaultdict(Counter)
    above: dict[str, set[str]] = defaultdict(set)
    for mention in stated:
        key = key_of.get(ref(mention), "")
        for kind, value in mention.context:
            if kind == "country":
                countries[key][value] += 1
            elif kind == "parent" and bearer.get(value, key) != key:
                above[key].add(bearer[value])
    parents = {e.key: e.parent for e in entities if e.parent}
    parents.update({key: min(keys) for key, keys in above.items() if key not in parents})
    circular = {key for key in above if _returns(key, parents)}
    return [
        replace(
            e,
            parent=e.parent or ("" if e.key in circular else parents.get(e.key, "")),
            country=e.country or min(countries.get(e.key, {}), key=lambda c: (-countries[e.key][c], c), default=""),
        )
        for e in entities
    ]


def _returns(key: str, parents: Mapping[str, str]) -> bool:
    seen: set[str] = set()
    at = parents.get(key, "")
    while at and at not in seen:
        if at == key:
            return True
        seen.add(at)
        at = parents.get(at, "")
    return False
