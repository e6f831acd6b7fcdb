"""The blocks of a Typst page in the making: lines, lists, headings, and entries that a list may go on with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from graph_builder.model import BlockKind, MarkKind
from graph_builder.read.builder import TextBuilder
from graph_builder.read.typst.tree import Event

MARK_KINDS = {"strong": MarkKind.BOLD, "emph": MarkKind.ITALIC, "raw": MarkKind.CODE}
"""The marks that signs in markup begin and end."""


class Blocks:
    """What is written so far, and what is open."""

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.is_flat = False  # in a heading or cell, where everything becomes lines
        self.has_title = False
        self.items = 0
        self._in_row = False  # the row of an entry is open for the list below it
        self._line_gap = ""  # what a line break becomes in a heading or cell; empty: a line break

    def toggle(self, marks: list[tuple[str, MarkKind]], kind: str) -> None:
        """Begin a mark or end it; those that began since go on."""
        at = next((i for i, (opened, _) in enumerate(marks) if opened == kind), -1)
        if at < 0:
            marks.append((kind, MARK_KINDS[kind]))
            self.builder.open_mark(MARK_KINDS[kind])
            return
        for _ in marks[at:]:
            self.builder.close_mark()
        del marks[at]
        for _, mark in marks[at:]:
            self.builder.open_mark(mark)

    def unmark(self, marks: list[tuple[str, MarkKind]]) -> None:
        """End all marks that are open."""
        for _ in marks:
            self.builder.close_mark()
        marks.clear()

    def text(self, text: str) -> None:
        """Write characters."""
        if text.strip():
            self.leave_row()
        self.builder.add(text, collapse=True)

    def end_line(self) -> None:
        """Write a line break."""
        if self._line_gap:
            self.builder.add(self._line_gap, collapse=True)
        else:
            self.builder.break_line()

    def part(self) -> None:
        """End a paragraph, or a line where there are only lines."""
        if self.is_flat:
            self.end_line()
        else:
            self.builder.part()

    def open(self, event: Event) -> str:
        """Begin a heading or an item."""
        if self.is_flat:
            self.end_line()
            return ""
        if event.kind == "item":
            self.open_item(event.text)
        else:
            self.open_heading(min(event.level, 6))
        return event.kind

    def open_item(self, label: str) -> None:
        """Begin an item of a list."""
        self.items += 1
        self.builder.open(BlockKind.LIST_ITEM, level=self.items, label=label)

    def open_heading(self, level: int) -> None:
        """Begin a heading."""
        self.leave_row()
        self.builder.open(BlockKind.HEADING, level=level)
        self.is_flat, self._line_gap, self.has_title = True, " ", True

    def close(self, kind: str) -> None:
        """End a heading or an item."""
        if kind == "item":
            self.items -= 1
        elif kind == "heading":
            self.is_flat, self._line_gap = False, ""
        else:
            self.end_line()
            return
        self.builder.close()

    def open_row(self, label: str = "") -> None:
        """Begin a row, whose own text are the cells that follow."""
        self.leave_row()
        self.builder.open(BlockKind.TABLE_ROW, label=label)

    def keep_row(self) -> None:
        """End an entry for all but a list that follows."""
        self.leave_row()  # of an entry inside this one
        self.builder.part()
        if self.items:
            self.builder.close()
        else:
            self._in_row = True

    def leave_row(self) -> None:
        """End the entry that a list may go on with."""
        if self._in_row and not self.items:
            self._in_row = False
            self.builder.close()

    @contextmanager
    def cell(self, gap: str = " ") -> Iterator[None]:
        """Write what has no blocks: line breaks become *gap*."""
        before = self.is_flat, self._line_gap
        self.is_flat, self._line_gap = True, gap
        yield
        self.is_flat, self._line_gap = before
