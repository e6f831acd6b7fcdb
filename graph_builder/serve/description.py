"""The description of the service (SPARQL 1.1 Service Description) as triples."""

from __future__ import annotations

import io

import pyoxigraph as ox

from graph_builder.serve.negotiation import GRAPHS, TABLES, Media

_SD = "http://www.w3.org/ns/sparql-service-description#"
_FORMAT = "http://www.w3.org/ns/formats/"
_TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")

# Names of formats in the registry of the W3C, by media type.
_NAMES = {
    "application/sparql-results+json": "SPARQL_Results_JSON",
    "application/sparql-results+xml": "SPARQL_Results_XML",
    "text/csv": "SPARQL_Results_CSV",
    "text/tab-separated-values": "SPARQL_Results_TSV",
    "text/turtle": "Turtle",
    "application/n-triples": "N-Triples",
    "application/rdf+xml": "RDF_XML",
    "application/ld+json": "JSON-LD",
}


def describe(address: str, update: bool, media: Media, *, federated: bool = False) -> bytes:
    """Return the description of the endpoint at *address* in a format of graphs; *federated* ones may call others.

    >>> b"SPARQL11Query" in describe("http://127.0.0.1:7700/sparql", False, GRAPHS[0])
    True
    """
    service, dataset, default = ox.NamedNode(address), ox.BlankNode("dataset"), ox.BlankNode("default")
    triples = [
        ox.Triple(service, _TYPE, _sd("Service")),
        ox.Triple(service, _sd("endpoint"), service),
        ox.Triple(service, _sd("supportedLanguage"), _sd("SPARQL11Query")),
        *([ox.Triple(service, _sd("supportedLanguage"), _sd("SPARQL11Update"))] if update else []),
        ox.Triple(service, _sd("feature"), _sd("UnionDefaultGraph")),
        *([ox.Triple(service, _sd("feature"), _sd("BasicFederatedQuery"))] if federated else []),
        *(
            ox.Triple(service, _sd("resultFormat"), ox.NamedNode(_FORMAT + _NAMES[each.type]))
            for each in (*TABLES, *GRAPHS)
        ),
        ox.Triple(service, _sd("defaultDataset"), dataset),
        ox.Triple(dataset, _TYPE, _sd("Dataset")),
        ox.Triple(dataset, _sd("defaultGraph"), default),
        ox.Triple(default, _TYPE, _sd("Graph")),
    ]
    out = io.BytesIO()
    ox.serialize(triples, out, format=media.format)  # type: ignore[arg-type]
    return out.getvalue()


def _sd(name: str) -> ox.NamedNode:
    return ox.NamedNode(_SD + name)
