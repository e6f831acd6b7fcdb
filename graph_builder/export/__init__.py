"""Rows and quads become files: query results, RDF, graph files for other tools, data frames."""

from graph_builder.export.files import opened
from graph_builder.export.formats import (
    FIELD_FORMATS,
    GRAPH_FORMATS,
    NETWORK_FORMATS,
    PROPERTY_FORMATS,
    TABLE_FORMATS,
    Format,
    choose,
)
from graph_builder.export.network import redact, to_networkx
from graph_builder.export.privacy import Privacy, redacted_quads, without_contacts
from graph_builder.export.property_graph import PropertyGraph
from graph_builder.export.rdf import quads_of, to_rdflib, triples_of
from graph_builder.export.tables import to_arrow, to_pandas
from graph_builder.export.write import EXPORT_FORMATS, write_about, write_graph, write_table, write_triples

__all__ = [
    "EXPORT_FORMATS",
    "FIELD_FORMATS",
    "GRAPH_FORMATS",
    "NETWORK_FORMATS",
    "PROPERTY_FORMATS",
    "TABLE_FORMATS",
    "Format",
    "Privacy",
    "PropertyGraph",
    "choose",
    "opened",
    "quads_of",
    "redact",
    "redacted_quads",
    "to_arrow",
    "to_networkx",
    "to_pandas",
    "to_rdflib",
    "triples_of",
    "without_contacts",
    "write_about",
    "write_graph",
    "write_table",
    "write_triples",
]
