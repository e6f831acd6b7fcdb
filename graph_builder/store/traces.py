"""Traces: what was forgotten and is still in some file of a store, which marks tell without naming it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from graph_builder.store.layout import Layout

FORGOTTEN: Final = "FORGOTTEN"
"""The file that marks a snapshot before one in which something was forgotten."""

UNWIPED: Final = "UNWIPED"
"""The file that marks a snapshot whose own files still have what was forgotten."""


def has_forgotten(path: Path | str) -> bool:
    """Tell whether a store still has a snapshot with what was forgotten: a reader held it, or its removal broke off."""
    layout = Layout(Path(path))
    marked = {mark.parent.name for mark in layout.snapshots.glob(f"*/{FORGOTTEN}")}
    # Where it broke off before that, the snapshot in use may be marked, too.
    return bool(marked) and marked != {str(layout.current())}


def holds_forgotten(path: Path | str) -> bool:
    """Tell whether files of a store have what was forgotten: a reader holds it, or it is to be wiped later."""
    layout = Layout(Path(path))
    return has_forgotten(path) or (layout.snapshot(layout.current()) / UNWIPED).exists()
