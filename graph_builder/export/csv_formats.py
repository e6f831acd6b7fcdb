"""Folders of CSV: neo4j-admin's and Neptune's two dialects from one description, and edge lists for graph learning."""

from __future__ import annotations

import csv
import json
import shlex
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

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
"""What separates the values of a list for neo4j-admin: names hold semicolons and bars, but no unit separator."""

LIST = "; "
"""What separates the values of a list in openCypher's files, whose documented types know no array."""

UNKNOWN = -1
"""The year of an edge that has none, in edge lists."""

_NUMBERS = {Kind.INTEGER: "Long", Kind.FLOAT: "Double"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a loader wants its CSV: types of properties, first columns of nodes and edges, file names, lists.

    *single* follows the type of a node's property that has one value. *label_last* puts the label of a node behind its
    properties. *edge_ids* asks for an id of each edge; without, only edges made from facts have one, as a property.
    """

    types: Mapping[Kind, str]
    node_head: tuple[str, ...]
    edge_head: tuple[str, ...]
    edge_files: str
    join: Callable[[list[str]], str]
    single: str = ""
    label_last: bool = False
    edge_ids: bool = True

    def header(self, table: NodeTable | EdgeTable) -> list[str]:
        """Return the header line of a table's file."""
        single = self.single if isinstance(table, NodeTable) else ""
        typed = [
            f"{column.name}:{self.types[column.kind]}{'' if column.kind is Kind.TEXTS else single}"
            for column in table.columns
        ]
        if isinstance(table, NodeTable):
            head = list(self.node_head)
            return [head[0], *typed, head[1]] if self.label_last else [*head, *typed]
        has_key = not self.edge_ids and table.rdf_class is not None
        return [*self.edge_head, *([f"{FACT_ID}:{self.types[Kind.TEXT]}"] if has_key else []), *typed]

    def cells(self, table: NodeTable | EdgeTable, row: Row) -> list[str]:
        """Return the cells of a row."""
        values = [cell(value, self.join) for value in row.values]
        if isinstance(table, NodeTable):
            return [row.id, *values, table.name] if self.label_last else [row.id, table.name, *values]
        if self.edge_ids:
            return [edge_id(table, row), row.start, row.end, table.name, *values]
        return [row.start, row.end, table.name, *([row.id] if table.rdf_class is not None else []), *values]

    def file_name(self, table: NodeTable | EdgeTable) -> str:
        """Return the name of a table's file."""
        return f"{'nodes' if isinstance(table, NodeTable) else self.edge_files}-{table.name}.csv"

    def write(self, graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
        """Write a folder with one file for each table, and return the number of rows by table.

        Raises:
            GraphBuilderError: there is something under that name, or a reader finds other numbers of rows.
        """
        written, found = {}, {}
        with new_place(path) as folder:
            folder.mkdir(parents=True)
            for table in graph.tables:
                lines = (self.cells(table, row) for row in graph.rows(table))
                written[table.name], found[table.name] = write_csv(
                    folder / self.file_name(table), self.header(table), lines, table.name, progress
                )
            if self is NEO4J:
                (folder / "import.sh").write_text(_import_script(graph), encoding="utf-8")
            check_counts(written, found, str(path))
        return written


def _unit_separated(texts: list[str]) -> str:
    return ARRAY_DELIMITER.join(text.replace(ARRAY_DELIMITER, " ") for text in texts)


def _semicolons(texts: list[str]) -> str:
    """Return an array for Neptune: it knows no escape but that of a semicolon, so that none may end in a backslash."""
    escaped = (text.replace(";", "\\;") for text in texts)
    return ";".join(f"{text} " if text.endswith("\\") else text for text in escaped)


NEO4J = Dialect(
    types={
        Kind.TEXT: "string", Kind.TEXTS: "string[]", Kind.INTEGER: "long", Kind.FLOAT: "double",
        Kind.BOOLEAN: "boolean",
    },
    node_head=("id:ID", ":LABEL"),
    edge_head=(":START_ID", ":END_ID", ":TYPE"),
    edge_files="relationships",
    join=_unit_separated,
    label_last=True,
    edge_ids=False,
)  # fmt: skip
"""The dialect of neo4j-admin; ``import.sh`` beside the files calls it."""

GREMLIN = Dialect(
    types={**_NUMBERS, Kind.TEXT: "String", Kind.BOOLEAN: "Bool", Kind.TEXTS: "String[]"},
    node_head=("~id", "~label"),
    edge_head=("~id", "~from", "~to", "~label"),
    edge_files="edges",
    join=_semicolons,
    # Vertices take every value as one of a set unless the header says otherwise; edges take no such word.
    single="(single)",
)
"""The dialect of Amazon Neptune for Gremlin."""

OPENCYPHER = Dialect(
    types={**_NUMBERS, Kind.TEXT: "String", Kind.BOOLEAN: "Bool", Kind.TEXTS: "String"},
    node_head=(":ID", ":LABEL"),
    edge_head=(":ID", ":START_ID", ":END_ID", ":TYPE"),
    edge_files="edges",
    join=LIST.join,
)
"""The dialect of Amazon Neptune for openCypher."""


def edge_id(table: EdgeTable, row: Row) -> str:
    """Return the id of a relationship: Neptune wants one that no other relationship of any type has."""
    return f"{row.id}#{table.name}" if row.id else f"{row.start}#{table.name}#{row.end}"


def write_csv(
    path: Path, head: Sequence[str], lines: Iterable[Sequence[object]], name: str = "", progress: Progress = no_progress
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


def cell(value: Value, join: Callable[[list[str]], str]) -> str:
    """Return a value as text for a cell, empty if there is none; *join* makes one text of a list.

    >>> cell(None, " ".join), cell(True, " ".join), cell(["A", "B"], "; ".join), cell(0.5, " ".join)
    ('', 'true', 'A; B', '0.5')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return join(value) if isinstance(value, list) else str(value)


def _import_script(graph: PropertyGraph) -> str:
    """Return the call of neo4j-admin; quotes may run over several lines, and an empty cell is no value."""
    files = [f"--nodes={shlex.quote(NEO4J.file_name(table))}" for table in graph.nodes]
    files += [f"--relationships={shlex.quote(NEO4J.file_name(table))}" for table in graph.edges]
    options = ["--array-delimiter=U+001F", "--multiline-fields=true", "--legacy-style-quoting=false", *files]
    lines = ['neo4j-admin database import full "${1:-neo4j}"', *options]
    usage = '#!/bin/sh\n# Usage: sh import.sh [database]\ncd "$(dirname "$0")" || exit 1\n'
    return usage + " \\\n  ".join(lines) + "\n"


def write_edge_lists(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
    """Write a folder: ``nodes-<label>.csv`` (number, id, name), and three arrays for each type of relationship.

    ``edges-<type>.npy`` is the ``edge_index`` (2 x edges, int64), ``confidence-<type>.npy`` and ``year-<type>.npy``
    are one number an edge, and ``metadata.json`` tells which labels a type connects and how many there are.
    """
    with new_place(path) as folder:
        folder.mkdir(parents=True)
        numbers, written, found, types = {}, {}, {}, []
        for node in graph.nodes:
            label = node.name
            numbers[label], written[label], found[label] = _write_map(graph, node, folder, progress)
        for table in graph.edges:
            names = [column.name for column in table.columns]
            ends, years, confidences = array("q"), array("i"), array("f")
            for row in graph.rows(table):
                ends.extend((numbers[table.start_label][row.start], numbers[table.end_label][row.end]))
                values = dict(zip(names, row.values, strict=True))
                years.append(_year(values))
                confidence = values.get("confidence")
                confidences.append(confidence if isinstance(confidence, float) else 1.0)
            index = np.asarray(ends, dtype=np.int64).reshape(-1, 2).T
            np.save(folder / f"edges-{table.name}.npy", np.ascontiguousarray(index), allow_pickle=False)
            np.save(folder / f"year-{table.name}.npy", np.asarray(years, dtype=np.int32), allow_pickle=False)
            np.save(folder / f"confidence-{table.name}.npy", np.asarray(confidences, np.float32), allow_pickle=False)
            written[table.name] = len(years)
            found[table.name] = np.load(folder / f"edges-{table.name}.npy", mmap_mode="r").shape[1]
            types.append([table.start_label, table.name, table.end_label])
            progress(table.name, len(years), 0)
        metadata = {"node_types": list(numbers), "edge_types": types, "counts": written}
        (folder / "metadata.json").write_text(json.dumps(metadata, indent=1) + "\n", encoding="utf-8")
        check_counts(written, found, str(path))
    return written


def _write_map(
    graph: PropertyGraph, table: NodeTable, folder: Path, progress: Progress
) -> tuple[dict[str, int], int, int]:
    """Write the numbers of a label's nodes, which are their places in the order of ids; return them and the counts."""
    names = [column.name for column in table.columns]
    name = names.index("name") if "name" in names else None
    numbers: dict[str, int] = {}

    def lines() -> Iterator[tuple[int, str, Value]]:
        for row in graph.rows(table):
            numbers[row.id] = len(numbers)
            yield numbers[row.id], row.id, "" if name is None else row.values[name]

    return numbers, *write_csv(
        folder / f"nodes-{table.name}.csv", ("number", "id", "name"), lines(), table.name, progress
    )


def _year(values: Mapping[str, Value]) -> int:
    years = (values.get(name) for name in ("startYear", "year", "endYear"))
    return next((year for year in years if isinstance(year, int)), UNKNOWN)
