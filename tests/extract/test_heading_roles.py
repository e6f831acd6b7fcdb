"""Positions in bold above lists of houses, and long titles of papers that have a word of headings in them."""

from __future__ import annotations

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_bytes


def test_a_long_title_among_papers_is_no_section() -> None:
    page = """<h1>Ada Plover</h1><h2>Publications</h2>
    <h3>Why Towns Grow</h3><p>with <a href="x">B. Okri</a></p><p><em>Journal of Towns</em>, 2020, 1-20</p>
    <h3>How Looms of Villages Shape the Education Choices</h3><p>with B. Okri and C. Lind</p>
    <p><em>Journal of Yarn</em>, 2019, 30-40</p>"""
    found = extract(read_bytes(page.encode(), "p.html", "p.html"))
    names = {m.id: m.name for m in found.mentions}
    works = {names[c.roles["work"]] for c in found.claims if c.relation is Relation.PUBLICATION}
    assert works == {"Why Towns Grow", "How Looms of Villages Shape the Education Choices"}
