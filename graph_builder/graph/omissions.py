"""What of a source's claims does not come into its graph, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graph_builder.graph.resolved import PRESENT, typed
from graph_builder.model import SCHEMA, Claim, EntityKind, Problem, SourceFacts


def omissions(facts: SourceFacts) -> list[Problem]:
    """Return what ``source_quads`` leaves out of the graph of a source: claims without a required entity, odd values.

    A claim is left out as a whole only where a role that its relation requires is not filled by a mention of the right
    kind. Roles and values that the relation does not have, and values that are not of their form (a start that is no
    date), are left out alone; the quote still has them.
    """
    kinds = {m.id: m.kind for m in facts.mentions}
    return [
        Problem(facts.source, f"{_place(claim)}: {what}", f"this is a defect of the extractor {claim.extractor!r}")
        for claim in facts.claims
        for what in _omitted(claim, kinds)
    ]


def _place(claim: Claim) -> str:
    span, quote = claim.evidence.span, " ".join(claim.evidence.quote.split())
    shown = quote if len(quote) <= 60 else quote[:57] + "..."
    return f"{claim.relation.value} at {span.start}-{span.end} ({shown})"


def _omitted(claim: Claim, kinds: Mapping[str, EntityKind]) -> Iterator[str]:
    schema = SCHEMA[claim.relation]
    roles = dict(schema.roles)
    for role in schema.required:
        if role not in claim.roles:
            yield f"left out, for it has no {role}"
    for role, mention in sorted(claim.roles.items()):
        if role not in roles:
            yield f"the role {role} is left out: the relation has none such"
        elif kinds.get(mention) is not roles[role]:
            what = "left out" if role in schema.required else f"the {role} is left out"
            yield f"{what}: its {role} {mention!r} is no mention of kind {roles[role].value}"
    for name, value in sorted(claim.values.items()):
        if name not in schema.values:
            yield f"the value {name} is left out: the relation has none such"
        elif (
            value.strip() and typed(name, " ".join(value.split())) is None and (name, value.strip()) != ("end", PRESENT)
        ):
            yield f"the {name} {value!r} is left out: not an ISO 8601 date, year or position"
