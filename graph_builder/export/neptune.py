"""CSV for the bulk loader of Amazon Neptune, in its two dialects: Gremlin's and openCypher's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from graph_builder.export.csv_files import cell, write_folder
from graph_builder.export.mapping import EdgeTable, Kind, NodeTable
from graph_builder.export.property_graph import Progress, PropertyGraph, Row

LIST = "; "
"""What stands between the values of a list in openCypher's files, whose documented types know no array."""

_TYPES = {
    Kind.TEXT: "String",
    Kind.INTEGER: "Long",
    Kind.FLOAT: "Double",
    Kind.BOOLEAN: "Bool",
}
_GREMLIN = (["~id", "~label"], ["~id", "~from", "~to", "~label"])
_CYPHER = ([":ID", ":LABEL"], [":ID", ":START_ID", ":END_ID", ":TYPE"])


def header(graph: PropertyGraph, table: NodeTable | EdgeTable, *, gremlin: bool) -> list[str]:
    """Return the header line of a table's file.

    Gremlin's vertices take every value as one of a set unless the header says ``(single)``; edges take no such word.
    Only Gremlin's vertices have arrays: those of openCypher hold lists as text.
    """
    nodes, edges = _GREMLIN if gremlin else _CYPHER
    is_node = isinstance(table, NodeTable)
    single = "(single)" if gremlin and is_node else ""
    types = {**_TYPES, Kind.TEXTS: "String[]" if gremlin else "String"}
    typed = [
        f"{column.name}:{types[column.kind]}{'' if column.kind is Kind.TEXTS else single}"
        for column in graph.columns(table)
    ]
    return [*(nodes if is_node else edges), *typed]


def edge_id(table: EdgeTable, row: Row) -> str:
    """Return the id of a relationship: the loader wants one that no other relationship of any type has."""
    return f"{row.id}#{table.type}" if row.id else f"{row.start}#{table.type}#{row.end}"


def writer(*, gremlin: bool) -> Callable[[PropertyGraph, Path, Progress], dict[str, int]]:
    """Return what writes a folder of CSV files in one of the dialects."""

    def write(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
        head = partial(header, gremlin=gremlin)
        return write_folder(graph, path, progress, _file_name, head, partial(_cells, gremlin=gremlin))

    return write


def _file_name(table: NodeTable | EdgeTable) -> str:
    return f"{'nodes' if isinstance(table, NodeTable) else 'edges'}-{table.name}.csv"


def _cells(table: NodeTable | EdgeTable, row: Row, *, gremlin: bool) -> list[str]:
    values = [cell(value, _array if gremlin else LIST.join) for value in row.values]
    if isinstance(table, NodeTable):
        return [row.id, table.label, *values]
    return [edge_id(table, row), row.start, row.end, table.type, *values]


def _array(texts: list[str]) -> str:
    """Return an array: the loader knows no escape but that of a semicolon, so that none may end in a backslash."""
    escaped = (text.replace(";", "\\;") for text in texts)
    return ";".join(f"{text} " if text.endswith("\\") else text for text in escaped)
