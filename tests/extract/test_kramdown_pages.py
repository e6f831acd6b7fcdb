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

## Awards

|---|---|
| 2009 | Loom Prize |
| 2005 | Knot Medal |
"""


CELLS = """# Ada Weaver

## Education

<table>
<tr>
<td markdown="1">
[**University of Oslo**](https://o.example), 2016 - 2018
- **Master's degree in Weaving**
- Supervisor: Dr. Ned Moor
</td>
</tr>
</table>
"""


def test_lists_in_the_cells_of_html_tables() -> None:
    assert facts_told(CELLS, "cv.md") == {
        "education | University of Oslo | master | 2016 | 2018",
        "advising | Ada Weaver | Ned Moor",
    }


JOURNALS = """# Publications

[2] Ada Weaver, Ned Brook (2019)\u0020\u0020
**Thread identification in models of cloth**\u0020\u0020
SIAM/LOOM J. Uncertain. Threads 7(2), p. 526-552, [DOI](https://d.example). ([arXiv](https://arxiv.org/abs/1805.03304))

[1] Ada Weaver, Ned Brook (2018)\u0020\u0020
**How looms sample their threads**\u0020\u0020
J. Comput. Looms 368, p. 154-178, [DOI](https://d.example). ([arXiv](https://arxiv.org/abs/1709.09763))
"""


STUDENTS = """# Ada Weaver

## Mentoring

At the Loom College, I am mentoring two students in weaving on applying knots to their research:
* Ned Fiedler:<br>
Reasoning about threads
* Thomas Moor, Cora Brook (now PhD student at CMU):<br>
Runtime bounds for looms

## Supervision

* Co-supervision of one PhD student at the University of Rome (Emma Twine), with Ned Knot.
* Supervision of two master theses at the University of Oslo (Sara Loom and Karl Weft) — *Knots and threads*.
* Supervision of ten bachelor theses at the University of Oslo (Faculty of Science).
"""


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
