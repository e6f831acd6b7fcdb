"""Heads of homepages in HTML (several positions, units, pictures of formulas) and what themes print below titles."""

from __future__ import annotations

from graph_builder.extract import extract
from graph_builder.model import Relation, SourceFacts
from graph_builder.read import read_bytes


def _read(page: str) -> tuple[SourceFacts, dict[str, str]]:
    facts = extract(read_bytes(page.encode(), "p.html", "p.html"))
    return facts, {m.id: m.name for m in facts.mentions}


def _posts(page: str) -> set[tuple[str | None, str]]:
    facts, names = _read(page)
    return {
        (c.values.get("role"), names[c.roles["organization"]])
        for c in facts.claims
        if c.relation is Relation.EMPLOYMENT
    }


def test_what_a_thesis_in_quotes_is_about_is_no_advisor() -> None:
    page = (
        "<title>Ada Plover</title><h1>Ada Plover</h1><h2>Education</h2><p>2013: doctorate at the University of Linz,"
        ' with the dissertation "Inference under Prior-Data Conflict"</p>'
    )
    facts, _ = _read(page)
    assert not [c for c in facts.claims if c.relation is Relation.ADVISING]
