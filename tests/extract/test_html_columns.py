# ruff: noqa: E501
"""HTML pages whose parts tell what they are by their places: cards, columns without headings, news. Invented people."""

from __future__ import annotations

import pytest
from told import facts_told

from graph_builder.extract.normalise.dates import dash_parts
from graph_builder.extract.normalise.person_names import is_name


def _facts(text: str, name: str = "Ada K. Lovelace") -> set[str]:
    """Return the facts of a page on a person."""
    return facts_told(f"<h1>{name}</h1>{text}", "page.html")


_CASES: dict[str, tuple[str, set[str]]] = {
    "degrees beside a portrait": (
        "<p>Email:<br> ada@example.org</p><p>M.S. in Weaving<br><a href='s'>School of Textiles</a><br><a href='u'>Lund University</a></p><p>B.S. in Wool<br><a href='u'>Rice University</a></p><p>Welcome to my page!</p>",
        {"education | Lund University | master", "education | Rice University | bachelor"},
    ),
    "open dates in a column": (
        "<h2>Current Positions</h2><table><tr><td>2024 -</td><td>Associate Professor<br>Lund University</td></tr><tr><td>2019 -</td><td>Researcher<br>Rice University</td></tr></table>",
        {
            "employment | Lund University | Associate Professor | 2024 | present",
            "employment | Rice University | Researcher | 2019 | present",
        },
    ),
}


@pytest.mark.parametrize("case", _CASES)
def test_page(case: str) -> None:
    page, expected = _CASES[case]
    assert {f for f in _facts(page) if not f.startswith(("authorship", "service"))} >= expected
    kinds = {f.split(" | ")[0] for f in expected}
    told = {f for f in _facts(page) if f.split(" | ")[0] in kinds | {"publication", "employment", "education"}}
    assert {f for f in told if not f.startswith("authorship")} == expected


def test_arabic_names() -> None:
    assert is_name("Zoe AlQuist")
    assert is_name("Zoe ElQuist")
    assert not is_name("Zoe AlexNet")


def test_a_dash_at_the_end_of_a_cell_parts_nothing() -> None:
    assert not dash_parts(["2024 -\tLecturer", "2019 -\tResearcher"])
    assert dash_parts(["2024 - Lecturer", "2019 - Researcher"])
