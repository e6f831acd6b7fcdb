"""Quads of pyoxigraph as a dataset of rdflib."""

from __future__ import annotations

from collections.abc import Iterable

import pyoxigraph as ox
import rdflib
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
        graph.add((_term(quad.subject), _term(quad.predicate), _term(quad.object)))
    return dataset


def _term(term: object) -> Node:
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
