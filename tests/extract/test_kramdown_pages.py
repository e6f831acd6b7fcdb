"""Facts of Markdown pages in kramdown's dialect, and in layouts of tables, cards and lines without labels."""

from __future__ import annotations

from tests.told import facts_told

TABLES = """# Ada Weaver

## Academic Positions

| 10/2024 – present | Lecturer in Prof. Ned Moor's group at the University of Oslo, on [looms](https://l.example) |
| 09/2017 – 09/2024 | Research assistant at MIT in Prof. Cora Brook's Threads and Knots group, with looms |
| 05/2017 – 07/2017 | Visitor at the University of Melbourne, working in a team of weavers |
| 01/2017 – 04/2017 | 3 months Weaving Internship at Google |
{: .kv }
"""


def test_tables_without_headings() -> None:
    assert facts_told(TABLES, "cv.md") == {
        "employment | University of Oslo | Lecturer | 2024-10 | present",
        "employment | MIT | Research assistant | 2017-09 | 2024-09",
        "employment | University of Melbourne | Visitor | 2017-05 | 2017-07",
        "employment | Google | 3 months Weaving Internship | 2017-01 | 2017-04",
    }


POSTS = """# Ada Weaver

## Experience

- **2018–present** — Researcher, Thread team, University of Oslo, Norway.
- **2017** — Postdoctoral researcher, University of Bergen, Norway.
"""


def test_a_dash_behind_an_open_range_parts_the_other_years_too() -> None:
    assert facts_told(POSTS, "cv.md") == {
        "employment | University of Oslo | Researcher | 2018 | present",
        "employment | University of Bergen | Postdoctoral researcher | 2017 | 2017",
    }
