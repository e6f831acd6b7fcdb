"""The tables of LaTeX: symbols, commands and registers that print nothing, lengths, and sizes of type."""

from __future__ import annotations

import re
from functools import cache

from pylatexenc.latexencode import get_builtin_uni2latex_dict

from graph_builder.model.tex import SYMBOLS

_SYMBOL = re.compile(r"(?:\\ensuremath)?\{?\\([A-Za-z]+)\}?")


@cache
def symbols() -> dict[str, str]:
    """Return the printed characters of each symbol command, by its name without the backslash."""
    table: dict[str, str] = {}
    for code, spelling in get_builtin_uni2latex_dict().items():
        if match := _SYMBOL.fullmatch(spelling):
            table.setdefault(match.group(1), chr(code))
    return table | SYMBOLS


# Commands that print nothing, with their arguments: m (mandatory), o (optional), s (star). What they hold is layout.
LAYOUT: dict[str, str] = {}
for _spec, _names in {
    "": "noindent indent centering raggedright raggedleft small newpage clearpage cleardoublepage smallskip medskip"
    " bigskip vfill vfil null relax protect leavevmode ignorespaces unskip nonumber frenchspacing sloppy fussy"
    " singlespacing doublespacing onehalfspacing tableofcontents listoffigures appendix flushleft flushright"
    " allowbreak nobreak goodbreak filbreak strut mathstrut selectfont makeatletter makeatother global long outer"
    " noexpand begingroup endgroup bgroup egroup balance switchcolumn onecolumn twocolumn reversemarginpar"
    " normalmarginpar thepage samepage displaystyle textstyle limits nolimits left right big Big bigl bigr"
    " endcsname string detokenize arraybackslash maxdimen fill endinput bibliographyfont divider obeylines"
    " flushcolumns raggedcolumns justify justifying newrefsegment sectionspace entryspace",
    "m": "stepcounter refstepcounter arabic value vspace hspace input include bibliography bibliographystyle pagestyle"
    " thispagestyle pagenumbering color label ref pageref cite nocite index hyphenation vphantom hphantom phantom"
    " linespread urlstyle pagecolor addbibresource moderncvstyle moderncvcolor fontfamily fontseries fontshape"
    " fontencoding columnratio geometry enlargethispage addvspace tikzset usetikzlibrary captionsetup graphicspath"
    " theoremstyle setmainlanguage selectlanguage usebibmacro AtBeginDocument AtEndDocument AtBeginBibliography"
    " needspace Needspace setulcolor sethlcolor setstcolor newlength newsavebox newtoks newbox"
    " balancecolsandclearpage ofoot ifoot ohead ihead thanksto opening closing",
    "o": "printbibliography",
    "om": "usepackage RequirePackage documentclass setlist includegraphics photo moderncvtheme citep citet parencite"
    " textcite setmainfont setsansfont setmonofont pagebreakx setromanfont setmathfont setCJKmainfont"
    " setCJKsansfont enclosure defaultfontfeatures fontspec LoadClass PassOptionsToPackage makebibheading",
    "mm": "setcounter addtocounter recipient setlength addtolength fontsize colorlet settowidth settoheight"
    " numberwithin DeclareUnicodeCharacter PassOptionsToClass newtheorem AtBeginEnvironment AtEndEnvironment"
    " definecolorset markboth addtokomafont setkomafont newcites DeclareFieldFormat",
    "mmm": "definecolor addcontentsline",
    "mmmm": "usefont",
    "smmm": "titlespacing",
    "omm": "newfontfamily DeclareNameFormat",
    "oo": "nolinebreak nopagebreak pagebreak",
    "mo": "newcounter",
    "mom": "defbibheading",
}.items():
    for _name in _names.split():
        LAYOUT[_name] = _spec

# Registers that documents assign to: what follows them is a length or a number.
REGISTERS = frozenset(
    "oddsidemargin evensidemargin topmargin textwidth textheight headheight headsep footskip parindent parskip "
    "baselineskip itemsep parsep topsep partopsep leftmargin rightmargin labelsep labelwidth itemindent "
    "listparindent marginparwidth marginparsep columnsep hoffset voffset hsize vsize tabcolsep arraystretch "
    "arrayrulewidth leftskip rightskip footnotesep columnseprule topskip sectionwidth resumewidth "
    "baselinestretch tolerance emergencystretch hyphenpenalty exhyphenpenalty clubpenalty widowpenalty "
    "pretolerance hbadness vbadness interlinepenalty linewidth paperwidth paperheight pdfpagewidth "
    "pdfpageheight headwidth hintscolumnwidth sectionskip vskip hskip kern penalty raise lower moveleft "
    "moveright advance parfillskip hangindent hangafter lineskip maketitlenamewidth quotewidth titlenamewidth".split()
)

RULES = ("hrule", "titlerule", "rule", "hline", "hrulefill")

# How a size of type compares with the body's.
SIZES = {
    "tiny": -3, "scriptsize": -2, "footnotesize": -1, "small": -1, "normalsize": 0, "large": 1, "Large": 2, "LARGE": 3,
    "huge": 4, "Huge": 5, "HUGE": 5,
}  # fmt: skip

_DIMENSION = re.compile(
    r"[-+]?(?:\d+\.?\d*|\.\d+)?\s*(?:(?:true\s?)?(?:pt|cm|mm|in|em|ex|pc|bp|sp|fill?l?)|\\[A-Za-z]*(?:width|height|skip|sep))"
    r"(?:\s*(?:plus|minus)\s*[-+.\d]*\s*[a-z]*)*"
)


def is_dimension(text: str) -> bool:
    """Return whether *text* is a length of the layout and no content.

    >>> is_dimension("0.5\\\\textwidth"), is_dimension("-2pt"), is_dimension("2019")
    (True, True, False)
    """
    return len(text) < 60 and _DIMENSION.fullmatch(text.strip()) is not None


def dimension_length(text: str) -> int:
    """Return how many of the first characters of *text* are a length."""
    match = _DIMENSION.match(text[:60])
    return match.end() if match else 0
