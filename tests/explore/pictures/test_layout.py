"""Places: no boxes over one another, the middle in the middle, and the same every time."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.explore.pictures.layout import place

BOX = (120.0, 44.0)


def overlaps(places: dict[str, tuple[float, float]], boxes: dict[str, tuple[float, float]]) -> list[tuple[str, str]]:
    names = sorted(places)
    found = []
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            gap = np.abs(np.subtract(places[one], places[other])) - np.add(boxes[one], boxes[other]) / 2
            if (gap < -1.0).all():
                found.append((one, other))
    return found


def named(graph: nx.Graph) -> nx.Graph:
    return nx.relabel_nodes(graph, {node: f"n{node:03}" for node in graph})


GRAPHS = {
    "star": nx.star_graph(40),
    "path": nx.path_graph(12),
    "clique": nx.complete_graph(15),
    "one": nx.empty_graph(1),
    "scattered": nx.empty_graph(30),
    "parts": nx.disjoint_union_all([nx.star_graph(n) for n in (12, 5, 3, 1)]),
    "large": nx.barabasi_albert_graph(220, 1, seed=3),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_no_overlap(name: str) -> None:
    graph = named(GRAPHS[name])
    boxes = dict.fromkeys(graph, BOX)
    places = place(graph, boxes)
    assert set(places) == set(graph)
    assert np.isfinite(list(places.values())).all()
    assert len(overlaps(places, boxes)) <= len(graph) // 100


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=25))
@settings(max_examples=25, deadline=None)
def test_no_overlap_in_any_graph(pairs: list[tuple[int, int]]) -> None:
    graph = nx.Graph()
    graph.add_nodes_from(f"n{i}" for pair in pairs for i in pair)
    graph.add_edges_from((f"n{a}", f"n{b}") for a, b in pairs if a != b)
    boxes = {name: (60.0 + 10 * int(name[1:]), 40.0) for name in graph}
    assert overlaps(place(graph, boxes), boxes) == []


def test_same_places_whatever_the_order() -> None:
    graph = named(GRAPHS["parts"])
    other = nx.Graph()
    other.add_nodes_from(sorted(graph, reverse=True))
    other.add_edges_from(sorted(graph.edges(), reverse=True))
    boxes = dict.fromkeys(graph, BOX)
    assert place(graph, boxes) == place(other, boxes)


def test_centre_is_at_the_origin() -> None:
    graph = named(GRAPHS["path"])
    assert place(graph, dict.fromkeys(graph, BOX), ["n003"])["n003"] == (0.0, 0.0)


def test_nothing_to_place() -> None:
    assert place(nx.Graph(), {}) == {}
