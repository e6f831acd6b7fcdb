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


def test_heads_of_abstracts_below_titles_are_no_papers() -> None:
    item = (
        "<div><h3><a href=x>{0}</a></h3><a href=x class=summary-link><div class=article-style>In recent years the looms"
        " of towns have grown beyond what one weaver alone can mend in a day. This …</div></a>"
        "<div><span>Bo Okri</span>, <span><a href=y>Ada Plover</a></span></div></div>"
    )
    papers = "".join(item.format(t) for t in ("The Future of Looms", "Yarn and the Growth of Towns"))
    facts, names = _read(f"<title>Ada Plover</title><h1>Ada Plover</h1><h2>Publications</h2>{papers}")
    works = {names[c.roles["work"]] for c in facts.claims if c.relation is Relation.PUBLICATION}
    assert works == {"The Future of Looms", "Yarn and the Growth of Towns"}


def test_what_a_thesis_in_quotes_is_about_is_no_advisor() -> None:
    page = (
        "<title>Ada Plover</title><h1>Ada Plover</h1><h2>Education</h2><p>2013: doctorate at the University of Linz,"
        ' with the dissertation "Inference under Prior-Data Conflict"</p>'
    )
    facts, _ = _read(page)
    assert not [c for c in facts.claims if c.relation is Relation.ADVISING]


def _works(page: str) -> set[tuple[str, str, str, tuple[str, ...]]]:
    facts, names = _read(page)
    authors: dict[str, list[str]] = {}
    for c in facts.claims:
        if c.relation is Relation.AUTHORSHIP:
            authors.setdefault(names[c.roles["work"]], []).append(names[c.roles["author"]])
    return {
        (
            (title := names[c.roles["work"]]),
            names.get(c.roles.get("venue", ""), ""),
            c.values.get("year", ""),
            tuple(authors.get(title, ())),
        )
        for c in facts.claims
        if c.relation is Relation.PUBLICATION
    }


_CARD = "<article><div>{0}</div><div><p>{1}</p><h3>{2}</h3><p>{3}</p></div></article>"


@pytest.mark.parametrize(("first", "second"), [("Academic article", "Book"), ("Article académique", "Ouvrage")])
def test_years_stand_above_the_titles_of_cards(first: str, second: str) -> None:
    cards = (
        _CARD.format(2025, first, "Beyond Looms: How Towns Grow", "Avec G. Simek · <em>Journal of Towns</em>, vol. 27.")
        + _CARD.format(2023, first, "A Loom in the Room of Weavers", "with B. Okri · <em>Journal of Wool</em>, vol. 2.")
        + _CARD.format(2021, second, "Where Weavers Work", "Loom Press · 127 pages.")
    )
    page = (
        "<title>Ada Plover</title><h1>Ada Plover</h1><section><h2>Publications</h2><p>A selection of recent work on"
        f" towns.</p>{cards}</section>"
    )
    found = {(title, year, authors) for title, _, year, authors in _works(page)}
    assert ("Beyond Looms: How Towns Grow", "2025", ("G. Simek",)) in found
    assert ("A Loom in the Room of Weavers", "2023", ("B. Okri",)) in found
    assert ("Where Weavers Work", "2021", ()) in found


def test_news_cite_works_behind_a_word_on_what_is_new() -> None:
    items = (
        "<li><b>June 2026:</b> New publication! Okri, B.; Plover, A. (2026). 'Meals of Weavers in Nine Towns', Loom School"
        " of Wool, London.</li>"
        "<li><b>May 2026:</b> New working paper! 'How looms learn: a study of nine towns' (with Bo Okri and Cyd Lind), IZA"
        " Discussion Paper no. 18042. [<a href=x>link</a>]</li>"
        "<li><b>May 2026:</b> New funding! Yarn and wool in old towns, Ministry of Looms.</li>"
    )
    page = f"<title>Ada Plover</title><h1>Ada Plover</h1><h2>News</h2><ul>{items}</ul>"
    assert _works(page) == {
        ("Meals of Weavers in Nine Towns", "Loom School of Wool", "2026", ("Okri, B.", "Plover, A.")),
        ("How looms learn: a study of nine towns", "IZA Discussion Paper", "2026", ("Bo Okri", "Cyd Lind")),
    }


@pytest.mark.parametrize("label", ["Directeurs de thèse:", "PhD advisors:", "Supervisors:"])
def test_labels_above_the_names_of_advisors(label: str) -> None:
    page = f"<title>Ada Plover</title><h1>Ada Plover</h1><p>{label}<br><a href=a>Bo Okri</a> and <a href=b>Cyd Lind</a></p>"
    facts, names = _read(page)
    found = {(names[c.roles["student"]], names[c.roles["advisor"]]) for c in facts.claims if "advisor" in c.roles}
    assert found == {("Ada Plover", "Bo Okri"), ("Ada Plover", "Cyd Lind")}


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
