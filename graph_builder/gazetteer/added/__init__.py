"""Lists that a user adds to the built-in gazetteer: registries of organizations, venues, schemes of topics."""

from graph_builder.gazetteer.added.content import Kind
from graph_builder.gazetteer.added.folder import (
    VARIABLE,
    Added,
    Source,
    add,
    default_directory,
    fingerprint,
    load_added,
    remove,
    sources,
)

__all__ = [
    "VARIABLE",
    "Added",
    "Kind",
    "Source",
    "add",
    "default_directory",
    "fingerprint",
    "load_added",
    "remove",
    "sources",
]
