"""Checking a graph: the shapes on each named graph by pySHACL, and what holds across graphs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import lru_cache

import pyoxigraph as ox
import rdflib
from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad, Triple
from rdflib import RDF, SH, Graph
from rdflib.term import Node

from graph_builder.graph import literals
from graph_builder.graph import vocabulary as v
from graph_builder.graph.files import ontology_file
from graph_builder.graph.vocabulary import PREFIXES
from graph_builder.model import SCHEMA, Relation


def validate(quads: Iterable[ox.Quad] | rdflib.Dataset, shacl: bool = True) -> list[Violation]:
    """Return what is wrong with a graph, sorted; an empty list if nothing is.

    pySHACL tests every named graph against ``ontology/shapes.ttl``, some 12,000 quads a second. What no shape of one
    graph can see is looked for by ourselves, ten times as fast: entities that nothing describes or of the wrong kind,
    two preferred names, a direct edge without a fact, an end before its start, unknown terms. Memory grows with the
    graph: all quads are held.

    Args:
        quads: all quads of a graph, identities included; a dataset of rdflib will do.
        shacl: whether the shapes are tested at all.
    """
    graphs = list(by_graph(from_rdflib(quads) if isinstance(quads, rdflib.Dataset) else quads))
    described = DescribedEntities()
    for nodes in graphs:
        described.add(nodes)
    found = set(check_entities(described))
    for nodes in graphs:
        found.update(check_structure(nodes, described))
    if shacl:
        known = {(v.source, v.node, v.property) for v in found}
        violations = (violation for nodes in graphs for violation in shacl_violations(nodes))
        found.update(v for v in violations if (v.source, v.node, v.property) not in known)
    return sorted(found)


def shacl_violations(nodes: Nodes) -> Iterator[Violation]:
    """Yield what pySHACL finds wrong with one named graph."""
    import pyshacl  # takes longer to import than all else here, and few commands validate

    data = rdflib.Graph()
    for node, properties in nodes.items():
        for term, values in properties.items():
            for value in values:
                data.add((rdflib.URIRef(node), rdflib.URIRef(term), rdflib_term(value)))
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes_graph(), inference="none")
    for result in report.subjects(RDF.type, SH.ValidationResult):
        node, term = str(report.value(result, SH.focusNode)), str(report.value(result, SH.resultPath))
        value = report.value(result, SH.value)
        found = f"{len(nodes[node].get(term, ())) or 'none'} found" if value is None else f"found {value}"
        yield nodes.violation(node, term, f"{found}; expected {report.value(result, SH.resultMessage)}")


@lru_cache(maxsize=1)
def shapes_graph() -> Graph:
    """Return the shapes as a graph."""
    return Graph().parse(ontology_file("shapes.ttl"))


Term = NamedNode | BlankNode | Literal | Triple
Properties = dict[str, list[Term]]

_PREFIXES = sorted(v.PREFIXES.items(), key=lambda item: -len(item[1]))


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


class Nodes(dict[str, Properties]):
    """One named graph as nodes with their properties: IRI to property to values. *name* is the graph's IRI."""

    def __init__(self, name: str, quads: Iterable[Quad]) -> None:
        super().__init__()
        self.name = name
        for quad in quads:
            subject = str(quad.subject) if isinstance(quad.subject, Triple) else quad.subject.value
            self.setdefault(subject, {}).setdefault(quad.predicate.value, []).append(quad.object)
        names = self.get(name, {}).get(v.IDENTIFIER.value, [])
        self.source = value_of(names[0]) if names else name

    def classes(self, node: str) -> list[str]:
        """Return the classes of a node."""
        return [value_of(c) for c in self.get(node, {}).get(v.TYPE.value, ())]

    def violation(self, node: str, term: str, what: str) -> Violation:
        """Return a violation of this graph."""
        kinds = self.classes(node)
        return Violation(self.source, node, short(kinds[0]) if kinds else "node", short(term), what)


def by_graph(quads: Iterable[Quad]) -> Iterator[Nodes]:
    """Yield the named graphs of quads, sorted by name; quads of the default graph are a graph without a name."""
    groups: dict[str, list[Quad]] = {}
    for quad in quads:
        name = "" if isinstance(quad.graph_name, DefaultGraph) else quad.graph_name.value
        groups.setdefault(name, []).append(quad)
    for name in sorted(groups):
        yield Nodes(name, groups.pop(name))


