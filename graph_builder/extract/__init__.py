"""A document becomes claims: one extractor a relation, each claim with its span and confidence."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graph_builder.extract.pipeline import EXTRACTORS, extract

__all__ = ["EXTRACTORS", "extract"]


def __getattr__(name: str) -> Any:
    # Files of records need none of what reads documents, and spaCy takes a second to load.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from graph_builder.extract import pipeline

    return getattr(pipeline, name)
