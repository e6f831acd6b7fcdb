# ruff: noqa: E501
from __future__ import annotations

import time
from contextlib import suppress

import pytest
from outline import check_places, marks, outline

from graph_builder.model import ReadError
from graph_builder.read import read_bytes
from graph_builder.read.org import read_org

CASES: dict[str, tuple[str, list[str]]] = {
    "headlines": (
        "* TODO [#A] Vita :cv:loom:\n** Jobs [2/3]\nDean of *Acme*\n",
        ["heading1: Vita", "heading2: Jobs", "paragraph: Dean of Acme"],
    ),
    "what is not exported": (
        "* COMMENT Later\nx\n* Notes :noexport:\n** y\nz\n# a comment\n* Vita\nMe\n#+begin_comment\nx\n#+end_comment\n",
        ["heading1: Vita", "paragraph: Me"],
    ),
    "properties that say something": (
        "** Weaver\n:PROPERTIES:\n:CUSTOM_ID: w\n:FROM: <2014-09-01>\n:TO: <2017-12-07 Thu>\n:LOCATION: Ghent\n"
        ":EMPLOYER: Loom Works\n:END:\nWove.\n** Dean\n:PROPERTIES:\n:FROM: 2018\n:EMPLOYER: Acme\n:END:\n",
        [
            "heading2: Weaver",
            "paragraph: Loom Works, Ghent\n2014-09 – 2017-12",
            "paragraph: Wove.",
            "heading2: Dean",
            "paragraph: Acme\n2018 – present",
        ],
    ),
    "drawers and planning": (
        "* Vita\nCLOSED: [2020-01-01 Wed]\n:LOGBOOK:\n- note\n:END:\nMe\n",
        ["heading1: Vita", "paragraph: Me"],
    ),
    "lists nest and terms are told": (
        "- A\n  1. B\n  2. C\n\n     more of C\n+ D\nAfter\n\n - [X] Advisor :: Ada Byron\n - 2015--2019 :: PhD, Lund\n",
        [
            "list item1 •: A",
            "list item2 1. <0: B",
            "list item2 2. <0: C",
            "paragraph <2: more of C",
            "list item1 •: D",
            "paragraph: After",
            "list item1 •: Advisor: Ada Byron",
            "list item1 •: 2015–2019: PhD, Lund",
        ],
    ),
    "tables": (
        "| Year | Job |\n|------+------|\n| <4> | |\n| 1843 | *Dean*, [[https://a.example][Acme | Sons]] |\n|------+---|\n\n"
        "| 2019 | PhD |\n| 2015 | MSc |\n#+TBLFM: $2=1\n",
        [
            "table row: Year # Job",
            "table row: 1843 # Dean, Acme | Sons",
            "table row: 2019 # PhD",
            "table row: 2015 # MSc",
        ],
    ),
    "wrapped lines are one, and short ones lines": (
        "I study the looms of the low countries and all of the threads that were\nwoven on them.\n\n"
        "MSc, University of Ghent\nBSc, University of Lund\n",
        [
            "paragraph: I study the looms of the low countries and all of the threads that were woven on them.",
            "paragraph: MSc, University of Ghent\nBSc, University of Lund",
        ],
    ),
    "hard breaks": (
        "one, two, three and four, and all that was ever counted on a loom \\\\\nfive, and six\n",
        ["paragraph: one, two, three and four, and all that was ever counted on a loom\nfive, and six"],
    ),
    "all breaks by an option": (
        "#+OPTIONS: num:nil \\n:t toc:nil\nA fellowship with a very long name that goes on to the end of its line\n2016\n",
        ["paragraph: A fellowship with a very long name that goes on to the end of its line\n2016"],
    ),
    "blocks": (
        "#+BEGIN_CENTER\nAda\n#+END_CENTER\n#+begin_quote\n- x\n#+end_quote\n"
        "#+begin_src emacs-lisp\n(setq x 1)\n#+end_src\n#+begin_export html\n<p>Byron</p>\n#+end_export\n"
        "#+HTML: <h2>Jobs</h2>\n#+ATTR_HTML: :width 3\n[[./me.png]]\n#+begin_export ascii\nno\n#+end_export\n: fixed\n-----\n",
        ["paragraph: Ada", "list item1 •: x", "paragraph: Byron", "heading2: Jobs", "paragraph: fixed"],
    ),
    "latex inside": (
        "#+LATEX_HEADER: \\newcommand{\\job}[3]{\\textbf{#1}, #2 \\hfill #3}\n* Jobs\n\\job{Dean}{Acme}{2001}\n\n"
        "#+begin_export latex\n\\begin{tabular}{ll}\n2019 & PhD, \\emph{Lund} \\\\\n2015 & MSc\n\\end{tabular}\n#+end_export\n"
        "\\begin{itemize}\n\\item One\n\\end{itemize}\n#+LATEX: \\textbf{Prize}, 2004\n",
        [
            "heading1: Jobs",
            "paragraph: Dean, Acme, 2001",
            "table row: 2019 # PhD, Lund",
            "table row: 2015 # MSc",
            "list item1 •: One",
            "paragraph: Prize, 2004",
        ],
    ),
    "what is written for pages and for paper is read once": (
        "#+begin_export html\n<h1>Ada Byron, weaver</h1>\n#+end_export\n#+begin_export latex\n{\\Huge Ada Byron}\n#+end_export\n",
        ["heading1: Ada Byron, weaver"],
    ),
    "signs of Markdown are no signs": (
        "C++ and a*b, R&D_x, <3, 2018. Fellow\n# not this\n2018. Fellow of Acme\n",
        ["paragraph: C++ and a*b, R&D_x, <3, 2018. Fellow", "paragraph: 2018. Fellow of Acme"],
    ),
    "dates, notes, entities": (
        "Ghent \\ndash Lund [fn:1], <2019-03-01 Fri>--<2020-04-01 Wed>, the 3^{rd} caf\\eacute{} [cite:@b]\n\n[fn:1] Equal.\n",
        ["paragraph: Ghent – Lund, 2019-03-01 – 2020-04-01, the 3rd café", "paragraph: Equal."],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_blocks(name: str) -> None:
    text, expected = CASES[name]
    document = read_org(text.encode(), "cv.org")
    assert outline(document) == expected
    check_places(document, text)


def test_marks() -> None:
    text = "*Ada /and/ Ben*, =x*y=, a/b/c, _u_ +no+ ****PhD**** [[https://a.example/x_y_z][*Loom*\nWorks]] <https://b.example>"
    assert marks(read_org(text.encode(), "cv.org")) == [
        "bold: Ada and Ben",
        "italic: and",
        "code: x*y",
        "underline: u",
        "strike: no",
        "bold: PhD",
        "link: Loom Works -> https://a.example/x_y_z",
        "bold: Loom",
        "link: https://b.example -> https://b.example",
    ]


def test_keywords_are_fields() -> None:
    text = "#+TITLE: Vita of\n#+AUTHOR: Ada *Byron*\n#+EMAIL: a@b.example\n#+OPTIONS: toc:nil\n#+DATE: 2020\nMe\n"
    document = read_bytes(text.encode(), "cv.org", "cv.org")
    assert document.media_type == "text/org"
    assert document.metadata == {"title": "Vita of", "author": "Ada Byron", "date": "2020"}
    assert outline(document)[-1] == "paragraph: Me"
    assert [node.key for node in document.data[0].children] == ["title", "author", "email", "date"]


@pytest.mark.parametrize(
    "text", ["", "*", "* \n", "#+begin_quote\n", ":PROPERTIES:\n", "[[", "|", "- ", "{{{x(", "@@html:", "\\begin{x"]
)
def test_fragments_are_read(text: str) -> None:
    read_org(f"{text}\n\nAda".encode(), "cv.org")


def test_long_lines_are_read_fast() -> None:
    read_org(("* " + "*a /b _c " * 20_000 + "\n" + "[[x" * 20_000).encode(), "cv.org")


PATHOLOGICAL = {
    **{piece: piece * (100_000 // len(piece)) for piece in (
        "#+begin_html\n", "#+begin_export latex\nx\n", "#+begin_quote\n", "\\begin{a}\n", ":PROPERTIES:\n", "* a\n:PROPERTIES:\n",
        "|", "| a ", "|  ", "[[", "[[a][", "{{{a(", "@@html:", "_{", "*", "- ", "<2019-03-01>--", "#+TITLE: x\n",
    )},
    "blocks of many names": "".join(f"#+begin_a{n}\n" for n in range(7_000)),
    "blocks inside each other": "".join(f"#+begin_a{n}\n" for n in range(3_000))
    + "x\n" + "".join(f"#+end_a{n}\n" for n in reversed(range(3_000))),
    "environments of many names": "".join(f"\\begin{{a{n}}}\n" for n in range(7_000)),
    "macros": "#+MACRO: a {{{a}}}{{{a}}}\n" + "{{{a}}}\n" * 5_000,
    "row": "|  " * 40 + "x\n",
}  # fmt: skip


@pytest.mark.parametrize("name", PATHOLOGICAL)
def test_pathological(name: str) -> None:
    started = time.process_time()
    with suppress(ReadError):
        read_org(PATHOLOGICAL[name].encode(), "cv.org")
    assert time.process_time() - started < 5
