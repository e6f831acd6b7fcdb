"""The network of entities, and its files read back by networkx."""

import io

import networkx as nx
import pyoxigraph as ox
import pytest

from graph_builder.export import NETWORK_FORMATS, to_networkx, write_graph

BASE = "https://w3id.org/graph-builder/data/"


def test_nodes_and_edges_say_what_they_are(toy: ox.Store) -> None:
    network = to_networkx(toy)
    assert network.nodes[BASE + "person/mira"] == {"kind": "person", "label": "Mira Holt"}
    edges = network.get_edge_data(BASE + "person/mira", BASE + "organization/quay")
    assert edges[BASE + "fact/mira-6"] == {
        "relation": "employment",
        "start": "2022-09",
        "end": "present",
        "role": "Assistant Professor",
        "confidence": 0.95,
        "source": BASE + "source/cvs/mira.md",
    }


def test_every_relation_between_entities_is_an_edge(toy: ox.Store) -> None:
    relations = {relation for *_, relation in to_networkx(toy).edges(data="relation")}
    assert relations == {
        *("education", "employment", "advising", "publication", "authorship", "interest", "award", "service"),
        *("part of", "broader"),
    }


READERS = {"graphml": nx.read_graphml, "gexf": nx.read_gexf}


@pytest.mark.parametrize("world", ["toy", "awkward"])
@pytest.mark.parametrize("name", NETWORK_FORMATS)
def test_files_read_back(name: str, world: str, request: pytest.FixtureRequest) -> None:
    store = request.getfixturevalue(world)
    target = io.BytesIO()
    write_graph(store, target, name)
    back = READERS[name](io.BytesIO(target.getvalue()))
    network = to_networkx(store)
    assert set(back.nodes) == set(network.nodes)
    assert back.number_of_edges() == network.number_of_edges()
    if world == "toy":
        assert back.nodes[BASE + "person/lila"]["label"] == 'Lila "Lil" O\'Koro <3'
        assert sorted(d["relation"] for *_, d in back.edges(data=True)) == sorted(
            d["relation"] for *_, d in network.edges(data=True)
        )


@pytest.mark.parametrize("name", NETWORK_FORMATS)
def test_control_characters_are_removed(name: str) -> None:
    store = ox.Store()
    store.load(
        b"""<http://e/a> a <https://schema.org/Person> ; <http://www.w3.org/2000/01/rdf-schema#label> "A\\u0001B" .""",
        format=ox.RdfFormat.TURTLE,
    )
    target = io.BytesIO()
    write_graph(store, target, name)
    assert READERS[name](io.BytesIO(target.getvalue())).nodes["http://e/a"]["label"] == "AB"
