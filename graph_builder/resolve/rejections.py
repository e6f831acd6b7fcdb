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
        ids = [(key.source, claim) for key in decision.claims for claim in _matching(key, facts_of(key.source))]
        states[decision.id] = DecisionState.HOLDS if ids else DecisionState.DORMANT
        if decision.id in gone:
            states[decision.id] = DecisionState.UNDONE
        elif decision.kind is DecisionKind.REJECT:
            for source, claim in ids:
                found[source].add(claim)
    return {source: frozenset(ids) for source, ids in found.items()}, states


def judged_claims(decisions: Iterable[Decision], facts: SourceFacts) -> list[tuple[Decision, Claim]]:
    """Return the claims of a source that people have accepted or rejected, each with the decision; undone ones not."""
    everything = tuple(decisions)
    gone = undone(everything)
    claims = {claim.id: claim for claim in facts.claims}
    return [
        (decision, claims[claim])
        for decision in everything
        if decision.kind in (DecisionKind.ACCEPT, DecisionKind.REJECT) and decision.id not in gone
        for key in decision.claims
        if key.source == facts.source
        for claim in _matching(key, facts)
    ]


def without(facts: SourceFacts, rejected: Mapping[str, frozenset[str]]) -> SourceFacts:
    """Return the facts of a source without its rejected claims, and without mentions that only these spoke of."""
    ids = rejected.get(facts.source)
    if not ids:
        return facts
    kept = tuple(claim for claim in facts.claims if claim.id not in ids)
    spoken = {mention for claim in facts.claims for mention in claim.roles.values()}
    held = {mention for claim in kept for mention in claim.roles.values()}
    mentions = tuple(m for m in facts.mentions if m.id in held or m.id not in spoken)
    return replace(facts, mentions=mentions, claims=kept)


def claim_keys(facts: SourceFacts, claims: Iterable[Claim]) -> tuple[ClaimKey, ...]:
    """Return what names *claims* of a source in a decision."""
    keys: list[ClaimKey] = []
    wanted = {claim.id for claim in claims}
    for claim in facts.claims:
        if claim.id in wanted:
            key = _key(claim, facts)
            others = set(_matching(key, facts)) - wanted
            key = replace(key, quote=claim.evidence.quote) if others else key
            if key not in keys:
                keys.append(key)
    return tuple(keys)


def _key(claim: Claim, facts: SourceFacts) -> ClaimKey:
    names = {mention.id: mention.name for mention in facts.mentions}
    roles = {role: names.get(mention, mention) for role, mention in sorted(claim.roles.items())}
    return ClaimKey(claim.source, claim.relation, roles, dict(sorted(claim.values.items())))


def _matching(key: ClaimKey, facts: SourceFacts | None) -> list[str]:
    """Return the ids of the claims that a key means."""
    if facts is None:
        return []
    names = {mention.id: mention.name for mention in facts.mentions}
    wanted = _folded(key.roles), _folded(key.values)
    return [
        claim.id
        for claim in facts.claims
        if claim.relation is key.relation
        and (_folded({r: names.get(m, m) for r, m in claim.roles.items()}), _folded(claim.values)) == wanted
        and (not key.quote or key.quote == claim.evidence.quote)
    ]


def _folded(values: Mapping[str, str]) -> dict[str, str]:
    return {name: " ".join(value.casefold().split()) for name, value in values.items()}
