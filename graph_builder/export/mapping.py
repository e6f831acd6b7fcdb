"""How RDF maps to a property graph: labels, relationship types and properties, in one table for every target.

Entities and sources are nodes. A fact with two roles is a relationship. A fact with one role or three (a publication,
an award) is a node with a relationship to each of its entities; a shortcut beside it leads from entity to entity, as
the direct edge does in RDF.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pyoxigraph import NamedNode

from graph_builder.graph import vocabulary as v
from graph_builder.model import EntityKind, Relation


class Kind(StrEnum):
    """The type of a property."""

    TEXT = "text"
    TEXTS = "list of text"
    INTEGER = "integer"
    FLOAT = "float"
    BOOLEAN = "boolean"


@dataclass(frozen=True, slots=True)
class Column:
    """A property of nodes or relationships: its name, type, meaning, and the RDF property that it comes from."""

    name: str
    kind: Kind
    source: NamedNode
    meaning: str
    evidence: bool = False


@dataclass(frozen=True, slots=True)
class NodeTable:
    """One kind of node: its label, the RDF class, its properties, and whether it is a fact or evidence."""

    label: str
    rdf_class: NamedNode
    columns: tuple[Column, ...]
    fact: bool = False
    evidence: bool = False

    @property
    def name(self) -> str:
        """Return the label."""
        return self.label


@dataclass(frozen=True, slots=True)
class EdgeTable:
    """One type of relationship between nodes of one label each.

    *rdf_class* is that of the facts it comes from, and *start* and *end* are the properties of the fact that lead to
    its ends; without *start* it is the fact's own node, and without *rdf_class* there is no fact: *end* is a direct
    property between the nodes.
    """

    type: str
    start_label: str
    end_label: str
    rdf_class: NamedNode | None
    start: NamedNode | None
    end: NamedNode
    columns: tuple[Column, ...] = ()
    fact: bool = False
    evidence: bool = False
    shortcut: bool = False

    @property
    def name(self) -> str:
        """Return the type."""
        return self.type


def _own(name: str) -> NamedNode:
    return NamedNode(v.GB + name)


T, N, F, B, L = Kind.TEXT, Kind.INTEGER, Kind.FLOAT, Kind.BOOLEAN, Kind.TEXTS

_CONFIDENCE = Column("confidence", F, v.CONFIDENCE, "how probable it is that the source says so, 0 to 1")
_EVIDENCE = (
    Column("source", T, v.SOURCE, "id of the source that states it", True),
    Column("quote", T, v.QUOTE, "the characters of the source that state it", True),
    Column("evidenceStart", N, v.EVIDENCE_START, "first character of the quote in the source's text", True),
    Column("evidenceEnd", N, v.EVIDENCE_END, "first character after the quote", True),
    Column("extractor", T, v.EXTRACTOR, "what read it", True),
    Column("recordKey", T, v.RECORD_KEY, "key of the record, in a file of records", True),
)
_DATES = (
    Column("start", T, v.VALUE["start"], "when it began, as precise as printed: 2015, 2015-09 or 2015-09-01"),
    Column("end", T, v.VALUE["end"], "when it ended, as precise as printed"),
    Column("startYear", N, v.START_YEAR, "the year of start"),
    Column("endYear", N, v.END_YEAR, "the year of end"),
    Column("ongoing", B, v.ONGOING, "true if it goes on"),
)
_YEAR = Column("year", N, v.VALUE["year"], "year")
_UNIT = Column("unit", T, v.UNIT, "id of the unit (Organization) that the source names")
_EDITION = Column("edition", T, v.EDITION, "id of the edition (Venue) of that year")
_ROLE = Column("role", T, v.VALUE["role"], "position or duty")


def _fact(*columns: Column) -> tuple[Column, ...]:
    return (*columns, _CONFIDENCE, *_EVIDENCE)


_NAME = Column("name", T, v.LABEL, "preferred name")
_ENTITY = (
    _NAME,
    Column("names", L, v.ALT_LABEL, "other names"),
    Column("identifiers", L, v.IDENTIFIER, "scheme:value"),
    Column("sameAs", L, v.SAME_AS, "addresses of the same thing elsewhere"),
    Column("homepage", T, v.HOMEPAGE, "homepage"),
)
_PUBLISHED = NamedNode(v.SCHEMA_ORG + "datePublished")

NODES: tuple[NodeTable, ...] = (
    NodeTable("Person", v.ENTITY_CLASS[EntityKind.PERSON], _ENTITY),
    NodeTable(
        "Organization",
        v.ENTITY_CLASS[EntityKind.ORGANIZATION],
        (*_ENTITY, Column("country", T, v.COUNTRY, "country, ISO 3166-1")),
    ),
    NodeTable(
        "Work",
        v.ENTITY_CLASS[EntityKind.WORK],
        (*_ENTITY, Column("year", N, _PUBLISHED, "the first year that a source gives")),
    ),
    NodeTable(
        "Venue",
        v.ENTITY_CLASS[EntityKind.VENUE],
        (
            *_ENTITY,
            Column("type", T, v.VENUE_TYPE, "conference, journal, workshop, preprint, book or edition"),
            Column("year", N, v.EDITION_YEAR, "year of an edition"),
        ),
    ),
    NodeTable("Topic", v.ENTITY_CLASS[EntityKind.TOPIC], _ENTITY),
    NodeTable(
        "Source",
        v.SOURCE_CLASS,
        (
            Column("name", T, v.IDENTIFIER, "path of the source", True),
            Column("title", T, v.TITLE, "title", True),
            Column("fileName", T, v.FILE_NAME, "name of the file", True),
            Column("date", T, v.DATE, "date of the document", True),
            Column("address", T, v.ADDRESS, "address in the web", True),
            Column("sha256", T, v.SHA256, "digest of the content", True),
        ),
        evidence=True,
    ),
    NodeTable(
        "Publication",
        v.FACT_CLASS[Relation.PUBLICATION],
        _fact(
            _YEAR,
            Column("type", T, v.VALUE["type"], "kind of work"),
            Column("status", T, v.VALUE["status"], "how far the work has come"),
        ),
        fact=True,
    ),
    NodeTable(
        "Award",
        v.FACT_CLASS[Relation.AWARD],
        _fact(Column("award", T, v.VALUE["award"], "name of the award"), _YEAR),
        fact=True,
    ),
)
"""Every kind of node."""


def _between(
    type: str,
    start: str,
    end: str,
    relation: Relation,
    roles: tuple[str, str],
    *columns: Column,
    evidence: bool = False,
) -> EdgeTable:
    one, two = (v.SOURCE if r == "source" else v.ROLE[r] for r in roles)
    return EdgeTable(type, start, end, v.FACT_CLASS[relation], one, two, _fact(*columns), True, evidence)


def _part(type: str, label: str, end: str, relation: Relation, role: NamedNode) -> EdgeTable:
    return EdgeTable(type, label, end, v.FACT_CLASS[relation], None, role)


_R = Relation
_DEGREE = (Column("degree", T, v.VALUE["degree"], "doctorate, master, bachelor or other"),)
_FIELD = Column("field", T, v.VALUE["field"], "field of study")
_POSITION = Column("position", N, v.VALUE["position"], "place in the list of authors, from 1")

EDGES: tuple[EdgeTable, ...] = (
    _between(
        "STUDIED_AT", "Person", "Organization", _R.EDUCATION, ("person", "organization"),
        *_DEGREE, _FIELD, *_DATES, _UNIT,
    ),
    _between(
        "WORKED_AT", "Person", "Organization", _R.EMPLOYMENT, ("person", "organization"), _ROLE, *_DATES,
        Column("year", N, v.VALUE["year"], "a year in which it is attested"), _UNIT,
    ),
    _between("ADVISED_BY", "Person", "Person", _R.ADVISING, ("student", "advisor")),
    _between("AUTHORED", "Person", "Work", _R.AUTHORSHIP, ("author", "work"), _POSITION),
    _between("ABOUT", "Work", "Topic", _R.ABOUT, ("work", "topic")),
    _between(
        "INTERESTED_IN", "Person", "Topic", _R.INTEREST, ("person", "topic"),
        Column("basis", T, v.VALUE["basis"], "inferred, where a catalogue computed it"),
    ),
    _between("SERVED", "Person", "Venue", _R.SERVICE, ("person", "venue"), _ROLE, _YEAR, _EDITION),
    _between("DESCRIBES", "Source", "Person", _R.PROFILE, ("source", "person"), evidence=True),
    _part("OF_WORK", "Publication", "Work", _R.PUBLICATION, v.ROLE["work"]),
    _part("LISTED_BY", "Publication", "Person", _R.PUBLICATION, v.ROLE["person"]),
    _part("IN_VENUE", "Publication", "Venue", _R.PUBLICATION, v.ROLE["venue"]),
    _part("AT_EDITION", "Publication", "Venue", _R.PUBLICATION, v.EDITION),
    _part("AT_INSTITUTION", "Publication", "Organization", _R.PUBLICATION, v.ROLE["organization"]),
    _part("AT_UNIT", "Publication", "Organization", _R.PUBLICATION, v.UNIT),
    _part("GIVEN_TO", "Award", "Person", _R.AWARD, v.ROLE["person"]),
    _part("GIVEN_BY", "Award", "Organization", _R.AWARD, v.ROLE["organization"]),
    _part("GIVEN_BY_UNIT", "Award", "Organization", _R.AWARD, v.UNIT),
    EdgeTable(
        "PUBLISHED_IN", "Work", "Venue", v.FACT_CLASS[_R.PUBLICATION], v.ROLE["work"], v.ROLE["venue"],
        (_YEAR, _CONFIDENCE), shortcut=True,
    ),
    EdgeTable(
        "HONOURED_BY", "Person", "Organization", v.FACT_CLASS[_R.AWARD], v.ROLE["person"], v.ROLE["organization"],
        (Column("award", T, v.VALUE["award"], "name of the award"), _YEAR, _CONFIDENCE), shortcut=True,
    ),
    EdgeTable("PART_OF", "Organization", "Organization", None, None, v.PARENT[EntityKind.ORGANIZATION]),
    EdgeTable("IN_SERIES", "Venue", "Venue", None, None, v.PARENT[EntityKind.VENUE]),
    EdgeTable("BROADER", "Topic", "Topic", None, None, v.PARENT[EntityKind.TOPIC]),
)  # fmt: skip
"""Every type of relationship."""

NODE: Mapping[str, NodeTable] = {table.label: table for table in NODES}
EDGE: Mapping[str, EdgeTable] = {table.type: table for table in EDGES}

FACT_ID = "id"
"""The property of a relationship that holds the IRI of its fact."""


def columns_of(table: NodeTable | EdgeTable, evidence: bool) -> tuple[Column, ...]:
    """Return the properties of a table, with or without those that are evidence.

    >>> [column.name for column in columns_of(EDGE["ABOUT"], evidence=False)]
    ['confidence']
    """
    return tuple(column for column in table.columns if evidence or not column.evidence)


def tables_of(evidence: bool) -> tuple[tuple[NodeTable, ...], tuple[EdgeTable, ...]]:
    """Return the tables of nodes and of relationships, with or without those that are evidence.

    >>> "Source" in {table.label for table in tables_of(evidence=False)[0]}
    False
    """
    return tuple(t for t in NODES if evidence or not t.evidence), tuple(t for t in EDGES if evidence or not t.evidence)
