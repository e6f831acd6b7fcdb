"""Tables for people: as wide as the terminal, the first rows laid out whole, a thousand and more cut to a line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from io import StringIO
from itertools import islice
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import pyoxigraph as ox

from graph_builder.query import Table, Term, plain

if TYPE_CHECKING:
    from rich.console import Console

LAID_OUT = 1000
"""Rows that decide how wide columns are and have lines for all of their text; to lay out a million takes minutes."""

_BATCH = 10_000
_CROSS = "╇"


def text_table(table: Table) -> Iterator[str]:
    """Yield the lines of a table for people: columns as wide as the terminal allows, IRIs cut to their end."""
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    rows = _rows(table)
    shown = RichTable(*table.columns, show_edge=False, pad_edge=False)
    for row in islice(rows, LAID_OUT):
        # Text and not markup: a name in square brackets is a name.
        shown.add_row(*map(Text, row))
    console: Console = Console(file=StringIO(), record=True, width=get_terminal_size((120, 24)).columns)
    console.print(shown)
    lines = [line.rstrip() for line in console.export_text().splitlines()]
    yield from lines
    while batch := list(islice(rows, _BATCH)):
        widths = _widths(next(line for line in lines if line.startswith("━")))
        yield from _cut(batch, widths)


def _widths(line: str) -> list[int]:
    """Return how wide columns are, by the line below their names.

    >>> _widths("━━━╇━━━━╇━━━"), _widths("━━━")
    ([2, 2, 2], [3])
    """
    parts = line.split(_CROSS)
    return [len(part) - (place > 0) - (place < len(parts) - 1) for place, part in enumerate(parts)]


def _cut(rows: Sequence[tuple[str, ...]], widths: Sequence[int]) -> Iterator[str]:
    """Yield rows as a line each, their cells as wide as columns are.

    >>> list(_cut([("Ada", "Analytical engines"), ("魏军", "")], [3, 9]))
    ['Ada │ Analytic…', '魏… │']
    """
    columns = (
        map(partial(_fitted, width=width), cells) for cells, width in zip(zip(*rows, strict=True), widths, strict=True)
    )
    return (" │ ".join(cells).rstrip() for cells in zip(*columns, strict=True))


def _fitted(text: str, width: int) -> str:
    if text.isascii():
        return text.ljust(width) if len(text) <= width else text[: width - 1] + "…"
    from rich.cells import cell_len, set_cell_size

    return set_cell_size(text, width) if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def _rows(table: Table) -> Iterator[tuple[str, ...]]:
    if table.blocks is None:
        return (tuple(map(_short, row)) for row in table.rows)
    makers = [_short_iris if kind == "iri" else _safe_texts for kind in table.blocks.kinds]
    return (
        row
        for block in table.blocks.found
        for row in zip(*(cells.each(make) for cells, make in zip(block, makers, strict=True)), strict=True)
    )


def _short(term: Term | None) -> str:
    return _short_iris([term.value])[0] if isinstance(term, ox.NamedNode) else _safe_texts([plain(term)])[0]


def _short_iris(texts: Sequence[str | None]) -> list[str]:
    return ["/".join((text or "").rstrip("/").rsplit("/", 2)[-2:]) for text in texts]


def _safe_texts(texts: Sequence[str | None]) -> list[str]:
    # A terminal would obey control characters that a document smuggles into a name.
    return [_safe(text) if text else "" for text in texts]


def _safe(text: str) -> str:
    return text if text.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in text)
