# ruff: noqa: E501
"""Homepages in Markdown: news, notes and prose that are no facts beside those that are; invented people throughout."""

from __future__ import annotations

import pytest
from told import facts_told

_HEAD = "# Ada K. Lovelace\n\n"
_CASES: dict[str, tuple[str, set[str]]] = {
    "a sentence on a project with many houses is no paper": (
        "## Current Projects\n\n#### Science of Looms\n\nOne of the largest projects I have been involved with was the Loom Research Alliance with the Wool Research Laboratory, Penn State, Carnegie Mellon, UC Davis, and Indiana University in 2020.\n",
        set(),
    ),
    "who teaches a summer school is no post": (
        "# Educations\n\n- *2015.08 - 2019.06*, Undergraduate, Xidian University.\n- *2018.08 - 2018.09*, Summer School, University of Cambridge (with Prof. Ned Weaver).\n",
        {
            "education | Xidian University | bachelor | 2015-08 | 2019-06",
            "education | University of Cambridge | other | 2018-08 | 2018-09",
        },
    ),
    "a firm with the name of a degree": (
        "# Research Experience\n\n- *2018.10 - 2019.04*, Research Intern, JD.com, China.\n- *2017.10 - 2018.04*, Research Intern, JD AI Research, China.\n",
        {
            "employment | JD.com | Research Intern | 2018-10 | 2019-04",
            "employment | JD AI Research | Research Intern | 2017-10 | 2018-04",
        },
    ),
    "degrees for others": (
        "## Prospective Students\n\nI am looking for highly motivated PhD students, including joint PhD candidates, to join me at Rice University.\n",
        set(),
    ),
    "where and with which title, below a dated one": (
        "## Research Experience\n\n- **Graduate Researcher (2023–present)**  \n  *Loom Lab*, Yale University  \n  - Looms\n\n- **Undergraduate Research Intern (2022)**  \n  *Wool Internship*, Rice University  \n  - Found threads\n\n- **Research Assistant (2021)**  \n  *Thread Team*, Boston University\n",
        {
            "employment | Yale University | Graduate Researcher | 2023 | present",
            "employment | Rice University | Undergraduate Research Intern | 2022 | 2022",
            "employment | Boston University | Research Assistant | 2021 | 2021",
        },
    ),
    "numbered masters": (
        "## Education\n\n- 2017, Master 2 Geophysics, University of Leeds\n- 2016, Master 1 Geosciences, Durham University\n",
        {"education | University of Leeds | master | 2017", "education | Durham University | master | 2016"},
    ),
    "a team, and behind it the firm": (
        "## Experience\n\n**Software Engineer, Runtime Team**  \nLoomix  \n2016\n\n**Chief Architect, Storage Team** | Woolery | 2022 – 2023\n\n**Postdoc**  \nDurham University  \n2010\n",
        {
            "employment | Loomix | Software Engineer | 2016 | 2016",
            "employment | Woolery | Chief Architect | 2022 | 2023",
            "employment | Durham University | Postdoc | 2010 | 2010",
        },
    ),
}


@pytest.mark.parametrize("name", _CASES)
def test_home_page(name: str) -> None:
    text, facts = _CASES[name]
    told = facts_told(_HEAD + text, "page.md")
    assert {x for x in told if not x.startswith("advising") or "advis" in name} == facts
