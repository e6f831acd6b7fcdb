"""Columns: the rows of an answer as typed columns, for pandas and Parquet."""

from __future__ import annotations

from decimal import Decimal
from typing import IO, TYPE_CHECKING, Any

import pyoxigraph as ox

from graph_builder.model import GraphBuilderError
from graph_builder.query import Table, Term, plain, run

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

_XSD = "http://www.w3.org/2001/XMLSchema#"
_INTEGERS = frozenset({_XSD + "integer", _XSD + "int", _XSD + "long"})
_FLOATS = frozenset({_XSD + "double", _XSD + "float"})

RELATIONS = (
    "profiles",
    "education",
    "employment",
    "advising",
    "publications",
    "authorship",
    "topics",
    "awards",
    "service",
)
"""The queries that give all facts of one relation each."""


def python_value(term: Term | None) -> str | int | float | bool | None:
    """Return a term as a Python value: numbers and truth values as such, all else as text.

    >>> python_value(ox.Literal(3)), python_value(ox.Literal("x")), python_value(None)
    (3, 'x', None)
    """
    if not isinstance(term, ox.Literal):
        return plain(term)
    datatype = term.datatype.value
    try:
        if datatype in _INTEGERS:
            return int(term.value)
        if datatype in _FLOATS:
            return float(term.value)
        if datatype == _XSD + "decimal":
            return float(Decimal(term.value))
    except (ValueError, ArithmeticError):
        return term.value  # an ill-typed literal is text
    return term.value in ("true", "1") if datatype == _XSD + "boolean" else term.value


def to_pandas(table: Table) -> pd.DataFrame:
    """Return the rows as a data frame with nullable columns: Int64, Float64, boolean or string.

    Raises:
        GraphBuilderError: pandas is not installed.

    >>> to_pandas(Table(("n",), iter([(ox.Literal(1),), (None,)]))).dtypes.iloc[0].name
    'Int64'
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise GraphBuilderError("pandas is not installed; run: pip install 'graph-builder[pandas]'") from error
    columns = _columns(table)
    return pd.DataFrame({name: pd.Series(values, dtype=_dtype(values)) for name, values in columns.items()})


def frames(store: ox.Store) -> dict[str, pd.DataFrame]:
    """Return the facts of a graph as one data frame for each relation: education, employment, publications ...

    Raises:
        GraphBuilderError: pandas is not installed.

    >>> list(frames(ox.Store())["advising"].columns)
    ['source', 'student', 'studentName', 'advisor', 'advisorName']
    """
    tables = ((name, run(store, name)) for name in RELATIONS)
    return {name: to_pandas(table) for name, table in tables if isinstance(table, Table)}


def to_arrow(table: Table) -> pa.Table:
    """Return the rows as a table of Arrow with typed, nullable columns.

    Raises:
        GraphBuilderError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        raise GraphBuilderError("pyarrow is not installed; run: pip install 'graph-builder[pandas]'") from error
    types = {"Int64": pa.int64(), "Float64": pa.float64(), "boolean": pa.bool_(), "string": pa.string()}
    return pa.table({name: pa.array(values, type=types[_dtype(values)]) for name, values in _columns(table).items()})


def write_parquet(table: Table, target: IO[bytes]) -> None:
    """Write the rows as one Parquet file with typed columns. Parquet is columnar: all rows are held in memory.

    Raises:
        GraphBuilderError: pyarrow is not installed.
    """
    rows = to_arrow(table)
    import pyarrow.parquet as pq

    pq.write_table(rows, target)


def _columns(table: Table) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [] for name in table.columns}
    for row in table.rows:
        for values, term in zip(columns.values(), row, strict=True):
            values.append(python_value(term))
    for name, values in columns.items():
        if _dtype(values) == "string":
            columns[name] = [None if value is None else str(value) for value in values]
    return columns


def _dtype(values: list[Any]) -> Any:
    """Return the narrowest type that holds all bound values of a column."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return "boolean"
    if kinds == {int} and all(-(2**63) <= value < 2**63 for value in values if value is not None):
        return "Int64"
    if kinds and kinds <= {int, float}:
        return "Float64"
    return "string"
