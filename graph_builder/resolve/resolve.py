"""Resolution: all mentions of all sources in, entities and one link for each mention out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from graph_builder.gazetteer import Gazetteer, load_with_added
from graph_builder.model import Identities, SourceFacts
from graph_builder.resolve.incremental import resolve_once
from graph_builder.resolve.model import Model

VERSION = "4"
"""Changes whenever the same facts may resolve otherwise than before."""


def resolve(
    facts: Iterable[SourceFacts] | Mapping[str, SourceFacts],
    gazetteer: Gazetteer | None = None,
    *,
    model: Model | None = None,
) -> Identities:
    """Return the entities that the mentions of *facts* mean, and for each mention the link that says so.

    The order of sources and of their mentions does not matter.

    Args:
        facts: what the sources say; as a mapping, by id, each is asked for twice, and none of them is held.
        gazetteer: what is known; by default the built-in one with what the user added.
        model: scores comparisons of people; by default the one that is shipped.

    >>> resolve([])
    Identities(entities=(), links=())
    """
    known = gazetteer if gazetteer is not None else load_with_added()
    sources = facts if isinstance(facts, Mapping) else _merged(facts)
    return resolve_once(sources, sources.__getitem__, known, model)


def _merged(facts: Iterable[SourceFacts]) -> dict[str, SourceFacts]:
    """Return facts by source, those of one source put together."""
    found: dict[str, SourceFacts] = {}
    for part in facts:
        known = found.get(part.source)
        if known is not None:
            part = replace(part, mentions=known.mentions + part.mentions, claims=known.claims + part.claims)
        found[part.source] = part
    return found
