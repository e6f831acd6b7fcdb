"""CSV for the bulk loader of Amazon Neptune, in its two dialects: Gremlin's and openCypher's."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

from graph_builder.export.folders import agree, new_place
from graph_builder.export.mapping import EdgeTable, Kind, NodeTable
from graph_builder.export.property_graph import Progress, PropertyGraph, Row, Value

_TYPES = {
    Kind.TEXT: "String",
    Kind.TEXTS: "String[]",
    Kind.INTEGER: "Long",
    Kind.FLOAT: "Double",
    Kind.BOOLEAN: "Bool",
}
_TOLD = 5000
_GREMLIN = (["~id", "~label"], ["~id", "~from", "~to", "~label"])
_CYPHER = ([":ID", ":LABEL"], [":ID", ":START_ID", ":END_ID", ":TYPE"])


def header(graph: PropertyGraph, table: NodeTable | EdgeTable, *, gremlin: bool) -> list[str]:
    """Return the header line of a table's file.

    Gremlin's vertices take every value as one of a set unless the header says ``(single)``; edges take no such word.
    """
    nodes, edges = _GREMLIN if gremlin else _CYPHER
    is_node = isinstance(table, NodeTable)
    single = "(single)" if gremlin and is_node else ""
    typed = [
        f"{column.name}:{_TYPES[column.kind]}{'' if column.kind is Kind.TEXTS else single}"
        for column in graph.columns(table)
    ]
    return [*(nodes if is_node else edges), *typed]


def edge_id(table: EdgeTable, row: Row) -> str:
    """Return the id of a relationship: the loader wants one that no other relationship of any type has."""
    return f"{row.id}#{table.type}" if row.id else f"{row.start}#{table.type}#{row.end}"


def writer(*, gremlin: bool) -> Callable[[PropertyGraph, Path, Progress], dict[str, int]]:
    """Return what writes a folder of CSV files in one of the dialects."""

    def write(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
        written, found = {}, {}
        with new_place(path) as folder:
            folder.mkdir(parents=True)
            for table in graph.tables:
                count, file = 0, folder / f"{'nodes' if isinstance(table, NodeTable) else 'edges'}-{table.name}.csv"
                with file.open("w", encoding="utf-8", newline="") as stream:
                    lines = csv.writer(stream)
                    lines.writerow(header(graph, table, gremlin=gremlin))
                    for row in graph.rows(table):
                        lines.writerow(_cells(table, row))
                        count += 1
                        if not count % _TOLD:
                            progress(table.name, count, 0)
                with file.open(encoding="utf-8", newline="") as stream:
                    written[table.name], found[table.name] = count, sum(1 for _ in csv.reader(stream)) - 1
            agree(written, found, str(path))
        return written

    return write


def _cells(table: NodeTable | EdgeTable, row: Row) -> list[str]:
    values = [_cell(value) for value in row.values]
    if isinstance(table, NodeTable):
        return [row.id, table.label, *values]
    return [edge_id(table, row), row.start, row.end, table.type, *values]


def _cell(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ";".join(text.replace("\\", "\\\\").replace(";", "\\;") for text in value)
    return str(value)
