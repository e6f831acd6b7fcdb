"""Positions in bold above lists of houses, and long titles of papers that have a word of headings in them."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_bytes

_VITA = """# Ada Plover

## Work Experience

**Postdoctoral Researcher**

- University of Linz — North Campus (Sept 2015 - present)
  - Developer of models of looms and of the yarn that they need
- University of Ghent — Department of Toys (Jan 2014 - Sept 2015)
  - Models of games

{0}Research Assistant{0}

- University of Oslo — South Campus (Oct 2012 - May 2013)
  - Developer and editor of an online journal
"""


def _posts(text: str, name: str = "cv.md") -> set[tuple[str, str]]:
    found = extract(read_bytes(text.encode(), name, name))
    names = {m.id: m.name for m in found.mentions}
    return {
        (str(c.values.get("role")), names[c.roles["organization"]])
        for c in found.claims
        if c.relation is Relation.EMPLOYMENT
    }


@pytest.mark.parametrize("mark", ["**", "__"])
def test_positions_in_bold_head_the_items_below_them(mark: str) -> None:
    assert _posts(_VITA.format(mark)) == {
        ("Postdoctoral Researcher", "University of Linz"),
        ("Postdoctoral Researcher", "University of Ghent"),
        ("Research Assistant", "University of Oslo"),
    }


def test_a_long_title_among_papers_is_no_section() -> None:
    page = """<h1>Ada Plover</h1><h2>Publications</h2>
    <h3>Why Towns Grow</h3><p>with <a href="x">B. Okri</a></p><p><em>Journal of Towns</em>, 2020, 1-20</p>
    <h3>How Looms of Villages Shape the Education Choices</h3><p>with B. Okri and C. Lind</p>
    <p><em>Journal of Yarn</em>, 2019, 30-40</p>"""
    found = extract(read_bytes(page.encode(), "p.html", "p.html"))
    names = {m.id: m.name for m in found.mentions}
    works = {names[c.roles["work"]] for c in found.claims if c.relation is Relation.PUBLICATION}
    assert works == {"Why Towns Grow", "How Looms of Villages Shape the Education Choices"}
