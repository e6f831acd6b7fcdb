"""The description of the service (SPARQL 1.1 Service Description) as triples."""

from __future__ import annotations

import pyoxigraph as ox

from graph_builder.serve.negotiation import GRAPHS, TABLES, Media

_TURTLE = """@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix f: <http://www.w3.org/ns/formats/> .
<{0}> a sd:Service ; sd:endpoint <{0}> ; sd:supportedLanguage sd:SPARQL11Query ; sd:feature sd:UnionDefaultGraph ;
  sd:resultFormat {1} ; sd:defaultDataset [ a sd:Dataset ; sd:defaultGraph [ a sd:Graph ] ] ."""


def describe(address: str, media: Media) -> bytes:
    """Return the description of the endpoint at *address* in a format of graphs.

    >>> b"SPARQL11Query" in describe("http://127.0.0.1:7700/sparql", GRAPHS[0])
    True
    """
    formats = ", ".join(f"f:{each.format.iri.rpartition('/')[2]}" for each in (*TABLES, *GRAPHS))
    text = _TURTLE.format(address, formats)
    triples = (quad.triple for quad in ox.parse(text, format=ox.RdfFormat.TURTLE))
    return ox.serialize(triples, format=media.format) or b""  # type: ignore[arg-type]
