"""Tables of duties with a column for each year: "ICEX" in a row, and a tick below each year it was served in."""

from __future__ import annotations

import re

from graph_builder.extract.page import Line
from graph_builder.extract.service_roles import roles_in
from graph_builder.model import BlockKind, Span

_YEAR = re.compile(r"\W{0,2}((?:19|20)\d\d)\W{0,2}")
_NONE = frozenset({"", "-", "–", "—", "0", "no", "n", "✗", "✘", "×", "n/a", "na", "."})
_FEWEST = 2

Row = tuple[Line, str, Span]


def with_years_of_columns(lines: list[Row]) -> list[Row]:
    """Return the lines, rows of such a table with the years that they are ticked for, and without the row of years."""
    out: list[Row] = []
    years: list[str] = []
    for line, text, span in lines:
        if line.kind is not BlockKind.TABLE_ROW:
            years = []
        else:
            head, *cells = text.split("\t")
            found = [m[1] for cell in cells if (m := _YEAR.fullmatch(cell.strip()))]
            if len(found) >= _FEWEST and len(found) == len(cells):
                years = found
                continue
            if years and head.strip() and len(cells) <= len(years):
                text = _told(head, list(zip(cells, years, strict=False))) or text
        out.append((line, text, span))
    return out


def _told(head: str, cells: list[tuple[str, str]]) -> str:
    """Return a row in words: its venue with the years of the cells that say yes, or that name a role.

    >>> _told("ICEX", [("✓", "2021"), ("", "2022"), ("x", "2023")]), _told("ICEX", [("PC member", "2021")])
    ('ICEX 2021, 2023', 'ICEX (PC member 2021)')
    """
    said = [(cell.strip(), year) for cell, year in cells if cell.strip().casefold() not in _NONE]
    if not said or any(_YEAR.search(cell) for cell, _ in said):
        return ""
    if all(roles_in(cell) for cell, _ in said):
        return "; ".join(f"{head.strip()} ({cell} {year})" for cell, year in said)
    return f"{head.rstrip()} {', '.join(year for _, year in said)}"
