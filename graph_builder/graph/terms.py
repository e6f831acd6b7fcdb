"""The terms of the ontology as plain values, read from its Turtle file."""

from __future__ import annotations

from dataclasses import dataclass

from rdflib import DCTERMS, OWL, RDF, RDFS, SKOS, Graph, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from graph_builder.graph.files import ontology_file
from graph_builder.graph.vocabulary import GB, PREFIXES

ALIGNED: dict[str, str] = {
    **PREFIXES,
    "owl": "http://www.w3.org/2002/07/owl#",
    "vivo": "http://vivoweb.org/ontology/core#",
    "fabio": "http://purl.org/spar/fabio/",
    "bibo": "http://purl.org/ontology/bibo/",
    "prov": "http://www.w3.org/ns/prov#",
    "oa": "http://www.w3.org/ns/oa#",
    "wdt": "http://www.wikidata.org/prop/direct/",
}
"""Prefixes of our graphs and of the vocabularies that the ontology is aligned with."""

ALIGNMENTS: dict[URIRef, str] = {
    RDFS.subClassOf: "subclass of",
    RDFS.subPropertyOf: "subproperty of",
    OWL.equivalentClass: "same as",
    SKOS.closeMatch: "close to",
    SKOS.narrowMatch: "wider than",
    SKOS.relatedMatch: "related to",
}
"""The properties that align a term with another, and how a reader calls them."""


@dataclass(frozen=True, slots=True)
class Term:
    """A class or property of the ontology, all IRIs in their short form.

    *kind* is ``class``, ``object property``, ``datatype property`` or ``annotation property``; *comment* says what the
    term means or, of a term of another vocabulary, how we use it. *alignments* are pairs of a phrase and a term,
    *facts* the fact classes behind a direct edge.
    """

    name: str
    iri: str
    kind: str
    label: str
    comment: str
    domain: tuple[str, ...]
    range: tuple[str, ...]
    alignments: tuple[tuple[str, str], ...]
    facts: tuple[str, ...]

    @property
    def own(self) -> bool:
        """Whether the term is ours and not of another vocabulary."""
        return self.iri.startswith(GB)


_KINDS = {
    OWL.Class: "class",
    OWL.ObjectProperty: "object property",
    OWL.DatatypeProperty: "datatype property",
    OWL.AnnotationProperty: "annotation property",
}


def ontology() -> Graph:
    """Return the ontology as a graph."""
    return Graph().parse(ontology_file("graph-builder.ttl"))


def terms(graph: Graph) -> list[Term]:
    """Return the terms of the ontology: ours first, each group by name."""
    found = [
        _term(graph, node, kind)
        for class_, kind in _KINDS.items()
        for node in graph.subjects(RDF.type, class_)
        if isinstance(node, URIRef)
    ]
    return sorted(found, key=lambda t: (not t.own, t.name.casefold(), t.name))


def about(graph: Graph) -> dict[str, str]:
    """Return what the ontology says of itself: ``title``, ``description``, ``license``, ``version``, ``iri``."""
    node = graph.value(predicate=RDF.type, object=OWL.Ontology)
    properties = {
        "title": DCTERMS.title,
        "description": DCTERMS.description,
        "license": DCTERMS.license,
        "version": OWL.versionInfo,
    }
    return {"iri": str(node), **{name: _text(graph, node, p) for name, p in properties.items()}}


def compact(iri: str) -> str:
    """Return an IRI with the prefix of its namespace, if we know one.

    >>> compact("http://vivoweb.org/ontology/core#Position")
    'vivo:Position'
    """
    for prefix, namespace in ALIGNED.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri


def _term(graph: Graph, node: URIRef, kind: str) -> Term:
    return Term(
        name=compact(str(node)),
        iri=str(node),
        kind=kind,
        label=_text(graph, node, RDFS.label),
        comment=_text(graph, node, RDFS.comment) or _text(graph, node, SKOS.scopeNote),
        domain=_classes(graph, node, RDFS.domain),
        range=_classes(graph, node, RDFS.range),
        alignments=tuple((phrase, n) for p, phrase in ALIGNMENTS.items() for n in _names(graph, node, p)),
        facts=tuple(_names(graph, node, RDFS.seeAlso)),
    )


def _text(graph: Graph, node: Node | None, predicate: URIRef) -> str:
    return str(graph.value(node, predicate) or "")


def _names(graph: Graph, node: Node, predicate: URIRef) -> list[str]:
    return sorted(compact(str(o)) for o in graph.objects(node, predicate) if isinstance(o, URIRef))


def _classes(graph: Graph, node: Node, predicate: URIRef) -> tuple[str, ...]:
    """Return the classes of a domain or range, those of a union one by one."""
    unions = [graph.value(o, OWL.unionOf) for o in graph.objects(node, predicate)]
    members = [str(m) for union in unions if union is not None for m in Collection(graph, union)]
    return (*_names(graph, node, predicate), *map(compact, members))