def number_of(value: Term) -> Decimal | None:
    """Return the number that a literal spells, or None."""
    try:
        number = Decimal(value_of(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def value_of(term: Term) -> str:
    """Return the text of a term: an IRI, a blank node's label or a literal's text."""
    return str(term) if isinstance(term, Triple) else term.value


def short(iri: str) -> str:
    """Return an IRI with our prefix for its namespace, if there is one.

    >>> short("https://w3id.org/graph-builder/ontology#quote")
    'gb:quote'
    """
    for prefix, namespace in _PREFIXES:
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri


_RELATION = {term.value: relation for relation, term in v.FACT_CLASS.items()}
_ENTITY = {term.value: kind for kind, term in v.ENTITY_CLASS.items()}
_EDGE_TERMS = {edge.value for edges in v.EDGES.values() for _, edge, _ in edges}
_PARENTS = {term.value for term in v.PARENT.values()}
_TERMS = (
    {t.value for t in vars(v).values() if isinstance(t, NamedNode)}
    | {t.value for table in (v.FACT_CLASS, v.ROLE, v.VALUE, v.ENTITY_CLASS) for t in table.values()}
    | _EDGE_TERMS
)


@dataclass(slots=True)
class DescribedEntities:
    """What all graphs together say of entities: their classes, their names, and the entity above each."""

    classes: dict[str, set[str]] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)

    def add(self, nodes: Nodes) -> None:
        """Take in the entities that one graph describes."""
        for node, properties in nodes.items():
            kinds = _ENTITY.keys() & set(nodes.classes(node))
            if kinds:
                self.classes.setdefault(node, set()).update(kinds)
                self.names.setdefault(node, set()).update(value_of(n) for n in properties.get(v.LABEL.value, ()))
            for term in _PARENTS & properties.keys():
                self.parents[node] = value_of(properties[term][0])


def check_structure(nodes: Nodes, described: DescribedEntities) -> Iterator[Violation]:
    """Yield what is wrong with one graph in the light of all: facts, mentions, direct edges, terms."""
    edges: set[tuple[str, str, str]] = set()
    for node, properties in nodes.items():
        yield from _terms(nodes, node, properties.keys())
        yield from _forms(nodes, node)
        relations = [_RELATION[c] for c in nodes.classes(node) if c in _RELATION]
        if len(relations) > 1:
            yield nodes.violation(node, v.TYPE.value, f"{len(relations)} found; expected one class of fact")
        for relation in relations[:1]:
            yield from _fact(nodes, node, relation, described)
            edges.update(_edges(nodes, node, relation))
        if v.MENTION_CLASS.value in nodes.classes(node):
            yield from _mention(nodes, node, described)
    yield from _direct(nodes, edges)


def check_entities(described: DescribedEntities) -> Iterator[Violation]:
    """Yield what is wrong with the entities of all graphs together: two names, two classes, a circle of parents."""
    for node in sorted(described.classes):
        kind = short(min(described.classes[node]))
        if len(described.names[node]) > 1:
            names = ", ".join(sorted(described.names[node]))
            yield Violation("all graphs", node, kind, "rdfs:label", f"{names}; expected exactly one preferred name")
        if len(described.classes[node]) > 1:
            yield Violation("all graphs", node, kind, "rdf:type", "an entity of several kinds; expected one")
        if parent := described.parents.get(node):
            if parent not in described.classes:
                yield Violation("all graphs", node, kind, "parent", f"<{parent}> is not described in any graph")
            if _circular(node, described.parents):
                yield Violation("all graphs", node, kind, "parent", "the entities above it lead back to it")


def _circular(node: str, parents: dict[str, str]) -> bool:
    seen: set[str] = set()
    above = parents.get(node)
    while above is not None and above not in seen:
        if above == node:
            return True
        seen.add(above)
        above = parents.get(above)
    return False


def _terms(nodes: Nodes, node: str, used: Iterable[str]) -> Iterator[Violation]:
    for term in [*used, *nodes.classes(node)]:
        if term.startswith(v.GB) and term not in _TERMS:
            yield nodes.violation(node, term, "not a term of the ontology")


def _forms(nodes: Nodes, node: str) -> Iterator[Violation]:
    for term, values in nodes[node].items():
        for value in values:
            if isinstance(value, Literal) and not _well_formed(value):
                yield nodes.violation(node, term, f"found {value}, which does not have the form of its datatype")


def _well_formed(value: Literal) -> bool:
    if value.datatype in (v.XSD_GYEAR, v.XSD_GYEARMONTH, v.XSD_DATE):
        date = literals.date(value.value)
        return date is not None and date.datatype == value.datatype
    if value.datatype in (v.XSD_INTEGER, v.XSD_DECIMAL):
        return number_of(value) is not None
    return True


def _fact(nodes: Nodes, node: str, relation: Relation, described: DescribedEntities) -> Iterator[Violation]:
    properties = nodes[node]
    for source in properties.get(v.SOURCE.value, ()):
        if value_of(source) != nodes.name:
            yield nodes.violation(node, v.SOURCE.value, f"found {source}; expected the source in whose graph it stands")
    for role, kind in SCHEMA[relation].roles:
        yield from _entity(nodes, node, v.ROLE[role].value, v.ENTITY_CLASS[kind].value, described)
    for kind, (part, _) in v.PART.items():
        yield from _entity(nodes, node, part.value, v.ENTITY_CLASS[kind].value, described)
    yield from _dates(nodes, node)


def _mention(nodes: Nodes, node: str, described: DescribedEntities) -> Iterator[Violation]:
    yield from _entity(nodes, node, v.REFERS_TO.value, "", described)
    for kind, (_, part) in v.PART.items():
        yield from _entity(nodes, node, part.value, v.ENTITY_CLASS[kind].value, described)


def _entity(nodes: Nodes, node: str, term: str, expected: str, described: DescribedEntities) -> Iterator[Violation]:
    for value in nodes[node].get(term, ()):
        classes = described.classes.get(value_of(value))
        if classes is None:
            yield nodes.violation(node, term, f"{value} is not described in any graph; expected an entity with a name")
        elif expected and expected not in classes:
            found = ", ".join(sorted(map(short, classes)))
            yield nodes.violation(node, term, f"{value} is a {found}; expected a {short(expected)}")


def _dates(nodes: Nodes, node: str) -> Iterator[Violation]:
    """Compare begin and end as far as both are precise: 2020-05 does not end before 2020."""
    properties = nodes[node]
    years = {"start": v.START_YEAR.value, "end": v.END_YEAR.value}
    for name, year in years.items():
        stated = {value_of(d)[:4] for d in properties.get(v.VALUE[name].value, ())}
        if stated != {value_of(y).zfill(4) for y in properties.get(year, ())}:
            yield nodes.violation(node, year, f"not the year of gb:{name}")
    for start in properties.get(v.VALUE["start"].value, ()):
        for end in properties.get(v.VALUE["end"].value, ()):
            first, last = value_of(start), value_of(end)
            precision = min(len(first), len(last))
            if last[:precision] < first[:precision]:
                yield nodes.violation(node, v.VALUE["end"].value, f"found {last}, before the start, {first}")


def _edges(nodes: Nodes, node: str, relation: Relation) -> Iterator[tuple[str, str, str]]:
    properties = nodes[node]
    for subject, edge, object_ in v.EDGES[relation]:
        starts = [nodes.name] if subject == "source" else [value_of(s) for s in _filled(properties, subject)]
        for start in starts:
            for end in _filled(properties, object_):
                yield start, edge.value, value_of(end)


def _filled(properties: Properties, name: str) -> list[Term]:
    return properties.get(v.GB + name, [])


def _direct(nodes: Nodes, expected: set[tuple[str, str, str]]) -> Iterator[Violation]:
    found = {
        (node, term, value_of(value))
        for node, properties in nodes.items()
        for term in _EDGE_TERMS & properties.keys()
        for value in properties[term]
    }
    for node, term, value in sorted(found - expected):
        yield nodes.violation(node, term, f"{_brief(value)}: a direct edge without a fact behind it")
    for node, term, value in sorted(expected - found):
        yield nodes.violation(node, term, f"{_brief(value)}: a fact without its direct edge")


def _brief(value: str) -> str:
    return str(Literal(value[:77] + "..." if len(value) > 80 else value))


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
