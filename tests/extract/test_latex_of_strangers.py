# ruff: noqa: E501
"""What was lost on CVs of strangers in LaTeX and PDF, each as a small CV of invented people."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
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
    "titles as bullets below a year": (
        _ADA + "\\section{Publications}\\begin{description}\\item[2025] $\\bullet$ \\emph{The role of hidden threads in the weaving of rivers} (from my thesis) \\\\ $\\bullet$ \\emph{Looms that learn from broken threads} \\item[2023] $\\bullet$ \\emph{Yarn that outlives the rivers between ponds}\\end{description}",
        "publication",
        ["Looms that learn from broken threads | 2025", "The role of hidden threads in the weaving of rivers | 2025", "Yarn that outlives the rivers between ponds | 2023"],
    ),
    "prizes of one year": (
        _ADA + "\\section{Awards}\\begin{description}\\item[2016] Bronze Medal, Loom Olympiad \\\\ Gold Medal, Yarn Olympiad \\item[2015] Thread Prize\\end{description}",
        "award",
        ["Bronze Medal, Loom Olympiad | 2016", "Gold Medal, Yarn Olympiad | 2016", "Thread Prize | 2015"],
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
    "what prizes are for, in a table": (
        _ADA + "\\section{Awards}\\begin{tabular}{ll} 2026 & Thread Pioneers \\\\ & Selected as one of thirty weavers \\\\ 2025 & Loom Prize \\\\ & For outstanding research in yarn \\\\ 2024 & Yarn Award \\end{tabular}",
        "award",
        ["Loom Prize | 2025", "Thread Pioneers | 2026", "Yarn Award | 2024"],
    ),
    "who gave a prize has organised a meeting": (
        _ADA + "\\section{Awards}\\begin{itemize}\\item \\textbf{Loom Olympiad Medal} 2014\\\\ Organised by: Thread Foundation \\end{itemize}",
        "service",
        [],
    ),
    "numbers that the author counts": (
        "\\newcounter{n}\\stepcounter{n}" + _ADA + "\\section{Publications}\\begin{tabular}{lll}2020 & P.\\then & \\begin{minipage}[t]{0.8\\textwidth}Ada Weaver, Ben Reed. Looms that learn from broken threads.\\end{minipage} \\\\ & & Journal of Threads, 2020\\end{tabular}\\stepcounter{n}\n\n\\begin{tabular}{lll}2019 & P.\\then & \\begin{minipage}[t]{0.8\\textwidth}Ben Reed, Ada Weaver. Yarn that outlives the rivers.\\end{minipage} \\\\ & & Journal of Yarn, 2019\\end{tabular}",
        "authorship",
        ["", "", "Ben Reed", "Ben Reed"],
    ),
    "referees who were advisors": (
        _ADA + "\\section{References}\\begin{description}\\item[Ben Reed] \\emph{Loom Hall}\\\\ ben@loom.example \\textbf{(PhD supervisor)} \\item[Eva Novak] Thread College\\\\ Collaborator\\end{description}\\begin{tabular}{ll} Prof. Zoe Quist & Prof. Wim Aarts \\\\ Co-advisor \\& co-author & Committee member \\\\ Loom Hall & Yarn Hall \\end{tabular}",
        "advising",
        ["Ben Reed", "Zoe Quist"],
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
    "students behind a label in a cell": (
        "\\documentclass{moderncv}\\name{Ada}{Weaver}\\begin{document}\\makecvtitle\\section{Mentoring}\\cvline{Rice}{Dissertation committee: Eva Novak (2015)}\\cvline{Rice}{Research Advising: Tom Berg (2015 -- present)}\\end{document}",
        "advising",
        ["Tom Berg"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_told(case: str) -> None:
    text, relation, expected = CASES[case]
    assert told(text, relation) == expected
