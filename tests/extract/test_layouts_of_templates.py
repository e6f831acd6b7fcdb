# ruff: noqa: E501
"""Pages whose layout is a template's, a word processor's or of the nineties: what they say is told by style alone. Invented people."""

from __future__ import annotations

import pytest
from told import facts_told


def _facts(text: str) -> set[str]:
    return facts_told(f"<h1>Ada K. Lovelace</h1>{text}", "page.html")


def _resume(role: str, house: str, said: str, dates: str) -> str:
    return (
        "<div class='resume-item d-flex flex-column flex-md-row mb-5'><div class='resume-content mr-auto'>"
        f"<h3 class='mb-0'>{role}</h3><div class='subheading mb-3'>{house}</div>{said}</div>"
        f"<div class='resume-date text-md-right'><span class='text-primary'>{dates}</span></div></div>"
    )


def _card(date: str, *lines: str) -> str:
    inner = "".join(f"<div>{line}</div>" for line in lines)
    return f"<div class='card mb-3'><div class='card-body'><span class='badge float-right'>{date}</span>{inner}</div></div>"


def _listed(text: str) -> str:
    sign = "<span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span>"
    return f"<p class=MsoListParagraph style='text-indent:-.25in'><![if !supportLists]>{sign}<![endif]><span lang=EN-US>{text}<o:p></o:p></span></p>"


