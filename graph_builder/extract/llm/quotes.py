"""Verbatim values: where the words that a model copied stand in the lines that it cites."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from graph_builder.extract.printed import visible
from graph_builder.model import Span

_FOLDED = str.maketrans("‘’‛´`“”„‟«»–—‐‑‒−−：，（）", '\'\'\'\'\'""""""-------:,()')
_BROKEN = re.compile(r"(?<=\w)-\s+(?=[a-z])")  # a hyphen at the end of a line
_BEHIND_HYPHEN = re.compile(r"(?<=-)\s+(?=[a-z])")
_LATER_COLUMNS = re.compile(r"\t[^\n]*")
_UNSPACED = 0x2E80  # from here on scripts are written without blanks between words


class CitedText:
    """Some lines of a text in which copied values are looked up, and lines *near* them for what they do not print.

    White space, kinds of quotation marks and dashes, and hyphens at the end of a line do not count.

    >>> lines = CitedText("Ada  Lovelace,\\nLondon 1843", [Span(0, 14), Span(15, 26)])
    >>> lines.find("Lovelace, London"), lines.find("Love"), lines.find("1843", after=20)
    (Span(start=5, end=21), None, Span(start=22, end=26))
    """

    def __init__(self, text: str, lines: Iterable[Span], near: Iterable[Span] = ()) -> None:
        spans = _joined(text, lines)
        self._runs = [_Run(text, span, _BROKEN) for span in spans]
        # A compound that is cut at its own hyphen; a title that goes on below a year in a column at its right.
        self._others = [_Run(text, span, _BEHIND_HYPHEN) for span in spans if _BROKEN.search(span.of(text))]
        self._others += [_Run(text, span, _BROKEN, _LATER_COLUMNS) for span in spans if "\t" in span.of(text)]
        self._near = CitedText(text, near) if near else None

    def find(self, value: str, after: int = 0) -> Span | None:
        """Return where *value* stands as whole words: behind *after* if it does, else where it first does."""
        found = self.all(value)
        return next((span for span in found if span.start >= after), found[0] if found else None)

    def all(self, value: str) -> list[Span]:
        """Return every place where *value* stands as whole words."""
        wanted = _BROKEN.sub("", " ".join(visible(value).split())).translate(_FOLDED)
        found = [span for run in self._runs for span in run.all(wanted)] if wanted else []
        if not found and wanted:
            found = [span for run in self._others for span in run.all(wanted)]
        if not found and self._near:
            return self._near.all(value)
        return found


class _Run:
    def __init__(self, text: str, span: Span, *without: re.Pattern[str]) -> None:
        self.plain, self.places = _folded(text, span, without)

    def all(self, wanted: str) -> Iterable[Span]:
        at = self.plain.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            if not _within_word(self.plain, at) and not _within_word(self.plain, end):
                yield Span(self.places[at], self.places[end - 1] + 1)
            at = self.plain.find(wanted, at + 1)


def _folded(text: str, span: Span, without: Iterable[re.Pattern[str]]) -> tuple[str, Sequence[int]]:
    """Return the characters of a span as they are compared, and the place of each, without what *without* match."""
    broken = {at for p in without for match in p.finditer(text, span.start, span.end) for at in range(*match.span())}
    chars: list[str] = []
    places: list[int] = []
    for at in range(span.start, span.end):
        char = text[at]
        if at in broken or not (char.isprintable() or char.isspace()):
            continue
        if char.isspace():
            if not chars or chars[-1] == " ":
                continue
            char = " "
        chars.append(char)
        places.append(at)
    return "".join(chars).translate(_FOLDED), places


def _joined(text: str, lines: Iterable[Span]) -> list[Span]:
    """Return runs of lines that follow one another as one span each, in the order in which they stand."""
    runs: list[Span] = []
    for line in sorted(lines):
        if runs and not text[runs[-1].end : line.start].strip():
            runs[-1] = Span(runs[-1].start, line.end)
        else:
            runs.append(line)
    return runs


def _within_word(text: str, at: int) -> bool:
    """Return whether a word or a number goes on over a place: "MIT" is not in "SMITH", but "WEAVE" is in "WEAVE21"."""
    if not 0 < at < len(text):
        return False
    before, behind = text[at - 1], text[at]
    if max(ord(before), ord(behind)) >= _UNSPACED:
        return False
    if before.islower() and behind.isupper():  # text of PDF files loses blanks
        return False
    return (before.isalpha() and behind.isalpha()) or (before.isdigit() and behind.isdigit())
