"""Resolution: all mentions of all sources in, entities and one link for each mention out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from graph_builder.gazetteer import Gazetteer, load_with_added
from graph_builder.model import EntityKind, Identities, Mention, SourceFacts
from graph_builder.resolve.entities import Ref, Resolved, ref
from graph_builder.resolve.organizations import resolve_organizations
from graph_builder.resolve.people import resolve_people
from graph_builder.resolve.topics import resolve_topics
from graph_builder.resolve.venues import resolve_venues
from graph_builder.resolve.works import resolve_works

VERSION = "1"
"""Changes whenever the same facts may resolve otherwise than before."""


def resolve(facts: Iterable[SourceFacts], gazetteer: Gazetteer | None = None) -> Identities:
    """Return the entities that the mentions of *facts* mean, and for each mention the link that says so.

    The order of sources and of their mentions does not matter. *gazetteer* is the
    built-in one with what the user added, unless given.

    >>> resolve([])
    Identities(entities=(), links=())
    """
    known = gazetteer if gazetteer is not None else load_with_added()
    sources = sorted(_merged(facts), key=lambda f: f.source)
    organizations = resolve_organizations(_of_kind(sources, EntityKind.ORGANIZATION), known)
    venues = resolve_venues(_of_kind(sources, EntityKind.VENUE), known, _years(sources))
    topics = resolve_topics(_of_kind(sources, EntityKind.TOPIC), known)
    works = resolve_works(sources)
    people = resolve_people(sources, _by_ref(works), _by_ref(organizations))
    parts = (people, organizations, works, venues, topics)
    return Identities(
        tuple(sorted((e for p in parts for e in p.entities), key=lambda e: (e.kind, e.key))),
        tuple(sorted((x for p in parts for x in p.links), key=lambda x: (x.source, x.kind, x.mention))),
    )


def _merged(facts: Iterable[SourceFacts]) -> Iterable[SourceFacts]:
    """Facts with those of one source put together."""
    found: dict[str, SourceFacts] = {}
    for part in facts:
        known = found.get(part.source)
        if known is not None:
            part = replace(part, mentions=known.mentions + part.mentions, claims=known.claims + part.claims)
        found[part.source] = part
    return found.values()


def _of_kind(sources: Iterable[SourceFacts], kind: EntityKind) -> list[Mention]:
    """All mentions of one kind, each once, in the order of source and id."""
    found = {ref(m): m for source in sources for m in source.mentions if m.kind is kind}
    return [found[key] for key in sorted(found)]


def _years(sources: Iterable[SourceFacts]) -> dict[Ref, str]:
    """The year of each venue's mention that all claims around it agree on."""
    found: dict[Ref, set[str]] = {}
    for source in sources:
        for claim in source.claims:
            if "venue" in claim.roles:
                found.setdefault((source.source, claim.roles["venue"]), set()).add(claim.values.get("year", "")[:4])
    return {mention: min(years) for mention, years in found.items() if len(years) == 1 and min(years).isdecimal()}


def _by_ref(resolved: Resolved) -> dict[Ref, str]:
    return {(x.source, x.mention): x.entity for x in resolved.links}
