"""The shapes of ``ontology/shapes.ttl``, read into plain values that can be checked fast."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from rdflib import RDF, SH, Graph, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from graph_builder.graph.files import ontology_file
from graph_builder.model import GraphBuilderError

_KNOWN = {
    SH[name]
    for name in (
        *("path", "message", "minCount", "maxCount", "datatype", "or", "in", "nodeKind", "class"),
        *("minInclusive", "maxInclusive", "lessThanOrEquals", "minLength"),
        *("targetClass", "targetSubjectsOf", "property"),
    )
} | {RDF.type}


@dataclass(frozen=True, slots=True)
class PropertyRule:
    """What one property of a node must look like; a field left at its default asks for nothing."""

    path: str
    message: str
    min_count: int = 0
    max_count: int | None = None
    datatypes: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    iri: bool = False
    class_: str = ""
    at_least: Decimal | None = None
    at_most: Decimal | None = None
    not_after: str = ""
    min_length: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """Which nodes a shape is about (instances of classes, subjects of properties), and its rules."""

    classes: frozenset[str]
    subjects_of: frozenset[str]
    rules: tuple[PropertyRule, ...]


@lru_cache(maxsize=1)
def shapes_graph() -> Graph:
    """Return the shapes as a graph."""
    return Graph().parse(ontology_file("shapes.ttl"))


@lru_cache(maxsize=1)
def shapes() -> tuple[Shape, ...]:
    """Return the shapes as plain values.

    Raises GraphBuilderError if they use a part of SHACL that our own check does not know.
    """
    graph = shapes_graph()
    _refuse_unknown(graph)
    found = []
    for node in sorted(graph.subjects(RDF.type, SH.NodeShape), key=str):
        rules = sorted((_rule(graph, p) for p in graph.objects(node, SH.property)), key=lambda r: (r.path, r.message))
        classes = frozenset(str(c) for c in graph.objects(node, SH.targetClass))
        subjects = frozenset(str(p) for p in graph.objects(node, SH.targetSubjectsOf))
        found.append(Shape(classes, subjects, tuple(rules)))
    return tuple(found)


def _refuse_unknown(graph: Graph) -> None:
    used = {p for p in graph.predicates() if str(p).startswith(str(SH))}
    if unknown := used - _KNOWN:
        names = ", ".join(sorted(f"sh:{str(p).removeprefix(str(SH))}" for p in unknown))
        raise GraphBuilderError(f"shapes.ttl: {names}: the fast check does not know it; teach it in graph/shapes.py")


def _rule(graph: Graph, node: Node) -> PropertyRule:
    def one(name: str) -> str | None:
        value = graph.value(node, SH[name])
        return None if value is None else str(value)

    maximum, at_least, at_most = one("maxCount"), one("minInclusive"), one("maxInclusive")
    return PropertyRule(
        path=one("path") or "",
        message=one("message") or "",
        min_count=int(one("minCount") or 0),
        max_count=None if maximum is None else int(maximum),
        datatypes=_datatypes(graph, node),
        values=frozenset(str(v) for v in _list(graph, graph.value(node, SH["in"]))),
        iri=graph.value(node, SH.nodeKind) == SH.IRI,
        class_=one("class") or "",
        at_least=None if at_least is None else Decimal(at_least),
        at_most=None if at_most is None else Decimal(at_most),
        not_after=one("lessThanOrEquals") or "",
        min_length=int(one("minLength") or 0),
    )


def _datatypes(graph: Graph, node: Node) -> frozenset[str]:
    nodes = [node, *_list(graph, graph.value(node, SH["or"]))]
    return frozenset(str(d) for n in nodes for d in graph.objects(n, SH.datatype) if isinstance(d, URIRef))


def _list(graph: Graph, head: Node | None) -> list[Node]:
    return [] if head is None else list(Collection(graph, head))
