"""Claims after resolution: roles lead to entities, values are typed, and claims that now say the same are one fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode

from graph_builder.graph import literals
from graph_builder.model import SCHEMA, Claim, EntityKind, digest

PRESENT = "present"


@dataclass(frozen=True, slots=True)
class Target:
    """The entity that a mention refers to and the unit of an organisation or edition of a venue that the mention names.

    *linked* is false where no link led to the entity, so that the mention stands for one of its own.
    """

    kind: EntityKind
    entity: NamedNode
    unit: NamedNode | None = None
    linked: bool = True


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a source: the best of the claims that say the same, and the mentions of them all.

    *id* comes from the source, the relation, the entities and the values, so that equal claims give equal facts.
    """

    id: str
    claim: Claim
    roles: Mapping[str, Target]
    values: Mapping[str, Literal]
    ongoing: bool
    mentions: tuple[str, ...]


def merge(source: str, claims: Iterable[Claim], targets: Mapping[str, Target]) -> list[Fact]:
    """Return the facts of the claims of one source, sorted by id.

    Claims merge that have the same relation, entities, units and values (letter case and spacing of values aside). The
    fact keeps the evidence of the claim with the highest confidence; of equals, the one that stands first in the text.
    A claim without an entity in a role that its relation requires gives no fact.
    """
    groups: dict[str, list[Claim]] = {}
    for claim in claims:
        roles = _roles(claim, targets)
        if all(role in roles for role in SCHEMA[claim.relation].required):
            groups.setdefault(_fact_id(source, claim, roles), []).append(claim)
    return [_fact(fact_id, group, targets) for fact_id, group in sorted(groups.items())]


def _fact(fact_id: str, group: list[Claim], targets: Mapping[str, Target]) -> Fact:
    claim = group[0] if len(group) == 1 else min(group, key=_rank)
    roles = _roles(claim, targets)
    mentions = {m for c in group for role in _roles(c, targets) if (m := c.roles[role])}
    values = {name: literal for name, value in _values(claim).items() if (literal := typed(name, value))}
    ongoing = claim.values.get("end", "").strip() == PRESENT and "end" in SCHEMA[claim.relation].values
    return Fact(fact_id, claim, roles, values, ongoing, tuple(sorted(mentions)))


def _rank(claim: Claim) -> tuple[float, int, int, str, str, str]:
    span = claim.evidence.span
    return (-claim.confidence, span.start, span.end, claim.evidence.quote, claim.extractor, claim.id)


def _roles(claim: Claim, targets: Mapping[str, Target]) -> dict[str, Target]:
    """Return the targets of the roles that the schema knows, where a mention of the right kind fills them."""
    found = {}
    for role, kind in SCHEMA[claim.relation].roles:
        target = targets.get(claim.roles.get(role, ""))
        if target is not None and target.kind is kind:
            found[role] = target
    return found


def _values(claim: Claim) -> dict[str, str]:
    """Return the values that the schema knows and that are not blank, with runs of spaces made one."""
    known = SCHEMA[claim.relation].values
    return {name: value for name in known if (value := " ".join(claim.values.get(name, "").split()))}


def _fact_id(source: str, claim: Claim, roles: Mapping[str, Target]) -> str:
    parts = [source, claim.relation.value]
    for role, target in roles.items():
        # "NeurIPS" and "NeurIPS 2017" beside one paper say the same.
        unit = target.unit.value if target.unit and target.kind is EntityKind.ORGANIZATION else ""
        parts += (role, target.entity.value, unit)
    for name, value in _values(claim).items():
        literal = typed(name, value)
        if literal is not None:
            parts += (name, literal.value.casefold())
        elif value == PRESENT:
            parts += (name, PRESENT)
    return digest(*parts)


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
