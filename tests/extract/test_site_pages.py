# ruff: noqa: E501
"""Pages of sites as their generators store them, with all facts that are told on them: invented people throughout."""

from __future__ import annotations

import pytest
from told import facts_told

from graph_builder.extract import extract
from graph_builder.read import read_bytes

_HEAD = "# Ada K. Lovelace\n\n"


def _facts(text: str, name: str = "page.md") -> set[str]:
    """Return the facts of a page."""
    return facts_told(text, name)


_CASES: dict[str, tuple[str, set[str]]] = {
    "what a loop prints is a form": (
        "## Publications\n\n{% for p in site.papers %}\n* {{ p.authors }} {{ p.year }}. In {{ p.editors }} (eds.), *{{ p.book }}*, pp. {{ p.pages }}. Manuscript submitted for publication.\n{% endfor %}\n",
        set(),
    ),
        "a greeting is no paper": (
        "Hello! I'm Ada Lovelace, a student from Rice University, and I'll do my MSc there, supervised by Prof. Zoe Quist and Wim Aarts.\n",
        {"advising | Ada K. Lovelace | Zoe Quist", "advising | Ada K. Lovelace | Wim Aarts"},
    ),
        "posts told twice": (
        "## Positions\n\n- Research Scientist, Rice University, 2023–Present\n\n## Research Experience\n\n- **Rice University (2023–Present):** Looms and their sound\n",
        {"employment | Rice University | Research Scientist | 2023 | present"},
    ),
    "laboratories with their heads": (
        "## Research Experience\n\n**Quist Research Group / Prof. Zoe Quist**\nGraduate Research Assistant\nSep 2024 – Present\n\n**Loom Lab / Prof. Wim Aarts**\nGraduate Research Assistant\nApr 2023 - July 2024\n\n## Employment\n\n- Deputy General Manager, YARN21, Incheon, Korea from 2017 to 2022.\n",
        {
            "employment | Quist Research Group | Graduate Research Assistant | 2024-09 | present",
            "employment | Loom Lab | Graduate Research Assistant | 2023-04 | 2024-07",
            "employment | YARN21 | Deputy General Manager | 2017 | 2022",
        },
    ),
    "deeds are no posts": (
        "## Research Experience\n\n**A fair study of wine and wool** — Rice University (Jun 2024 – Aug 2024)\nAdvisor: Prof. Zoe Quist\nInvestigated how wine and wool go together in towns. Paper accepted by ACM LOOMX 2025 (DOI: 10.1145/37.37).\n",
        {"employment | Rice University | 2024-06 | 2024-08", "advising | Ada K. Lovelace | Zoe Quist"},
    ),
        "what one works as, and with whom": (
        "## Experience\n\n* **Wool Research Center, Rice University** as a Postdoctoral Researcher, Sep 2024 - Present\n  * Managed a project on wool.\n* **Initech Inc.** as a Research Engineer, Sep 2016 - Feb 2019\n  * Ran the mill.\n\n## Internships\n\n- *2013.05 - 2013.11*, Research Intern\n- work with [Zoe Quist](https://example.org), [Wim Aarts](https://example.org)\n",
        {
            "employment | Rice University | Postdoctoral Researcher | 2024-09 | present",
            "employment | Initech Inc. | Research Engineer | 2016-09 | 2019-02",
        },
    ),
        }  # fmt: skip

_DATA: dict[str, tuple[str, set[str]]] = {
    "lists below the key of a section, and a name in the sidebar": (
        "sidebar:\n  name: Ada K. Lovelace\n  tagline: Weaver\neducation:\n  title: Education\n  info:\n    - degree: PhD in Looms\n      university: Rice University\n      time: 2012 - 2016\nexperiences:\n  info:\n    - role: Engineer\n      time: 2019 - Present\n      company: Initech\npublications:\n  papers:\n    - title: On slow looms\n      authors: Ada K. Lovelace, Zoe Quist\n      conference: Journal of Yarn, 2018\nstudents:\n  phd:\n    - name: Wim Aarts\n",
        {"education | Rice University | doctorate | 2012 | 2016", "employment | Initech | Engineer | 2019 | present", "publication | On slow looms | Journal of Yarn | 2018", "advising | Wim Aarts | Ada K. Lovelace"},
    ),
    "keys of today's author pages": (
        "name: Ada K. Lovelace\nrole: Professor\norganizations:\n  - name: Rice University\neducation:\n  - area: PhD Looms\n    institution: University of Leeds\n    date_start: 2012-10-01\n    date_end: 2016-12-31\nwork:\n  - position: Professor\n    company_name: Rice University\n    company_url: ''\n    date_start: 2019-01-01\n    date_end: ''\n",
        {"education | University of Leeds | doctorate | 2012-10 | 2016-12", "employment | Rice University | Professor | 2019-01 | present"},
    ),
    "titles that hold employers": (
        "name: Ada K. Lovelace\nadditional_experiences:\n  - title: Data Engineer, Initech\n    year: 2017 - 2019\n  - title: Rice University\n    institution: Research Intern\n    year: 2015\n",
        {"employment | Initech | Data Engineer | 2017 | 2019", "employment | Rice University | Research Intern | 2015 | 2015"},
    ),
        "work for a degree is no degree, nor is a candidate of elsewhere": (
        "name: Ada K. Lovelace\nrole: PhD Candidate\norganizations:\n  - name: Durham University\neducation:\n  - degree: MPhysPhil Physics and Philosophy\n    institution: University of Leeds\n    year: 2021\nresearch_experience:\n  - title: PhD Research\n    institution: Rice University\n    year: 2022 - 2024\n  - position: Loom Lab\n    company_name: Research Associate\n    start: 2024-01\n    end: 2024-06\n",
        {"education | University of Leeds | master | 2021", "employment | Loom Lab | Research Associate | 2024-01 | 2024-06"},
    ),
    "a class is no post, a diploma no school": (
        "name: Ada K. Lovelace\nrole: Rice College Class of 2022\norganizations:\n  - name: Rice University\neducation:\n  - degree: High School Diploma\n    institution: University of Leeds\n    year: 2021\n",
        {"education | University of Leeds | other | 2021"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _DATA)
def test_facts_of_data(name: str) -> None:
    text, expected = _DATA[name]
    assert _facts(text, "cv.yml") == expected


def test_welcome_in_a_title() -> None:
    text = '---\ntitle: "Hello! Welcome to Ada Lovelace\'s homepage!"\n---\n\n## Education\n\n* Ph.D. in Looms, Rice University, 2021\n'
    assert [
        m.name
        for m in extract(read_bytes(text.encode(), "about.md", "docs/about.md")).mentions
        if m.name == "Ada Lovelace"
    ]


@pytest.mark.parametrize("name", _CASES)
def test_facts(name: str) -> None:
    text, expected = _CASES[name]
    assert _facts(_HEAD + text) == expected
