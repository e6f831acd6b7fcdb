# ruff: noqa: E501
"""What was lost on CVs of strangers: posts beside places, awards below their givers, headings of two lines."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.read import read_bytes


def told(text: str, relation: str, name: str) -> list[str]:
    """Return the claims of one relation: the names in its roles but the subject's, then its values."""
    facts = extract(read_bytes(text.encode(), name, f"docs/{name}"))
    names = {m.id: m.name for m in facts.mentions}
    found = []
    for claim in facts.claims:
        if claim.relation.value == relation:
            parts = [names[v] for k, v in claim.roles.items() if k not in ("person", "work", "advisor")]
            values = [claim.values.get(k, "") for k in ("degree", "role", "award", "start", "end", "year")]
            found.append(" | ".join(p for p in (*parts, *values) if p and p != "Ada Weaver"))
    return sorted(found)


_ADA = "\\documentclass{article}\\begin{document}{\\Huge Ada Weaver}\n\n"
_ROWS = (
    "\\documentclass{article}\\newcommand{\\resumeSubheading}[4]{\\item\\begin{tabular*}{\\textwidth}{lr}\\textbf{#1} & #2 \\\\"
    "\\textit{#3} & \\textit{#4} \\\\\\end{tabular*}}\\begin{document}{\\Huge Ada Weaver}\n\n\\section{Experience}\\begin{itemize}"
)
MODES = (
    "On site", "Onsite", "On-Site", "In-person", "Hybrid", "Remote", "Fully remote", "Online", "Home office", "Virtual",
    "Full-time", "Work from home",
)  # fmt: skip

