"""Revisions: claims that people have found wrong are taken out or put right before anything is made of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from graph_builder.model import (
    SCHEMA,
    Claim,
    ClaimKey,
    Correction,
    Decision,
    DecisionKind,
    DecisionState,
    Evidence,
    Mention,
    Revisions,
    SourceFacts,
    Span,
    mention_id,
    undone,
)
from graph_builder.resolve.anchors import FactsOf

CORRECTED = "correction"
"""What made a claim that a person has put right."""

_OF_FACTS = (DecisionKind.ACCEPT, DecisionKind.REJECT, DecisionKind.CORRECT)


def revised_claims(
    decisions: Iterable[Decision], facts_of: FactsOf
) -> tuple[dict[str, dict[str, Correction | None]], dict[str, DecisionState]]:
    """Return what was said of claims, by source and id, the last word on each, and the state of each such decision."""
    everything = tuple(decisions)
    gone = undone(everything)
    found: dict[str, dict[str, Correction | None]] = defaultdict(dict)
    states = {}
    for decision in everything:
        if decision.kind not in _OF_FACTS:
            continue
        ids = [(key.source, claim.id) for key in decision.claims for claim in key.claims_in(facts_of(key.source))]
        states[decision.id] = DecisionState.HOLDS if ids else DecisionState.DORMANT
        if decision.id in gone:
            states[decision.id] = DecisionState.UNDONE
        elif decision.kind is not DecisionKind.ACCEPT:
            for source, claim in ids:
                found[source][claim] = decision.right
    return dict(found), states


def revised(facts: SourceFacts, revisions: Revisions) -> SourceFacts:
    """Return the facts of a source as people have revised them, without mentions that only rejected claims spoke of."""
    said = revisions.get(facts.source)
    if not said:
        return facts
    mentions = {mention.id: mention for mention in facts.mentions}
    claims = []
    for claim in facts.claims:
        right = said.get(claim.id)
        if right is not None:
            claim, new = corrected(claim, right, mentions)
            mentions |= new
        elif claim.id in said:
            continue
        claims.append(claim)
    spoken = {mention for claim in facts.claims for mention in claim.roles.values()}
    held = {mention for claim in claims for mention in claim.roles.values()}
    kept = tuple(m for m in mentions.values() if m.id in held or m.id not in spoken)
    return replace(facts, mentions=kept, claims=tuple(claims))


def corrected(claim: Claim, right: Correction, mentions: Mapping[str, Mention]) -> tuple[Claim, dict[str, Mention]]:
    """Return a claim as it is right, and mentions of names that its source has not been found to print before."""
    evidence = claim.evidence
    if right.span is not None:
        evidence = replace(evidence, span=Span(*right.span), quote=right.quote)
    kinds, roles, new = dict(SCHEMA[claim.relation].roles), dict(claim.roles), {}
    for role, name in right.roles.items():
        if role not in kinds or (role in roles and mentions[roles[role]].name == name):
            continue
        roles[role] = mention_id(kinds[role], name)
        if roles[role] not in mentions:
            new[roles[role]] = Mention(claim.source, roles[role], kinds[role], name, _printing(name, evidence))
    other = {name for name in claim.value_evidence if roles.get(name) == claim.roles.get(name)}
    same = {n for n in other if n in roles or right.values.get(n) == claim.values.get(n)}
    value_evidence = {name: claim.value_evidence[name] for name in same} if right.span is None else {}
    return replace(
        claim,
        roles=roles,
        values=dict(right.values),
        evidence=evidence,
        extractor=CORRECTED,
        confidence=1.0,
        value_evidence=value_evidence,
    ), new


def _printing(name: str, evidence: Evidence) -> Evidence:
    """Return where a name stands: in the evidence of its claim, if that prints it so."""
    at = evidence.quote.find(name)
    if at < 0:
        return evidence
    start = evidence.span.start + at
    return replace(evidence, span=Span(start, start + len(name)), quote=name)


def claim_keys(facts: SourceFacts, claims: Iterable[Claim]) -> tuple[ClaimKey, ...]:
    """Return what names *claims* of a source in a decision."""
    keys: list[ClaimKey] = []
    wanted = {claim.id for claim in claims}
    for claim in facts.claims:
        if claim.id in wanted:
            key = _key(claim, facts)
            others = {other.id for other in key.claims_in(facts)} - wanted
            key = replace(key, quote=claim.evidence.quote) if others else key
            if key not in keys:
                keys.append(key)
    return tuple(keys)


def as_found(facts: SourceFacts, revisions: Revisions, claims: Iterable[Claim]) -> list[Claim]:
    """Return claims as their source was read, before they were put right."""
    wanted = {claim.id for claim in claims}
    mentions = {mention.id: mention for mention in facts.mentions}
    said = revisions.get(facts.source, {})
    return [
        claim
        for claim in facts.claims
        if (corrected(claim, right, mentions)[0].id if (right := said.get(claim.id)) else claim.id) in wanted
    ]


def _key(claim: Claim, facts: SourceFacts) -> ClaimKey:
    names = {mention.id: mention.name for mention in facts.mentions}
    roles = {role: names.get(mention, mention) for role, mention in sorted(claim.roles.items())}
    return ClaimKey(claim.source, claim.relation, roles, dict(sorted(claim.values.items())))
