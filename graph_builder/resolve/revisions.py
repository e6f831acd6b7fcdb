"""Revisions: claims that people have found wrong or missing are taken out, put right or added before resolution."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from graph_builder.model import (
    SCHEMA,
    Claim,
    ClaimKey,
    Correction,
    Decision,
    DecisionKind,
    DecisionState,
    EntityKind,
    Evidence,
    Mention,
    Relation,
    Revisions,
    SourceFacts,
    SourceRevisions,
    Span,
    mention_id,
    undone,
)
from graph_builder.resolve.anchors import FactsOf, fold

CORRECTED = "correction"
"""What made a claim that a person has put right."""

ADDED = "addition"
"""What made a claim that a person has added."""

OF_FACTS = (
    DecisionKind.ACCEPT,
    DecisionKind.ACCEPT_DOCUMENT,
    DecisionKind.REJECT,
    DecisionKind.CORRECT,
    DecisionKind.ADD,
)
"""The kinds of decisions that speak of claims."""


def revised_claims(
    decisions: Iterable[Decision], facts_of: FactsOf
) -> tuple[dict[str, SourceRevisions], dict[str, DecisionState]]:
    """Return what was said of claims, the last word on each, by source, and the state of each such decision."""
    everything = tuple(decisions)
    gone = undone(everything)
    names: dict[str, set[str]] = defaultdict(set)
    for decision in everything:
        for key in decision.claims:
            printed = (*key.roles.values(), *(decision.right.roles.values() if decision.right is not None else ()))
            names[key.source].update(map(fold, printed))
    facts: dict[str, SourceFacts | None] = {}
    added: dict[str, list[tuple[Relation, Correction]]] = defaultdict(list)
    said: dict[str, dict[str, Correction | None]] = defaultdict(dict)
    states: dict[str, DecisionState] = {}
    rejected: dict[tuple[str, str], str] = {}
    for decision in everything:
        if decision.kind not in OF_FACTS:
            continue
        spoken = {key.source for key in decision.claims} | {anchor.source for anchor in decision.one}
        for source in spoken - facts.keys():
            facts[source] = facts_of(source, names[source])
        found = [(anchor.source, "") for anchor in decision.one if facts[anchor.source] is not None]
        for key in decision.claims:
            own = facts[key.source]
            if decision.kind is not DecisionKind.ADD or own is None or decision.right is None:
                found += [(key.source, claim.id) for claim in key.claims_in(own)]
                continue
            found.append((key.source, ""))
            if decision.id not in gone:
                added[key.source].append((key.relation, decision.right))
                facts[key.source] = own = with_added(own, added[key.source][-1:])
                # Whoever adds what was rejected before has the last word on it.
                if earlier := rejected.pop((key.source, own.claims[-1].id), ""):
                    del said[key.source][own.claims[-1].id]
                    if earlier not in rejected.values():
                        states[earlier] = DecisionState.OVERRULED
        states[decision.id] = DecisionState.HOLDS if found else DecisionState.DORMANT
        if decision.id in gone:
            states[decision.id] = DecisionState.UNDONE
        elif decision.kind in (DecisionKind.REJECT, DecisionKind.CORRECT):
            for source, claim in found:
                said[source][claim] = decision.right
                rejected |= {(source, claim): decision.id} if decision.kind is DecisionKind.REJECT else {}
    sources = {**added, **said}
    return {s: SourceRevisions(tuple(added.get(s, ())), said.get(s, {})) for s in sources}, states


def with_added(facts: SourceFacts, added: Iterable[tuple[Relation, Correction]]) -> SourceFacts:
    """Return the facts of a source with claims that people have added; one that reading also found is there once."""
    for relation, right in added:
        evidence = Evidence(facts.source, Span(*(right.span or (0, 0))), right.quote)
        mentions = {mention.id: mention for mention in facts.mentions}
        claim, new = corrected(Claim(facts.source, relation, {}, evidence), right, mentions)
        claim = replace(claim, extractor=ADDED)
        others = (other for other in facts.claims if other.id != claim.id)
        facts = replace(facts, mentions=(*facts.mentions, *new.values()), claims=(*others, claim))
    return facts


def revised(facts: SourceFacts, revisions: Revisions) -> SourceFacts:
    """Return the facts of a source as people have revised them, without mentions that only rejected claims spoke of."""
    own = revisions.get(facts.source)
    if own is None:
        return facts
    facts, said = with_added(facts, own.added), own.said
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
    left = tuple(m for m in mentions.values() if m.id in held or m.id not in spoken)
    return replace(facts, mentions=left, claims=tuple(claims))


def corrected(claim: Claim, right: Correction, mentions: Mapping[str, Mention]) -> tuple[Claim, dict[str, Mention]]:
    """Return a claim as it is right, and mentions of names that its source has not been found to print before."""
    evidence = claim.evidence
    if right.span is not None:
        evidence = replace(evidence, span=Span(*right.span), quote=right.quote)
    kinds, roles, new = dict(SCHEMA[claim.relation].roles), dict(claim.roles), {}
    for role, name in right.roles.items():
        if role not in kinds or (role in roles and mentions[roles[role]].name == name):
            continue
        roles[role] = _mention_of(kinds[role], name, mentions.values())
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


def _mention_of(kind: EntityKind, name: str, mentions: Collection[Mention]) -> str:
    """Return the id of the mention that a name means: the only one so printed, or else one that has nothing but it."""
    own, folded = mention_id(kind, name), " ".join(name.casefold().split())
    named = [m.id for m in mentions if m.kind is kind and not m.unit and " ".join(m.name.casefold().split()) == folded]
    return named[0] if len(named) == 1 and own not in named else own


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
    """Return claims of a source with what was added to it as they were before they were put right."""
    wanted = {claim.id for claim in claims}
    mentions = {mention.id: mention for mention in facts.mentions}
    said = revisions.get(facts.source, SourceRevisions()).said
    return [
        claim
        for claim in facts.claims
        if (corrected(claim, right, mentions)[0].id if (right := said.get(claim.id)) else claim.id) in wanted
    ]


def _key(claim: Claim, facts: SourceFacts) -> ClaimKey:
    names = {mention.id: mention.name for mention in facts.mentions}
    roles = {role: names.get(mention, mention) for role, mention in sorted(claim.roles.items())}
    return ClaimKey(claim.source, claim.relation, roles, dict(sorted(claim.values.items())))
