"""The description of the service (SPARQL 1.1 Service Description) as triples."""

from __future__ import annotations

import io

import pyoxigraph as ox

from graph_builder.serve.negotiation import GRAPHS, TABLES, Media

_TURTLE = """@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix f: <http://www.w3.org/ns/formats/> .
<{0}> a sd:Service ; sd:endpoint <{0}> ; sd:supportedLanguage sd:SPARQL11Query ; sd:feature sd:UnionDefaultGraph ;
  sd:resultFormat {1} ; sd:defaultDataset [ a sd:Dataset ; sd:defaultGraph [ a sd:Graph ] ] ."""

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


def describe(address: str, media: Media) -> bytes:
    """Return the description of the endpoint at *address* in a format of graphs.

    >>> b"SPARQL11Query" in describe("http://127.0.0.1:7700/sparql", GRAPHS[0])
    True
    """
    text = _TURTLE.format(address, ", ".join(f"f:{_NAMES[each.type]}" for each in (*TABLES, *GRAPHS)))
    out = io.BytesIO()
    triples = (quad.triple for quad in ox.parse(text, format=ox.RdfFormat.TURTLE))
    ox.serialize(triples, out, format=media.format)  # type: ignore[arg-type]
    return out.getvalue()
