"""The formats of property graphs: tables of nodes and relationships, in files or a database."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from graph_builder.export.columnar import write_duckdb, write_ladybug, write_parquet_folder
from graph_builder.export.cypher import write_script
from graph_builder.export.edge_lists import write_edge_lists
from graph_builder.export.neo4j_csv import write_neo4j
from graph_builder.export.neptune import writer
from graph_builder.export.property_graph import Progress, PropertyGraph


@dataclass(frozen=True, slots=True)
class PropertyFormat:
    """A way to write tables to a path: its name, suffixes, what it is, and what writes it and returns the counts."""

    name: str
    suffixes: tuple[str, ...]
    what: str
    write: Callable[[PropertyGraph, Path, Progress], dict[str, int]]


PROPERTY_FORMATS: Mapping[str, PropertyFormat] = {
    row.name: row
    for row in (
        PropertyFormat("neo4j", (), "a folder of CSV for neo4j-admin database import", write_neo4j),
        PropertyFormat("cypher", (".cypher", ".cql"), "a Cypher script that can be run twice", write_script),
        PropertyFormat("ladybug", (".lbug",), "a Ladybug (Kuzu) database", write_ladybug),
        PropertyFormat("parquet", (".parquet",), "a folder of Parquet files", write_parquet_folder),
        PropertyFormat("neptune-gremlin", (), "a folder of Gremlin CSV for Amazon Neptune", writer(gremlin=True)),
        PropertyFormat(
            "neptune-opencypher", (), "a folder of openCypher CSV for Amazon Neptune", writer(gremlin=False)
        ),
        PropertyFormat("edge-lists", (), "a folder of numpy edge lists with maps of ids", write_edge_lists),
        PropertyFormat("duckdb", (".duckdb",), "a DuckDB database", write_duckdb),
    )
}
"""All formats of tables, by name."""
