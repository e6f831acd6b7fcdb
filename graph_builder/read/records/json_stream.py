"""JSON files as streams of objects: documents, lines and arrays of any length, a broken record costs itself alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

import orjson

from graph_builder.read.records.source import MAX_RECORD, Source

Json = dict[str, Any]

_WHOLE = 8_000_000  # files up to this size are parsed at once, which is ten times as fast
_CHUNK = 1_000_000
_DEPTH = 4
_MOST_ENDLESS = 20
_CONTAINERS = (
    "results",
    "items",
    "data",
    "message",
    "records",
    "papers",
    "notes",
    "recommendedPapers",
    "hits",
)
"""The keys under which pages of answers have their records."""

_OPENING = re.compile(
    rb'\s*\[|\s*\{(?:[^\[]{0,20000}?"(?:results|items|data|message|records|papers|notes|recommendedPapers|hits)"\s{0,20}'
    rb":\s{0,20}\[)"
)
# A string that does not end is one token too, up to the end: else each of its escaped quotes would be one's beginning.
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[{}\[\]]', re.S)
_FIRST_KEY = re.compile(rb'\{\s{0,50}("(?:[^"\\]|\\.){1,100}"\s{0,5}:)')
_DAMAGED = "no valid JSON"


def json_objects(source: Source) -> Iterator[tuple[str, Json]]:
    """Yield the objects of a JSON file with the place of each, to name it by: pages of answers are opened.

    >>> import io
    >>> source = Source("a.json", "a.json", io.BytesIO(b'{"results": [{"id": 1}, {"id": 2}]}'))
    >>> list(json_objects(source))
    [('record 1', {'id': 1}), ('record 2', {'id': 2})]
    """
    head = source.stream.read(_WHOLE)
    end = head.find(b"\n")
    first = head[: end if end >= 0 else len(head)].strip(b"\xef\xbb\xbf \t\r")
    if len(head) < _WHOLE:
        value = parsed(head.lstrip(b"\xef\xbb\xbf"))
        if value is not None:
            yield from _numbered(value)
            return
    if first.startswith(b"{") and (end >= 0 or len(head) == _WHOLE) and (first.endswith(b"}") or _is_line(head)):
        yield from _lines(head, source)
    else:
        yield from _elements(head, source)


def first_records(head: bytes) -> list[Json]:
    """Return up to five objects from the first bytes of a JSON file, whether it ends there or not.

    >>> first_records(b'[{"a": 1}, {"a": 2')
    [{'a': 1}]
    """
    value = parsed(head)
    if value is None:
        line, _, _ = head.partition(b"\n")
        value = parsed(line)
    if value is not None:
        return [record for _, (_, record) in zip(range(5), _numbered(value), strict=False)]
    found: list[Json] = []
    opening = _OPENING.match(head)
    at = opening.end() if opening else 0
    while len(found) < 5 and (span := _object_at(head, at)):
        record = parsed(head[span[0] : span[1]])
        if isinstance(record, dict):
            found.append(record)
        at = span[1]
    return found


def parsed(data: bytes) -> Any:
    """Return the value of JSON text, or None: strictly, then as leniently as the standard library reads.

    >>> parsed(b'{"a": "\\xff"}'), parsed(b"{")
    ({'a': '\ufffd'}, None)
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        if len(data) > MAX_RECORD or not data.rstrip().endswith((b"}", b"]")):
            return None
    try:
        return json.loads(data.decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return None


def _is_line(head: bytes) -> bool:
    """Tell whether the second line begins an object too, though the first is none that can be read."""
    lines = head[:_CHUNK].split(b"\n", 3)
    return len(lines) > 1 and lines[1].lstrip()[:1] == b"{" and lines[1].rstrip().endswith(b"}")


def _numbered(value: Any, where: str = "") -> Iterator[tuple[str, Json]]:
    for number, record in enumerate(_opened(value, 0), 1):
        yield f"{where}, record {number}" if where and number > 1 else where or f"record {number}", record


def _opened(value: Any, depth: int) -> Iterator[Json]:
    """Yield the records in a page, which may hold a list, or an object with a list."""
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                yield from _opened(item, depth + 1) if depth == 0 else (item,)
        return
    if not isinstance(value, dict):
        return
    for key in _CONTAINERS if depth < _DEPTH and "title" not in value and "name" not in value else ():
        inner = value.get(key)
        if isinstance(inner, list) and any(isinstance(item, dict) for item in inner):
            yield from (item for item in inner if isinstance(item, dict))
            return
        if isinstance(inner, dict):
            yield from _opened(inner, depth + 1)
            return
    yield value


def _lines(head: bytes, source: Source) -> Iterator[tuple[str, Json]]:
    for number, line in enumerate(_split(head, source), 1):
        if len(line) > MAX_RECORD:
            source.note(f"line {number}", f"longer than {MAX_RECORD // 1_000_000} MB, which no record is")
        elif line and not line.isspace():
            value = parsed(line.lstrip(b"\xef\xbb\xbf"))
            if isinstance(value, dict | list):
                yield from _numbered(value, f"line {number}")
            else:
                source.note(f"line {number}", _DAMAGED if value is None else "no object")


def _split(head: bytes, source: Source) -> Iterator[bytes]:
    """Yield the lines of what was read and of the rest; of one that is too long its beginning."""
    *lines, last = head.split(b"\n")
    yield from lines
    readline = source.stream.readline
    last += readline(MAX_RECORD + 1)
    while last:
        yield last
        if len(last) > MAX_RECORD and not last.endswith(b"\n"):
            while (piece := readline(_CHUNK)) and not piece.endswith(b"\n"):
                pass  # the rest of a line that is too long
        last = readline(MAX_RECORD + 1)


def _elements(head: bytes, source: Source) -> Iterator[tuple[str, Json]]:
    """Yield the objects of an array that is too long to be held, or broken somewhere."""
    opening = _OPENING.match(head)
    buffer = _Buffer(head, opening.end() if opening else 0, source)
    mark: re.Pattern[bytes] | None = None
    number, endless = 0, 0
    while buffer.to_object():
        number += 1
        span = buffer.object()
        data = buffer.data[span[0] : span[1]] if span else b""
        value = parsed(data) if span else None
        if isinstance(value, dict):
            mark = mark or _mark(data)
            yield f"record {number}", value
            buffer.at = span[1] if span else 0
            continue
        large = span is None and len(buffer.data) - buffer.at > MAX_RECORD
        source.note(f"record {number}", f"larger than {MAX_RECORD // 1_000_000} MB" if large else _DAMAGED)
        # Each that does not end was looked through to the end.
        endless += span is None
        if endless > _MOST_ENDLESS:
            source.note(f"record {number}", "too many records that do not end; the rest of the file is left out")
            return
        if not buffer.resume(mark):
            return


def _mark(data: bytes) -> re.Pattern[bytes] | None:
    """Return a pattern of how records of this file begin, to find the next after one that is broken."""
    first = _FIRST_KEY.match(data)
    return re.compile(rb"[,\[\n]\s{0,50}(\{\s{0,50}" + re.escape(first[1]) + rb")") if first else None


_FALLBACK = re.compile(rb"\}\s{0,50},\s{0,50}(\{)")
_T = TypeVar("_T")


class _Buffer:
    """The part of a stream that is looked at, from the record that comes next."""

    def __init__(self, data: bytes, at: int, source: Source) -> None:
        self.data = data
        self.at = at
        self._stream = source.stream
        self._ended = False

    def to_object(self) -> bool:
        """Go to where the next object begins; tell whether there is one before the array or the file ends."""
        while True:
            found = re.compile(rb"[\s,]*(.)", re.S).match(self.data, self.at)
            if found:
                if found[1] == b"{":
                    self.at = found.start(1)
                    return True
                if found[1] == b"]":
                    return False
                self.at = found.end()  # an element that is no object
            elif not self._more():
                return False

    def object(self) -> tuple[int, int] | None:
        """Return where the object that begins here lies, or None if it does not end, or is too large."""
        while (span := _object_at(self.data, self.at)) is None:
            if len(self.data) - self.at > MAX_RECORD or not self._more():
                return None
        return span

    def resume(self, mark: re.Pattern[bytes] | None) -> bool:
        """Go to the next place where a record seems to begin; tell whether there is one."""
        self.at += 1
        while True:
            found = (mark or _FALLBACK).search(self.data, self.at)
            if found:
                self.at = found.start(1)
                return True
            self.at = max(self.at, len(self.data) - 200)
            if not self._more():
                return False

    def _more(self) -> bool:
        if self._ended:
            return False
        # As much as there is already: a record that is long is looked at only a few times.
        size = max(_CHUNK, len(self.data) - self.at)
        piece = self._stream.read(size)
        self._ended = not piece
        self.data = self.data[self.at :] + piece
        self.at = 0
        return bool(piece)


def _object_at(data: bytes, start: int) -> tuple[int, int] | None:
    """Return the span of the next object at or after *start*, or None if it is not whole."""
    depth, begin = 0, -1
    for token in _TOKEN.finditer(data, start):
        mark = token.group()
        if mark in (b"{", b"["):
            if not depth:
                begin = token.start()
            depth += 1
        elif mark in (b"}", b"]"):
            depth -= 1
            if depth == 0:
                return begin, token.end()
            if depth < 0:
                return None
    return None
