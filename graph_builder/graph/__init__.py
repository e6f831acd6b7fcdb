"""Claims and links become quads: IRIs are minted, facts are merged, shapes are checked."""

from graph_builder.graph.changes import changed_lines, touched
from graph_builder.graph.convert import from_rdflib, to_rdflib
from graph_builder.graph.files import ontology_file
from graph_builder.graph.identities import identity_lines, identity_quads
from graph_builder.graph.iris import DEFAULT_BASE, Minter, source_iri, source_of
from graph_builder.graph.omissions import omissions
from graph_builder.graph.sources import SourceInfo, claims_of_facts, source_lines, source_quads
from graph_builder.graph.validation import validate
from graph_builder.graph.violations import Violation
from graph_builder.graph.vocabulary import PREFIXES

__all__ = [
    "DEFAULT_BASE",
    "PREFIXES",
    "Minter",
    "SourceInfo",
    "Violation",
    "changed_lines",
    "claims_of_facts",
    "from_rdflib",
    "identity_lines",
    "identity_quads",
    "omissions",
    "ontology_file",
    "source_iri",
    "source_lines",
    "source_of",
    "source_quads",
    "to_rdflib",
    "touched",
    "validate",
]
