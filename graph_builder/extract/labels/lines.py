"""The lines of a page in the order of its sections, cut into words: what the labels stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from graph_builder.extract.page import Line, Page, Section
from graph_builder.model import Span

WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|[^\w\s]|_")
LONGEST = 400
"""Words of a line that are read."""


@dataclass(frozen=True)
class Laid:
    """A line, or a heading, with its section and the places of its words in the document."""

    text: str
    span: Span
    line: Line | None  # none: a heading
    section: Section

    @cached_property
    def _cut(self) -> list[tuple[int, int]]:
        """Where words begin and end in the text: found when asked for, for most lines are never looked at."""
        return [match.span() for match in islice(WORD.finditer(self.text), LONGEST)]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words, no more than are read."""
        text = self.text
        return tuple([text[start:end] for start, end in self._cut])

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Where its words begin and end in the document."""
        at = self.span.start
        return tuple([(at + start, at + end) for start, end in self._cut])

    @property
    def heading(self) -> bool:
        """Whether it is the heading of its section."""
        return self.line is None


def laid(page: Page) -> list[Laid]:
    """Return headings and lines of all sections of a page, in order."""
    text = page.document.text
    return [item for section in page.sections for item in _of(section, text)]


def _of(section: Section, text: str) -> Iterator[Laid]:
    if section.heading is not None:
        yield Laid(section.heading.of(text), section.heading, None, section)
    for line in section.lines:
        yield Laid(line.text, line.span, line, section)
