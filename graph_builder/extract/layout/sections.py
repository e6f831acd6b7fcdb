"""Sections of CVs and homepages: headings, lines that serve as such, and labels divide a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from graph_builder.extract.layout.heading_lines import inline_label, is_footer, is_heading_line, short
from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Line, Section, SectionKind
from graph_builder.model import BlockKind, Span

_OF_LINES, _OF_LABELS = 7, 8  # levels, below those of headings that are marked as such
_SURE = 3  # the least score of a heading that announces a section


def find_sections(lines: Iterable[Line], title: str = "") -> tuple[Section, ...]:
    """Return the sections of a document's lines, in order.

    Lines before the first heading form a section of the kind that the page's *title* names or ABOUT. A heading that
    announces nothing is of the section around it.
    """
    finder = _Finder(title)
    for line in lines:
        finder.take(line)
    finder.close()
    return tuple(finder.sections)


class _Finder:
    """Goes through lines once and opens a section at each heading."""

    def __init__(self, title: str) -> None:
        self.sections: list[Section] = []
        self._held: list[Line] = []
        self._above: list[tuple[int, SectionKind]] = []  # the headings around, outermost first
        kind, score, known = classify_heading(title)
        named = score >= _SURE and known >= 0.99 and len(title.split()) <= 4
        self._first = kind if named else SectionKind.ABOUT
        self._open = Section(self._first, title if named else "", 0, ())

    def take(self, line: Line) -> None:
        """Add the next line: as a heading, a label with its text, or a line of the section that is open."""
        row = line.kind is BlockKind.TABLE_ROW
        if line.kind is BlockKind.HEADING or (not row and short(line.text) and is_heading_line(line)):
            self._take_heading(line)
        elif is_footer(line.text):
            self._begin(Section(SectionKind.OTHER, "", 0, (), content=True))
            self._held.append(line)
        elif not row and (label := inline_label(line)) is not None:
            self._take_label(line, *label)
        else:
            self._held.append(line)

    def close(self) -> None:
        """End the section that is open."""
        if self._held or self._open.heading is not None:
            self.sections.append(replace(self._open, lines=tuple(self._held)))
        self._held = []

    def _begin(self, section: Section) -> None:
        self.close()
        self._open = section

    def _take_heading(self, line: Line) -> None:
        marked = line.kind is BlockKind.HEADING
        kind, score, known = classify_heading(line.text)
        words = len(line.text.split())
        level = (line.level or 1) if marked else _OF_LINES
        sure = not marked or (score >= _SURE and known >= (0.34 if words <= 4 else 0.5 if words <= 6 else 0.8))
        while self._above and self._above[-1][0] >= level:
            self._above.pop()
        if not sure:
            around = self._above[-1][1] if self._above else self._first
            first = not self.sections and not self._above
            kind = around if first or around is not SectionKind.ABOUT else SectionKind.OTHER
        title = line.text.strip(" :*#")
        self._begin(Section(kind, title, level, (), line.span, not sure))
        self._above.append((level, kind))

    def _take_label(self, line: Line, end: int, kind: SectionKind) -> None:
        """Add a section of what stands behind a label; the one that is open goes on below."""
        rest = line.text[end:].lstrip()
        text = replace(line, span=Span(line.span.end - len(rest), line.span.end), text=rest)
        label, title = Span(line.span.start, line.span.start + end), line.text[:end].strip(" :")
        self.sections.append(Section(kind, title, _OF_LABELS, (text,), label))
