"""Cards: every line that the sources state, once, in order."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from graph_builder.explore import card, find_thing
from graph_builder.explore.profiles.entries import posts
from graph_builder.explore.things.reader import Reader
from graph_builder.model import QueryError
from graph_builder.query.index.schema import GB, RDF_TYPE

PERSON = "https://schema.org/Person"


def lines(store: ox.Store, name: str) -> dict[str, list[tuple[str, str, str]]]:
    """Return the lines of a card by section: the thing that each leads to, its text and its dates."""
    return {
        section.title: [(e.thing.name if e.thing else "", e.text, e.dates) for e in section.entries]
        for section in card(store, find_thing(store, name)).sections
    }


def test_person(store: ox.Store) -> None:
    mira = card(store, find_thing(store, "Mira Okafor"))
    assert mira.names == ("M. Okafor",)
    assert "https://orcid.org/0000-0000-0000-0001" in mira.identifiers
    assert mira.sources == ("cvs/jonas.txt", "cvs/mira.md")
    found = lines(store, "Mira Okafor")
    assert found["Career"] == [
        ("Harbour Labs", "Research scientist (Vision Team)", "2019-07–present"),
        ("Northwind", "Intern", "2018"),
    ]
    assert found["Degrees"] == [("Lakeside University", "doctorate", "2015-09–2019")]
    assert [name for name, _, _ in found["Advisors"]] == ["Jonas Lindqvist"]
    assert found["Papers"] == [
        ("Fast Graphs for Slow People", "", "2022"),
        ("Slow Graphs for Fast People", "ICXX", "2021"),
    ]
    assert [text for _, text, _ in found["Co-authors"]] == ["2 papers", "1 paper"]
    assert found["Co-authors"][0][0] == "Jonas Lindqvist"
    assert found["Interests"] == [("graph learning", "", "")]
    assert found["Awards"] == [("", "Best Paper Award", "2021")]
    assert found["Service"] == [("ICXX", "reviewer", "2022")]


def test_students_are_seen_from_the_other_side(store: ox.Store) -> None:
    jonas = lines(store, "Jonas Lindqvist")
    assert [name for name, _, _ in jonas["Students"]] == ["Mira Okafor"]
    assert "Advisors" not in jonas


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
        card(store, "https://example.org/nobody")


def posts_of(values: list[dict[str, str]]) -> list[tuple[str, str]]:
    """Return text and dates of the posts that some facts on one person at one place give."""
    reader = Reader(stated(values))
    return [(e.text, e.dates) for e in posts(reader, reader.facts_of("http://example.org/p"), "organization")]


def stated(values: list[dict[str, str]]) -> ox.Store:
    """Return a graph of facts on one person at one place, each of *source* ``g`` where it names no other."""
    store = ox.Store()
    graph = ox.NamedNode("http://example.org/g")
    store.add(ox.Quad(ox.NamedNode("http://example.org/p"), ox.NamedNode(RDF_TYPE), ox.NamedNode(PERSON), graph))
    place = ox.NamedNode("http://example.org/o")
    store.add(ox.Quad(place, ox.NamedNode(RDF_TYPE), ox.NamedNode("https://schema.org/Organization"), graph))
    for number, held in enumerate(values):
        fact, graph = (
            ox.NamedNode(f"http://example.org/f{number}"),
            ox.NamedNode(f"http://e.org/{held.get('source', 'g')}"),
        )
        said = {"person": ox.NamedNode("http://example.org/p"), "organization": ox.NamedNode("http://example.org/o")}
        given = {name: ox.Literal(value) for name, value in held.items() if name != "source"}
        for name, value in {**said, "source": graph, **given}.items():
            store.add(ox.Quad(fact, ox.NamedNode(GB + name), value, graph))
        store.add(ox.Quad(fact, ox.NamedNode(RDF_TYPE), ox.NamedNode(GB + "Employment"), graph))
    return store


WEAVER, DYER = {"role": "Weaver"}, {"role": "Dyer"}


@pytest.mark.parametrize(
    ("facts", "lines"),
    [
        ([{**WEAVER, "start": "2015", "end": "2019"}, {**WEAVER, "source": "h"}], [("Weaver", "2015–2019")]),
        ([{**WEAVER, "start": "2015-03"}, {"start": "2015", "end": "2019", "source": "h"}],
         [("Weaver", "2015-03–2019")]),
        ([{**WEAVER, "start": "2015", "end": "2019"}, {**WEAVER, "start": "2015", "ongoing": "true", "source": "h"}],
         [("Weaver", "2015–2019 or present")]),
        ([{**WEAVER, "start": "2015"}, {**DYER, "start": "2015", "source": "h"}],  # held in parallel
         [("Dyer", "2015–"), ("Weaver", "2015–")]),
        ([{**WEAVER, "start": "2015", "end": "2016"}, {**WEAVER, "start": "2018", "end": "2019"}, WEAVER],
         [("Weaver", "2018–2019"), ("Weaver", "2015–2016"), ("Weaver", "")]),  # the undated one may be either
    ],
)  # fmt: skip
def test_a_post_that_several_sources_state_is_one_line(
    facts: list[dict[str, str]], lines: list[tuple[str, str]]
) -> None:
    assert posts_of(facts) == lines


def test_an_organisation_counts_people_not_posts() -> None:
    graph = stated([{**WEAVER, "start": "2015", "end": "2019"}, {**DYER, "start": "2019", "end": "2020"}])
    (section,) = card(graph, "http://example.org/o").sections
    assert (section.title, len(section.entries)) == ("People before", 1)
    assert section.entries[0].text == "Dyer 2019–2020; Weaver 2015–2019"


def test_papers_of_many_years_are_one_line_and_a_stated_post_another() -> None:
    years = [{"year": year} for year in ("2019", "2015", "2016", "2003")]
    stated = {"start": "2014", "startYear": "2014", "ongoing": "true", "role": "Engineer"}
    assert posts_of([*years, stated]) == [
        ("Engineer", "2014–present"),
        ("on papers", "2015–2019"),
        ("on papers", "2003"),
    ]


def test_an_organisation_does_not_count_authors_among_those_who_left() -> None:
    sections = {
        section.title: section.entries for section in card(stated([{"year": "2019"}]), "http://example.org/o").sections
    }
    assert set(sections) == {"On papers"}
    assert sections["On papers"][0].dates == "2019"
