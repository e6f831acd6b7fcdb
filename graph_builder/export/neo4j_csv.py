"""CSV files for ``neo4j-admin database import``: one for each label and type, with typed headers."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Iterable
from pathlib import Path

from graph_builder.export.folders import agree, new_place
from graph_builder.export.mapping import FACT_ID, Column, EdgeTable, Kind, NodeTable
from graph_builder.export.property_graph import Progress, PropertyGraph, Row, Value

ARRAY_DELIMITER = "\x1f"
"""What separates the values of a list: names hold semicolons and bars, but no unit separator."""

_TYPES = {
    Kind.TEXT: "string",
    Kind.TEXTS: "string[]",
    Kind.INTEGER: "long",
    Kind.FLOAT: "double",
    Kind.BOOLEAN: "boolean",
}
_TOLD = 5000


def header(table: NodeTable | EdgeTable, columns: Iterable[Column]) -> list[str]:
    """Return the header line of a table's file.

    >>> from graph_builder.export.mapping import EDGE
    >>> header(EDGE["PART_OF"], ())
    [':START_ID', ':END_ID', ':TYPE']
    """
    typed = [f"{column.name}:{_TYPES[column.kind]}" for column in columns]
    if isinstance(table, NodeTable):
        return ["id:ID", *typed, ":LABEL"]
    key = [f"{FACT_ID}:string"] if table.rdf_class is not None else []
    return [":START_ID", ":END_ID", ":TYPE", *key, *typed]


def write_neo4j(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
    """Write a folder of CSV files and ``import.sh``, which calls neo4j-admin with them."""
    written: dict[str, int] = {}
    with new_place(path) as folder:
        folder.mkdir(parents=True)
        for table in graph.tables:
            name = table.name
            written[name] = 0
            with (folder / file_name(table)).open("w", encoding="utf-8", newline="") as file:
                lines = csv.writer(file, lineterminator="\n")
                lines.writerow(header(table, graph.columns(table)))
                for row in graph.rows(table):
                    lines.writerow(_cells(table, row))
                    written[name] += 1
                    if not written[name] % _TOLD:
                        progress(name, written[name], 0)
        (folder / "import.sh").write_text(_script(graph), encoding="utf-8")
        agree(written, _found(graph, folder), str(path))
    return written


def file_name(table: NodeTable | EdgeTable) -> str:
    """Return the name of a table's file."""
    return f"nodes-{table.label}.csv" if isinstance(table, NodeTable) else f"relationships-{table.type}.csv"


def _cells(table: NodeTable | EdgeTable, row: Row) -> list[str]:
    values = [_cell(value) for value in row.values]
    if isinstance(table, NodeTable):
        return [row.id, *values, table.label]
    key = [row.id] if table.rdf_class is not None else []
    return [row.start, row.end, table.type, *key, *values]


def _cell(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ARRAY_DELIMITER.join(text.replace(ARRAY_DELIMITER, " ") for text in value)
    return str(value)


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


def _found(graph: PropertyGraph, folder: Path) -> dict[str, int]:
    """Count the rows of the files as a reader finds them, quotes over several lines included."""
    found = {}
    for table in graph.tables:
        with (folder / file_name(table)).open(encoding="utf-8", newline="") as file:
            found[table.name] = sum(1 for _ in csv.reader(file)) - 1
    return found
