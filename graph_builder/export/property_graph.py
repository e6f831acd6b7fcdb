"""A store read as a property graph: nodes and relationships of the shared table, row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

import pyoxigraph as ox
from pyoxigraph import NamedNode

from graph_builder.export.privacy import Privacy
from graph_builder.export.sorting import sorted_lines
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
    """One kind of node: its label as *name*, the RDF class, its properties, and whether it is a fact or evidence."""

    name: str
    rdf_class: NamedNode
    columns: tuple[Column, ...]
    fact: bool = False
    evidence: bool = False


@dataclass(frozen=True, slots=True)
class EdgeTable:
    """One type of relationship, its *name*, between nodes of one label each.

    *rdf_class* is that of the facts it comes from, and *start* and *end* are the properties of the fact that lead to
    its ends; without *start* it is the fact's own node, and without *rdf_class* there is no fact: *end* is a direct
    property between the nodes.
    """

    name: str
    start_label: str
    end_label: str
    rdf_class: NamedNode | None
    start: NamedNode | None
    end: NamedNode
    columns: tuple[Column, ...] = ()
    fact: bool = False
    evidence: bool = False
    shortcut: bool = False


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

NODE: Mapping[str, NodeTable] = {table.name: table for table in NODES}
EDGE: Mapping[str, EdgeTable] = {table.name: table for table in EDGES}

FACT_ID = "id"
"""The property of a relationship that holds the IRI of its fact."""


AnyTable = TypeVar("AnyTable", NodeTable, EdgeTable)


def without_evidence(tables: Iterable[AnyTable]) -> tuple[AnyTable, ...]:
    """Return tables without those, and without the properties, that are evidence.

    >>> [column.name for column in without_evidence([EDGE["ABOUT"]])[0].columns], without_evidence([NODE["Source"]])
    (['confidence'], ())
    """
    return tuple(replace(t, columns=tuple(c for c in t.columns if not c.evidence)) for t in tables if not t.evidence)


Value = str | int | float | bool | list[str] | None
Progress = Callable[[str, int, int], None]


def no_progress(_step: str, _done: int, _total: int) -> None:
    """Report no progress of an export.

    >>> no_progress("Person", 1, 2)
    """


@dataclass(frozen=True, slots=True)
class Row:
    """A node or a relationship: its id, its ends (empty for nodes), and its properties in the order of the columns."""

    id: str
    start: str
    end: str
    values: tuple[Value, ...]


class PropertyGraph:
    """A store as tables of nodes and relationships, read row by row in the order of ids.

    The ids of nodes are held in memory, so that no relationship leads to a node that is not there.

    >>> graph = PropertyGraph(ox.Store(), Privacy())
    >>> [list(graph.rows(table)) for table in graph.nodes][0]
    []
    """

    def __init__(self, store: ox.Store, privacy: Privacy) -> None:
        self._store, self._privacy = store, privacy
        self.nodes = NODES if privacy.evidence else without_evidence(NODES)
        self.edges = EDGES if privacy.evidence else without_evidence(EDGES)
        self._ids = {t.name: dict.fromkeys(sorted_lines(self._subjects(t.rdf_class))) for t in self.nodes}

    @property
    def tables(self) -> tuple[NodeTable | EdgeTable, ...]:
        """Return all tables, nodes before relationships."""
        return (*self.nodes, *self.edges)

    def rows(self, table: NodeTable | EdgeTable) -> Iterator[Row]:
        """Yield the nodes of a label or the relationships of a type."""
        if isinstance(table, NodeTable):
            for iri in self._ids[table.name]:
                yield Row(iri, "", "", self._values(iri, table.columns))
            return
        starts, ends = self._ids[table.start_label], self._ids[table.end_label]
        for key, start, end in self._pairs(table):
            if start in starts and end in ends:
                yield Row(key, start, end, self._values(key, table.columns) if table.columns else ())

    def _subjects(self, rdf_class: ox.NamedNode) -> Iterator[str]:
        found = self._store.quads_for_pattern(None, v.TYPE, rdf_class, None)
        return (quad.subject.value for quad in found if isinstance(quad.subject, ox.NamedNode))

    def _pairs(self, table: EdgeTable) -> Iterator[tuple[str, str, str]]:
        """Yield id, start and end of each relationship of a type."""
        if table.rdf_class is None:
            for start in self._ids[table.start_label]:
                yield from (("", start, end) for end in self._objects(start, table.end))
            return
        keys = self._ids.get(table.start_label) if table.start is None else None
        for key in sorted_lines(self._subjects(table.rdf_class)) if keys is None else keys:
            starts = [key] if table.start is None else self._objects(key, table.start)
            yield from ((key, start, end) for start in starts for end in self._objects(key, table.end))

    def _objects(self, subject: str, property_: ox.NamedNode) -> list[str]:
        found = self._store.quads_for_pattern(ox.NamedNode(subject), property_, None, None)
        return sorted({quad.object.value for quad in found if isinstance(quad.object, ox.NamedNode)})

    def _values(self, subject: str, columns: tuple[Column, ...]) -> tuple[Value, ...]:
        found: dict[ox.NamedNode, set[str]] = {}
        for quad in self._store.quads_for_pattern(ox.NamedNode(subject), None, None, None):
            if isinstance(quad.object, ox.NamedNode | ox.Literal):
                found.setdefault(quad.predicate, set()).add(quad.object.value)
        return tuple(self._value(column, found.get(column.source, ())) for column in columns)

    def _value(self, column: Column, found: Iterable[str]) -> Value:
        """Return the value of a property; of several where one is expected, the first in order."""
        texts = [text for text in sorted(found) if self._privacy.contacts or not text.startswith(("email:", "mailto:"))]
        if column.kind is Kind.TEXTS:
            return [self._privacy.text(text) for text in texts]
        if not texts:
            return None
        return self._privacy.text(texts[0]) if column.kind is Kind.TEXT else _number(column.kind, texts[0])


def _number(kind: Kind, text: str) -> Value:
    try:
        if kind is Kind.INTEGER:
            return int(text[:4]) if text[4:5] == "-" else int(text)
        return float(Decimal(text)) if kind is Kind.FLOAT else text in ("true", "1")
    except (ValueError, ArithmeticError):
        return None  # an ill-typed literal is no number
