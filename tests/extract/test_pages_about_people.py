"""Pages about a person in several sections: headings, lists right below them, labels, and lists of honours."""

from __future__ import annotations

import pytest

from tests.told import facts_told


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


@pytest.mark.parametrize(
    ("line", "award"),
    [
        ("*2022.5* **Excellent Weaver Cadre** (Award Rate: 1.5%) *Rice University*", "Excellent Weaver Cadre | 2022"),
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