_CASES: dict[str, tuple[str, set[str]]] = {
    "posts with their dates in a column at the right": (
        "<section><h2>Experience</h2>"
        + _resume("Lecturer", "Lund University", "<p>Wove and taught weaving.</p>", "March 2019 - Present")
        + _resume(
            "Research Assistant",
            "University of Oslo",
            "<ul><li>Counted yarn</li><li>Dyed wool</li></ul>",
            "2016 - 2018",
        )
        + "</section>",
        {
            "employment | Lund University | Lecturer | 2019-03 | present",
            "employment | University of Oslo | Research Assistant | 2016 | 2018",
        },
    ),
    "lists of a word processor": (
        "<p class=MsoNormal><b><span>Education</span></b></p>"
        + _listed("PhD in Weaving, Lund University, 2019")
        + _listed("BSc in Textiles, University of Oslo, 2014")
        + "<p class=MsoNormal><b><span>Reviewing</span></b></p>"
        + _listed("Apr 2023 - present Referee for Astronomy &amp; Astrophysics"),
        {
            "education | Lund University | doctorate | 2019",
            "education | University of Oslo | bachelor | 2014",
            "service | Astronomy & Astrophysics | reviewer | 2023",
        },
    ),
    "signs before items that breaks divide": (
        "<P><B>Publications</B><BR>- <B>How Looms Learn to Weave</B><BR>Ada K. Lovelace, Zoe Quist<BR>NeurIPS 2019<BR>"
        "- <B>Why Yarn Breaks on Old Looms</B><BR>Zoe Quist, Ada K. Lovelace<BR>ICML 2018<BR><BR>"
        "<P><B>Awards</B><BR>- Wool Medal, 2017<BR>- Silk Prize, 2016",
        {
            "publication | How Looms Learn to Weave | NeurIPS | 2019",
            "publication | Why Yarn Breaks on Old Looms | ICML | 2018",
            "award | Wool Medal | 2017",
            "award | Silk Prize | 2016",
        },
    ),
    "cards of prizes with badges for their years": (
        "<h2>Awards</h2>"
        + _card("2019", "<b>Wool Medal</b>", "Organised by: Yarn Foundation of Ghent")
        + _card("2018", "<b>Silk Prize</b>", "Organised by: Guild of Silk"),
        {"award | Wool Medal | 2019", "award | Silk Prize | 2018"},
    ),
    "prizes above their givers, one of which is for students": (
        "<p><b>Awards</b></p><p>Wool Studentship<br><i>from</i> Rice University, 2021.04<br><br>"
        "National Scholarship for Graduate Students<br><i>from</i> the Ministry of Wool, 2020.10<br><br>"
        "Silk Prize<br><i>from</i> the Guild of Silk, 2019.03</p>",
        {
            "award | Wool Studentship from Rice University | 2021",
            "award | National Scholarship for Graduate Students from the Ministry of Wool | 2020",
            "award | Silk Prize from the Guild of Silk | 2019",
        },
    ),
    "what a paper won in bold below it": (
        "<h2>Publications</h2><p><a href=1>Looms that Learn from Their Weavers</a> by Ada K. Lovelace, Zoe Quist. NeurIPS, 2019<br><b>Best Paper Award (short papers)</b></p>"
        "<p><a href=2>Why Yarn Breaks on Old Looms</a> by Zoe Quist, Ada K. Lovelace. ICML, 2018<br><b>Code:</b> <a href=c>https://loom.example/code</a></p>",
        {
            "award | Best Paper Award",
            "publication | Looms that Learn from Their Weavers | NeurIPS | 2019",
            "publication | Why Yarn Breaks on Old Looms | ICML | 2018",
        },
    ),
    "papers in paragraphs, of which lines look like titles": (
        "<h2>Publications</h2>"
        + "".join(
            f"<p><b>{title}</b><br>{authors}<br><i>{venue}</i></p>"
            for title, authors, venue in (
                ("How Looms Learn to Weave by Themselves", "Ada K. Lovelace, Zoe Quist", "NeurIPS 2019"),
                ("A Process of Design for Silk and Its Weavers", 'Ned "Warp" Aarts, Ada K. Lovelace, J B', "ICML 2018"),
                ("Why Yarn Breaks on Old Looms", "Zoe Quist, Ada K. Lovelace", "ICML 2017"),
                ("On Knots and Those Who Tie Them", "Ada K. Lovelace, Ned Aarts", "AAAI 2016"),
                ("Dyes that Fade in the Northern Light", "Ned Aarts, Ada K. Lovelace", "AAAI 2015"),
            )
        ),
        {
            "publication | How Looms Learn to Weave by Themselves | NeurIPS | 2019",
            "publication | A Process of Design for Silk and Its Weavers | ICML | 2018",
            "publication | Why Yarn Breaks on Old Looms | ICML | 2017",
            "publication | On Knots and Those Who Tie Them | AAAI | 2016",
            "publication | Dyes that Fade in the Northern Light | AAAI | 2015",
        },
    ),
    "a page whose title is its first part, with news": (
        "<h1>News!</h1><ul><li>06/2020: The looms have come.</li></ul><h2>Biography</h2><p>I weave.</p>"
        "<h2>Education</h2><ul><li>PhD in Weaving, Lund University (2015 - 2020)</li></ul>"
        "<h2>Work</h2><ul><li>Applied Scientist, Loomly, Inc. (06/2020 - now)</li></ul>"
        "<h2>Publications</h2><ul><li>Ada K. Lovelace, Zoe Quist. Looms that Learn from Weavers. NeurIPS, 2019.</li></ul>"
        "<h2>Awards</h2><ul><li>Wool Medal, 2017</li></ul>",
        {
            "education | Lund University | doctorate | 2015 | 2020",
            "employment | Loomly, Inc. | Applied Scientist | 2020-06 | present",
            "publication | Looms that Learn from Weavers | NeurIPS | 2019",
            "award | Wool Medal | 2017",
        },
    ),
    "signs behind headings, and a foot without a name": (
        "<h2>Publications<a class=headerlink href=#p title=Permalink>¶</a></h2>"
        "<h3><a href=1>Looms and Their Weavers in the North</a><a class=headerlink href=#l>¶</a></h3><p>Ada K. Lovelace, Zoe Quist</p><p>NeurIPS 2019</p>"
        "<div><div>Report abuse</div><div>Google Sites</div></div>",
        {"publication | Looms and Their Weavers in the North | NeurIPS | 2019"},
    ),
    "titles of one word among longer ones": (
        "<h2>Publications</h2><p><b>ART: Relations of Yarn</b><br>A. K. Lovelace, et al. — ICCV 2021</p>"
        "<p><b>SILK: A Weaver of Looms</b><br>A. K. Lovelace, et al. — ICCV 2020</p><p><b>LoomSAM</b><br>Z. Quist, A. K. Lovelace, et al. — NeurIPS 2019</p>",
        {
            "publication | ART: Relations of Yarn | ICCV | 2021",
            "publication | SILK: A Weaver of Looms | ICCV | 2020",
            "publication | LoomSAM | NeurIPS | 2019",
        },
    ),
    "titles that end in a place": (
        "<h2>Publications</h2><ul><li>Lovelace, A., Quist, Z., 2019. Using looms on boats to find wool at the Hard Yarn site, Sweden. Geophysical Journal International, 218(2), 1008-1031.</li></ul>",
        {
            "publication | Using looms on boats to find wool at the Hard Yarn site, Sweden | Geophysical Journal International | 2019"
        },
    ),
}


@pytest.mark.parametrize(("text", "facts"), _CASES.values(), ids=_CASES)
def test_layout(text: str, facts: set[str]) -> None:
    assert _facts(text) == facts
