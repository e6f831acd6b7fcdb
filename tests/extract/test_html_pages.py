# ruff: noqa: E501
"""Homepages and CVs in HTML as people write them by hand or with themes, with all facts told on them: invented people."""

from __future__ import annotations

import pytest
from told import facts_told


def _facts(text: str) -> set[str]:
    """Return the facts of a page on Ada K. Lovelace."""
    return facts_told(f"<h1>Ada K. Lovelace</h1>{text}", "page.html")


_CASES: dict[str, tuple[str, set[str]]] = {
    "cards of a university, the degree and its institute, and the dates": (
        "<h2>Education</h2>"
        "<div class=card><div class=body><div>Lund University</div><div>Ph.D. in Weaving · Institute of Textile Sciences · Lund</div><div>2017.09 - 2021.06</div></div></div>"
        "<div class=card><div class=body><div>Turin University</div><div>B.Sc. in Textiles · Institute of Wool and Silk · Turin</div><div>2014.09 - 2017.06</div></div></div>",
        {
            "education | Lund University | doctorate | 2017-09 | 2021-06",
            "education | Turin University | bachelor | 2014-09 | 2017-06",
        },
    ),
    "institutions are no interests": (
        "<h2>About</h2><p>My postdoctoral research spans the University of Oslo, Lund University, and the Weaving Research Center.</p>",
        set(),
    ),
        "the name again in the sidebar": (
        "<h2>A fair</h2><p>There was a great time at the fair of yarn, with many looms of all ages and of all kinds that there are.</p>"
        "<section id=sidebar><h2>Ada K. Lovelace</h2><p>PhD student at Lund University, in the weaving team!</p></section>",
        {"education | Lund University | doctorate"},
    ),
    "a menu and a foot tell nothing": (
        "<table><tr><td id=layout-menu><div class=menu-item><a href=a>Publications</a></div><div class=menu-item><a href=b>Resume</a></div></td>"
        "<td><h2>Research Interests</h2><p>Looms, yarn</p></td></tr></table><div id=footer>Page generated 2022-09-25, by weavedoc.</div>",
        {"interest | Looms", "interest | yarn"},
    ),
            "items of a date with a heading, and schools with what was written there": (
        "<h2>Education</h2><ol><li><div>2016 – 21</div><div><h4>Ph.D., Looms</h4><p>Lund University — “Essays on Yarn”</p></div></li></ol>"
        "<h2>Experience</h2><ul><li>1990-1994: Senior Engineer, Wool Consulting Engineers, Berkeley, CA.</li>"
        "<li>1985-1988: Engineer, Kupferberg Associates, Newark, NJ.</li></ul>",
        {
            "education | Lund University | doctorate | 2016 | 2021",
            "employment | Wool Consulting Engineers | Senior Engineer | 1990 | 1994",
            "employment | Kupferberg Associates | Engineer | 1985 | 1988",
        },
    ),
    "a centre called after who pays": (
        "<h2>Experience</h2><p>Director, NSF Loom Center for Electric Looms, 2012 - 2014</p>",
        {"employment | NSF Loom Center for Electric Looms | Director | 2012 | 2014"},
    ),
    "a long welcome above captions with years": (
        "<p>I enjoy thinking about looms and spindles, and I would love to get my hands dirty on the machines that weave the world, with yarn of every colour.</p>"
        "<p>Stay tuned for further additions, coming eventually...</p><figure><figcaption>Wool Rules! (2013)</figcaption></figure>"
        "<figure><figcaption>Spinning with a favorite author (2016)</figcaption></figure>",
        set(),
    ),
    "bold titles in front of names": (
        "<h2>Education</h2><ul><li><strong>PhD in Loom, Yarn and Wool Policy</strong> Lund University (2021-Present)</li></ul>"
        "<h2>Experience</h2><ul><li><strong>Research Assistant</strong> The University of Oslo (2018-2020)</li></ul>",
        {
            "education | Lund University | doctorate | 2021 | present",
            "employment | The University of Oslo | Research Assistant | 2018 | 2020",
        },
    ),
    }  # fmt: skip


@pytest.mark.parametrize("name", _CASES)
def test_facts(name: str) -> None:
    text, expected = _CASES[name]
    assert _facts(text) == expected


def test_cards_in_markdown() -> None:
    cards = "".join(
        f"<div class=card>\n  <div class=logo><img src=a.svg></div>\n  <div>\n    <div>{school}</div>\n    <div>{degree}</div>\n"
        f"    <div>{dates}</div>\n  </div>\n</div>\n\n"
        for school, degree, dates in (
            ("Lund University", "Ph.D. in Weaving · Institute of Textile Sciences · Lund", "2017.09 - 2021.06"),
            ("Turin University", "B.Sc. in Textiles · Institute of Wool and Silk · Turin", "2014.09 - 2017.06"),
        )
    )
    assert facts_told(f"# Ada K. Lovelace\n\n# Education\n{cards}", "page.md") == {
        "education | Lund University | doctorate | 2017-09 | 2021-06",
        "education | Turin University | bachelor | 2014-09 | 2017-06",
    }
