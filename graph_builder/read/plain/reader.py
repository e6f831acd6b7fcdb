"""Plain text files become Documents: lines are the truth, blank lines divide blocks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise, zip_longest

from graph_builder.model import BlockKind, Document
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.front_matter import parse_front_matter
from graph_builder.read.encoding import decode
from graph_builder.read.latex.reader import read_latex
from graph_builder.read.markdown.reader import read_markdown_text

_BULLET = re.compile(
    r"(?P<label>[•●▪◦‣∙○■□◆◇▶►➢➤✓✔*+–-]|o(?=\t|\s{2}|\s[A-Z])|\(?(?:[0-9]{1,3}|[ivx]{1,5})[.)](?=\s+[^\s0-9])|\[[A-Z]{0,2}[0-9]{1,3}\])"
    r"(?P<gap>\s+)(?=\S)"
)
_UNDERLINE = re.compile(r"\s*([=\-_*~#])\1{2,}\s*$")
_RULE = re.compile(r"\s*(?:[=\-_*~#+.·—─━]\s?){3,}$")
_MAX_HEADING = 60
_LONG = 60  # a line that an editor may have wrapped
_LATEX = re.compile(r"(?m)^[ \t]{0,9}\\documentclass\s{0,9}[\[{]")
_MARKDOWN = re.compile(r"(?m)^#{1,6} \S|^\[[^\[\]\n]+\]: \S|^(?:\*\*|- \*\*)[^\s*]|\]\(https?://")


def read_plain(data: bytes, source: str) -> Document:
    """Return a plain text file as a document; text that is Markdown or LaTeX all through is read as such.

    >>> read_plain(b"AWARDS\\n\\n- Medal\\n  of honour\\n", "cv.txt").text
    'AWARDS\\n\\nMedal\\nof honour'

    Raises:
        ReadError: the bytes are not text.
    """
    text, _ = decode(data)
    if _LATEX.search(text[:20_000]):
        return read_latex(data, source)
    if is_markdown(text):
        return read_markdown_text(text, source, "text/plain")
    builder = TextBuilder()
    stretches = list(_stretches(text))
    column = margin([line for lines in stretches for line in lines])
    for lines in stretches:
        _Stretch(builder, run_on(lines, column)).add(lines)
    return builder.build(source, "text/plain", text)


def is_markdown(text: str) -> bool:
    """Return whether the text of a ``.txt`` file is Markdown: it has front matter, ``#`` headings or many marks."""
    if parse_front_matter(text[:20_000])[0]:
        return True
    found = _MARKDOWN.findall(text)
    return any(mark.startswith("#") for mark in found) or len(found) >= 3


def _stretches(text: str) -> Iterator[list[str]]:
    """Yield the lines between blank lines."""
    for is_blank, lines in groupby(text.split("\n"), lambda line: not line.strip("\f \t\u00a0\u3000")):
        if not is_blank:
            yield list(lines)


def _indent(line: str) -> int:
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip())


class _Stretch:
    """Lines that no blank line divides, on their way to blocks: headings, list items, paragraphs."""

    def __init__(self, builder: TextBuilder, wrapped: Collection[int]) -> None:
        self._builder = builder
        self._wrapped = wrapped  # the numbers of the lines that go on with the one above
        self._numbered = False
        self._items: list[int] = []  # the indents of the list items that are open

    def add(self, lines: list[str]) -> None:
        """Append the blocks of *lines*."""
        for number, (line, following) in enumerate(zip_longest(lines, lines[1:], fillvalue="")):
            bare = line.lstrip()
            if _RULE.match(line):
                self._close()
                self._builder.part()
            elif _is_heading(bare.rstrip(), following, alone=len(lines) == 1, first=number == 0):
                self._close()
                self._builder.open(BlockKind.HEADING, level=2)
                self._builder.add(bare)
                self._builder.close()
            elif (bullet := _BULLET.match(bare)) and number not in self._wrapped:
                self._open_item(_indent(line), bullet.group("label"))
                self._builder.add(bare[bullet.end() :])
            else:
                self._begin_line(_indent(line), number, lines)
                self._builder.add(bare)
        self._close()
        self._builder.part()

    def _begin_line(self, indent: int, number: int, lines: list[str]) -> None:
        """Go on with the entry's line, break the line, or begin a paragraph."""
        # A line no deeper than its item's bullet may be more of it: wrapped, or below a number.
        below = bool(self._items) and self._items[-1] == indent
        if not (below and (self._numbered or len(lines[number - 1].strip()) >= _LONG)):
            self._close(indent)
        if self._builder.at_start:
            return
        if number in self._wrapped:
            self._builder.add(" ")
        else:
            self._builder.break_line()

    def _open_item(self, indent: int, label: str) -> None:
        self._close(indent)
        if not self._items:
            self._builder.part()
        self._items.append(indent)
        self._builder.open(BlockKind.LIST_ITEM, level=len(self._items), label=label)
        self._numbered = any(character.isdigit() for character in label)

    def _close(self, indent: int = 0) -> None:
        """Close the list items that text at *indent* does not belong to."""
        while self._items and self._items[-1] >= indent:
            self._builder.close()
            self._items.pop()


