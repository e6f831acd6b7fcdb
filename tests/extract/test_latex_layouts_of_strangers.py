# ruff: noqa: E501
"""Layouts of CVs of strangers in LaTeX that were read wrong, each as a small CV of invented people."""

from __future__ import annotations

import pytest

from tests.extract.test_latex_of_strangers import told

_ADA = "\\documentclass{article}\\begin{document}{\\Huge Ada Weaver}\n\n"
_MODERN = "\\documentclass{moderncv}\\name{Ada}{Weaver}\\begin{document}\\makecvtitle\n"

CASES = {
    "a command that keeps the meaning another had before it was defined again": (
        "\\documentclass{article}\\usepackage{hyperref}\\begin{document}\\let\\hrefWithoutArrow\\href\\renewcommand{\\href}[2]{\\hrefWithoutArrow{#1}{\\mbox{#2}}}{\\Huge Ada Weaver}\n\n\\section{Experience}\\href{https://example.org}{Rice University}, Lecturer \\hfill 2015--2019\\end{document}",
        "employment",
        ["Rice University | Lecturer | 2015 | 2019"],
    ),
    "dates in a column beside what they date": (
        "\\documentclass{article}\\usepackage{paracol}\\newenvironment{twocolentry}[2][]{\\def\\secondColumn{#2}\\setcolumnwidth{\\fill, 4.5 cm}\\begin{paracol}{2}}{\\switchcolumn \\raggedleft \\secondColumn\\end{paracol}}\\begin{document}{\\Huge Ada Weaver}\n\n\\section{Education}\\begin{twocolentry}{Sept 2010 – May 2014}\\textbf{Rice University}, PhD in Looms\\end{twocolentry}\\begin{twocolentry}{2006 – 2010}\\textbf{University of Leeds}, BSc in Yarn\\end{twocolentry}",
        "education",
        ["Rice University | doctorate | 2010-09 | 2014-05", "University of Leeds | bachelor | 2006 | 2010"],
    ),
        "begin and end in two arguments": (
        "\\documentclass{article}\\newcommand{\\job}[5]{\\textbf{#1} \\hfill #3\\\\#2, #5\\\\}\\begin{document}{\\Huge Ada Weaver}\n\n\\section{Work}\\experience{June 2018}{Lecturer}{Rice University}{August 2015}{}",
        "employment",
        ["Rice University | Lecturer | 2015-08 | 2018-06"],
    ),
    "lines of an item that differ in their type": (
        _MODERN + "\\section{Experience}\\cvitem{2015--2019}{\\textbf{Lecturer}\\newline \\textit{Rice University}}\\cvitem{2012--2015}{\\textbf{Research Fellow}\\newline \\textit{University of Leeds}}",
        "employment",
        ["Rice University | Lecturer | 2015 | 2019", "University of Leeds | Research Fellow | 2012 | 2015"],
    ),
    "a firm whose name begins with a number": (
        _ADA + "\\section{Experience}\\begin{itemize}\\item Loom Analyst, 7Looms \\hfill 2015--2019\\item Lecturer, Rice University \\hfill 2012--2015\\end{itemize}",
        "employment",
        ["7Looms | Loom Analyst | 2015 | 2019", "Rice University | Lecturer | 2012 | 2015"],
    ),
    "a firm in bold and its post behind it without a stop": (
        _ADA + "\\section{Experience}\\begin{itemize}\\item \\textbf{QMR} Engineering Intern, 2015--2016\\item \\textbf{9Wefts} Data Analyst, 2012--2015\\end{itemize}",
        "employment",
        ["9Wefts | Data Analyst | 2012 | 2015", "QMR | Engineering Intern | 2015 | 2016"],
    ),
    "a place and a bar in front of the degree": (
        _ADA + "\\section{Education}\\textbf{University of Leeds} \\hfill 2005--2009\\\\Leeds, UK | MA in History",
        "education",
        ["University of Leeds | master | 2005 | 2009"],
    ),
            }  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_told(case: str) -> None:
    text, relation, expected = CASES[case]
    assert told(text, relation) == expected
