"""Validation of a graph: the shapes, and what no shape can see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyoxigraph as ox
import rdflib
from rdflib import RDF, SH

from graph_builder.graph.convert import from_rdflib, rdflib_term
from graph_builder.graph.shapes import shapes_graph
from graph_builder.graph.structure import Known, check_entities, check_structure
from graph_builder.graph.violations import Nodes, Violation, by_graph, check_shapes

SHACL_LIMIT = 100_000
"""Quads up to which ``validate`` asks the SHACL engine too, if not told otherwise: about ten seconds of work."""


def validate(quads: Iterable[ox.Quad] | rdflib.Dataset, shacl: bool | None = None) -> list[Violation]:
    """Return what is wrong with a graph, sorted; an empty list if nothing is.

    Our own check reads ``ontology/shapes.ttl`` and tests every named graph against it, at any size; then it looks
    across graphs: entities that nothing describes or of the wrong kind, two preferred names, a direct edge without a
    fact, an end before its start, unknown terms. pySHACL checks the same shapes, one named graph after the other, as a
    second opinion: what both find is told once. Memory grows with the graph: all quads are held.

    Args:
        quads: all quads of a graph, identities included; a dataset of rdflib will do.
        shacl: whether to ask pySHACL; None asks it for graphs of up to ``SHACL_LIMIT`` quads.

    Raises:
        GraphBuilderError: if the shapes cannot be read.
    """
    quads = list(from_rdflib(quads) if isinstance(quads, rdflib.Dataset) else quads)
    graphs = list(by_graph(quads))
    known = Known()
    for nodes in graphs:
        known.add(nodes)
    found = {violation for nodes in graphs for violation in (*check_shapes(nodes), *check_structure(nodes, known))}
    found.update(check_entities(known))
    if shacl or (shacl is None and len(quads) <= SHACL_LIMIT):
        told = {(v.source, v.node, v.property) for v in found}
        for nodes in graphs:
            found.update(v for v in shacl_violations(nodes) if (v.source, v.node, v.property) not in told)
    return sorted(found)


def shacl_violations(nodes: Nodes) -> Iterator[Violation]:
    """Yield what pySHACL finds wrong with one named graph."""
    import pyshacl  # takes longer to import than all else of this room, and few commands validate

    data = rdflib.Graph()
    for node, properties in nodes.items():
        for term, values in properties.items():
            for value in values:
                data.add((rdflib.URIRef(node), rdflib.URIRef(term), rdflib_term(value)))
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes_graph(), inference="none")
    for result in report.subjects(RDF.type, SH.ValidationResult):
        value = report.value(result, SH.value)
        found = "" if value is None else f"found {value}; "
        what = f"{found}expected {report.value(result, SH.resultMessage)}"
        yield nodes.violation(str(report.value(result, SH.focusNode)), str(report.value(result, SH.resultPath)), what)
