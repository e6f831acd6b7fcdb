# ruff: noqa: E501
from __future__ import annotations

from outline import marks, outline

from graph_builder.read import read_bytes
from graph_builder.read.markdown.reader import read_markdown


def test_marks_and_addresses() -> None:
    text = "**[Ada](http://a.example)**, *x* ~~y~~ `z` a<sup>2</sup> <b>c</b> <http://d.example>"
    document = read_markdown(text.encode(), "a.md")
    assert marks(document) == [
        "bold: Ada",
        "link: Ada -> http://a.example",
        "italic: x",
        "strike: y",
        "code: z",
        "superscript: 2",
        "bold: c",
        "link: http://d.example -> http://d.example",
    ]


def test_every_character_knows_its_place() -> None:
    text = "Zoë\n\n- [a](http://a.example/a) a **b** &amp; a\n"
    document = read_markdown(text.encode(), "a.md")
    assert document.text == "Zoë\n\na a b & a"
    places = [document.in_source(offset) for offset in range(len(document.text))]
    assert places[5] == text.index("[a]") + 1
    assert places[7] == text.index(") a") + 2
    assert places[document.text.index("&")] is None
    assert places[-1] == text.rindex("a")


def test_metadata_and_data() -> None:
    text = "---\ntitle: Vita\nauthor: {name: Ada, email: a@b.example}\nauthors:\n- admin\n---\nBody"
    document = read_markdown(text.encode(), "a.md")
    assert document.metadata == {"title": "Vita", "author": "Ada"}
    name = document.data[0].get("author").get("name")  # type: ignore[union-attr]
    assert name is not None
    assert name.span.of(document.text) == name.value == "Ada"
    assert document.in_source(name.span.start) == text.index("Ada")


def test_text_files_that_are_markdown_are_read_as_such() -> None:
    assert outline(read_bytes(b"# Vita\n\n**Ada**", "cv.txt", "cv.txt")) == ["heading1: Vita", "paragraph: Ada"]


def test_lines_of_a_list_without_bullets_stay_apart() -> None:
    text = "PhD, Mathematics, University of Uppsala in Sweden, 2012-2017, with distinction\nMA, Physics, Lund University, 2011"
    assert read_markdown(text.encode(), "x.md").text == text


def test_a_year_in_front_of_a_line_is_text_and_no_number() -> None:
    document = read_markdown(b"- 2018. Fellow of X\n- 2017) Prize of Y\n\n2016. One\n2015. Two\n", "cv.md")
    assert document.text.split("\n") == ["2018. Fellow of X", "2017) Prize of Y", "", "2016. One", "2015. Two"]
    assert {block.label for block in document.blocks} == {"•", ""}


def test_a_link_that_leads_nowhere_is_a_link() -> None:
    document = read_markdown(b"- [On Looms]() by Ada\n", "p.md")
    assert [(m.kind.value, m.href, m.span.of(document.text)) for m in document.marks] == [("link", "#", "On Looms")]
