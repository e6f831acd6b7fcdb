"""Files as they are published, unpacked within limits, and what kind of list each holds by its content."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import IO

from graph_builder.model import ReadError

MOST_BYTES = 4 * 1024**3
"""The largest unpacked file. ROR's whole registry is about a tenth of it."""
MOST_RATIO = 400
"""How many times larger than packed a file may be; JSON of a registry packs to about a tenth."""
_SAMPLE = 65536
_CHUNK = 1 << 20
_LONGEST_ITEM = 16 << 20


class Kind(StrEnum):
    """What a list holds."""

    ORGANIZATIONS = "organizations"
    VENUES = "venues"
    TOPICS = "topics"


class _Limited(io.RawIOBase):
    """A stream that refuses to grow beyond what an honest file would."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile, path: Path, most: int) -> None:
        self._stream, self._path, self._left = stream, path, most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            data = self._stream.read(len(buffer))
        except (EOFError, zlib.error, zipfile.BadZipFile, gzip.BadGzipFile, RuntimeError, NotImplementedError) as error:
            raise ReadError(f"{self._path}: cannot be unpacked ({error}); download it again") from error
        self._left -= len(data)
        if self._left < 0:
            raise ReadError(f"{self._path}: unpacks to far more than its size allows; it was not read")
        buffer[: len(data)] = data
        return len(data)


@contextmanager
def unpacked(path: Path) -> Iterator[IO[bytes]]:
    """Give the content of a file: of a gzip file what is in it, of a zip archive its list.

    Raises:
        ReadError: the file cannot be opened or unpacked, or would grow without measure.
    """
    try:
        with path.open("rb") as raw:
            start = raw.read(4)
            raw.seek(0)
            most = min(MOST_BYTES, max(path.stat().st_size, 4096) * MOST_RATIO)
            if start[:2] == b"\x1f\x8b":
                yield io.BufferedReader(_Limited(gzip.GzipFile(fileobj=raw), path, most), _CHUNK)
            elif start == b"PK\x03\x04":
                with zipfile.ZipFile(raw) as archive, archive.open(_member(archive, path)) as member:
                    yield io.BufferedReader(_Limited(member, path, most), _CHUNK)
            else:
                yield io.BufferedReader(_Limited(raw, path, MOST_BYTES), _CHUNK)
    except zipfile.BadZipFile as error:
        raise ReadError(f"{path}: a damaged zip archive ({error}); download it again") from error
    except OSError as error:
        raise ReadError(f"{path}: cannot be opened ({error.strerror or error}); check the path") from error


def _member(archive: zipfile.ZipFile, path: Path) -> zipfile.ZipInfo:
    """The list in an archive; ROR's holds the same records as CSV too, and those of before 2024 in schema 1."""
    found = [m for m in archive.infolist() if not m.is_dir() and m.filename.lower().endswith((".json", ".jsonl"))]
    found = found or [m for m in archive.infolist() if not m.is_dir()]
    if not found:
        raise ReadError(f"{path}: the archive is empty")
    return max(found, key=lambda m: ("v2" in m.filename.lower(), m.file_size, m.filename))


def kind_of(path: Path) -> Kind:
    """Return what kind of list a file holds, judged by its beginning.

    Raises:
        ReadError: it is none of the kinds that are known.
    """
    with unpacked(path) as stream:
        sample = stream.read(_SAMPLE)
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(sample).lstrip("\ufeff \t\r\n")
    if not text or "\0" in text:
        raise ReadError(f"{path}: no list of organizations, venues or topics; see graph-builder gazetteer add --help")
    if re.match(r"<(?:!doctype html|html)\b", text, re.IGNORECASE):
        raise ReadError(f"{path}: a web page, not a list; download the file itself")
    if text[0] not in "[{" and re.search(r"^\W?https://ror\.org/0\w{8}\b", text, re.MULTILINE):
        raise ReadError(f"{path}: ROR's registry as CSV; add the zip archive or the JSON file of the dump")
    if text[0] in "[{" and re.search(r'"id"\s*:\s*"https://ror\.org/', text):
        return Kind.ORGANIZATIONS
    if re.match(r"@prefix|@base|PREFIX\b|BASE\b|<\?xml|<rdf:|<https?://|#.*\n\s*(?:@prefix|PREFIX)", text):
        return Kind.TOPICS
    if '"@context"' in text and "skos" in text:
        return Kind.TOPICS
    return Kind.VENUES


def items(stream: IO[bytes], path: Path) -> Iterator[tuple[int, object | None]]:
    """Yield each item of a JSON array or of JSON lines with its number; None for a line that is broken.

    Raises:
        ReadError: an array breaks off or is broken, so that what follows cannot be read.
    """
    first = stream.peek(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1]  # type: ignore[attr-defined]
    yield from _array(stream, path) if first == b"[" else _lines(stream)


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, object | None]]:
    for number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        try:
            # One object over many lines, as programs print it.
            text = line + stream.read(_LONGEST_ITEM) if number == 1 and line.strip() == b"{" else line
            found = json.loads(text.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            found = None
        # The answer of ROR's own interface holds its records in a list.
        inner = found.get("items") if isinstance(found, dict) else None
        if isinstance(inner, list):
            yield from enumerate(inner, number)
        else:
            yield number, found


def _array(stream: IO[bytes], path: Path) -> Iterator[tuple[int, object | None]]:
    decoder, reader = json.JSONDecoder(), codecs.getreader("utf-8-sig")(stream, "replace")
    text, at, number, ended = reader.read(_CHUNK).lstrip()[1:], 0, 0, False
    while True:
        at = _skip(text, at)
        if at < len(text) and text[at] == "]":
            return
        try:
            item, end = decoder.raw_decode(text, at)
            # A number or word at the end of what was read may go on.
            if end == len(text) and not ended:
                raise ValueError("more may follow")
        except (ValueError, RecursionError) as error:
            more = "" if len(text) - at > _LONGEST_ITEM else reader.read(_CHUNK)
            if not more and (ended or len(text) - at > _LONGEST_ITEM):
                raise ReadError(f"{path}: broken after {number} records; download it again") from error
            ended = not more
            text, at = text[at:] + more, 0
            continue
        number += 1
        yield number, item
        at = end


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n,":
        at += 1
    return at
