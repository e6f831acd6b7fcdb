"""DOCX: documents written here with python-docx, and archives that cannot be read."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from graph_builder.model import BlockKind, Document, MarkKind, ReadError
from graph_builder.read.docx import read_docx


def read(package: Any) -> Document:
    return read_docx(saved(package), "cv.docx")


def saved(package: Any) -> bytes:
    buffer = io.BytesIO()
    package.save(buffer)
    return buffer.getvalue()


def shape(document: Document) -> list[tuple[BlockKind, int, int, str]]:
    return [(b.kind, b.level, b.parent, document.text_of(b)) for b in document.blocks]


def test_headings_paragraphs_and_lists() -> None:
    package = docx.Document()
    package.core_properties.author, package.core_properties.title = "Ann Bell", "Vita"
    package.add_heading("Ann Bell", 0)
    package.add_heading("Education", 1)
    paragraph = package.add_paragraph()
    paragraph.add_run("PhD").bold = True
    paragraph.add_run(", Test University\t2019")
    paragraph.add_run().add_break()
    paragraph.add_run("Toys").italic = True
    package.add_paragraph("one", style="List Bullet")
    package.add_paragraph("inner", style="List Bullet 2")
    package.add_paragraph("two", style="List Bullet")
    document = read(package)
    assert shape(document) == [
        (BlockKind.HEADING, 1, -1, "Ann Bell"),
        (BlockKind.HEADING, 1, -1, "Education"),
        (BlockKind.PARAGRAPH, 0, -1, "PhD, Test University\t2019\nToys"),
        (BlockKind.LIST_ITEM, 1, -1, "one"),
        (BlockKind.LIST_ITEM, 2, 3, "inner"),
        (BlockKind.LIST_ITEM, 1, -1, "two"),
    ]
    assert document.metadata == {"title": "Vita", "author": "Ann Bell"}
    assert [(m.kind, m.span.of(document.text)) for m in document.marks] == [
        (MarkKind.BOLD, "PhD"),
        (MarkKind.ITALIC, "Toys"),
    ]


def test_bold_capitals_are_a_heading() -> None:
    package = docx.Document()
    package.add_paragraph().add_run("EDUCATION").bold = True
    package.add_paragraph().add_run("Test University, where she studied.").bold = True
    assert [kind for kind, *_ in shape(read(package))] == [BlockKind.HEADING, BlockKind.PARAGRAPH]


def test_table_rows_have_cells() -> None:
    package = docx.Document()
    package.add_paragraph("before")
    table = package.add_table(2, 3)
    for row, values in zip(table.rows, (("2019", "", "Prize"), ("2020", "Fund", "Grant")), strict=True):
        for cell, value in zip(row.cells, values, strict=True):
            cell.text = value
    package.add_paragraph("after")
    document = read(package)
    assert [document.text_of(b) for b in document.blocks] == ["before", "2019\t\tPrize", "2020\tFund\tGrant", "after"]
    assert [c.of(document.text) for c in document.blocks[1].cells] == ["2019", "", "Prize"]


def test_layout_tables_become_blocks() -> None:
    package = docx.Document()
    table = package.add_table(1, 2)
    left, right = table.rows[0].cells
    left.text = "2019"
    right.paragraphs[0].text = "Analyst"
    right.add_paragraph("counted", style="List Bullet")
    document = read(package)
    assert shape(document) == [
        (BlockKind.TABLE_ROW, 0, -1, "2019"),
        (BlockKind.PARAGRAPH, 0, 0, "Analyst"),
        (BlockKind.LIST_ITEM, 1, 0, "counted"),
    ]


def test_links_and_hidden_text() -> None:
    package = docx.Document()
    paragraph = package.add_paragraph("See ")
    link = OxmlElement("w:hyperlink")
    link.set(
        qn("r:id"), package.part.relate_to("https://a.example/", docx.opc.constants.RELATIONSHIP_TYPE.HYPERLINK, True)
    )
    run = OxmlElement("w:r")
    words = OxmlElement("w:t")
    words.text = "the page"
    run.append(words)
    link.append(run)
    paragraph._p.append(link)
    paragraph.add_run(" hidden").font.hidden = True
    document = read(package)
    assert document.text == "See the page"
    assert [(m.kind, m.href, m.span.of(document.text)) for m in document.marks] == [
        (MarkKind.LINK, "https://a.example/", "the page")
    ]


def bomb() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", b" " * 50_000_000)
    return buffer.getvalue()


def archive_of(name: str, content: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a DOCX"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600, r"\.doc.*save it as DOCX"),
        (b"PK\x03\x04 cut", "damaged"),
        (archive_of("hello.txt", "x"), "without a Word document"),
        (archive_of("word/document.xml", "<broken"), "damaged"),
        (bomb(), "too much"),
        (saved(docx.Document()), "no text"),
    ],
    ids=["empty", "doc", "cut", "archive", "broken", "bomb", "blank"],
)
def test_what_cannot_be_read_says_why(data: bytes, message: str) -> None:
    with pytest.raises(ReadError, match=rf"cv\.docx: .*{message}"):
        read_docx(data, "cv.docx")
