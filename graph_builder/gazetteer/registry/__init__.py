"""Registries of organizations, such as ROR: dumps become an index on disk, and printed affiliations become records."""

from graph_builder.gazetteer.registry.index import Index, write_index
from graph_builder.gazetteer.registry.registry import Match, Registry
from graph_builder.gazetteer.registry.ror import NameKind, Organization, organization, ror_id

__all__ = ["Index", "Match", "NameKind", "Organization", "Registry", "organization", "ror_id", "write_index"]
