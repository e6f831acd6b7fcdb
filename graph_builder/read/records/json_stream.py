"""JSON files as streams of objects: documents, lines and arrays of any length, a broken record costs itself alone."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import orjson

from graph_builder.read.records.source import MAX_RECORD, Source

Json = dict[str, Any]

_WHOLE = 8_000_000  # files up to this size are parsed at once, which is ten times as fast
_CHUNK = 1_000_000
_READ = 50_000  # characters behind the place of reading after which they are dropped
_DEPTH = 4
_MOST_ENDLESS = 20
_CONTAINERS = ("results", "items", "data", "message", "records", "papers", "notes", "recommendedPapers", "hits")
"""The keys under which pages of answers have their records."""

_OPENING = re.compile(rf'\s*\[|\s*\{{(?:[^\[]{{0,20000}}?"(?:{"|".join(_CONTAINERS)})"\s{{0,20}}:\s{{0,20}}\[)')
_NEXT = re.compile(r"[\s,\ufeff]*([^\s,\ufeff])")
_FIRST_KEY = re.compile(r'\{\s{0,50}("(?:[^"\\]|\\.){1,100}"\s{0,5}:)')
_FALLBACK = re.compile(r"\}\s{0,50},\s{0,50}(\{)")
_DECODE = json.JSONDecoder(strict=False).raw_decode
_LITERAL = 10  # characters of the longest literal or escape that the text may end in
_OVERLAP = 200
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
        return [record for _, record in islice(_numbered(value), 5)]
    text = head.decode("utf-8", "replace")
    opening = _OPENING.match(text)
    objects = (record for record, _ in _objects(text, opening.end() if opening else 0, lambda size: "") if record)
    return list(islice(objects, 5))


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
    """Return whether the second line begins an object too, though the first is none that can be read."""
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
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    text = decode(head)
    opening = _OPENING.match(text)
    found = _objects(text, opening.end() if opening else 0, lambda size: decode(source.stream.read(size)))
    for number, (value, what) in enumerate(found, 1):
        if value is None:
            source.note(f"record {number}", what)
        else:
            yield f"record {number}", value


def _objects(text: str, at: int, read: Callable[[int], str]) -> Iterator[tuple[Json | None, str]]:
    """Yield the objects from a place on; for one that is broken, None and what is wrong with it.

    Args:
        text: the beginning of the file.
        at: where the first object may begin.
        read: returns more text, about as much as it is asked for, or nothing at the end.
    """
    begin = _FALLBACK  # how a record of this file begins, to find the next behind one that is broken
    endless = 0
    while True:
        if at > _READ:  # an error of the decoder counts the lines of the text up to its place
            text, at = text[at:], 0
        found = _NEXT.match(text, at)
        if found is None:
            text, at = read(_CHUNK), 0
            if not text:
                return
            continue
        at = found.start(1)
        if found[1] == "]":
            return
        if found[1] != "{":
            at += 1  # an element that is no object
            continue
        ends = True
        try:
            value, at = _DECODE(text, at)
        except json.JSONDecodeError as error:
            ends = error.pos < len(text) - _LITERAL and not error.msg.startswith("Unterminated")
            # As much as there is already: a record that is long is looked at only a few times.
            if not ends and len(text) - at <= MAX_RECORD and (piece := read(max(_CHUNK, len(text) - at))):
                text, at = text[at:] + piece, 0
                continue
        except RecursionError:
            pass
        else:
            if begin is _FALLBACK and (first := _FIRST_KEY.match(text, found.start(1))):
                begin = re.compile(r"[,\[\n]\s{0,50}(\{\s{0,50}" + re.escape(first[1]) + ")")
            yield value, ""
            continue
        large = not ends and len(text) - at > MAX_RECORD
        yield None, f"larger than {MAX_RECORD // 1_000_000} MB" if large else _DAMAGED
        endless += not ends  # each was looked through to the end
        if endless > _MOST_ENDLESS:
            yield None, "too many records that do not end; the rest of the file is left out"
            return
        at += 1
        while (following := begin.search(text, at)) is None:
            piece = read(_CHUNK)
            if not piece:
                return
            text, at = text[-_OVERLAP:] + piece, 0
        at = following.start(1)
