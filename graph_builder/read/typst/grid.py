"""Grids and entries of Typst: which values are texts of their own, which lines stand beside each other."""

from __future__ import annotations

from collections.abc import Callable

from graph_builder.read.typst.functions import LISTS, WRAPPERS
from graph_builder.read.typst.tree import Call, Content, Event, Joined, Sequence, String, Value, shown

_LONGEST_CELL = 300


def is_long(value: Value, text: str, is_last: bool) -> bool:
    """Tell whether a value has blocks or sentences of its own: it stands below the short ones, and is no cell.

    Args:
        value: the argument of an entry, or the cell of a grid.
        text: what it says.
        is_last: whether lines are enough, as in the markup behind the other arguments of an entry.
    """
    if len(text) > _LONGEST_CELL or (is_last and "\n" in text):
        return True
    if isinstance(value, Content):
        kinds = {event.kind for event in value.events}
        inner = [event.value for event in value.events if event.value is not None]
        return bool(kinds & {"par", "heading", "item"}) or any(is_long(part, "", False) for part in inner)
    if isinstance(value, Call):
        return value.name in LISTS or (value.name in WRAPPERS and any(is_long(v, "", False) for v in shown(value)))
    if isinstance(value, Sequence):
        return any(isinstance(item.value, Content) for item in value.items)
    return isinstance(value, Joined) and any(is_long(part, "", False) for part in value.parts)


def aligned_rows(cells: list[Value], plain: Callable[[Value], str]) -> list[list[Value]] | None:
    """Return rows of cells from columns whose lines stand beside each other, or None if they do not.

    The columns have as many lines each, or as many groups of lines between empty ones: years beside papers.

    Args:
        cells: the columns.
        plain: returns the text of a value.
    """
    columns = [_lines(cell, plain) for cell in cells]
    if any(column is None for column in columns):
        return None
    lines = [column for column in columns if column is not None]
    for rows in (lines, [_groups(column, plain) for column in lines]):
        if len({len(column) for column in rows}) == 1 and len(rows[0]) > 1:
            found = [[Content(cell) for cell in row] for row in zip(*rows, strict=True)]
            return [list(row) for row in found if any(plain(cell) for cell in row)]
    return None


def _lines(value: Value, plain: Callable[[Value], str]) -> list[list[Event]] | None:
    """Return the lines of a cell, or None if it has blocks."""
    while isinstance(value, Call) and value.name in WRAPPERS and len(inner := shown(value)) > 0:
        value = inner[-1]
    if isinstance(value, String):
        return [[Event("value", value=value)]]
    if not isinstance(value, Content) or is_long(value, "", False):
        return None
    lines: list[list[Event]] = [[]]
    for event in value.events:
        if event.kind == "break":
            lines.append([])
        else:
            lines[-1].append(event)
    while lines and not plain(Content(lines[-1])):
        lines.pop()
    return lines


def _groups(lines: list[list[Event]], plain: Callable[[Value], str]) -> list[list[Event]]:
    """Return lines between which no empty one stands as one."""
    groups: list[list[Event]] = []
    after_empty = True
    for line in lines:
        is_empty = not plain(Content(line))
        if not is_empty and after_empty:
            groups.append(list(line))
        elif not is_empty:
            groups[-1] += [Event("space", " "), *line]
        after_empty = is_empty
    return groups
