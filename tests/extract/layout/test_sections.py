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


def test_margin_heading_in_a_table() -> None:
    cells = [("Education", "PhD, A University, 2020"), ("Awards", "Medal, 2021")]
    rows = "".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in cells)
    kinds = _kinds(f"<html><body><h1>Ada Lovelace</h1><table>{rows}</table></body></html>", "page.html")
    assert ("education", "PhD, A University, 2020") in kinds
    assert ("awards", "Medal, 2021") in kinds


def test_headings_in_the_margin_of_plain_text() -> None:
    text = (
        "EDUCATION     PhD, A University, 1978.\n              BA, B College, 1970.\n\n"
        "PROFESSIONAL\nEXPERIENCE    Professor, A University, 1992-present.\n\n"
        "Honors and    Medal, 1998.\nAwards        Prize, 1999.\n"
    )
    kinds = _kinds(text, "cv.txt")
    assert ("education", "PhD, A University, 1978. / BA, B College, 1970.") in kinds
    assert ("employment", "Professor, A University, 1992-present.") in kinds


def test_heading_of_two_lines() -> None:
    kinds = _kinds("Ada Lovelace\nResearch\nInterests\nEngines, looms\nHonors and\nAwards\nMedal, 1840\n", "cv.txt")
    assert kinds[1:] == [("topics", "Engines, looms"), ("awards", "Medal, 1840")]


def test_unknown_heading_that_looks_like_the_others_ends_a_section() -> None:
    text = "".join(
        f"<p><b>{title}</b></p><p>{text}</p>"
        for title, text in [
            ("Education", "BSc, Some College, 1835"),
            ("Awards", "Medal, 1840"),
            ("Publications", "A. Lovelace. Notes. 1843."),
            ("Tidbits", "I like looms."),
        ]
    )
    assert _kinds(f"<html><body>{text}</body></html>", "a.html")[-1] == ("other", "I like looms.")


def test_last_words_of_a_page_are_not_in_its_last_section() -> None:
    kinds = _kinds("# Ada\n\n## Awards\n\nMedal, 1840\n\nLast updated: May 1843\n")
    assert ("awards", "Medal, 1840") in kinds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (
            "- Lecturer, Some University, 2021 - present\n- Research Scientist, Initech Inc., 2019 - 2021\n"
            "- Postdoc, Other University, 2016 - 2019",
            "employment",
        ),
        ("- PhD in Physics, Some University, 2012-2016\n- BSc in Physics, Some College, 2008-2012", "education"),
        (
            "- Reviewer for Looms Letters, Journal of Cards\n- Program committee member, Conference on Engines 2020\n"
            "- Area chair and session chair, Cards 2021\n- Associate editor, Wheels",
            "service",
        ),
        ("- Best Paper Award, Looms 2020\n- Otranto Scholarship, 2018\n- Medal of Honour, 2017", "awards"),
    ],
)
def test_heading_without_meaning_has_the_kind_of_its_lines(text: str, kind: str) -> None:
    assert _kinds(f"# Ada Lovelace\n\nI like engines.\n\n## Looking back\n\n{text}\n")[-1][0] == kind


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


def test_position_below_experience_is_its_entry() -> None:
    kinds = _kinds("## Experience\n\n### Teaching Assistant\n\nA University\n\n2020 - 2021\n")
    assert kinds == [("employment", "A University / 2020 - 2021")]


def test_underlined_heading() -> None:
    text = "<p><u>Work in progress</u></p><p>On Looms</p><p><u>Awards</u></p><p>Medal, 1840</p>"
    assert _kinds(f"<html><body><h1>Ada</h1>{text}</body></html>", "a.html") == [
        ("publications", "On Looms"),
        ("awards", "Medal, 1840"),
    ]


