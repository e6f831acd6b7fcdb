"""Tables to files: the rows of an answer in the formats that people and programs read, row by row."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from io import StringIO
from itertools import islice
from shutil import get_terminal_size
from typing import IO, TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

import pyoxigraph as ox

from graph_builder.export.files import chunks, need, printable, xml_safe
from graph_builder.query.engine import Table, Term, plain

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from rich.console import Console

_STRING = "http://www.w3.org/2001/XMLSchema#string"
_XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">\n'


def csv_lines(table: Table) -> Iterator[str]:
    """Yield the lines of SPARQL 1.1 Query Results CSV: plain values, unbound cells empty."""
    writer = csv.writer(_Echo(), lineterminator="\r\n")
    yield writer.writerow(table.columns)
    for row in table.rows:
        yield writer.writerow([plain(term) or "" for term in row])


def tsv_lines(table: Table) -> Iterator[str]:
    """Yield the lines of SPARQL 1.1 Query Results TSV: terms in Turtle's syntax, unbound cells empty."""
    yield "\t".join("?" + name for name in table.columns) + "\n"
    for row in table.rows:
        yield "\t".join("" if term is None else str(term).replace("\t", "\\t") for term in row) + "\n"


def json_chunks(table: Table) -> Iterator[str]:
    """Yield pieces of one SPARQL 1.1 Query Results JSON document."""
    if table.boolean is not None:
        yield json.dumps({"head": {}, "boolean": table.boolean}) + "\n"
        return
    yield f'{{"head": {{"vars": {json.dumps(table.columns)}}}, "results": {{"bindings": ['
    for number, row in enumerate(table.rows):
        bound = {name: _json_term(term) for name, term in zip(table.columns, row, strict=True) if term is not None}
        yield (",\n" if number else "\n") + json.dumps(bound, ensure_ascii=False)
    yield "\n]}}\n"


def json_lines(table: Table) -> Iterator[str]:
    """Yield one JSON object a row: numbers and truth values as such, all else as text, null where nothing is bound."""
    for row in table.rows:
        values = {name: python_value(term) for name, term in zip(table.columns, row, strict=True)}
        yield json.dumps(values, ensure_ascii=False, default=str) + "\n"


def xml_chunks(table: Table) -> Iterator[str]:
    """Yield pieces of one SPARQL 1.1 Query Results XML document."""
    if table.boolean is not None:
        yield f"{_XML_HEAD}<head/>\n<boolean>{str(table.boolean).lower()}</boolean>\n</sparql>\n"
        return
    yield _XML_HEAD + "<head>" + "".join(f"<variable name={quoteattr(name)}/>" for name in table.columns) + "</head>\n"
    yield "<results>\n"
    for row in table.rows:
        yield "<result>" + "".join(map(_xml_binding, table.columns, row)) + "</result>\n"
    yield "</results>\n</sparql>\n"


class _Echo:
    """Gives back the line that ``csv.writer`` writes to it."""

    def write(self, line: str) -> str:
        return line


def _json_term(term: Term) -> Mapping[str, str]:
    if isinstance(term, ox.NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, ox.BlankNode):
        return {"type": "bnode", "value": term.value}
    if not isinstance(term, ox.Literal):
        return {"type": "literal", "value": str(term)}
    described = {"type": "literal", "value": term.value}
    if term.language:
        described["xml:lang"] = term.language
    elif term.datatype.value != _STRING:
        described["datatype"] = term.datatype.value
    return described


def _xml_binding(name: str, term: Term | None) -> str:
    if term is None:
        return ""
    described = _json_term(term)
    tag = described["type"]
    kind = f" xml:lang={quoteattr(described['xml:lang'])}" if "xml:lang" in described else ""
    kind += f" datatype={quoteattr(described['datatype'])}" if "datatype" in described else ""
    # A bare carriage return would come back as a line feed.
    value = escape(xml_safe(described["value"]), {"\r": "&#13;"})
    return f"<binding name={quoteattr(name)}><{tag}{kind}>{value}</{tag}></binding>"


def text_writer(chunks: Callable[[Table], Iterator[str]], end: str = "") -> Callable[[Table, IO[bytes]], None]:
    """Return a writer of UTF-8 bytes for a function that yields text."""

    def write(table: Table, target: IO[bytes]) -> None:
        for chunk in chunks(table):
            target.write((chunk + end).encode("utf-8", "replace"))

    return write


LAID_OUT = 1000
"""Rows that decide how wide columns are and have lines for all of their text; to lay out a million takes minutes."""

_BATCH = 10_000
_CROSS = "╇"


def text_table(table: Table) -> Iterator[str]:
    """Yield the lines of a table for people: columns as wide as the terminal allows, IRIs cut to their end."""
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    rows = (tuple(map(_short, row)) for row in table.rows)
    shown = RichTable(*table.columns, show_edge=False, pad_edge=False)
    for row in islice(rows, LAID_OUT):
        # Text and not markup: a name in square brackets is a name.
        shown.add_row(*map(Text, row))
    console: Console = Console(file=StringIO(), record=True, width=get_terminal_size((120, 24)).columns)
    console.print(shown)
    lines = [line.rstrip() for line in console.export_text().splitlines()]
    yield from lines
    for batch in chunks(rows, _BATCH):
        widths = _widths(next(line for line in lines if line.startswith("━")))
        yield from _cut_rows(batch, widths)


def _widths(line: str) -> list[int]:
    """Return how wide columns are, by the line below their names.

    >>> _widths("━━━╇━━━━╇━━━"), _widths("━━━")
    ([2, 2, 2], [3])
    """
    parts = line.split(_CROSS)
    return [len(part) - (place > 0) - (place < len(parts) - 1) for place, part in enumerate(parts)]


def _cut_rows(rows: Sequence[tuple[str, ...]], widths: Sequence[int]) -> Iterator[str]:
    """Yield rows as a line each, their cells as wide as columns are.

    >>> list(_cut_rows([("Ada", "Analytical engines"), ("魏军", "")], [3, 9]))
    ['Ada │ Analytic…', '魏… │']
    """
    columns = (
        map(partial(_fitted, width=width), cells) for cells, width in zip(zip(*rows, strict=True), widths, strict=True)
    )
    return (" │ ".join(cells).rstrip() for cells in zip(*columns, strict=True))


def _fitted(text: str, width: int) -> str:
    if text.isascii():
        return text.ljust(width) if len(text) <= width else text[: width - 1] + "…"
    from rich.cells import cell_len, set_cell_size

    return set_cell_size(text, width) if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def _short(term: Term | None) -> str:
    text = plain(term) or ""
    if isinstance(term, ox.NamedNode):
        return "/".join(text.rstrip("/").rsplit("/", 2)[-2:])
    return printable(text)


_XSD = "http://www.w3.org/2001/XMLSchema#"
_INTEGERS = frozenset({_XSD + "integer", _XSD + "int", _XSD + "long"})
_FLOATS = frozenset({_XSD + "double", _XSD + "float"})


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
    pandas = need("pandas", "pandas")
    columns = {name: pandas.Series(values, dtype=_dtype(values)) for name, values in _columns(table).items()}
    frame: pd.DataFrame = pandas.DataFrame(columns)
    return frame


def to_arrow(table: Table) -> pa.Table:
    """Return the rows as a table of Arrow with typed, nullable columns.

    Raises:
        GraphBuilderError: pyarrow is not installed.
    """
    pa = need("pyarrow", "pandas")
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
