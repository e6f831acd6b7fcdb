"""Source-mapped text: a string that knows where its characters stand in the source it was made from."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

Run = tuple[int, int, int]
Part = str | tuple[int, int]
"""New text, or the place of old text that stays."""

_LAST = float("inf")


@dataclass(frozen=True, slots=True)
class MappedText:
    """A string with its origin: triples of text offset, source offset and length, ascending, without overlap.

    >>> list(MappedText("a & b", ((0, 10, 2), (3, 17, 2))).pieces(1, 5))
    [(' ', 11), ('&', None), (' b', 17)]
    """

    text: str
    origin: tuple[Run, ...]

    @classmethod
    def of(cls, text: str) -> MappedText:
        """Return *text* as its own source."""
        return cls(text, ((0, 0, len(text)),) if text else ())

    def pieces(self, start: int, end: int) -> Iterator[tuple[str, int | None]]:
        """Yield the characters from *start* to *end* in pieces, each with its place in the source or None."""
        at = max(bisect_right(self.origin, (start, _LAST, 0)) - 1, 0)
        if at < len(self.origin) and start < end:
            offset, source, length = self.origin[at]
            if offset <= start and end <= offset + length:  # most are asked for one run, or a part of it
                yield self.text[start:end], source + start - offset
                return
        position = start
        while position < end:
            if at >= len(self.origin) or self.origin[at][0] >= end:
                yield self.text[position:end], None
                return
            offset, source, length = self.origin[at]
            at += 1
            if offset + length <= position:
                continue
            if offset > position:
                yield self.text[position:offset], None
                position = offset
            stop = min(offset + length, end)
            yield self.text[position:stop], source + position - offset
            position = stop

    def part(self, start: int, end: int) -> MappedText:
        """Return the characters from *start* to *end* with their origin."""
        return join(self.pieces(start, end))

    def through(self, outer: MappedText) -> MappedText:
        """Return this text, whose origin counts the characters of *outer*, mapped to the source of *outer*."""
        pieces: list[tuple[str, int | None]] = []
        position = 0
        for offset, place, length in self.origin:
            pieces.append((self.text[position:offset], None))
            pieces.extend(outer.pieces(place, place + length))
            position = offset + length
        pieces.append((self.text[position:], None))
        return join(pieces)


EMPTY = MappedText("", ())


def join(pieces: Iterable[tuple[str, int | None]]) -> MappedText:
    """Return pieces of text, each with its place in the source or None, as one mapped text.

    >>> join([("Ada", 3), (" ", 6), ("!", None)])
    MappedText(text='Ada !', origin=((0, 3, 4),))
    """
    texts: list[str] = []
    runs: list[Run] = []
    length = 0
    for text, source in pieces:
        if not text:
            continue
        if source is not None:
            extend_runs(runs, length, source, len(text))
        texts.append(text)
        length += len(text)
    return MappedText("".join(texts), tuple(runs))


def rewritten(
    content: MappedText, pattern: re.Pattern[str], parts: Callable[[re.Match[str]], Iterable[Part]]
) -> MappedText:
    """Return *content* with each match of *pattern* replaced by *parts*: new text, and spans of the old that stay."""
    pieces: list[tuple[str, int | None]] = []
    position = 0
    for match in pattern.finditer(content.text):
        pieces.extend(content.pieces(position, match.start()))
        for part in parts(match):
            if isinstance(part, str):
                pieces.append((part, None))
            else:
                pieces.extend(content.pieces(*part))
        position = match.end()
    if not position:
        return content
    pieces.extend(content.pieces(position, len(content.text)))
    return join(pieces)


def extend_runs(runs: list[Run], offset: int, source: int, length: int) -> None:
    """Add a run to *runs*; one that goes on where the last ends makes that one longer."""
    if runs:
        last_offset, last_source, last_length = runs[-1]
        if last_offset + last_length == offset and last_source + last_length == source:
            runs[-1] = (last_offset, last_source, last_length + length)
            return
    runs.append((offset, source, length))
