"""Sections: headings in any markup, inline labels, pages that are one section."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import SectionKind, lines_of
from graph_builder.extract.layout.sections import find_sections
from graph_builder.read import read_bytes

_TABLE = Path(__file__).with_name("headings.tsv").read_text(encoding="utf-8").splitlines()
_CASES = [tuple(row.split("\t")) for row in _TABLE if row and not row.startswith("#")]


@pytest.mark.parametrize(("title", "kind"), _CASES)
def test_headings(title: str, kind: str) -> None:
    found, score, known = classify_heading(title)
    assert found.value == kind
    assert score >= 3
    assert known >= 0.5


@pytest.mark.parametrize("title", ["Peking University", "Ada Lovelace", "Software Engineer at Initech", "2019 to 2021"])
def test_other_lines_are_no_headings(title: str) -> None:
    _, score, known = classify_heading(title)
    assert score < 3 or known < 0.6


def _kinds(text: str, name: str = "page.md") -> list[tuple[str, str]]:
    document = read_bytes(text.encode(), name, name)
    sections = find_sections(lines_of(document), document.metadata.get("title", ""))
    return [(s.kind.value, " / ".join(line.text for line in s.lines)) for s in sections if s.lines]


@pytest.mark.parametrize(
    "heading",
    ["## Education", "Education\n---------", "**Education**", "<h2>Education</h2>", "EDUCATION", "**Education:**"],
)
def test_any_markup(heading: str) -> None:
    kinds = _kinds(
        f"# Ada Lovelace\n\nI like engines.\n\n{heading}\n\nBSc, Some College, 1835\n\n## Awards\n\nMedal, 1840\n"
    )
    assert ("education", "BSc, Some College, 1835") in kinds
    assert ("awards", "Medal, 1840") in kinds


def test_sub_heading_inherits() -> None:
    kinds = _kinds(
        "# A B\n\n## Publications\n\n### 2024\n\nOne.\n\n### Conference papers\n\nTwo.\n\n## News\n\nThree.\n"
    )
    assert kinds[-3:] == [("publications", "One."), ("publications", "Two."), ("news", "Three.")]


def test_sub_heading_of_service_named_journals_is_service() -> None:
    kinds = _kinds("## Reviewing\n\n### Journals\n\nJournal of Examples\n\n### Conferences\n\nExampleConf\n")
    assert [k for k, _ in kinds] == ["service", "service"]


def test_inline_label_leaves_the_section_open() -> None:
    kinds = _kinds(
        "## Education\n\n- PhD, A University, 2020\n- Research Interests: engines, looms\n- BSc, B College, 2015\n"
    )
    assert ("topics", "engines, looms") in kinds
    assert ("education", "PhD, A University, 2020 / BSc, B College, 2015") in kinds


def test_page_that_is_one_section() -> None:
    kinds = _kinds("---\ntitle: Publications\npermalink: /publications/\n---\n\nA. Lovelace. Notes. 1843.\n")
    assert kinds == [("publications", "A. Lovelace. Notes. 1843.")]


def test_first_lines_are_about() -> None:
    assert _kinds("I am Ada.\n\n## Teaching\n\nEngines 101\n")[0][0] == SectionKind.ABOUT.value


def test_heading_of_two_lines() -> None:
    kinds = _kinds("Ada Lovelace\nResearch\nInterests\nEngines, looms\nHonors and\nAwards\nMedal, 1840\n", "cv.txt")
    assert kinds[1:] == [("topics", "Engines, looms"), ("awards", "Medal, 1840")]


def test_last_words_of_a_page_are_not_in_its_last_section() -> None:
    kinds = _kinds("# Ada\n\n## Awards\n\nMedal, 1840\n\nLast updated: May 1843\n")
    assert ("awards", "Medal, 1840") in kinds


def test_prose_below_a_heading_without_meaning_has_no_kind() -> None:
    text = "# Ada Lovelace\n\n## My philosophy\n\nI care about engines, and about what they weave.\n"
    assert _kinds(text)[-1][0] in {"other", "about"}


def test_titles_that_begin_with_words_of_headings_are_no_headings() -> None:
    text = "Publications\n\nEducation and engines in Otranto. Looms 3, 1840.\nAwards for cards. Cards 1, 1841.\n"
    assert [k for k, _ in _kinds(text, "cv.txt")] == ["publications"]


def test_a_menu_is_no_heading() -> None:
    kinds = _kinds("# Ada\n\n**Home | Research | Publications | Teaching | Contact**\n\nI am Ada.\n")
    assert [k for k, _ in kinds] == ["about"]


def test_link_below_a_paper_is_no_heading() -> None:
    papers = "On Engines\n\nAda Lovelace\n\n[**Project**](https://a.example)\n\nOn Looms\n\nAda Lovelace\n"
    text = f"## Publications\n\n{papers}"
    assert [k for k, _ in _kinds(text)] == ["publications"]


def test_underlined_heading() -> None:
    text = "<p><u>Work in progress</u></p><p>On Looms</p><p><u>Awards</u></p><p>Medal, 1840</p>"
    assert _kinds(f"<html><body><h1>Ada</h1>{text}</body></html>", "a.html") == [
        ("publications", "On Looms"),
        ("awards", "Medal, 1840"),
    ]


def test_rows_of_a_table_of_posts_are_no_headings() -> None:
    cells = [("Lecturer", "A University", "2020"), ("Research", "B College", "2016"), ("Dean", "C School", "2010")]
    rows = "".join(f"<tr><td>{a}</td><td>{b}</td><td>{c}</td></tr>" for a, b, c in cells)
    kinds = _kinds(f"<html><body><h2>Experience</h2><table>{rows}</table></body></html>", "page.html")
    assert [k for k, _ in kinds] == ["employment"]


def test_bold_heading_with_a_word_that_says_nothing() -> None:
    text = "**Former Advisees**\n\n- Ida Spindle\n\n**Books Authored**\n\n- On Looms\n"
    assert _kinds(text) == [("students", "Ida Spindle"), ("publications", "On Looms")]
