"""Reading files of records: packing, format and connector are found by content, and what goes wrong is reported."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, cast

from graph_builder.model import (
    Block,
    BlockKind,
    Problem,
    ReadError,
    Record,
    RecordDocument,
    Span,
    Work,
    digest,
    record_lines,
)
from graph_builder.read.records.formats import FORMATS, HEADS, RecordFormat, is_json, recognise
from graph_builder.read.records.opening import Unpacked, is_office, opened, packing_of, streams, unpacked_name
from graph_builder.read.records.source import ADVICE, MAPPING_SUFFIX, Source

Connector = Callable[[Source], Iterator[Record]]

MAX_PROBLEMS = 20
"""How many problems of one file are reported one by one; the rest is counted."""

MAX_AUTHORS = 20_000
"""How many authors of one work are taken; the longest real list has about 15,000."""

_BUFFER = 1 << 18
_LONGEST_KEY = 500
_KEYS_WATCHED = 1_000_000  # keys that are compared: beyond, a file is a dump, whose keys are its catalogue's


def read_records(path: Path, source: str) -> Iterator[Record | Problem]:
    """Yield the records of a file, lazily, and the problems met on the way.

    Args:
        path: the file, packed or not.
        source: its identifier.

    Raises:
        ReadError: the file cannot be opened, or holds no records of a known format.
    """
    with opened(path) as file:
        yield from records_in(file, path.name, source, mapping_of(path))


def records_in(file: BinaryIO, name: str, source: str, mapping: str = "") -> Iterator[Record | Problem]:
    """Yield the records in a binary stream that can seek, such as an open file or ``io.BytesIO``.

    Args:
        file: the stream.
        name: the file's name; its suffix decides where the content does not, and lists are named after their venue.
        source: its identifier.
        mapping: the text of a mapping of columns, for CSV.

    >>> found = list(records_in(io.BytesIO(b"@misc{a, title={Notes}, author={Ada Lovelace}}"), "a.bib", "a.bib"))
    >>> found[0].key, found[0].about.title
    ('a', 'Notes')

    Raises:
        ReadError: there are no records of a known format in it.
    """
    reporter = _Reporter(source)
    problems: list[Problem] = []
    is_known = False
    for file_name, raw in streams(file, name, problems, source):
        yield from reporter.problems(problems)
        format_ = _recognised(raw, file_name, mapping)
        if format_ is not None:
            is_known = True
            reading = Source(source, file_name, io.BufferedReader(raw, _BUFFER), mapping)
            yield from reporter.pass_on(_connector(format_)(reading), reading)
        elif file_name != unpacked_name(name):
            problems.append(Problem(source, f"{file_name}: of no known format of records", "it is left out"))
    yield from reporter.problems(problems)
    if not is_known:
        raise ReadError(f"{source}: no records of a known format; known are {', '.join(f.name for f in FORMATS)}")
    yield from reporter.rest()


def format_of_file(path: Path) -> RecordFormat | None:
    """Return the format of the records in a file, of the first member in an archive, or None if it holds none.

    Raises:
        ReadError: the file cannot be opened.
    """
    with opened(path) as file:
        head = file.read(4)
        file.seek(0)
        if packing_of(head) == ".zip" and is_office(path):
            return None
        try:
            for name, raw in streams(file, path.name, [], ""):
                if format_ := _recognised(raw, name, mapping_of(path)):
                    return format_
        except ReadError:
            return None
    return None


def _recognised(raw: Unpacked, name: str, mapping: str) -> RecordFormat | None:
    """Return the format of a stream: by its first bytes, and by more of them only if a record may be longer."""
    for size in HEADS:
        head = raw.peek(size)
        if (format_ := recognise(head, name, mapping)) is not None or len(head) < size or not is_json(head):
            return format_
    return None


def mapping_of(path: Path) -> str:
    """Return the text of the mapping beside a file of columns, or nothing."""
    beside = path.with_name(path.name + MAPPING_SUFFIX)
    try:
        return beside.read_text("utf-8-sig") if beside.is_file() and beside.stat().st_size < 100_000 else ""
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError(f"{beside.name}: cannot be read ({error}); save it in UTF-8") from error


def _connector(format_: RecordFormat) -> Connector:
    module, function = format_.reader.split(":")
    return cast(Connector, getattr(import_module(f"graph_builder.read.records.{module}"), function))


def _clean_key(key: str) -> str:
    """Return a key that can be stored and shown, for one that is too long or has controls or half characters in it."""
    shown = "".join(c for c in key[:_LONGEST_KEY] if c.isprintable())
    return f"{shown[:100]}~{digest(key.encode('utf-8', 'surrogatepass').hex())[:12]}"


class _Reporter:
    """Passes records and problems on: keys made unique, problems counted after the first twenty."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._seen: set[int] = set()
        self._count = 0
        self._again = 0
        self._first = ""

    def pass_on(self, records: Iterator[Record], source: Source) -> Iterator[Record | Problem]:
        seen = self._seen
        for record in records:
            if type(about := record.about) is Work and len(about.authors) > MAX_AUTHORS:
                source.note(
                    record.key, f"{len(about.authors):,} authors; those after the first {MAX_AUTHORS:,} are left out"
                )
                record = record._replace(about=about._replace(authors=about.authors[:MAX_AUTHORS]))
            if len(record.key) > _LONGEST_KEY or not record.key.isprintable():
                record = record._replace(key=_clean_key(record.key))
            mark = hash((record.kind, record.key))
            if mark in seen:
                record = self._renamed(record)
            elif len(seen) < _KEYS_WATCHED:
                seen.add(mark)
            if source.problems:
                yield from self.problems(source.problems)
            yield record
        yield from self.problems(source.problems)

    def _renamed(self, record: Record) -> Record:
        self._again += 1
        self._first = self._first or record.key
        return record._replace(key=f"{record.key}#{self._again + 1}")

    def problems(self, problems: list[Problem]) -> Iterator[Problem]:
        for problem in problems:
            self._count += 1
            if self._count <= MAX_PROBLEMS:
                yield problem
        problems.clear()

    def rest(self) -> Iterator[Problem]:
        if self._again:
            what = f"{self._again:,} records have a key that stood before, the first {self._first}"
            yield Problem(self._source, what, "all of them are in the graph; correct the keys")
        if self._count > MAX_PROBLEMS:
            yield Problem(self._source, f"{self._count - MAX_PROBLEMS:,} more problems of this kind", ADVICE)


# -- a file as a document: its text lists the records, so that what is taken from each can be read there

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
        reason = f" ({problems[0].what})" if problems else ""
        raise ReadError(f"{source}: no record in it can be read{reason}; correct the file")
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
