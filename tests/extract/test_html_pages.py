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
    "a post, a unit and a university, each a paragraph": (
        "<p>12 Loom Street</p><p>Welcome to my homepage</p><p><span>Associate Professor</span></p>"
        "<p><a href=a>Weaving Group</a></p><p><a href=b>Department of Looms</a></p><p><a href=c>University of Salzburg</a></p>",
        {"employment | University of Salzburg | Associate Professor | present"},
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
    "a diploma, a degree under way and a rank": (
        "<p>I am currently studying for a PhD in Looms at Lund University. I received my B.Eng. degree (rank 1/38) in Yarn from Rice University in 2021.</p>"
        "<h2>Education</h2><h3>Postgraduate Diploma, Solid Looms</h3><p>University of Leeds (Sep 2017 – Sep 2018)</p>",
        {
            "education | Lund University | doctorate | present",
            "education | Rice University | bachelor | 2021",
            "education | University of Leeds | other | 2017-09 | 2018-09",
        },
    ),
    "a post in the lines of a heading": (
        "<h5><i>Ph.D., Lund University, 2013</i></h5><h4>Assistant Professor<br><a href=a>Dept. of Looms</a><br><a href=b>Rice University</a></h4>",
        {"employment | Rice University | Assistant Professor | present"},
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
    "supervisors of posts, and what spans set off": (
        "<h2>Experience</h2><p>2014 – 2015</p><p>Loom Assistant <span class='subtitle'>University of Oslo, Norway</span></p><p><em>Supervisor:</em> Dr. Zoe Quist, Researcher at Initech</p>"
        "<p>2012 – 2013</p><p>Yarn Assistant <span class='subtitle'>Lund University, Sweden</span></p><p><em>Supervisor:</em> Dr. Ned Weaver, Researcher at Initech</p>"
        "<h2>Thesis</h2><p>A Strategy for Weaving Wool by Theoretical Means</p><p>Supervisor: Dr. Wim Aarts, Researcher at Initech</p>",
        {
            "advising | Ada K. Lovelace | Ned Weaver",
            "advising | Ada K. Lovelace | Wim Aarts",
            "advising | Ada K. Lovelace | Zoe Quist",
            "employment | Lund University | Yarn Assistant | 2012 | 2013",
            "employment | University of Oslo | Loom Assistant | 2014 | 2015",
        },
    ),
        "a post in headings below the name, above what one serves for": (
        "<h2>Assistant Professor<br><a href=a>Institute of Looms</a><br><a href=b>University of Oslo, Norway</a></h2>"
        "<h2>Program Committee Member</h2><ul><li>2026: SIGMOD, AAAI</li></ul>",
        {
            "employment | University of Oslo | Assistant Professor | present",
            "service | AAAI | program committee | 2026",
            "service | SIGMOD | program committee | 2026",
        },
    ),
    "posts and schools as some countries write them": (
        "<p>Chargée d’enseignement, Département des métiers à tisser et de leurs nombreuses étoffes, Université Laval (Québec)</p>"
        "<h2>Experience</h2><ul><li>2011 - 2014 Asst. Prof. at Rice University</li></ul>"
        "<h2>Education</h2><ol><li><div>2016 – 21</div><h4>Ph.D., Weaving</h4><p>University of Leeds — “Essays on Wool”</p></li>"
        "<li><div>2011 – 14</div><h4>M.Eng., Looms</h4><p>LOOMEA, Rabat — Wool track</p></li></ol>",
        {
            "employment | Université Laval | Chargée d’enseignement | present",
            "employment | Rice University | Asst. Prof. | 2011 | 2014",
            "education | University of Leeds | doctorate | 2016 | 2021",
            "education | LOOMEA | master | 2011 | 2014",
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