LATEX = {
    "an unknown firm with its town in Alberta, below the title": (
        _ADA
        + "\\section{Experience}\n\\textbf{Manager, Power Looms} \\hfill Aug 2021 -- Present \\\\\n\\textit{Spindle Source} \\hfill Calgary, AB\n\n\\textbf{Loom Engineer} \\hfill Aug 2018 -- Aug 2021 \\\\\n\\textit{Weft Power Ltd.} \\hfill Edmonton, AB\n\\end{document}",
        "employment",
        ["Spindle Source | Manager | 2021-08 | present", "Weft Power Ltd. | Loom Engineer | 2018-08 | 2021-08"],
    ),
    "the town of a firm does not make it a school": (
        _ADA
        + "\\section{Experience}\n\\textbf{Loom Engineer} \\hfill 2018 -- 2021 \\\\\n\\textit{Weft Power Ltd.} \\hfill Edmonton, AB\n\\end{document}",
        "education",
        [],
    ),
    "a group and a firm of no known name, each with its town, above lists of posts": (
        _ADA
        + "\\section{Past Employment}\\textbf{The Oakloom Group}, Bethesda, MD\\begin{itemize}\\item[] Jr Textile Engineer \\hfill 2019-2021\\item[] Weaving Analyst \\hfill 2017-2019\\end{itemize}\\textbf{Spindlecraft}, Berlin, Germany\\begin{itemize}\\item[] Data Engineer \\hfill 2015-2017\\end{itemize}\\end{document}",
        "employment",
        [
            "Spindlecraft | Data Engineer | 2015 | 2017",
            "The Oakloom Group | Jr Textile Engineer | 2019 | 2021",
            "The Oakloom Group | Weaving Analyst | 2017 | 2019",
        ],
    ),
    "who advised stands beside the name of a team": (
        _ADA
        + "\\section{Research Experience}\\textbf{Nonlinear Looms Laboratory (Advisor: Dr. Bo Warp)} \\hfill Gainesville, FL \\\\\n\\textit{Undergraduate Researcher} \\hfill January 2023 -- March 2025\\begin{itemize}\\item Wove.\\end{itemize}\n\n\\textbf{Weft Motorsports (Advisor: Dr. Cy Heddle)} \\hfill Gainesville, FL \\\\\n\\textit{Lead Engineer} \\hfill August 2020 -- April 2023\\begin{itemize}\\item Raced.\\end{itemize}\n\n\\textbf{Cognition, Action, and Perception Laboratory} \\hfill Gainesville, FL \\\\\n\\textit{Undergraduate Researcher} \\hfill August 2021 -- January 2022\\end{document}",
        "employment",
        [
            "Cognition, Action, and Perception Laboratory | Undergraduate Researcher | 2021-08 | 2022-01",
            "Nonlinear Looms Laboratory | Undergraduate Researcher | 2023-01 | 2025-03",
            "Weft Motorsports | Lead Engineer | 2020-08 | 2023-04",
        ],
    ),
    "a master's programme that one teaches in": (
        _ADA
        + "\\section{Appointments}\n\\textbf{Lecturer}\\hfill 2020--2022\\par\nMaster in Public Policy, Universidade Federal de Pernambuco, Recife/PE.\n\n\\textbf{Substitute Professor}\\hfill 2018--2020\\par\nUniversidade Federal da Bahia, Juazeiro/BA.\n\\end{document}",
        "employment",
        [
            "Universidade Federal da Bahia | Substitute Professor | 2018 | 2020",
            "Universidade Federal de Pernambuco | Lecturer | 2020 | 2022",
        ],
    ),
    "internships by their firms, with what the thesis was": (
        _ADA
        + "\\section{Internships}\\begin{tabular}{lp{8cm}}2015 & TNO, Helmond, Netherlands. Tracking of looms. MSc graduation thesis.\\\\2011 & Settels Loom van Weft, Eindhoven, Netherlands. A balancing spindle. BSc graduation thesis.\\\\\\end{tabular}\\end{document}",
        "employment",
        ["Settels Loom van Weft | Intern | 2011 | 2011", "TNO | Intern | 2015 | 2015"],
    ),
    "entries that only skips part": (
        _ADA
        + "\\section{Experience}\n{\\bf Rice University}, Lecturer \\hfill 2019--2021\n\\vskip 2mm\n{\\bf Reed College}, Lecturer \\hfill 2017--2019\n\\vskip 2mm plus 1fil\n{\\bf Reed College}, Postdoctoral Researcher \\hfill 2015--2017\n\\end{document}",
        "employment",
        [
            "Reed College | Lecturer | 2017 | 2019",
            "Reed College | Postdoctoral Researcher | 2015 | 2017",
            "Rice University | Lecturer | 2019 | 2021",
        ],
    ),
    "what a long line tells of a post": (
        _ADA
        + "\\section{Experience}\n2010-2013: \\textbf{Teaching Assistant}. Teaching a range of courses for both undergraduates and Masters students, including, but not limited to: Loom development and APIs, Yarn Databases, and the Theory of Threads.\n\n2009: \\textbf{Research Assistant}, Reed College.\n\\end{document}",
        "employment",
        ["Reed College | Research Assistant | 2009 | 2009"],
    ),
    "deeds of a volunteer": (
        _ADA
        + "\\section{Volunteer Work}\\begin{itemize}\\item Member of committee for university weaving contests \\hfill 2013 -- 2015\\item Teaching first aid to school children \\hfill 2007 -- 2011\\end{itemize}\\end{document}",
        "employment",
        [],
    ),
    "a whole degree in a heading above others": (
        _ADA
        + "\\section*{Education}\\subsection*{2010-Present: PhD in Computer Science, Cardiff University}\\subsubsection*{Using Yarn in Wireless Looms}Supervisors: Prof. Bo Warp\\subsubsection*{Research Synopsis}The work is on yarn.\\subsection*{2007-2010: BSc in Computer Science, Cardiff University}\\end{document}",
        "education",
        ["Cardiff University | bachelor | 2007 | 2010", "Cardiff University | doctorate | 2010 | present"],
    ),
    "a campus with its college, and a school that ends like another": (
        _ADA
        + "\\section*{Education}\\textbf{PhD in Mechanical Engineering} \\hfill 2025 -- 2030 \\\\\\textit{University of California, Berkeley College of Engineering} \\hfill Berkeley, CA\n\n\\textbf{Master in Signals} \\hfill 2019 -- 2022\\\\\\textit{Ecole Nationale Polytechnique} \\hfill Algiers, Algeria\\end{document}",
        "education",
        [
            "Ecole Nationale Polytechnique | master | 2019 | 2022",
            "University of California, Berkeley | doctorate | 2025 | 2030",
        ],
    ),
    "duties below whom they serve": (
        _ADA
        + "\\section{Service}\\textbf{Discipline}\\begin{itemize}\\item[] Referee, \\textit{British Journal of Political Science}\\item[] Assistant Editor, \\textit{Loom Studies}, 2022-2023\\end{itemize}\\end{document}",
        "service",
        ["British Journal of Political Science | reviewer", "Loom Studies | editor | 2022"],
    ),
}
PLAIN = {
    "a post of one's own account at a firm, and an engineer's degree with its town": (
        "ADA WEAVER\nWeaver\n\nExperience\nLoom Engineer (Freelance) — Weftwork, Remote 2023 – Present\n• Built looms for clients\n\nEducation\nEngineering Degree in Computer Science — Data Science — ESPLOOM, Ariana, Tunisia Sep 2018 – Jun 2021\n",
        ["Weftwork | Loom Engineer | 2023 | present"],
        ["ESPLOOM | master | 2018-09 | 2021-06"],
    ),
    "an advisor's university, and a first author who was an undergraduate": (
        "Ada Weaver\n\nResearch Experience\nFast Looms\nJul 2020 – Feb 2021\nAdvisor: Prof. Bo Warp, Simon Fraser University · talk at a workshop, undergraduate first author\n• Wove\n\nEducation\nPhD in Weaving, Reed College, 2015-2019\n",
        None,
        ["Reed College | doctorate | 2015 | 2019"],
    ),
}


@pytest.mark.parametrize("case", LATEX)
def test_latex_is_read(case: str) -> None:
    """Each small CV says what it says."""
    text, relation, wanted = LATEX[case]
    assert told(text, relation, "cv.tex") == wanted


@pytest.mark.parametrize("case", PLAIN)
def test_plain_text_is_read(case: str) -> None:
    """Lines of text without markup are read likewise."""
    text, posts, degrees = PLAIN[case]
    assert posts is None or told(text, "employment", "cv.txt") == posts
    assert told(text, "education", "cv.txt") == degrees


@pytest.mark.parametrize("mode", MODES)
def test_how_one_works_is_not_where(mode: str) -> None:
    """A cell that says how one was employed is no employer."""
    row = f"\\resumeSubheading{{Loomathlon}}{{{mode}}}{{Data Analyst}}{{July 2022 - Jan 2023}}\\end{{itemize}}\\end{{document}}"
    assert told(_ROWS + row, "employment", "cv.tex") == ["Loomathlon | Data Analyst | 2022-07 | 2023-01"]


@pytest.mark.parametrize("title", ["Hobbies and Interests"])
def test_pastimes_are_no_topics(title: str) -> None:
    """What one does in spare time is no field of research."""
    assert told(f"# Ada Weaver\n\n## {title}\n\nGlider pilot, Weaver of carpets, DIY\n", "interest", "cv.md") == []
