"""The lines of a page in the order of its sections, cut into words: what the labels stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from graph_builder.extract.page import Line, Page, Section
from graph_builder.model import Span

WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|[^\w\s]|_")
LONGEST = 400
"""Words of a line that are read."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A line, or a heading, with its section and the places of its words in the document."""

    text: str
    span: Span
    line: Line | None  # none: a heading
    section: Section
    words: tuple[str, ...]
    places: tuple[tuple[int, int], ...]

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
        yield _laid(section.heading.of(text), section.heading, None, section)
    for line in section.lines:
        yield _laid(line.text, line.span, line, section)


def _laid(text: str, span: Span, line: Line | None, section: Section) -> Laid:
    places = [match.span() for match in islice(WORD.finditer(text), LONGEST)]
    words = tuple([text[start:end] for start, end in places])
    at = span.start
    return Laid(text, span, line, section, words, tuple([(at + start, at + end) for start, end in places]))
