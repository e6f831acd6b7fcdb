"""Tables of Pandoc and reStructuredText in Markdown: grids drawn with "+---+", and columns below groups of dashes.

Both become tables with bars, one line a row, which the other dialects know as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from graph_builder.read.mapped_text import MappedText, join

_Pieces = list[tuple[str, int | None]]
_Cell = list[tuple[int, int]]

_EDGE = re.compile(r"[ \t]{0,9}\+(?:[-=:]{2,400}\+){1,20}[ \t]{0,9}")
# The edge of a row between cells, where a cell beside them goes on: "|      +-----+"
_PARTLY = re.compile(r"[ \t]{0,9}[|+](?:[^\n]{0,400}[|+])?[-=:]{2,400}\+[^\n]{0,400}")
_DASHES = re.compile(r"[ \t]{0,9}-{2,400}(?:[ \t]{1,9}-{2,400}){1,20}[ \t]{0,9}")
_RULE = re.compile(r"[ \t]{0,9}-{6,400}[ \t]{0,9}")
_GROUP = re.compile(r"-+")
_BARE_BAR = re.compile(r"(?<!\\)\|")


def with_bars(content: MappedText) -> MappedText:
    """Return Markdown whose drawn tables have their cells between bars.

    >>> print(with_bars(MappedText.of("+----+-----+\\n| 21 | Cup |\\n+----+-----+\\n")).text.strip())
    | | |
    |-|-|
    | 21 | Cup |
    """
    if "--" not in content.text:
        return content
    lines = _lines_of(content.text)
    pieces: _Pieces = []
    position = at = ungridded = 0
    while at < len(lines):
        end, rows = _grid(content.text, lines, at) if at >= ungridded else (at, [])
        if not rows:  # what ends as no grid does so wherever it is begun
            ungridded = max(ungridded, end)
            end, rows = _columns(content.text, lines, at) or (at, [])
        if not rows:
            at += 1
            continue
        pieces.extend(content.pieces(position, lines[at][0]))
        pieces.extend(_drawn(content, rows))
        position = lines[end - 1][1]
        at = end
    if not pieces:
        return content
    pieces.extend(content.pieces(position, len(content.text)))
    return join(pieces)


def _lines_of(text: str) -> list[tuple[int, int]]:
    lines = []
    start = 0
    for line in text.split("\n"):
        lines.append((start, start + len(line)))
        start += len(line) + 1
    return lines


def _drawn(content: MappedText, rows: Sequence[Sequence[_Cell]]) -> Iterator[tuple[str, int | None]]:
    """Yield the pieces of a table with bars; what stands in several lines of a cell stands in one."""
    width = max(len(row) for row in rows)
    yield "\n|" + " |" * width + "\n|" + "-|" * width + "\n", None
    for row in rows:
        yield "|", None
        for cell in row:
            for start, end in cell:
                yield " ", None
                position = start
                for bar in _BARE_BAR.finditer(content.text, start, end):
                    yield from content.pieces(position, bar.start())
                    yield "\\", None
                    position = bar.start()
                broken = content.text[start:end].endswith("\\")
                yield from content.pieces(position, end - broken)
                yield ("<br>" if broken else ""), None
            yield " |", None
        yield "\n", None


def _grid(text: str, lines: Sequence[tuple[int, int]], at: int) -> tuple[int, list[list[_Cell]]]:
    """Return the end and the rows of the grid whose upper edge is the line *at*; no rows where it is none."""
    if not _EDGE.fullmatch(text, *lines[at]):
        return at, []
    edges = {m.start() for m in re.finditer(r"\+", text[slice(*lines[at])])}
    rows: list[list[_Cell]] = []
    row: list[_Cell] = []
    end = at + 1
    while end < len(lines) and text[slice(*lines[end])].strip()[:1] in {"|", "+"}:
        start, stop = lines[end]
        line = text[start:stop]
        end += 1
        if _EDGE.fullmatch(line):
            edges |= {m.start() for m in re.finditer(r"\+", line)}
            _close(rows, row)
            row = []
            continue
        bars = sorted(edges)
        spans = [(a + 1, b) for a, b in pairwise(bars)]
        row = row or [[] for _ in spans]
        inner = [bool(re.fullmatch(r"[-=:]{2,}", line[a:b])) for a, b in spans] if _PARTLY.fullmatch(line) else []
        if any(inner):  # what goes on beside the edge stands in both rows
            kept = [[] if ends else list(cell) for cell, ends in zip(row, inner, strict=True)]
            _close(rows, row)
            row = kept
            continue
        for cell, (a, b) in zip(row, spans, strict=True):
            _add(cell, text, start + a, min(start + b, stop))
    return end, rows if not any(row) else []


def _close(rows: list[list[_Cell]], row: list[_Cell]) -> None:
    if any(row):
        rows.append(row)


def _add(cell: _Cell, text: str, start: int, end: int) -> None:
    said = text[start:end]
    if said.strip():
        begin = start + len(said) - len(said.lstrip())
        cell.append((begin, start + len(said.rstrip())))


def _columns(text: str, lines: Sequence[tuple[int, int]], at: int) -> tuple[int, list[list[_Cell]]] | None:
    """Return the end and the rows of the table whose first line is *at*: dashes above its columns, or its heads."""
    here = text[slice(*lines[at])]
    ruled = bool(_RULE.fullmatch(here))  # a table of rows with several lines, each parted by an empty one
    dashes = at if _DASHES.fullmatch(here) else at + 1
    while ruled and dashes < min(len(lines), at + 5) and not _DASHES.fullmatch(text[slice(*lines[dashes])]):
        dashes += 1
    if dashes >= len(lines) or not here.strip() or not _DASHES.fullmatch(text[slice(*lines[dashes])]):
        return None
    if at and text[slice(*lines[at - 1])].strip():
        return None  # a heading in its paragraph, with its line of dashes
    groups = [m.span() for m in _GROUP.finditer(text, *lines[dashes])]
    begins = [start - lines[dashes][0] for start, _ in groups]
    begins[0] = 0
    spans = [*pairwise(begins), (begins[-1], 10_000)]
    rows: list[list[_Cell]] = []
    row: list[_Cell] = [[] for _ in spans]
    for start, stop in lines[at + ruled : dashes]:
        for cell, (a, b) in zip(row, spans, strict=True):
            _add(cell, text, start + a, min(start + b, stop))
    _close(rows, row)
    row = [[] for _ in spans]
    end = dashes + 1
    closed = False
    while end < len(lines):
        start, stop = lines[end]
        line = text[start:stop]
        if _DASHES.fullmatch(line) or _RULE.fullmatch(line):
            closed, end = True, end + 1
            break
        if not line.strip() and (not ruled or not _goes_on(text, lines, end)):
            break
        if not line.strip():
            _close(rows, row)
            row = [[] for _ in spans]
        else:
            if not ruled:
                _close(rows, row)
                row = [[] for _ in spans]
            if any(b < len(line) and a and line[a - 1 : a].strip() for a, b in spans):
                return None  # a word across the border of two columns
            for cell, (a, b) in zip(row, spans, strict=True):
                _add(cell, text, start + a, min(start + b, stop))
        end += 1
    _close(rows, row)
    return (end, rows) if len(rows) > 1 and (closed or dashes > at) or closed and rows else None


def _goes_on(text: str, lines: Sequence[tuple[int, int]], at: int) -> bool:
    """Tell whether the table of which the line *at* is empty ends in a line of dashes further down."""
    for start, stop in lines[at : at + 60]:
        line = text[start:stop]
        if line.startswith("#"):
            return False
        if _RULE.fullmatch(line) or _DASHES.fullmatch(line):
            return True
    return False
