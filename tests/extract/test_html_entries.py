# ruff: noqa: E501
"""HTML pages whose entries stand apart by style alone, or in lists that no heading names. Invented people."""

from __future__ import annotations

import pytest
from told import facts_told


def _facts(text: str) -> set[str]:
    """Return the facts of a page on a person."""
    return facts_told(f"<h1>Ada K. Lovelace</h1>{text}", "page.html")


def _timeline(*rows: tuple[str, str, str]) -> str:
    return "".join(
        f"<li><span class=when>{when}</span>\n<span class=what><strong>{what}</strong><span class=detail>{detail}</span></span></li>"
        for when, what, detail in rows
    )


_CASES: dict[str, tuple[str, set[str]]] = {
    "a firm and a post that touch, in styles of their own": (
        f"<h2>Work Experience</h2><ul>{_timeline(('Apr 2021 – Present', 'Loomly, Inc.', 'Data Scientist'), ('Apr 2019 – Mar 2021', 'Rice University (RICE)', 'Research Assistant'))}</ul>",
        {
            "employment | Loomly, Inc. | Data Scientist | 2021-04 | present",
            "employment | Rice University | Research Assistant | 2019-04 | 2021-03",
        },
    ),
    "a list of papers below no heading": (
        "<p>The full list is on <a href='x'>ADS</a>.</p><ul>"
        "<li><a href='1'>The Nearby Structure of Looms toward the Northern Villages</a> (10/2015) | Quist, Z. E.; Lovelace, A. K. | New Astronomy, Volume 40, p. 87-103 | (<a href='b'>bibtex</a>)</li><br>"
        "<li><a href='2'>A New Diagram of Wool and Age for the Lund System</a> (07/2014) | Aarts, Wim; Lovelace, Ada K. | Monthly Notices of the Royal Astronomical Society, Volume 450 | (<a href='b'>bibtex</a>)</li><br>"
        "<li><a href='3'>Automated Analysis of Clusters of Looms</a> (04/2013) | Lovelace, A. K.; Aarts, W. | The Astrophysical Journal, Volume 718 | (<a href='b'>bibtex</a>)</li></ul>",
        {
            "publication | The Nearby Structure of Looms toward the Northern Villages | New Astronomy | 2015",
            "publication | A New Diagram of Wool and Age for the Lund System | Monthly Notices of the Royal Astronomical Society | 2014",
            "publication | Automated Analysis of Clusters of Looms | Astrophysical Journal | 2013",
        },
    ),
    "links to one's other pages are no papers": (
        "<h2>Publications</h2><ul><li><a href='cv.pdf'>Curriculum vitae</a> (last update 6/29/20)</li><li><a href='p.html'>Publications (brief list)</a></li><li><a href='t/'>Recent talk slides</a> (last update 8/23/19)</li>"
        "<li>Ada K. Lovelace, Zoe Quist. Looms that Learn from their Weavers. NeurIPS, 2019.</li></ul>",
        {"publication | Looms that Learn from their Weavers | NeurIPS | 2019"},
    ),
    "the host of a workshop in brackets behind its publisher": (
        "<h2>Publications</h2><ul><li><b>Reachability in Large Looms</b>. Ada K. Lovelace, Zoe Quist. <i>IEEE International Conference on Data Engineering (ICDE) 2019 Workshop on Large Scale Loom Analytics</i></li></ul>",
        {"publication | Reachability in Large Looms | ICDE workshop | 2019"},
    ),
    "a postgraduate (PhD) student below the name": (
        "<h2>2<sup>nd</sup> Year Postgraduate (PhD) Student<br><a href='s'>School of Computing</a><br><a href='u'>Lund University</a></h2>",
        {"education | Lund University | doctorate | present"},
    ),
    "interests that a clause on work with others follows": (
        "<p>My current research interests are in wool and I've been working with Zoe Quist on it.</p>",
        {"interest | wool"},
    ),
    "interests in areas of a subject": (
        "<p>I also am interested in areas of weaving including knots, nets, and yarn.</p>",
        {"interest | knots", "interest | nets", "interest | yarn"},
    ),
}


@pytest.mark.parametrize("case", _CASES)
def test_entries(case: str) -> None:
    text, expected = _CASES[case]
    assert _facts(text) == expected


def test_lists_that_name_the_subject_in_some_items_are_no_papers() -> None:
    text = "<ul><li>In 2019 Lovelace was the guest of the weavers of the northern villages of Lund for a year</li><li>In 2020 the weavers of the northern villages built a loom of their own</li><li>In 2021 nothing happened</li></ul>"
    assert not {fact for fact in _facts(text) if fact.startswith("publication")}
