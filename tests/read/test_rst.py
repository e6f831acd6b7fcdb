from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hostile import seconds
from outline import check_places, marks, outline

from graph_builder.model import ReadError
from graph_builder.read import read_bytes
from graph_builder.read.rst import read_rst


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
    def read() -> None:
        with suppress(ReadError):
            read_bytes(PATHOLOGICAL[name].encode(), "cv.rst", "cv.rst")

    assert seconds(read) < 30  # docutils alone takes up to five on an idle machine, fifteen on a busy one
