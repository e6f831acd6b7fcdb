"""A file of records as a document: its text lists the records, so that what is taken from each can be read there."""

from __future__ import annotations

from pathlib import Path

from graph_builder.model import Block, BlockKind, Problem, ReadError, Record, RecordDocument, Span, record_lines
from graph_builder.read.records.reading import format_of_file, read_records

MEDIA_TYPE = "application/vnd.graph-builder.records"
MAX_RECORDS = 2_000_000
"""How many records one document may hold; larger files are for those who stream them."""


def read_record_file(path: Path, source: str) -> RecordDocument:
    """Return all records of a file as a document with a block for each, labelled with its key.

    Raises:
        ReadError: the file holds no records that can be read, or too many.
    """
    records: list[Record] = []
    problems: list[Problem] = []
    blocks: list[Block] = []
    parts: list[str] = []
    at = 0
    for item in read_records(path, source):
        if isinstance(item, Problem):
            problems.append(item)
            continue
        text = "\n".join(record_lines(item))
        records.append(item)
        blocks.append(Block(BlockKind.FIELD, Span(at, at + len(text)), label=item.key))
        parts.append(text)
        at += len(text) + 2
        if len(records) > MAX_RECORDS:
            raise ReadError(f"{source}: more than {MAX_RECORDS:,} records; split it into several files")
    if not records:
        told = f" ({problems[0].what})" if problems else ""
        raise ReadError(f"{source}: no record in it can be read{told}; correct the file")
    format_ = format_of_file(path)
    metadata = {"records": str(len(records)), **({"format": format_.name} if format_ else {})}
    return RecordDocument(
        source,
        MEDIA_TYPE,
        "\n\n".join(parts),
        tuple(blocks),
        metadata=metadata,
        records=tuple(records),
        problems=tuple(problems),
    )
