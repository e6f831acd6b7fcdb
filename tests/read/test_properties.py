# ruff: noqa: E501
"""What holds for any input: places are right, nothing crashes, and no input takes long."""

from __future__ import annotations

import contextlib

import pytest
from hostile import seconds
from hypothesis import given
from hypothesis import strategies as st
from outline import check_places

from graph_builder.model import ReadError
from graph_builder.read import decode, read_bytes

NAMES = ("a.md", "a.txt", "a.html", "a.yml", "a.json")
FRAGMENTS = st.sampled_from(
    [
        "Ada", "Zoë", "王", " ", "  \n", "\n", "\n\n", "\t", "- ", "1. ", "• ", "> ", "# ", "---\n", "===\n", "**", "*", "_",
        "`", "```\n", "[", "](", ")", "![", "<b>", "</b>", "<p>", "<br>", "<div hidden>", "</div>", "<table><tr><td>",
        "</table>", "<td>", "<li>", "<ul>", "<ol start=3 type=A>", "<dl><dt>", "<dd>", "<pre>", "<script>", "</script>",
        "<!--", "-->", "&amp;", "&", "<", ">", '"', "'", ":", ": ", "a: ", "{", "}", ",", "{%", "%}", "{{", "}}", "{: .x}",
        "|", "|-|-|\n", "\\", "\\\\\n", "\u00a0", "\u00ad", "\ufeff", "\ufffd\n", "\x0c", "\r\n", "http://a.example", "2019",
        '"key": ', "true", "&a ", "*a", "~~", "<sup>", "</sup>", "<a href='x'>", "</a>", "<h2>", "</h2>",
    ]
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@given(st.lists(FRAGMENTS, max_size=40))
def test_places(name: str, fragments: list[str]) -> None:
    data = "".join(fragments).encode()
    try:
        document = read_bytes(data, name, name)
    except ReadError:
        return
    check_places(document, decode(data)[0])
    assert read_bytes(data, name, name) == document


@given(st.binary(max_size=300), st.sampled_from(NAMES))
def test_any_bytes(data: bytes, name: str) -> None:
    try:
        document = read_bytes(data, name, name)
    except ReadError:
        return
    check_places(document, decode(data)[0])


HOSTILE = [
    "[", "*", "_", "`", "<", "<div>", "> ", "> > > ", "- - - ", "- ", "![", "[](", "[a](", "<b>", "<table><tr><td>",
    "<ul><li>", "&#", "<!--", "{%", "{{", "{:", "a**", "*a_", "\\", "|a", "a\n---\n", "- a\n\n", "<a href=\"", "\t", " a",
    "<dl><dt>a<dd>", "<span class=a>ab</span>", "\u00ad\n", "[x](http://a)", "<div markdown=1>\n- a\n", "<ol type=A start=3><li>", "**a** b\n",
]  # fmt: skip

DATA = [
    *[
        (fragment, "a.yml")
        for fragment in ("[", "- - ", "a: &a [*a, ", "? ", "{a: ", "- a\n", "- a: |\n", "- a\n b: [\n", '"', "**a")
    ],
    *[(fragment, "a.json") for fragment in ("[", '{"a":', "[1,", '"', "1 ", "\\\\u0041")],
]


@pytest.mark.parametrize("name", NAMES[:3])
@pytest.mark.parametrize("fragment", HOSTILE)
def test_no_input_takes_long(fragment: str, name: str) -> None:
    """Of 100 KB of anything the slowest takes about a second, and what is quadratic takes ten."""
    _read_in_time(fragment, name)


@pytest.mark.parametrize(("fragment", "name"), DATA)
def test_no_data_takes_long(fragment: str, name: str) -> None:
    _read_in_time(fragment, name)


def _read_in_time(fragment: str, name: str) -> None:
    data = (fragment * (100_000 // len(fragment))).encode()

    def read() -> None:
        with contextlib.suppress(ReadError):
            read_bytes(data, name, name)

    assert seconds(read) < 6
