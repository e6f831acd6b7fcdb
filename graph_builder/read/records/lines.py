"""Text files as streams of lines: UTF-8, UTF-16 with a mark, or Windows-1252 where a line is neither."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from graph_builder.read.records.source import Source

_LONGEST = 1_000_000
_LENGTHY = "longer than 1 MB; the rest of it is left out"


def lines(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers, without their ends.

    >>> import io
    >>> list(lines(Source("a", "a", io.BytesIO("Zo\\u00eb\\nB\\u00f6hm".encode("cp1252")))))
    [(1, 'Zoë'), (2, 'Böhm')]
    """
    number = 0
    wide = ""
    while line := source.stream.readline(_LONGEST):
        number += 1
        if number == 1 and line[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            wide = "utf-16"
            break
        if len(line) == _LONGEST:
            source.note(f"line {number}", _LENGTHY)
            while (rest := source.stream.readline(_LONGEST)) and not rest.endswith(b"\n"):
                pass
        yield number, _decoded(line)
    if wide:
        yield from _wide(line, source)


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace").rstrip("\r\n")


def _wide(head: bytes, source: Source) -> Iterator[tuple[int, str]]:
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    rest, number = decoder.decode(head), 0
    while data := source.stream.read(_LONGEST):
        *whole, rest = (rest + decoder.decode(data)).split("\n")
        for line in whole:
            number += 1
            yield number, line.rstrip("\r")
        rest = rest[-_LONGEST:]
    if rest:
        yield number + 1, rest
