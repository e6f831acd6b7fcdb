"""Bullets that authors of HTML print themselves, as word processors do: what stands behind them are items of a list."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graph_builder.model import Block, BlockKind, Document, Mark, MarkKind, Span

# A sign before an item; letters are such signs in symbol fonts, before the wide gap that word processors leave.
_BULLET = re.compile(
    r"(?:(?P<sure>[•·∙‣◦▪▫\uf0b7\uf0a7]) {0,2}|(?P<listed>[*➢➤▸▹►▻✓✔❖●○■□◆◇§-]|[–—](?! ?\d)) {1,2}|[oØüqv§]  )(?=\S)"
)
_DEEPER = frozenset("◦▫○o")
# Signs that also stand before headings, or between dates, are bullets where they follow each other in one paragraph, or
# at the head of several; between two dashes there may be lines that go on with the item.
_DASHES = frozenset("-–—*")
_MOST_BETWEEN = 3
_LEAST = 3


def with_items(document: Document) -> Document:
    """Return *document* with the paragraphs and lines that begin with a bullet as items of lists, without it.

    >>> text = "Posts\\n- Dean\\n- Weaver"
    >>> page = Document("a.html", "text/html", text, (Block(BlockKind.PARAGRAPH, Span(0, 22)),))
    >>> [(block.kind.value, page.text_of(block)) for block in with_items(page).blocks]
    [('paragraph', 'Posts'), ('list item', 'Dean'), ('list item', 'Weaver')]
    """
    signs = _signs(document)
    if not signs:
        return document
    blocks: list[Block] = []
    places: dict[int, int] = {}
    bold = [mark.span for mark in document.marks if mark.kind is MarkKind.BOLD]
    for index, block in enumerate(document.blocks):
        parts = list(_parts(document, block, signs, bold)) if _may_hold(block) else [block]
        places[index] = len(blocks)
        parent = places.get(block.parent, -1)
        for part in parts:
            # What follows in the paragraph of an entry is said of it; below a line in bold there is a list.
            noted = part is not parts[0] and parts[0].kind is block.kind and "\n" in document.text_of(parts[0])
            blocks.append(replace(part, parent=places[index] if noted else parent, level=part.level + noted))
    return replace(document, blocks=tuple(blocks), marks=tuple(_clipped(document.marks, blocks)))


def _clipped(marks: Sequence[Mark], blocks: Sequence[Block]) -> Iterator[Mark]:
    """Yield the marks with what of each lies in a block; those of bullets alone vanish."""
    held = [block.span for block in blocks if len(block.span)]
    starts = [span.start for span in held]
    for mark in marks:
        at = max(bisect_right(starts, mark.span.start) - 1, 0)
        for span in held[at : at + 2]:
            start, end = max(span.start, mark.span.start), min(span.end, mark.span.end)
            if start < end:
                yield mark if (start, end) == (mark.span.start, mark.span.end) else replace(mark, span=Span(start, end))


def _may_hold(block: Block) -> bool:
    return block.kind is BlockKind.PARAGRAPH and not block.cells


def _signs(document: Document) -> frozenset[str]:
    """Return the signs that are bullets: those that are nothing else, and others that follow each other."""
    found: set[str] = set()
    before, between, count, inside = "", 0, 0, -1
    for index, block in enumerate(document.blocks):
        if not _may_hold(block):
            before = ""
            continue
        for line in document.text_of(block).split("\n"):
            match = _BULLET.match(line)
            if match is None:
                between += 1
                continue
            sign = match.group()[0]
            near = sign == before and between <= (_MOST_BETWEEN if sign in _DASHES else 0)
            count = count + 1 if near else 1
            if match["sure"] or (near and (inside == index or count >= _LEAST)):
                found.add(sign)
            before, between, inside = sign, 0, index
    return frozenset(found)


def _parts(document: Document, block: Block, signs: frozenset[str], bold: list[Span]) -> Iterator[Block]:
    """Yield a paragraph in parts: items with the lines that go on with them, and what stands before and between."""
    item: Block | None = None
    start = block.span.start
    lines = document.text_of(block).split("\n")
    found = [match if (match := _BULLET.match(line)) and match.group()[0] in signs else None for line in lines]
    for number, (line, match) in enumerate(zip(lines, found, strict=True)):
        span = Span(start, start + len(line))
        start = span.end + 1
        # What stands out right above an item is said of the items below.
        heads = any(found[number + 1 : number + 2]) and any(mark.covers(span) for mark in bold)
        if match is None and item is not None and not (heads and item.kind is BlockKind.LIST_ITEM):
            item = replace(item, span=Span(item.span.start, span.end))
            continue
        if item is not None:
            yield item
        item = replace(block, span=span)
        if match is not None:
            sign = match.group()[0]
            inner = Span(span.start + match.end(), span.end)
            item = Block(BlockKind.LIST_ITEM, inner, level=1 + (sign in _DEEPER), label=sign)
    if item is not None:
        yield item
