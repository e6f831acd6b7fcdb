"""Publication entries as CVs print them, taken apart into authors, title, venue, year and identifiers."""

from graph_builder.extract.references.authors import split_authors
from graph_builder.extract.references.reference import Name, Reference
from graph_builder.extract.references.segmenting import (
    look_like_references,
    looks_like_reference,
    segment,
    segment_many,
)
from graph_builder.extract.references.venues import short_venue

__all__ = [
    "Name",
    "Reference",
    "look_like_references",
    "looks_like_reference",
    "segment",
    "segment_many",
    "short_venue",
    "split_authors",
]
