"""Graphs to files: quads or triples in the formats of RDF, in an order that depends on the graph alone."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any

import pyoxigraph as ox

from graph_builder.export.files import chunks, xml_safe
from graph_builder.export.sorting import sorted_lines
from graph_builder.graph.files import ontology_file
from graph_builder.graph.vocabulary import PREFIXES

if TYPE_CHECKING:
    import rdflib

Statements = Iterable[ox.Quad] | Iterable[ox.Triple]

_BATCH = 5000
"""Lines that are parsed at once."""


def quads_of(store: ox.Store) -> Iterator[ox.Quad]:
    """Yield all quads, graph after graph by name, each graph sorted; a large one through temporary files.

    >>> list(quads_of(ox.Store()))
    []
    """
    for graph in [ox.DefaultGraph(), *sorted(store.named_graphs(), key=str)]:
        for triple in _in_order(store.quads_for_pattern(None, None, None, graph)):
            yield ox.Quad(triple.subject, triple.predicate, triple.object, graph)


def triples_of(store: ox.Store) -> Iterator[ox.Triple]:
    """Yield all triples of all graphs, each once, subject after subject; many of them through temporary files.

    >>> list(triples_of(ox.Store()))
    []
    """
    yield from _in_order(store.quads_for_pattern(None, None, None, None))


def to_rdflib(store: ox.Store) -> rdflib.Dataset:
    """Return the store as an ``rdflib.Dataset`` whose default graph is the union of all, prefixes bound.

    >>> len(to_rdflib(ox.Store()))
    0
    """
    from graph_builder.graph.validation import to_rdflib as quads_to_rdflib

    dataset = quads_to_rdflib(store)
    dataset.default_union = True
    return dataset


def _in_order(quads: Iterable[ox.Quad]) -> Iterator[ox.Triple]:
    """Yield the triples of quads in the order of their lines of N-Triples, each once."""
    lines = sorted_lines(str(quad.triple) for quad in quads)
    for batch in chunks(lines, _BATCH):
        text = " .\n".join([*batch, ""])
        for quad in ox.parse(text.encode("utf-8"), format=ox.RdfFormat.N_TRIPLES, lenient=True):
            yield quad.triple


def serialize(form: ox.RdfFormat, written: Statements, target: IO[bytes]) -> None:
    """Write a format that pyoxigraph streams."""
    prefixes = None if form in (ox.RdfFormat.N_TRIPLES, ox.RdfFormat.N_QUADS) else PREFIXES
    ox.serialize(written, target, form, prefixes=prefixes)


class _Returns(io.RawIOBase):
    """A stream that writes bare carriage returns as XML references: a reader takes bare ones for line feeds."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target = target

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._target.write(bytes(data).replace(b"\r", b"&#13;"))
        return len(data)


def write_rdf_xml(written: Statements, target: IO[bytes]) -> None:
    """Write RDF/XML. pyoxigraph writes characters that XML refuses as they are, so they are taken out before."""
    with io.BufferedWriter(_Returns(target), 1 << 16) as stream:
        ox.serialize(map(_without_controls, written), stream, ox.RdfFormat.RDF_XML, prefixes=PREFIXES)


def _without_controls(statement: ox.Quad | ox.Triple) -> ox.Triple:
    subject, predicate, value = statement.subject, statement.predicate, statement.object
    if isinstance(value, ox.Literal) and xml_safe(value.value) != value.value:
        datatype = None if value.language else value.datatype
        value = ox.Literal(xml_safe(value.value), datatype=datatype, language=value.language)
    return ox.Triple(subject, predicate, value)


def write_json_ld(written: Statements, target: IO[bytes]) -> None:
    """Write JSON-LD with the short names of the ontology's context; rdflib does it, and holds the graph in memory."""
    from graph_builder.graph.validation import to_rdflib as quads_to_rdflib

    quads = (s if isinstance(s, ox.Quad) else ox.Quad(s.subject, s.predicate, s.object) for s in written)
    names = json.loads(ontology_file("context.jsonld").read_text(encoding="utf-8"))
    text = quads_to_rdflib(quads).serialize(format="json-ld", context=names["@context"])
    target.write(json.dumps(_sorted(json.loads(text)), ensure_ascii=False, indent=1, sort_keys=True).encode("utf-8"))


def _sorted(value: Any) -> Any:
    """Return JSON with its arrays in order: rdflib's follows the hash seed, and no array of ours is a list of RDF."""
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return sorted(map(_sorted, value), key=lambda inner: json.dumps(inner, sort_keys=True))
    return value