def _is_heading(bare: str, following: str, *, alone: bool, first: bool) -> bool:
    """Return whether a line without the white space at its ends is a heading."""
    if len(bare) > _MAX_HEADING or _BULLET.match(bare):
        return False
    if _UNDERLINE.match(following):
        return True
    if bare.endswith((".", ",", ";")) or not first:
        return False
    letters = [character for character in bare if character.isalpha()]
    if len(letters) >= 4 and bare == bare.upper() != bare.lower() and len(letters) * 2 > len(bare):
        return True
    return alone and bare.endswith(":") and len(bare.split()) <= 5


# -- lines that an editor broke for their length: they run on in the next line

_NARROWEST, _WIDEST = 58, 104  # columns at which editors and mail programs break lines
_LEAST = 4  # lines that end near the margin, too few below that to show a margin
_SLACK = 3
_LIST = 45
_SEPARATOR = re.compile(r"[,;]\s[^,;]+[,;]\s")
_BEGINS = re.compile(r"\s{0,80}(?:[•●▪◦*+–—-]|\(?(?:\d{1,3}|[ivx]{1,4}|[a-z])[.)]|\[[A-Z]{0,2}\d{1,3}\])\s")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ENDED = re.compile(r"[.;:!?][)\]”\"’]{0,2}$")


def margin(lines: Sequence[str]) -> int:
    """Return the column at which a text's lines were broken; zero where no lines were, or not all.

    >>> margin(["word " * 12, "word " * 13, "word " * 12 + "words", "Ada", "word " * 12 + "sword"])
    65
    >>> margin(["Ada", "word " * 40, "word " * 12])
    0
    """
    ends = sorted(len(line.expandtabs(4).rstrip()) for line in lines)
    widest = ends[-1] if ends else 0
    return widest if _NARROWEST <= widest <= _WIDEST and sum(end > widest - 14 for end in ends) >= _LEAST else 0


def run_on(lines: Sequence[str], column: int) -> frozenset[int]:
    """Return the numbers of the lines that go on with the line above them, among lines that no blank line parts.

    Either all of an entry's lines but its last reach the margin, as far as words allow; or the one above does, and no
    sentence ends with it.

    >>> sorted(run_on(["Lovelace, A. Looms and the weaving of", "patterns. Annals of Looms 3: 1-9."], 40))
    [1]
    >>> sorted(run_on(["Weaver, Ghent", "Dyer, Otranto"], 40))
    []
    """
    found: set[int] = set()
    begun = 0
    for number in range(1, len(lines) + 1):
        if number == len(lines) or _BEGINS.match(lines[number]):
            found |= _of_entry(lines[begun:number], begun, column)
            begun = number
    return frozenset(found)


def _of_entry(lines: Sequence[str], at: int, column: int) -> set[int]:
    dated = len(lines) > 1 and all(_YEAR.search(line) for line in lines)  # each an entry of its own
    full = [not dated and _is_full(line, below, column) for line, below in pairwise(lines)]
    whole = all(full)
    # Where entries follow each other without blank lines, half of the lines are full; where each field has a line, few.
    many = len(lines) > 4 and 2 * sum(full) >= len(full)
    found = set()
    for number, (line, below) in enumerate(pairwise(lines)):
        small = below.lstrip()[:1].islower()
        ended = not whole and (not many or _ENDED.search(line.rstrip()))
        if (full[number] and (small or not ended)) or (small and _is_list(line)):
            found.add(at + number + 1)
    return found


def _is_list(line: str) -> bool:
    """Return whether a line is a list of names of things that goes on behind it: "tides, looms; spatial"."""
    bare = line.strip()
    return len(bare) >= _LIST and _SEPARATOR.search(bare) is not None and bare[-1:].isalpha() and not _YEAR.search(bare)


def _is_full(line: str, below: str, column: int) -> bool:
    """Return whether the first word of the line below had no room in a line."""
    word = below.split(maxsplit=1)[0]
    return column > 0 and len(line.expandtabs(4).rstrip()) + 1 + len(word) > column - _SLACK
