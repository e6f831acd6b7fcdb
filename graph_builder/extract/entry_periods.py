"""Lists of posts whose lines come round again: each entry has as many, and its date alone in the same one."""

from __future__ import annotations

from collections.abc import Sequence

from graph_builder.extract.entry_notes import Row
from graph_builder.extract.fields import FieldKind

_LEAST, _MOST = 3, 5
_LONGEST = 90  # characters of a line


def in_period(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of entries of as many lines each, one of them a date alone: a title, a name, and when it was.

    It holds where nobody has heard of title and name in some of them. Lines of the same place look the same.
    """
    if any(len(row.line.text) > _LONGEST or not row.fields for row in rows):
        return []
    dates = [i for i, row in enumerate(rows) if all(f.kind is FieldKind.DATE for f in row.fields)]
    dated = sum(any(f.kind is FieldKind.DATE for f in row.fields) for row in rows)
    if len(dates) < 2 or len(dates) != dated:
        return []
    size = dates[1] - dates[0]
    even = len(rows) == size * len(dates) and all(at % size == dates[0] % size for at in dates)
    if not even or not _LEAST <= size <= _MOST:
        return []
    groups = [list(rows[at : at + size]) for at in range(0, len(rows), size)]
    looks = {tuple((row.line.kind, row.line.bold, row.line.italic) for row in group) for group in groups}
    starts = {tuple(row.line.starts_block for row in group) for group in groups}
    return groups if len(looks) == 1 and len(starts) == 1 else []
