"""Rows: mentions, papers, evidence, links and entities as plain values, or as bytes, that tables hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from graph_builder.model import Entity, EntityKind, Identifier, Link, LinkStatus, Mention
from graph_builder.resolve.entities import Reason
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.incremental.tables import dump, load
from graph_builder.resolve.names import PersonName
from graph_builder.resolve.works import Paper

KINDS = tuple(EntityKind)
NUMBER_OF = {kind: place for place, kind in enumerate(KINDS)}
_STATUS = {status.value: status for status in LinkStatus}


def mention_row(mention: Mention) -> tuple[Any, ...]:
    """Return a mention as a row, without its source and evidence."""
    identifiers = tuple((i.scheme, i.value) for i in mention.identifiers)
    kind = NUMBER_OF[mention.kind]
    return mention.id, kind, mention.name, mention.aliases, identifiers, mention.unit, mention.context


def mention_of(source: str, row: Sequence[Any]) -> Mention:
    """Return the mention of a source that a row begins with."""
    ident, kind, name, aliases, identifiers, unit, context = row[:7]
    known = tuple([Identifier(scheme, value) for scheme, value in identifiers])
    said = tuple([(key, value) for key, value in context])
    return Mention(source, ident, KINDS[kind], name, None, tuple(aliases), known, tuple(unit), said)


def paper_row(paper: Paper) -> tuple[Any, ...]:
    """Return a paper as a row, which begins with that of its mention."""
    authors = tuple(tuple(sorted(names)) for names in paper.authors)
    return *mention_row(paper.mention), paper.title, authors, paper.venue, paper.year, tuple(sorted(paper.lister))


def paper_of(source: str, row: Sequence[Any]) -> Paper:
    """Return the paper that a row holds."""
    title, authors, venue, year, lister = row[7:]
    names = tuple([frozenset(each) for each in authors])
    return Paper(mention_of(source, row), title, names, venue, year, frozenset(lister))


def names_row(names: tuple[PersonName, ...]) -> tuple[Any, ...]:
    """Return names as a row."""
    return tuple((name.given, name.family) for name in names)


def names_in(row: Sequence[Sequence[Any]]) -> tuple[PersonName, ...]:
    """Return the names that a row holds."""
    return _names(tuple([(tuple(given), family) for given, family in row]))


@lru_cache(maxsize=500_000)
def _names(row: tuple[tuple[tuple[str, ...], str], ...]) -> tuple[PersonName, ...]:
    return tuple(PersonName(given, family) for given, family in row)


def encode_person(s: MentionEvidence) -> bytes:
    """Return a mention of a person as bytes."""
    degrees = tuple((level, tuple(sorted(schools))) for level, schools in sorted(s.degrees.items()))
    own = (mention_row(s.mention), names_row(s.names), s.place[len(s.mention.source) :], s.subject, s.works)
    around = (s.coauthors, s.peers, degrees, s.affiliation, s.topics, s.years, s.venues, s.printed, s.around)
    return dump((*own, *around, s.stated, s.rivals, s.shared))


_NO_DEGREES: dict[str, frozenset[str]] = {}


def decode_person(source: str, data: bytes) -> MentionEvidence:
    """Return the mention of a person that ``encode_person`` was given."""
    mention, names, place, subject, works, coauthors, peers, degrees, *more = load(data)
    affiliation, topics, years, venues, printed, around, stated, rivals, shared = more
    return MentionEvidence(
        mention_of(source, mention),
        names_in(names),
        source + place,
        subject,
        tuple(works),
        tuple(coauthors),
        tuple(peers),
        {level: frozenset(schools) for level, schools in degrees} if degrees else _NO_DEGREES,
        tuple(affiliation),
        tuple(topics),
        tuple(years),
        tuple(venues),
        tuple(printed),
        1,
        tuple(around),
        stated,
        tuple(rivals),
        tuple(shared),
    )


def encode_link(link: Link) -> bytes:
    """Return a link as bytes, without its source."""
    kind = NUMBER_OF[link.kind]
    return dump((link.mention, kind, link.entity, link.status.value, link.rule, link.score, link.reasons, link.unit))


def decode_link(source: str, data: bytes) -> Link:
    """Return the link that ``encode_link`` was given."""
    mention, kind, entity, status, rule, score, reasons, unit = load(data)
    return Link(source, mention, KINDS[kind], entity, _STATUS[status], rule, score, tuple(reasons), unit)


def encode_entity(entity: Entity) -> bytes:
    """Return an entity as bytes."""
    identifiers = tuple((i.scheme, i.value) for i in entity.identifiers)
    own = (NUMBER_OF[entity.kind], entity.key, entity.name, entity.names, identifiers)
    more = (entity.parent, entity.country, entity.homepage, entity.type, entity.year, entity.successors)
    return dump((*own, *more, entity.former, entity.place) if entity.place else (*own, *more))


def decode_entity(data: bytes) -> Entity:
    """Return the entity that ``encode_entity`` was given."""
    kind, key, name, names, identifiers, parent, country, homepage, type, year, successors, *rest = load(data)
    known = tuple([Identifier(scheme, value) for scheme, value in identifiers])
    own = (KINDS[kind], key, name, tuple(names), known, parent, country, homepage, type, year, tuple(successors))
    return Entity(*own, tuple(rest[0]), rest[1]) if rest else Entity(*own)


def encode_reason(reason: Reason) -> bytes:
    """Return a reason as bytes."""
    return dump((reason.status.value, reason.rule, reason.score, reason.reasons))


def decode_reason(data: bytes) -> Reason:
    """Return the reason that ``encode_reason`` was given."""
    status, rule, score, reasons = load(data)
    return Reason(_STATUS[status], rule, score, tuple(reasons))
