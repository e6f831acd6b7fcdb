"""LaTeX: one invented CV for each family of classes, properties of the origin, and input that is out to hurt."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from hostile import seconds
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.model import BlockKind, Document, MarkKind, ReadError
from graph_builder.read.encoding import decode
from graph_builder.read.latex.reader import read_latex

CASES = sorted((Path(__file__).parent / "latex_cases").glob("*.tex"))


def outline(document: Document) -> str:
    """Return the blocks of a document, one a line: kind, level, parent, label, cells or text."""
    lines = [f"{key}: {value}" for key, value in document.metadata.items()]
    for index, block in enumerate(document.blocks):
        text = " | ".join(cell.of(document.text) for cell in block.cells) or document.text_of(block)
        text = text.replace("\n", "⏎").replace("\t", "⇥")
        inside = f" in {block.parent}" if block.parent >= 0 else ""
        label = f" ({block.label})" if block.label else ""
        lines.append(f"{index} {block.kind.value} {block.level}{inside}{label}: {text}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    assert outline(read_latex(path.read_bytes(), path.name)) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_blocks_and_origin_of_cases(path: Path) -> None:
    check(path.read_bytes(), read_latex(path.read_bytes(), path.name))


def check(data: bytes, document: Document) -> None:
    """Check what every document promises: blocks in order, cells and marks inside, and the way back to the source."""
    source = decode(data)[0]
    for offset, place, length in document.origin:
        assert document.text[offset : offset + length] == source[place : place + length]
    assert list(document.origin) == sorted(document.origin)
    end = 0
    for index, block in enumerate(document.blocks):
        assert end <= block.span.start <= block.span.end
        end = block.span.end
        assert block.parent < index
        assert all(block.span.covers(cell) for cell in block.cells)
    for mark in document.marks:
        assert any(block.span.covers(mark.span) for block in document.blocks)


def test_marks_and_addresses() -> None:
    document = read_latex(
        rb"\newcommand{\me}{\textbf{Ann}}\me, {\it B. Lee}: \href{https://a.example/x_y\%20z\#q}{A \emph{paper}}",
        "a.tex",
    )
    marks = [(m.kind, m.span.of(document.text), m.href) for m in document.marks]
    assert marks == [
        (MarkKind.BOLD, "Ann", ""),
        (MarkKind.ITALIC, "B. Lee", ""),
        (MarkKind.LINK, "A paper", "https://a.example/x_y%20z#q"),
        (MarkKind.ITALIC, "paper", ""),
    ]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            r"\"{u} \'e \`{\i} \^o \~n \c{c} \v s \H{o} \k{a} \r a \.z {\o} {\L}odz \ss \ae",
            "ü é ì ô ñ ç š ő ą å ż ø Łodz ßæ",
        ),
        (r"2010--2012 --- ``a'' `b' ?`que", "2010–2012 — “a” ‘b' ¿que"),
        (r"A~B\& C\% \$5 \#1 \_ \{x\}", "A B& C% $5 #1 _ {x}"),
        (r"$\alpha$-helix, $x_i^2$, $\sim$5, \(\beta\)", "α-helix, xi2, ~5, β"),
        ("one % two\nthree\\%", "one three%"),
        (r"a\hfill b\\c\newline d", "a\tb\nc\nd"),
        (r"\vspace*{2cm}\hspace{-1em}a\vskip 3pt plus 1pt b \parindent=0pt c", "a\n\nb c"),
        (r"\textcolor{red}{a} \raisebox{1pt}{b} \parbox[t]{3in}{c} \multicolumn{2}{l}{d}", "a b c d"),
        (r"\def\x#1{[#1]}\x a\x{bc}", "[a][bc]"),
        (r"\newcommand{\x}[2][d]{#1:#2}\x{a} \x[b]{c}", "d:a b:c"),
        (r"\newif\ifz\ztrue\ifz yes\else no\fi{} \zfalse\ifz yes\else no\fi", "yes no"),
        (r"\unknown{kept} \another[opt]{kept too} \third", "kept kept too"),
        (r"{\bf open \section{Next} text", "open\n\nNext\n\ntext"),
        (r"\begin{nothing} a \end{otherthing} b", "a b"),
        (r"\begin{job}[itemsep=2pt]{Example Hall}{2019} a \end{job}", "Example Hall\t2019\n\na"),
        (r"\nocitejournal{a2019,b2020} \bibliographystylejournal{plain} \bibliographyjournal{mine} A", "A"),
        (r"\printbibliography[heading=none] A", "A"),
        (r"\subitem{Thesis: \ie, A} \subitem{Advisor: B}", "Thesis: i.e., A\nAdvisor: B"),
    ],
)
def test_text(source: str, text: str) -> None:
    assert read_latex(source.encode(), "a.tex").text == text


def test_declared_encoding() -> None:
    data = "\\documentclass{article}\n\\usepackage[latin2]{inputenc}\n\\begin{document}Łódź Škoda\\end{document}"
    assert read_latex(data.encode("iso8859-2"), "a.tex").text == "Łódź Škoda"


def test_filecontents_becomes_code() -> None:
    document = read_latex(
        b"\\begin{filecontents*}{own.bib}\n@book{a, title={Toys}}\n\\end{filecontents*}\n"
        b"\\documentclass{article}\\begin{document}Text\\end{document}",
        "a.tex",
    )
    codes = [document.text_of(block) for block in document.blocks if block.kind is BlockKind.CODE]
    assert len(codes) == 1
    assert "@book{a, title={Toys}}" in codes[0]


@pytest.mark.parametrize("data", [b"", b"% nothing but a comment", rb"\documentclass{article}", rb"\input{cv}"])
def test_nothing_to_print(data: bytes) -> None:
    with pytest.raises(ReadError, match=r"cv\.tex: .*; if "):
        read_latex(data, "cv.tex")


PATHOLOGICAL = {
    **{piece: piece * (100_000 // len(piece)) for piece in (
        "{", "}", "$", "&", "[", "\\", "\\begin{", "\\begin{itemize}", "\\begin{tabular}{l}", "\\textbf{",
        "\\section{", "\\cventry{", "\\href{", "\\url{", "\\footnote{", "\\unknown{a}{", "\\'", "\\item[",
        "\\iftrue x\\else ", "\\def\\a#1", "$^{", "\\begin{verbatim}", "\\multicolumn{1}{c}{", "\\foo[",
        "\\\\", "\\title{",
    )},
    "cycle": r"\def\a{\b}\def\b{\a x}\a text",
    "doubling": r"\newcommand{\x}[1]{\x{#1#1}}\x{abc} text",
    "explosion": "".join(rf"\def\{a}{{\{b}\{b}\{b}}}" for a, b in pairwise("abcdefghijklm")) + r"\a text",
    "environment": r"\newenvironment{e}{\begin{e}}{\end{e}}\begin{e} text \end{e}",
    "alias": r"\let\a\b\let\b\a\a text",
}  # fmt: skip


@pytest.mark.parametrize("name", PATHOLOGICAL)
def test_pathological(name: str) -> None:
    def read() -> None:
        with suppress(ReadError):
            check(PATHOLOGICAL[name].encode(), read_latex(PATHOLOGICAL[name].encode(), "a.tex"))

    assert seconds(read) < 5


PIECES = st.sampled_from(
    ["\\", "{", "}", "$", "&", "%", "#1", "~", "\n\n", "\n", " ", "a", "Ünï", "\\\\", "\\item ", "[", "]",
     "\\begin{itemize}",
     "\\end{itemize}", "\\begin{tabular}{ll}", "\\end{tabular}", "\\section{", "\\cventry", "{x}", "\\textbf", "\\'",
     "2019",
     "\\newcommand{\\m}[1]", "\\m", "\\href{http://x}",
     "\\hfill", "\\begin{document}", "\\end{document}", "\\footnote{n}"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=60).map("".join))
def test_any_input(source: str) -> None:
    data = source.encode()
    try:
        document = read_latex(data, "a.tex")
    except ReadError:
        return
    check(data, document)


@pytest.mark.shared
def test_real_documents(shared: Path) -> None:
    for path in sorted((shared / "eval" / "docs").glob("tex-*.tex")):
        document = read_latex(path.read_bytes(), path.name)
        check(path.read_bytes(), document)
        assert sum(block.kind is BlockKind.HEADING for block in document.blocks) > 3
        assert "\\" not in document.text.replace("\\n", "")


def test_the_row_below_a_heading_in_a_table_is_a_row() -> None:
    text = (
        r"\newcommand{\sec}[1]{\multicolumn{2}{l}{\Large\textsc{#1}}\\ \hline}\begin{document}"
        r"\begin{tabular}{ll}\sec{Work}Date & 2020\\Role & Clerk\\\end{tabular}\end{document}"
    )
    kinds = [(block.kind.value, len(block.cells)) for block in read_latex(text.encode(), "x.tex").blocks]
    assert kinds == [("heading", 0), ("table row", 2), ("table row", 2)]


def test_columns_and_boxes_of_dates_stand_beside_what_they_date() -> None:
    columns = (
        r"\begin{minipage}[t]{0.2\textwidth}2011--2014\end{minipage}\hfill"
        "\n"
        r"\begin{minipage}[t]{0.8\textwidth}\textbf{Weaver}\\ Loom Hall\end{minipage}"
        "\n\n"
        r"\begin{minipage}[t]{0.8\textwidth}\textbf{Dyer}\\ Vat Hall\end{minipage}"
        "\n"
        r"\begin{minipage}[t]{0.2\textwidth}\raggedleft 2009\end{minipage}"
        "\n\n"
    )
    boxes = (
        r"\hbox to 2cm{2007\hfil}Spinner" + "\n\n"
        r"\noindent 2005\hspace{1cm}Cropper \rlap{A}\hspace{-2mm}B" + "\n"
    )
    document = read_latex((columns + boxes).encode(), "a.tex")
    assert [document.text_of(block) for block in document.blocks] == [
        "2011–2014\tWeaver\nLoom Hall",
        "Dyer\nVat Hall\t2009",
        "2007\tSpinner",
        "2005 Cropper AB",
    ]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (r"\let\old\textbf\renewcommand{\textbf}[1]{\old{#1}!}\begin{document}\textbf{Weaver}", ["Weaver!"]),
        (
            r"\newenvironment{two}[1]{\def\side{#1}\begin{paracol}{2}}{\switchcolumn\raggedleft\side\end{paracol}}"
            r"\begin{document}\begin{two}{2011--2014}Weaver\end{two}",
            ["Weaver\t2011–2014"],
        ),
        (
            r"\documentclass{moderncv}\begin{document}\cvitem{2011}{\textbf{Weaver}\newline\textit{Loom Hall}}",
            ["2011\tWeaver\nLoom Hall"],
        ),
    ],
)
def test_printed_lines(source: str, lines: list[str]) -> None:
    document = read_latex((source + r"\end{document}").encode(), "a.tex")
    assert [document.text_of(block) for block in document.blocks] == lines
