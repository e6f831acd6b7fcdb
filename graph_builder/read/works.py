"""Files of records, one JSON object a line (Crossref works), become Documents: one block for each record."""

from __future__ import annotations

import json
from collections.abc import Iterator

from graph_builder.model import Block, BlockKind, Document, ReadError, Span
from graph_builder.read.encoding import decode


def read_works(data: bytes, source: str) -> Document:
    """Return a file of records as a document whose text is the file's own, with a block for each record.

    A line that is no JSON object is part of the text and no block: it costs no other record. How many there are stands
    in the metadata, and so does the number of records.

    >>> document = read_works(b'{"DOI": "10.1/a"}\\n\\nnonsense\\n', "works.jsonl")
    >>> [document.text_of(block) for block in document.blocks], document.metadata["unreadable lines"]
    (['{"DOI": "10.1/a"}'], '1')

    Raises:
        ReadError: no line is a JSON object.
    """
    text, _ = decode(data)
    blocks, bad = [], 0
    for number, span in enumerate(_lines(text), 1):
        if _is_record(span.of(text)):
            blocks.append(Block(BlockKind.FIELD, span, label=str(number)))
        else:
            bad += 1
    if not blocks:
        raise ReadError("no line is a JSON object; give one record a line, as Crossref's dumps have them")
    metadata = {"records": str(len(blocks)), **({"unreadable lines": str(bad)} if bad else {})}
    return Document(source, "application/x-ndjson", text, tuple(blocks), metadata=metadata, origin=((0, 0, len(text)),))


def _lines(text: str) -> Iterator[Span]:
    """Yield the spans of lines that are not blank. Only ``\\n`` ends a line: JSON may hold the other line breaks."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if not text[start:end].isspace() and end > start:
            yield Span(start, end)
        start = end + 1


def _is_record(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False
