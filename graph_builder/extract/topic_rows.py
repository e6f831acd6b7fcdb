"""Which part of a row or section names a topic: its head, the cell in front, labels, or its heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graph_builder.extract.page import Line, Page
from graph_builder.model import BlockKind, MarkKind, Span


def bold_leads(lines: Sequence[Line], page: Page) -> dict[int, Span]:
    """Return the bold words that several items begin with by the items' places: "**Looms** How yarn becomes cloth"."""
    for _, span, _, _ in paragraphs(tuple(lines), page):
        bold = next(iter(page.document.marks_in(span, MarkKind.BOLD)), None)
        if bold is None or bold.span.start != span.start:
            continue
    return {}


ITEM_HEAD = re.compile(r"([^:.–—]{3,60})(?::|\s[–—])\s")
"""What an item begins with where the rest of it says more of that: "Looms: how do they weave?"."""


def first_cells(lines: Sequence[Line], text: str) -> list[Span]:
    """Return the first cells of a table of topics whose second column says more of each, as its heading row tells."""
    rows = [line.cells for line in lines if line.kind is BlockKind.TABLE_ROW and len(line.cells) > 1]
    if len(rows) < 2:
        return []
    return [cells[0] for cells in rows[1:] if 2 < len(cells[0].of(text).strip()) <= 80]


PICTURED = re.compile(
    r"[\u2600-\u27bf\u2b50\U0001f300-\U0001faff]\ufe0f?\s[^,;:.]{3,60}$"
)  # "🧬 Looms", bold behind it

_LINE_END = re.compile(r"(?<![a-z]-)\n")


def paragraphs(lines: tuple[Line, ...], page: Page) -> Iterator[tuple[str, Span, BlockKind, int]]:
    """Yield the rows of each block: as one text where they run on, else one by one."""
    groups: list[list[Line]] = []
    for line in lines:
        apart = bool(groups) and PICTURED.match(groups[-1][-1].text) is not None
        if (
            groups
            and line.block == groups[-1][-1].block
            and line.block >= 0
            and _runs_on(groups[-1][-1], line)
            and not apart
        ):
            groups[-1].append(line)
        else:
            groups.append([line])
    for group in groups:
        span = Span(group[0].span.start, group[-1].span.end)
        text = _LINE_END.sub(" ", span.of(page.document.text))
        yield text, span, group[0].kind, group[0].level


_GOES_ON = re.compile(r"(?:,|;|\band|\bof|\bon|\bin|\bthe|\bfor|\bto|\bwith|[a-z]-|\ba)$")


def _runs_on(last: Line, line: Line) -> bool:
    text = last.text
    if line.row != last.row + 1:
        return False
    if line.text[:1].islower() or _GOES_ON.search(text):
        return True
    return len(text) > 60 and not text.endswith((".", "!", "?", ":"))
