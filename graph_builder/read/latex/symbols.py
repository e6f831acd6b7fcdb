"""Tables of LaTeX: symbols and accents with their characters, and the commands that only concern the layout."""

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
    "slash": "/", "textsuperscript@": "", "textvisiblespace": " ", "quad": "\t", "qquad": "\t", "enspace": " ",
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

# Commands that print nothing, with their arguments: m (mandatory), o (optional), s (star). What they hold is layout.
LAYOUT: dict[str, str] = {}
for _spec, _names in {
    "": "noindent indent centering raggedright raggedleft small newpage clearpage cleardoublepage"
    " smallskip medskip bigskip vfill vfil null relax protect leavevmode ignorespaces unskip nonumber"
    " frenchspacing"
    " sloppy fussy singlespacing doublespacing onehalfspacing tableofcontents listoffigures appendix flushleft"
    " flushright hyphenation@ allowbreak nobreak goodbreak filbreak break@ strut mathstrut selectfont normalfont@"
    " titlerule@ makeatletter makeatother global long outer expandafter noexpand begingroup endgroup bgroup egroup"
    " smash@ phantom@ balance switchcolumn onecolumn twocolumn reversemarginpar normalmarginpar"
    " today@ thepage samepage displaystyle textstyle limits nolimits left right big Big bigl bigr csname endcsname"
    " string detokenize arraybackslash tabularnewline@ maxdimen fill stretch@ endinput bibliographyfont divider"
    " obeylines flushcolumns raggedcolumns justify justifying newrefsegment itemsep@ sectionspace entryspace",
    "m": "vspace hspace vskip@ input include bibliography bibliographystyle includegraphics@ pagestyle thispagestyle"
    " pagenumbering usepackage@ color textcolor@ label ref pageref cite nocite index phantomsection@ hyphenation"
    " vphantom hphantom phantom linespread urlstyle fontsize@ pagecolor addbibresource moderncvstyle moderncvcolor"
    " moderncvtheme@ nopagenumbers@ fontfamily fontseries fontshape fontencoding columnratio newcolumntype@ nameref@"
    " geometry setlist@ enlargethispage addvspace tikzset usetikzlibrary captionsetup"
    " makeatother@ graphicspath theoremstyle pagestyle setmainlanguage selectlanguage colorlet@ fontspec@ hypersetup@"
    " usebibmacro AtBeginDocument AtEndDocument AtBeginBibliography DeclareUnicodeCharacter@ needspace Needspace"
    " setulcolor sethlcolor setstcolor newlength newsavebox newtoks newif@ newbox balancecolsandclearpage"
    " ofoot ifoot ohead ihead photo@ gdef@ sectionfont@ thanksto opening closing",
    "o": "printbibliography",
    "om": "usepackage RequirePackage documentclass setlist includegraphics photo moderncvtheme citep citet parencite"
    " textcite fullcite@ setmainfont setsansfont setmonofont newfontfamily@ setkomafont@ pagebreakx"
    " setromanfont setmathfont setCJKmainfont setCJKsansfont enclosure"
    " defaultfontfeatures fontspec LoadClass PassOptionsToPackage makebibheading refname@",
    "mm": "recipient setlength addtolength fontsize definecolor@ colorlet settowidth"
    " settoheight"
    " numberwithin DeclareUnicodeCharacter PassOptionsToClass newtheorem AtBeginEnvironment AtEndEnvironment"
    " definecolorset markboth addtokomafont setkomafont newcites captionof@ DeclareFieldFormat",
    "mmm": "definecolor addcontentsline ifthenelse@ ifstrequal@ titlespacing@ pgfmathsetmacro@",
    "mmmm": "usefont",
    "smmm": "titlespacing",
    "sm": "markright@ nocite@ hypersetup@",
    "omm": "newfontfamily DeclareNameFormat resizebox@ DeclareRobustTextComp@",
    "oo": "linebreak@ nolinebreak nopagebreak pagebreak",
    "mmo": "rule@",
    "mom": "defbibheading defbibenvironment@",
}.items():
    for _name in _names.split():
        if not _name.endswith("@"):
            LAYOUT[_name] = _spec

# Registers that documents assign to: what follows them is a length or a number.
REGISTERS = frozenset(
    [
        "oddsidemargin",
        "evensidemargin",
        "topmargin",
        "textwidth",
        "textheight",
        "headheight",
        "headsep",
        "footskip",
        "parindent",
        "parskip",
        "baselineskip",
        "itemsep",
        "parsep",
        "topsep",
        "partopsep",
        "leftmargin",
        "rightmargin",
        "labelsep",
        "labelwidth",
        "itemindent",
        "listparindent",
        "marginparwidth",
        "marginparsep",
        "columnsep",
        "hoffset",
        "voffset",
        "hsize",
        "vsize",
        "tabcolsep",
        "arraystretch",
        "arrayrulewidth",
        "leftskip",
        "rightskip",
        "footnotesep",
        "columnseprule",
        "topskip",
        "sectionwidth",
        "resumewidth",
        "baselinestretch",
        "tolerance",
        "emergencystretch",
        "hyphenpenalty",
        "exhyphenpenalty",
        "clubpenalty",
        "widowpenalty",
        "pretolerance",
        "hbadness",
        "vbadness",
        "interlinepenalty",
        "columnsep",
        "linewidth",
        "paperwidth",
        "paperheight",
        "pdfpagewidth",
        "pdfpageheight",
        "headwidth",
        "hintscolumnwidth",
        "sectionskip",
        "vskip",
        "hskip",
        "kern",
        "penalty",
        "raise",
        "lower",
        "moveleft",
        "moveright",
        "advance",
        "itemindent",
        "parfillskip",
        "oddsidemargin",
        "hangindent",
        "hangafter",
        "lineskip",
        "maketitlenamewidth",
        "quotewidth",
        "titlenamewidth",
    ]
)

# How a size of type compares with the body's.
SIZES = {
    "tiny": -3, "scriptsize": -2, "footnotesize": -1, "small": -1, "normalsize": 0, "large": 1, "Large": 2, "LARGE": 3,
    "huge": 4, "Huge": 5, "HUGE": 5,
}  # fmt: skip

_DIMENSION = re.compile(
    r"[-+]?(?:\d+\.?\d*|\.\d+)?\s*(?:(?:true\s?)?(?:pt|cm|mm|in|em|ex|pc|bp|sp|fill?l?)|\\[A-Za-z]*(?:width|height|skip|sep))"
    r"(?:\s*(?:plus|minus)\s*[-+.\d]*\s*[a-z]*)*",
)


def is_dimension(text: str) -> bool:
    """Tell whether *text* is a length of the layout and no content.

    >>> is_dimension("0.5\\\\textwidth"), is_dimension("-2pt"), is_dimension("2019")
    (True, True, False)
    """
    return len(text) < 60 and _DIMENSION.fullmatch(text.strip()) is not None


def dimension_length(text: str) -> int:
    """Return how many of the first characters of *text* are a length."""
    match = _DIMENSION.match(text[:60])
    return match.end() if match else 0


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
