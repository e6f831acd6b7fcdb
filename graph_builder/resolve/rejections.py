"""Rejections: claims that people have found wrong are taken out before anything is made of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from graph_builder.model import Claim, ClaimKey, Decision, DecisionKind, DecisionState, SourceFacts, undone
from graph_builder.resolve.anchors import FactsOf


def rejected_claims(
    decisions: Iterable[Decision], facts_of: FactsOf
) -> tuple[dict[str, frozenset[str]], dict[str, DecisionState]]:
    """Return the ids of rejected claims by source, and the state of each reject and each accept."""
    everything = tuple(decisions)
    gone = undone(everything)
    found: dict[str, set[str]] = defaultdict(set)
    states = {}
    for decision in everything:
        if decision.kind not in (DecisionKind.ACCEPT, DecisionKind.REJECT):
            continue
        ids = [(key.source, claim.id) for key in decision.claims for claim in key.claims_in(facts_of(key.source))]
        states[decision.id] = DecisionState.HOLDS if ids else DecisionState.DORMANT
        if decision.id in gone:
            states[decision.id] = DecisionState.UNDONE
        elif decision.kind is DecisionKind.REJECT:
            for source, claim in ids:
                found[source].add(claim)
    return {source: frozenset(ids) for source, ids in found.items()}, states


def without(facts: SourceFacts, rejected: Mapping[str, frozenset[str]]) -> SourceFacts:
    """Return the facts of a source without its rejected claims, and without mentions that only these spoke of."""
    ids = rejected.get(facts.source)
    if not ids:
        return facts
    claims = tuple(claim for claim in facts.claims if claim.id not in ids)
    spoken = {mention for claim in facts.claims for mention in claim.roles.values()}
    held = {mention for claim in claims for mention in claim.roles.values()}
    mentions = tuple(m for m in facts.mentions if m.id in held or m.id not in spoken)
    return replace(facts, mentions=mentions, claims=claims)


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


def _key(claim: Claim, facts: SourceFacts) -> ClaimKey:
    names = {mention.id: mention.name for mention in facts.mentions}
    roles = {role: names.get(mention, mention) for role, mention in sorted(claim.roles.items())}
    return ClaimKey(claim.source, claim.relation, roles, dict(sorted(claim.values.items())))
