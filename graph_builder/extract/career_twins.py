"""Degrees that stand in lines below each other, under one school and one date."""

from __future__ import annotations

from graph_builder.extract.entries import Entry
from graph_builder.extract.fields import FieldKind

_K = FieldKind


def share_school(entry: Entry) -> None:
    """Give a bare degree the school and the date of the degree in the line above it.

    "Loom College, 2014-2018", below it "B.Sc. in Looms", and below that "B.Sc. in Physics".
    """
    above, first = entry.above, entry.lines[0]
    if above is None or entry.dates or entry.has(_K.ORGANIZATION, _K.UNIT, _K.ROLE) or not entry.has(_K.DEGREE):
        return
    last = above.lines[-1]
    beneath = last.block == first.block and first.row == last.row + 1 and not above.notes
    schools = above.of(_K.ORGANIZATION)
    told = [(d.value, s.text) for d, s in zip(above.of(_K.DEGREE), above.of(_K.SUBJECT), strict=False)]
    mine = [(d.value, s.text) for d, s in zip(entry.of(_K.DEGREE), entry.of(_K.SUBJECT), strict=False)]
    if beneath and above.dates and len(above.lines) > 1 and schools and told and mine and mine[0] not in told:
        entry.fields.insert(0, schools[0])
        entry.dates.extend(above.dates)
