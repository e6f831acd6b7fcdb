"""Rows and quads become files: query results, RDF, graph files for other tools, data frames."""

from graph_builder.export.columns import frames, to_pandas
from graph_builder.export.field_formats import FIELD_FORMATS, FieldFormat, write_about
from graph_builder.export.network import NETWORK_FORMATS, NetworkFormat, let_out, to_networkx
from graph_builder.export.privacy import Privacy, kept_quads, without_contacts
from graph_builder.export.property_formats import PROPERTY_FORMATS, PropertyFormat
from graph_builder.export.property_graph import PropertyGraph
from graph_builder.export.rdf import GRAPH_FORMATS, GraphFormat, quads_of, to_rdflib, triples_of
from graph_builder.export.tables import TABLE_FORMATS, TableFormat
from graph_builder.export.write import EXPORT_FORMATS, write_graph, write_table, write_triples

__all__ = [
    "EXPORT_FORMATS",
    "FIELD_FORMATS",
    "GRAPH_FORMATS",
    "NETWORK_FORMATS",
    "PROPERTY_FORMATS",
    "TABLE_FORMATS",
    "FieldFormat",
    "GraphFormat",
    "NetworkFormat",
    "Privacy",
    "PropertyFormat",
    "PropertyGraph",
    "TableFormat",
    "frames",
    "kept_quads",
    "let_out",
    "quads_of",
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
