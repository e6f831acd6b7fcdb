"""What the tagger sees: the lines of a document as words with their shape, style and place in the layout."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from graph_builder.model import Block, BlockKind, Document, MarkKind, Node

_UNSPACED = "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"\d+|[{_UNSPACED}]+|[^\W\d_{_UNSPACED}]+|\S")
_LETTERS_TOGETHER = re.compile(rf"[{_UNSPACED}]")
_MOST_PIECES = 12  # of one word: what is longer is no word
_LONGEST_HEADING = 60
_MOST = 10_000  # pieces of a document: behind them, lines that are no language are not tagged
_DENSE = 0.6  # pieces a character, above which a line is no language; of prose it is 0.2 to 0.4

SHAPES, STYLES, KINDS, EDGES = 14, 8, 32, 8
"""How many shapes of words, styles, kinds of lines and edges there are."""

_STYLES = {MarkKind.BOLD: 1, MarkKind.UNDERLINE: 1, MarkKind.ITALIC: 2, MarkKind.LINK: 4}
_KINDS = {BlockKind.PARAGRAPH: 1, BlockKind.TABLE_ROW: 2, BlockKind.FIELD: 3, BlockKind.CODE: 4}
_OPENS, _CLOSES, _APART = 1, 2, 4

Pieces = Callable[[str], tuple[Sequence[int], Sequence[tuple[int, int]]]]
"""Cuts a word, whose first character is ``▁`` after a blank, into numbered pieces and their offsets."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word or mark of a line; *text* begins with ``▁`` where a blank or the line's beginning is before it."""

    start: int
    end: int
    text: str
    edge: int = 0  # marks that open or close before it, and whether it stands in a column of its own

    @property
    def is_unspaced(self) -> bool:
        """Whether it is a run of a script that sets no blanks between words."""
        return bool(_LETTERS_TOGETHER.match(self.text.lstrip("▁")))


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a block; *kind* is a number for the block's kind and level, *headings* are those above it."""

    start: int
    end: int
    kind: int
    opens: bool  # whether a block begins with it
    label: str
    headings: tuple[str, ...]
    words: tuple[Word, ...]


@dataclass(slots=True)
class Units:
    """A document as the tagger's units: words, or pieces of words in scripts without blanks.

    *pieces* are the numbers of all pieces, with a marker piece at the start of each line; of each piece *features* has
    shape, style, kind of line and edge, and *unit* the unit that it begins, or -1. *starts*, *ends* and *lines* are
    those of the units.
    """

    pieces: NDArray[np.int64]
    features: NDArray[np.int64]
    unit: NDArray[np.int64]
    line_starts: list[int]
    headings: list[list[int]]
    line_of_piece: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    lines: NDArray[np.int64]
    text_lines: list[TextLine] = field(default_factory=list)

    @property
    def end(self) -> int:
        """Where in the text the last unit ends."""
        return int(self.ends[-1]) if len(self.ends) else 0


def words_of(document: Document) -> list[TextLine]:
    """Return the lines of a document that say something, each with its words.

    >>> from graph_builder.model import Span
    >>> document = Document("a.md", "text/plain", "Ada (1815)", (Block(BlockKind.PARAGRAPH, Span(0, 10)),))
    >>> [word.text for word in words_of(document)[0].words]
    ['▁Ada', '▁(', '1815', ')']
    """
    text, size = document.text, len(document.text) + 1
    edges = np.zeros(size, np.int8)
    for mark in document.marks:
        if mark.kind in _STYLES:
            edges[mark.span.start] |= _OPENS
            edges[min(mark.span.end, size - 1)] |= _CLOSES
    keys = dict(_keys(document.data))
    lines: list[TextLine] = []
    above: list[tuple[int, str]] = []
    for block in document.blocks:
        for cell in block.cells:
            edges[min(cell.start, size - 1)] |= _APART
        opens = True
        for match in re.finditer(r"[^\n]+", document.text_of(block)):
            start, end = block.span.start + match.start(), block.span.start + match.end()
            words = tuple(_words(text, start, end, edges))
            if not words:
                continue
            headings = tuple(title for _, title in above)
            if block.kind is BlockKind.FIELD:
                headings = (*headings, *keys.get(block.span.start, ()))
            lines.append(TextLine(start, end, _kind(block), opens, block.label[:40], headings, words))
            opens = False
        if block.kind is BlockKind.HEADING:
            above = [each for each in above if each[0] < block.level]
            above.append((block.level, document.text_of(block)[:_LONGEST_HEADING]))
    return lines


def _kind(block: Block) -> int:
    if block.kind is BlockKind.HEADING:
        return 8 + min(block.level, 6)
    if block.kind is BlockKind.LIST_ITEM:
        return 16 + min(block.level, 4)
    return _KINDS.get(block.kind, 0)


