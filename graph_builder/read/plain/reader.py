"""Plain text files become Documents: lines are the truth, blank lines divide blocks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from graph_builder.model import BlockKind, Document, MarkKind
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.front_matter import parse_front_matter
from graph_builder.read.encoding import decode
from graph_builder.read.latex.reader import read_latex
from graph_builder.read.mapped_text import MappedText
from graph_builder.read.markdown.reader import read_markdown_text
from graph_builder.read.plain.wraps import margin, run_on

_BULLET = re.compile(
    r"(?P<label>[•●▪◦‣∙○■□◆◇▶►➢➤✓✔*+–-]|o(?=\t|\s{2}|\s[A-Z])|\(?(?:[0-9]{1,3}|[ivx]{1,5})[.)](?=\s+[^\s0-9])|\[[A-Z]{0,2}[0-9]{1,3}\])"
    r"(?P<gap>\s+)(?=\S)"
)
_UNDERLINE = re.compile(r"\s*([=\-_*~#])\1{2,}\s*$")
_RULE = re.compile(r"\s*(?:[=\-_*~#+.·—─━]\s?){3,}$")
_INLINE = re.compile(
    r"!\[[^\[\]\n]{0,300}\]\([^()\s]{0,2000}\)"
    r"|\[(?P<text>[^\[\]\n]{1,500})\]\((?P<href>[^()\s]{1,2000})\)"
    r"|\*\*(?P<bold>[^\s*](?:[^*\n]{0,1000}[^\s*])?)\*\*"
)
# What stands for the hyphen at a line's end. A soft hyphen that a file writes there is its hyphen everywhere; in other
# files it is a mere hint to break.
_LOST_HYPHEN = re.compile(r"(?<=[^\W\d_])[\ufffd\u2010\u2011]$")
_SOFT_HYPHEN = re.compile(r"\u00ad")
# "== Awards ==", "*** Awards ***", "--- Awards ---": headings between signs.
_DECORATED = re.compile(r"([=*~#+_:-])\1{1,60}[ \t]{0,8}(?=[^\W\d_])(?P<title>[^=~#]{2,60}?)[ \t]{0,8}\1{2,60}$")
_MARKS = {"text": MarkKind.LINK, "bold": MarkKind.BOLD}
_MAX_HEADING = 60
_LONG = 60  # a line that an editor may have wrapped
_LATEX = re.compile(r"(?m)^[ \t]{0,9}\\documentclass\s{0,9}[\[{]")
_MARKDOWN = re.compile(r"(?m)^#{1,6} \S|^\[[^\[\]\n]+\]: \S|^(?:\*\*|- \*\*)[^\s*]|\]\(https?://")


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text.expandtabs(4)) - len(self.text.expandtabs(4).lstrip())

    @property
    def end(self) -> int:
        return len(self.text.rstrip().expandtabs(4))

    @property
    def bare(self) -> str:
        return self.text.strip()


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
    hyphen = _SOFT_HYPHEN if "\u00ad\n" in text else _LOST_HYPHEN
    stretches = list(_stretches(text))
    column = margin([line.text for lines in stretches for line in lines])
    for lines in stretches:
        _Stretch(builder, hyphen, run_on([line.text for line in lines], column)).add(lines)
    return builder.build(source, "text/plain")


def is_markdown(text: str) -> bool:
    """Tell whether the text of a ``.txt`` file is Markdown: it has front matter, headings with ``#``, or many marks."""
    if parse_front_matter(MappedText.of(text[:20_000]))[0]:
        return True
    found = _MARKDOWN.findall(text)
    return any(mark.startswith("#") for mark in found) or len(found) >= 3


def _stretches(text: str) -> Iterator[list[_Line]]:
    """Yield the lines between blank lines."""
    lines: list[_Line] = []
    position = 0
    for line in text.split("\n"):
        if line.strip("\f \t\u00a0\u3000"):
            lines.append(_Line(position, line))
        elif lines:
            yield lines
            lines = []
        position += len(line) + 1
    if lines:
        yield lines


