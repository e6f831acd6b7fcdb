"""Resolution: all mentions of all sources in, entities and one link for each mention out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from graph_builder.gazetteer import Gazetteer, load_with_added
from graph_builder.model import EntityKind, Identities, Mention, Relation, SourceFacts
from graph_builder.resolve.entities import Ref, Resolved
from graph_builder.resolve.organizations import resolve_organizations
from graph_builder.resolve.people import resolve_people
from graph_builder.resolve.topics import resolve_topics
from graph_builder.resolve.venues import resolve_venues
from graph_builder.resolve.works import Paper, papers_of, resolve_papers

VERSION = "4"
"""ChangeLog whenever the same facts may resolve otherwise than before."""


def resolve(facts: Iterable[SourceFacts], gazetteer: Gazetteer | None = None, *, again: bool = False) -> Identities:
    """Return the entities that the mentions of *facts* mean, and for each mention the link that says so.

    The order of sources and of their mentions does not matter.

    Args:
        facts: what the sources say.
        gazetteer: what is known; by default the built-in one with what the user added.
        again: *facts* can be gone through again and again, each source once and in the order of their ids, so that
            they are read twice rather than all of them held.

    >>> resolve([])
    Identities(entities=(), links=())
    """
    known = gazetteer if gazetteer is not None else load_with_added()
    sources = facts if again else sorted(_merged(facts), key=lambda f: f.source)
    parts, works, schools = _without_people(sources, known)
    parts.insert(0, resolve_people(sources, works, schools))
    return Identities(
        tuple(sorted((e for p in parts for e in p.entities), key=lambda e: (e.kind, e.key))),
        tuple(sorted((x for p in parts for x in p.links), key=lambda x: (x.source, x.kind, x.mention))),
    )


def _without_people(
    sources: Iterable[SourceFacts], known: Gazetteer
) -> tuple[list[Resolved], dict[Ref, str], dict[Ref, str]]:
    """Resolve all but people; return that, the work of each mention of one, and the school of each that taught."""
    mentions: dict[EntityKind, list[Mention]] = {kind: [] for kind in EntityKind}
    years: dict[Ref, str] = {}
    papers: list[Paper] = []
    schools: set[Ref] = set()
    for source in sources:
        for kind in (EntityKind.ORGANIZATION, EntityKind.VENUE, EntityKind.TOPIC):
            mentions[kind] += of_kind(source, kind)
        years.update(venue_years([source]))
        papers += sorted(papers_of(source), key=lambda paper: paper.ref)
        taught = (c.roles.get("organization", "") for c in source.claims if c.relation is Relation.EDUCATION)
        schools.update((source.source, school) for school in taught)
    works = resolve_papers(papers)
    papers.clear()
    organizations = resolve_organizations(mentions.pop(EntityKind.ORGANIZATION), known)
    venues = resolve_venues(mentions.pop(EntityKind.VENUE), known, years)
    topics = resolve_topics(mentions.pop(EntityKind.TOPIC), known)
    taught_at = {place: x.entity for x in organizations.links if (place := (x.source, x.mention)) in schools}
    return [organizations, works, venues, topics], _by_ref(works), taught_at


def _merged(facts: Iterable[SourceFacts]) -> Iterable[SourceFacts]:
    """Facts with those of one source put together."""
    found: dict[str, SourceFacts] = {}
    for part in facts:
        known = found.get(part.source)
        if known is not None:
            part = replace(part, mentions=known.mentions + part.mentions, claims=known.claims + part.claims)
        found[part.source] = part
    return found.values()


def of_kind(source: SourceFacts, kind: EntityKind) -> list[Mention]:
    """Return all mentions of one kind in a source, each once, in the order of their ids."""
    found = {m.id: m for m in source.mentions if m.kind is kind}
    return [found[key] for key in sorted(found)]


def venue_years(sources: Iterable[SourceFacts]) -> dict[Ref, str]:
    """The year of each venue's mention that all claims around it agree on."""
    found: dict[Ref, set[str]] = {}
    for source in sources:
        for claim in source.claims:
            if "venue" in claim.roles:
                found.setdefault((source.source, claim.roles["venue"]), set()).add(claim.values.get("year", "")[:4])
    return {mention: min(years) for mention, years in found.items() if len(years) == 1 and min(years).isdecimal()}


def _by_ref(resolved: Resolved) -> dict[Ref, str]:
    return {(x.source, x.mention): x.entity for x in resolved.links}
