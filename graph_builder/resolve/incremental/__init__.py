"""Kept resolution: tables beside a store that hold what resolution goes by, so that a change resolves what it bears on.

Mentions are in groups that cannot bear on each other: those that ties connect, for people the blocks of names and the
pairs that were compared. A change of sources finds the groups that it touches, runs the functions of resolution on
these, and tells which links and entities differ. The outcome is that of resolving all.
"""

from graph_builder.resolve.incremental.changes import ResolutionChange, change, resolve_all, update
from graph_builder.resolve.incremental.result import ResolutionResult
from graph_builder.resolve.incremental.tables import LAYOUT, Tables

__all__ = ["LAYOUT", "ResolutionChange", "ResolutionResult", "Tables", "change", "resolve_all", "update"]
