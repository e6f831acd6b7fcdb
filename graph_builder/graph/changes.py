"""Changes: the quads of a source that go and come when some of its mentions lead elsewhere than before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from graph_builder.graph.iris import DEFAULT_BASE
from graph_builder.graph.sources import Known, SourceInfo, source_lines
from graph_builder.model import SCHEMA, Link, Relation, SourceFacts

Roles = Mapping[str, str]
"""The mentions of a claim, by role."""

_FIRST = {relation: schema.required[0] for relation, schema in SCHEMA.items()}
"""The role by whose entity claims are found that may say the same, or give the same direct edge."""


def touched(
    claims: Iterable[tuple[Relation, Roles]], changed: Collection[str], old: Mapping[str, Link], new: Mapping[str, Link]
) -> list[int]:
    """Return the places of those claims of a source whose quads may differ, or hold up what others' no longer do.

    Args:
        claims: relation and roles of all claims of the source.
        changed: the mentions whose links differ.
        old: the links of the source before, by mention.
        new: the links now.
    """
    all_claims = list(claims)
    entities: set[str] = set()
    around: set[str] = set()
    for relation, roles in all_claims:
        if not changed_in(roles, changed):
            continue
        first = roles.get(_FIRST[relation], "")
        around.add(first)
        entities.update(links[first].entity for links in (old, new) if first in links)
    for links in (old, new):
        around.update(mention for mention, link in links.items() if link.entity in entities)
    return [
        place
        for place, (relation, roles) in enumerate(all_claims)
        if roles.get(_FIRST[relation], "") in around or changed_in(roles, changed)
    ]


def changed_in(roles: Roles, changed: Collection[str]) -> bool:
    """Tell whether any mention of a claim is among those that changed."""
    return any(mention in changed for mention in roles.values())


def changed_lines(
    some: SourceFacts,
    before: tuple[Mapping[str, Link], SourceInfo],
    after: tuple[Mapping[str, Link], SourceInfo],
    known: Known,
    base: str = DEFAULT_BASE,
    lines: Callable[..., Iterable[str]] = source_lines,
) -> tuple[list[str], list[str]]:
    """Return the lines of N-Quads that a source loses, and those that it gains.

    Args:
        some: the mentions that changed, and the claims that ``touched`` names with their mentions.
        before: the links of the source and what was known of it.
        after: the same now.
        known: kind and key of each entity, of then and of now.
        base: the IRI under which all others are made.
        lines: what makes the quads of facts.
    """
    was, now = (
        dict.fromkeys(line for piece in lines(some, links, known, base, info) for line in piece.split("\n") if line)
        for links, info in (before, after)
    )
    return [f"{line}\n" for line in was if line not in now], [f"{line}\n" for line in now if line not in was]
