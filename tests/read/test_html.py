# ruff: noqa: E501
from __future__ import annotations

from outline import marks

from graph_builder.read.html.reader import read_html


def test_marks() -> None:
    text = (
        "<b>A</b><span style='font-weight:700'>B</span><em>C</em><u>D</u><s>E</s><sup>1</sup>"
        "<a href=' /x?a=1&amp;b=2 '>F</a><a href='javascript:x()'>G</a><a>H</a>"
    )
    assert marks(read_html(text.encode(), "a.html")) == [
        "bold: A",
        "bold: B",
        "italic: C",
        "underline: D",
        "strike: E",
        "superscript: 1",
        "link: F -> /x?a=1&b=2",
    ]


def test_a_mark_over_blocks_is_split() -> None:
    assert marks(read_html(b"<b>A<p>B</p></b>", "a.html")) == ["bold: A", "bold: B"]


def test_metadata() -> None:
    text = (
        "<html lang=en><head><title> Ada\n Byron</title><meta name=Author content=Ada><meta name=citation_author content=A>"
        "<meta name=citation_author content=B><meta property=og:title content=T><meta name=viewport content=x></head><p>x"
    )
    assert read_html(text.encode(), "a.html").metadata == {
        "title": "Ada Byron",
        "author": "Ada",
        "citation_author": "A\nB",
        "og:title": "T",
        "language": "en",
    }


def test_places_behind_hidden_text_and_entities() -> None:
    text = "<!-- Ada --><nav>Ada</nav><a title='1>0'>R&amp;D</a> <p>Ada &#233; Ada</p>"
    document = read_html(text.encode(), "a.html")
    assert document.text == "R&D\n\nAda é Ada"
    assert document.in_source(5) == text.index("<p>") + 3
    assert document.in_source(document.text.index("é")) is None
    assert document.in_source(len(document.text) - 1) == text.index("</p>") - 1
