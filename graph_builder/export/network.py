"""The network of entities: people, organisations, papers, venues and topics as nodes, facts as edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, TypeAlias

import pyoxigraph as ox

from graph_builder.export.columns import python_value
from graph_builder.export.gexf import write_gexf
from graph_builder.export.network_json import write_cytoscape, write_graphology
from graph_builder.export.privacy import Privacy
from graph_builder.export.recount import json_network, xml_network
from graph_builder.export.text import xml_safe
from graph_builder.query import Table, run

if TYPE_CHECKING:
    import networkx as nx

    Network: TypeAlias = nx.MultiDiGraph[Any]

_NODES = """
PREFIX gb: <https://w3id.org/graph-builder/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX schema: <https://schema.org/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
SELECT DISTINCT ?node ?kind ?label WHERE {
  VALUES (?class ?kind) {
    (schema:Person "person") (schema:Organization "organization") (schema:CreativeWork "work") (gb:Venue "venue")
    (skos:Concept "topic")
  }
  ?node a ?class ; rdfs:label ?label .
}
ORDER BY ?node
"""

_FACTS = """
PREFIX gb: <https://w3id.org/graph-builder/ontology#>
SELECT ?from ?to ?relation ?key ?start ?end ?role ?confidence ?source WHERE {
  VALUES (?class ?relation ?subject ?object) {
    (gb:Education "education" gb:person gb:organization) (gb:Employment "employment" gb:person gb:organization)
    (gb:Advising "advising" gb:student gb:advisor) (gb:Publication "publication" gb:work gb:venue)
    (gb:Authorship "authorship" gb:author gb:work) (gb:Interest "interest" gb:person gb:topic)
    (gb:Award "award" gb:person gb:organization) (gb:Service "service" gb:person gb:venue)
    (gb:About "about" gb:work gb:topic)
  }
  ?key a ?class ; ?subject ?from ; ?object ?to ; gb:source ?source ; gb:confidence ?confidence .
  OPTIONAL { ?key gb:start ?begin }
  OPTIONAL { ?key gb:year ?year }
  OPTIONAL { ?key gb:end ?finish }
  OPTIONAL { ?key gb:ongoing true . BIND("present" AS ?open) }
  OPTIONAL { ?key gb:role ?post }
  OPTIONAL { ?key gb:degree ?degree }
  OPTIONAL { ?key gb:award ?award }
  BIND(STR(COALESCE(?begin, ?year)) AS ?start)
  BIND(COALESCE(STR(?finish), ?open) AS ?end)
  BIND(COALESCE(?post, ?degree, ?award) AS ?role)
}
ORDER BY ?key ?from ?to
"""

_PARTS = """
PREFIX org: <http://www.w3.org/ns/org#>
PREFIX schema: <https://schema.org/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
SELECT DISTINCT ?from ?to ?relation WHERE {
  VALUES (?property ?relation) {
    (org:subOrganizationOf "part of") (schema:superEvent "part of") (skos:broader "broader")
  }
  ?from ?property ?to .
}
ORDER BY ?from ?to ?relation
"""


@dataclass(frozen=True, slots=True)
class NetworkFormat:
    """A way to write a network: its name, file suffixes, media type, what writes it, and what counts it in a file."""

    name: str
    suffixes: tuple[str, ...]
    media_type: str
    write: Callable[[Network, IO[bytes]], None]
    count: Callable[[IO[bytes]], dict[str, int]]


def to_networkx(store: ox.Store) -> Network:
    """Return the entities of *store* as nodes and its facts as edges.

    Nodes are IRIs with ``kind`` and ``label``. Edges bear ``relation``, ``confidence`` and ``source``, and where the
    fact has them ``start``, ``end`` and ``role`` (position, degree or award); the edge's key is the fact's IRI. Units,
    workshops and narrower topics lead to what is above them by edges ``part of`` and ``broader``.

    >>> to_networkx(ox.Store()).number_of_nodes()
    0
    """
    import networkx as nx

    network: Network = nx.MultiDiGraph()
    for row in _rows(store, _NODES):
        network.add_node(row.pop("node"), **row)
    for row in [*_rows(store, _FACTS), *_rows(store, _PARTS)]:
        start, end, key = row.pop("from"), row.pop("to"), row.pop("key", None)
        # Only between nodes that have a name: an edge would make bare ones.
        if start in network and end in network:
            network.add_edge(start, end, key or str(row["relation"]), **row)
    return network


def _rows(store: ox.Store, query: str) -> Iterator[dict[str, Any]]:
    table = run(store, query)
    assert isinstance(table, Table)
    for row in table.rows:
        values = zip(table.columns, map(python_value, row), strict=True)
        yield {name: value for name, value in values if value is not None}


def let_out(network: Network, privacy: Privacy) -> Network:
    """Return a copy of the network with what *privacy* lets out, and with text that XML can carry.

    >>> import networkx as nx
    >>> len(let_out(nx.MultiDiGraph(), Privacy()))
    0
    """

    def clean(attributes: Mapping[str, object]) -> dict[str, Any]:
        return {
            name: privacy.text(xml_safe(value)) if isinstance(value, str) else value
            for name, value in attributes.items()
            if privacy.evidence or name != "source"
        }

    import networkx as nx

    copy: Network = nx.MultiDiGraph()
    copy.add_nodes_from((node, clean(attributes)) for node, attributes in network.nodes(data=True))
    for start, end, key, attributes in network.edges(keys=True, data=True):
        copy.add_edge(start, end, key, **clean(attributes))
    return copy


def _graphml(network: Network, target: IO[bytes]) -> None:
    import networkx as nx

    nx.write_graphml(let_out(network, _ALL), target)


_ALL = Privacy(contacts=True)

NETWORK_FORMATS: Mapping[str, NetworkFormat] = {
    row.name: row
    for row in (
        NetworkFormat("graphml", (".graphml",), "application/graphml+xml", _graphml, xml_network),
        NetworkFormat("gexf", (".gexf",), "application/gexf+xml", write_gexf, xml_network),
        NetworkFormat("cytoscape", (".cyjs",), "application/json", write_cytoscape, json_network),
        NetworkFormat("graphology", (".json",), "application/json", write_graphology, json_network),
    )
}
"""All formats of networks, by name."""
