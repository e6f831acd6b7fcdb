"""Kept resolution: tables beside a store that hold what resolution goes by, so that a change resolves what it bears on.

Mentions are in groups that cannot bear on each other: those that ties connect, for people the blocks of names and the
pairs that were compared. A change of sources finds the groups that it touches, runs the functions of resolution on
these, and tells which links and entities differ. The outcome is that of resolving all.
"""

from graph_builder.resolve.kept.changes import Changed, bring_up_to_date, change, first_time
from graph_builder.resolve.kept.outcome import Outcome
from graph_builder.resolve.kept.tables import LAYOUT, Tables

__all__ = ["LAYOUT", "Changed", "Outcome", "Tables", "bring_up_to_date", "change", "first_time"]
