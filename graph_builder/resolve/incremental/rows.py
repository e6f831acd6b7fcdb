"""Rows: mentions, papers, evidence, links and entities as plain values that tables hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from graph_builder.model import Entity, EntityKind, Identifier, Link, LinkStatus, Mention
from graph_builder.resolve.entities import Reason
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.incremental.tables import load_lists
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
    """Return the mention of a source that a row begins with, whether of tuples or of lists."""
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


@lru_cache(maxsize=500_000)
def names_in(row: tuple[Any, ...]) -> tuple[PersonName, ...]:
    """Return the names that a row holds."""
    return tuple(PersonName(given, family) for given, family in row)


def person_row(s: MentionEvidence) -> tuple[Any, ...]:
    """Return a mention of a person as a row."""
    degrees = tuple((level, tuple(sorted(schools))) for level, schools in sorted(s.degrees.items()))
    own = (mention_row(s.mention), names_row(s.names), s.place[len(s.mention.source) :], s.subject, s.works)
    around = (s.coauthors, s.peers, degrees, s.affiliation, s.topics, s.years, s.venues, s.printed, s.around)
    return *own, *around, s.stated, s.rivals, s.shared


_NO_DEGREES: dict[str, frozenset[str]] = {}


def decode_person(source: str, data: bytes) -> MentionEvidence:
    """Return the mention of a person that a row of bytes holds."""
    mention, names, place, subject, works, coauthors, peers, degrees, *more = load_lists(data)
    affiliation, topics, years, venues, printed, around, stated, rivals, shared = more
    return MentionEvidence(
        mention_of(source, mention),
        names_in(tuple([(tuple(given), family) for given, family in names])),
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


def link_row(link: Link) -> tuple[Any, ...]:
    """Return a link as a row, without its source."""
    kind = NUMBER_OF[link.kind]
    return link.mention, kind, link.entity, link.status.value, link.rule, link.score, link.reasons, link.unit


def link_of(source: str, row: tuple[Any, ...]) -> Link:
    """Return the link that a row holds."""
    mention, kind, entity, status, rule, score, reasons, unit = row
    return Link(source, mention, KINDS[kind], entity, _STATUS[status], rule, score, reasons, unit)


def entity_row(entity: Entity) -> tuple[Any, ...]:
    """Return an entity as a row."""
    identifiers = tuple((i.scheme, i.value) for i in entity.identifiers)
    own = (NUMBER_OF[entity.kind], entity.key, entity.name, entity.names, identifiers)
    more = (entity.parent, entity.country, entity.homepage, entity.type, entity.year, entity.successors)
    return (*own, *more, entity.former, entity.place) if entity.place else (*own, *more)


def entity_of(row: tuple[Any, ...]) -> Entity:
    """Return the entity that a row holds."""
    kind, key, name, names, identifiers, *more = row
    return Entity(
        KINDS[kind], key, name, names, tuple(Identifier(scheme, value) for scheme, value in identifiers), *more
    )


def reason_row(reason: Reason) -> tuple[Any, ...]:
    """Return a reason as a row."""
    return reason.status.value, reason.rule, reason.score, reason.reasons


def reason_of(row: tuple[Any, ...]) -> Reason:
    """Return the reason that a row holds."""
    status, rule, score, reasons = row
    return Reason(_STATUS[status], rule, score, reasons)
