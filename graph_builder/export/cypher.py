"""Cypher: the statements that put rows into a property graph, the same for a script and for a server."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from graph_builder.export.files import check_counts, chunks, new_place
from graph_builder.export.property_graph import FACT_ID, EdgeTable, NodeTable, Progress, PropertyGraph, Row

BATCH = 1000
"""Rows in one statement: few enough for a transaction, enough to pay for the way to the server."""

_MERGED = re.compile(r"MERGE (?:\(a\)-\[r|\(n):(\w+)")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def constraint(table: NodeTable) -> str:
    """Return the statement that makes ids of a label unique, which also makes finding them fast."""
    label = table.name
    return f"CREATE CONSTRAINT {label.lower()}_id IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE"


def merge(table: NodeTable | EdgeTable, rows: str = "$rows") -> str:
    """Return the statement that puts a list of rows into the graph; done twice it changes nothing.

    >>> from graph_builder.export.property_graph import EDGE
    >>> merge(EDGE["PART_OF"])  # doctest: +ELLIPSIS
    'UNWIND $rows AS row MATCH (a:Organization {id: row.start}) ... MERGE (a)-[r:PART_OF]->(b) SET r += row.values'
    """
    if isinstance(table, NodeTable):
        return f"UNWIND {rows} AS row MERGE (n:{table.name} {{id: row.id}}) SET n += row.values"
    key = f" {{{FACT_ID}: row.id}}" if table.rdf_class is not None else ""
    return (
        f"UNWIND {rows} AS row MATCH (a:{table.start_label} {{id: row.start}}) "
        f"MATCH (b:{table.end_label} {{id: row.end}}) MERGE (a)-[r:{table.name}{key}]->(b) SET r += row.values"
    )


def counting(table: NodeTable | EdgeTable) -> str:
    """Return the statement that counts the nodes of a label, or the relationships of a type, as ``rows``."""
    pattern = f"(x:{table.name})" if isinstance(table, NodeTable) else f"()-[x:{table.name}]->()"
    return f"MATCH {pattern} RETURN count(x) AS rows"


def parameters(table: NodeTable | EdgeTable, row: Row) -> dict[str, Any]:
    """Return a row as the statements of ``merge`` take it; properties without a value are left out."""
    names = (column.name for column in table.columns)
    values = {name: value for name, value in zip(names, row.values, strict=True) if value not in (None, [])}
    if isinstance(table, NodeTable):
        return {"id": row.id, "values": values}
    return {"id": row.id, "start": row.start, "end": row.end, "values": values}


def batches(graph: PropertyGraph, table: NodeTable | EdgeTable, size: int = BATCH) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a table as lists of parameters."""
    return chunks((parameters(table, row) for row in graph.rows(table)), size)


def write_script(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
    """Write a Cypher script that can be run twice: ``cypher-shell -f kg.cypher``. Each statement stands on one line."""
    written: dict[str, int] = {}
    with new_place(path) as partial:
        with partial.open("w", encoding="utf-8", newline="\n") as script:
            script.writelines(constraint(table) + ";\n" for table in graph.nodes)
            for table in graph.tables:
                name = table.name
                written[name] = 0
                for batch in batches(graph, table):
                    script.write(merge(table, literal(batch)) + ";\n")
                    written[name] += len(batch)
                    progress(name, written[name], 0)
        with partial.open(encoding="utf-8", newline="\n") as script:
            check_counts(written, rows_of(script), str(path))
    return written


def rows_of(script: Iterable[str]) -> dict[str, int]:
    """Return how many rows the statements of a script put into each label and type, as a reader of Cypher finds them.

    >>> rows_of(['UNWIND [{id: "{[\\\\"", values: {}}, {id: "b"}] AS row MERGE (n:Person {id: row.id});'])
    {'Person': 2}
    """
    found: Counter[str] = Counter()
    for statement in script:
        rows, _, merging = statement.rpartition("] AS row ")
        if name := _MERGED.search(merging):
            # In a text the quote would have a backslash before it: this only stands where a row begins.
            found[name[1]] += rows.count('{id: "')
    return dict(found)


def literal(value: object) -> str:
    """Return a value in Cypher's syntax; every character that could end a text or a line is escaped.

    >>> literal({"name": "O'Neil\\n", "year": 2015, "on": True})
    '{name: "O\\'Neil\\\\u000a", year: 2015, on: true}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {literal(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", escaped) + '"'
    return json.dumps(value)
