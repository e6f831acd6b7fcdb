"""Mentions and claims: what one source says, with the characters that say it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from graph_builder.model.text import Span


class EntityKind(StrEnum):
    """A kind of thing that has a node of its own in the graph."""

    PERSON = "person"
    ORGANIZATION = "organization"
    WORK = "work"
    VENUE = "venue"
    TOPIC = "topic"


class Relation(StrEnum):
    """A kind of fact. The roles and values that a claim of each may have stand in ``SCHEMA``."""

    PROFILE = "profile"
    EDUCATION = "education"
    EMPLOYMENT = "employment"
    ADVISING = "advising"
    PUBLICATION = "publication"
    AUTHORSHIP = "authorship"
    ABOUT = "about"
    INTEREST = "interest"
    AWARD = "award"
    SERVICE = "service"


@dataclass(frozen=True, slots=True)
class RelationSchema:
    """The roles (of mentions) and values (literals) of one relation; the first *required* roles are always there."""

    roles: tuple[tuple[str, EntityKind], ...]
    required: tuple[str, ...]
    values: tuple[str, ...] = ()


P, O, W, V, T = (  # noqa: E741
    EntityKind.PERSON,
    EntityKind.ORGANIZATION,
    EntityKind.WORK,
    EntityKind.VENUE,
    EntityKind.TOPIC,
)

SCHEMA: Mapping[Relation, RelationSchema] = {
    # The person whom a document is about: one claim a document.
    Relation.PROFILE: RelationSchema((("person", P),), ("person",)),
    # degree: doctorate, master, bachelor or other. start, end: ISO 8601 as precise as printed; end may be "present".
    Relation.EDUCATION: RelationSchema(
        (("person", P), ("organization", O)), ("person", "organization"), ("degree", "field", "start", "end")
    ),
    # year: one in which it is attested, by an affiliation on a paper; it says nothing of begin and end.
    Relation.EMPLOYMENT: RelationSchema(
        (("person", P), ("organization", O)), ("person", "organization"), ("role", "start", "end", "year")
    ),
    Relation.ADVISING: RelationSchema((("student", P), ("advisor", P)), ("student", "advisor")),
    # One claim for each work that the document lists as the subject's own; "person" is the subject. A thesis or report
    # has no venue but an organization.
    Relation.PUBLICATION: RelationSchema(
        (("person", P), ("work", W), ("venue", V), ("organization", O)), ("work",), ("year", "type", "status")
    ),
    # position counts from 1.
    Relation.AUTHORSHIP: RelationSchema((("work", W), ("author", P)), ("work", "author"), ("position",)),
    # What a work is about, in the words of a catalogue or of its authors.
    Relation.ABOUT: RelationSchema((("work", W), ("topic", T)), ("work", "topic")),
    # basis: "inferred" where a catalogue computed the topic from the works; absent where the source states it.
    Relation.INTEREST: RelationSchema((("person", P), ("topic", T)), ("person", "topic"), ("basis",)),
    Relation.AWARD: RelationSchema((("person", P), ("organization", O)), ("person",), ("award", "year")),
    # role: reviewer, program committee, area chair, chair, editor, organizer or other.
    Relation.SERVICE: RelationSchema((("person", P), ("venue", V)), ("person", "venue"), ("role", "year")),
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """The characters of a source that state something: offsets into the document's text, and the text there.

    *record* is the key of the record that they belong to, where the source is a file of records.
    """

    source: str
    span: Span
    quote: str
    record: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Identifier:
    """An identifier of a thing in an outside scheme, in its canonical bare form.

    Schemes: orcid, doi, arxiv, openalex, dblp, openreview, wikidata, ror, acl, s2, email (a SHA-256 digest, never the
    address), homepage, url, scholar, github; of catalogues' records also ieee, dblp-name (a name with the number that
    tells it from others), pmid, issn, grid, isni, ringgold, scopus, researcherid.

    >>> Identifier("doi", "10.1000/xyz")
    Identifier(scheme='doi', value='10.1000/xyz')
    """

    scheme: str
    value: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A name of something in one source, as printed there.

    *id* is unique in its source and made from content (``mention_id``), so that the same text always gives the same
    one. *aliases* are other forms that the same source gives for it (``HKUST`` beside the full name, a name in another
    script). *unit* is the part of an organization that the source names (department, lab, team), outermost first,
    without the organization itself. *context* are hints for resolution: ``affiliation``, ``year``, ``venue``,
    ``country``, ``domain``.
    """

    source: str
    id: str
    kind: EntityKind
    name: str
    evidence: Evidence | None = None
    aliases: tuple[str, ...] = ()
    identifiers: tuple[Identifier, ...] = ()
    unit: tuple[str, ...] = ()
    context: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One fact that a source states: a relation between mentions, with values, evidence and confidence.

    *roles* maps role names of the relation's schema to ids of mentions of the same source; *values* maps value names
    to strings. *extractor* names what made the claim and, after a slash, its rule or version. *confidence* is an
    estimate, in 0..1, of the probability that the claim is right. *value_evidence* has, by role or value name, the
    characters that print each name and value, where they are known: a year may stand in the heading above.
    """

    source: str
    relation: Relation
    roles: Mapping[str, str]
    evidence: Evidence
    values: Mapping[str, str] = field(default_factory=dict)
    extractor: str = ""
    confidence: float = 1.0
    value_evidence: Mapping[str, Evidence] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The claim's identifier inside its source: a digest of its relation, roles and values."""
        roles = "|".join([f"{k}={v}" for k, v in sorted(self.roles.items())])
        values = "|".join([f"{k}={v}" for k, v in sorted(self.values.items())])
        return digest(self.source, self.relation, roles, values)


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """All mentions and claims of one source, in document order; *problems* say what could not be looked for in it."""

    source: str
    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    problems: tuple[str, ...] = ()


def digest(*parts: str) -> str:
    """Return a short digest of strings: 16 hexadecimal digits of their SHA-256.

    >>> digest("a", "b") == digest("a", "b") != digest("ab")
    True
    """
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def mention_id(kind: EntityKind, name: str, key: str = "") -> str:
    """Return the id of a mention in its source.

    *key* tells mentions of one name apart, such as the title of the paper on whose author list a name stands. Within
    one profile document the same name without a key is one mention.
    """
    return f"{kind.value}-{digest(kind, ' '.join(name.split()), key)}"
