"""Turns CVs, homepages and scholarly records into one RDF knowledge graph.

    import graph_builder

    graph_builder.build(["cvs"], "kg")
    graph = graph_builder.open("kg")
    graph.query("employment")
    graph.query("coauthors", person="Ada Lovelace")
    graph.to_pandas("education")

What is heavy is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_builder.model import GraphBuilderError, Problem, QueryError, ReadError, StoreError

if TYPE_CHECKING:
    from graph_builder.graphs import Graph, open
    from graph_builder.pipeline import BuildReport, LanguageModel, build, forget

__all__ = [
    "BuildReport",
    "Graph",
    "GraphBuilderError",
    "LanguageModel",
    "Problem",
    "QueryError",
    "ReadError",
    "StoreError",
    "build",
    "forget",
    "open",
]

_WHERE = {
    "BuildReport": "graph_builder.pipeline",
    "LanguageModel": "graph_builder.pipeline",
    "build": "graph_builder.pipeline",
    "forget": "graph_builder.pipeline",
    "Graph": "graph_builder.graphs",
    "open": "graph_builder.graphs",
}


def __getattr__(name: str) -> object:
    """Import what is asked for: see ``__all__``."""
    if name not in _WHERE:
        raise AttributeError(f"module 'graph_builder' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
