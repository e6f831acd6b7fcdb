"""TeX's accents and symbols as characters: one table for LaTeX files, records and BibTeX on pages."""

from __future__ import annotations

import re
import unicodedata

SYMBOLS = {
    "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ", "\t": " ",
    ",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "", "|": "‖",
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "textbar": "|",
    "textless": "<", "textgreater": ">", "textquotesingle": "'", "textquoteright": "’", "textquoteleft": "‘",
    "textquotedblleft": "“", "textquotedblright": "”", "quotedblbase": "„", "glqq": "„", "grqq": "“",
    "textendash": "–", "textemdash": "—", "textbullet": "•", "bullet": "•", "textperiodcentered": "·", "cdot": "·",
    "textdagger": "†", "dag": "†", "textdaggerdbl": "‡", "ddag": "‡", "copyright": "©", "textregistered": "®",
    "texttrademark": "™", "pounds": "£", "euro": "€", "texteuro": "€", "EUR": "€", "S": "§", "P": "¶", "dots": "…",
    "ldots": "…", "textellipsis": "…", "cdots": "…", "i": "ı", "j": "ȷ", "aa": "å", "AA": "Å", "ast": "*",
    "textasteriskcentered": "*", "star": "⋆", "sim": "~", "mid": "|", "vert": "|", "lbrace": "{", "rbrace": "}",
    "LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeLaTeX": "XeLaTeX", "XeTeX": "XeTeX",
    "slash": "/", "textvisiblespace": " ", "quad": "\t", "qquad": "\t", "enspace": " ",
    "enskip": " ", "thinspace": " ", "space": " ", "nobreakspace": " ", "xspace": "", "hfil": "\t", "hfill": "\t",
    "hfilll": "\t", "dotfill": "\t", "hrulefill": "\t", "hss": "\t", "times": "×", "pm": "±", "rightarrow": "→",
    "to": "→", "leftarrow": "←", "Rightarrow": "⇒", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "infty": "∞",
    "approx": "≈", "neq": "≠", "circ": "°", "degree": "°", "prime": "′", "dagger": "†", "ddagger": "‡", "epsilon": "ϵ",
    "varepsilon": "ε", "phi": "ϕ", "varphi": "φ", "ell": "ℓ", "l": "ł", "L": "Ł", "diamond": "⋄", "square": "□",
    "checkmark": "✓", "textnumero": "№", "newblock": " ", "cvdash": "–", "guillemotleft": "«", "guillemotright": "»",
    "og": "« ", "fg": " »", "textopenbullet": "◦", "triangleright": "▹", "diamondsuit": "♦", "langle": "⟨",
    "rangle": "⟩", "ie": "i.e.", "eg": "e.g.", "etal": "et al.", "etc": "etc.",
    "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "dh": "ð", "DH": "Ð", "dj": "đ",
    "DJ": "Đ", "th": "þ", "TH": "Þ", "ng": "ŋ",
}  # fmt: skip
"""The printed characters of commands, by their names without the backslash."""

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331", "t": "\u0361", "acute": "\u0301", "grave": "\u0300", "hat": "\u0302", "tilde": "\u0303",
    "ddot": "\u0308", "bar": "\u0304", "check": "\u030c", "breve": "\u0306", "dot": "\u0307", "vec": "\u20d7",
}  # fmt: skip
"""The combining characters that accent commands set over the next letter."""

_GREEK = {
    name.lower(): chr(code)
    for code, name in (
        (c, unicodedata.name(chr(c)).removeprefix("GREEK SMALL LETTER ")) for c in range(0x3B1, 0x3CA) if c != 0x3C2
    )
}
_ACCENT = re.compile(
    r"""\\(?:([`'^"~=.])\s{0,3}|([uvHcdbrk])(?:\s{1,3}|(?=\{)))(?:\{\s{0,3}\\?([A-Za-z])\s{0,3}\}|\\?([A-Za-z]))"""
)
_NOTE_MARKS = frozenset(("dag", "ddag", "dagger", "ddagger", "textdagger", "textdaggerdbl", "ast", "star"))
_COMMAND = re.compile(r"\\([A-Za-z]{1,20})\s?")


def accented(accent: str, letter: str) -> str:
    """Return *letter* with an accent, as one character where Unicode has it.

    >>> accented('"', "u"), accented("v", "s"), accented("'", "ı")
    ('ü', 'š', 'í')
    """
    base = {"ı": "i", "ȷ": "j"}.get(letter[:1], letter[:1])
    if not base.isalpha():
        # \~{} and \^{} print the bare sign.
        return {"~": "~", "^": "^", "`": "`", "'": "'"}.get(accent, "") + letter
    return unicodedata.normalize("NFC", base + ACCENTS[accent]) + letter[1:]


def _symbol(match: re.Match[str]) -> str:
    """Return what a command prints; marks of notes behind names are left out."""
    name = match[1]
    return "" if name in _NOTE_MARKS else SYMBOLS.get(name, _GREEK.get(name, ""))


def plain_tex(value: str) -> str:
    r"""Return TeX as plain text: accents and symbols as characters, other commands and braces gone.

    >>> plain_tex(r"{\L}ukasz \textbf{M\"{u}ller} \& S\o ren {\v S}{\'\i}k")
    'Łukasz Müller & Søren Šík'
    """
    value = _ACCENT.sub(lambda m: accented(m[1] or m[2], m[3] or m[4]), value)
    value = _COMMAND.sub(_symbol, value)
    value = value.replace("\\-", "").replace("\\&", "&").replace("\\_", "_").replace("\\%", "%").replace("\\#", "#")
    value = value.replace("~", " ").replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”")
    return value.replace("{", "").replace("}", "").replace("\\", "").replace("$", "")
