"""Accents that a PDF draws over its letters as signs of their own, as TeX does in its older fonts."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from graph_builder.read.pdf.glyphs import Glyph

ACCENTS = {
    "¨": "\u0308", "´": "\u0301", "`": "\u0300", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c", "˘": "\u0306",
    "˚": "\u030a", "¯": "\u0304", "˙": "\u0307", "˝": "\u030b", "¸": "\u0327",
}  # fmt: skip
_MOST = 200  # accents of a page that are looked after
_HIGHER = 0.4  # how much higher than a capital's baseline its accent is set at most, in sizes of the type


def stands_over(accent: Glyph, letter: Glyph) -> bool:
    """Tell whether a sign that is drawn after a letter stands over it."""
    if accent.text not in ACCENTS or len(letter.text) != 1:
        return False
    return letter.left < (accent.left + accent.right) / 2 < letter.right


def accented(accent: Glyph, letter: Glyph) -> Glyph | None:
    """Return *letter* under *accent* as one glyph if the file draws the accent over it as a glyph of its own."""
    sign = ACCENTS.get(accent.text)
    if sign is None or not letter.text.isalpha() or letter.left > accent.right - 0.1 * letter.face.size:
        return None
    text = unicodedata.normalize("NFC", {"ı": "i"}.get(letter.text, letter.text) + sign)
    return Glyph(text, letter.left, letter.right, letter.base, letter.face, letter.href)


def under_accents(glyphs: Sequence[Glyph]) -> Sequence[Glyph]:
    """Return the glyphs with capitals under their accents, where an accent stands above the line and apart from it."""
    places = [i for i, glyph in enumerate(glyphs) if glyph.text in ACCENTS][:_MOST]
    if not places:
        return glyphs
    found: list[Glyph | None] = list(glyphs)
    capitals = [i for i, glyph in enumerate(glyphs) if glyph.text.isupper() and len(glyph.text) == 1]
    for place in places:
        accent = glyphs[place]
        for i in capitals:
            higher = accent.base - glyphs[i].base
            if 0.05 * accent.face.size < higher < _HIGHER * accent.face.size and stands_over(accent, glyphs[i]):
                found[i], found[place] = accented(accent, glyphs[i]), None
                break
    return [glyph for glyph in found if glyph is not None]
