"""A document laid out for extraction: its lines, and the sections that they stand in."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate

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

    *block* is the index of its block in the document, *row* the line's number inside the block. *bold* (bold or
    underlined) and *italic* say that the whole line is marked so.
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
    linked: bool = False  # all of it is a link, or links
    anchors: tuple[Span, ...] = ()  # each of its links, where it has several

    @property
    def starts_block(self) -> bool:
        """Whether this is the first line of its block."""
        return self.row == 0


@dataclass(frozen=True, slots=True)
class Section:
    """A run of lines under one heading, or behind a label."""

    kind: SectionKind
    title: str
    level: int
    lines: tuple[Line, ...]
    heading: Span | None = None
    content: bool = False  # the heading announces nothing


@dataclass(slots=True)
class Page:
    """A document with its lines and sections, as the extractors share it."""

    document: Document
    lines: tuple[Line, ...]
    sections: tuple[Section, ...] = ()
    subject_names: list[str] = field(default_factory=list)

    def of_kind(self, *kinds: SectionKind) -> tuple[Section, ...]:
        """Return the sections of the given kinds, in document order."""
        return tuple(s for s in self.sections if s.kind in kinds)


LONGEST_LINE = 4_000
"""Characters of a line. Longer ones are cut between sentences, so that no expression meets a line without bound."""

WIDEST_GAP = 64
"""White-space characters inside a line; where there are more, what follows is a line of its own."""

_RUN = re.compile(rf"\S+(?:\s{{1,{WIDEST_GAP}}}\S+)*")


_CONTROL = re.compile(
    r"\W{0,3}(?:(?:click|tap)\s(?:here\s)?(?:to|for)\s(?:expand|show|see|view|open|toggle|more)(?:\s\w+){0,2}"
    r"|(?:show|see|view)\s(?:more|less|all|details)|expand\s?/\s?collapse|(?:expand|collapse)(?:\sall)?)\W{0,4}",
    re.IGNORECASE,
)
"""What a reader presses to unfold a part of a page."""

_TO_ALL = re.compile(
    r"\W{0,4}(?:(?:view|see|show|browse|explore)\s(?:all|more|full|complete|my\sfull)|(?:all|more|full|complete)(?=[^→»›➜]{1,40}[→»›➜]))"
    r"(?:\s[\w-]+){0,4}\W{0,4}",
    re.IGNORECASE,
)
"""A link to the page that a part shows a choice of: "View all publications", "More projects →"."""


def lines_of(document: Document) -> tuple[Line, ...]:
    """Return the non-empty lines of all blocks of *document*, without the fields of its front matter."""
    strong = _Marked(document, MarkKind.BOLD, MarkKind.UNDERLINE)
    slanted = _Marked(document, MarkKind.ITALIC)
    linked = _Marked(document, MarkKind.LINK)
    lines: list[Line] = []
    for index, block in enumerate(document.blocks):
        if block.kind in {BlockKind.FIELD, BlockKind.CODE}:
            continue
        for line in _block_lines(document, index, block, (strong, slanted, linked)):
            # Text copied from a page repeats what is both a picture's caption and a title.
            if len(line.text) < 40 and _CONTROL.fullmatch(line.text):
                continue
            if line.linked and line.alone and len(line.text) < 60 and _TO_ALL.fullmatch(line.text):
                continue
            if not lines or lines[-1].text != line.text or line.kind is BlockKind.TABLE_ROW:
                lines.append(line)
    return tuple(lines)


def _block_lines(
    document: Document, index: int, block: Block, marked: tuple[_Marked, _Marked, _Marked]
) -> Iterator[Line]:
    strong, slanted, linked = marked
    text = document.text_of(block)
    whole = block.kind is BlockKind.TABLE_ROW
    alone = whole or "\n" not in text.strip()
    for row, (start, body) in enumerate(_bodies(text, whole)):
        if body:
            at = block.span.start + start
            span = Span(at, at + len(body))
            yield Line(
                span,
                index,
                row,
                block.kind,
                block.level,
                body,
                strong.covers(span),
                slanted.covers(span),
                block.cells if whole else (),
                block.parent,
                alone=alone,
                linked=linked.covers(span),
                anchors=() if whole else linked.inside(span),
            )


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


class _Marked:
    """The marks of some kinds, for asking whether a span is marked as a whole."""

    def __init__(self, document: Document, *kinds: MarkKind) -> None:
        self._text = document.text
        self._spans = sorted(m.span for m in document.marks if m.kind in kinds)
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

    def inside(self, span: Span) -> tuple[Span, ...]:
        """Return what is marked inside *span*, each by itself, if that is more than one thing."""
        found: list[Span] = []
        for position in range(bisect_right(self._ends, span.start), len(self._spans)):
            mark = self._spans[position]
            if mark.start >= span.end:
                break
            start, end = max(mark.start, span.start), min(mark.end, span.end)
            if not any(c.isalnum() for c in self._text[start:end]):
                continue
            if found and start <= found[-1].end:
                found[-1] = Span(found[-1].start, max(end, found[-1].end))
            else:
                found.append(Span(start, end))
        return tuple(found) if len(found) > 1 else ()
