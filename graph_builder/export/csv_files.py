"""CSV files of tables, written row by row and read back: what a reader finds in them counts."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from graph_builder.export.folders import agree, new_place
from graph_builder.export.mapping import EdgeTable, NodeTable
from graph_builder.export.property_graph import Progress, PropertyGraph, Row, Value, no_progress

_TOLD = 5000


def write_csv(
    path: Path, head: Sequence[str], lines: Iterable[Sequence[object]], name: str = "", progress: Progress = no_progress
) -> tuple[int, int]:
    """Write a file as RFC 4180 has it, and return how many rows were written and how many a reader finds in it.

    Args:
        path: the file.
        head: its first line.
        lines: the rows, written as they come.
        name: what *progress* calls them.
        progress: told how many are written.

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
            if not count % _TOLD:
                progress(name, count, 0)
    with path.open(encoding="utf-8", newline="") as file:
        return count, sum(1 for _ in csv.reader(file, strict=True)) - 1


def write_folder(
    graph: PropertyGraph,
    path: Path,
    progress: Progress,
    file_name: Callable[[NodeTable | EdgeTable], str],
    header: Callable[[PropertyGraph, NodeTable | EdgeTable], list[str]],
    cells: Callable[[NodeTable | EdgeTable, Row], list[str]],
    beside: Mapping[str, str] | None = None,
) -> dict[str, int]:
    """Write a folder of a file for each table, and texts *beside* them by name; return the number of rows by table.

    Raises:
        GraphBuilderError: there is something under that name, or a reader finds other numbers of rows.
    """
    written, found = {}, {}
    with new_place(path) as folder:
        folder.mkdir(parents=True)
        for table in graph.tables:
            lines = (cells(table, row) for row in graph.rows(table))
            written[table.name], found[table.name] = write_csv(
                folder / file_name(table), header(graph, table), lines, table.name, progress
            )
        for name, text in (beside or {}).items():
            (folder / name).write_text(text, encoding="utf-8")
        agree(written, found, str(path))
    return written


def cell(value: Value, joined: Callable[[list[str]], str]) -> str:
    """Return a value as a cell holds it: nothing where there is none, a list as *joined* makes it one text.

    >>> cell(None, " ".join), cell(True, " ".join), cell(["A", "B"], "; ".join), cell(0.5, " ".join)
    ('', 'true', 'A; B', '0.5')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return joined(value) if isinstance(value, list) else str(value)
