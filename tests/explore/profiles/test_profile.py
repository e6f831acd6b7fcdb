"""Profiles and cards: every line that the sources state, once, in order."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from graph_builder.explore import card, find_thing, profile
from graph_builder.explore.profiles.profile import Entry, posts
from graph_builder.explore.things.reader import Reader
from graph_builder.model import QueryError
from graph_builder.query.index.schema import GB, RDF_TYPE


def lines(entries: tuple[Entry, ...]) -> list[tuple[str, str, str]]:
    return [(entry.thing.name if entry.thing else "", entry.text, entry.dates) for entry in entries]


def test_person(store: ox.Store) -> None:
    mira = profile(store, find_thing(store, "Mira Okafor"))
    assert mira.names == ("M. Okafor",)
    assert "https://orcid.org/0000-0000-0000-0001" in mira.identifiers
    assert lines(mira.career) == [
        ("Harbour Labs", "Research scientist (Vision Team)", "2019-07–present"),
        ("Northwind", "Intern", "2018"),
    ]
    assert lines(mira.degrees) == [("Lakeside University", "doctorate", "2015-09–2019")]
    assert [entry.thing.name for entry in mira.advisors if entry.thing] == ["Jonas Lindqvist"]
    assert lines(mira.papers) == [
        ("Fast Graphs for Slow People", "", "2022"),
        ("Slow Graphs for Fast People", "ICXX", "2021"),
    ]
    assert [count for _, count in mira.coauthors] == [2, 1]
    assert mira.coauthors[0][0].name == "Jonas Lindqvist"
    assert lines(mira.topics) == [("graph learning", "", "")]
    assert lines(mira.awards) == [("", "Best Paper Award", "2021")]
    assert lines(mira.service) == [("ICXX", "reviewer", "2022")]
    assert mira.sources == ("cvs/jonas.txt", "cvs/mira.md")


def test_students_are_seen_from_the_other_side(store: ox.Store) -> None:
    jonas = profile(store, find_thing(store, "Jonas Lindqvist"))
    assert [entry.thing.name for entry in jonas.students if entry.thing] == ["Mira Okafor"]
    assert jonas.advisors == ()


@pytest.mark.parametrize(
    ("name", "sections"),
    [
        ("Harbour Labs", {"People now": 1, "People before": 1, "Units": 1}),
        ("Vision Team", {"Part of": 1, "People now": 1}),
        ("Lakeside University", {"People now": 1, "Alumni": 1}),
        ("ICXX", {"Papers": 1, "Service": 1}),
        ("Slow Graphs for Fast People", {"Authors": 3, "Published": 1, "Listed by": 1}),
        ("graph learning", {"People": 1}),
    ],
)
def test_cards(store: ox.Store, name: str, sections: dict[str, int]) -> None:
    found = card(store, find_thing(store, name))
    assert {section.title: len(section.entries) for section in found.sections} == sections


def test_sources_that_disagree_on_a_position_are_both_heard(store: ox.Store) -> None:
    authors = card(store, find_thing(store, "Slow Graphs for Fast People")).sections[0].entries
    assert [entry.text for entry in authors] == ["author 1 or 2", "author 1 or 2", "author 3"]


def test_unknown_address(store: ox.Store) -> None:
    with pytest.raises(QueryError, match="is not in this graph"):
        profile(store, "https://example.org/nobody")


def posts_of(values: list[dict[str, str]]) -> list[tuple[str, str]]:
    """Return text and dates of the posts that some facts on one person at one place give."""
    store = ox.Store()
    for number, held in enumerate(values):
        fact, graph = ox.NamedNode(f"http://example.org/f{number}"), ox.NamedNode("http://example.org/g")
        said = {"person": ox.NamedNode("http://example.org/p"), "organization": ox.NamedNode("http://example.org/o")}
        for name, value in {**said, **{k: ox.Literal(v) for k, v in held.items()}}.items():
            store.add(ox.Quad(fact, ox.NamedNode(GB + name), value, graph))
        store.add(ox.Quad(fact, ox.NamedNode(RDF_TYPE), ox.NamedNode(GB + "Employment"), graph))
    reader = Reader(store)
    facts = reader.facts_of("http://example.org/p")
    return [(entry.text, entry.dates) for entry in posts(reader, facts, "organization")]


def test_papers_of_many_years_are_one_line_and_a_stated_post_another() -> None:
    years = [{"year": year} for year in ("2019", "2015", "2016", "2003")]
    stated = {"start": "2014", "startYear": "2014", "ongoing": "true", "role": "Engineer"}
    assert posts_of([*years, stated]) == [
        ("Engineer", "2014–present"),
        ("on papers", "2015–2019"),
        ("on papers", "2003"),
    ]


def test_an_organisation_does_not_count_authors_among_those_who_left() -> None:
    store = ox.Store()
    graph = ox.NamedNode("http://example.org/g")
    place = ox.NamedNode("http://example.org/o")
    store.add(ox.Quad(place, ox.NamedNode(RDF_TYPE), ox.NamedNode("https://schema.org/Organization"), graph))
    for name, value in {"person": ox.NamedNode("http://example.org/p"), "year": ox.Literal("2019")}.items():
        store.add(ox.Quad(ox.NamedNode("http://example.org/f"), ox.NamedNode(GB + name), value, graph))
    store.add(ox.Quad(ox.NamedNode("http://example.org/f"), ox.NamedNode(GB + "organization"), place, graph))
    store.add(
        ox.Quad(ox.NamedNode("http://example.org/f"), ox.NamedNode(RDF_TYPE), ox.NamedNode(GB + "Employment"), graph)
    )
    sections = {section.title: section.entries for section in card(store, place.value).sections}
    assert set(sections) == {"On papers"}
    assert sections["On papers"][0].dates == "2019"
