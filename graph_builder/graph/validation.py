"""Checking a graph: the shapes on each named graph by pySHACL, and what holds across graphs by SPARQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pyoxigraph as ox
import rdflib
from pyoxigraph import NamedNode
from rdflib import RDF, SH, Graph
from rdflib.term import Node

from graph_builder.graph import vocabulary as v
from graph_builder.graph.files import ontology_file
from graph_builder.graph.vocabulary import PREFIXES
from graph_builder.model import SCHEMA


def validate(quads: Iterable[ox.Quad] | rdflib.Dataset, shacl: bool = True) -> list[Violation]:
    """Return what is wrong with a graph, sorted; an empty list if nothing is.

    pySHACL tests every named graph against ``ontology/shapes.ttl``, some 12,000 quads a second. What no shape of one
    graph can see is asked in SPARQL: entities that nothing describes or of the wrong kind, two preferred names, a
    direct edge without a fact, an end before its start, unknown terms.

    Args:
        quads: all quads of a graph, identities included; a dataset of rdflib will do.
        shacl: whether the shapes are tested at all.
    """
    graph = quads if isinstance(quads, ox.Store) else ox.Store()
    if graph is not quads:
        graph.extend(from_rdflib(quads) if isinstance(quads, rdflib.Dataset) else quads)
    found = set(structure_violations(graph))
    if shacl:
        known = {(v.source, v.node, v.property) for v in found}
        found.update(v for v in shacl_violations(graph) if (v.source, v.node, v.property) not in known)
    return sorted(found)


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """Something that is wrong with one node of a graph.

    *source* is the id of the source in whose graph it stands, or the graph's name where that is no source's; *kind* is
    the node's class, *property* the property in question (both short, as ``gb:quote``), *what* what is wrong.

    >>> str(Violation("cvs/ada.md", "https://example.org/fact/1", "gb:Award", "gb:quote", "none; expected one text"))
    'cvs/ada.md: gb:Award <https://example.org/fact/1>: gb:quote: none; expected one text'
    """

    source: str
    node: str
    kind: str
    property: str
    what: str

    def __str__(self) -> str:
        return f"{self.source}: {self.kind} <{self.node}>: {self.property}: {self.what}"


def shacl_violations(graph: ox.Store) -> Iterator[Violation]:
    """Yield what pySHACL finds wrong with each named graph."""
    import pyshacl  # takes longer to import than all else here, and few commands validate

    for name in graph.named_graphs():
        data = rdflib.Graph()
        for quad in graph.quads_for_pattern(None, None, None, name):
            data.add((rdflib_term(quad.subject), rdflib_term(quad.predicate), rdflib_term(quad.object)))
        _, report, _ = pyshacl.validate(data, shacl_graph=shapes_graph(), inference="none")
        for result in report.subjects(RDF.type, SH.ValidationResult):
            node, term = (report.value(result, part) for part in (SH.focusNode, SH.resultPath))
            value = report.value(result, SH.value)
            found = f"{len(list(data.objects(node, term))) or 'none'} found" if value is None else f"found {value}"
            what = f"{found}; expected {report.value(result, SH.resultMessage)}"
            yield _violation(graph, name, NamedNode(str(node)), NamedNode(str(term)), what)


@lru_cache(maxsize=1)
def shapes_graph() -> Graph:
    """Return the shapes as a graph."""
    return Graph().parse(ontology_file("shapes.ttl"))


def structure_violations(graph: ox.Store) -> Iterator[Violation]:
    """Yield what is wrong with graphs in the light of all: facts, mentions, direct edges, entities, terms."""
    for what, pattern in CHECKS:
        query = f"SELECT DISTINCT ?g ?node ?property ?found ?expected {{ {pattern} }}"
        rows: Any = graph.query(query, prefixes=PREFIXES)
        for row in rows:
            said = what.format(found=_shown(row["found"]), expected=_shown(row["expected"]))
            yield _violation(graph, row["g"], row["node"], row["property"], said)


def _violation(graph: ox.Store, name: Any, node: Any, term: NamedNode, what: str) -> Violation:
    """Return a violation of a node in a named graph, or in all of them where there is no *name*."""
    names = graph.quads_for_pattern(name, v.IDENTIFIER, None, name) if name is not None else ()
    source = next((_text(quad.object) for quad in names), "all graphs" if name is None else name.value)
    kinds = sorted(_text(quad.object) for quad in graph.quads_for_pattern(node, v.TYPE, None, name))
    return Violation(source, node.value, short(kinds[0]) if kinds else "node", short(term.value), what)


def _text(term: Any) -> str:
    return str(term.value)


def _shown(term: Any) -> str:
    """Return a term in few words: one of our vocabulary with its prefix, and of a long text its beginning."""
    if isinstance(term, NamedNode) and short(term.value) != term.value:
        return short(term.value)
    return str(term) if len(str(term)) <= 80 else f"{str(term)[:77]}..."


def short(iri: str) -> str:
    """Return an IRI with our prefix for its namespace, if there is one.

    >>> short("https://w3id.org/graph-builder/ontology#quote")
    'gb:quote'
    """
    for prefix, namespace in sorted(PREFIXES.items(), key=lambda item: -len(item[1])):
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri


_FACTS = " ".join(map(str, v.FACT_CLASS.values()))
_ENTITIES = " ".join(map(str, v.ENTITY_CLASS.values()))
_PARENTS = tuple(map(str, v.PARENT.values()))
_EDGES = [
    (v.FACT_CLASS[relation], NamedNode(v.GB + subject), edge, NamedNode(v.GB + object_))
    for relation, edges in v.EDGES.items()
    for subject, edge, object_ in edges
]
_TERMS = [
    *(term for term in vars(v).values() if isinstance(term, NamedNode)),
    *(t for table in (v.FACT_CLASS, v.ROLE, v.VALUE, v.ENTITY_CLASS) for t in table.values()),
    *(edge for _, _, edge, _ in _EDGES),
]
# The properties that lead to entities, with the class of these; a mention may refer to one of any class.
_ENTITY_OF = {(v.ROLE[role], v.ENTITY_CLASS[kind]) for schema in SCHEMA.values() for role, kind in schema.roles}
_ENTITY_OF |= {(part, v.ENTITY_CLASS[kind]) for kind, parts in v.PART.items() for part in parts}
_TO_ENTITIES = " ".join(sorted({str(term) for term, _ in _ENTITY_OF} | {str(v.REFERS_TO)}))


def _rows(rows: Iterable[tuple[NamedNode, ...]]) -> str:
    return " ".join(f"({' '.join(map(str, row))})" for row in rows)


# What is wrong, and a pattern that finds it: the graph, or none if all of them together are wrong, the node, the
# property, and what was found there.
CHECKS = (
    (
        "not a term of the ontology",
        f"""GRAPH ?g {{ {{ ?node ?property ?any }} UNION {{ ?node a ?property }} }}
        FILTER(STRSTARTS(STR(?property), "{v.GB}") && ?property NOT IN ({", ".join(map(str, _TERMS))}))""",
    ),
    (
        "found {found}, which does not have the form of its datatype",
        """GRAPH ?g { ?node ?property ?found } FILTER(isLiteral(?found)) BIND(DATATYPE(?found) AS ?type)
        BIND(IF(?type = xsd:gYear, "-01-01", IF(?type = xsd:gYearMonth, "-01", "")) AS ?rest)
        FILTER(?type IN (xsd:gYear, xsd:gYearMonth, xsd:date) && (
            !REGEX(STR(?found), "^[0-9]{4}(-[0-9]{2})*$") ||
            !COALESCE(isLiteral(xsd:date(CONCAT(STR(?found), ?rest))), false)
        ) || ?type IN (xsd:integer, xsd:decimal) && !isNumeric(?found))""",
    ),
    (
        "found {found} and {expected}; expected one class of fact",
        f"""VALUES ?found {{ {_FACTS} }} VALUES ?expected {{ {_FACTS} }}
        GRAPH ?g {{ ?node a ?found, ?expected }} FILTER(STR(?found) < STR(?expected)) BIND(rdf:type AS ?property)""",
    ),
    (
        "found {found}; expected the source in whose graph it stands",
        """VALUES ?property { gb:source } GRAPH ?g { ?node ?property ?found } FILTER(?found != ?g)""",
    ),
    (
        "{found} is not described in any graph; expected an entity with a name",
        f"""VALUES ?property {{ {_TO_ENTITIES} }} GRAPH ?g {{ ?node ?property ?found }}
        FILTER NOT EXISTS {{ VALUES ?class {{ {_ENTITIES} }} GRAPH ?any {{ ?found a ?class }} }}""",
    ),
    (
        "{found} is no {expected}",
        f"""VALUES (?property ?expected) {{ {_rows(_ENTITY_OF)} }} GRAPH ?g {{ ?node ?property ?found }}
        FILTER EXISTS {{ VALUES ?class {{ {_ENTITIES} }} GRAPH ?any {{ ?found a ?class }} }}
        FILTER NOT EXISTS {{ GRAPH ?all {{ ?found a ?expected }} }}""",
    ),
    (
        "not the year of {expected}",
        " UNION ".join(
            f"""{{ {{ GRAPH ?g {{ ?node {name} ?date OPTIONAL {{ ?node {name}Year ?year }} }}
                FILTER(COALESCE(?year != xsd:integer(SUBSTR(STR(?date), 1, 4)), true)) }}
            UNION {{ GRAPH ?g {{ ?node {name}Year ?year OPTIONAL {{ ?node {name} ?date }} }} FILTER(!BOUND(?date)) }}
            BIND({name} AS ?expected) BIND({name}Year AS ?property) }}"""
            for name in ("gb:start", "gb:end")
        ),
    ),
    (
        "found {found}, before the start, {expected}",  # as far as both are precise: 2020-05 does not end before 2020
        """GRAPH ?g { ?node gb:start ?expected ; gb:end ?found } BIND(gb:end AS ?property)
        BIND(IF(STRLEN(STR(?found)) < STRLEN(STR(?expected)), ?found, ?expected) AS ?shorter)
        BIND(STRLEN(STR(?shorter)) AS ?size)
        FILTER(SUBSTR(STR(?found), 1, ?size) < SUBSTR(STR(?expected), 1, ?size))""",
    ),
    (
        "{found}: a direct edge without a fact behind it",
        " UNION ".join(
            f"""{{ GRAPH ?g {{ ?node {edge} ?found }} BIND({edge} AS ?property)
            FILTER NOT EXISTS {{ GRAPH ?g {{ ?fact {subject} ?node ; {object_} ?found ; a {fact} }} }} }}"""
            for fact, subject, edge, object_ in _EDGES
        ),
    ),
    (
        "{found}: a fact without its direct edge",
        f"""VALUES (?class ?subject ?property ?object) {{ {_rows(_EDGES)} }}
        GRAPH ?g {{ ?fact a ?class ; ?subject ?node ; ?object ?found }}
        FILTER NOT EXISTS {{ GRAPH ?g {{ ?node ?property ?found }} }}""",
    ),
    (
        "{found}, {expected}; expected exactly one preferred name",
        f"""VALUES ?class {{ {_ENTITIES} }} GRAPH ?one {{ ?node a ?class ; rdfs:label ?found }}
        GRAPH ?other {{ ?node rdfs:label ?expected ; a ?class }} FILTER(STR(?found) < STR(?expected))
        BIND(rdfs:label AS ?property)""",
    ),
    (
        "an entity of several kinds; expected one",
        f"""VALUES ?class {{ {_ENTITIES} }} VALUES ?another {{ {_ENTITIES} }} GRAPH ?one {{ ?node a ?class }}
        GRAPH ?other {{ ?node a ?another }} FILTER(STR(?class) < STR(?another)) BIND(rdf:type AS ?property)""",
    ),
    (
        "{found} is not described in any graph",
        f"""VALUES ?property {{ {" ".join(_PARENTS)} }} GRAPH ?one {{ ?node ?property ?found }}
        FILTER NOT EXISTS {{ VALUES ?class {{ {_ENTITIES} }} GRAPH ?any {{ ?found a ?class }} }}""",
    ),
    (
        "the entities above it lead back to it",
        f"""VALUES ?property {{ {" ".join(_PARENTS)} }}
        GRAPH ?one {{ ?node ?property ?up . ?up ({"|".join(_PARENTS)})* ?node }}""",
    ),
)


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
    """Return the quads of an ``rdflib.Dataset``.

    >>> a = ox.NamedNode("https://example.org/a")
    >>> quads = [ox.Quad(a, a, ox.Literal("x"), a)]
    >>> list(from_rdflib(to_rdflib(quads))) == quads
    True
    """
    lines = dataset.serialize(format="nquads", encoding="utf-8")
    return ox.parse(lines, format=ox.RdfFormat.N_QUADS, lenient=True)


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
