"""Readers: files of any supported format become Documents."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from graph_builder.model import Document, ReadError
from graph_builder.read.builder import TextBuilder
from graph_builder.read.encoding import decode
from graph_builder.read.formats import FORMATS, Format, format_of, format_of_name
from graph_builder.read.records import FORMATS as RECORD_FORMATS
from graph_builder.read.records import PACKED, RECORDS_ALONE, SUFFIXES, format_of_file, read_record_file

__all__ = ["FORMATS", "Format", "TextBuilder", "decode", "is_readable", "read_bytes", "read_file"]

# Formats of documents whose files are not looked into for records; text and JSON may be either.
_NEVER_RECORDS = frozenset(format_ for format_ in FORMATS if format_.name not in ("text", "json"))

Reader = Callable[[bytes, str], Document]


def is_readable(path: Path) -> bool:
    """Return whether a walk through a folder should take *path*: by its suffix, and not hidden.

    Archives and files of XML, columns or triples are opened to see whether they hold records.

    >>> is_readable(Path("cv.md")), is_readable(Path("photo.jpg")), is_readable(Path(".config.yml"))
    (True, False, False)
    """
    return not path.name.startswith(".") and (format_of_name(path.name) is not None or _may_hold_records(path))


def _may_hold_records(path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES and suffix not in PACKED:
        return False
    if suffix in RECORDS_ALONE:
        return True  # reading it shows whether it holds any
    try:
        return not path.is_file() or format_of_file(path) is not None
    except ReadError:
        return True  # reading it shows what is wrong


def read_file(path: Path, source: str) -> Document:
    """Return the document in the file at *path*; *source* is its identifier.

    Raises:
        ReadError: the file is missing, too big, empty, or not of a format that can be read.
    """
    if format_of_name(path.name) in _NEVER_RECORDS:
        return _read_document(path, source)
    try:
        holds_records = format_of_file(path) is not None
    except ReadError as error:
        raise ReadError(f"{source}: {error}") from error
    if not holds_records and path.suffix.lower() in RECORDS_ALONE:
        names = ", ".join(format_.name for format_ in RECORD_FORMATS)
        raise ReadError(f"{source}: holds no records of a known format; give a file of one of {names}")
    return read_record_file(path, source) if holds_records else _read_document(path, source)


def _read_document(path: Path, source: str) -> Document:
    try:
        size = path.stat().st_size
        limit = max(format_.max_bytes for format_ in FORMATS)
        _check_size(size, limit, source)
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ReadError(f"{source}: cannot be opened ({reason}); check the path and its permissions") from error
    return read_bytes(data, path.name, source)


def read_bytes(data: bytes, name: str, source: str) -> Document:
    """Return the document in *data*, the contents of a file called *name*.

    >>> read_bytes(b"# Ada Lovelace\\n", "cv.md", "cvs/cv.md").text
    'Ada Lovelace'

    Raises:
        ReadError: the data are too big, empty, or not of a format that can be read.
    """
    if not data.strip(b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"):
        raise ReadError(f"{source}: the file is empty; give one with text")
    format_ = format_of(data, name)
    if format_ is None:
        suffixes = " ".join(sorted(suffix for format_ in FORMATS for suffix in format_.suffixes))
        raise ReadError(f"{source}: unknown format; give a file with one of the suffixes {suffixes}")
    _check_size(len(data), format_.max_bytes, source)
    try:
        document = _reader(format_)(data, source)
    except ReadError as error:
        raise error if str(error).startswith(source) else ReadError(f"{source}: {error}") from error
    except RecursionError as error:
        raise ReadError(f"{source}: nested too deeply to be read; flatten it") from error
    if not document.text:
        raise ReadError(f"{source}: no text in it; give a document with text (a scan needs OCR first)")
    return document


def _reader(format_: Format) -> Reader:
    """Import the reader of a format, so that a build of Markdown files never loads the PDF library."""
    module, function = format_.reader.split(":")
    return cast(Reader, getattr(import_module(module), function))


def _check_size(size: int, limit: int, source: str) -> None:
    if size > limit:
        raise ReadError(
            f"{source}: {size / 1e6:.0f} MB is more than the {limit / 1e6:.0f} MB that a document of this format may"
            " have; split it or save it smaller"
        )
