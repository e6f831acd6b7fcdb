"""The terms of our graphs: namespaces, and which class and property stands for each kind, relation, role and value."""

from __future__ import annotations

from pyoxigraph import NamedNode

from graph_builder.model import EntityKind, Relation

GB = "https://w3id.org/graph-builder/ontology#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SCHEMA_ORG = "https://schema.org/"
FOAF = "http://xmlns.com/foaf/0.1/"
ORG = "http://www.w3.org/ns/org#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
DCTERMS = "http://purl.org/dc/terms/"

PREFIXES: dict[str, str] = {
    "gb": GB,
    "rdf": RDF,
    "rdfs": RDFS,
    "xsd": XSD,
    "schema": SCHEMA_ORG,
    "foaf": FOAF,
    "org": ORG,
    "skos": SKOS,
    "dcterms": DCTERMS,
}
"""Prefixes under which our graphs are written and asked."""

# Nodes are made once: building a term costs more than putting it into a quad.
TYPE = NamedNode(RDF + "type")
LABEL = NamedNode(RDFS + "label")
ALT_LABEL = NamedNode(SKOS + "altLabel")
SAME_AS = NamedNode(SCHEMA_ORG + "sameAs")
NOW = NamedNode("http://www.w3.org/2002/07/owl#sameAs")
"""From the address of what decisions made one with something else to the address of that."""
COUNTRY = NamedNode(SCHEMA_ORG + "addressCountry")
LATITUDE = NamedNode(SCHEMA_ORG + "latitude")
LONGITUDE = NamedNode(SCHEMA_ORG + "longitude")
VENUE_TYPE = NamedNode(GB + "venueType")
EDITION_YEAR = NamedNode(GB + "editionYear")
HOMEPAGE = NamedNode(FOAF + "homepage")
REPLACED_BY = NamedNode(DCTERMS + "isReplacedBy")
DISSOLVED = NamedNode(SCHEMA_ORG + "dissolutionDate")
IDENTIFIER = NamedNode(DCTERMS + "identifier")
TITLE = NamedNode(DCTERMS + "title")
FORMAT = NamedNode(DCTERMS + "format")
DATE = NamedNode(DCTERMS + "date")
ADDRESS = NamedNode(SCHEMA_ORG + "url")

SOURCE_CLASS = NamedNode(GB + "Source")
MENTION_CLASS = NamedNode(GB + "Mention")
FILE_NAME = NamedNode(GB + "fileName")
SHA256 = NamedNode(GB + "sha256")
LANGUAGE_MODEL = NamedNode(GB + "languageModel")

SOURCE = NamedNode(GB + "source")
CONFIDENCE = NamedNode(GB + "confidence")
EXTRACTOR = NamedNode(GB + "extractor")
EVIDENCE_START = NamedNode(GB + "evidenceStart")
EVIDENCE_END = NamedNode(GB + "evidenceEnd")
QUOTE = NamedNode(GB + "quote")
RECORD_KEY = NamedNode(GB + "recordKey")
MENTION = NamedNode(GB + "mention")
VALUE_EVIDENCE_CLASS = NamedNode(GB + "ValueEvidence")
VALUE_EVIDENCE = NamedNode(GB + "valueEvidence")
OF_VALUE = NamedNode(GB + "ofValue")
UNIT = NamedNode(GB + "unit")
EDITION = NamedNode(GB + "edition")

PRINTED_FORM = NamedNode(GB + "printedForm")
PRINTED_ALIAS = NamedNode(GB + "printedAlias")
PRINTED_IDENTIFIER = NamedNode(GB + "printedIdentifier")
PRINTED_UNIT = NamedNode(GB + "printedUnit")
REFERS_TO = NamedNode(GB + "refersTo")
REFERS_TO_UNIT = NamedNode(GB + "refersToUnit")
REFERS_TO_EDITION = NamedNode(GB + "refersToEdition")
LINK_STATUS = NamedNode(GB + "linkStatus")
LINK_RULE = NamedNode(GB + "linkRule")
LINK_SCORE = NamedNode(GB + "linkScore")
LINK_REASON = NamedNode(GB + "linkReason")

