"""A document laid out for extraction: its lines, and the sections that they stand in."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from graph_builder.model import Block, BlockKind, Document, MarkKind, Span


class SectionKind(StrEnum):
    """What a section of a CV or homepage is about."""

    ABOUT = "about"
    EDUCATION = "education"
    EMPLOYMENT = "employment"
    PUBLICATIONS = "publications"
    TOPICS = "topics"
    AWARDS = "awards"
    SERVICE = "service"
    STUDENTS = "students"
    TEACHING = "teaching"
    TALKS = "talks"
    NEWS = "news"
    PROJECTS = "projects"
    SKILLS = "skills"
    GRANTS = "grants"
    PATENTS = "patents"
    REFEREES = "referees"
    CONTACT = "contact"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a block, between two hard breaks.

    *block* is the index of its block in the document, *row* the line's number inside the block. *bold* and *italic*
    tell that the whole line is marked so.
    """

    span: Span
    block: int
    row: int
    kind: BlockKind
    level: int
    text: str
    bold: bool = False
    italic: bool = False
    cells: tuple[Span, ...] = ()
    parent: int = -1
    alone: bool = False  # the only line of its block

    @property
    def starts_block(self) -> bool:
        """Whether this is the first line of its block."""
        return self.row == 0


@dataclass(frozen=True, slots=True)
class Section:
    """A run of lines under one heading; *path* are the titles of the headings above it, outermost first."""

    kind: SectionKind
    title: str
    level: int
    lines: tuple[Line, ...]
    heading: Span | None = None
    path: tuple[str, ...] = ()
    inline: bool = False  # the heading is a label at the start of the first line
    content: bool = False  # the heading announces nothing: it is the first line of an entry

    @property
    def span(self) -> Span:
        """The characters from the first line to the last."""
        if not self.lines:
            return self.heading or Span(0, 0)
        return Span(self.lines[0].span.start, self.lines[-1].span.end)


@dataclass(slots=True)
class Page:
    """A document with its lines and sections, as the extractors share it."""

    document: Document
    lines: tuple[Line, ...]
    sections: tuple[Section, ...] = ()
    subject_names: list[str] = field(default_factory=list)
    organizations: tuple[Span, ...] = ()

    def of_kind(self, *kinds: SectionKind) -> tuple[Section, ...]:
        """Return the sections of the given kinds, in document order."""
        return tuple(s for s in self.sections if s.kind in kinds)


def lines_of(document: Document) -> tuple[Line, ...]:
    """Return the non-empty lines of all blocks of *document*, without the fields of its front matter."""
    strong = sorted(m.span for m in document.marks if m.kind is MarkKind.BOLD)
    slanted = sorted(m.span for m in document.marks if m.kind is MarkKind.ITALIC)
    lines: list[Line] = []
    for index, block in enumerate(document.blocks):
        if block.kind in {BlockKind.FIELD, BlockKind.CODE}:
            continue
        for line in _block_lines(document, index, block, strong, slanted):
            # Text copied from a page repeats what is both a picture's caption and a title.
            if not lines or lines[-1].text != line.text or line.kind is BlockKind.TABLE_ROW:
                lines.append(line)
    return tuple(lines)


def _block_lines(document: Document, index: int, block: Block, strong: list[Span], slanted: list[Span]) -> list[Line]:
    lines: list[Line] = []
    start, text = block.span.start, document.text_of(block)
    whole = block.kind is BlockKind.TABLE_ROW
    for row, part in enumerate([text] if whole else text.split("\n")):
        body = part.strip()
        if body:
            at = start + part.index(body[0])
            span = Span(at, at + len(body))
            lines.append(
                Line(
                    span,
                    index,
                    row,
                    block.kind,
                    block.level,
                    body,
                    _covered(span, strong, document.text),
                    _covered(span, slanted, document.text),
                    block.cells if whole else (),
                    block.parent,
                    alone=whole or "\n" not in text.strip(),
                )
            )
        start += len(part) + 1
    return lines


def _covered(span: Span, marks: list[Span], text: str) -> bool:
    """Tell whether marks cover every letter and digit of *span*."""
    at, end = span.start, span.end
    for mark in marks:
        if mark.end <= at:
            continue
        if mark.start >= end:
            break
        if any(c.isalnum() for c in text[at : mark.start]):
            return False
        at = mark.end
        if at >= end:
            return True
    return at > span.start and not any(c.isalnum() for c in text[at:end])
