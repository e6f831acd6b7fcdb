"""Mentions become links to entities: block, compare, score, cluster, decide."""

from graph_builder.resolve.resolve import VERSION, resolve

__all__ = ["VERSION", "resolve"]
