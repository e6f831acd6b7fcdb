"""Glyphs of a PDF page: each character with its place, size, font style and link."""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

_BOLD = re.compile(
    r"(?i)bold|black|heavy|(?<!ultra)(?:semi|demi)(?:bold)?(?![a-z])|\bcmbx|\b(?:CM|SF)(?:BX|SSBX)|^LMRoman\w*-Bold|sfbx|ecbx|-Medi(?:um)?\b|-medi$"
)
_ITALIC = re.compile(r"(?i)ital|obli|slanted|^(?:CM|SF|EC)(?:TI|SL|BXTI)|-It\b|RegularIta|-ReguItal")
_CAPS = re.compile(r"(?i)caps|csc\d*$|^(?:CM|SF|EC)(?:CSC)")
_SYMBOLS = re.compile(
    r"(?i)symbol|wingding|dingbat|awesome|icons|cmsy|fontawesome|academicons|msam|msbm|marvosym|webdings"
)
_ICONS = re.compile(r"(?i)awesome|academicons|ionicons|materialicons|bootstrap-icons")
# Bounds on the drawings of a page that are looked at, and taken for bullets.
_MOST_OBJECTS = 20_000
_MOST_DOTS = 400
_BULLET_SIGNS = frozenset("•○●■□▪◦‣▸▶➤✓-–")
_ICON_BULLETS = frozenset("•○●■□▪◦‣▸▶➤✓")
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st"}
_BULLETS = {
    "\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf0fc": "✓", "\uf076": "❖", "\uf02d": "-", "\uf06e": "■",
    "\uf0be": "—",
}  # fmt: skip
# Bitmap fonts of TeX name no characters: the codes are the places in its own encodings. That of text with accents
# (T1) has its signs below the blank at 0x10 to 0x1F, the old one (OT1) has its ligatures at 0x0B to 0x0F.
_CORK = dict(zip(range(0x10, 0x20), "“ ” „ « » – —  ₀ ı ȷ ff fi fl ffi ffl".split(" "), strict=True))
_CORK |= dict(
    zip(range(0x80, 0xC0), "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£", strict=True)
) | {
    0xFF: "ß",
    0x88: "•",  # of the companion font, and much more frequent than the letter there
}
_KNUTH = {
    0x0B: "ff", 0x0C: "fi", 0x0D: "fl", 0x0E: "ffi", 0x0F: "ffl", 0x10: "ı", 0x11: "ȷ", 0x12: "`", 0x13: "´",
    0x19: "ß", 0x1A: "æ", 0x1B: "œ", 0x1C: "ø", 0x22: "”", 0x5C: "“", 0x7B: "–", 0x7C: "—", 0x7F: "¨",
}  # fmt: skip
# Where the library reckons that two words are parted though the file has no blank there.
MAYBE_SPACE = "\u2009"
_HYPHENS = frozenset("\u0002\u00ad\ufffe")
# Blanks and ends of lines are all that the library ever sets where the file has nothing.
_LAST_BLANK = 0x20


class Face(NamedTuple):
    """The font of a run of glyphs: size in points and style."""

    size: float
    bold: bool = False
    italic: bool = False
    caps: bool = False
    symbol: bool = False
    icon: bool = False
    unnamed: bool = False


class Glyph(NamedTuple):
    """One printed character: left and right edge, baseline (y grows upwards), face and link."""

    text: str
    left: float
    right: float
    base: float
    face: Face
    href: str = ""


_MAYBE = Glyph(MAYBE_SPACE, 0.0, 0.0, 0.0, Face(1.0))


class Area(NamedTuple):
    """A rectangle on a page with a link in it."""

    left: float
    bottom: float
    right: float
    top: float
    href: str


def glyphs_of(page: Any, most: int) -> list[Glyph]:
    """Return the glyphs of a page in the order in which the file draws them; at most *most*."""
    text_page = page.get_textpage()
    try:
        found = _glyphs(text_page.raw, min(text_page.count_chars(), most), _links(page))
    finally:
        text_page.close()
    return _with_drawn_bullets(found, _dots(page))


