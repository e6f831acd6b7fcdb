"""The tables of an index, and which terms of the graph fill their columns."""

from __future__ import annotations

from collections.abc import Mapping

from graph_builder.graph import vocabulary
from graph_builder.model import EntityKind, Relation

GB, SCHEMA_ORG = vocabulary.GB, vocabulary.SCHEMA_ORG
RDF_TYPE, LABEL, ALT_LABEL = vocabulary.TYPE.value, vocabulary.LABEL.value, vocabulary.ALT_LABEL.value

CLASSES: Mapping[str, EntityKind] = {node.value: kind for kind, node in vocabulary.ENTITY_CLASS.items()}
"""The kind of a thing by its class."""

RELATIONS: Mapping[str, Relation] = {node.value: relation for relation, node in vocabulary.FACT_CLASS.items()}
"""The relation of a fact by its class."""

ROLES = ("person", "organization", "unit", "student", "advisor", "work", "venue", "author", "topic")
"""The properties of a fact that lead to things."""

EDITION = "edition"
"""A property of a fact that leads to a thing, and is none of its roles: the series has the role."""

VALUES = (
    "degree", "field", "role", "start", "end", "ongoing", "year", "startYear", "endYear", "type", "status", "position",
    "award", "basis",
)  # fmt: skip
"""The properties of a fact that are literals."""

KINDS: Mapping[EntityKind, tuple[str, ...]] = {
    EntityKind.PERSON: ("person", "student", "advisor", "author"),
    EntityKind.ORGANIZATION: ("organization", "unit"),
    EntityKind.WORK: ("work",),
    EntityKind.VENUE: ("venue",),
    EntityKind.TOPIC: ("topic",),
}
"""The roles that a thing of a kind can have."""

DIRECT: Mapping[str, str] = {
    "author": SCHEMA_ORG + "author",
    "about": SCHEMA_ORG + "about",
    "part": SCHEMA_ORG + "isPartOf",
    "affiliation": SCHEMA_ORG + "affiliation",
    "event": SCHEMA_ORG + "superEvent",
    "within": "http://www.w3.org/ns/org#subOrganizationOf",
    "interest": SCHEMA_ORG + "knowsAbout",
    "alumni": SCHEMA_ORG + "alumniOf",
    "advised": GB + "advisedBy",
    "served": GB + "servedAt",
}
"""Tables of direct edges, by name: from thing to thing, each pair once."""

MENTION = ("printedForm", "linkStatus", "linkRule", "linkScore")
"""The properties of a mention that fill its row, after the thing that it refers to."""

POINTS = (*ROLES, EDITION)
"""The properties of a fact that lead to things, its roles and the edition."""

TABLES = f"""
CREATE TABLE thing (
  id INTEGER PRIMARY KEY, iri TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, year TEXT
);
CREATE TABLE source (id INTEGER PRIMARY KEY, iri TEXT NOT NULL);
CREATE TABLE maker (id INTEGER PRIMARY KEY, names TEXT NOT NULL);
CREATE TABLE fact (
  id INTEGER PRIMARY KEY, iri TEXT NOT NULL, relation TEXT NOT NULL, source INTEGER NOT NULL, confidence REAL NOT NULL,
  first INTEGER, last INTEGER, {", ".join(f"{role}_ INTEGER" for role in POINTS)},
  {", ".join(f'"{value}" TEXT' for value in VALUES)},
  maker INTEGER
);
{"".join(f"CREATE TABLE {name} (start INTEGER, end INTEGER, PRIMARY KEY (start, end)) WITHOUT ROWID;" for name in DIRECT)}
CREATE TABLE dated (thing INTEGER, year TEXT, PRIMARY KEY (thing, year)) WITHOUT ROWID;
CREATE TABLE coauthor (one INTEGER, other INTEGER, papers INTEGER, PRIMARY KEY (one, other)) WITHOUT ROWID;
CREATE TABLE collaboration (one INTEGER, other INTEGER, papers INTEGER, PRIMARY KEY (one, other)) WITHOUT ROWID;
CREATE TABLE mention (
  id INTEGER PRIMARY KEY, iri TEXT NOT NULL, thing INTEGER NOT NULL, form TEXT, status TEXT, rule TEXT, score REAL
);
CREATE TABLE reason (mention INTEGER, text TEXT, PRIMARY KEY (mention, text)) WITHOUT ROWID;
CREATE TABLE identifier (mention INTEGER, value TEXT, PRIMARY KEY (mention, value)) WITHOUT ROWID;
CREATE TABLE stated (fact INTEGER, mention INTEGER, PRIMARY KEY (fact, mention)) WITHOUT ROWID;
CREATE TABLE other_name (thing INTEGER, name TEXT, PRIMARY KEY (thing, name)) WITHOUT ROWID;
CREATE TABLE outside (thing INTEGER, iri TEXT, PRIMARY KEY (thing, iri)) WITHOUT ROWID;
CREATE TABLE made (pairs INTEGER NOT NULL);
"""  # noqa: E501
"""What an index holds. Numbers of things, sources and facts are in the order of their IRIs, with room between.
*made* tells whether co-authors and collaborations are there: of some graphs they are too many."""

INDEXES = f"""
CREATE UNIQUE INDEX thing_iri ON thing (iri);
CREATE INDEX thing_kind ON thing (kind, name);
CREATE UNIQUE INDEX fact_iri ON fact (iri);
CREATE UNIQUE INDEX source_iri ON source (iri);
CREATE UNIQUE INDEX maker_names ON maker (names);
{"".join(f"CREATE INDEX fact_{role} ON fact ({role}_) WHERE {role}_ IS NOT NULL;" for role in POINTS)}
{"".join(f"CREATE INDEX {name}_end ON {name} (end);" for name in DIRECT)}
CREATE INDEX fact_source ON fact (source);
CREATE INDEX fact_dated ON fact (person_) WHERE relation = 'employment' AND startYear IS NOT NULL;
CREATE INDEX fact_studied ON fact (person_, endYear) WHERE relation = 'education' AND degree = 'doctorate';
CREATE INDEX fact_published ON fact (work_, year, venue_, source) WHERE relation = 'publication';
CREATE INDEX fact_post ON fact (role) WHERE relation = 'employment' AND role IS NOT NULL;
CREATE INDEX fact_first ON fact (author_, work_) WHERE relation = 'authorship' AND position = '1';
CREATE INDEX mention_score ON mention (score) WHERE status = 'inferred';
CREATE INDEX coauthor_other ON coauthor (other);
CREATE INDEX coauthor_papers ON coauthor (papers);
CREATE INDEX collaboration_other ON collaboration (other);
CREATE INDEX collaboration_papers ON collaboration (papers);
"""
"""Indexes that queries need."""

OPEN = 9999
"""The year in which ends what has no end."""


def span_of(values: Mapping[str, str]) -> tuple[int, int] | None:
    """Return the first and last year of a fact with some values, or None if it has no date; an open end is 9999.

    >>> span_of({"start": "2019-09", "ongoing": "true"}), span_of({"year": "2021"}), span_of({})
    ((2019, 9999), (2021, 2021), None)
    """
    first = _year(values.get("startYear") or values.get("start") or values.get("year"))
    last = _year(values.get("endYear") or values.get("end"))
    if first is None and last is None:
        return None
    if last is None:
        last = OPEN if values.get("ongoing") == "true" or first is None else first
    return (last if first is None else first, last)


def _year(value: str | None) -> int | None:
    head = (value or "")[:4]
    return int(head) if head.isdigit() and len(head) == 4 else None
