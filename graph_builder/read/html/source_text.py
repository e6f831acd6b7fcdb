"""The text between the tags of HTML source, with the place of each character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from graph_builder.read.mapped_text import MappedText, join

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_TAG = re.compile(r"[A-Za-z/!?]")
_RAW = re.compile(r"(script|style|title|textarea|xmp|iframe|noembed|noframes)\b", re.I)
_MAX_QUOTED = 20  # ">" signs inside attribute values that one tag may hold


def text_between_tags(html: MappedText) -> MappedText:
    """Return all text outside of tags, comments and scripts, with entities decoded.

    Its characters stand in the order of the source: the text of an element that a parser makes from the same HTML is
    found in it from left to right, and so gets its place in the source.
    """
    return join(_decoded(html, html.text))


class TextCursor:
    """A place in the text between the tags that moves on as the text nodes of a parsed tree are taken from it."""

    _WINDOW = 20_000

    def __init__(self, stream: MappedText) -> None:
        self._stream = stream
        self._at = 0

    def take(self, text: str) -> Iterator[tuple[str, int | None]]:
        """Yield *text*, the next text node, in pieces with their places in the source, and move behind it."""
        at = self._at
        if not self._stream.text.startswith(text, at):
            at = self._stream.text.find(text, at, at + self._WINDOW + len(text))
        if at < 0:
            return iter([(text, None)])
        self._at = at + len(text)
        return self._stream.pieces(at, self._at)


def _decoded(html: MappedText, source: str) -> Iterator[tuple[str, int | None]]:
    for start, end in _segments(source):
        position = start
        if "&" in source[start:end]:
            for match in _ENTITY.finditer(source, start, end):
                decoded = unescape(match.group())
                if decoded == match.group():
                    continue
                yield from html.pieces(position, match.start())
                yield decoded, None
                position = match.end()
        yield from html.pieces(position, end)


def _segments(source: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of *source* that are text."""
    lower = source.lower() if len(source.lower()) == len(source) else source
    position = 0
    while position < len(source):
        start = source.find("<", position)
        while start >= 0 and not _TAG.match(source, start + 1):
            start = source.find("<", start + 1)
        if start < 0:
            break
        if start > position:
            yield position, start
        position = _end_of_tag(source, lower, start)
    if position < len(source):
        yield position, len(source)


def _end_of_tag(source: str, lower: str, start: int) -> int:
    """Return the place behind the tag, comment or raw element that begins at *start*."""
    if source.startswith("<!--", start):
        end = source.find("-->", start + 4)
        return len(source) if end < 0 else end + 3
    end = source.find(">", start)
    for _ in range(_MAX_QUOTED):
        if end < 0 or source.count('"', start, end) % 2 == 0:
            break
        end = source.find(">", end + 1)
    if end < 0:
        return len(source)
    raw = _RAW.match(source, start + 1)
    if raw:
        close = lower.find(f"</{raw.group(1).lower()}", end)
        return len(source) if close < 0 else close
    return end + 1
