"""Claims after resolution: roles lead to entities, values are typed, and claims that now say the same are one fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pyoxigraph import Literal

from graph_builder.graph import literals
from graph_builder.model import SCHEMA, Claim, EntityKind, Relation, digest

PRESENT = "present"

# Looked up once: a file of records has hundreds of thousands of claims.
_ROLES = {relation: schema.roles for relation, schema in SCHEMA.items()}
_REQUIRED = {relation: frozenset(schema.required) for relation, schema in SCHEMA.items()}
_KNOWN = {relation: schema.values for relation, schema in SCHEMA.items()}
_NAMES = {relation: relation.value for relation in Relation}


class Target(NamedTuple):
    """The entity that a mention refers to and the unit of an organization or edition of a venue that the mention names.

    Both are IRIs, the second may be empty. *linked* is false where no link led to the entity, so that the mention
    stands for one of its own.
    """

    kind: EntityKind
    entity: str
    unit: str = ""
    linked: bool = True


class Value(NamedTuple):
    """A value of a claim as a literal: what it says, and the literal as N-Quads has it."""

    text: str
    written: str


@dataclass(slots=True)
class Fact:
    """One fact of a source: the best of the claims that say the same, and the mentions of them all.

    *id* comes from the source, the relation, the entities and the values, so that equal claims give equal facts.
    """

    id: str
    claim: Claim
    roles: Mapping[str, Target]
    values: Mapping[str, Value]
    ongoing: bool
    mentions: tuple[str, ...]


def merge(source: str, claims: Iterable[Claim], targets: Mapping[str, Target]) -> list[Fact]:
    """Return the facts of the claims of one source, sorted by id.

    Claims merge that have the same relation, entities, units and values (letter case and spacing of values aside). The
    fact keeps the evidence of the claim with the highest confidence; of equals, the one that stands first in the text.
    A claim without an entity in a role that its relation requires gives no fact.
    """
    groups: dict[str, list[Fact]] = {}
    for claim in claims:
        roles = _roles(claim, targets)
        if roles.keys() >= _REQUIRED[claim.relation]:
            fact = _fact(source, claim, roles)
            groups.setdefault(fact.id, []).append(fact)
    return [merged(group) for _, group in sorted(groups.items())]


def _fact(source: str, claim: Claim, roles: Mapping[str, Target]) -> Fact:
    parts = [source, _NAMES[claim.relation]]
    for role, target in roles.items():
        # "NeurIPS" and "NeurIPS 2017" beside one paper say the same.
        unit = target.unit if target.kind is EntityKind.ORGANIZATION else ""
        parts += (role, target.entity, unit)
    values, said, ongoing = _values(claim.relation, tuple(claim.values.items()))
    mentions = sorted({m for role in roles if (m := claim.roles[role])})
    return Fact(digest(*parts, *said), claim, roles, values, ongoing, tuple(mentions))


@lru_cache(maxsize=16_384)
def _values(
    relation: Relation, printed: tuple[tuple[str, str], ...]
) -> tuple[Mapping[str, Value], tuple[str, ...], bool]:
    """Return the values of a claim as literals, which of them distinguish facts, and whether they go on."""
    values: dict[str, Value] = {}
    distinguishing: list[str] = []
    ongoing = False
    found = dict(printed)
    for name in _KNOWN[relation]:
        text = " ".join(found.get(name, "").split())
        if not text:
            continue
        value = _value(name, text)
        if value is not None:
            values[name] = value
            distinguishing += (name, value.text.casefold())
        elif text == PRESENT:
            distinguishing += (name, PRESENT)
            ongoing = ongoing or name == "end"
    return values, tuple(distinguishing), ongoing


def merged(group: list[Fact]) -> Fact:
    """Return the best of facts that are one, with the mentions of all."""
    if len(group) == 1:
        return group[0]
    best = min(group, key=_rank)
    best.mentions = tuple(sorted({mention for fact in group for mention in fact.mentions}))
    return best


def _rank(fact: Fact) -> tuple[float, int, int, str, str, str]:
    claim = fact.claim
    span = claim.evidence.span
    return (-claim.confidence, span.start, span.end, claim.evidence.quote, claim.extractor, claim.id)


def _roles(claim: Claim, targets: Mapping[str, Target]) -> dict[str, Target]:
    """Return the targets of the roles that the schema knows, where a mention of the right kind fills them."""
    found = {}
    for role, kind in _ROLES[claim.relation]:
        target = targets.get(claim.roles.get(role, ""))
        if target is not None and target.kind is kind:
            found[role] = target
    return found


@lru_cache(maxsize=65_536)
def _value(name: str, printed: str) -> Value | None:
    literal = typed(name, printed)
    return None if literal is None else Value(literal.value, str(literal))


def typed(name: str, value: str) -> Literal | None:
    """Return the literal of a value of a claim, or None where it does not have the form that its name asks for.

    Dates, years and positions are typed; a value that is none stays in the quote alone. The rest is plain text.

    >>> typed("start", "2019-09").value, typed("start", "autumn"), typed("award", "Best Paper").value
    ('2019-09', None, 'Best Paper')
    """
    if name in ("start", "end"):
        return literals.date(value)
    if name == "year":
        return literals.year(value)
    if name == "position":
        return literals.position(value)
    return literals.text(value)
