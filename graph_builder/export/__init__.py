"""Rows and quads become files: query results, RDF, graph files for other tools, data frames."""

from graph_builder.export.columns import frames, to_pandas
from graph_builder.export.network import NETWORK_FORMATS, NetworkFormat, to_networkx
from graph_builder.export.rdf import GRAPH_FORMATS, GraphFormat, quads_of, to_rdflib, triples_of
from graph_builder.export.tables import TABLE_FORMATS, TableFormat
from graph_builder.export.write import EXPORT_FORMATS, write_graph, write_table, write_triples

__all__ = [
    "EXPORT_FORMATS",
    "GRAPH_FORMATS",
    "NETWORK_FORMATS",
    "TABLE_FORMATS",
    "GraphFormat",
    "NetworkFormat",
    "TableFormat",
    "frames",
    "quads_of",
    "to_networkx",
    "to_pandas",
    "to_rdflib",
    "triples_of",
    "write_graph",
    "write_table",
    "write_triples",
]
