"""Lists of publications whose items each hold one entry of several blocks: such an item is an entry, whatever it holds.

Of a card in an item, the badge stands above the title, the authors below it, and below them where it appeared: no row
needs to tell where the entry begins, where its item does.
"""

from __future__ import annotations

from collections.abc import Sequence

from graph_builder.extract.paper_rows import Row
from graph_builder.model import BlockKind

_LEAST = 2  # items of a list of cards


def boxes(rows: Sequence[Row]) -> list[list[Row]] | None:
    """Return the rows by the items that hold them, or nothing where items are not what parts the list."""
    holders = {row.line.parent for row in rows if row.line.parent >= 0}
    groups: list[list[Row]] = []
    inside: set[int] = set()
    for row in rows:
        line = row.line
        if line.kind is BlockKind.LIST_ITEM and line.starts_block and line.parent < 0 and line.block in holders:
            groups.append([row])
            inside = {line.block}
        elif groups and (line.block in inside or line.parent in inside):
            groups[-1].append(row)
            inside.add(line.block)
        else:
            return None
    if len(groups) < _LEAST:
        return None
    return None