def test_page_whose_text_is_all_headings() -> None:
    lines = ["ADA LOVELACE", "Otranto", "EDUCATION", "BSc, Some College, 1835", "MSc, Some College, 1837", "AWARDS"]
    lines += ["Medal, 1840", "Prize, 1841", "Ribbon, 1842"]
    kinds = _kinds("".join(f"<h3>{line}</h3>" for line in lines), "a.html")
    assert kinds[1:] == [
        ("education", "BSc, Some College, 1835 / MSc, Some College, 1837"),
        ("awards", "Medal, 1840 / Prize, 1841 / Ribbon, 1842"),
    ]


def test_rows_whose_first_cells_are_headings_of_any_words() -> None:
    cells = [("Education", "PhD, A University, 2020"), ("", "BSc, Some College, 2016"), ("Awards", "Medal, 2021")]
    cells += [("Publications", "A. Lovelace. Notes. 1843."), ("Tidbits", "I like looms.")]
    rows = "".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in cells)
    kinds = _kinds(f"<html><body><h1>Ada Lovelace</h1><table>{rows}</table></body></html>", "page.html")
    assert kinds[0][0] == "education"
    assert kinds[-2:] == [("publications", "A. Lovelace. Notes. 1843."), ("other", "I like looms.")]


def test_rows_of_a_table_of_posts_are_no_headings() -> None:
    cells = [("Lecturer", "A University", "2020"), ("Research", "B College", "2016"), ("Dean", "C School", "2010")]
    rows = "".join(f"<tr><td>{a}</td><td>{b}</td><td>{c}</td></tr>" for a, b, c in cells)
    kinds = _kinds(f"<html><body><h2>Experience</h2><table>{rows}</table></body></html>", "page.html")
    assert [k for k, _ in kinds] == ["employment"]


def test_bold_heading_with_a_word_that_says_nothing() -> None:
    text = "**Former Advisees**\n\n- Ida Spindle\n\n**Books Authored**\n\n- On Looms\n"
    assert _kinds(text) == [("students", "Ida Spindle"), ("publications", "On Looms")]


def test_heading_below_an_empty_section_is_part_of_it() -> None:
    """All headings look alike, and those of parts stand at once below that of the whole."""
    text = "## Honors and awards\n\n## Contests\n\n- Finalist, Loom Games 2019\n\n## Attic\n\n- Dust\n"
    assert _kinds(text) == [("awards", "Finalist, Loom Games 2019"), ("other", "Dust")]


def test_titles_of_papers_as_headings_are_of_no_kind() -> None:
    text = "### Ada\n\nWeaver.\n\n## Woven Language Models as General Pattern Machines\n\nA. Quillfeather, 2019\n"
    assert _kinds(text)[-1] == ("other", "A. Quillfeather, 2019")


def test_bold_line_below_a_heading_belongs_to_its_section() -> None:
    text = (
        "## Talks\n\n**Service**\n\n- Reviewer\n\n**Awards**\n\n- Prize\n\n**Teaching**\n\n- Looms\n\n## Education\n\n"
        "**DPhil in Woven Mathematics**\n\nUniversity of Vienna\n"
    )
    assert _kinds(text)[-1] == ("education", "University of Vienna")


def test_parts_below_the_name_of_a_page_have_their_own_kinds() -> None:
    text = (
        "# Runa Velderhoff\n\n## Part I\n\n"
        "- PhD in Physics, University of Oslo, 2015\n- MSc in Physics, Lund University, 2010\n"
        "- BSc in Mathematics, Uppsala University, 2008\n\n## Part II\n\n"
        "- R. Velderhoff and T. Okparanta. Waves in wet sand. Journal of Granular Physics, 12(3), pp. 1-20, 2019.\n"
        "- T. Okparanta, R. Velderhoff. A theory of slow rain. In Proceedings of the Conference on Weather, 2017.\n"
        "- R. Velderhoff. Grains and time. Physical Letters, vol. 3, pp. 9-12, 2016.\n"
    )
    document = read_bytes(text.encode(), "cv.md", "cv.md")
    found = {section.title: section.kind for section in find_sections(lines_of(document))}
    assert (found["Part I"], found["Part II"]) == (SectionKind.EDUCATION, SectionKind.PUBLICATIONS)