def _dots(page: Any) -> list[tuple[float, float]]:
    """Return the right edge and foot of each small round or square drawing: the bullets of browsers are such."""
    found: list[tuple[float, float]] = []
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    edges = [ctypes.byref(edge) for edge in (left, bottom, right, top)]
    for index in range(min(pdfium.FPDFPage_CountObjects(page.raw), _MOST_OBJECTS)):
        drawn = pdfium.FPDFPage_GetObject(page.raw, index)
        if pdfium.FPDFPageObj_GetType(drawn) != pdfium.FPDF_PAGEOBJ_PATH:
            continue
        if pdfium.FPDFPageObj_GetBounds(drawn, *edges):
            width, height = right.value - left.value, top.value - bottom.value
            if 1.2 < width < 6.5 and abs(width - height) < 0.15 * width + 0.2:
                found.append((right.value, bottom.value))
    return found[:_MOST_DOTS]


def _with_drawn_bullets(glyphs: list[Glyph], dots: list[tuple[float, float]]) -> list[Glyph]:
    """Set a bullet before each line of *glyphs* that has one of the *dots* at its left, above its baseline."""
    if not dots:
        return glyphs
    rows: dict[int, list[int]] = {}
    for index, glyph in enumerate(glyphs):
        if not glyph.text.isspace():
            rows.setdefault(int(glyph.base), []).append(index)
    before: dict[int, Glyph] = {}
    for right, bottom in dots:
        near = [i for base in range(int(bottom) - 6, int(bottom) + 2) for i in rows.get(base, ())]
        beside = [i for i in near if right - 0.5 <= glyphs[i].left < right + 2.5 * glyphs[i].face.size]
        if not beside:
            continue
        first = min(beside, key=lambda i: glyphs[i].left)
        glyph = glyphs[first]
        lies_within = -0.12 < (bottom - glyph.base) / max(glyph.face.size, 1.0) < 0.5
        follows = any(glyphs[i].right > right - 30 and glyphs[i].left < right - 1 for i in near)
        if lies_within and not follows and glyph.text not in _BULLET_SIGNS:
            before[first] = glyph._replace(text="•", left=right - 3, right=right, href="")
    return [one for i, glyph in enumerate(glyphs) for one in ((before[i], glyph) if i in before else (glyph,))]


def _plain(function: Any, given: Any, *taken: Any) -> Any:
    """Return a function of the library that takes and gives addresses and numbers.

    A page has thousands of characters, and the library's own declaration makes objects at each call.
    """
    return ctypes.cast(function, ctypes.CFUNCTYPE(given, *taken))


_PLACE, _NUMBER = ctypes.c_void_p, ctypes.c_int
_code = _plain(pdfium.FPDFText_GetUnicode, ctypes.c_uint, _PLACE, _NUMBER)
_is_generated = _plain(pdfium.FPDFText_IsGenerated, _NUMBER, _PLACE, _NUMBER)
_owner = _plain(pdfium.FPDFText_GetTextObject, _PLACE, _PLACE, _NUMBER)
_loose_box = _plain(pdfium.FPDFText_GetLooseCharBox, _NUMBER, _PLACE, _NUMBER, _PLACE)
_origin = _plain(pdfium.FPDFText_GetCharOrigin, _NUMBER, _PLACE, _NUMBER, _PLACE, _PLACE)


def _glyphs(raw: Any, count: int, links: list[Area]) -> list[Glyph]:
    box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    at, box_at, x_at, y_at = ctypes.cast(raw, _PLACE).value, *map(ctypes.addressof, (box, x, y))
    faces: dict[int, Face] = {}
    found: list[Glyph] = []
    codes = [_code(at, index) for index in range(count)]
    places = _places(raw, codes)
    for index, code in enumerate(codes):
        text = _printed(code) or places.get(code, "")
        if not text:
            continue
        if code <= _LAST_BLANK and _is_generated(at, index) == 1:
            if text == " " and found:
                found.append(_MAYBE)
            continue
        owner = _owner(at, index) or 0
        face = faces.get(owner)
        if face is None:
            face = faces[owner] = _face(raw, index, pdfium.FPDFText_GetTextObject(raw, index))
        if places and face.unnamed and not face.symbol:
            text = places.get(code, text)
        if face.icon and text not in _ICON_BULLETS:
            continue
        # The loose box is as wide as the font says the character is, whatever its ink: gaps between words show.
        _loose_box(at, index, box_at)
        _origin(at, index, x_at, y_at)
        href = _link_at(links, (box.left + box.right) / 2, (box.bottom + box.top) / 2) if links else ""
        found.append(Glyph(text, box.left, box.right, y.value, face, href))
    return found


