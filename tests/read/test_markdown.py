# ruff: noqa: E501
from __future__ import annotations

import pytest
from outline import check_places, marks, outline

from graph_builder.read import read_bytes
from graph_builder.read.markdown.reader import read_markdown

CASES: dict[str, tuple[str, list[str]]] = {
    "headings": (
        "# Vita\n\nJobs\n----\n##Education\n\n## Awards {#awards .wide}\n",
        ["heading1: Vita", "heading2: Jobs", "heading2: Education", "heading2: Awards"],
    ),
    "a line all in bold is no heading": ("**Education**\n\nPhD\n", ["paragraph: Education", "paragraph: PhD"]),
    "lists nest": (
        "- A\n  1. B\n  2. C\n\n     more of C\n- D\n",
        [
            "list item1 •: A",
            "list item2 1. <0: B",
            "list item2 2. <0: C",
            "paragraph <2: more of C",
            "list item1 •: D",
        ],
    ),
    "printed bullets": ("• One\n• Two\n", ["list item1 •: One", "list item1 •: Two"]),
    "soft breaks stay behind short lines and sentences": (
        "**A Title**\nAda Byron, Mary Somerville\n"
        + "a line of running text that is long enough to have been wrapped\nby an editor, and goes on.\nNext.",
        [
            "paragraph: A Title\nAda Byron, Mary Somerville\na line of running text that is long enough to have been "
            "wrapped by an editor, and goes on.\nNext."
        ],
    ),
    "the end of a line behind a break is none": (
        "1. [A Title](a) <br>\nAda Byron <br>\nTowns, 2020\n2. B <br>\nMary\n",
        ["list item1 1.: A Title\nAda Byron\nTowns, 2020", "list item1 2.: B\nMary"],
    ),
    "hard breaks": ("one  \ntwo\\\nthree\\\\\nfour<br/>five", ["paragraph: one\ntwo\nthree\nfour\nfive"]),
    "tables": (
        "| Year | Job |\n|---|---|\n| 1843 | **Dean**, [Acme](http://a.example) |\n| | none |\n",
        ["table row: Year # Job", "table row: 1843 # Dean, Acme", "paragraph: none"],
    ),
    "a heading over dashes is no table": (
        "Job\n---\n\nDean\n\n- - -\n\nEnd",
        ["heading2: Job", "paragraph: Dean", "paragraph: End"],
    ),
    "generators": (
        '{% include x.html %}\nHi {{ site.name }}[me](/a){: .btn target="_blank"}\n{: .notice}\n\n<!-- old\n\n# Old -->New\n'
        "{% comment %}gone{% endcomment %}{{< figure src=x >}}",
        ["paragraph: Hi me", "paragraph: New"],
    ),
    "words for pictures": (
        "## Education :school:\n\n:tada: At 10:30:15, a:b:c [:link: Acme](http://a.example)\n",
        ["heading2: Education", "paragraph: At 10:30:15, a:b:c Acme"],
    ),
    "images and badges": ("[![star](https://b.example/s.svg)](https://b.example) **A** ![x](y.png)", ["paragraph: A"]),
    "kramdown definitions": ("PhD, Acme.\n: 2016 – 2022\n: Thesis\n", ["paragraph: PhD, Acme.\n2016 – 2022\nThesis"]),
    "html blocks hold Markdown": (
        '<div markdown="1">\n- **A**\n- B\n</div>\n<div>\nI am **Ada** of [Acme](http://a.example).\n</div>',
        ["list item1 •: A", "list item1 •: B", "paragraph: I am Ada of Acme."],
    ),
    "html tables hold Markdown": (
        "<table><tr><td>1843</td><td>**Dean** of [Acme](http://a.example)</td></tr></table>",
        ["table row: 1843 # Dean of Acme"],
    ),
    "indented text is text": ("Text\n\n     Indented\n", ["paragraph: Text", "paragraph: Indented"]),
    "listings": ("```bibtex\n@book{a,\n  title={B}}\n```\n", ["code: @book{a,\n  title={B}}"]),
    "entities and escapes": ("R&amp;D \\*Ada\\* &lt;b&gt; a\\_b", ["paragraph: R&D *Ada* <b> a_b"]),
    "lines broken inside a link are an editor's": (
        "Chair of [Looms\n2020](http://a.example)\n\nDean of\nLooms",
        ["paragraph: Chair of Looms 2020", "paragraph: Dean of\nLooms"],
    ),
    "reference links": (
        "[Ada][a] and [Acme]\n\n[a]: http://a.example\n[acme]: http://b.example",
        ["paragraph: Ada and Acme"],
    ),
    "TOML front matter": (
        '+++\ntitle = "Vita"\ntags = ["a", "b"]\n+++\nI',
        ["field title: Vita", "field tags: a", "field tags: b", "paragraph: I"],
    ),
    "front matter with Markdown": (
        "---\nbio: 'I am **Ada** of [Acme](http://a.example)'\nempty: ''\nnothing: null\n---\n",
        ["field bio: I am Ada of Acme"],
    ),
    "broken front matter": (
        '---\ntitle: "Vita\nname: Ada: Byron\n---\nBody\n',
        ["field title: Vita", "field name: Ada: Byron", "paragraph: Body"],
    ),
    "a rule at the top is no front matter": ("---\n\nHello\n\n---\n\nWorld", ["paragraph: Hello", "paragraph: World"]),
}


@pytest.mark.parametrize("name", CASES)
def test_outline(name: str) -> None:
    text, expected = CASES[name]
    document = read_markdown(text.encode(), "a.md")
    assert outline(document) == expected
    check_places(document, text)


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
