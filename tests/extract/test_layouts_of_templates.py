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
    "posts below their houses, one of them in teaching": (
        "<h2>Work Experience</h2>"
        + "".join(
            f"<div class=row><div class=col-md-2><span>{dates}</span></div><div class=col-md-10><div><b>{house}</b></div><div>{role}</div></div></div>"
            for dates, house, role in (
                ("Apr 2021 – Present", "Loomly, Inc.", "Lecturer / Teaching Assistant"),
                ("Feb 2019 – Mar 2021", "Rice University", "Research Intern"),
                ("Jul 2017 – Jan 2019", "Lund University", "Data Scientist"),
            )
        ),
        {
            "employment | Loomly, Inc. | Lecturer / Teaching Assistant | 2021-04 | present",
            "employment | Rice University | Research Intern | 2019-02 | 2021-03",
            "employment | Lund University | Data Scientist | 2017-07 | 2019-01",
        },
    ),
}


@pytest.mark.parametrize(("text", "facts"), _CASES.values(), ids=_CASES)
def test_layout(text: str, facts: set[str]) -> None:
    assert _facts(text) == facts
