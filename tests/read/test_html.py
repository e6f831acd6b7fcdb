# ruff: noqa: E501
from __future__ import annotations

import pytest
from outline import check_places, marks, outline

from graph_builder.read.html.reader import read_html

CASES: dict[str, tuple[str, list[str]]] = {
    "what is not read": (
        "<title>T</title><nav>Home</nav><script>var a='<p>no</p>'</script><style>p{}</style><!-- no --><noscript>on</noscript>"
        "<p hidden>x</p><p style='display: none'>y</p><p class='a sr-only'>z</p><p>Ada<img alt='no'></p><footer>(c)</footer>",
        ["paragraph: Ada"],
    ),
    "front matter and what a generator fills in": (
        "---\ntitle: Vita\n---\n{% include head.html %}<p>I weave {{ page.what }} wool.</p>",
        ["field title: Vita", "paragraph: I weave wool."],
    ),
    "Markdown under the name of a page": (
        "---\ntitle: Vita\n---\n# Posts\n- **Weaver**, Rice University\n",
        ["field title: Vita", "heading1: Posts", "list item1 •: Weaver, Rice University"],
    ),
    "divisions and breaks": (
        "<div>One<div>Two</div>Three<br>four<br><br>five</div>six",
        ["paragraph: One", "paragraph: Two", "paragraph: Three\nfour", "paragraph: five", "paragraph: six"],
    ),
    "divisions that are headings": (
        "<div class='card-header'>News</div><div class='section-title'><h3>A</h3></div><div class=title>B</div>",
        ["heading2: News", "heading3: A", "paragraph: B"],
    ),
    "menus and abstracts": (
        "<div class=navbar><a href=#a>About</a> <a href=#b>Papers</a></div><p>Ada</p>"
        "<div class=abstract>We weave.</div>",
        ["paragraph: Ada"],
    ),
    "menus by parts of names": (
        "<table><tr><td id=layout-menu><div class=menu-category>Ada</div><div class=menu-item><a href=a>Papers</a></div>"
        "<div class=menu-item><a href=b>Teaching</a></div></td><td><h1>Ada Weaver</h1></td></tr></table>"
        "<ul id=navigation_menu0><li><a>A</a><li><a>B</a></ul>"
        "<p class=menudo><a>C</a> <a>D</a></p>",
        ["heading1: Ada Weaver", "paragraph: C D"],
    ),
    "gaps as wide as columns": (
        "<p>&nbsp;&nbsp;&nbsp;&nbsp;Dean&emsp;&emsp; 1843<p>A,&nbsp; B&nbsp;&nbsp; C&nbsp;&nbsp;&nbsp; &nbsp;D<br>&emsp;&emsp;E",
        ["paragraph: Dean  1843", "paragraph: A, B C  D\nE"],
    ),
    "buttons that are links": (
        "<p>Ada <a href=x><button>arXiv</button></a> <a><button>Menu</button></a></p>",
        ["paragraph: Ada arXiv"],
    ),
    "signs behind headings": (
        "<h2>Looms <a href=#l>¶</a></h2><h3><a class=anchor href=#y>#</a>Yarn</h3><p>Ada <a href=#n>*</a></p>",
        ["heading2: Looms", "heading3: Yarn", "paragraph: Ada *"],
    ),
    "white space": ("<p>\n Ada \n&nbsp; <b> Byron</b> ,x\n</p>", ["paragraph: Ada Byron ,x"]),
    "headings": ("<h1>A<br>B</h1><h3><a href=x>C</a></h3>", ["heading1: A\nB", "heading3: C"]),
    "lists": (
        "<ul><li>A<ul><li><p>B</p><p>C</p></li></ul></li><li><div>D</div><div>E</div></li></ul>",
        ["list item1 •: A", "list item2 • <0: B", "paragraph <1: C", "list item1 •: D\nE"],
    ),
    "numbered lists": (
        "<ol reversed><li>A<li>B</ol><ol start=5><li>C<li>D</ol>",
        [
            "list item1 2.: A",
            "list item1 1.: B",
            "list item1 5.: C",
            "list item1 6.: D",
        ],
    ),
    "an initial that became a list": (
        "<div><ol start=6 type=A><li>Byron, “Notes.”</li></ol></div>",
        ["paragraph: F. Byron, “Notes.”"],
    ),
    "rows of data": (
        "<table><tr><th>Year<th>Job<tr><td>1843<td><p>Dean<br>Acme</p><tr><td><td>none<tr><td>1850<td><td>x</table>",
        ["table row: Year # Job", "table row: 1843 # Dean\nAcme", "paragraph: none", "table row: 1850 #  # x"],
    ),
    "tables for layout": (
        "<table><tr><td><img src=x></td><td><a href=p>Title</a><br>Ada, Mary<br><em>Venue</em>, 2019<p>Why.</p></td></tr>"
        "<tr><td><h2>Jobs</h2></td><td><ul><li>Dean</li></ul></td></tr></table>",
        ["paragraph: Title\nAda, Mary\nVenue, 2019", "paragraph: Why.", "heading2: Jobs", "list item1 •: Dean"],
    ),
    "definitions": (
        "<dl><dt>2019</dt><dd>Dean</dd><dt>A</dt><dd>B</dd><dd>C</dd></dl>",
        ["table row: 2019 # Dean", "paragraph: A", "paragraph: B", "paragraph: C"],
    ),
    "details and listings": (
        "<details><summary>BibTeX</summary><pre>@book{a,\n  b}</pre></details>",
        ["paragraph: BibTeX", "code: @book{a,\n  b}"],
    ),
    "words that only style parts": (
        "<p><span class=d>2019</span><span class=j>Dean</span> <b>M</b>it <span>on</span>ly</p>",
        ["paragraph: 2019 Dean Mit only"],
    ),
    "JSON-LD": (
        '<p>Ada</p><script type="application/ld+json">{"@type":"Person","name":"Ada Byron"}</script>'
        '<script type="application/ld+json">{"@type": broken Person</script>',
        ["paragraph: Ada", "field @type: Person", "field name: Ada Byron"],
    ),
    "bad nesting": ("<b><p>A<i>B</b>C</p></i><td>D</div>", ["paragraph: ABC", "paragraph: D"]),
}


@pytest.mark.parametrize("name", CASES)
def test_outline(name: str) -> None:
    text, expected = CASES[name]
    document = read_html(text.encode(), "a.html")
    assert outline(document) == expected
    check_places(document, text)


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
