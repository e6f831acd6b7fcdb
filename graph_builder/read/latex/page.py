"""The page that LaTeX is set on: styled text gathers into blocks, and blocks into a Document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from graph_builder.model import BlockKind, MarkKind
from graph_builder.read.builder import TextBuilder


class Style(NamedTuple):
    """How characters are set. *size* counts steps from the body's size."""

    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    code: bool = False
    superscript: bool = False
    caps: bool = False
    size: int = 0
    href: str = ""

    def but(self, changes: Mapping[str, bool]) -> Style:
        """Return the style with some of its switches set anew."""
        return Style(**{**self._asdict(), **changes})

    def marks(self) -> tuple[tuple[MarkKind, str], ...]:
        """Return the kinds of marks that the style stands for, each with its address."""
        found = [(MarkKind.LINK, self.href)] if self.href else []
        for kind in ("bold", "italic", "underline", "strike", "code", "superscript"):
            if getattr(self, kind):
                found.append((MarkKind(kind), ""))
        return tuple(found)


class Piece(NamedTuple):
    """Some characters of a block."""

    text: str
    style: Style


@dataclass(slots=True)
class Draft:
    """A block in the making. *cells* are the indexes of the pieces with which its cells begin."""

    kind: BlockKind
    level: int = 0
    label: str = ""
    parent: int = -1
    pieces: list[Piece] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The characters of the block."""
        return "".join(piece.text for piece in self.pieces)


_BIG = 2
_HEADING_LENGTH = 80


class Page:
    """The blocks of a document as they are set, one after the other.

    *container* returns the index of the block that holds what is set now, or -1. *draft* is the block that is open, if
    it was begun or has text.
    """

    def __init__(self, container: Callable[[], int] = lambda: -1) -> None:
        self.drafts: list[Draft] = []
        self.muted = False
        self._container = container
        self.draft: Draft | None = None
        self._pending = ""
        self._has_title = False

    # -- what is set

    @property
    def at_line_start(self) -> bool:
        """Whether the next character begins a line."""
        return self.draft is None or not self.draft.pieces or self._pending == "\n"

    @property
    def last(self) -> Draft | None:
        """The block that was closed last, if nothing was set since."""
        return self.drafts[-1] if self.drafts and (self.draft is None or not self.draft.pieces) else None

    def begin(self, kind: BlockKind, level: int = 0, label: str = "", parent: int | None = None) -> None:
        """Close the open block and begin another."""
        self.close()
        if not self.muted:
            self.draft = Draft(kind, level, label, self._container() if parent is None else parent)

    def text(self, text: str, style: Style) -> None:
        """Set characters."""
        if self.muted or not text:
            return
        if self.draft is None:
            self.draft = Draft(BlockKind.PARAGRAPH, parent=self._container())
        pieces = self.draft.pieces
        begins_cell = bool(self.draft.cells) and self.draft.cells[-1] == len(pieces)
        if self._pending and pieces and not (begins_cell and self._pending != "\t"):
            pieces.append(Piece(self._pending, style))
        self._pending = ""
        pieces.append(Piece(text, style))

    def space(self) -> None:
        """Set a space between words."""
        self._pending = self._pending or " "

    def tab(self) -> None:
        """Set the gap between two columns of a line."""
        if self._pending != "\n":
            self._pending = "\t"

    def line(self) -> None:
        """Begin a new line; an empty line ends the block."""
        if self._pending == "\n" and self.draft is not None and self.draft.kind is BlockKind.PARAGRAPH:
            self.close()
        else:
            self._pending = "\n"

    def cell(self) -> None:
        """Begin the next cell of a row."""
        if self.muted:
            return
        if self.draft is None:
            self.begin(BlockKind.TABLE_ROW)
        if self.draft is not None:
            if self.draft.kind is BlockKind.PARAGRAPH:  # what follows a heading inside a table
                self.draft.kind, self.draft.cells = BlockKind.TABLE_ROW, [0]
            self.draft.cells.append(len(self.draft.pieces))
            self._pending = ""

    def close(self) -> int:
        """End the open block and return its index, or -1 if it had no text."""
        draft, self.draft, self._pending = self.draft, None, ""
        if draft is None or not draft.pieces:
            return -1
        self.drafts += self._split(draft)
        return len(self.drafts) - 1

    def rule(self) -> None:
        """Draw a line across the page: a short line in bold or large type above it was a heading."""
        draft = self.draft or (self.drafts[-1] if self.drafts else None)
        if draft is None or draft.kind is not BlockKind.PARAGRAPH or len(draft.text) > _HEADING_LENGTH:
            return
        if all(p.style.bold or p.style.caps or p.style.size > 0 for p in draft.pieces) and not set("\n\t") & set(
            draft.text
        ):
            draft.kind, draft.level = BlockKind.HEADING, 2
            self.close()

    # -- headings by size alone

    def _split(self, draft: Draft) -> list[Draft]:
        """Part a large first line (or, in the title, the large name at its start) from the block below it."""
        if draft.kind is BlockKind.HEADING:
            self._has_title = self._has_title or draft.level == 1
            return [draft]
        is_title = not self._has_title and len(self.drafts) < 3
        end = _large(draft, is_title)
        if not end or (draft.kind is not BlockKind.PARAGRAPH and not is_title):
            return [draft]
        self._has_title = self._has_title or is_title
        head = Draft(BlockKind.HEADING, 1 if is_title else 2, "", draft.parent, draft.pieces[:end])
        rest = draft.pieces[end:]
        while rest and rest[0].text in (" ", "\n", "\t"):
            rest = rest[1:]
        return [head, Draft(BlockKind.PARAGRAPH, 0, "", draft.parent, rest)] if rest else [head]

    # -- the document

    def write(self, builder: TextBuilder) -> None:
        """Append all blocks to *builder*."""
        self.close()
        opened: list[int] = []
        for index, draft in enumerate(self.drafts):
            while opened and opened[-1] != draft.parent:
                opened.pop()
                builder.close()
            builder.open(draft.kind, level=draft.level, label=draft.label)
            opened.append(index)
            _write(builder, draft)
        for _ in opened:
            builder.close()


_TWO_LETTERS = re.compile(r"[^\W\d_]{2}")


def _large(draft: Draft, is_title: bool) -> int:
    """Return how many of the first pieces of *draft* are a heading by their size alone."""
    stops = ("\n", "\t") if is_title else ("\n",)
    end = next((i for i, piece in enumerate(draft.pieces) if piece.text in stops), len(draft.pieces))
    head = [piece for piece in draft.pieces[:end] if piece.text.strip()]
    text = "".join(piece.text for piece in draft.pieces[:end])
    if not head or len(text) > _HEADING_LENGTH or "\t" in text or not _TWO_LETTERS.search(text):
        return 0
    smallest = min(piece.style.size for piece in head)
    heavy = all(piece.style.bold or piece.style.caps for piece in head)
    alone = end == len(draft.pieces)
    if smallest >= _BIG or (smallest == 1 and (heavy or alone)):
        return end
    return 0


def _write(builder: TextBuilder, draft: Draft) -> None:
    """Hand the pieces of a block to the builder, with its cells and marks."""
    cells = iter([*draft.cells, -1])
    next_cell = next(cells)
    shown: Style | None = None  # the style whose marks are open
    for index, piece in enumerate(draft.pieces):
        while index == next_cell:
            builder.set_marks(())
            builder.cell()
            shown = None
            next_cell = next(cells)
        if piece.style is not shown and piece.text.strip():
            builder.set_marks(piece.style.marks())
            shown = piece.style
        builder.add(piece.text)
    builder.set_marks(())
