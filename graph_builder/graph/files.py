"""The files of the ontology, from a checkout or from an installed package."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from graph_builder.graph.vocabulary import PREFIXES
from graph_builder.model import GraphBuilderError

_PACKAGE = Path(__file__).resolve().parents[1]


def ontology_file(name: str) -> Path:
    """Return the path of a file of the ontology: its Turtle, shapes, JSON-LD context or page.

    An installed package holds them inside itself; a checkout has them in its folder ``ontology``.

    Raises GraphBuilderError if there is no such file.

    >>> ontology_file("shapes.ttl").name
    'shapes.ttl'
    """
    for folder in (_PACKAGE / "_ontology", _PACKAGE.parent / "ontology"):
        if (folder / name).is_file():
            return folder / name
    raise GraphBuilderError(f"{name}: no such file of the ontology; reinstall graph-builder, or name one that is there")


@cache
def context_terms() -> tuple[str, ...]:
    """Return the IRIs of the classes and properties that the ontology's JSON-LD context names, sorted.

    >>> "https://schema.org/affiliation" in context_terms()
    True
    """
    names = json.loads(ontology_file("context.jsonld").read_text(encoding="utf-8"))["@context"]
    terms = [each if isinstance(each, str) else each["@id"] for name, each in names.items() if name[0] != "@"]
    parts = [term.partition(":") for term in terms]
    return tuple(sorted({PREFIXES[prefix] + name for prefix, _, name in parts if prefix in PREFIXES}))
