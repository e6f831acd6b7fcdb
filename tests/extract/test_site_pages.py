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
    "entries of a date, a bold name and items": (
        "## Employment\n\n`2017–present`\n__Rice University__\n* Research assistant\n* Survey of all the looms in the county.\n\n`2012`\n__Loomworks__\n* Software engineer\n* Ran the mill.\n\n## Education\n\n`2013–2016`\n__University of Leeds__\n* PhD in Looms\n* Supported by the Loom Trust.\n\n`2008–2011`\n__Durham University__\n* BA Textiles\n\n## Awards\n\n`2013`\n__Loom Trust__\n* PhD Studentship\n\n`2012`\n__Wool Board__\n* Award for a thesis\n\n## Professional service\n\n`2014–2016`\n__*[Papers on Looms](https://example.org)*__\n* Senior Editor\n",
        {
            "employment | Rice University | Research assistant | 2017 | present",
            "employment | Loomworks | Software engineer | 2012 | 2012",
            "education | University of Leeds | doctorate | 2013 | 2016",
            "education | Durham University | bachelor | 2008 | 2011",
            "award | PhD Studentship | 2013",
            "award | Award for a thesis | 2012",
            "service | Papers on Looms | editor | 2014",
        },
    ),
    "years in a row before an award": (
        "## Awards\n\n- 2020, 2021, 2022 National Loom Scholarship\n- 2019 & 2020 Wool Fellowship\n",
        {"award | National Loom Scholarship | 2020", "award | Wool Fellowship | 2019"},
    ),
    "a greeting is no paper": (
        "Hello! I'm Ada Lovelace, a student from Rice University, and I'll do my MSc there, supervised by Prof. Zoe Quist and Wim Aarts.\n",
        {"advising | Ada K. Lovelace | Zoe Quist", "advising | Ada K. Lovelace | Wim Aarts"},
    ),
    "literal strings that a template prints": (
        "[Download my CV]({{ '/files/Looms.pdf' | relative_url }})\n\n## Awards\n\n- {{ \"Loom Prize\" }}, 2019\n",
        {"award | Loom Prize | 2019"},
    ),
    "counts of manuscripts, and dates in cells": (
        "## Ad hoc Reviewer [manuscripts, reviews]\n\nFrontiers in Psychology [8, 8], Scientific Reports [6, 16], Cell (x3)\n\n## Organised Events\n\n| Date | Event | Webpage |\n| :--- | :--- | :--- |\n| 2023 Oct. | LOOMX 2023 - 9th Symposium on Looms, Yarn and Wool | [loomx.si](https://example.org) |\n| 2018 Feb. | YARN 2018 : The Workshop on Yarn | [yarn.si](https://example.org) |\n",
        {"service | Frontiers in Psychology | reviewer", "service | Scientific Reports | reviewer", "service | Cell | reviewer", "service | LOOMX | organizer | 2023", "service | YARN | organizer | 2018"},
    ),
    "what one does elsewhere, aims, and interests behind their list": (
        "Looms, yarn and silk are my research interests. My research aims to integrate weaving and dyeing. Outside of academia, my interests include music and travel.\n",
        {"interest | Looms", "interest | yarn", "interest | silk", "interest | weaving", "interest | dyeing"},
    ),
    "posts told twice": (
        "## Positions\n\n- Research Scientist, Rice University, 2023–Present\n\n## Research Experience\n\n- **Rice University (2023–Present):** Looms and their sound\n",
        {"employment | Rice University | Research Scientist | 2023 | present"},
    ),
    "titles with their venue above the authors": (
        "## Selected Publications\n\n- **_On slow looms._** ACL 2022. [[pdf]](https://example.org)\n\n  _Ada Lovelace_, Zoe Quist, Wim Aarts.\n\n- **_Do looms dream of wool?_** EMNLP 2019. [[pdf]](https://example.org)\n\n  _Ada Lovelace_, Zoe Quist.\n",
        {"publication | On slow looms | ACL | 2022", "publication | Do looms dream of wool? | EMNLP | 2019"},
    ),
    "people one has worked with are no students": (
        "## Collaborations & Students\n\n**MSc Students:**\nZoe Quist, Wim Aarts.\n\n**Research Collaborators:**\nI have had the pleasure of doing research (one week or more) with:\nEva Novak, Ece Yilmaz.\n",
        {"advising | Zoe Quist | Ada K. Lovelace", "advising | Wim Aarts | Ada K. Lovelace"},
    ),
    "laboratories with their heads": (
        "## Research Experience\n\n**Quist Research Group / Prof. Zoe Quist**\nGraduate Research Assistant\nSep 2024 – Present\n\n**Loom Lab / Prof. Wim Aarts**\nGraduate Research Assistant\nApr 2023 - July 2024\n\n## Employment\n\n- Deputy General Manager, YARN21, Incheon, Korea from 2017 to 2022.\n",
        {
            "employment | Quist Research Group | Graduate Research Assistant | 2024-09 | present",
            "employment | Loom Lab | Graduate Research Assistant | 2023-04 | 2024-07",
            "employment | YARN21 | Deputy General Manager | 2017 | 2022",
        },
    ),
    "interests with what they are about": (
        "## Research Interests\n\n- **Slow looms:** Designing looms, wheels, shuttles, spindles and needles for weaving in towns\n- **Fast yarn and its use:** Building spindles, wheels, dyes, mordants and threads for work in villages\n- **Wool**\n  Investigating sheep, goats, fleece, combing, carding and washing, with spinning\n- **Silk:** Studying moths, leaves, cocoons, reels, throwing and degumming\n\nMy favourite movies are directed by Zoe Quist and Wim Aarts.\n",
        {"interest | Slow looms", "interest | Fast yarn and its use", "interest | Wool", "interest | Silk"},
    ),
    "venues in full with their acronym behind": (
        "## Publications\n\n1. **Ada K. Lovelace**, Zoe Quist. <br>\n**On the weaving of slow looms in towns**. <br>\n<u>The Twelfth International Conference on Learning Representations, <em>ICLR 2024</em>.</u> <br>\n[[paper]](https://example.org)\n\n2. Zoe Quist, **Ada K. Lovelace**. <br>\n**Spinning threads of gold and silver**. <br>\n<u>Findings of the Association for Computational Linguistics, <em>Findings of ACL 2021</em>.</u> <br>\n[[paper]](https://example.org)\n",
        {"publication | On the weaving of slow looms in towns | ICLR | 2024", "publication | Spinning threads of gold and silver | Findings of ACL | 2021"},
    ),
    "headings that are titles, with a line on where and points on what": (
        "## Publications & Working Papers\n\n### Spatial matching with slow looms: a study of weavers\n\n**Submitted to *Operations Research*** · with Zoe Quist and Wim Aarts\n\n- Model two kinds of weavers sharing looms\n- Derive matching indices that show what is lost\n\n### Dynamic routing of threads for quantized looms\n\n**NeurIPS 2024 version under revision for resubmission; *Operations Research* version near** · with Eva Novak and Zoe Quist\n\n- **Resubmission**: Route threads across a fixed pool of looms\n",
        {"publication | Spatial matching with slow looms: a study of weavers", "publication | Dynamic routing of threads for quantized looms"},
    ),
    "deeds are no posts": (
        "## Research Experience\n\n**A fair study of wine and wool** — Rice University (Jun 2024 – Aug 2024)\nAdvisor: Prof. Zoe Quist\nInvestigated how wine and wool go together in towns. Paper accepted by ACM LOOMX 2025 (DOI: 10.1145/37.37).\n",
        {"employment | Rice University | 2024-06 | 2024-08", "advising | Ada K. Lovelace | Zoe Quist"},
    ),
    "what happened during a degree": (
        "## Education\n\n* **Ph.D., Looms and Yarn**, 2019 -- 2023\n  Rice University · Advisor: Prof. Zoe Quist\n  Direct track; proposal defended in December 2021.\n\n* **M.Sc., Textiles**, 2017 -- 2019\n  University of Leeds\n  Transferred to the doctoral track in 2019.\n",
        {"education | Rice University | doctorate | 2019 | 2023", "education | University of Leeds | master | 2017 | 2019", "advising | Ada K. Lovelace | Zoe Quist"},
    ),
    "links below a paper, and venues above the titles": (
        "## Publications\n\n" + "".join(
            f"{venue}\n\n[{title}](https://example.org/{at})\n\n**Ada K. Lovelace**, Zoe Quist, {third}\n\n{links}\n- We present it, a slow and simple loom for much wool.\n\n"
            for at, (venue, title, third, links) in enumerate([
                ("NeurIPS 2023", "Self-threading looms for the answering of questions on wool", "Wim Aarts", "[**Code**](https://e.org/c) | [**Demo**](https://e.org/d) | [**Talk**](https://e.org/t)"),
                ("TPAMI 2022", "Regular weaving via explicit models of skeletal threads", "Eva Novak", "[**Code**](https://e.org/c)"),
                ("NeurIPS 2021", "A benchmark for situated weaving in small mills", "Wim Aarts", "[**Code**](https://e.org/c) | [**Project Page**](https://e.org/p)"),
            ])
        ),
        {
            "publication | Self-threading looms for the answering of questions on wool | NeurIPS | 2023",
            "publication | Regular weaving via explicit models of skeletal threads | TPAMI | 2022",
            "publication | A benchmark for situated weaving in small mills | NeurIPS | 2021",
        },
    ),
    "what one works as, and with whom": (
        "## Experience\n\n* **Wool Research Center, Rice University** as a Postdoctoral Researcher, Sep 2024 - Present\n  * Managed a project on wool.\n* **Initech Inc.** as a Research Engineer, Sep 2016 - Feb 2019\n  * Ran the mill.\n\n## Internships\n\n- *2013.05 - 2013.11*, Research Intern\n- work with [Zoe Quist](https://example.org), [Wim Aarts](https://example.org)\n",
        {
            "employment | Rice University | Postdoctoral Researcher | 2024-09 | present",
            "employment | Initech Inc. | Research Engineer | 2016-09 | 2019-02",
        },
    ),
    "patents are no awards": (
        "## Honors and Awards\n\n- CN Patent CN114724062A, 2022\n- Loom Prize, 2019\n",
        {"award | Loom Prize | 2019"},
    ),
    "that is to say": (
        "## Research\n\nMy research interests include the weaving of wool, i.e. to build a cloth from threads.\n",
        {"interest | weaving of wool"},
    ),
    "a laboratory is no interest": (
        "I am working at [Laboratory for Wool and Learning](https://example.org). My research interests include wool and silk.\n",
        {"interest | wool", "interest | silk", "employment | Laboratory for Wool and Learning | present"},
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
    "parts of a publication list, and posts among them": (
        "- title: General Information\n  contents:\n    - name: Full Name\n      value: Ada K. Lovelace\n- title: Publications\n  contents:\n    - title: Journal Articles\n      items:\n        - Ada K. Lovelace, Zoe Quist. On slow looms. <i>Journal of Yarn</i>, 2018.\n    - title: Research Assistant, Rice University\n      year: 2019 - 2021\n      items:\n        - Wove a loom. Published at YARN.\n",
        {"publication | On slow looms | Journal of Yarn | 2018", "employment | Rice University | Research Assistant | 2019 | 2021"},
    ),
    "awards under their years, a site's author": (
        "author:\n  name: Ada K. Lovelace\n  bio: Lecturer in Looms\n  employer: Rice University\nawards:\n  - label: '2016'\n    details: Loom Fellowship\ngrants_and_awards:\n  - title: 3rd place, Weaving Contest\n    year: 2018\n  - title: Loom Agency, Co-I\n    year: 2019\n",
        {"employment | Rice University | Lecturer in Looms | present", "award | Loom Fellowship | 2016", "award | 3rd place, Weaving Contest | 2018"},
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
