"""What a picture shows and what it leaves out."""

from __future__ import annotations

from dataclasses import replace

import pyoxigraph as ox
import pytest

from graph_builder.explore import Selection, find_thing
from graph_builder.explore.pictures.picture import Picture
from graph_builder.explore.pictures.selection import select
from graph_builder.explore.things.reader import Reader
from graph_builder.model import EntityKind, Relation

P, O, W = EntityKind.PERSON, EntityKind.ORGANIZATION, EntityKind.WORK  # noqa: E741


def names(picture: Picture) -> set[str]:
    return {thing.name for thing in picture.nodes}


def edges(store: ox.Store, picture: Picture) -> set[tuple[str, str, str]]:
    reader = Reader(store)
    return {(reader.name(edge.start), edge.relation, reader.name(edge.end)) for edge in picture.edges}


def about(store: ox.Store, name: str, **options: object) -> Picture:
    return select(Reader(store), replace(Selection(about=(find_thing(store, name),)), **options))


def test_hops_count_edges(store: ox.Store) -> None:
    assert names(about(store, "Polder Institute", hops=0)) == {"Polder Institute"}
    assert names(about(store, "Polder Institute", hops=1)) == {"Polder Institute", "Jonas Lindqvist"}
    two = names(about(store, "Polder Institute", hops=2))
    assert {"Mira Okafor", "Lakeside University", "Slow Graphs for Fast People"} <= two
    assert not two & {"ICXX", "Northwind", "graph learning"}


def test_units_stand_under_their_organisation(store: ox.Store) -> None:
    assert ("Vision Team", "part of", "Harbour Labs") in edges(store, about(store, "Harbour Labs", hops=1))


@pytest.mark.parametrize(
    ("options", "there", "gone"),
    [
        ({"relations": frozenset({Relation.EMPLOYMENT})}, {"Harbour Labs", "Northwind"}, {"ICXX", "graph learning"}),
        ({"min_confidence": 0.7}, {"Harbour Labs"}, {"Northwind"}),
        (
            {"years": (2018, 2018)},
            {"Northwind", "Lakeside University"},
            {"Harbour Labs", "Fast Graphs for Slow People"},
        ),
        ({"years": (2023, 2024)}, {"Harbour Labs"}, {"Northwind", "Slow Graphs for Fast People"}),
        ({"years": (2022, 2022)}, {"Fast Graphs for Slow People"}, {"Slow Graphs for Fast People"}),
    ],
)
def test_filters(store: ox.Store, options: dict[str, object], there: set[str], gone: set[str]) -> None:
    shown = names(about(store, "Mira Okafor", hops=1, **options))
    assert there <= shown
    assert not gone & shown


def test_co_authors_stand_in_for_papers_left_out(store: ox.Store) -> None:
    picture = about(store, "Mira Okafor", hops=1, kinds=frozenset({P}))
    ties = {edge.relation: edge.count for edge in picture.edges if edge.relation == "co-author" and edge.count > 1}
    assert len(picture.nodes) == 3
    assert ties == {"co-author": 2}


def test_what_it_is_about_is_shown_whatever_its_kind(store: ox.Store) -> None:
    assert names(about(store, "Northwind", hops=1, kinds=frozenset({P}))) == {"Northwind", "Mira Okafor"}


def test_a_way_that_is_filtered_out_leads_nowhere(store: ox.Store) -> None:
    picture = about(store, "Northwind", hops=3, min_confidence=0.7)
    assert (names(picture), picture.left_out) == ({"Northwind"}, {})


def test_cap_keeps_one_piece_and_says_what_is_missing(store: ox.Store) -> None:
    picture = about(store, "Northwind", hops=3, max_nodes=4)
    assert len(picture.nodes) == 4
    assert picture.nodes[0].name == "Northwind"
    assert "Mira Okafor" in names(picture)
    whole = about(store, "Northwind", hops=3)
    assert sum(picture.left_out.values()) == len(whole.nodes) - 4
    assert whole.left_out == {}


def test_whole_graph(store: ox.Store) -> None:
    picture = select(Reader(store), Selection())
    assert len(picture.nodes) == 12
    assert {Reader(store).name(iri) for iri in picture.subjects} == {"Mira Okafor", "Jonas Lindqvist"}


def test_same_whatever_the_order_of_the_quads(store: ox.Store) -> None:
    other = ox.Store()
    other.extend(sorted(store, key=str, reverse=True))
    selection = Selection(max_nodes=7)
    assert select(Reader(store), selection) == select(Reader(other), selection)


def test_two_sources_make_one_edge(store: ox.Store) -> None:
    picture = select(Reader(store), Selection())
    reader = Reader(store)
    edge = next(
        edge
        for edge in picture.edges
        if (reader.name(edge.start), edge.relation) == ("Jonas Lindqvist", "authorship") and "slow" in edge.end
    )
    assert sorted(fact.source.rsplit("/", 1)[-1] for fact in edge.facts) == ["jonas.txt", "mira.md"]
