# ruff: noqa: E501
from __future__ import annotations

from contextlib import suppress

import pytest
from hostile import seconds
from outline import marks, outline

from graph_builder.model import ReadError
from graph_builder.read import read_bytes
from graph_builder.read.org import read_org


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
    def read() -> None:
        with suppress(ReadError):
            read_org(PATHOLOGICAL[name].encode(), "cv.org")

    assert seconds(read) < 5
