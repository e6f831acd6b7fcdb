"""A folder of CSV for neo4j-admin, and ``import.sh`` beside the files, which calls it."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Iterable
from pathlib import Path

from graph_builder.export.files import check_counts, new_place
from graph_builder.export.property_graph import (
    FACT_ID,
    EdgeTable,
    Kind,
    NodeTable,
    Progress,
    PropertyGraph,
    Row,
    Value,
    no_progress,
)

_REPORT_EVERY = 5000

ARRAY_DELIMITER = "\x1f"
"""What separates the values of a list: names hold semicolons and bars, but no unit separator."""

_TYPES = {
    Kind.TEXT: "string",
    Kind.TEXTS: "string[]",
    Kind.INTEGER: "long",
    Kind.FLOAT: "double",
    Kind.BOOLEAN: "boolean",
}


def write_neo4j(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
    """Write a folder with one file for each table, and return the number of rows by table.

    Raises:
        GraphBuilderError: there is something under that name, or a reader finds other numbers of rows.
    """
    written, found = {}, {}
    with new_place(path) as folder:
        folder.mkdir(parents=True)
        for table in graph.tables:
            lines = (_cells(table, row) for row in graph.rows(table))
            written[table.name], found[table.name] = write_csv(
                folder / _file_name(table), _header(graph, table), lines, table.name, progress
            )
        (folder / "import.sh").write_text(_import_script(graph), encoding="utf-8")
        check_counts(written, found, str(path))
    return written


def write_csv(
    path: Path, head: Iterable[str], lines: Iterable[Iterable[str]], name: str = "", progress: Progress = no_progress
) -> tuple[int, int]:
    """Write a file as RFC 4180 has it, and return how many rows were written and how many a reader finds in it.

    Args:
        path: the file.
        head: its first line.
        lines: the rows, written as they come.
        name: what *progress* calls them.
        progress: called with the number of rows written so far.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_csv(Path(folder) / "a.csv", ["name"], [["of two\\nlines"], ["of\\rtwo"], ["of one"]])
    (3, 3)
    """
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        # Lines end with both characters: else Python before 3.13 leaves a bare carriage return in a cell unquoted.
        writer = csv.writer(file)
        writer.writerow(head)
        for line in lines:
            writer.writerow(line)
            count += 1
            if not count % _REPORT_EVERY:
                progress(name, count, 0)
    with path.open(encoding="utf-8", newline="") as file:
        return count, sum(1 for _ in csv.reader(file, strict=True)) - 1


def _file_name(table: NodeTable | EdgeTable) -> str:
    return f"{'nodes' if isinstance(table, NodeTable) else 'relationships'}-{table.name}.csv"


def _header(graph: PropertyGraph, table: NodeTable | EdgeTable) -> list[str]:
    typed = [f"{column.name}:{_TYPES[column.kind]}" for column in graph.columns(table)]
    if isinstance(table, NodeTable):
        return ["id:ID", *typed, ":LABEL"]
    key = [f"{FACT_ID}:string"] if table.rdf_class is not None else []
    return [":START_ID", ":END_ID", ":TYPE", *key, *typed]


def _cells(table: NodeTable | EdgeTable, row: Row) -> list[str]:
    values = map(_cell, row.values)
    if isinstance(table, NodeTable):
        return [row.id, *values, table.label]
    return [row.start, row.end, table.type, *([row.id] if table.rdf_class is not None else []), *values]


def _cell(value: Value) -> str:
    """Return a value as text for a cell, empty if there is none.

    >>> _cell(None), _cell(True), _cell(["A", "B"]), _cell(0.5)
    ('', 'true', 'A\\x1fB', '0.5')
    """
    if value is None:
        return ""
    if isinstance(value, list):
        return ARRAY_DELIMITER.join(text.replace(ARRAY_DELIMITER, " ") for text in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _import_script(graph: PropertyGraph) -> str:
    """Return the call of neo4j-admin; quotes may run over several lines, and an empty cell is no value."""
    files = [f"--nodes={shlex.quote(_file_name(table))}" for table in graph.nodes]
    files += [f"--relationships={shlex.quote(_file_name(table))}" for table in graph.edges]
    options = ["--array-delimiter=U+001F", "--multiline-fields=true", "--legacy-style-quoting=false", *files]
    lines = ['neo4j-admin database import full "${1:-neo4j}"', *options]
    usage = '#!/bin/sh\n# Usage: sh import.sh [database]\ncd "$(dirname "$0")" || exit 1\n'
    return usage + " \\\n  ".join(lines) + "\n"