def _places(raw: Any, codes: Sequence[int]) -> dict[int, str]:
    """Return what the codes of fonts without names of characters stand for, if the page has any that show it."""
    low = {code for code in set(codes) if 0x0B <= code < 0x20}
    if not low:
        return {}
    printed = {c for i, c in enumerate(codes) if c in low and pdfium.FPDFText_IsGenerated(raw, i) != 1}
    return _KNUTH if printed & {0x0B, 0x0C, 0x0D, 0x0E, 0x0F} else _CORK if printed else {}


@lru_cache(maxsize=4096)
def _printed(code: int) -> str:
    """Return the characters of a code point as they read: ligatures apart, bullets of symbol fonts as bullets."""
    if code in (0, 10, 13, 0xFFFD) or 0xD800 <= code < 0xE000 or code > 0x10FFFF:
        return ""
    text = chr(code)
    if text in _HYPHENS:
        return "\u00ad"
    if text in _LIGATURES:
        return _LIGATURES[text]
    if 0xE000 <= code < 0xF900:
        # Other characters of private use are icons: they say nothing to a reader of text.
        return _BULLETS.get(text, "\uf8ff")
    if text.isspace():
        return " "
    if code == 0x88:
        return "•"  # the bullet of TeX's companion font
    return text if code >= 32 and not 127 <= code < 160 and code != 0xFEFF else ""


def _face(raw: Any, index: int, owner: Any) -> Face:
    matrix = pdfium.FS_MATRIX()
    size = float(pdfium.FPDFText_GetFontSize(raw, index))
    if pdfium.FPDFText_GetMatrix(raw, index, ctypes.byref(matrix)):
        scale = (matrix.b**2 + matrix.d**2) ** 0.5
        size *= scale or 1.0
    name, weight = "", 0
    if owner:
        font = pdfium.FPDFTextObj_GetFont(owner)
        if font:
            buffer = ctypes.create_string_buffer(200)
            pdfium.FPDFFont_GetBaseFontName(font, buffer, 200)
            name = buffer.value.decode("utf-8", "replace").split("+")[-1]
            weight = pdfium.FPDFFont_GetWeight(font)
    bold, italic, caps, symbol, icon = _style(name)
    return Face(round(size, 1), bold or (not name and weight >= 600), italic, caps, symbol, icon, not name)


@lru_cache(maxsize=512)
def _style(name: str) -> tuple[bool, bool, bool, bool, bool]:
    """Return whether a font is bold, italic, in small capitals, of symbols or of icons by its name."""
    bold, italic, caps, symbol, icon = (p.search(name) is not None for p in (_BOLD, _ITALIC, _CAPS, _SYMBOLS, _ICONS))
    return bold, italic, caps, symbol, icon


def _links(page: Any) -> list[Area]:
    """Return the areas of a page that lead to an address."""
    found: list[Area] = []
    position = ctypes.c_int(0)
    link = pdfium.FPDF_LINK()
    while len(found) < 2000 and pdfium.FPDFLink_Enumerate(page.raw, ctypes.byref(position), ctypes.byref(link)):
        action = pdfium.FPDFLink_GetAction(link)
        if not action:
            continue
        length = pdfium.FPDFAction_GetURIPath(page.pdf.raw, action, None, 0)
        rectangle = pdfium.FS_RECTF()
        if not 1 < length < 5000 or not pdfium.FPDFLink_GetAnnotRect(link, ctypes.byref(rectangle)):
            continue
        buffer = ctypes.create_string_buffer(length)
        pdfium.FPDFAction_GetURIPath(page.pdf.raw, action, buffer, length)
        href = buffer.value.decode("utf-8", "replace")
        found.append(Area(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top, href))
    return found


def _link_at(links: list[Area], x: float, y: float) -> str:
    for area in links:
        if area.left <= x <= area.right and area.bottom <= y <= area.top:
            return area.href
    return ""


# -- accents that the file draws over its letters as signs of their own, as TeX does in its older fonts

ACCENTS = {
    "¨": "\u0308", "´": "\u0301", "`": "\u0300", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c", "˘": "\u0306",
    "˚": "\u030a", "¯": "\u0304", "˙": "\u0307", "˝": "\u030b", "¸": "\u0327",
}  # fmt: skip


def stands_over(accent: Glyph, letter: Glyph) -> bool:
    """Return whether a sign that is drawn after a letter stands over it."""
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
