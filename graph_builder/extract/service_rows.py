"""Rows of a section on service that go on in the next one, and those that hold nothing but years."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.page import Line, Page
from graph_builder.extract.service_lines import roles_alone
from graph_builder.extract.service_roles import roles_in
from graph_builder.extract.service_sentences import SENTENCE
from graph_builder.extract.service_tongues import narrow
from graph_builder.extract.service_years import MONTH, YEARS_ONLY, years_in
from graph_builder.model import Span


def years_line(text: str) -> bool:
    """Tell whether a line holds years and nothing else.

    >>> years_line("2019 – present"), years_line("2019 Reviewer")
    (True, False)
    """
    return bool(YEARS_ONLY.match(MONTH.sub("", text))) and bool(years_in(text))


def joined(lines: tuple[Line, ...], page: Page) -> Iterator[tuple[Line, str, Span]]:
    """Yield the lines with their first row; a line that goes on in the next row of its block is one with it."""
    text = page.document.text
    current: Span | None = None
    first = last = head = None
    body = Body()
    for line in lines:
        head = line if head is None or line.block != head.block else head
        if (
            current is not None
            and last is not None
            and first is not None
            and (body.goes_on(last, line) or _dates(head, first, last, line))
        ):
            current = Span(current.start, line.span.end)
            body.add(line.text)
        else:
            body = Body(line.text)
            if current is not None and first is not None:
                yield first, narrow(current.of(text).replace("\n", " ")), current
            current, first = line.span, line
        last = line
    if current is not None and first is not None:
        yield first, narrow(current.of(text).replace("\n", " ")), current


def _dates(head: Line, first: Line, last: Line, line: Line) -> bool:
    """Tell whether a row gives the dates of the rows above it: "An Editor of", "*Examples*", "(2014-)."."""
    if line.block != last.block or line.row != last.row + 1 or years_line(first.text):
        return False
    titled = first.row == 1 and bool(roles_alone(head.text, roles_in(head.text)))  # "Reviewer", "Examples", "2014"
    dated = years_line(line.text) and (first.row == 0 or titled)
    return not years_in(last.text) and (line.text.startswith("(") or dated)


class Body:
    """The text of rows that are one, in what tells whether the next one goes on with it: its end, and its signs.

    >>> body = Body("Reviewer for Looms (2019,")
    >>> body.add("2020)")
    >>> body.is_open
    False
    """

    def __init__(self, text: str = "") -> None:
        self._end = self._row = ""
        self._sentence = False
        self._commas = self._brackets = 0
        self.add(text)

    def add(self, text: str) -> None:
        """Add the text of one more row."""
        self._sentence = self._sentence or SENTENCE.search(f"{self._row} {text}") is not None
        self._row = text
        self._end = f"{self._end[-_END:]}\n{text}" if len(text) < _END else text
        self._commas += text.count(",")
        self._brackets += text.count("(") - text.count(")")

    @property
    def is_open(self) -> bool:
        """Whether the text breaks off inside brackets, or behind a word that something has to follow."""
        return self._brackets > 0 or _LEFT_OPEN.search(self._end, max(0, len(self._end) - _END)) is not None

    def goes_on(self, line: Line, following: Line) -> bool:
        """Tell whether the last row goes on in the next one: it is left open, or a long list at the right margin."""
        if line.block != following.block or following.row != line.row + 1:
            return False
        if self.is_open or following.text[:1].islower():
            return True
        wraps = len(line.text) > 60 and self._commas > 1 and not re.search(r"[.)\d]\Z", line.text[-1:])
        return wraps and not re.match(r"\W{0,9}\d", following.text)


_END = 12  # characters
_LEFT_OPEN = re.compile(r"(?:[,;&/]|\band|\bof|\bon|\bthe|\bfor|[a-z]-)\Z")
