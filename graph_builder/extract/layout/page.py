"""A document laid out for extraction: its lines, each with its look."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from graph_builder.model import Block, BlockKind, Document, MarkKind, Span


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a block, between two hard breaks; *bold* says that the whole line is bold or underlined."""

    span: Span
    kind: BlockKind
    text: str
    bold: bool = False
    alone: bool = False  # the only line of its block


@dataclass(slots=True)
class Page:
    """A document with its lines, as the extractors share it, and the names of the person whom it is about."""

    document: Document
    lines: tuple[Line, ...]
    subject_names: list[str] = field(default_factory=list)


LONGEST_LINE = 4_000
"""Characters of a line. Longer ones are cut between sentences, so that no expression meets a line without bound."""

WIDEST_GAP = 64
"""White-space characters inside a line; where there are more, what follows is a line of its own."""

_RUN = re.compile(rf"\S+(?:\s{{1,{WIDEST_GAP}}}\S+)*")


def lines_of(document: Document) -> tuple[Line, ...]:
    """Return the non-empty lines of all blocks of *document*, without the fields of its front matter."""
    strong = _Strong(document)
    lines: list[Line] = []
    for block in document.blocks:
        if block.kind in {BlockKind.FIELD, BlockKind.CODE}:
            continue
        for line in _block_lines(document, block, strong):
            # Text copied from a page repeats what is both a picture's caption and a title.
            if not lines or lines[-1].text != line.text or line.kind is BlockKind.TABLE_ROW:
                lines.append(line)
    return tuple(lines)


def _block_lines(document: Document, block: Block, strong: _Strong) -> Iterator[Line]:
    text = document.text_of(block)
    whole = block.kind is BlockKind.TABLE_ROW
    alone = whole or "\n" not in text.strip()
    for start, body in _bodies(text, whole):
        if body:
            at = block.span.start + start
            span = Span(at, at + len(body))
            yield Line(span, block.kind, body, strong.covers(span), alone)


def _bodies(text: str, whole: bool) -> Iterator[tuple[int, str]]:
    """Yield the lines of a block's text with the place of each, without the white space around it; empty ones too."""
    start = 0
    for part in [text] if whole else text.split("\n"):
        body = part.strip()
        at = start + (part.index(body[0]) if body else 0)
        if len(body) <= WIDEST_GAP:
            yield at, body
        else:
            for run in _RUN.finditer(body):
                for offset, piece in _cut(run.group()):
                    yield at + run.start() + offset, piece
        start += len(part) + 1


def _cut(text: str) -> Iterator[tuple[int, str]]:
    """Yield a line in parts of bearable length, cut between sentences or else between words."""
    start = 0
    while len(text) - start > LONGEST_LINE:
        limit, least = start + LONGEST_LINE, start + LONGEST_LINE // 2
        end = max(text.rfind(". ", least, limit) + 1, 0) or max(text.rfind(" ", least, limit), 0) or limit
        piece = text[start:end].strip()
        yield start + text[start:end].index(piece[0]), piece
        start = end
    rest = text[start:].strip()
    if rest:
        yield start + text[start:].index(rest[0]), rest


class _Strong:
    """What is bold or underlined, for asking whether a span is so as a whole."""

    def __init__(self, document: Document) -> None:
        self._text = document.text
        self._spans = sorted(m.span for m in document.marks if m.kind in {MarkKind.BOLD, MarkKind.UNDERLINE})
        # The furthest end so far ascends, so that what ends before a line is found by halving.
        self._ends = list(accumulate((s.end for s in self._spans), max))

    def covers(self, span: Span) -> bool:
        """Return whether marks cover every letter and digit of *span*."""
        at, end = span.start, span.end
        for position in range(bisect_right(self._ends, at), len(self._spans)):
            mark = self._spans[position]
            if mark.end <= at:
                continue
            if mark.start >= end:
                break
            if any(c.isalnum() for c in self._text[at : mark.start]):
                return False
            at = mark.end
            if at >= end:
                return True
        return at > span.start and not any(c.isalnum() for c in self._text[at:end])
