"""Records: what catalogues say of works, people, organizations, venues and topics, before it becomes claims.

All are named tuples, frozen and cheap: a file may hold millions of them. A record has no offsets into a text; what it
says is found by its source and ``key``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import NamedTuple

from graph_builder.model.errors import Problem
from graph_builder.model.facts import EntityKind, Identifier, Relation
from graph_builder.model.text import Document


class Named(NamedTuple):
    """An organization, venue or topic as a record names it.

    *name* is as printed (a raw affiliation string stays whole), *aliases* are other names that the record gives,
    *unit* is the part of the organization that the record states apart, outermost first, *country* an ISO code of two
    letters, *homepage* an address, *parents* identifiers of what stands above it.

    >>> Named("Example University", country="DE").country
    'DE'
    """

    name: str
    identifiers: tuple[Identifier, ...] = ()
    aliases: tuple[str, ...] = ()
    unit: tuple[str, ...] = ()
    country: str = ""
    homepage: str = ""
    parents: tuple[Identifier, ...] = ()


class Stay(NamedTuple):
    """A time that somebody spends at an organization: an employment, an education, or an affiliation on a paper.

    *role* is the position, or the degree of an education, as printed; *start* and *end* are ISO 8601, as precise as
    stated, and *end* may be ``present``. An affiliation on a paper has neither: the year of the work attests it.
    """

    organization: Named
    relation: Relation = Relation.EMPLOYMENT
    role: str = ""
    field: str = ""
    start: str = ""
    end: str = ""


class Person(NamedTuple):
    """A person as a record names one: an author on a list, or the one whom the record is about.

    *context* are hints for resolution (``domain``, ``slug``), which are not identifiers.
    """

    name: str
    identifiers: tuple[Identifier, ...] = ()
    aliases: tuple[str, ...] = ()
    stays: tuple[Stay, ...] = ()
    context: tuple[tuple[str, str], ...] = ()


class Work(NamedTuple):
    """A work with its authors in order. *year* is four digits or empty, *type* and *status* are as printed."""

    title: str
    authors: tuple[Person, ...] = ()
    identifiers: tuple[Identifier, ...] = ()
    venue: Named | None = None
    year: str = ""
    type: str = ""
    status: str = ""
    topics: tuple[Named, ...] = ()
    aliases: tuple[str, ...] = ()


class Award(NamedTuple):
    """An honour that a person received, with its giver."""

    name: str
    giver: Named | None = None
    year: str = ""


class Profile(NamedTuple):
    """What a record about one person says: the person, interests, awards, and works listed as the person's own.

    *basis* is ``inferred`` where a catalogue computed the interests from the works, and empty where they are stated.
    """

    person: Person
    interests: tuple[Named, ...] = ()
    awards: tuple[Award, ...] = ()
    works: tuple[Work, ...] = ()
    basis: str = ""


class Record(NamedTuple):
    """One record of a file: what it is about, and its key.

    *key* is unique in its source if the file is well made: the record's own identifier or, without one, its line or
    number. *about* is a ``Work``, a ``Profile``, or a ``Named`` of the kind that *kind* tells (an organization, a venue
    or a topic).

    >>> record = Record(EntityKind.WORK, "10.1/a", Work("Notes", (Person("Ada Lovelace"),), year="1843"))
    >>> record.about.authors[0].name
    'Ada Lovelace'
    """

    kind: EntityKind
    key: str
    about: Work | Profile | Named


@dataclass(frozen=True, slots=True)
class RecordDocument(Document):
    """A file of records as a document: its text lists them, a block each, and *records* has them in the same order.

    *problems* are what could not be read of the file.
    """

    records: tuple[Record, ...] = ()
    problems: tuple[Problem, ...] = ()

    def listing(self) -> Document:
        """Return the document alone, as it is kept: the records are in its facts."""
        return Document(**{item.name: getattr(self, item.name) for item in fields(Document)})


def record_lines(record: Record) -> tuple[str, ...]:
    """Return what a record says as lines to read: the evidence for what is taken from it.

    The first line is the name or title. Of a work the second has venue and year, then comes one for each author. Of a
    profile one for each stay, award and work follows. The last two are topics and identifiers, empty if there are none.

    >>> record_lines(Record(EntityKind.WORK, "a", Work("Notes", (Person("Ada Lovelace"),), year="1843")))
    ('Notes', '1843', 'Ada Lovelace', '', '')
    """
    about = record.about
    if isinstance(about, Work):
        people = (_joined((a.name, *map(_place, a.stays))) for a in about.authors)
        lines = [_joined((about.title, *about.aliases)), _published(about), *people]
        topics, identifiers = about.topics, about.identifiers
    elif isinstance(about, Profile):
        lines = [_joined((about.person.name, *about.person.aliases)), *map(_place, about.person.stays)]
        lines += [_joined((a.name, a.giver.name if a.giver else "", a.year)) for a in about.awards]
        lines += [_joined((w.title, _published(w))) for w in about.works]
        topics, identifiers = about.interests, about.person.identifiers
    else:
        lines = [_joined((about.name, *about.aliases, about.country))]
        topics, identifiers = (), about.identifiers
    lines.append("; ".join(topic.name for topic in topics))
    lines.append(", ".join(f"{i.scheme}:{i.value}" for i in identifiers))
    return tuple(lines)


def _published(work: Work) -> str:
    return _joined((work.venue.name if work.venue else "", work.year, work.type, work.status))


def _place(stay: Stay) -> str:
    dates = f"{stay.start}–{stay.end}" if stay.start or stay.end else ""
    return ", ".join(part for part in (stay.role, *stay.organization.unit, stay.organization.name, dates) if part)


def _joined(parts: Iterable[str]) -> str:
    return " · ".join(part for part in parts if part)
