# ruff: noqa: E501
"""Heads of homepages in HTML (several positions, units, pictures of formulas) and what themes print below titles."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    ("head", "post"),
    [
        (
            "<p>H(I,x) = h(I) + f(I)</p><p class=titolo>Ada Plover</p>"
            "<p>Full Professor of Mechanics<br>Department of Mathematics<br>University of Linz</p>",
            ("Full Professor of Mechanics", "University of Linz"),
        ),
        (
            "<h1>Ada Plover</h1><p>Professor of Finance<br>Wim Aarts Endowed Chair of Real Estate<br>"
            "Faculty Director, Aarts Center for Houses<br>Loom School of Business, University of Ghent</p>",
            ("Professor of Finance", "University of Ghent"),
        ),
        (
            "<h1>Ada Plover</h1><h4>Associate Professor</h4><p><b>Systems and Loom Department</b></p>"
            "<p>Engineering Faculty</p><p><b>University of Oslo, Norway</b></p>",
            ("Associate Professor", "University of Oslo"),
        ),
    ],
)
def test_the_first_position_below_the_name_goes_with_the_university(head: str, post: tuple[str, str]) -> None:
    page = f"<html><head><title>Ada Plover</title></head><body>{head}</body></html>"
    assert post in _posts(page)


def test_what_a_thesis_in_quotes_is_about_is_no_advisor() -> None:
    page = (
        "<title>Ada Plover</title><h1>Ada Plover</h1><h2>Education</h2><p>2013: doctorate at the University of Linz,"
        ' with the dissertation "Inference under Prior-Data Conflict"</p>'
    )
    facts, _ = _read(page)
    assert not [c for c in facts.claims if c.relation is Relation.ADVISING]


def test_an_office_that_is_listed_hides_no_rank_that_the_text_states() -> None:
    page = (
        "<title>Ada Plover</title><h1>Ada Plover</h1><p>I am an Associate Professor at the University of Linz.</p>"
        "<h2>Appointments</h2><ul><li><b>2026–</b> Scientific director of the Loom Campus, University of Linz.</li></ul>"
    )
    assert {role for role, _ in _posts(page)} >= {"Associate Professor"}


@pytest.mark.parametrize(
    ("said", "before"),
    [
        (" after a postdoc at Yale University", "postdoc"),
        (", after working as a research scientist at Yale University", "research scientist"),
        (" following postdoctoral positions at Yale University", "postdoctoral researcher"),
    ],
)
def test_the_year_of_joining_is_not_that_of_the_post_before(said: str, before: str) -> None:
    page = f"<h1>Ada Plover</h1><p>I am a weaver. I joined the University of Ghent in 2011{said}.</p>"
    facts, names = _read(page)
    posts = {
        (names[c.roles["organization"]], c.values.get("role"), c.values.get("start"), c.values.get("end"))
        for c in facts.claims
        if c.relation is Relation.EMPLOYMENT
    }
    assert posts == {("University of Ghent", None, "2011", "present"), ("Yale University", before, None, None)}
