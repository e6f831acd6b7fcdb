"""The graph without what it is unsure of: facts below a confidence are left out before a query is asked."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from graph_builder.graph import vocabulary as v


def confident(store: ox.Store, least: float) -> ox.Store:
    """Return a copy in memory of a graph without facts below a confidence, and without edges that only they gave.

    Entities and mentions stay, so that counts of things may be higher than counts of facts suggest.

    >>> len(confident(ox.Store(), 0.9))
    0
    """
    weak: frozenset[object] = frozenset(
        quad.subject for quad in store.quads_for_pattern(None, v.CONFIDENCE, None) if float(_value(quad.object)) < least
    )
    if not weak:
        return store
    rest = ox.Store()
    rest.bulk_extend(_surer(store, weak))
    return rest


def _surer(store: ox.Store, weak: frozenset[object]) -> Iterator[ox.Quad]:
    edges = {edge: v.FACT_CLASS[relation] for relation, found in v.EDGES.items() for _, edge, _ in found}
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
    for typed in store.quads_for_pattern(None, v.TYPE, class_):
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
