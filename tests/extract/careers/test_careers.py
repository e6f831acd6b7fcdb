# ruff: noqa: E501
"""Careers in lists: each case is a section as people lay it out, and the degrees or jobs that it lists."""

from __future__ import annotations

import time

import pytest

from graph_builder.extract import extract
from graph_builder.extract.normalise.dates import find_dates, short_years
from graph_builder.model import Relation
from graph_builder.read import read_bytes

_KEYS = {Relation.EDUCATION: "degree", Relation.EMPLOYMENT: "role"}


def _facts(text: str, name: str = "page.md") -> list[tuple[str, ...]]:
    """Return (organization, degree or role, start, end) of each degree and job of a page."""
    facts = extract(read_bytes(text.encode(), name, f"docs/{name}"))
    names = {m.id: m.name for m in facts.mentions}
    return [
        (names[c.roles["organization"]], *(c.values.get(k, "") for k in (_KEYS[c.relation], "start", "end")))
        for c in facts.claims
        if c.relation in _KEYS
    ]


_LADA = "# Ada K. Lovelace\n\n"
_CASES = {
    "posts at a department below their university": (
        _LADA + "## Employment\n\n**University of Leeds**\n\nReader, Department of Sociology, 2020-2024\n\nLecturer, Department of Sociology, 2014-2020\n",
        [("University of Leeds", "Reader", "2020", "2024"), ("University of Leeds", "Lecturer", "2014", "2020")],
    ),
    "degrees in a list below their school": (
        _LADA + "## Education\n\nYale University, New Haven, CT\n\n- B.A., 1994\n- M.A., 1996\n\nMichigan State University, East Lansing, MI\n\n- Ph.D., 2001\n",
        [("Yale University", "bachelor", "", "1994"), ("Yale University", "master", "", "1996"), ("Michigan State University", "doctorate", "", "2001")],
    ),
    "titles below their employer's heading": (
        _LADA + "## Experience\n\n### Initech\n\n**Senior Analyst** | Jan 2020 – Present\n\n- Led looms\n\n"
        "**Analyst** | 2018 – 2019\n\n- Built looms\n",
        [("Initech", "Senior Analyst", "2020-01", "present"), ("Initech", "Analyst", "2018", "2019")],
    ),
    "employers below their title's heading": (
        _LADA + "## Work Experience\n\n### Instructor, 2017--2023, 2025--\n\nTU Munich, 2025--\n\n- Lectures\n\n"
        "University of Groningen, 2017--2023\n\n- Courses\n",
        [("TU Munich", "Instructor", "2025", "present"), ("University of Groningen", "Instructor", "2017", "2023")],
    ),
    "two employers at once": (
        _LADA + "## Employment\n\n- Postdoctoral researcher at Rice University and University of Utah, 2019-2021\n",
        [("Rice University", "Postdoctoral researcher", "2019", "2021"),
         ("University of Utah", "Postdoctoral researcher", "2019", "2021")],
    ),
    "a postdoc under education": (
        _LADA + "## Education\n\n- Postdoctoral Fellow, Rice University, 2019-2021\n- PhD, Physics, Yale University, 2019\n",
        [("Rice University", "Postdoctoral Fellow", "2019", "2021"), ("Yale University", "doctorate", "", "2019")],
    ),
    "short years": (
        _LADA + "## Employment\n\n- 2013-15: Professor, Rice University\n- 2009-10: Lecturer, Yale University\n\n"
        "## Education\n\n- 2001-05: PhD, University of Utah\n",
        [("Rice University", "Professor", "2013", "2015"), ("Yale University", "Lecturer", "2009", "2010"),
         ("University of Utah", "doctorate", "2001", "2005")],
    ),
    "one line without commas": (
        _LADA + "## Experience\n\n- Software Engineer Google, 2019-2020\n",
        [("Google", "Software Engineer", "2019", "2020")],
    ),
    "two degrees in one": (
        _LADA + "## Education\n\n- M.S./Ph.D. in Physics, Yale University, 2010 - 2015\n",
        [("Yale University", "master", "2010", "2015"), ("Yale University", "doctorate", "2010", "2015")],
    ),
        "German": (
        _LADA + "## Berufserfahrung\n\n- 10/2019 – heute: Softwareentwicklerin, Universität Freiburg\n",
        [("Universität Freiburg", "Softwareentwicklerin", "2019-10", "present")],
    ),
    "Chinese": (
        _LADA + "## 教育经历\n\n- 2018.09 - 2023.06 清华大学 计算机科学 博士\n\n## 工作经历\n\n- 2023.07 - 至今 阿里巴巴 算法工程师\n",
        [("清华大学", "doctorate", "2018-09", "2023-06"), ("阿里巴巴", "算法工程师", "2023-07", "present")],
    ),
    "a degree dated below its school": (
        _LADA + "## Education\n\nYale University, New Haven; July 2009-July 2014.\\\nM.Sc. in Physics, February 2015.\n\n"
        "University of Utah; 2005-2009.\\\nB.Sc. in Physics, June 2009.\n",
        [("Yale University", "master", "2009-07", "2014-07"), ("University of Utah", "bachelor", "2005", "2009")],
    ),
    "papers and leaves are no degrees": (
        _LADA + "## Education\n\n- BSc, Yale University, 2014-2020\n\n  Leave of absence: 2016-2018\n",
        [("Yale University", "bachelor", "2014", "2020")],
    ),
    "a free lance has no employer": (
        _LADA + "## Experience\n\n### 2010 - 2012: Engineer, Rice University\n\n### 2008 - 2009: Web Developer, Freelance\n"
        "Custom portals and stores for weavers - PHP, MySQL\n\n### 2005 - 2007: Analyst, Yale University\n",
        [("Rice University", "Engineer", "2010", "2012"), ("Yale University", "Analyst", "2005", "2007")],
    ),
    "an acronym inside a title, and diplomas": (
        _LADA + "## Experience\n\n- Loom Design (LD) Engineer, Initech Inc., 2010-2012\n\n"
        "## Education\n\n- Postgraduate Degree in Physics, Yale University, 2009\n"
        "- 2003, High School Diploma, Rice College of Houston\n",
        [("Initech Inc.", "Loom Design Engineer", "2010", "2012"), ("Yale University", "other", "", "2009"),
         ("Rice College of Houston", "other", "", "2003")],
    ),
    "duties are no employers": (
        _LADA + "## Experience\n\n* Teacher of French<br>\n  07.2017 – 09.2018<br>\n  Weavers Language Schools, Mersin, Turkey<br>\n"
        "  Additional Duty: Management of the Department of Material Development\n",
        [("Weavers Language Schools", "Teacher of French", "2017-07", "2018-09")],
    ),
    "state codes are no degrees": (
        _LADA + "## Education\n\n- Ph.D., Yale University, New Haven, CT, 2014\n- B.S., Boston College, Boston, MA, 2008\n",
        [("Yale University", "doctorate", "", "2014"), ("Boston College", "bachelor", "", "2008")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), _CASES.values(), ids=_CASES)
def test_listed(text: str, expected: list[tuple[str, ...]]) -> None:
    assert sorted(_facts(text)) == sorted(expected)


def test_titles_below_one_date_of_a_column_share_it() -> None:
    rows = "".join(
        f"<tr><td>{date}</td><td>{text}</td></tr>"
        for date, text in (
            ("2005-2009", "PhD, Looms"), ("", "Duke University"), ("2001-2005", "BSc, Botany"), ("", "BSc, Physics"),
            ("", "Rice University"),
        )
    )  # fmt: skip
    text = f"<html><body><h1>Ada K. Lovelace</h1><h2>Education</h2><table>{rows}</table></body></html>"
    assert _facts(text, "page.html") == [
        ("Duke University", "doctorate", "2005", "2009"),
        ("Rice University", "bachelor", "2001", "2005"),
        ("Rice University", "bachelor", "2001", "2005"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Between Fall 2021 and Spring 2022", [("2021", "2022")]),
        ("2021 and 2022", [("2021", ""), ("2022", "")]),
        ("Sep 2023 – Now", [("2023-09", "present")]),
        ("as an H2020 fellow, Horizon 2020, AAAI2021", [("2021", "")]),
        ("Sep-2018 – Jun-2020", [("2018-09", "2020-06")]),
        ("Sept-Dec 2018", [("2018-09", "2018-12")]),
    ],
)
def test_dates(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(d.start, d.end) for d in find_dates(text)] == expected


def test_short_years_need_a_sure_pair() -> None:
    assert not short_years(["2001-05", "2006-09"])
    assert short_years(["2001-05", "2013-15"])


@pytest.mark.parametrize("piece", ["I worked at Google and Yale University in 2019, ", "Professor, ", "PhD (2010) "])
def test_long_text_takes_no_time(piece: str) -> None:
    text = "# Ada K. Lovelace\n\n## Experience\n\n" + piece * (100_000 // len(piece))
    document = read_bytes(text.encode(), "page.md", "docs/page.md")
    extract(read_bytes(b"# A\n", "a.md", "docs/a.md"))  # loads what is loaded once
    began = time.process_time()
    extract(document)
    assert time.process_time() - began < 15
