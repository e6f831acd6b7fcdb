# ruff: noqa: E501
"""What was lost on whole pages of strangers, each as a small page of invented people: careers, advisors, students."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.extract.normalise.person_names import is_chinese_name
from graph_builder.model import Relation
from graph_builder.read import read_bytes

_LADA = "# Ada K. Lovelace\n\n"
_ROLES = {Relation.EDUCATION: "degree", Relation.EMPLOYMENT: "role"}


def _told(text: str, name: str = "page.md") -> list[tuple[str, ...]]:
    """Return the degrees and posts that a page tells of its subject, and the people as advisor or student."""
    facts = extract(read_bytes(text.encode(), name, f"docs/{name}"))
    names = {m.id: m.name for m in facts.mentions}
    subject = next(c.roles["person"] for c in facts.claims if c.relation is Relation.PROFILE)
    told: list[tuple[str, ...]] = []
    for claim in facts.claims:
        if claim.relation in _ROLES:
            values = [claim.values.get(k, "") for k in (_ROLES[claim.relation], "start", "end")]
            told.append((names[claim.roles["organization"]], *values))
        elif claim.relation is Relation.ADVISING:
            other = "advisor" if claim.roles["student"] == subject else "student"
            told.append((other, names[claim.roles[other]]))
    return told


_CASES = {
    "a dash behind a year parts": (
        "## Degrees\n\n2001 — PhD in Looms, Rice University.\n\n1994 — MA in Yarn, University of Leeds.\n",
        [("Rice University", "doctorate", "", "2001"), ("University of Leeds", "master", "", "1994")],
    ),
    "a dash behind a range parts": (
        "## Positions\n\n2024 — Research fellow, University of Leeds.\n\n2020–21 — University lecturer, Rice University.\n",
        [("University of Leeds", "Research fellow", "2024", "2024"), ("Rice University", "University lecturer", "2020", "2021")],
    ),
    "a dash behind a year leaves open": (
        "## Positions\n\n2004 – Lecturer, Rice University\n\n2001 – 2004 Postdoc, University of Leeds\n",
        [("Rice University", "Lecturer", "2004", "present"), ("University of Leeds", "Postdoc", "2001", "2004")],
    ),
    "posts with bare months in one line": (
        "## Employment\n\n- Rice University, Assistant Prof., 7/74-6/78; Associate Prof., 7/78-3/83; Prof., 4/83-6/13.\n- University of Leeds, Visiting Professor, 2-3/09.\n",
        [("Rice University", "Assistant Prof.", "1974-07", "1978-06"), ("Rice University", "Associate Prof.", "1978-07", "1983-03"), ("Rice University", "Prof.", "1983-04", "2013-06"), ("University of Leeds", "Visiting Professor", "2009-02", "2009-03")],
    ),
    "an acronym of several meanings before what it is part of": (
        "## Employment\n\n- IMS, National University of Singapore, Member, 2005-2006.\n- A. B. Looms (in brief)\n\n## Education\n\n- A. B. summa cum laude in Mathematics, Rice University, 1968.\n",
        [("Rice University", "bachelor", "", "1968"), ("National University of Singapore", "Member", "2005", "2006")],
    ),
    "a firm with an ampersand holds no degree": (
        "## Experience\n\n- **Weaving lead**, Texas A&M Engineering, 2014 - 2017\n",
        [("Texas A&M", "Weaving lead", "2014", "2017")],
    ),
    "duties of trust are no jobs": (
        "## Positions of trust\n\n2018–23 Board member, University of Leeds\n\n2015–17 Board member, Rice University\n",
        [],
    ),
        "a range that goes on in the next line": (
        "## Education\n\n**M.Sc. in Looms, Rice University** August 2013 –\\\nCum Laude, Major: Yarn. September 2015\n\n**B.Sc. in Wool, Law and Trade, University of Leeds** September 2006 –\\\nWith distinction. March 2011\n",
        [("Rice University", "master", "2013-08", "2015-09"), ("University of Leeds", "bachelor", "2006-09", "2011-03")],
    ),
    "a position as the heading of its places": (
        "## Work Experience\n\n### Research Assistant\n\n- Rice University — Surrey Campus (Oct 2012 - May 2013)\n\n    - Developer and editor of a journal that prints essays.\n\n### Loomer\n\n- University of Leeds — Northern Centre (Jan 2007 - Mar 2007)\n\n    - Went on with looms.\n",
        [("Rice University", "Research Assistant", "2012-10", "2013-05"), ("University of Leeds", "Loomer", "2007-01", "2007-03")],
    ),
    "a centre below its institute": (
        "## Experience\n\n**Leeds Yarn Institute**\\\nIntern, Intelligent Loom Research Center. 2007–2008\n\n**Rice University**\\\nLecturer, Yarn Center. 2005–2006\n",
        [("Leeds Yarn Institute", "Intern", "2007", "2008"), ("Rice University", "Lecturer", "2005", "2006")],
    ),
    "mentors and assistants in laboratories": (
        "## Experience\n\n- SEPTEMBER 2020 – MAY 2021: MENTOR – RICE UNIVERSITY\n- MAY 2019 – JULY 2019: LABORATORY ASSISTANT AND GUIDE – RICE UNIVERSITY\n- 03/1997 – 06/1998: Technical Supervisor of the Yarn Laboratory Univ. of Leeds\n",
        [("RICE UNIVERSITY", "MENTOR", "2020-09", "2021-05"), ("RICE UNIVERSITY", "LABORATORY ASSISTANT AND GUIDE", "2019-05", "2019-07"), ("Univ. of Leeds", "Technical Supervisor of the Yarn Laboratory", "1997-03", "1998-06")],
    ),
    "two degrees in a line": (
        "## Education\n\n### Rice University\n\nBachelor of Fine Arts, Photography, May 2000 Bachelor of Arts, double major: Art, Looms, May 1999\n",
        [("Rice University", "bachelor", "", "2000-05"), ("Rice University", "bachelor", "", "1999-05")],
    ),
    "an office of a president is no president": (
        "## Experience\n\n### Leeds Digital Library, LU Office of the President, Leeds, 2013 – present\n\n#### Postdoctoral fellowship in looms\n\n- Led a session at the 2013 Fellows Winter Meeting. Presented an article to the Research Reading Group.\n",
        [("Leeds Digital Library", "Postdoctoral fellowship in looms", "2013", "present")],
    ),
            "what goes on in other languages": (
        "## Formation\n\n- **Ph.D.**, Université de Rennes, 2019--Présent\n- **M.Sc.**, Rennes INP-ENSAT, Rennes, 2012 – 2014\n",
        [("Université de Rennes", "doctorate", "2019", "present"), ("Rennes INP-ENSAT", "master", "2012", "2014")],
    ),
    "months of one digit that go on in brackets": (
        "## Work\n\n- Rice University, Researcher (2018.6-).\n- Initech Research Laboratories, Researcher (2014.4-2017.5).\n",
        [("Rice University", "Researcher", "2018-06", "present"), ("Initech Research Laboratories", "Researcher", "2014-04", "2017-05")],
    ),
        "a title in a table below a heading": (
        "## Experience\n\n### Clinical\n\n| 2011–2013 | Psychometrist | Fenwick Hospital | Kingston, Canada |\n|---|---|---|---|\n",
        [("Fenwick Hospital", "Psychometrist", "2011", "2013")],
    ),
    "a long title in small letters": (
        "#### Summary CV\n\n- 1999-2006 assistant professor at Rice University\n- since 10/2006 full professor for Looms and Threads and Telematics at Yale University\n",
        [("Rice University", "assistant professor", "1999", "2006"), ("Yale University", "full professor for Looms and Threads and Telematics", "2006-10", "present")],
    ),
    "a thesis is no further degree": (
        "## Education\n\n- 2015–2021, Ph.D. in Computer Science, Rice University, Distinguished PhD Thesis\n",
        [("Rice University", "doctorate", "2015", "2021")],
    ),
    }  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), _CASES.values(), ids=_CASES)
def test_told(text: str, expected: list[tuple[str, ...]]) -> None:
    assert sorted(_told(_LADA + text)) == sorted(expected)


def test_a_family_name_with_an_article() -> None:
    text = '---\ntitle: "Ada E. d\'Amour"\n---\n\nHi there! I like looms.\n'
    facts = extract(read_bytes(text.encode(), "page.md", "docs/page.md"))
    assert facts.mentions[0].name == "Ada E. d'Amour"


@pytest.mark.parametrize("title", ["CV de Ada Lovelace", "Lebenslauf von Ada Lovelace", "Currículum de Ada Lovelace"])
def test_titles_of_pages_in_other_languages(title: str) -> None:
    facts = extract(read_bytes(f"---\ntitle: {title}\n---\n\nTextiles.\n".encode(), "page.md", "docs/page.md"))
    assert facts.mentions[0].name == "Ada Lovelace"


@pytest.mark.parametrize(
    "text", ["2012 - en cours", "2012 – hoje", "с 2012 по настоящее время", "2012 tot heden", "2012年 - 現在", "2012 - Aujourd’hui"]
)  # fmt: skip
def test_dates_that_go_on(text: str) -> None:
    assert [(date.start, date.end) for date in find_dates(text)] == [("2012", "present")]


@pytest.mark.parametrize(
    ("level", "names"),
    [
        ("doctorate", "D.Sc.|DSc|Dr.-Ing.|Th.D.|Psy.D.|Pharm.D.|Candidate of Physical and Mathematical Sciences|理学博士"),
        ("master", "M.E.Sc.|MSW|MLIS|LLM|M.F.A.|S.M.|A.M.|Ed.M.|Staatsexamen|cand.polit.|Part III of the Mathematical Tripos|硕士"),
        ("bachelor", "B.Econ.|B.Mus.|BSW|B.C.A.|M.B.B.S.|Licentiate degree|Bachiller|S.B.|本科生"),
    ],
)  # fmt: skip
def test_degrees(level: str, names: str) -> None:
    assert {name: (degree_in(name) or (0, 0, ""))[2] for name in names.split("|")} == dict.fromkeys(
        names.split("|"), level
    )


@pytest.mark.parametrize("text", ["博士后", "BCS", "M2M", "a kind of Music"])
def test_no_degrees(text: str) -> None:
    assert degree_in(text) is None


@pytest.mark.parametrize("text", ["研究兴趣", "博士", "高等教育", "教授"])
def test_no_names_in_chinese(text: str) -> None:
    assert not is_chinese_name(text)
