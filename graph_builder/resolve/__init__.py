"""Mentions become links to entities: block, compare, score, cluster, decide."""

from graph_builder.resolve.incremental.changes import resolve

__all__ = ["resolve"]
