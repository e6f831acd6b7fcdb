"""Entities and links: which mentions mean the same thing, and why we think so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graph_builder.model.facts import EntityKind, Identifier


class LinkStatus(StrEnum):
    """Whether a source or a person says that a mention means an entity, or we inferred it."""

    STATED = "stated"
    INFERRED = "inferred"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Link:
    """A mention and the entity that it refers to, with the rule, the score and the reasons for it.

    *entity* is the ``key`` of an ``Entity`` of the mention's kind. Of an organization it is the employer or school as a
    whole; *unit* is then the key of the entity for the part of it that the mention names, or empty. Of a venue *entity*
    is the series and *unit* the edition. *score* is in 0..1.
    """

    source: str
    mention: str
    kind: EntityKind
    entity: str
    status: LinkStatus
    rule: str
    score: float = 1.0
    reasons: tuple[str, ...] = ()
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, organization, work, venue or topic that one or more mentions refer to.

    *key* is unique among entities of its kind, made from content, and safe in an IRI after percent-encoding. *name* is
    the preferred name, *names* all others (no duplicate of *name*, sorted). *parent* is the key of the entity above
    it: the organization over a unit, the series over a workshop or an edition, the broader topic; empty if none. Of a
    venue, *type* is ``conference``, ``journal``, ``workshop``, ``preprint``, ``book`` or ``edition``, empty if it is
    not known, and *year* that of an edition. Of an organization that is no more, *successors* are the keys of those
    that followed it, and *year* is when they did, if that is known. *former* are keys of what decisions made one with
    it: their addresses lead to it. *place* is where an organization is, latitude and longitude in decimal degrees with
    a comma between.
    """

    kind: EntityKind
    key: str
    name: str
    names: tuple[str, ...] = ()
    identifiers: tuple[Identifier, ...] = ()
    parent: str = ""
    country: str = ""
    homepage: str = ""
    type: str = ""
    year: str = ""
    successors: tuple[str, ...] = ()
    former: tuple[str, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class Identities:
    """The outcome of resolution over all sources: entities and one link for each mention."""

    entities: tuple[Entity, ...]
    links: tuple[Link, ...]
