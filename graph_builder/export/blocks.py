"""Blocks to files: the texts of many rows joined at once, in the formats of ``tables`` and with the same bytes.

Each text that a column has in a block is written once, with what stands before and after it; rows are these pieces side
by side.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from json.encoder import encode_basestring as quoted
from xml.sax.saxutils import escape, quoteattr

from graph_builder.export.columns import python_value
from graph_builder.export.files import xml_safe
from graph_builder.query import Block, Blocks, term_maker

_XSD = "http://www.w3.org/2001/XMLSchema#"
_TO_QUOTE = re.compile('[",\r\n]')

Texts = Sequence[str | None]
Piece = Callable[[Texts], Iterable[str]]
Head = tuple[str, ...]


def csv_blocks(columns: Head, blocks: Blocks) -> Iterator[bytes]:
    """Yield the rows of SPARQL 1.1 Query Results CSV."""
    last = len(columns) - 1
    empty = '""' if last == 0 else ""  # a line with nothing on it would be none

    def cell(end: str, texts: Texts) -> list[str]:
        return [_csv(text) + end if text else empty + end for text in texts]

    return _written(blocks, [partial(cell, "\r\n" if place == last else ",") for place in range(len(columns))])


def _csv(text: str) -> str:
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if _TO_QUOTE.search(text) else text


def tsv_blocks(columns: Head, blocks: Blocks) -> Iterator[bytes]:
    """Yield the rows of SPARQL 1.1 Query Results TSV."""

    def cell(kind: str, end: str, texts: Texts) -> list[str]:
        if kind == "iri":
            return [f"<{text}>{end}" if text is not None else end for text in texts]
        terms = term_maker(kind)(texts)
        return [end if term is None else str(term).replace("\t", "\\t") + end for term in terms]

    ends = ["\t"] * (len(columns) - 1) + ["\n"]
    return _written(blocks, [partial(cell, kind, end) for kind, end in zip(blocks.kinds, ends, strict=True)])


def json_blocks(columns: Head, blocks: Blocks) -> Iterator[bytes]:
    """Yield the rows of SPARQL 1.1 Query Results JSON, with commas between them."""
    bindings = [_json_binding(name, kind) for name, kind in zip(columns, blocks.kinds, strict=True)]
    befores = [",\n{", *[", "] * (len(columns) - 1)]
    ends = [*[""] * (len(columns) - 1), "}"]
    pieces = [
        partial(_json_cells, before + open_, close + end, end)
        for before, (open_, close), end in zip(befores, bindings, ends, strict=True)
    ]
    comma = 1
    for block in blocks.found:
        # What stands before the first cell opens the row: where it may be unbound, each row is looked at.
        whole = None not in block[0].texts
        text = _joined(block, pieces) if whole else "".join(map(_json_row, _bound(block, bindings))).encode()
        yield text[comma:]
        comma = 0


def _json_binding(name: str, kind: str) -> tuple[str, str]:
    before = f'{json.dumps(name, ensure_ascii=False)}: {{"type": "{"uri" if kind == "iri" else "literal"}", "value": '
    return before, f', "datatype": "{_XSD}{kind}"}}' if kind in ("integer", "decimal") else "}"


def _json_cells(before: str, after: str, unbound: str, texts: Texts) -> list[str]:
    return [unbound if text is None else f"{before}{quoted(text)}{after}" for text in texts]


def _bound(block: Block, bindings: Sequence[tuple[str, str]]) -> Iterator[tuple[str, ...]]:
    columns = (column.each(partial(_json_cells, *parts, "")) for column, parts in zip(block, bindings, strict=True))
    return zip(*columns, strict=True)


def _json_row(cells: tuple[str, ...]) -> str:
    return f",\n{{{', '.join(filter(None, cells))}}}"


def json_line_blocks(columns: Head, blocks: Blocks) -> Iterator[bytes]:
    """Yield one JSON object a row."""

    def cell(kind: str, before: str, end: str, texts: Texts) -> list[str]:
        if kind in ("", "iri"):
            return [f"{before}{'null' if text is None else quoted(text)}{end}" for text in texts]
        values = map(python_value, term_maker(kind)(texts))
        return [f"{before}{json.dumps(value, ensure_ascii=False)}{end}" for value in values]

    befores = [
        f"{', ' if place else '{'}{json.dumps(name, ensure_ascii=False)}: " for place, name in enumerate(columns)
    ]
    ends = [*[""] * (len(columns) - 1), "}\n"]
    return _written(blocks, [partial(cell, *parts) for parts in zip(blocks.kinds, befores, ends, strict=True)])


def xml_blocks(columns: Head, blocks: Blocks) -> Iterator[bytes]:
    """Yield the rows of SPARQL 1.1 Query Results XML."""

    def cell(name: str, kind: str, ends: tuple[str, str], texts: Texts) -> list[str]:
        tag = "uri" if kind == "iri" else "literal"
        type_ = f" datatype={quoteattr(_XSD + kind)}" if kind in ("integer", "decimal") else ""
        before, after = f"{ends[0]}<binding name={quoteattr(name)}><{tag}{type_}>", f"</{tag}></binding>{ends[1]}"
        # A bare carriage return would come back as a line feed.
        return [
            "".join(ends) if text is None else f"{before}{escape(xml_safe(text), {chr(13): '&#13;'})}{after}"
            for text in texts
        ]

    last = len(columns) - 1
    ends = [("" if place else "<result>", "" if place < last else "</result>\n") for place in range(len(columns))]
    return _written(blocks, [partial(cell, *parts) for parts in zip(columns, blocks.kinds, ends, strict=True)])


def _written(blocks: Blocks, pieces: Sequence[Piece]) -> Iterator[bytes]:
    return (_joined(block, pieces) for block in blocks.found)


def _joined(block: Block, pieces: Sequence[Piece]) -> bytes:
    """Return the rows of a block: all cells one after another, column by column put in their places."""
    width = len(block)
    parts = [b""] * (width * len(block[0]))
    for place, (column, piece) in enumerate(zip(block, pieces, strict=True)):
        parts[place::width] = column.each(partial(encoded, piece))
    return b"".join(parts)


def encoded(piece: Piece, texts: Texts) -> list[bytes]:
    """Return pieces as bytes: a long text with a letter of some other script takes longer to join and to encode."""
    return [text.encode() for text in piece(texts)]