def _keys(nodes: Sequence[Node], above: tuple[str, ...] = ()) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the place of each value of structured data with the keys above it."""
    for node in nodes:
        inside = (*above, node.key) if node.key else above
        if node.children:
            yield from _keys(node.children, inside)
        else:
            yield node.span.start, inside[:-1]


def _words(text: str, start: int, end: int, edges: NDArray[np.int8]) -> Iterator[Word]:
    at = start
    for match in _WORD.finditer(text, start, end):
        gap = text[at : match.start()]
        edge = int(np.bitwise_or.reduce(edges[at : match.start() + 1]))
        if "\t" in gap or "   " in gap:
            edge |= _APART
        shown = unicodedata.normalize("NFKC", match[0])
        if len(shown) != len(match[0]):
            shown = match[0]
        yield Word(match.start(), match.end(), ("▁" if gap or at == start else "") + shown, edge)
        at = match.end()


@lru_cache(1 << 16)
def shape(word: str) -> int:
    """Return a number for the kind of a word: a year, digits, a mark, capitals, a capitalized word and so on.

    >>> shape("1999"), shape("12"), shape("Ada"), shape("ACM"), shape(",")
    (1, 2, 10, 8, 4)
    """
    if word.isdigit():
        return 1 if len(word) == 4 and word[:2] in ("19", "20") else 2 if len(word) <= 2 else 3
    if not any(c.isalnum() for c in word):
        return 4
    if any(c.isdigit() for c in word):
        return 5
    if unicodedata.category(word[0]) == "Lo":
        return 6
    if word.isupper():
        return 7 if len(word) == 1 else 8 if len(word) <= 6 else 9
    if word[0].isupper():
        return 10 if word[1:].islower() else 11
    return 12 if word.islower() else 13


def units_of(document: Document, pieces: Pieces, marker: int) -> Units:
    """Cut a document into the tagger's units; *marker* is the piece that stands at the start of each line."""
    lines = words_of(document)
    styles = np.zeros(len(document.text) + 1, np.int64)
    for mark in document.marks:
        if mark.kind in _STYLES:
            styles[mark.span.start : mark.span.end] |= _STYLES[mark.kind]
    ids: list[int] = []
    rows: list[tuple[int, int, int, int]] = []
    unit: list[int] = []
    line_starts: list[int] = []
    line_of_piece: list[int] = []
    headings: list[list[int]] = []
    starts: list[int] = []
    ends: list[int] = []
    of_line: list[int] = []
    cut: dict[str, tuple[Sequence[int], Sequence[tuple[int, int]]]] = {}
    heads: dict[tuple[str, ...], list[int]] = {}

    def pieces_of(word: str) -> tuple[Sequence[int], Sequence[tuple[int, int]]]:
        if word not in cut:
            cut[word] = pieces(word)
        return cut[word]

    def is_noise(line: TextLine, before: int) -> bool:
        spaced = [word for word in line.words if not word.is_unspaced]
        count = sum(min(len(pieces_of(word.text)[0]), _MOST_PIECES) for word in spaced)
        return before + count > _MOST and count > _DENSE * sum(len(word.text) for word in spaced)

    for number, line in enumerate(lines):
        line_starts.append(len(ids))
        if line.headings not in heads:
            words = [word for title in line.headings[-3:] for word in ["▁" + w for w in title.split()]]
            heads[line.headings] = [piece for word in words for piece in pieces_of(word)[0]]
        headings.append(heads[line.headings])
        lead = [piece for word in re.split(r"[\s_-]+", line.label) for piece in pieces_of("▁" + word)[0] if word]
        for piece in (marker, *(lead if line.kind == _KINDS[BlockKind.FIELD] else ())):
            ids.append(piece)
            rows.append((0, 0, line.kind, _OPENS if line.opens else 0))
            unit.append(-1)
        for word in () if is_noise(line, len(ids)) else line.words:
            found, offsets = pieces_of(word.text)
            whole = not word.is_unspaced
            shift = word.start - word.text.startswith("▁")
            row = (shape(word.text.lstrip("▁")[:24]), int(styles[word.start]), line.kind)
            for at, piece in enumerate(found[:_MOST_PIECES] if whole else found):
                first = at == 0
                ids.append(piece)
                rows.append((*row, word.edge if first else 0))
                begin, end = (word.start, word.end) if whole else (shift + offsets[at][0], shift + offsets[at][1])
                begin = max(begin, word.start)
                if (whole and not first) or end <= begin:
                    unit.append(-1)
                    continue
                unit.append(len(starts))
                starts.append(begin)
                ends.append(end)
                of_line.append(number)
        line_of_piece += [number] * (len(ids) - len(line_of_piece))
    return Units(
        np.array(ids, np.int64), np.array(rows, np.int64).reshape(-1, 4), np.array(unit, np.int64), line_starts,
        headings,
        np.array(line_of_piece, np.int64), np.array(starts, np.int64), np.array(ends, np.int64),
        np.array(of_line, np.int64), lines,
    )  # fmt: skip
