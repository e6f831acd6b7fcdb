from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest
from outline import check_places, marks, outline

from graph_builder.model import ReadError
from graph_builder.read import read_bytes
from graph_builder.read.rst import read_rst

CASES: dict[str, tuple[str, list[str]]] = {
    "sections, lists, paragraphs": (
        "Ada Byron\n=========\n\nI study the looms of the low countries and all of the threads that\nwere woven on "
        "them.\n\nJobs\n----\n\n- Dean\n\n  1. Acme\n  2. Loom *Works*\n\n- Weaver\n",
        [
            "heading1: Ada Byron",
            "paragraph: I study the looms of the low countries and all of the threads that were woven on them.",
            "heading2: Jobs",
            "list item1 •: Dean",
            "list item2 1. <3: Acme",
            "list item2 2. <3: Loom Works",
            "list item1 •: Weaver",
        ],
    ),
    "lines, and lines that are entries": (
        "| Ada Byron\n| 12 Loom Street\n\nMSc, University of Ghent, 2008\nBSc, University of Lund, 2003\n\n"
        "Courses:\n- Looms\n- Threads\n",
        [
            "paragraph: Ada Byron\n12 Loom Street",
            "paragraph: MSc, University of Ghent, 2008\nBSc, University of Lund, 2003",
            "paragraph: Courses:\n- Looms\n- Threads",
        ],
    ),
    "definitions": (
        "2008\n    MSc, Ghent\n\n2003 : Lund\n    First thing.\n\n    Second thing.\n",
        [
            "table row: 2008 # MSc, Ghent",
            "paragraph: 2003 : Lund",
            "paragraph: First thing.",
            "paragraph: Second thing.",
        ],
    ),
    "fields in the page": (
        "Vita\n\n:2008: MSc, *Ghent*\n:2003: BSc, Lund\n",
        ["paragraph: Vita", "table row: 2008 # MSc, Ghent", "table row: 2003 # BSc, Lund"],
    ),
    "tables": (
        "====  ======\nYear  Job\n====  ======\n1843  *Dean*\n1844  Weaver\n====  ======\n\n"
        "+------+-----------+\n| 2019 | PhD, Lund |\n+------+-----------+\n\n"
        ".. list-table:: Schools\n\n   * - 2015\n     - MSc\n",
        [
            "table row: Year # Job",
            "table row: 1843 # Dean",
            "table row: 1844 # Weaver",
            "table row: 2019 # PhD, Lund",
            "paragraph: Schools",
            "table row: 2015 # MSc",
        ],
    ),
    "years are no numbers of lists": (
        "2018. Fellow of Acme\n\n2017. Fellow of Loom Works\n",
        ["paragraph: 2018. Fellow of Acme", "paragraph: 2017. Fellow of Loom Works"],
    ),
    "numbers": (
        "4. On Looms\n\n3. On Threads\n\nA. Byron, dean\n",
        ["list item1 4.: On Looms", "list item1 3.: On Threads", "paragraph: A. Byron, dean"],
    ),
    "unknown roles and directives keep their text": (
        "See :doc:`the vita <cv>`, :ref:`looms` and :html:`x`.\n\n"
        ".. card:: Loom Works\n   :class: wide\n\n   - Dean\n\n   .. tab:: 2008\n\n      Wove.\n\n"
        ".. toctree::\n   :maxdepth: 1\n\n   cv\n   News\n\n.. cventry:: Fellow of Acme\n",
        [
            "paragraph: See the vita, looms and x.",
            "paragraph: Loom Works",
            "list item1 •: Dean",
            "paragraph: 2008",
            "paragraph: Wove.",
            "paragraph: Fellow of Acme",
        ],
    ),
    "what docutils cannot parse": (
        "Vita\n====\n\nJobs\n----\n\nDean\n\nSchools\n~~~~~~~\n\nLund\n\nTeaching\n++++++++\n\nLooms\n\nPapers\n^^^^^^^^\n\n"
        "Tea\n\nTalks\n=====\n\nSkills\n~~~~~~\n\nWeaving\n\n+-----+\n| Ada | Ben\n+--+\n",
        [
            "heading1: Vita", "heading2: Jobs", "paragraph: Dean", "heading3: Schools", "paragraph: Lund",
            "heading4: Teaching", "paragraph: Looms", "heading5: Papers", "paragraph: Tea", "heading1: Talks",
            "heading1: Skills", "paragraph: Weaving", "code: +-----+\n| Ada | Ben\n+--+",
        ],
    ),
    "html of the page": (
        "Ada\n\n.. raw:: html\n\n    <h2>Jobs</h2><p>Dean of <b>Acme</b></p>\n\n.. raw:: latex\n\n    \\newpage\n",
        ["paragraph: Ada", "heading2: Jobs", "paragraph: Dean of Acme"],
    ),
    "what is not shown": (
        "Ada [1]_ |acme| & Sons\n\n.. a comment\n.. |acme| replace:: Loom *Works*\n.. |x| date::\n.. _a: https://a.example\n"
        ".. image:: me.png\n   :alt: me\n\n.. [1] Equal.\n",
        ["paragraph: Ada Loom Works & Sons", "paragraph: Equal."],
    ),
    "admonitions, topics, rubrics": (
        "Vita\n====\n\n.. topic:: Looms\n\n   Wool.\n\n.. note:: Tea.\n\n.. rubric:: Jobs\n\nDean\\* of 5 \\* 3\n",
        [
            "heading1: Vita",
            "paragraph: Looms",
            "paragraph: Wool.",
            "paragraph: Tea.",
            "heading2: Jobs",
            "paragraph: Dean* of 5 * 3",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_blocks(name: str) -> None:
    text, expected = CASES[name]
    document = read_rst(text.encode(), "cv.rst")
    assert outline(document) == expected
    check_places(document, text)


def test_marks() -> None:
    text = (
        "**PhD** *with Merit*, ``x*y``, `Loom Works <https://a.example>`_, Acme_, `Ben's`__, https://b.example\n"
        "and :download:`this <cv_byron.pdf>`\n\n.. _Acme: https://acme.example\n__ https://ben.example\n"
    )
    document = read_rst(text.encode(), "cv.rst")
    assert marks(document) == [
        "bold: PhD",
        "italic: with Merit",
        "code: x*y",
        "link: Loom Works -> https://a.example",
        "link: Acme -> https://acme.example",
        "link: Ben's -> https://ben.example",
        "link: https://b.example -> https://b.example",
        "link: this -> cv_byron.pdf",
    ]
    assert document.metadata["files"] == "cv_byron.pdf"
    assert document.text[document.text.index("Merit") :].startswith("Merit")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Vita\n====\n\n:Author: Ada Byron\n:Date: 2020\n\nMe\n", {"author": "Ada Byron", "date": "2020"}),
        (".. title: Vita of Ada\n.. slug: cv\n\nMe\n", {"title": "Vita of Ada"}),
        (".. Ada Byron documentation master file, created by\n   sphinx-quickstart\n\nMe\n", {"title": "Ada Byron"}),
    ],
)
def test_what_a_file_says_of_itself_is_fields(text: str, said: dict[str, str]) -> None:
    document = read_bytes(text.encode(), "cv.rst", "cv.rst")
    assert document.media_type == "text/x-rst"
    assert document.metadata == said
    assert outline(document)[-1] == "paragraph: Me"
    check_places(document, text)


def test_nothing_is_read_besides_the_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("Loom")
    text = (
        f"Ada\n\n.. include:: {secret}\n\n.. literalinclude:: {secret}\n\n.. raw:: html\n   :file: {secret}\n\n"
        f".. csv-table::\n   :file: {secret}\n"
    )
    assert "Loom" not in read_rst(text.encode(), "cv.rst").text


def test_documents_do_not_change_each_other() -> None:
    text = b"Ada `Byron` :loom:`Works`\n"
    before = read_rst(text, "a.rst")
    read_rst(b".. default-role:: strong\n\n.. role:: loom(strong)\n\n`Ada`\n", "b.rst")
    assert read_rst(text, "a.rst") == before


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    read_rst(b"Vita\n==\n\n*Ada :x:`y` |z| a_\n\n.. foo::\n   :bar\n", "cv.rst")
    assert capfd.readouterr() == ("", "")


PATHOLOGICAL = {
    **{piece: piece * (100_000 // len(piece)) for piece in (
        "*a ", "`a <", "`", "|", "+--", "- ", "a@b.c ", ".. a::\n", ".. a:: B\n", "::\n", ":a:`b`", "a__ ", "| a\n",
    )},
    "lists inside each other": "".join("  " * depth + "- a\n\n" for depth in range(300)),
    "directives inside each other": "".join("   " * depth + ".. foo:: A\n\n" for depth in range(150)),
    "substitutions": "".join(f".. |a{n}| replace:: |a{n + 1}| |a{n + 1}|\n" for n in range(30)) + "\n|a0|\n",
}  # fmt: skip


@pytest.mark.parametrize("name", PATHOLOGICAL)
def test_pathological(name: str) -> None:
    started = time.process_time()
    with suppress(ReadError):
        read_bytes(PATHOLOGICAL[name].encode(), "cv.rst", "cv.rst")
    assert time.process_time() - started < 10  # docutils alone takes up to five on an idle machine
