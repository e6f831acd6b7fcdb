"""Formats of answers: which one a client would rather have, and the description of the service, which lists them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pyoxigraph as ox


@dataclass(frozen=True, slots=True)
class Media:
    """A format of answers: what writes it, further names by which clients ask for it, and what begins a row in it."""

    format: ox.QueryResultsFormat | ox.RdfFormat
    also: tuple[str, ...]
    row: bytes = b""

    @property
    def type(self) -> str:
        """Return the type that is sent."""
        return self.format.media_type.partition(";")[0]


TABLES: tuple[Media, ...] = (
    # A quote inside a string is escaped, so that this is always between two rows.
    Media(ox.QueryResultsFormat.JSON, ("application/json",), b'},{"'),
    Media(ox.QueryResultsFormat.XML, ("application/xml", "text/xml"), b"<result>"),
    Media(ox.QueryResultsFormat.CSV, (), b"\n"),
    Media(ox.QueryResultsFormat.TSV, ("text/tsv",), b"\n"),
)
"""Formats of rows and of yes or no, the preferred first."""

GRAPHS: tuple[Media, ...] = (
    Media(ox.RdfFormat.TURTLE, ("application/x-turtle", "text/n3")),
    Media(ox.RdfFormat.N_TRIPLES, ("text/plain",)),
    Media(ox.RdfFormat.RDF_XML, ("application/xml", "text/xml")),
    Media(ox.RdfFormat.JSON_LD, ("application/json",)),
)
"""Formats of triples, the preferred first."""


@lru_cache(maxsize=256)
def choose(accept: str, offered: tuple[Media, ...]) -> Media | None:
    """Return the offered format that an Accept header prefers (RFC 9110, 12.5.1), or None if it takes none.

    >>> choose("text/csv;q=0.5, application/sparql-results+xml", TABLES).type
    'application/sparql-results+xml'
    >>> choose("text/*", TABLES).type, choose("image/png", TABLES), choose("", TABLES).type
    ('text/csv', None, 'application/sparql-results+json')
    """
    ranges = _ranges(accept) or [("*/*", 1.0)]
    best: tuple[float, int] | None = None
    found = None
    for place, media in enumerate(offered):
        by_another_name = (quality for name, quality in ranges if name in media.also)
        quality = max(_quality(media.type, ranges), *by_another_name, 0.0)
        if quality > 0 and (best is None or (-quality, place) < best):
            best, found = (-quality, place), media
    return found


def _ranges(accept: str) -> list[tuple[str, float]]:
    found = []
    for part in accept.split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        quality = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip().lower() == "q":
                try:
                    quality = min(1.0, max(0.0, float(value)))
                except ValueError:
                    quality = 0.0
        if name:
            found.append((name.lower(), quality))
    return found


def _quality(name: str, ranges: list[tuple[str, float]]) -> float:
    """Return the quality of a type: that of the most specific range which covers it."""
    kind = name.partition("/")[0]
    for wanted in (name, f"{kind}/*", "*/*"):
        found = [quality for range_, quality in ranges if range_ == wanted]
        if found:
            return max(found)
    return 0.0


_TURTLE = """@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix f: <http://www.w3.org/ns/formats/> .
<{0}> a sd:Service ; sd:endpoint <{0}> ; sd:supportedLanguage sd:SPARQL11Query ; sd:feature sd:UnionDefaultGraph ;
  sd:resultFormat {1} ; sd:defaultDataset [ a sd:Dataset ; sd:defaultGraph [ a sd:Graph ] ] ."""


def describe(address: str, media: Media) -> bytes:
    """Return the description of the endpoint at *address* (SPARQL 1.1 Service Description) in a format of graphs.

    >>> b"SPARQL11Query" in describe("http://127.0.0.1:7700/sparql", GRAPHS[0])
    True
    """
    formats = ", ".join(f"f:{each.format.iri.rpartition('/')[2]}" for each in (*TABLES, *GRAPHS))
    text = _TURTLE.format(address, formats)
    triples = (quad.triple for quad in ox.parse(text, format=ox.RdfFormat.TURTLE))
    return ox.serialize(triples, format=media.format) or b""  # type: ignore[arg-type]
