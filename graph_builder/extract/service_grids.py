"""Tables of duties with a column for each year: "ICEX" in a row, and a tick below each year it was served in."""

from __future__ import annotations

from graph_builder.extract.page import Line
from graph_builder.model import Span

Row = tuple[Line, str, Span]


def with_years_of_columns(lines: list[Row]) -> list[Row]:
    """Return the lines, rows of such a table with the years that they are ticked for, and without the row of years."""
    out: list[Row] = []
    for line, text, span in lines:
        out.append((line, text, span))
    return out
