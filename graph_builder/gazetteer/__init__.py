"""Names that CVs in computing and science use: organizations, venues, degrees and topics, written by us."""

from graph_builder.gazetteer.abbreviations import AbbreviationIndex
from graph_builder.gazetteer.entry import Entry
from graph_builder.gazetteer.gazetteer import Gazetteer, load, load_for_reading, load_with_added, reading_state, using
from graph_builder.gazetteer.normalize import (
    normalize,
    normalize_degree,
    normalize_organization,
    normalize_topic,
    normalize_venue,
    slug,
)
from graph_builder.gazetteer.registries import Registered, Registries

__all__ = [
    "AbbreviationIndex",
    "Entry",
    "Gazetteer",
    "Registered",
    "Registries",
    "load",
    "load_for_reading",
    "load_with_added",
    "normalize",
    "normalize_degree",
    "normalize_organization",
    "normalize_topic",
    "normalize_venue",
    "reading_state",
    "slug",
    "using",
]
