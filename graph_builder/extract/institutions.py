"""Theses and reports are of an institution, which is an organization and no venue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from graph_builder.extract.normalise.lexicon import ORGANIZATION, SCHOOL, UNIT
from graph_builder.gazetteer import load
from graph_builder.model import Claim, EntityKind, Mention, Relation, SourceFacts, mention_id

_SCHOOLS = frozenset({"university", "institute"})


def with_institutions(facts: SourceFacts) -> SourceFacts:
    """Return the facts of one document, in which what a thesis or report is of is an organization.

    What stands there of a thesis and is a place or a degree ("Kyoto", "Master") is left out: it names nothing.
    """
    mentions = {mention.id: mention for mention in facts.mentions}
    claims: list[Claim] = []
    for claim in facts.claims:
        venue = mentions.get(claim.roles.get("venue", "")) if claim.relation is Relation.PUBLICATION else None
        if venue is not None:
            type_ = claim.values.get("type", "")
            roles = {role: mention for role, mention in claim.roles.items() if role != "venue"}
            if is_institution(venue.name, type_):
                place = _organization(venue)
                mentions.setdefault(place.id, place)
                claim = replace(claim, roles={**roles, "organization": place.id})
            elif type_ == "thesis" and (load().is_place(venue.name) or load().degree(venue.name)):
                claim = replace(claim, roles=roles)
        claims.append(claim)
    if all(new is old for new, old in zip(claims, facts.claims, strict=True)):
        return facts
    return replace(facts, mentions=tuple(_used(mentions, facts, claims)), claims=tuple(claims))


@lru_cache(maxsize=4096)
def is_institution(name: str, type_: str) -> bool:
    """Return whether what stands as the venue of a work of some type is an institution.

    Of a thesis that is an organization of the gazetteer, or a name with a word of such names.

    >>> is_institution("University of Oslo", "paper"), is_institution("Loom Institute", "thesis")
    (True, True)
    >>> is_institution("NeurIPS", "thesis"), is_institution("Colorado", "thesis")
    (False, False)
    """
    known = load()
    if known.venue(name) is not None:
        return False
    place = known.organization(name)
    if type_ == "thesis":
        parts = (known.organization(part) for part in name.split(","))
        return any(parts) or place is not None or _has_word_of_organizations(name)
    return place is not None and place.kind in _SCHOOLS and not known.is_ambiguous(name)


def _has_word_of_organizations(name: str) -> bool:
    words = SCHOOL.search(name) or ORGANIZATION.search(name) or UNIT.search(name)
    return bool(words) and load().degree(name) is None  # "Master in Software Systems"


def _organization(venue: Mention) -> Mention:
    kind = EntityKind.ORGANIZATION
    return replace(venue, id=mention_id(kind, venue.name), kind=kind, context=(), identifiers=())


def _used(mentions: dict[str, Mention], facts: SourceFacts, claims: list[Claim]) -> Iterator[Mention]:
    """Yield mentions but for venues that no claim has any more."""
    before = {mention for claim in facts.claims for mention in claim.roles.values()}
    now = {mention for claim in claims for mention in claim.roles.values()}
    gone = before - now
    yield from (mention for mention in mentions.values() if mention.id not in gone)
