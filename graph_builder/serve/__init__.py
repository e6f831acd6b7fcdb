"""The web application: a SPARQL endpoint and an explorer over one store; requests come in, calls go out."""

from graph_builder.serve.settings import Settings

__all__ = ["Settings"]
