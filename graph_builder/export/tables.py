"""Tables to files: the rows of an answer in the formats that people and programs read, row by row."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from typing import IO
from xml.sax.saxutils import escape, quoteattr

import pyoxigraph as ox

from graph_builder.export.blocks import csv_blocks, json_blocks, json_line_blocks, tsv_blocks, xml_blocks
from graph_builder.export.columns import python_value, write_parquet
from graph_builder.export.text import xml_safe
from graph_builder.export.text_table import text_table
from graph_builder.query import Row, Table, Term, plain

_STRING = "http://www.w3.org/2001/XMLSchema#string"
_XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">\n'


@dataclass(frozen=True, slots=True)
class TableFormat:
    """A way to write a table: its name, file suffixes, media type, and the function that writes."""

    name: str
    suffixes: tuple[str, ...]
    media_type: str
    write: Callable[[Table, IO[bytes]], None]


def csv_lines(table: Table) -> Iterator[str | bytes]:
    """Yield the lines of SPARQL 1.1 Query Results CSV: plain values, unbound cells empty."""
    yield _csv_line(table.columns)
    if table.blocks is not None:
        yield from csv_blocks(table.columns, table.blocks)
    for row in table.rows:
        yield _csv_line([plain(term) or "" for term in row])


def tsv_lines(table: Table) -> Iterator[str | bytes]:
    """Yield the lines of SPARQL 1.1 Query Results TSV: terms in Turtle's syntax, unbound cells empty."""
    yield "\t".join("?" + name for name in table.columns) + "\n"
    if table.blocks is not None:
        yield from tsv_blocks(table.columns, table.blocks)
    for row in table.rows:
        yield "\t".join("" if term is None else str(term).replace("\t", "\\t") for term in row) + "\n"


def json_chunks(table: Table) -> Iterator[str | bytes]:
    """Yield pieces of one SPARQL 1.1 Query Results JSON document."""
    if table.boolean is not None:
        yield json.dumps({"head": {}, "boolean": table.boolean}) + "\n"
        return
    yield f'{{"head": {{"vars": {json.dumps(table.columns)}}}, "results": {{"bindings": ['
    if table.blocks is not None:
        yield from json_blocks(table.columns, table.blocks)
    for number, row in enumerate(table.rows):
        bound = {name: _json_term(term) for name, term in zip(table.columns, row, strict=True) if term is not None}
        yield (",\n" if number else "\n") + json.dumps(bound, ensure_ascii=False)
    yield "\n]}}\n"


def json_lines(table: Table) -> Iterator[str | bytes]:
    """Yield one JSON object a row: numbers and truth values as such, all else as text, null where nothing is bound."""
    if table.blocks is not None:
        yield from json_line_blocks(table.columns, table.blocks)
    for row in table.rows:
        values = {name: python_value(term) for name, term in zip(table.columns, row, strict=True)}
        yield json.dumps(values, ensure_ascii=False, default=str) + "\n"


def xml_chunks(table: Table) -> Iterator[str | bytes]:
    """Yield pieces of one SPARQL 1.1 Query Results XML document."""
    if table.boolean is not None:
        yield f"{_XML_HEAD}<head/>\n<boolean>{str(table.boolean).lower()}</boolean>\n</sparql>\n"
        return
    yield _XML_HEAD + "<head>" + "".join(f"<variable name={quoteattr(name)}/>" for name in table.columns) + "</head>\n"
    yield "<results>\n"
    if table.blocks is not None:
        yield from xml_blocks(table.columns, table.blocks)
    for row in table.rows:
        yield "<result>" + "".join(map(_xml_binding, table.columns, row)) + "</result>\n"
    yield "</results>\n</sparql>\n"


def _csv_line(cells: Row | tuple[str, ...] | list[str]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()


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


def _text(chunks: Callable[[Table], Iterator[str | bytes]], end: str = "") -> Callable[[Table, IO[bytes]], None]:
    """Return a writer of UTF-8 bytes for a function that yields text, or bytes of many rows at once."""

    def write(table: Table, target: IO[bytes]) -> None:
        for chunk in chunks(table):
            target.write(chunk if isinstance(chunk, bytes) else (chunk + end).encode("utf-8", "replace"))

    return write


TABLE_FORMATS: Mapping[str, TableFormat] = {
    row.name: row
    for row in (
        TableFormat("table", (".txt",), "text/plain", _text(text_table, "\n")),
        TableFormat("csv", (".csv",), "text/csv", _text(csv_lines)),
        TableFormat("tsv", (".tsv",), "text/tab-separated-values", _text(tsv_lines)),
        TableFormat("json", (".json", ".srj"), "application/sparql-results+json", _text(json_chunks)),
        TableFormat("xml", (".xml", ".srx"), "application/sparql-results+xml", _text(xml_chunks)),
        TableFormat("jsonl", (".jsonl", ".ndjson"), "application/jsonl", _text(json_lines)),
        TableFormat("parquet", (".parquet",), "application/vnd.apache.parquet", write_parquet),
    )
}
"""All formats of rows, by name."""
