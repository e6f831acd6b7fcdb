# ruff: noqa: E501
"""Vitae written in Markdown and plain text, in several languages, with what is told on them: invented people throughout."""

from __future__ import annotations

import pytest
from told import facts_told

from graph_builder.extract import extract
from graph_builder.read import read_bytes

_HEAD = "# Ada K. Lovelace\n\n"
_KEYS = ("degree", "field", "role", "award", "start", "end", "year")


def _facts(text: str) -> set[str]:
    """Return the facts of a vita."""
    return facts_told(text, "cv.md", _KEYS)


_CASES: dict[str, tuple[str, set[str]]] = {
    "terms that head their posts": (
        "## Experience\n\nLoomworks Group\n: Senior researcher, 2022-present.\n\nPROUD\n: Board member, 2021-present.\n: Researcher, 2015–2020.\n\nUniversity of Leeds\n: Lecturer, 2012–2014.\n",
        {
            "employment | Loomworks Group | Senior researcher | 2022 | present",
            "employment | PROUD | Board member | 2021 | present",
            "employment | PROUD | Researcher | 2015 | 2020",
            "employment | University of Leeds | Lecturer | 2012 | 2014",
        },
    ),
    "a bold name, a degree and its years in lines of their own": (
        "## Education\n\n**Loom Saclay**\n_Masters degree, Textiles_\n**2018-2019**\n\n**Wool ParisTech**\n_Engineering Degree, Textiles_\n**2016-2018**\n",
        {
            "education | Loom Saclay | master | Textiles | 2018 | 2019",
            "education | Wool ParisTech | master | Textiles | 2016 | 2018",
        },
    ),
    "a jury below a degree ends with its item": (
        "## Education\n\n**Durham University**\n_Ph.D. in Textiles_\n**2019-2022**\n- **Title:** Looms of the North\n- **Jury members:**\n  - Prof. Zoe Quist\n  - Prof. Wim Aarts\n\n**Rice University**\n_BA in Textiles_\n**2015-2018**\n",
        {
            "education | Durham University | doctorate | Textiles | 2019 | 2022",
            "education | Rice University | bachelor | Textiles | 2015 | 2018",
        },
    ),
    "a paragraph inside an item has the employer": (
        "## Previous positions\n\n* Academic fellow (2021)\n\n    [Zoe Quist](https://example.org) Group, Department of Looms, Durham University, Leeds\n\n* Postdoctoral fellow (2019 - 2021)\n\n    Wool Lab, Rice University, Houston\n",
        {
            "employment | Durham University | Academic fellow | 2021 | 2021",
            "employment | Rice University | Postdoctoral fellow | 2019 | 2021",
        },
    ),
    "what was done is no employer": (
        "## Work experience\n\n* Gruppenleiter Weberei, Wollwerk, 2018 - 2021\n  * Projektleitung und -akquise im Bereich KI\n* Since 2013 - Associate Professor, Durham University\n* 2009--2012 - Research Assistant, Rice University\n",
        {
            "employment | Wollwerk | Gruppenleiter Weberei | 2018 | 2021",
            "employment | Durham University | Associate Professor | 2013 | present",
            "employment | Rice University | Research Assistant | 2009 | 2012",
        },
    ),
    "employers in a heading of their own, with the years": (
        "## Previous Experience\n\n### Loomia (2018–2019)\nEconomist, Real Wool Strategy\n\n### Bank of Wool (2019–2022)\nData scientist\n",
        {"employment | Loomia | Economist | 2018 | 2019", "employment | Bank of Wool | Data scientist | 2019 | 2022"},
    ),
    "months with short years, and a month that is misspelt": (
        "## Academic posts\n\nVisiting Professor at Durham University (from Aug 13)\n\nLecturer at Rice University (Nov 10 – Feb 11)\n\n## Work experience\n\nWeaver at University of Leeds (August 2016 - Janyary 2019)\n",
        {
            "employment | Durham University | Visiting Professor | 2013-08 | present",
            "employment | Rice University | Lecturer | 2010-11 | 2011-02",
            "employment | University of Leeds | Weaver | 2016-08 | 2019",
        },
    ),
    "degrees in Portuguese, French and German": (
        "## Formação\n\n* Doutorado em Física, UFABC, 2017\n* Mestrado em Matemática Aplicada, Universidade de Lisboa, 2013\n\n## Parcours universitaire\n\n* Maîtrise de physique fondamentale à l'Université de Nantes (1985)\n* Doctorat (PhD) en Chimie (spécialité laine) à l'Université de Lille (1992)\n\n## Ausbildung\n\n* Promotion der Informatik, Universität Ulm, 2014\n",
        {
            "education | UFABC | doctorate | Física | 2017",
            "education | Universidade de Lisboa | master | Matemática Aplicada | 2013",
            "education | Université de Nantes | master | physique fondamentale | 1985",
            "education | Université de Lille | doctorate | Chimie | 1992",
            "education | Universität Ulm | doctorate | Informatik | 2014",
        },
    ),
            "figures on citations are no awards": ("## Scholarship metrics\n\n* 728 citations per Loom Scholar\n* 10 H-index\n", set()),
    "names in capitals above posts, with their campus": (
        "## Professional experience\n\nUNIVERSITY OF CALIFORNIA, DAVIS<br>\n<em>SENIOR RESEARCHER</em><br>\nJan 2016 – current | Davis, CA\n\nLOOMIA LEARNING (WOOL LEARNING)<br>\n<em>CONTENT DEVELOPER</em><br>\nMay 2014 – Jun 2015 | Austin, TX\n",
        {
            "employment | UNIVERSITY OF CALIFORNIA, DAVIS | SENIOR RESEARCHER | 2016-01 | present",
            "employment | LOOMIA LEARNING | CONTENT DEVELOPER | 2014-05 | 2015-06",
        },
    ),
    "schools joined by a plus, an academic year, a title in italics": (
        "## Education\n\n*2017 – 2020*  \n**MSc in Planning**  \nUniversity of Leeds, Leeds + Universidade de Lisboa, Lisbon\n\n**2012**  \nPhD in Sociology, Durham University  \n*Social and living conditions of students, weaving trajectories and university mode*\n\n## Employment\n\n* 2018/19 Lecturer (part-time) at Faculty of Humanities, Rice University\n",
        {
            "education | University of Leeds | master | Planning | 2017 | 2020",
            "education | Durham University | doctorate | Sociology | 2012",
            "employment | Rice University | Lecturer | 2018 | 2019",
        },
    ),
        "what stands at the right margin": (
        '## Education\n\n* **Rice University** <span style="float:right;"> Houston, USA </span><br/>\n  _BSc in Textiles_ <span style="float:right;"> 2020 </span><br/>\n',
        {"education | Rice University | bachelor | Textiles | 2020"},
    ),
    "two degrees in one line": (
        "## Education\n\n* B.Sc. and M.Sc. in Physics, Rice University, Houston, 2019\n* M.S. in in Wool, Durham University, 2010\n",
        {
            "education | Rice University | bachelor | Physics | 2019",
            "education | Rice University | master | Physics | 2019",
            "education | Durham University | master | Wool | 2010",
        },
    ),
        "a post with its description behind it": (
        "## Experience\n\n- **Research Fellow at Durham University.** Working on looms and their towns with a focus on natural yarn processing and graphs of wool, with many people of the north.\n<br> *[January 2022 - November 2022]*\n\n- **Research Analyst, Loomia (2012-2014)**. Analysed the looms of many firms in the north and wrote reports on their state for the board, which were well received by all.\n",
        {
            "employment | Durham University | Research Fellow | 2022-01 | 2022-11",
            "employment | Loomia | Research Analyst | 2012 | 2014",
        },
    ),
    "engineers among degrees": (
        "## Formation\n\n* Ingénieur Génie Mathématique, Institut National des Sciences Appliquées de Rouen, 2004\n* Ingeniero Civil, Universidad de Chile, 1999\n",
        {
            "education | Institut National des Sciences Appliquées de Rouen | master | Génie Mathématique | 2004",
            "education | Universidad de Chile | bachelor | Civil | 1999",
        },
    ),
    "two bold titles above what they share": (
        "# Positions\n\n**Associate professor**  \n**Assistant professor**  \n*Rice University*, Houston, 2012-present\n\n# Preparation\n\n**B.S., Mathematics**  \n**B.S., Physics**  \n*Durham University*, Durham, 2000-2003\n",
        {
            "employment | Rice University | Associate professor | 2012 | present",
            "employment | Rice University | Assistant professor | 2012 | present",
            "education | Durham University | bachelor | Mathematics | 2000 | 2003",
            "education | Durham University | bachelor | Physics | 2000 | 2003",
        },
    ),
        "an engineer behind a year": (
        "## Education\n\n- 2018: Engineer, Ecole Polytechnique\n- 2021: PhD in Economics, Rice University\n",
        {
            "education | Ecole Polytechnique | master | 2018",
            "education | Rice University | doctorate | Economics | 2021",
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", sorted(_CASES))
def test_a_vita_gives_its_facts_and_no_more(case: str) -> None:
    text, expected = _CASES[case]
    assert _facts(_HEAD + text) == expected


def test_the_profile_of_a_student_does_not_name_the_subject() -> None:
    text = "## Supervision\n\n" + "* Wim Aarts, 2010-2012. Looms of the Alps and the towns around them.\n" * 8
    text += "* [Zoe Quist](https://www.linkedin.com/in/zoe-quist-b041b3195/), 2021-2023. Yarn.\n"
    facts = extract(read_bytes(text.encode(), "cv.md", "docs/cv.md"))
    assert facts.mentions[0].name.startswith("(unnamed person")


def test_a_title_that_begins_like_a_sentence_does_not_name_the_subject() -> None:
    paper = "1. Wim Aarts, Ada K. Lovelace, and Zoe Quist.\n   [{}][1].\n   In _Proceedings of LOOM 2011_, Ghent, Belgium, 2011.\n"
    titles = ("How Bad is Weaving Your Own Wool?", "On Looms", "Yarn in the Cloud", "Towards silk")
    text = "## Publications\n\n" + "".join(paper.format(t) for t in titles) + "\n[1]: https://example.org/a.pdf\n"
    facts = extract(read_bytes(text.encode(), "vita.md", "docs/vita.md"))
    assert not facts.mentions[0].name.startswith("How Bad")
    assert "How Bad" not in {m.name for m in facts.mentions}
