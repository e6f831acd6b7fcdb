# ruff: noqa: E501
from __future__ import annotations

from contextlib import suppress

import pytest
from hostile import seconds
from outline import check_places, marks, outline

from graph_builder.model import ReadError
from graph_builder.read import read_bytes
from graph_builder.read.typst import read_typst


def test_marks() -> None:
    text = (
        '*PhD _with* Merit_ snake_case 2*3 `x*y` #link("https://a.example")[Loom #emph[Works]]\n'
        '#link("mailto:a@b.example") #text(weight: "bold")[Dean] #super[3]\n'
    )
    document = read_typst(text.encode(), "cv.typ")
    assert marks(document) == [
        "bold: PhD with",
        "italic: with",
        "italic: Merit",
        "code: x*y",
        "link: Loom Works -> https://a.example",
        "italic: Works",
        "link: a@b.example -> mailto:a@b.example",
        "bold: Dean",
        "superscript: 3",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('#set document(title: [Vita], author: "Ada Byron")\nMe', {"title": "Vita", "author": "Ada Byron"}),
        (
            '#show: cv.with(author: (firstname: "Ada", lastname: "Byron", email: "a@b.example"), font: "x")\nMe',
            {"author": "Ada Byron"},
        ),
        ('#show: it => paper(name: "Ada Byron", it)\nMe', {"name": "Ada Byron"}),
        ('#info(name: "Ada Byron", email: "a@b.example")\nMe', {"name": "Ada Byron"}),
    ],
)
def test_what_a_template_is_given_is_fields(text: str, said: dict[str, str]) -> None:
    document = read_bytes(text.encode(), "cv.typ", "cv.typ")
    assert document.media_type == "text/x-typst"
    assert document.metadata == said
    assert outline(document)[-1] == "paragraph: Me"
    check_places(document, text)


@pytest.mark.parametrize(
    "text",
    ["", "#", "#(", "#[", "#{", "#a(", "#let", "#let a", "#if", "#for a in", "#show", '"', '#"', "`", "\\", "/*"],
)
def test_fragments_are_read(text: str) -> None:
    read_typst(text.encode(), "cv.typ")
    check_places(read_typst(f"Ada\n\n{text}".encode(), "cv.typ"), f"Ada\n\n{text}")


PATHOLOGICAL = {
    **{piece: piece * (100_000 // len(piece)) for piece in (
        "[", "]", "(", "{", "\"", "$", "`", "*", "_", "\\", "#[", "#(", "#{", "#a[", "#a(\"", "#a[]", "#let a=", "#x=>", "#if ",
        "#for ", "#show ", "#context ", "#(1+", "*a _b ", "= ", "- ", "/*", "//", "<a>", "@a", "#a(b: c, ", "#grid[",
        "#a(\"b\", \"c\")\n- d\n", "#let a = [#a #a]\n",
    )},
    "items inside each other": "".join(" " * depth + "- a\n" for depth in range(440)),
    "entries inside each other": "#a([" * 5_000 + "x" + "],[b])" * 5_000,
    "variables of variables": "#let a0 = [Ada]\n" + "".join(f"#let a{n + 1} = [#a{n} #a{n}]\n" for n in range(40)) + "#a40",
    "a long variable": "#let a = [" + "x *y* " * 8_000 + "]\n" + "#a\n" * 10_000,
    "a chain of variables": "#let a0 = [x]\n" + "".join(f"#let a{n + 1} = [#a{n} x]\n" for n in range(4_000)) + "#a4000",
    "many arguments": "#a(" + "\"b\"," * 25_000 + ")\n",
    "many blocks": "#a" + "[b]" * 33_000,
}  # fmt: skip


@pytest.mark.parametrize("name", PATHOLOGICAL)
def test_pathological(name: str) -> None:
    def read() -> None:
        with suppress(ReadError):
            read_bytes(PATHOLOGICAL[name].encode(), "cv.typ", "cv.typ")

    assert seconds(read) < 3
