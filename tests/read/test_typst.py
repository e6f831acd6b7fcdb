# ruff: noqa: E501
from __future__ import annotations

import time
from contextlib import suppress

import pytest
from outline import check_places, marks, outline

from graph_builder.model import ReadError
from graph_builder.read import read_bytes
from graph_builder.read.typst.reader import read_typst

CASES: dict[str, tuple[str, list[str]]] = {
    "headings, lists, paragraphs": (
        "= Vita <vita>\nI study looms\nand threads.\n\n== Jobs\n- Dean\n  - of Acme\n    and more\n- Weaver\nAfter\n+ One\n"
        "+ Two\n\n/ Advisor: Ada Byron\n",
        [
            "heading1: Vita",
            "paragraph: I study looms and threads.",
            "heading2: Jobs",
            "list item1 •: Dean",
            "list item2 • <3: of Acme and more",
            "list item1 •: Weaver",
            "paragraph: After",
            "list item1 1.: One",
            "list item1 2.: Two",
            "list item1 •: Advisor: Ada Byron",
        ],
    ),
    "lines and columns": (
        "*PhD*, Lund #h(1fr) 2019 -- 2022 \\\nMSc,~Ghent \\ a\\@b.example https://a.example/x_y~z",
        ["paragraph: PhD, Lund  2019 – 2022\nMSc, Ghent\na@b.example https://a.example/x_y~z"],
    ),
    "comments and rules": (
        "// no\n#import \"a.typ\": *\n#set text(size: 9pt)\n#show heading: it => [#it.body]\n/* no\n /* */\n"
        "#let entry(a, b) = [\n  = #a\n  no\n]\nAda #v(2pt)\n#fa-icon(\"house\") #label(\"x\") @ref Byron // no\n",
        ["paragraph: Ada", "paragraph: Byron"],
    ),
    "arguments are cells": (
        "#work(title: \"Dean\", company: [Acme *Sons*], url: none, size: 9pt, dates: dates(start: \"2019\", end: \"2021\"))\n"
        "- Led it\n\n#edu(degree: \"MSc\", date-from: \"2003\", school: \"Ghent\", date-to: \"2005\")\n"
        "#cventry[2001][Dean][Loom Works]\nAfter\n",
        [
            "table row work: Dean # Acme Sons # 2019 – 2021",
            "list item1 • <0: Led it",
            "table row edu: MSc # 2003 – 2005 # Ghent",
            "table row cventry: 2001 # Dean # Loom Works",
            "paragraph: After",
        ],
    ),
    "long arguments stand below": (
        "#job(\"Acme\", \"Dean\", (\n  [Led it],\n  [Wove],\n))\n#edu(school: \"Lund\", degree: \"PhD\")[\n  Thesis: On Looms\\\n"
        "  Advisor: Ben Lee\n]\n#item(title: [Prize], list([One], [Two]))\n",
        [
            "table row job: Acme # Dean",
            "list item1 • <0: Led it",
            "list item1 • <0: Wove",
            "table row edu: Lund # PhD",
            "paragraph <3: Thesis: On Looms\nAdvisor: Ben Lee",
            "table row item: Prize",
            "list item1 • <5: One",
            "list item1 • <5: Two",
        ],
    ),
    "one title is a heading": (
        "#let part(it) = [\n== #it\n]\n#cvSection(\"Jobs\")\n#subsection[Early]\nDean\n#part(\"Papers\")\n#skill(\"Looms\")\n"
        "#heading(level: 3)[Talks]\nMy #section(\"third\") talk\n",
        [
            "heading2: Jobs",
            "heading3: Early",
            "paragraph: Dean",
            "heading2: Papers",
            "paragraph: Looms",
            "heading3: Talks",
            "paragraph: My third talk",
        ],
    ),
    "large text is a heading": (
        "#align(center)[\n  #text(size: 24pt, weight: \"bold\")[Ada Byron] \\\n  #text(9pt)[Weaver]\n]\n#text(20pt)[Jobs]\n\nDean\n",
        ["heading1: Ada Byron", "paragraph: Weaver", "heading2: Jobs", "paragraph: Dean"],
    ),
    "variables and values": (
        "#let me = \"Ada Byron\"\n#let ada = (name: me, town: [*Ghent*])\nI am #me of #ada.town.\n\n"
        "#(\"Looms\", \"Wool\").map(it => tag(it)).join()\n\n#if me == \"x\" [Yes] else [No] #{ [In]; let x = 3 }\n"
        "#datetime(year: 2019, month: 5, day: 1)\n",
        ["paragraph: I am Ada Byron of Ghent.", "paragraph: Looms, Wool", "paragraph: Yes In 2019-05"],
    ),
    "loops over entries": (
        "#let jobs = (\n  (title: \"Dean\", at: \"Acme\", from: \"2003\", to: \"2005\"),\n  (title: \"Weaver\", at: \"Lund\"),\n)\n"
        "#for job in jobs [ *#job.title* ]\n#for (year, prize) in ((\"2001\", [Loom Prize]),) { [no] }\n",
        ["table row: Dean # Acme # 2003 – 2005", "table row: Weaver # Lund", "table row: 2001 # Loom Prize"],
    ),
    "tables and grids": (
        "#table(columns: (auto, 1fr), table.header[Year][Job], [2019], [Dean, *Acme*], table.hline(), [2018], [Weaver])\n"
        "#grid(columns: 2, [== Left\n- a], [== Right\n- b])\n#grid(columns: 2, [2019 \\ 2018], text[On Looms \\ *Wool*])\n",
        [
            "table row: Year # Job",
            "table row: 2019 # Dean, Acme",
            "table row: 2018 # Weaver",
            "heading2: Left",
            "list item1 •: a",
            "heading2: Right",
            "list item1 •: b",
            "table row: 2019 # On Looms",
            "table row: 2018 # Wool",
        ],
    ),
    "what closes nothing is text": (
        "Dean ] of ) Acme } [and Sons]\n",
        ["paragraph: Dean ] of ) Acme } [and Sons]"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_blocks(name: str) -> None:
    text, expected = CASES[name]
    document = read_typst(text.encode(), "cv.typ")
    assert outline(document) == expected
    check_places(document, text)


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
    started = time.process_time()
    with suppress(ReadError):
        read_bytes(PATHOLOGICAL[name].encode(), "cv.typ", "cv.typ")
    assert time.process_time() - started < 3
