"""Documents as outlines: one line a block, for comparing with what a test expects."""

from __future__ import annotations

from graph_builder.model import Document


def outline(document: Document) -> list[str]:
    """Return a line for each block: kind with level, label, the parent's index, and the text or its cells."""
    lines = []
    for block in document.blocks:
        head = f"{block.kind.value}{block.level or ''}"
        if block.label:
            head += f" {block.label}"
        if block.parent >= 0:
            head += f" <{block.parent}"
        text = document.text_of(block)
        if block.cells:
            text = " # ".join(cell.of(document.text) for cell in block.cells)
        lines.append(f"{head}: {text}")
    return lines


def marks(document: Document) -> list[str]:
    """Return a line for each mark: kind, text and address."""
    return [f"{m.kind.value}: {m.span.of(document.text)}" + (f" -> {m.href}" if m.href else "") for m in document.marks]


def check_places(document: Document, decoded: str) -> None:
    """Assert that blocks, cells and runs of origin are where they say, in order and without overlap."""
    end = 0
    for start, source, length in document.origin:
        assert length > 0
        assert start >= end
        assert document.text[start : start + length] == decoded[source : source + length]
        end = start + length
    assert end <= len(document.text)
    previous = 0
    for index, block in enumerate(document.blocks):
        assert previous <= block.span.start <= block.span.end <= len(document.text)
        assert block.parent < index
        text = document.text_of(block)
        assert text == text.strip() or block.cells, repr(text)
        assert all(block.span.covers(cell) for cell in block.cells)
        previous = block.span.end
    for mark in document.marks:
        assert 0 <= mark.span.start < mark.span.end <= len(document.text)
        assert any(block.span.covers(mark.span) for block in document.blocks)
    for node in (below for root in document.data for below in root.walk()):
        assert 0 <= node.span.start <= node.span.end <= len(document.text)
