"""The text builder: pieces of text, in reading order, become the text, blocks and marks of a Document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from graph_builder.model import Block, BlockKind, Document, Mark, MarkKind, Node, Span
from graph_builder.read.origin import origin_of

# Characters that no reader sees and no name contains: soft hyphen, zero-width space, word joiner, byte-order mark, and
# control characters that do not break a line.
# The zero-width joiners (U+200C, U+200D) stay: Persian and Indic words need them.
UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff\\x00-\\x08\\x0e-\\x1f\\x7f-\\x9f]")
_TIGHT = (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW, BlockKind.FIELD)


@dataclass(slots=True)
class _OpenBlock:
    index: int
    kind: BlockKind
    level: int
    parent: int
    label: str
    start: int = -1  # -1: no text of its own yet
    end: int = -1
    sealed: bool = False  # a block inside it has begun: later text needs a block of its own
    implied: bool = False  # begun by `add` and not by `open`
    in_cells: bool = False


@dataclass(slots=True)
class _OpenMark:
    kind: MarkKind
    href: str
    start: int = -1


class TextBuilder:
    """A growing text with its blocks and marks; every reader ends in one.

    Blocks nest by ``open`` and ``close``. The span of a block is its own text: what is added to a list item after a
    block inside it becomes a paragraph whose parent is the item. Text outside every block becomes a paragraph (ended by
    the next ``open``, or by ``close``). White space at the start and the end of a block vanishes, and so do blocks
    without text and without blocks inside. Between blocks the builder writes the line breaks itself. Marks that are
    open across blocks are split, so that each lies in one block.

    >>> builder = TextBuilder()
    >>> _ = builder.open(BlockKind.HEADING, level=1)
    >>> builder.add("Vita")
    >>> _ = builder.close()
    >>> _ = builder.open(BlockKind.TABLE_ROW)
    >>> builder.cell(); builder.add("2019")
    >>> builder.cell(); builder.open_mark(MarkKind.LINK, "https://a.example/")
    >>> builder.add("Acme "); builder.close_mark()
    >>> _ = builder.close()
    >>> document = builder.build("cv.md", "text/markdown", "# Vita\\n2019 | [Acme](https://a.example/)")
    >>> document.text
    'Vita\\n\\n2019\\tAcme'
    >>> [cell.of(document.text) for cell in document.blocks[1].cells], document.marks[0].span.of(document.text)
    (['2019', 'Acme'], 'Acme')
    >>> document.in_source(document.text.index("Acme"))
    15
    """

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._length = 0
        self._pending: list[str] = []  # white space that counts only if text follows in the block
        self._open: list[_OpenBlock] = []
        self._blocks: list[Block | None] = []
        self._cells: dict[int, list[list[int]]] = {}
        self._marks: list[Mark] = []
        self._open_marks: list[_OpenMark] = []
        self._last_kind: BlockKind | None = None
        self._gap = 0  # the width of the fixed spaces that are waiting

    @property
    def position(self) -> int:
        """The length of the text so far, without white space that may still vanish."""
        return self._length

    def text_from(self, start: int) -> str:
        """Return the text so far from *start* on; what it costs grows with its length alone."""
        pieces: list[str] = []
        at = self._length
        for text in reversed(self._texts):
            if at <= start:
                break
            pieces.append(text)
            at -= len(text)
        return "".join(reversed(pieces))[max(0, start - at) :]

    @property
    def at_start(self) -> bool:
        """Whether the next piece of text begins a block, a line or a cell."""
        if not self._open or self._open[-1].sealed or self._open[-1].start < 0:
            return True
        return any("\n" in white or white == "\t" for white in self._pending)

    def open(self, kind: BlockKind, *, level: int = 0, label: str = "") -> int:
        """Begin a block inside the one that is open, and return its index among the blocks."""
        self._end_implied()
        self._seal()
        parent = self._open[-1].index if self._open else -1
        return self._begin(kind, level, parent, label, implied=False)

    def close(self) -> Span:
        """End the block that was opened last (or the paragraph of loose text), and return the span of its own text."""
        self._end_implied()
        return self._end() if self._open else Span(self._length, self._length)

    def add(self, text: str, *, collapse: bool = False) -> None:
        """Append *text*.

        Line breaks count as hard breaks, unless *collapse* says that runs of white space are one space, as in HTML.
        """
        if text.isprintable() and not (collapse and "  " in text):  # no space but plain ones, and all of it seen
            self._add_seen(text, collapse)
            return
        position = 0
        for match in (_WHITE_OR_UNSEEN if collapse else _ODD_SPACE_OR_UNSEEN).finditer(text):
            self._add_seen(text[position : match.start()], collapse)
            position = match.end()
            if match.group().isspace():
                self._add_space()
                self._widen(match.group())
        self._add_seen(text[position:], collapse)

    def break_line(self) -> None:
        """Append a hard line break; it vanishes at the start and the end of a block."""
        self._pending = [white for white in self._pending if white in ("\n", "\t")]
        self._pending.append("\n")

    def gap(self) -> None:
        """Append the white space of a column's width; it vanishes at the start and the end of a line."""
        if not self.at_start:
            self._pending = [" ", " "]

    def part(self) -> None:
        """End the paragraph: text that follows becomes a new one, inside the block that is open."""
        self._end_implied()
        if self._open and self._open[-1].start >= 0:
            self._seal()
        self._pending.clear()

    def cell(self) -> None:
        """Begin the next cell of the open row (or the next argument of an entry macro); cells are divided by tabs."""
        self._end_implied()
        if not self._open:
            self.open(BlockKind.TABLE_ROW)
        block = self._open[-1]
        cells = self._cells.setdefault(block.index, [])
        block.in_cells = True
        if cells:
            self._pending = [white for white in self._pending if white == "\t"]
            self._pending.append("\t")
        cells.append([-1, -1])

    def open_mark(self, kind: MarkKind, href: str = "") -> None:
        """Begin a mark at the next visible character."""
        self._open_marks.append(_OpenMark(kind, href))

    def close_mark(self) -> None:
        """End the mark that was opened last; one without text vanishes."""
        self._end_mark(self._open_marks.pop())

    def set_marks(self, wanted: Sequence[tuple[MarkKind, str]]) -> None:
        """Close and open marks so that exactly *wanted* are open: kinds with addresses, the outermost first."""
        opened = [(mark.kind, mark.href) for mark in self._open_marks]
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(opened, wanted, strict=False)))
        for _ in opened[same:]:
            self.close_mark()
        for kind, href in wanted[same:]:
            self.open_mark(kind, href)

    def build(
        self,
        source: str,
        media_type: str,
        decoded: str = "",
        *,
        metadata: Mapping[str, str] | None = None,
        data: Iterable[Node] = (),
    ) -> Document:
        """Close what is open and return the document; *decoded* is the file as text, in which its words are found."""
        while self._open:
            self.close()
        text = "".join(self._texts)
        return Document(
            source=source,
            media_type=media_type,
            text=text,
            blocks=self._closed_blocks(),
            marks=tuple(sorted(self._marks, key=lambda m: (m.span.start, -m.span.end, m.kind, m.href))),
            metadata=dict(metadata or {}),
            data=tuple(data),
            origin=origin_of(text, decoded),
        )

    # -- blocks

    def _begin(self, kind: BlockKind, level: int, parent: int, label: str, *, implied: bool) -> int:
        index = len(self._blocks)
        self._blocks.append(None)
        self._open.append(_OpenBlock(index, kind, level, parent, label, implied=implied))
        return index

    def _end_implied(self) -> None:
        if self._open and self._open[-1].implied:
            self._end()

    def _seal(self) -> None:
        """Let no more text enter the block that is open: one inside it begins, or it ends."""
        self._pending.clear()
        for mark in self._open_marks:
            self._end_mark(mark)
            mark.start = -1
        if self._open:
            self._open[-1].sealed = True

    def _end(self) -> Span:
        self._seal()
        block = self._open.pop()
        has_children = len(self._blocks) > block.index + 1
        if block.start < 0 and not has_children:
            self._blocks.pop()
            return Span(self._length, self._length)
        start, end = (block.start, block.end) if block.start >= 0 else self._empty_place(block.index)
        cells = _cell_spans(self._cells.pop(block.index, []), start)
        self._blocks[block.index] = Block(
            block.kind, Span(start, end), level=block.level, parent=block.parent, label=block.label, cells=cells
        )
        return Span(start, end)

    def _empty_place(self, index: int) -> tuple[int, int]:
        """Return where a block without text of its own stands: at the start of the first block inside it."""
        inner = self._blocks[index + 1]
        place = inner.span.start if inner else self._length
        return place, place

    def _closed_blocks(self) -> tuple[Block, ...]:
        return tuple(block for block in self._blocks if block is not None)

    # -- text

    def _add_space(self) -> None:
        """Remember one space, unless white space is already waiting."""
        if not self._pending:
            self._pending.append(" ")

    def _widen(self, white: str) -> None:
        """Remember a second space where fixed spaces make a gap as wide as between columns: "Lecturer      2019"."""
        self._gap += sum(_WIDTHS.get(character, 0) for character in white)
        if self._gap >= _COLUMN_GAP and self._pending == [" "]:
            self._pending.append(" ")

    def _add_seen(self, text: str, collapse: bool) -> None:
        """Append text whose characters are all seen; if it is collapsed, its white space is single spaces."""
        body = text.strip()
        lead = text[: len(text) - len(text.lstrip())]
        if lead:
            self._add_space() if collapse else self._pending.append(lead)
        if body:
            self._write(body)
            if rest := text[len(lead) + len(body) :]:
                self._add_space() if collapse else self._pending.append(rest)

    def _write(self, text: str) -> None:
        """Append text that begins and ends with a visible character, after the white space that was waiting."""
        self._gap = 0
        if not self._open or self._open[-1].sealed:
            parent = self._open[-1].index if self._open else -1
            self._begin(BlockKind.PARAGRAPH, 0, parent, "", implied=True)
        block = self._open[-1]
        pending, self._pending = self._pending, []
        if block.start < 0:
            pending = [white for white in pending if white == "\t" and block.in_cells]
            self._separate(block.kind)
            block.start = self._length
        self._append("".join(pending))
        for mark in self._open_marks:
            if mark.start < 0:
                mark.start = self._length
        start = self._length
        self._append(text)
        block.end = self._length
        if block.in_cells:
            cell = self._cells[block.index][-1]
            cell[0] = start if cell[0] < 0 else cell[0]
            cell[1] = self._length

    def _separate(self, kind: BlockKind) -> None:
        if self._length:
            tight = kind in _TIGHT and self._last_kind == kind
            self._append("\n" if tight else "\n\n")
        self._last_kind = kind

    def _append(self, text: str) -> None:
        self._texts.append(text)
        self._length += len(text)

    def _end_mark(self, mark: _OpenMark) -> None:
        if 0 <= mark.start < self._length:
            self._marks.append(Mark(mark.kind, Span(mark.start, self._length), mark.href))


# No-break, thin and wide spaces (and page breaks) are spaces: what is printed around them is one name, one date.
_ODD_SPACES = "\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_WIDTHS = {"\u00a0": 1, "\u2002": 2, "\u2003": 3, "\u3000": 3}
_COLUMN_GAP = 4
_ODD_SPACE_OR_UNSEEN = re.compile(f"[\\f\\v{_ODD_SPACES}]+|{UNSEEN.pattern}")
# White space that is more or other than one space; a single space stays where it is.
_WHITE_OR_UNSEEN = re.compile(
    f"[\\t\\n\\r\\f\\v{_ODD_SPACES}][ \\t\\n\\r\\f\\v{_ODD_SPACES}]*| [ \\t\\n\\r\\f\\v{_ODD_SPACES}]+|{UNSEEN.pattern}"
)


def _cell_spans(cells: list[list[int]], start: int) -> tuple[Span, ...]:
    """Return the spans of cells; an empty one stands where the one before it ends, and empty ones at the end go."""
    while cells and cells[-1][0] < 0:
        cells.pop()
    spans: list[Span] = []
    for first, last in cells:
        place = spans[-1].end if spans else start
        spans.append(Span(first, last) if first >= 0 else Span(place, place))
    return tuple(spans)
