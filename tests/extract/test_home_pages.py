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
    "notes below an event": (
        "## Organisation\n\n* [Sixth International Workshop on Looms 2026](https://example.org) <br/>\nCo-organised with Ned Weaver <br/>\nWorkshop affiliated with LICS 2026\n",
        {"service | Sixth International Workshop on Looms | organizer | 2026"},
    ),
    "who teaches a summer school is no post": (
        "# Educations\n\n- *2015.08 - 2019.06*, Undergraduate, Xidian University.\n- *2018.08 - 2018.09*, Summer School, University of Cambridge (with Prof. Ned Weaver).\n",
        {
            "education | Xidian University | bachelor | 2015-08 | 2019-06",
            "education | University of Cambridge | other | 2018-08 | 2018-09",
        },
    ),
    "advisers behind a wide colon": (
        "## Education\n\n* Ph.D., Looms, Tongji University, 2020 - Present\n  * Co-advisor：[Professor Ned Weaver](https://example.org)\n",
        {"education | Tongji University | doctorate | 2020 | present", "advising | Ada K. Lovelace | Ned Weaver"},
    ),
    "experience that is over": (
        "My experience as a data scientist at Rice University provided me with invaluable insights into looms.\n",
        {"employment | Rice University | data scientist"},
    ),
    "a firm with the name of a degree": (
        "# Research Experience\n\n- *2018.10 - 2019.04*, Research Intern, JD.com, China.\n- *2017.10 - 2018.04*, Research Intern, JD AI Research, China.\n",
        {
            "employment | JD.com | Research Intern | 2018-10 | 2019-04",
            "employment | JD AI Research | Research Intern | 2017-10 | 2018-04",
        },
    ),
    "work before the present house": (
        "Before joining Rice University in 2019, I worked as a postdoc at Yale University and a lecturer at Boston University.\n",
        {"employment | Yale University | postdoc", "employment | Boston University | lecturer"},
    ),
    "degrees for others": (
        "## Prospective Students\n\nI am looking for highly motivated PhD students, including joint PhD candidates, to join me at Rice University.\n",
        set(),
    ),
    "how things meet is no interest": (
        "I study how voters and weavers meet in mills — with a focus on trust.\n\nMy work is shaped by a life among looms.\n\nI work on wool, using a range of tools including looms and needles.\n",
        {"interest | wool"},
    ),
    "a heading with a picture": (
        "🔥 News\n\n2024.04: Now working as a research assistant at Rice University, studying looms.\n\n2023.01: Prof. Ned Weaver gave a talk to us.\n",
        {"employment | Rice University | research assistant | 2024-04 | present"},
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
    "a campus that no list has, and posts there in turn": (
        "I was an Assistant Professor at the University of Nebraska at Omaha in 2019, where I am now an Associate Professor.\n",
        {
            "employment | University of Nebraska at Omaha | Assistant Professor | 2019 | 2019",
            "employment | University of Nebraska at Omaha | Associate Professor | present",
        },
    ),
    "a project and the house that owns it": (
        "I worked as a researcher at Rice University's Wool Project from 2010 to 2012.\n",
        {"employment | Rice University | researcher | 2010 | 2012"},
    ),
    "a school by its letters alone": (
        "I hold a BSc from UDESC and a PhD from the University of Zurich.\n",
        {"education | UDESC | bachelor", "education | University of Zurich | doctorate"},
    ),
    "news below their dates": (
        "## News\n\n**2024-09**\n\nJoined University of Zurich as a postdoctoral researcher.\n",
        {"employment | University of Zurich | postdoctoral researcher | 2024-09"},
    ),
    "what interests are good for": (
        "My research interests include green looms and efficient mills to reduce waste, cost and modeling effort.\n",
        {"interest | efficient mills", "interest | green looms"},
    ),
    "advisors whose names end like gerunds": (
        "I am a PhD student at Rice University, supervised by **[Prof. Zhuoming Li](https://example.org), Prof. Ned Weaver**, and **[Prof. Xuanying Zha](https://example.org)**.\n",
        {
            "advising | Ada K. Lovelace | Zhuoming Li",
            "advising | Ada K. Lovelace | Ned Weaver",
            "advising | Ada K. Lovelace | Xuanying Zha",
            "education | Rice University | doctorate | present",
        },
    ),
    "what is said of an interest": (
        "The core focus of my research is wool memory and its continuous development and change across the lifespan.\n",
        {"interest | wool memory"},
    ),
    "a team, and behind it the firm": (
        "## Experience\n\n**Software Engineer, Runtime Team**  \nLoomix  \n2016\n\n**Chief Architect, Storage Team** | Woolery | 2022 – 2023\n\n**Postdoc**  \nDurham University  \n2010\n",
        {
            "employment | Loomix | Software Engineer | 2016 | 2016",
            "employment | Woolery | Chief Architect | 2022 | 2023",
            "employment | Durham University | Postdoc | 2010 | 2010",
        },
    ),
    "a department behind a campus": (
        "I am an Assistant Professor at the University of Texas at Austin Department of Physics.\n",
        {"employment | University of Texas at Austin | Assistant Professor | present"},
    ),
}


@pytest.mark.parametrize("name", _CASES)
def test_home_page(name: str) -> None:
    text, facts = _CASES[name]
    told = facts_told(_HEAD + text, "page.md")
    assert {x for x in told if not x.startswith("advising") or "advis" in name} == facts
