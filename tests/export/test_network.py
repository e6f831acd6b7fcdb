"""The network of entities, and its files read back by networkx."""

import io
import json
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
from lxml import etree

from graph_builder.export.formats import NETWORK_FORMATS
from graph_builder.export.network import to_networkx
from graph_builder.export.privacy import Privacy
from graph_builder.export.write import write_graph
from graph_builder.graph import vocabulary as v

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


def cytoscape(file: io.BytesIO) -> nx.MultiDiGraph:
    return nx.cytoscape_graph(json.load(file))


def graphology(file: io.BytesIO) -> nx.MultiDiGraph:
    """What graphology's ``import`` does: nodes by key, edges by key between nodes that are there."""
    said = json.load(file)
    assert said["options"] == {"type": "directed", "multi": True, "allowSelfLoops": True}
    network = nx.MultiDiGraph()
    for node in said["nodes"]:
        assert node["key"] not in network
        network.add_node(node["key"], **node["attributes"])
    assert len({edge["key"] for edge in said["edges"]}) == len(said["edges"])
    for edge in said["edges"]:
        assert {edge["source"], edge["target"]} <= set(network)
        network.add_edge(edge["source"], edge["target"], edge["key"], **edge["attributes"])
    return network


READERS = {"graphml": nx.read_graphml, "gexf": nx.read_gexf, "cytoscape": cytoscape, "graphology": graphology}


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


GEXF = etree.RelaxNG(etree.parse(Path(__file__).parent / "gexf.rng"))


@pytest.mark.parametrize("world", ["toy", "awkward"])
def test_gexf_is_valid(world: str, request: pytest.FixtureRequest) -> None:
    target = io.BytesIO()
    write_graph(request.getfixturevalue(world), target, "gexf")
    GEXF.assertValid(etree.fromstring(target.getvalue()))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('version="1.3"', 'version="1.2"'),
        ('timeformat="date"', 'timeformat="year"'),
        ('start="2022-09-01"', 'start="2022-09"'),
        ('class="node"', 'class="thing"'),
        ('type="double"', 'type="decimal"'),
        ("<attvalues>", "<values>"),
        (' source="', ' from="'),
        ("<nodes>", "<nodes><edge/>"),
    ],
)
def test_the_grammar_of_gexf_refuses_what_is_none(toy: ox.Store, right: str, wrong: str) -> None:
    target = io.BytesIO()
    write_graph(toy, target, "gexf")
    text = target.getvalue().decode()
    assert right in text
    spoilt = text.replace(right, wrong, 1).replace(
        "</attvalues>", "</values>" if "values" in wrong else "</attvalues>", 1
    )
    assert not GEXF.validate(etree.fromstring(spoilt.encode()))


def test_gexf_plays_careers(toy: ox.Store) -> None:
    """Intervals of days, as Gephi's timeline reads them."""
    target = io.BytesIO()
    write_graph(toy, target, "gexf")
    root = etree.fromstring(target.getvalue())
    name = "{http://gexf.net/1.3}"
    graph = root.find(f"{name}graph")
    assert (graph.get("mode"), graph.get("timeformat")) == ("dynamic", "date")
    dates = {
        (
            edge.get("source").removeprefix(BASE),
            edge.get("target").removeprefix(BASE),
            edge.get("start"),
            edge.get("end"),
        )
        for edge in root.iter(f"{name}edge")
    }
    assert ("person/mira", "organization/quay", "2022-09-01", None) in dates
    assert {edge.get("kind") for edge in root.iter(f"{name}edge")} == {
        relation for *_, relation in to_networkx(toy).edges(data="relation")
    }
    assert ("person/jun", "organization/kestrel", "2018-01-01", "2021-12-31") in dates
    assert all(start is None or end is None or start <= end for _, _, start, end in dates)


def test_what_is_private_stays_in_a_network(toy: ox.Store) -> None:
    store = ox.Store()
    store.extend(toy)
    person = ox.NamedNode(BASE + "person/pia")
    store.add(ox.Quad(person, v.TYPE, ox.NamedNode("https://schema.org/Person")))
    store.add(ox.Quad(person, v.LABEL, ox.Literal("Pia (pia@example.org)")))
    for name in NETWORK_FORMATS:
        target = io.BytesIO()
        write_graph(store, target, name, Privacy(evidence=False))
        assert b"pia@example.org" not in target.getvalue()
        assert b"source/" not in target.getvalue()
