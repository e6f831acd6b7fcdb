"""Edge lists for graph learning, as PyTorch Geometric's HeteroData has them: integers, and maps from ids to them."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from graph_builder.export.csv_files import write_csv
from graph_builder.export.folders import agree, new_place
from graph_builder.export.mapping import NodeTable
from graph_builder.export.property_graph import Progress, PropertyGraph, Row, Value

UNKNOWN = -1
"""The year of an edge that has none."""


def write_edge_lists(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
    """Write a folder: ``nodes-<label>.csv`` (number, id, name), and three arrays for each type of relationship.

    ``edges-<type>.npy`` is the ``edge_index`` (2 x edges, int64), ``confidence-<type>.npy`` and ``year-<type>.npy``
    are one number an edge, and ``metadata.json`` tells which labels a type connects and how many there are.
    """
    with new_place(path) as folder:
        folder.mkdir(parents=True)
        numbers, written, found, types = {}, {}, {}, []
        for node in graph.nodes:
            label = node.label
            numbers[label], written[label], found[label] = _write_map(graph, node, folder, progress)
        for table in graph.edges:
            names = [column.name for column in graph.columns(table)]
            ends, years, confidences = array("q"), array("i"), array("f")
            for row in graph.rows(table):
                ends.extend((numbers[table.start_label][row.start], numbers[table.end_label][row.end]))
                years.append(_year(row, names))
                confidences.append(_confidence(row, names))
            index = np.asarray(ends, dtype=np.int64).reshape(-1, 2).T
            np.save(folder / f"edges-{table.type}.npy", np.ascontiguousarray(index), allow_pickle=False)
            np.save(folder / f"year-{table.type}.npy", np.asarray(years, dtype=np.int32), allow_pickle=False)
            np.save(folder / f"confidence-{table.type}.npy", np.asarray(confidences, np.float32), allow_pickle=False)
            written[table.type] = len(years)
            found[table.type] = np.load(folder / f"edges-{table.type}.npy", mmap_mode="r").shape[1]
            types.append([table.start_label, table.type, table.end_label])
            progress(table.type, len(years), 0)
        metadata = {"node_types": list(numbers), "edge_types": types, "counts": written}
        (folder / "metadata.json").write_text(json.dumps(metadata, indent=1) + "\n", encoding="utf-8")
        agree(written, found, str(path))
    return written


def _write_map(
    graph: PropertyGraph, table: NodeTable, folder: Path, progress: Progress
) -> tuple[dict[str, int], int, int]:
    """Write the numbers of a label's nodes, which are their places in the order of ids; return them and the counts."""
    names = [column.name for column in graph.columns(table)]
    name = names.index("name") if "name" in names else None
    numbers: dict[str, int] = {}

    def lines() -> Iterator[tuple[int, str, Value]]:
        for row in graph.rows(table):
            numbers[row.id] = len(numbers)
            yield numbers[row.id], row.id, "" if name is None else row.values[name]

    return numbers, *write_csv(
        folder / f"nodes-{table.label}.csv", ("number", "id", "name"), lines(), table.label, progress
    )


def _year(row: Row, names: list[str]) -> int:
    for name in ("startYear", "year", "endYear"):
        if name in names and isinstance(value := row.values[names.index(name)], int):
            return value
    return UNKNOWN


def _confidence(row: Row, names: list[str]) -> float:
    value = row.values[names.index("confidence")] if "confidence" in names else None
    return value if isinstance(value, float) else 1.0
