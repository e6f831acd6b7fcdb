# ruff: noqa: E501
"""Homepages in Markdown: news, notes and prose that are no facts beside those that are; invented people throughout."""

from __future__ import annotations

import pytest
from told import facts_told

_HEAD = "# Ada K. Lovelace\n\n"
_CASES: dict[str, tuple[str, set[str]]] = {
    "prizes of students are congratulated on": (
        "## News\n\n- 05/2024: Congratulations to Ned Weaver for receiving the Loomshire Thesis Award!\n- 04/2024: Congrats to Mary Moor on the Best Wool Paper Award.\n",
        set(),
    ),
    "a prize behind a year and a dash": (
        "## News\n\n<div class='news-item'><span>2024</span> - Awarded <strong>Loomshire Travel Scholarship (€7k)</strong> for a stay abroad</div>\n",
        {"award | Loomshire Travel Scholarship | 2024"},
    ),
    "a sentence on a project with many houses is no paper": (
        "## Current Projects\n\n#### Science of Looms\n\nOne of the largest projects I have been involved with was the Loom Research Alliance with the Wool Research Laboratory, Penn State, Carnegie Mellon, UC Davis, and Indiana University in 2020.\n",
        set(),
    ),
    "a new preprint needs no venue": (
        "## News\n\n- May 2026: New preprint: [Looms That Know How Cloth Is Tested Weave Safer](https://arxiv.org/abs/2605.00001).\n",
        {"publication | Looms That Know How Cloth Is Tested Weave Safer | 2026"},
    ),
    "files with blanks in their names": (
        "## Publications\n\n* [A strictly woven proof of wool](./Papers/A strictly woven proof of wool.pdf) <br/> Joint work with Ned Weaver and Mary Moor <br/> Presented at [LICS 2025](https://example.org)\n",
        {"publication | A strictly woven proof of wool | LICS | 2025"},
    ),
    "a thesis below its own heading, beside papers": (
        "## Publications\n\n* On looms and wool. A. K. Lovelace, N. Weaver. ICML 2020.\n* On cloth and thread. A. K. Lovelace, N. Weaver. ICML 2021.\n* On dyes and paint. A. K. Lovelace, N. Weaver. ICML 2022.\n\n## Thesis\n\n* [A Strictly Woven Proof System for Wool](thesis.pdf)\n",
        {
            "publication | On looms and wool | ICML | 2020",
            "publication | On cloth and thread | ICML | 2021",
            "publication | On dyes and paint | ICML | 2022",
            "publication | A Strictly Woven Proof System for Wool",
        },
    ),
    "titles, dashes, short venues and years in brackets": (
        "## Selected Publications\n\n- Compositions of air over the mills — *IJLW* (2021)\n- Ozone above the northern mills — *IJLW* (2019)\n- Finding sick looms by sound — M.Sc. thesis (2016)\n",
        {
            "publication | Compositions of air over the mills | IJLW | 2021",
            "publication | Ozone above the northern mills | IJLW | 2019",
            "publication | Finding sick looms by sound | 2016",
        },
    ),
    "parts of a list that fold out": (
        "### Publications at a glance\n\n<details>\n<summary><strong>Security publications</strong></summary>\n<ul>\n<li>Currently working on safe looms ...</li>\n</ul>\n</details>\n\n<details>\n<summary><strong>Wool publications</strong></summary>\n<ul>\n<li>Motion of threads in moving cloth to support the dyeing of wool, TCIV, 2022.</li>\n<li>How important is the motion of a loom in woven translation, ICML, 2021.</li>\n<li>Towards the weaving of patterns with shape difference of wool, CCC, 2018.</li>\n</ul>\n</details>\n",
        {
            "publication | Motion of threads in moving cloth to support the dyeing of wool | TCIV | 2022",
            "publication | How important is the motion of a loom in woven translation | ICML | 2021",
            "publication | Towards the weaving of patterns with shape difference of wool | CCC | 2018",
        },
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
    "research in French": (
        "Mes recherches portent sur le tissage antique, l'histoire de la laine et les relations entre eau et moulins.\n",
        {"interest | tissage antique", "interest | histoire de la laine", "interest | relations entre eau et moulins"},
    ),
    "research in German": (
        "Ich forsche zu Webstühlen, Garn und Wolle.\n",
        {"interest | Webstühlen", "interest | Garn", "interest | Wolle"},
    ),
}


@pytest.mark.parametrize("name", _CASES)
def test_home_page(name: str) -> None:
    text, facts = _CASES[name]
    told = facts_told(_HEAD + text, "page.md")
    assert {x for x in told if not x.startswith("advising") or "advis" in name} == facts
