# ruff: noqa: E501
"""What was lost on CVs of strangers in LaTeX and PDF, each as a small CV of invented people."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.extract.normalise.person_names import clean_name, is_name
from graph_builder.read import read_bytes


def told(text: str, relation: str, name: str = "cv.tex") -> list[str]:
    """Return the claims of one relation: the names in its roles but the subject's, then its values."""
    facts = extract(read_bytes(text.encode(), name, f"docs/{name}"))
    names = {m.id: m.name for m in facts.mentions}
    found = []
    for claim in facts.claims:
        if claim.relation.value == relation:
            parts = [
                names[v] for k, v in claim.roles.items() if k not in ("person", "work") or relation == "publication"
            ]
            values = [claim.values.get(k, "") for k in ("degree", "role", "award", "start", "end", "year")]
            found.append(" | ".join(p for p in (*parts, *values) if p and p != "Ada Weaver"))
    return sorted(found)


_ADA = "\\documentclass{article}\\begin{document}{\\Huge Ada Weaver}\n\n"

CASES = {
    "sections that a class defines, with text right below": (
        "\\documentclass{resume}\\name{Ada Weaver}\\begin{document}\\begin{rSection}{Appointments}\n{\\bf Lecturer} \\hfill 2015-2019 \\\\\nRice University \\hfill Sampleton\n\\end{rSection}\\end{document}",
        "employment",
        ["Rice University | Lecturer | 2015 | 2019"],
    ),
    "a font told by four arguments, schools of no known name with their places": (
        "\\documentclass{scrartcl}\\newcommand{\\MyName}[1]{\\Huge \\usefont{OT1}{phv}{b}{n} \\hfill #1 \\par \\normalsize}\\begin{document}\\MyName{Ada Weaver}\n\n\\section*{Education}\\textbf{PhD Geophysics} \\hfill Dec/2010 -- Jan/2013\\par\\textit{Weberei Nacional, Brazil}\\par\\textbf{Title:} ``Threads of gravity''\\par\\textbf{BSc Geophysics} \\hfill 2004 -- 2008\\par\\textit{University of Leeds, UK}\\end{document}",
        "education",
        ["University of Leeds | bachelor | 2004 | 2008", "Weberei Nacional | doctorate | 2010-12 | 2013-01"],
    ),
    "what brackets say of a degree, and when it will be handed in": (
        _ADA + "\\section{Education}\\textbf{PhD in Economics (3+5 programme)} \\hfill 2022-2026\\\\ Rice University\\\\ *Handing in: June 2026\n\n\\textbf{BSc in Economics (average mark: 9.1/10)} \\hfill 2017-2020\\\\ University of Leeds",
        "education",
        ["Rice University | doctorate | 2022 | 2026", "University of Leeds | bachelor | 2017 | 2020"],
    ),
    "people whom one worked for are no employers": (
        _ADA + "\\section{Experience}\\begin{itemize}\\item Research Assistant for Profs. Zoe Quist, Bo Loom, and Di Weft \\hfill 2023-2024\\item Lecturer, Rice University \\hfill 2021-2023\\end{itemize}",
        "employment",
        ["Rice University | Lecturer | 2021 | 2023"],
    ),
        "wide gaps, and a field studied before the advisors": (
        _ADA + "\\section{Education}\\textbf{Rice University} \\hfill 2016 -- 2021\\par\\textit{Ph.D.\\ Mathematics \\quad Advisors: Zoe Quist and Bo Loom}\\par\\textbf{University of Leeds} \\hfill 2012 -- 2016\\par\\textit{B.A.\\ Mathematics \\quad Advisor: Di Weft}",
        "education",
        ["Rice University | doctorate | 2016 | 2021", "University of Leeds | bachelor | 2012 | 2016"],
    ),
    "firms with their owners, programmes in titles, towns behind unknown names, courses that are no posts": (
        _ADA + "\\section{Experience}\\textbf{Finance Intern -- Loom Summership Program}\\\\ \\textit{Weberei Ponds (Pondmill/Quill-Works HBC)} \\hfill \\textit{Jul 2021 -- Aug 2021}\n\n\\textbf{Control Intern}\\\\ \\textit{Webbank (Initech), The Hague, Netherlands} \\hfill \\textit{2020-date}\n\n\\section{Education}\\textbf{Machine Learning Engineer Nanodegree}, \\emph{Udacity} \\hfill 2016 - 2017",
        "employment",
        ["Webbank | Control Intern | 2020 | present", "Weberei Ponds | Finance Intern | 2021-07 | 2021-08"],
    ),
        "values behind keys": (
        _ADA + "\\begin{MySection}{Education}\\begin{MySubsection}{org={Rice University, MSc in Looms}, date={\\textit{2010 - 2012}}}\\end{MySubsection}\\end{MySection}",
        "education",
        ["Rice University | master | 2010 | 2012"],
    ),
    "lines in the second of two arguments": (
        "\\newcommand{\\cventry}[2]{#1 #2\\par}" + _ADA + "\\section{Positions}\\cventry{2012--2014}{\\textbf{Lecturer}\\\\ School of Looms, Yarn and Threads\\\\ \\textit{Rice University}}",
        "employment",
        ["Rice University | Lecturer | 2012 | 2014"],
    ),
    "universities that are one of several of a state": (
        _ADA + "\\section{Education}\\textbf{PhD}, University of North Carolina - Chapel Hill, 2010\n\n\\textbf{MSc}, University of Hawai`i at M\\=anoa, 2005\n\n\\textbf{BSc}, University of Wisconsin -- Madison \\hfill 2001",
        "education",
        ["University of Hawai‘i at Mānoa | master | 2005", "University of North Carolina - Chapel Hill | doctorate | 2010", "University of Wisconsin – Madison | bachelor | 2001"],
    ),
    "an institute and the university in lines of their own": (
        _ADA + "\\section{Education}\\textbf{PhD in Looms}\\\\ Max Loom Institute for Threads\\\\ Rice University\\\\ Duration: 2016-2020\n\n\\textbf{Master of Science}\\\\ Indian Institute of Science (IISc), Bengaluru, India\\\\ Duration: 2014-2016",
        "education",
        ["Indian Institute of Science | master | 2014 | 2016", "Rice University | doctorate | 2016 | 2020"],
    ),
        "who gave a prize has organised a meeting": (
        _ADA + "\\section{Awards}\\begin{itemize}\\item \\textbf{Loom Olympiad Medal} 2014\\\\ Organised by: Thread Foundation \\end{itemize}",
        "service",
        [],
    ),
    "drawings in the line": (
        _ADA + "\\section{Positions}Lecturer, Rice University \\tikz \\pic{linkpic};, 2012--2014",
        "employment",
        ["Rice University | Lecturer | 2012 | 2014"],
    ),
    "a post before the doctorate is a post": (
        _ADA + "\\section{Positions}Pre-Doctoral Research Associate, Rice University, 2012--2014",
        "employment",
        ["Rice University | Pre-Doctoral Research Associate | 2012 | 2014"],
    ),
    "what stands beside a heading of the author's own": (
        "\\newcommand{\\cvsection}[2]{\\parbox[t]{1in}{#1}\\parbox[t]{5in}{#2}}\\newcommand{\\datedline}[2]{#1\\hfill #2\\par}" + _ADA + "\\cvsection{Appointments}{\\datedline{Lecturer, Rice University}{2012--2014} \\datedline{Postdoc, University of Leeds}{2010--2012}}",
        "employment",
        ["Rice University | Lecturer | 2012 | 2014", "University of Leeds | Postdoc | 2010 | 2012"],
    ),
        "labels of institutes and posts in a table": (
        _ADA + "\\section{Experience}\\begin{tabular}{ll}Research Title: & Loom Modeller\\\\Period: & Sep 2017 - Mar 2018\\\\Institute: & Rice University, Sampleton\\\\Main activities and responsibilities: & Partners of the loom are\\end{tabular}",
        "employment",
        ["Rice University | Loom Modeller | 2017-09 | 2018-03"],
    ),
    "people whom one helped, behind the employer": (
        _ADA + "\\section{Experience}\\begin{tabular}{ll}2017--2018 & Research assistant, Quist House of Looms for Zoe Berg\\\\2015--2017 & Research assistant, Loom Center for Real Estate\\end{tabular}",
        "employment",
        ["Loom Center for Real Estate | Research assistant | 2015 | 2017", "Quist House of Looms | Research assistant | 2017 | 2018"],
    ),
    "headings that name the position": (
        _ADA + "\\section{Internships}\\begin{itemize}\\item Google \\hfill 05/2015--09/2015\\end{itemize}\\section{Research visits}\\begin{itemize}\\item University of Leeds \\hfill 07/2014--09/2014\\item Lecturer, Rice University \\hfill 2012--2013\\end{itemize}",
        "employment",
        ["Google | Intern | 2015-05 | 2015-09", "Rice University | Lecturer | 2012 | 2013", "University of Leeds | Research visit | 2014-07 | 2014-09"],
    ),
    "courses for students are no posts": (
        _ADA + "\\section{Continued Education}\\begin{tabular}{ll}2016 & Loom Engineering, Initech\\\\2015 & Thread Layers for Graduate Students, Google\\end{tabular}",
        "employment",
        [],
    ),
    "field work is no list of papers": (
        _ADA + "\\section{Fieldwork Experience}\\begin{tabular}{llll}2014 & Tall Loom, Jordan & 6 weeks & Archeological excavation of early looms\\\\2013 & North Pond & 5 weeks & Threads and ponds of the northern rivers\\end{tabular}",
        "publication",
        [],
    ),
        "a subject of its own is no school": (
        _ADA + "\\section{Education}\\begin{itemize}\\item MSc in Engineering, Computer Science (Thesis: ``Loom'') \\hfill 2018--2020\\end{itemize}",
        "education",
        [],
    ),
    "subjects of an internship": (
        _ADA + "\\section{Practical Experience}Loom Assistant at Initech \\hfill 05.2024 -- 08.2024\n\\begin{itemize}\\item Topics: Linear Looms, Yarn and Threads, Ponds\\end{itemize}",
        "interest",
        [],
    ),
    "posts named by the science": (
        _ADA + "\\section{Experience}\\begin{itemize}\\item Bioinformatician, Initech, 2015--2017\\item Oceanographer, Rice University, 2012--2015\\end{itemize}",
        "employment",
        ["Initech | Bioinformatician | 2015 | 2017", "Rice University | Oceanographer | 2012 | 2015"],
    ),
    "studies that go on": (
        _ADA + "\\section{Education}\\begin{itemize}\\item PhD in Loom Engineering, Rice University, ongoing\\end{itemize}",
        "education",
        ["Rice University | doctorate | present"],
    ),
            "what one did is no paper": (
        _ADA + "\\section{Publications}\\begin{itemize}\\item As of today, published 40 refereed papers with many citations.\\item Led a research group composed of 1 PhD and 3 master students.\\item Gave several invited colloquium talks for research and public outreach.\\end{itemize}",
        "publication",
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_told(case: str) -> None:
    text, relation, expected = CASES[case]
    assert told(text, relation) == expected


@pytest.mark.parametrize("name", ["ir. Zoe Quist", "Prof. dr. ir. Zoe Quist", "drs. Zoe Quist", "Mgr. Zoe Quist"])
def test_titles_of_other_countries(name: str) -> None:
    assert is_name(name)
    assert clean_name(name) == "Zoe Quist"
