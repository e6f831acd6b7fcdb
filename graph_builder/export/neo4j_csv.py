"""CSV files for ``neo4j-admin database import``: one for each label and type, with typed headers."""

from __future__ import annotations

import shlex
from pathlib import Path

from graph_builder.export.csv_files import cell, write_folder
from graph_builder.export.mapping import FACT_ID, EdgeTable, Kind, NodeTable
from graph_builder.export.property_graph import Progress, PropertyGraph, Row

ARRAY_DELIMITER = "\x1f"
"""What separates the values of a list: names hold semicolons and bars, but no unit separator."""

_TYPES = {
    Kind.TEXT: "string",
    Kind.TEXTS: "string[]",
    Kind.INTEGER: "long",
    Kind.FLOAT: "double",
    Kind.BOOLEAN: "boolean",
}


def header(graph: PropertyGraph, table: NodeTable | EdgeTable) -> list[str]:
    """Return the header line of a table's file.

    >>> from pyoxigraph import Store
    >>> from graph_builder.export.mapping import EDGE
    >>> from graph_builder.export.privacy import Privacy
    >>> header(PropertyGraph(Store(), Privacy()), EDGE["PART_OF"])
    [':START_ID', ':END_ID', ':TYPE']
    """
    typed = [f"{column.name}:{_TYPES[column.kind]}" for column in graph.columns(table)]
    if isinstance(table, NodeTable):
        return ["id:ID", *typed, ":LABEL"]
    key = [f"{FACT_ID}:string"] if table.rdf_class is not None else []
    return [":START_ID", ":END_ID", ":TYPE", *key, *typed]


def write_neo4j(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
    """Write a folder of CSV files and ``import.sh``, which calls neo4j-admin with them."""
    return write_folder(graph, path, progress, file_name, header, _cells, {"import.sh": _script(graph)})


def file_name(table: NodeTable | EdgeTable) -> str:
    """Return the name of a table's file."""
    return f"nodes-{table.label}.csv" if isinstance(table, NodeTable) else f"relationships-{table.type}.csv"


def _cells(table: NodeTable | EdgeTable, row: Row) -> list[str]:
    values = [cell(value, _joined) for value in row.values]
    if isinstance(table, NodeTable):
        return [row.id, *values, table.label]
    key = [row.id] if table.rdf_class is not None else []
    return [row.start, row.end, table.type, *key, *values]


def _joined(texts: list[str]) -> str:
    return ARRAY_DELIMITER.join(text.replace(ARRAY_DELIMITER, " ") for text in texts)


def _script(graph: PropertyGraph) -> str:
    """Return the call of neo4j-admin; quotes may run over several lines, and an empty cell is no value."""
    files = [f"--nodes={shlex.quote(file_name(table))}" for table in graph.nodes]
    files += [f"--relationships={shlex.quote(file_name(table))}" for table in graph.edges]
    options = ["--array-delimiter=U+001F", "--multiline-fields=true", "--legacy-style-quoting=false", *files]
    lines = ['neo4j-admin database import full "${1:-neo4j}"', *options]
    return (
        "#!/bin/sh\n# Usage: sh import.sh [database]\n"
        + 'cd "$(dirname "$0")" || exit 1\n'
        + " \\\n  ".join(lines)
        + "\n"
    )
