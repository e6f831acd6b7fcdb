"""A document becomes claims: one extractor a relation, each claim with its span and confidence."""

from graph_builder.extract.pipeline import EXTRACTORS, VERSION, extract

__all__ = ["EXTRACTORS", "VERSION", "extract"]
