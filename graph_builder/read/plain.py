"""Plain text files become Documents: lines are the truth, blank lines divide blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graph_builder.model import BlockKind, Document, MarkKind
from graph_builder.read.builder import TextBuilder
from graph_builder.read.encoding import decode
from graph_builder.read.front_matter import parse_front_matter
from graph_builder.read.markdown import read_markdown_text
from graph_builder.read.traced import Traced

_BULLET = re.compile(
    r"(?P<label>[•●▪◦‣∙○■□◆◇▶►➢➤✓✔*+–-]|\(?[0-9]{1,3}[.)](?=\s+[^\s0-9])|\[[A-Z]{0,2}[0-9]{1,3}\])(?P<gap>\s+)(?=\S)"
)
_UNDERLINE = re.compile(r"\s*([=\-_*~#])\1{2,}\s*$")
_RULE = re.compile(r"\s*(?:[=\-_*~#+.·—─━]\s?){3,}$")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)(\s+#+)?\s*$")
_INLINE = re.compile(
    r"!\[[^\[\]\n]{0,300}\]\([^()\s]{0,2000}\)"
    r"|\[(?P<text>[^\[\]\n]{1,500})\]\((?P<href>[^()\s]{1,2000})\)"
    r"|\*\*(?P<bold>[^\s*](?:[^*\n]{0,1000}[^\s*])?)\*\*"
)
_LOST_HYPHEN = re.compile(r"(?<=[^\W\d_])[\ufffd\u2010\u2011](?=\n[^\W\d_])")
_MAX_HEADING = 60
_MARKDOWN = re.compile(r"(?m)^#{1,6} \S|^\[[^\[\]\n]+\]: \S|^(?:\*\*|- \*\*)\S|\]\(https?://")


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text.expandtabs(4)) - len(self.text.expandtabs(4).lstrip())

    @property
    def bare(self) -> str:
        return self.text.strip()


def read_plain(data: bytes, source: str) -> Document:
    """Return a plain text file as a document; text that is Markdown all through is read as such.

    >>> read_plain(b"AWARDS\\n\\n- Medal\\n  of honour\\n", "cv.txt").text
    'AWARDS\\n\\nMedal\\nof honour'

    Raises:
        ReadError: the bytes are not text.
    """
    text, _ = decode(data)
    if is_markdown(text):
        return read_markdown_text(text, source, "text/plain")
    builder = TextBuilder()
    for lines in _stretches(_with_hyphens(text)):
        _add_stretch(builder, lines)
    return builder.build(source, "text/plain")


def is_markdown(text: str) -> bool:
    """Tell whether the text of a ``.txt`` file is Markdown: it has front matter, headings with ``#``, or many marks."""
    if parse_front_matter(Traced.whole(text[:20_000]))[0]:
        return True
    found = _MARKDOWN.findall(text)
    return any(mark.startswith("#") for mark in found) or len(found) >= 3


def _with_hyphens(text: str) -> str:
    """Return text in which characters that stand for the hyphen at a line's end are hyphens: one for one.

    A soft hyphen that a file writes at its lines' ends is its hyphen everywhere; elsewhere it is a mere hint to break.
    """
    text = _LOST_HYPHEN.sub("-", text)
    return text.replace("\u00ad", "-") if "\u00ad\n" in text else text


def _stretches(text: str) -> Iterator[list[_Line]]:
    """Yield the lines between blank lines."""
    lines: list[_Line] = []
    position = 0
    for line in text.split("\n"):
        if line.strip("\f \t\u00a0\u3000"):
            lines.append(_Line(position, line.replace("\f", " ")))
        elif lines:
            yield lines
            lines = []
        position += len(line) + 1
    if lines:
        yield lines


def _add_stretch(builder: TextBuilder, lines: list[_Line]) -> None:
    """Append the blocks of lines that no blank line divides: headings, list items, paragraphs."""
    items: list[int] = []  # the indents of the list items that are open
    number = 0
    while number < len(lines):
        line = lines[number]
        following = lines[number + 1] if number + 1 < len(lines) else None
        underlined = following is not None and _UNDERLINE.match(following.text) is not None
        if _RULE.match(line.text):
            _close(builder, items)
            builder.part()
        elif heading := _heading(line, underlined, alone=len(lines) == 1, first=number == 0):
            _close(builder, items)
            level, start, title = heading
            builder.open(BlockKind.HEADING, level=level)
            _add_inline(builder, title, line.start + start)
            builder.close()
        elif bullet := _BULLET.match(line.text.lstrip()):
            _open_item(builder, items, line.indent, bullet.group("label"))
            start = len(line.text) - len(line.text.lstrip()) + bullet.end()
            _add_inline(builder, line.text[start:], line.start + start)
        else:
            _close(builder, items, line.indent)
            if not builder.at_start:
                builder.break_line()
            start = len(line.text) - len(line.text.lstrip())
            _add_inline(builder, line.text[start:], line.start + start)
        number += 1
    _close(builder, items)
    builder.part()


def _heading(line: _Line, underlined: bool, *, alone: bool, first: bool) -> tuple[int, int, str] | None:
    """Return the level, place in the line and words of a heading, if the line is one."""
    marked = _HEADING.match(line.text)
    if marked:
        return len(marked.group(1)), marked.start(2), marked.group(2)
    bare = line.bare
    if len(bare) > _MAX_HEADING or _BULLET.match(bare):
        return None
    start = line.text.find(bare)
    if underlined:
        return 2, start, bare
    if bare.endswith((".", ",", ";")) or not first:
        return None
    letters = [character for character in bare if character.isalpha()]
    if len(letters) >= 4 and bare == bare.upper() != bare.lower() and len(letters) * 2 > len(bare):
        return 2, start, bare
    return (2, start, bare) if alone and bare.endswith(":") and len(bare.split()) <= 5 else None


def _open_item(builder: TextBuilder, items: list[int], indent: int, label: str) -> None:
    _close(builder, items, indent)
    if not items:
        builder.part()
    builder.open(BlockKind.LIST_ITEM, level=len(items) + 1, label=label)
    items.append(indent)


def _close(builder: TextBuilder, items: list[int], indent: int = 0) -> None:
    """Close the list items that text at *indent* does not belong to."""
    while items and items[-1] >= indent:
        builder.close()
        items.pop()


def _add_inline(builder: TextBuilder, text: str, start: int) -> None:
    """Append a line; Markdown that was copied along becomes marks."""
    position = 0
    for match in _INLINE.finditer(text):
        builder.add(text[position : match.start()], start + position)
        position = match.end()
        if match.group("text") is not None:
            builder.open_mark(MarkKind.LINK, match.group("href"))
            _add_inline(builder, match.group("text"), start + match.start("text"))
            builder.close_mark()
        elif match.group("bold") is not None:
            builder.open_mark(MarkKind.BOLD)
            _add_inline(builder, match.group("bold"), start + match.start("bold"))
            builder.close_mark()
    builder.add(text[position:], start + position)
