"""Parquet files, a DuckDB database and a Ladybug database: one table for each kind of node and each type of fact."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from graph_builder.export.cypher import counting
from graph_builder.export.files import check_counts, chunks, need, new_place
from graph_builder.export.property_graph import FACT_ID, EdgeTable, Kind, NodeTable, Progress, PropertyGraph, Row

_CHUNK = 20_000
_LADYBUG = {
    Kind.TEXT: "STRING",
    Kind.TEXTS: "STRING[]",
    Kind.INTEGER: "INT64",
    Kind.FLOAT: "DOUBLE",
    Kind.BOOLEAN: "BOOLEAN",
}
Described = tuple[str, Kind, str]


def described(table: NodeTable | EdgeTable) -> list[Described]:
    """Return name, type and meaning of each column of a table, ids and ends included.

    Relationships begin with their two ends, which is what Ladybug's COPY expects.
    """
    columns = [(column.name, column.kind, column.meaning) for column in table.columns]
    if isinstance(table, NodeTable):
        return [("id", Kind.TEXT, "IRI of the fact" if table.fact else "IRI"), *columns]
    ends = [
        ("from", Kind.TEXT, f"id of the {table.start_label}"),
        ("to", Kind.TEXT, f"id of the {table.end_label}"),
    ]
    key = [(FACT_ID, Kind.TEXT, "IRI of the fact")] if table.rdf_class is not None else []
    return [*ends, *key, *columns]


def write_parquet_folder(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
    """Write a folder of Parquet files, one a table; the meaning of each column is in its metadata.

    Raises:
        GraphBuilderError: pyarrow is not installed.
    """
    with new_place(path) as folder:
        folder.mkdir(parents=True)
        return _parquet(graph, folder, progress)


def write_duckdb(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
    """Write a DuckDB database with a commented table for each kind of node and type of relationship.

    Raises:
        GraphBuilderError: duckdb or pyarrow is not installed.
    """
    duckdb = need("duckdb", "duckdb")
    with new_place(path) as partial, tempfile.TemporaryDirectory(prefix="graph-builder-") as temporary:
        written = _parquet(graph, Path(temporary), progress)
        with duckdb.connect(str(partial)) as database:
            for table in graph.tables:
                name = _quoted(table.name)
                file = str(Path(temporary) / f"{table.name}.parquet")
                database.execute(f"CREATE TABLE {name} AS SELECT * FROM read_parquet(?)", [file])  # noqa: S608
                database.execute(f"COMMENT ON TABLE {name} IS {_text(_meaning(table))}")
                for column, _, meaning in described(table):
                    database.execute(f"COMMENT ON COLUMN {name}.{_quoted(column)} IS {_text(meaning)}")
            found = {
                table.name: database.execute(f"SELECT count(*) FROM {_quoted(table.name)}").fetchone()[0]  # noqa: S608
                for table in graph.tables
            }
        check_counts(written, found, str(path))
    return written


def write_ladybug(graph: PropertyGraph, path: Path, progress: Progress) -> dict[str, int]:
    """Write a Ladybug database, loaded by COPY.

    Raises:
        GraphBuilderError: ladybug or pyarrow is not installed.
    """
    ladybug = need("ladybug", "ladybug")
    with new_place(path) as partial, tempfile.TemporaryDirectory(prefix="graph-builder-") as temporary:
        written = _parquet(graph, Path(temporary), progress)
        with ladybug.Database(str(partial)) as database, ladybug.Connection(database) as connection:
            for table in graph.tables:
                connection.execute(_ladybug_table(table))
                if written[table.name]:
                    connection.execute(f"COPY {table.name} FROM {_text(f'{temporary}/{table.name}.parquet')}")
            found = {t.name: int(connection.execute(counting(t)).get_next()[0]) for t in graph.tables}
        check_counts(written, found, str(path))
    return written


def _parquet(graph: PropertyGraph, folder: Path, progress: Progress) -> dict[str, int]:
    pa, pq = need("pyarrow", "pandas"), need("pyarrow.parquet", "pandas")
    types = {
        Kind.TEXT: pa.string(),
        Kind.TEXTS: pa.list_(pa.string()),
        Kind.INTEGER: pa.int64(),
        Kind.FLOAT: pa.float64(),
        Kind.BOOLEAN: pa.bool_(),
    }
    written, found = {}, {}
    for table in graph.tables:
        schema = pa.schema(
            [
                pa.field(name, types[kind], metadata={"description": meaning})
                for name, kind, meaning in described(table)
            ],
            metadata={"description": _meaning(table)},
        )
        count, file = 0, folder / f"{table.name}.parquet"
        with pq.ParquetWriter(file, schema) as writer:
            for chunk in chunks(graph.rows(table), _CHUNK):
                lines = [_line(table, row) for row in chunk]
                cells = zip(*lines, strict=True)
                columns = [pa.array(values, type=field.type) for values, field in zip(cells, schema, strict=True)]
                writer.write_table(pa.Table.from_arrays(columns, schema=schema))
                count += len(lines)
                progress(table.name, count, 0)
        written[table.name], found[table.name] = count, pq.read_metadata(file).num_rows
    check_counts(written, found, str(folder))
    return written


def _line(table: NodeTable | EdgeTable, row: Row) -> tuple[Any, ...]:
    if isinstance(table, NodeTable):
        return (row.id, *row.values)
    key = (row.id,) if table.rdf_class is not None else ()
    return (row.start, row.end, *key, *row.values)


def _meaning(table: NodeTable | EdgeTable) -> str:
    if isinstance(table, NodeTable):
        return f"nodes: {table.rdf_class.value}"
    facts = f", facts: {table.rdf_class.value}" if table.rdf_class is not None else f": {table.end.value}"
    return f"relationships from {table.start_label} to {table.end_label}{facts}"


def _ladybug_table(table: NodeTable | EdgeTable) -> str:
    columns = [f"`{name}` {_LADYBUG[kind]}" for name, kind, _ in described(table) if name not in ("from", "to")]
    if isinstance(table, NodeTable):
        return f"CREATE NODE TABLE {table.name}({', '.join(columns)}, PRIMARY KEY(id))"
    return f"CREATE REL TABLE {table.name}({', '.join([f'FROM {table.start_label} TO {table.end_label}', *columns])})"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
