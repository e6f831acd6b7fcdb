"""Pages about a person in several sections: headings, lists right below them, labels, and lists of honours."""

from __future__ import annotations

import pytest

from tests.told import facts_told

LISTS_RIGHT_BELOW = """---
title: "News!"
---
* 06/2020: New loom!
<h2 id="bio">Biography</h2>

Hi, I am Ada Weaver, a weaver at Initech. My research interests are looms.

<h2 id="education"> Education</h2>  
* <small>**Ph.D.** in Wool <br>
    Rice University (2015 - 2020)</small>
* <small>**B.M.** in Yarn  
    University of Oslo (2009 - 2013)</small>

<h2 id="work">Work</h2> 
* <small>Applied Scientist II, Globex (06/2020 - now)</small>
* <small>Loom Intern, Google (06/2019 - 09/2019)</small>
"""  # noqa: W291 (blanks behind a tag are what is tested)


def test_lists_right_below_headings_of_a_page_that_begins_with_news() -> None:
    assert facts_told(LISTS_RIGHT_BELOW, "page.md") >= {
        "interest | looms",
        "education | Rice University | doctorate | 2015 | 2020",
        "education | University of Oslo | bachelor | 2009 | 2013",
        "employment | Globex | Applied Scientist II | 2020-06 | present",
        "employment | Google | Loom Intern | 2019-06 | 2019-09",
    }


def test_a_label_in_the_next_line_of_a_paragraph() -> None:
    page = (
        "# Ada Weaver\n\n## Current Position\n\nLecturer, Loom Laboratory, Rice University\nAdvisor: Dr. Bo Spinner\n\n"
        "### Highlights\n\n* First place, Loom Challenge (2025)\n"
        "* Young Weaver Award (20th International Conference on Wool and Yarn Engineering, Sampleton, 2024)\n"
    )
    assert facts_told(page, "page.md") == {
        "employment | Rice University | Lecturer",
        "advising | Ada Weaver | Bo Spinner",
        "award | First place, Loom Challenge | 2025",
        "award | Young Weaver Award | 2024",
    }


def test_books_that_one_likes_are_not_ones_own() -> None:
    page = "# Ada Weaver\n\nI weave.\n\n## Favorite Books\n\n* The Society of Wool by Bo Spinner.\n* Yarn by Cy Dyer\n"
    assert not facts_told(page, "page.md")


def test_papers_that_are_to_come() -> None:
    page = (
        "# Ada Weaver\n\n## Publications\n\n"
        "* **Ada Weaver**, Bo Spinner. Weaving by Hand for Everyone. *International Conference on Wool*, 2014.\n\n"
        "Other 2 papers on looms have currently been submitted to top conferences.\n"
    )
    assert facts_told(page, "page.md") == {
        "publication | Weaving by Hand for Everyone | International Conference on Wool | 2014"
    }


def test_theses_in_a_list_of_posts_and_degrees() -> None:
    page = (
        "# Ada Weaver\n\n### Research Positions and Education\n\n"
        "* **2020-present: Postdoctoral researcher** at Rice University.<br>\n    Advisor: Prof. Cy Dyer. <br>\n"
        "* **2016-2020: PhD student** at University of Oslo.<br>\n    Supervisor: Prof. Bo Spinner. <br>\n"
        "    Thesis: Quantifying the behaviour of active looms in winter <br>\n"
    )
    assert facts_told(page, "page.md") == {
        "employment | Rice University | Postdoctoral researcher | 2020 | present",
        "education | University of Oslo | doctorate | 2016 | 2020",
        "publication | Quantifying the behaviour of active looms in winter | University of Oslo | 2020",
        "advising | Ada Weaver | Cy Dyer",
        "advising | Ada Weaver | Bo Spinner",
    }


@pytest.mark.parametrize(
    ("line", "award"),
    [
        ("*2022.5* **Excellent Weaver Cadre** (Award Rate: 1.5%) *Rice University*", "Excellent Weaver Cadre | 2022"),
        (
            "**First Prize.** The 2023 National Final of the Loom Challenge 2023.11",
            "First Prize. The 2023 National Final of the Loom Challenge | 2023",
        ),
    ],
)
def test_honours_with_years_in_front_and_inside(line: str, award: str) -> None:
    other = "*2022.10* **Loom Scholarship** (Award Rate: 5%) *Rice University*"
    page = f"# Ada Weaver\n\n## Honors and Awards\n\n- {line}\n- {other}\n"
    assert facts_told(page, "page.md") == {f"award | {award}", "award | Loom Scholarship | 2022"}


def test_the_title_of_an_award_beside_its_giver_and_date() -> None:
    page = (
        "---\ntitle: Ada Weaver\nawards:\n"
        "  - title: Third Prize of the 8th Loom (Sampleton) & Yarn Competition, Oslo Division\n"
        "    date: '2024-10-27'\n    awarder: Loom Society\n"
        "  - title: Travel Award for 2017 International Loom School\n    date: '2017-05-17'\n"
        "    awarder: Yarn Institute\n"
        "  - title: National Scholarship 2016\n    date: '2016-12-31'\n    awarder: Ministry of Wool\n---\n"
    )
    assert facts_told(page, "page.md") == {
        "award | Third Prize of the 8th Loom (Sampleton) & Yarn Competition, Oslo Division | 2024",
        "award | Travel Award for 2017 International Loom School | 2017",
        "award | National Scholarship | 2016",
    }


def test_labels_with_full_stops_and_what_awards_were_for() -> None:
    page = (
        "# Ada Weaver\n\n### Awards\n\n**2022** — **Hex thesis award**  \n"
        "The faculty of Wool at Rice University awarded my master's thesis with the Hex Prize, which rewards looms.\n"
        "\n### Education\n\n**2022 - present** — **Ph.D. in Wool**  \n_Location._ Rice University  \n"
        "_Supervisors._ Prof. Bo Spinner, Dr. Cy Dyer\n"
    )
    assert facts_told(page, "page.md") >= {
        "award | Hex thesis award | 2022",
        "advising | Ada Weaver | Bo Spinner",
        "advising | Ada Weaver | Cy Dyer",
    }
    assert len([fact for fact in facts_told(page, "page.md") if fact.startswith("award")]) == 1


def test_the_number_of_a_book_is_no_venue() -> None:
    page = "# Ada Weaver\n\n## Books\n\n1. **Computational Looms - A Primer** (ISBN: 978-9334283235, April 2025)\n"
    assert facts_told(page, "page.md") == {"publication | Computational Looms - A Primer | 2025"}
