"""The nouns that all stages share: documents, mentions, claims, links, entities, errors."""

from graph_builder.model.errors import GraphBuilderError, Problem, QueryError, ReadError, StoreError
from graph_builder.model.facts import (
    SCHEMA,
    Claim,
    EntityKind,
    Evidence,
    Identifier,
    Mention,
    Relation,
    RelationSchema,
    SourceFacts,
    digest,
    mention_id,
)
from graph_builder.model.identity import Entity, Identities, Link, LinkStatus
from graph_builder.model.text import Block, BlockKind, Document, Mark, MarkKind, Node, SourceNote, Span

__all__ = [
    "SCHEMA",
    "Block",
    "BlockKind",
    "Claim",
    "Document",
    "Entity",
    "EntityKind",
    "Evidence",
    "GraphBuilderError",
    "Identifier",
    "Identities",
    "Link",
    "LinkStatus",
    "Mark",
    "MarkKind",
    "Mention",
    "Node",
    "Problem",
    "QueryError",
    "ReadError",
    "Relation",
    "RelationSchema",
    "SourceFacts",
    "SourceNote",
    "Span",
    "StoreError",
    "digest",
    "mention_id",
]
