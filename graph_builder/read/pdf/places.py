"""Where the words of a document stand on the pages of the PDF that it was read from, and pictures of these pages."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2

from graph_builder.read.pdf.glyphs import Glyph
from graph_builder.read.pdf.reader import printed_glyphs

_AHEAD = 60
"""Characters that are looked ahead where text and pages differ: a hyphen that went, a bullet that was left out."""

_AGREE = 3
_MOST_PIXELS = 4_000_000
_DESCENT, _ASCENT = 0.24, 0.8
"""How far letters reach below and above their baseline, in sizes of the type."""


class Sheet(NamedTuple):
    """A page: its width and height in points."""

    width: float
    height: float


class Place(NamedTuple):
    """A word: its characters in the text, its page from 0, and its box in points from the page's upper left corner."""

    start: int
    end: int
    page: int
    left: float
    top: float
    right: float
    bottom: float


def word_places(data: bytes, source: str, text: str) -> tuple[list[Sheet], list[Place]]:
    """Return the pages of a PDF, and the places of the words of the text that was read from it.

    Args:
        data: the file.
        source: its name, for errors.
        text: the text of its document.

    Raises:
        ReadError: the file cannot be read.
    """
    sheets: list[Sheet] = []
    corners: list[tuple[float, float]] = []
    pdf = pypdfium2.PdfDocument(data)
    try:
        for page in pdf:
            left, _, _, top = page.get_cropbox()
            sheets.append(Sheet(*page.get_size()))
            corners.append((left, top))
    finally:
        pdf.close()
    glyphs = [(glyph, page) for glyph, page in printed_glyphs(data, source) if not glyph.text.isspace()]
    at = dict(_aligned(text, glyphs))
    found = []
    for word in re.finditer(r"\S+", text):
        printed = [at[place] for place in range(word.start(), word.end()) if place in at]
        for page in dict.fromkeys(page for _, page in printed):
            # A word that is divided at the end of a line has a box on either line.
            for base in dict.fromkeys(round(glyph.base) for glyph, on in printed if on == page):
                part = [glyph for glyph, on in printed if on == page and round(glyph.base) == base]
                found.append(_box(word, page, part, corners[page]))
    return sheets, found


def _box(word: re.Match[str], page: int, glyphs: list[Glyph], corner: tuple[float, float]) -> Place:
    size = max(glyph.face.size for glyph in glyphs)
    left, right = min(glyph.left for glyph in glyphs) - corner[0], max(glyph.right for glyph in glyphs) - corner[0]
    base = corner[1] - glyphs[0].base
    sides = (round(side, 1) for side in (left, base - _ASCENT * size, right, base + _DESCENT * size))
    return Place(word.start(), word.end(), page, *sides)


def _aligned(text: str, glyphs: list[tuple[Glyph, int]]) -> Iterator[tuple[int, tuple[Glyph, int]]]:
    """Yield the places of characters of a text with the glyphs that print them: both are in reading order."""
    written = [(place, c) for place, c in enumerate(text) if not c.isspace()]
    printed = [(index, c) for index, (glyph, _) in enumerate(glyphs) for c in glyph.text]
    letters, signs = "".join(c for _, c in written), "".join(c for _, c in printed)
    one = other = 0
    while one < len(written) and other < len(printed):
        if letters[one] == signs[other]:
            yield written[one][0], glyphs[printed[other][0]]
            one, other = one + 1, other + 1
            continue
        step = next(
            (
                (ahead, total - ahead)
                for total in range(1, _AHEAD)
                for ahead in range(total + 1)
                if letters[one + ahead : one + ahead + _AGREE] == signs[other + total - ahead :][:_AGREE]
            ),
            (1, 1),
        )
        one, other = one + step[0], other + step[1]


def page_picture(data: bytes, number: int, scale: float) -> bytes:
    """Return the picture of a page as PNG; a very large page is drawn smaller.

    Args:
        data: the file.
        number: the page, from 0.
        scale: pixels a point.

    Raises:
        IndexError: there is no such page.
    """
    pdf = pypdfium2.PdfDocument(data)
    try:
        if not 0 <= number < len(pdf):
            raise IndexError(f"the document has {len(pdf)} pages; ask for one from 0 on")
        page = pdf[number]
        width, height = page.get_size()
        small = min(scale, (_MOST_PIXELS / max(width * height, 1.0)) ** 0.5)
        pixels = page.render(scale=small, rev_byteorder=True, prefer_bgrx=False).to_numpy()
    finally:
        pdf.close()
    return _png(pixels.shape[1], pixels.shape[0], [row.tobytes() for row in pixels])


def _png(width: int, height: int, rows: list[bytes]) -> bytes:
    """Return a picture of eight bits a colour, red, green and blue, in the format PNG."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    content = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", content) + chunk(b"IEND", b"")
