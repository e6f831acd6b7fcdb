"""The symbols and accents of TeX, with the characters that they print."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from pylatexenc.latexencode import get_builtin_uni2latex_dict

_SYMBOL = re.compile(r"(?:\\ensuremath)?\{?\\([A-Za-z]+)\}?")

_EXTRA = {
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
}  # fmt: skip

# Accent command: the combining character that it sets over the next letter.
ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331", "t": "\u0361", "acute": "\u0301", "grave": "\u0300", "hat": "\u0302", "tilde": "\u0303",
    "ddot": "\u0308", "bar": "\u0304", "check": "\u030c", "breve": "\u0306", "dot": "\u0307", "vec": "\u20d7",
}  # fmt: skip


@cache
def symbols() -> dict[str, str]:
    """Return the printed characters of each symbol command, by its name without the backslash."""
    table: dict[str, str] = {}
    for code, spelling in get_builtin_uni2latex_dict().items():
        if match := _SYMBOL.fullmatch(spelling):
            table.setdefault(match.group(1), chr(code))
    return table | _EXTRA


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
