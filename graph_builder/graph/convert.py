"""Quads of pyoxigraph as a dataset of rdflib, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyoxigraph as ox
import rdflib
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID
from rdflib.term import Node

from graph_builder.graph.vocabulary import PREFIXES


def to_rdflib(quads: Iterable[ox.Quad]) -> rdflib.Dataset:
    """Return quads as an ``rdflib.Dataset`` with the prefixes of our vocabulary bound.

    Literals are taken as they are written: rdflib does not normalise them, so that a graph comes back as it went in.

    >>> a = ox.NamedNode("https://example.org/a")
    >>> len(to_rdflib([ox.Quad(a, a, ox.Literal("x"), a)]))
    1
    """
    dataset = rdflib.Dataset()
    for prefix, namespace in PREFIXES.items():
        dataset.bind(prefix, namespace)
    graphs: dict[str, rdflib.Graph] = {}
    for quad in quads:
        name = "" if isinstance(quad.graph_name, ox.DefaultGraph) else quad.graph_name.value
        graph = graphs.get(name)
        if graph is None:
            graph = dataset.graph(name) if name else dataset.default_graph
            graphs[name] = graph
        graph.add((rdflib_term(quad.subject), rdflib_term(quad.predicate), rdflib_term(quad.object)))
    return dataset


def from_rdflib(dataset: rdflib.Dataset) -> Iterator[ox.Quad]:
    """Yield the quads of an ``rdflib.Dataset``.

    >>> a = ox.NamedNode("https://example.org/a")
    >>> quads = [ox.Quad(a, a, ox.Literal("x"), a)]
    >>> list(from_rdflib(to_rdflib(quads))) == quads
    True
    """
    for subject, predicate, object_, name in dataset.quads():
        default = name is None or name == DATASET_DEFAULT_GRAPH_ID
        graph = ox.DefaultGraph() if default else ox.NamedNode(str(name))
        yield ox.Quad(_resource(subject), ox.NamedNode(str(predicate)), _ox_term(object_), graph)


def _resource(term: Node) -> ox.NamedNode | ox.BlankNode:
    return ox.BlankNode(str(term)) if isinstance(term, rdflib.BNode) else ox.NamedNode(str(term))


def _ox_term(term: Node) -> ox.NamedNode | ox.BlankNode | ox.Literal:
    if not isinstance(term, rdflib.Literal):
        return _resource(term)
    if term.language:
        return ox.Literal(str(term), language=term.language)
    return ox.Literal(str(term), datatype=None if term.datatype is None else ox.NamedNode(str(term.datatype)))


def rdflib_term(term: object) -> Node:
    """Return a term of pyoxigraph as one of rdflib.

    Raises TypeError if rdflib has no such term (a triple in a triple).
    """
    if isinstance(term, ox.NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, ox.Literal):
        if term.language:
            return rdflib.Literal(term.value, lang=term.language)
        plain = term.datatype.value == "http://www.w3.org/2001/XMLSchema#string"
        datatype = None if plain else rdflib.URIRef(term.datatype.value)
        return rdflib.Literal(term.value, datatype=datatype, normalize=False)
    if isinstance(term, ox.BlankNode):
        return rdflib.BNode(term.value)
    raise TypeError(f"{term}: rdflib has no such term")
