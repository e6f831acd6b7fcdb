"""Claims and links become quads: IRIs are minted, facts are merged, shapes are checked."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from graph_builder.graph.files import context_terms, ontology_file
from graph_builder.graph.identities import identity_lines
from graph_builder.graph.iris import DEFAULT_BASE, Minter
from graph_builder.graph.sources import (
    Lines,
    SourceInfo,
    changed_lines,
    claims_of_facts,
    relinked_lines,
    source_lines,
)
from graph_builder.graph.vocabulary import PREFIXES

if TYPE_CHECKING:
    from graph_builder.graph.validation import Violation, from_rdflib, to_rdflib, validate

_LATER = dict.fromkeys(("from_rdflib", "to_rdflib", "validate", "Violation"), "validation")
"""What needs rdflib, by its file: who wants a prefix does not wait for that."""

__all__ = [
    "DEFAULT_BASE",
    "PREFIXES",
    "Lines",
    "Minter",
    "SourceInfo",
    "Violation",
    "changed_lines",
    "claims_of_facts",
    "context_terms",
    "from_rdflib",
    "identity_lines",
    "ontology_file",
    "relinked_lines",
    "source_lines",
    "to_rdflib",
    "validate",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
