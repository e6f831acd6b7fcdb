"""Where pages, vitae and data keep the name of their subject, and may say it nowhere else."""

from __future__ import annotations

import pytest
from page_facts import subject_of

_HTML = {
    "an address in the title": ("<title>Irena Sollund @ Rice University</title>", ""),
    "the name of a file for a title": ("<title>Irena_Sollund_CV</title>", ""),
    "a title for others who show the page": (
        '<title>Home</title><meta property="og:title" content="Irena Sollund">',
        "",
    ),
    "a heading of two styles": ("<title>home</title>", '<h1>Irena <span class="primary">Sollund</span></h1>'),
    "the first entry of a menu": (
        "<title>CV</title>",
        '<nav><a class="navbar-brand" href="/">Irena Sollund</a><a href="cv.html">CV</a></nav>',
    ),
}


@pytest.mark.parametrize("place", _HTML)
def test_pages(place: str) -> None:
    head, top = _HTML[place]
    lists = "<h2>Research</h2><p>I study looms.</p><h2>Education</h2><ul><li>PhD, Rice University, 2012</li></ul>"
    assert subject_of(f"<html><head>{head}</head><body>{top}{lists}</body></html>", "index.html") == "Irena Sollund"


@pytest.mark.parametrize(
    "head",
    [
        "# \U0001f9f6 Irena Sollund",
        "# Irena Sollund [/iˈreːna/]",
        "# Irena Sollund, MSc, PhD, FRSA",
        "# Irena Sollund | Weaver & Data Scientist",
    ],
)
def test_headings(head: str) -> None:
    text = f"{head}\n\n## Education\n\n- PhD, Rice University, 2012\n\n## Interests\n\n- looms\n- threads\n"
    assert subject_of(text) == "Irena Sollund"


def test_a_topic_in_small_letters_is_nobody() -> None:
    assert subject_of("# deep learning\n\n## Education\n\n- PhD, Rice University, 2012\n").startswith("(unnamed")


@pytest.mark.parametrize(
    "running",
    [
        r"\lhead{Irena Sollund}\rhead{CV}",
        r"\cfoot{Irena Sollund -- CV -- \thepage}",
        r"\fancyhead[L]{\textbf{Irena Sollund}}\fancyfoot[R]{\today}",
    ],
)
def test_running_heads_of_latex(running: str) -> None:
    text = (
        rf"\documentclass{{article}}\usepackage{{fancyhdr}}\pagestyle{{fancy}}{running}\begin{{document}}"
        "\n\\section*{Education}\nPhD, Rice University, 2012\n\\end{document}\n"
    )
    assert subject_of(text, "cv.tex") == "Irena Sollund"


@pytest.mark.parametrize(
    "head",
    [
        "NAME ........ Sollund, Irena",
        "Surname: Sollund\nGiven names: Irena",
        "                    Irena Sollund\n            12 Road, Oslo | a@b.c",
    ],
)
def test_plain_text(head: str) -> None:
    text = f"{head}\n\nEDUCATION\n\n2012  PhD, Rice University\n2007  BSc, University of Oslo\n"
    assert subject_of(text, "cv.txt") == "Irena Sollund"


@pytest.mark.parametrize(
    "head",
    ['Name: "Sollund, Irena"', "given-names: Irena\nfamily-names: Sollund", "name:\n  first: Irena\n  last: Sollund"],
)
def test_data(head: str) -> None:
    text = f"{head}\neducation:\n  - school: Rice University\n    degree: PhD\n    year: 2012\n"
    assert subject_of(text, "cv.yml") == "Irena Sollund"


@pytest.mark.parametrize(
    "with_others",
    [
        "<br>Together with Jane Moor and Tomas Quist",
        ", joint work with Jane Moor",
        "<br>Coauthors: Jane Moor, Tomas Quist",
    ],
)
def test_those_with_whom_one_writes_are_not_oneself(with_others: str) -> None:
    titles = ("Looms in towns", "Slow looms of the north", "Fast looms and slow yarn", "The price of wool")
    items = "".join(f"<li>{title}{with_others}<br>Journal of Wool 2014</li>" for title in titles)
    assert subject_of(f"<h1>Publications</h1><ul>{items}</ul>", "papers.html").startswith("(unnamed")
