"""What stands below the headlines of Org: paragraphs, lists, tables and blocks become Markdown and LaTeX to be set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graph_builder.read.mapped_text import MappedText, join, rewritten
from graph_builder.read.org.inline import org_inline
from graph_builder.read.org.tree import BLOCK_END, Ends, Headline, Line

_KEYWORD = re.compile(r"[ \t]*#\+(?P<key>[\w-]{1,40}):[ \t]*(?P<value>(?:[^ \t\n]+(?:[ \t]+[^ \t\n]+)*)?)[ \t]*$")
_BEGIN = re.compile(r"(?i)[ \t]*#\+begin_(?P<name>\w{1,30})(?P<rest>[^\n]*)$")
_COMMENT = re.compile(r"[ \t]*#(?:[ \t]|$)")
_FIXED = re.compile(r"[ \t]*:(?:[ \t]+|$)")
_RULE = re.compile(r"[ \t]*-{5,}[ \t]*$")
_ROW = re.compile(r"[ \t]*\|")
_TABLE_RULE = re.compile(r"[ \t]*\|(?=[+|: ]*-)[-+|: ]*$")
_WIDTHS = re.compile(r"(?:\|[ \t]*(?:(?:/|<[lrc]?\d{0,3}>)[ \t]*)?)+$")
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?P<bullet>[-+]|(?<=[ \t])\*|(?:\d{1,3}|[A-Za-z])[.)])(?:[ \t]+|$)"
    r"(?:\[@\d+\][ \t]*)?(?:\[[ Xx-]\][ \t]+)?"
)
_TERM = re.compile(r"(?P<term>[^\n]{1,200}?)[ \t]+::(?:[ \t]+|$)")
_BAR = re.compile(r"\|")
_ENVIRONMENT = re.compile(r"[ \t]*\\begin\{(?P<name>[\w*]{1,40})\}")
_ENVIRONMENT_END = re.compile(r"\\end\{(?P<name>[\w*]{1,40})\}")
_ENTRY = re.compile(r"[ \t]*\\[A-Za-z@]{2,40}\*?[ \t]*[\[{]")
_NOTE = re.compile(r"\[fn:[^\]\n]{1,60}\][ \t]*")
_SHOWN_LANGUAGES = frozenset(("bibtex", "bib", "text", "txt", "markdown", "md", "none"))
_LATEX_BLOCKS = frozenset(("latex", "beamer"))
_LONGEST_ENTRY = 60
_DEEPEST = 20  # blocks inside each other that are read as such
# Where editors wrap: a line and the word behind it are longer than the one, and no line is longer than the other.
_LEAST_FILLED = 66
_LONGEST_FILLED = 100


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page in reading order: Markdown, or the places of LaTeX in the source."""

    markdown: MappedText | None = None
    latex: Line = (0, 0)


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a file sets for all of its text: macros, whether line breaks count, and whether its LaTeX is read."""

    macros: Mapping[str, str]
    breaks: bool = False
    latex: bool = True


_Pieces = list[tuple[str, int | None]]


class OrgWriter:
    """The page of an Org file in the making."""

    def __init__(self, text: str, dialect: Dialect) -> None:
        self._text = text
        self._source = MappedText.of(text)
        self._dialect = dialect
        self._pieces: _Pieces = []
        self._parts: list[Part] = []
        self._block_ends = Ends(text, BLOCK_END)
        self._environment_ends = Ends(text, _ENVIRONMENT_END)
        self._depth = 0
        self._items: list[tuple[int, int]] = []  # the indents of the open items: in the source, of their texts here

    def parts(self) -> list[Part]:
        """Return the parts that were written."""
        self._flush()
        return self._parts

    # -- headlines

    def headline(self, headline: Headline, level: int) -> None:
        """Write a section's title."""
        self._items = []
        self._pieces.append(("\n\n" + "#" * min(level, 6) + " ", None))
        self._add(self._inline([headline.title]))
        self._pieces.append(("\n\n", None))

    def entry(self, headline: Headline, depth: int) -> None:
        """Write a headline that is an item."""
        self._items = []
        self._pieces.append(("\n" + "  " * depth + "- ", None))
        self._add(self._inline([headline.title]))
        self._pieces.append(("\n", None))

    def said(self, values: Sequence[Sequence[Line | str]]) -> None:
        """Write a paragraph of lines made of values that stand somewhere in the source."""
        for line in values:
            for value in line:
                if isinstance(value, str):
                    self._pieces.append((value, None))
                else:
                    self._add(self._inline([value]))
            self._pieces.append(("\\\n" if line is not values[-1] else "\n\n", None))

    # -- lines

    def lines(self, lines: Sequence[Line], depth: int = 0) -> None:
        """Write what stands below a headline; *depth* is that of the item it belongs to, if any."""
        base = [(-1, 2 * depth)] if depth else []
        self._items = list(base)
        paragraph: list[Line] = []
        blanks = 0
        at = 0
        while at < len(lines):
            start, end = lines[at]
            line = self._text[start:end]
            if not line.strip():
                self._paragraph(paragraph)
                paragraph = []
                blanks += 1
                if blanks > 1:
                    self._items = list(base)
                self._pieces.append(("\n", None))
                at += 1
                continue
            taken = self._special(lines, at, paragraph)
            if taken:
                paragraph = []
                blanks = 0
                at += taken
                continue
            item = _ITEM.match(line)
            indent = len(line) - len(line.lstrip())
            if item is not None:
                self._paragraph(paragraph)
                self._open_item(item)
                paragraph = [(start + item.end(), end)] if item.end() < len(line) else []
            elif self._items and indent <= self._items[-1][0]:
                self._paragraph(paragraph)
                while self._items and self._items[-1][0] >= 0 and indent <= self._items[-1][0]:
                    self._items.pop()
                self._pieces.append(("\n", None))
                paragraph = [(start + indent, end)]
            else:
                if not paragraph and self._items and blanks:
                    self._pieces.append((" " * self._items[-1][1], None))
                paragraph.append((start + indent, end))
            blanks = 0
            at += 1
        self._paragraph(paragraph)
        self._items = []

    def _open_item(self, item: re.Match[str]) -> None:
        indent = len(item["indent"].expandtabs(8))
        while self._items and self._items[-1][0] >= indent:
            self._items.pop()
        outer = self._items[-1][1] if self._items else 0
        bullet = item["bullet"] if item["bullet"][0].isdigit() else "-"
        if not self._items and not self._ends_item():
            self._pieces.append(("\n", None))
        self._pieces.append((" " * outer + bullet + " ", None))
        self._items.append((indent, outer + len(bullet) + 1))

    def _ends_item(self) -> bool:
        return bool(self._pieces) and self._pieces[-1][0].endswith("\n\n")

    def _paragraph(self, spans: Sequence[Line]) -> None:
        if not spans:
            return
        spans = [(start, end) for start, end in spans]
        first, last = spans[0]
        if note := _NOTE.match(self._text, first, last):
            spans[0] = (note.end(), last)
        term = _TERM.match(self._text, *spans[0]) if self._items else None
        if term is not None:
            self._add(self._inline([(spans[0][0], term.end("term"))]))
            self._pieces.append((": ", None))
            spans[0] = (term.end(), spans[0][1])
        written = self._inline(spans)
        indent = "\n" + " " * (self._items[-1][1] if self._items else 0)
        position = 0
        for number, line in enumerate(written.text.split("\n")):
            if number:
                self._pieces.append((indent, None))
            self._pieces.extend(written.pieces(position, position + len(line)))
            position += len(line) + 1
        self._pieces.append(("\n", None))

    # -- what begins with a sign of its own

    def _special(self, lines: Sequence[Line], at: int, paragraph: Sequence[Line]) -> int:
        """Write the block, table, keyword or the like that begins at line *at*, and return how many lines it takes."""
        line = self._text[slice(*lines[at])]
        begin = _BEGIN.match(line)
        if begin is not None:
            self._paragraph(paragraph)
            return self._block(lines, at, begin)
        if _COMMENT.match(line) or _RULE.match(line):
            self._paragraph(paragraph)
            self._pieces.append(("\n", None))
            return 1
        if keyword := _KEYWORD.match(line):
            self._paragraph(paragraph)
            return self._keyword(lines, at, keyword)
        if _ROW.match(line):
            self._paragraph(paragraph)
            return self._table(lines, at)
        if environment := _ENVIRONMENT.match(line):
            self._paragraph(paragraph)
            return self._environment(lines, at, environment["name"])
        if not paragraph and _ENTRY.match(line) and (count := self._balanced(lines, at)):
            return self._latex(lines[at : at + count])
        if fixed := _FIXED.match(line):
            self._paragraph(paragraph)
            first = lines[at][0] + fixed.end()
            self._paragraph([(first, lines[at][1])] if self._text[first : lines[at][1]].strip() else [])
            return 1
        return 0

    def _block(self, lines: Sequence[Line], at: int, begin: re.Match[str]) -> int:
        name = begin["name"].casefold()
        end = self._block_ends.line(name, lines, at)
        if not end or self._depth > _DEEPEST:
            return 1
        inside = lines[at + 1 : end]
        rest = begin["rest"].casefold().split()
        kind = rest[0] if name == "export" and rest else name
        if kind in _LATEX_BLOCKS:
            if self._dialect.latex:
                self._latex(inside)
        elif kind == "html":
            self._raw(inside)
        elif kind in ("src", "example"):
            language = rest[0] if rest else "none"
            if language in _SHOWN_LANGUAGES and "none" not in rest[1:] and "results" not in rest[1:]:
                self._fenced(inside)
        elif kind != "comment" and name != "export":
            outer = list(self._items)
            self._pieces.append(("\n", None))
            self._depth += 1
            self.lines(inside)
            self._depth -= 1
            self._items = outer
            self._pieces.append(("\n", None))
        return end - at + 1

    def _fenced(self, lines: Sequence[Line]) -> None:
        self._pieces.append(("\n```\n", None))
        for start, end in lines:
            self._pieces.extend(self._source.pieces(start, end))
            self._pieces.append(("\n", None))
        self._pieces.append(("```\n\n", None))

    def _raw(self, lines: Sequence[Line]) -> None:
        self._pieces.append(("\n", None))
        for start, end in lines:
            if self._text[start:end].strip():  # Markdown ends its blocks of HTML at an empty line
                self._pieces.extend(self._source.pieces(start, end))
                self._pieces.append(("\n", None))
        self._pieces.append(("\n", None))

    def _keyword(self, lines: Sequence[Line], at: int, keyword: re.Match[str]) -> int:
        key = keyword["key"].casefold()
        count = 1
        while at + count < len(lines):
            line = self._text[slice(*lines[at + count])]
            following = _KEYWORD.match(line)
            if following is None or following["key"].casefold() != key:
                break
            count += 1
        values = []
        for start, end in lines[at : at + count]:
            found = _KEYWORD.match(self._text[start:end])
            if found is not None and found["value"]:
                values.append((start + found.start("value"), start + found.end("value")))
        if key == "html":
            self._raw(values)
        elif key == "latex" and self._dialect.latex:
            self._latex(values)
        return count

    def _environment(self, lines: Sequence[Line], at: int, name: str) -> int:
        end = self._environment_ends.line(name, lines, at - 1) or at
        if self._dialect.latex:
            self._latex(lines[at : end + 1])
        return end - at + 1

    def _balanced(self, lines: Sequence[Line], at: int) -> int:
        """Return how many lines a command takes whose arguments are all that they hold, or 0."""
        depth = groups = 0
        for count, (start, end) in enumerate(lines[at : at + _LONGEST_ENTRY], 1):
            line = re.sub(r"\\[{}%]", "  ", self._text[start:end])
            if not line.strip():
                return 0
            for sign in line:
                depth += {"{": 1, "}": -1}.get(sign, 0)
                groups += sign == "}" and not depth
            if not depth:
                return count if line.rstrip().endswith(("}", "%")) and groups > 1 else 0
        return 0

    def _latex(self, lines: Sequence[Line]) -> int:
        if lines:
            self._flush()
            self._parts.append(Part(latex=(lines[0][0], lines[-1][1])))
        return len(lines)

    def _flush(self) -> None:
        if any(text.strip() for text, _ in self._pieces):
            self._parts.append(Part(markdown=join(self._pieces)))
        self._pieces = []

    def _table(self, lines: Sequence[Line], at: int) -> int:
        rows: list[Line] = []
        count = 0
        head = False
        while at + count < len(lines) and _ROW.match(self._text, *lines[at + count]):
            start, end = lines[at + count]
            line = self._text[start:end].strip()
            if _TABLE_RULE.match(line):
                head = head or len(rows) == 1
            elif not _WIDTHS.match(line):
                rows.append((start, end))
            count += 1
        self._pieces.append(("\n\n", None))
        for number, cells in enumerate([list(self._cells(row)) for row in rows]):
            if not number and not head:
                self._pieces.append(("|" + " |" * len(cells) + "\n" + "|" + "-|" * len(cells) + "\n", None))
            for cell in cells:
                self._pieces.append(("| ", None))
                self._add(rewritten(cell, _BAR, lambda m: ["\\", m.span()]))
                self._pieces.append((" ", None))
            self._pieces.append(("|\n", None))
            if not number and head:
                self._pieces.append(("|" + "-|" * len(cells) + "\n", None))
        self._pieces.append(("\n", None))
        return count

    def _cells(self, row: Line) -> Iterator[MappedText]:
        start, end = row
        line = self._text[start:end].rstrip()
        bars = [m.start() for m in _BAR.finditer(_without_links(line))]
        ends = bars[1:] if line.endswith("|") else [*bars[1:], len(line)]
        for bar, close in zip(bars, ends, strict=False):
            said = line[bar + 1 : close]
            first = bar + 1 + len(said) - len(said.lstrip())
            yield self._inline([(start + first, start + max(first, first + len(said.strip())))])

    # -- text

    def _inline(self, spans: Sequence[Line]) -> MappedText:
        filled = not self._dialect.breaks and all(end - start < _LONGEST_FILLED for start, end in spans)
        pieces: _Pieces = []
        for number, (start, end) in enumerate(spans):
            stop = start + len(self._text[start:end].rstrip())
            if number:
                pieces.append((" " if filled and self._is_wrapped(spans[number - 1], start) else "\n", None))
            pieces.extend(self._source.pieces(start, stop))
        return org_inline(join(pieces), self._dialect.macros, breaks=self._dialect.breaks)

    def _is_wrapped(self, line: Line, following: int) -> bool:
        """Tell whether an editor broke a line: its first word that did not fit stands at *following*."""
        begin = self._text.rfind("\n", 0, line[0]) + 1
        if self._text[line[0] : line[1]].rstrip().endswith("\\\\"):
            return False
        word = self._text[following : following + _LONGEST_FILLED].split(None, 1)[0]
        return line[1] - begin + 1 + len(word) >= _LEAST_FILLED

    def _add(self, written: MappedText) -> None:
        text = written.text
        position = 0
        for line in re.finditer("\n", text):
            self._pieces.extend(written.pieces(position, line.start()))
            self._pieces.append((" ", None))
            position = line.end()
        self._pieces.extend(written.pieces(position, len(text)))


def _without_links(line: str) -> str:
    """Return a row whose bars inside links are hidden."""
    return re.sub(r"\[\[[^\[\]\n]{1,1000}\](?:\[[^\[\]\n]{0,400}\])?\]", lambda m: "x" * len(m.group()), line)