ONGOING = NamedNode(GB + "ongoing")
START_YEAR = NamedNode(GB + "startYear")
END_YEAR = NamedNode(GB + "endYear")

XSD_DECIMAL = NamedNode(XSD + "decimal")
XSD_INTEGER = NamedNode(XSD + "integer")
XSD_BOOLEAN = NamedNode(XSD + "boolean")
XSD_GYEAR = NamedNode(XSD + "gYear")
XSD_GYEARMONTH = NamedNode(XSD + "gYearMonth")
XSD_DATE = NamedNode(XSD + "date")

ENTITY_CLASS: dict[EntityKind, NamedNode] = {
    EntityKind.PERSON: NamedNode(SCHEMA_ORG + "Person"),
    EntityKind.ORGANIZATION: NamedNode(SCHEMA_ORG + "Organization"),
    EntityKind.WORK: NamedNode(SCHEMA_ORG + "CreativeWork"),
    EntityKind.VENUE: NamedNode(GB + "Venue"),
    EntityKind.TOPIC: NamedNode(SKOS + "Concept"),
}

PARENT: dict[EntityKind, NamedNode] = {
    EntityKind.ORGANIZATION: NamedNode(ORG + "subOrganizationOf"),
    EntityKind.VENUE: NamedNode(SCHEMA_ORG + "superEvent"),
    EntityKind.TOPIC: NamedNode(SKOS + "broader"),
}

PART: dict[EntityKind, tuple[NamedNode, NamedNode]] = {
    EntityKind.ORGANIZATION: (UNIT, REFERS_TO_UNIT),
    EntityKind.VENUE: (EDITION, REFERS_TO_EDITION),
}
"""The properties that lead from a fact and from a mention to the part that a mention names: a unit, an edition."""

FACT_CLASS: dict[Relation, NamedNode] = {r: NamedNode(GB + r.value.capitalize()) for r in Relation}

ROLE: dict[str, NamedNode] = {
    r: NamedNode(GB + r) for r in ("person", "organization", "student", "advisor", "work", "author", "venue", "topic")
}

VALUE: dict[str, NamedNode] = {
    v: NamedNode(GB + v)
    for v in ("degree", "field", "role", "type", "status", "award", "year", "position", "start", "end", "basis")
}

EDGES: dict[Relation, tuple[tuple[str, NamedNode, str], ...]] = {
    Relation.PROFILE: (("source", NamedNode(FOAF + "primaryTopic"), "person"),),
    Relation.EDUCATION: (("person", NamedNode(SCHEMA_ORG + "alumniOf"), "organization"),),
    Relation.EMPLOYMENT: (("person", NamedNode(SCHEMA_ORG + "affiliation"), "organization"),),
    Relation.ADVISING: (("student", NamedNode(GB + "advisedBy"), "advisor"),),
    Relation.PUBLICATION: (
        ("work", NamedNode(SCHEMA_ORG + "isPartOf"), "venue"),
        ("work", NamedNode(SCHEMA_ORG + "sourceOrganization"), "organization"),
        ("work", NamedNode(SCHEMA_ORG + "datePublished"), "year"),
    ),
    Relation.AUTHORSHIP: (("work", NamedNode(SCHEMA_ORG + "author"), "author"),),
    Relation.ABOUT: (("work", NamedNode(SCHEMA_ORG + "about"), "topic"),),
    Relation.INTEREST: (("person", NamedNode(SCHEMA_ORG + "knowsAbout"), "topic"),),
    Relation.AWARD: (("person", NamedNode(SCHEMA_ORG + "award"), "award"),),
    Relation.SERVICE: (("person", NamedNode(GB + "servedAt"), "venue"),),
}
"""The direct edges of each relation: subject, property and object, named by role or value of the claim."""