class _Stretch:
    """Lines that no blank line divides, on their way to blocks: headings, list items, paragraphs."""

    def __init__(self, builder: TextBuilder, hyphen: re.Pattern[str], wrapped: Collection[int]) -> None:
        self._builder = builder
        self._hyphen = hyphen
        self._wrapped = wrapped  # the numbers of the lines that go on with the one above
        self._numbered = False
        self._items: list[int] = []  # the indents of the list items that are open

    def add(self, lines: list[_Line]) -> None:
        """Append the blocks of *lines*."""
        for number, line in enumerate(lines):
            following = lines[number + 1] if number + 1 < len(lines) else None
            underlined = following is not None and _UNDERLINE.match(following.text) is not None
            bare = line.text.lstrip()
            start = len(line.text) - len(bare)
            if _RULE.match(line.text):
                self._close()
                self._builder.part()
            elif heading := _heading(line, underlined, alone=len(lines) == 1, first=number == 0):
                self._close()
                start, title = heading
                self._builder.open(BlockKind.HEADING, level=2)
                self._inline(title, line.start + start)
                self._builder.close()
            elif (bullet := _BULLET.match(bare)) and number not in self._wrapped:
                self._open_item(line.indent, bullet.group("label"))
                self._inline(bare[bullet.end() :], line.start + start + bullet.end())
            else:
                self._begin_line(line, number, lines)
                self._inline(bare, line.start + start)
        self._close()
        self._builder.part()

    def _begin_line(self, line: _Line, number: int, lines: list[_Line]) -> None:
        """Go on with the entry's line, break the line, or begin a paragraph."""
        if not self._goes_on(line, lines[number - 1]):
            self._close(line.indent)
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

    def _goes_on(self, line: _Line, before: _Line) -> bool:
        """Tell whether a line that is no deeper than its item's bullet is more of it: wrapped, or below a number."""
        return bool(self._items) and self._items[-1] == line.indent and (self._numbered or len(before.bare) >= _LONG)

    def _close(self, indent: int = 0) -> None:
        """Close the list items that text at *indent* does not belong to."""
        while self._items and self._items[-1] >= indent:
            self._builder.close()
            self._items.pop()

    def _inline(self, text: str, start: int) -> None:
        """Append a line; Markdown that was copied along becomes marks."""
        position = 0
        for match in _INLINE.finditer(text):
            self._text(text[position : match.start()], start + position)
            position = match.end()
            group = "text" if match.group("text") is not None else "bold"
            if match.group(group) is not None:
                self._builder.open_mark(_MARKS[group], match.group("href") or "")
                self._inline(match.group(group), start + match.start(group))
                self._builder.close_mark()
        self._text(text[position:], start + position)

    def _text(self, text: str, start: int) -> None:
        position = 0
        for match in self._hyphen.finditer(text):
            self._builder.add(text[position : match.start()], start + position)
            self._builder.add("-")
            position = match.end()
        self._builder.add(text[position:], start + position)


def _heading(line: _Line, underlined: bool, *, alone: bool, first: bool) -> tuple[int, str] | None:
    """Return the place in the line and the words of a heading, if the line is one."""
    bare = line.bare
    decorated = _DECORATED.match(bare)
    if decorated:
        return line.text.find(bare) + decorated.start("title"), decorated["title"]
    if len(bare) > _MAX_HEADING or _BULLET.match(bare):
        return None
    start = line.text.find(bare)
    if underlined:
        return start, bare
    if bare.endswith((".", ",", ";")) or not first:
        return None
    letters = [character for character in bare if character.isalpha()]
    if len(letters) >= 4 and bare == bare.upper() != bare.lower() and len(letters) * 2 > len(bare):
        return start, bare
    return (start, bare) if alone and bare.endswith(":") and len(bare.split()) <= 5 else None
