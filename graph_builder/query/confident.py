"""The graph without what it is unsure of: facts below a confidence are left out before a query is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pyoxigraph as ox

from graph_builder.query.index.schema import GB, RDF_TYPE, SCHEMA_ORG

_TYPE = ox.NamedNode(RDF_TYPE)
_CONFIDENCE = ox.NamedNode(GB + "confidence")

EDGES: Mapping[str, str] = {
    "http://xmlns.com/foaf/0.1/primaryTopic": GB + "Profile",
    SCHEMA_ORG + "alumniOf": GB + "Education",
    SCHEMA_ORG + "affiliation": GB + "Employment",
    GB + "advisedBy": GB + "Advising",
    SCHEMA_ORG + "isPartOf": GB + "Publication",
    SCHEMA_ORG + "sourceOrganization": GB + "Publication",
    SCHEMA_ORG + "datePublished": GB + "Publication",
    SCHEMA_ORG + "author": GB + "Authorship",
    SCHEMA_ORG + "about": GB + "About",
    SCHEMA_ORG + "knowsAbout": GB + "Interest",
    SCHEMA_ORG + "award": GB + "Award",
    GB + "servedAt": GB + "Service",
}
"""The direct edges, by the class of the facts behind them; a test holds them against what the graph room writes."""


def confident(store: ox.Store, least: float) -> ox.Store:
    """Return a copy in memory of a graph without facts below a confidence, and without edges that only they gave.

    Entities and mentions stay, so that counts of things may be higher than counts of facts suggest.

    >>> len(confident(ox.Store(), 0.9))
    0
    """
    weak: frozenset[object] = frozenset(
        quad.subject for quad in store.quads_for_pattern(None, _CONFIDENCE, None) if float(_value(quad.object)) < least
    )
    if not weak:
        return store
    rest = ox.Store()
    rest.bulk_extend(_surer(store, weak))
    return rest


def _surer(store: ox.Store, weak: frozenset[object]) -> Iterator[ox.Quad]:
    edges = {ox.NamedNode(edge): ox.NamedNode(fact) for edge, fact in EDGES.items()}
    doubtful = {class_: _ends(store, class_, weak) for class_ in set(edges.values())}
    for quad in store:
        if quad.subject in weak:
            continue
        if quad.predicate in edges:
            lost, held = doubtful[edges[quad.predicate]]
            ends = [(quad.graph_name, end) for end in (quad.subject, quad.object) if end != quad.graph_name]
            if _meet(lost, ends) and not _meet(held, ends):
                continue
        yield quad


_Ends = dict[tuple[object, object], set[object]]


def _ends(store: ox.Store, class_: ox.NamedNode, weak: frozenset[object]) -> tuple[_Ends, _Ends]:
    """Return the facts of a class by graph and by what they are about, the weak ones and the others."""
    lost: _Ends = {}
    held: _Ends = {}
    for typed in store.quads_for_pattern(None, _TYPE, class_):
        for quad in store.quads_for_pattern(typed.subject, None, None):
            found = lost if typed.subject in weak else held
            found.setdefault((quad.graph_name, quad.object), set()).add(typed.subject)
    return lost, held


def _meet(facts: _Ends, ends: list[tuple[object, object]]) -> set[object]:
    """Return the facts that are about all of some things."""
    found = [facts.get(end, set()) for end in ends]
    return set.intersection(*found) if found else set()


def _value(term: object) -> str:
    return str(getattr(term, "value", "1"))
