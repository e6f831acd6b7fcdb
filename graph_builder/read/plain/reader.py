"""Plain text files become Documents: lines are the truth, blank lines divide blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graph_builder.model import BlockKind, Document, MarkKind
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.front_matter import parse_front_matter
from graph_builder.read.encoding import decode
from graph_builder.read.latex.reader import read_latex
from graph_builder.read.mapped_text import MappedText
from graph_builder.read.markdown.reader import read_markdown_text
from graph_builder.read.plain.pages import page_furniture
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
# "4. AWARDS", "B) TALKS" and "5.1 Journal Articles": the numbers of sections.
_NUMBERED = re.compile(
    r"(?:(?:\d{1,2}|[A-Z]|[IVX]{1,4})[.)]\s{1,8}(?=[^\W\d_a-z])|\d{1,2}\.\d{1,2}\.?\s{1,8}(?=[^\W\d_a-z]))"
)
# "== Awards ==", "*** Awards ***", "--- Awards ---": headings between signs.
_DECORATED = re.compile(r"([=*~#+_:-])\1{1,60}[ \t]{0,8}(?=[^\W\d_])(?P<title>[^=~#]{2,60}?)[ \t]{0,8}\1{2,60}$")
_MARKS = {"text": MarkKind.LINK, "bold": MarkKind.BOLD}
_MAX_HEADING = 60
_LONG = 60  # a line that an editor may have wrapped
_NEAR = 20  # columns between the end of a wrapped line and that of the widest line
_GAP = re.compile(r"\t|\s{3}")
_AT_RIGHT = re.compile(r"\S(?:\t|\s{3})\s{0,80}\S(?:\S|\s(?=\S)){0,24}$")  # a date at the right margin
_BESIDE = re.compile(r"\s{0,3}\S(?:[^\s]|\s(?=\S)){1,40}(?:\s{2,40}|\t)(?=\S)")  # what stands in the margin
_HYPHENED = re.compile(r"(?<!\d\s)-$")  # and no range of dates that goes on
_REST_OF_RANGE = re.compile(r"[-–—]\s(?:[^\W\d_]{3,12}\.?\s)?(?:(?:19|20)\d\d|[Pp]resent|now)\W{0,3}$")
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

    def column(self, below: _Line | None) -> int:
        """Return the indent of the line's text; behind words in the margin if the next line begins there, too."""
        beside = _BESIDE.match(self.text) if below is not None and below.indent > 7 else None
        at = len(beside.group().expandtabs(4)) if beside else 0
        return at if below is not None and at and 0 <= below.indent - at <= 8 else self.indent


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
    numbered = _numbered_headings([[line.text for line in lines] for lines in stretches])
    widest = max((min(line.end, 110) for lines in stretches for line in lines), default=0)
    column = margin([line.text for lines in stretches for line in lines])
    for number, lines in enumerate(stretches):
        wrapped = dict.fromkeys(run_on([line.text for line in lines], column), True)
        _Stretch(builder, hyphen, wrapped | _hanging(lines, widest), numbered=number in numbered).add(lines)
    return builder.build(source, "text/plain")


def is_markdown(text: str) -> bool:
    """Tell whether the text of a ``.txt`` file is Markdown: it has front matter, headings with ``#``, or many marks."""
    if parse_front_matter(MappedText.of(text[:20_000]))[0]:
        return True
    found = _MARKDOWN.findall(text)
    return any(mark.startswith("#") for mark in found) or len(found) >= 3


def _stretches(text: str) -> Iterator[list[_Line]]:
    """Yield the lines between blank lines, without page numbers and running heads."""
    lines: list[_Line] = []
    position = 0
    written = text.split("\n")
    furniture = page_furniture(written)
    for number, line in enumerate(written):
        if line.strip("\f \t\u00a0\u3000") and number not in furniture:
            lines.append(_Line(position, line))
        elif lines and number not in furniture:
            yield lines
            lines = []
        position += len(line) + 1
    if lines:
        yield lines


def _hanging(lines: list[_Line], widest: int) -> dict[int, bool]:
    """Return the lines of a stretch of hanging indents: those that begin an entry, and those (True) that were wrapped.

    Entries begin at one column, and what belongs to them stands deeper. What stands deeper below a line that the editor
    did not fill is a line of its own.
    """
    top = _head(lines)
    columns = [line.column(lines[i + 1] if i + 1 < len(lines) else None) for i, line in enumerate(lines)]
    inner = [c for c in columns[top:] if c > 7]
    base = min(inner if 2 * len(inner) > len(columns) - top else columns[top:], default=0)  # without margin's headings
    deeper = sorted({c - base for c in columns[top:] if c > base})
    if not deeper or deeper[-1] > 12 or any(_is_item(line) for line in lines):
        return {}
    marks: dict[int, bool] = {}
    for i in range(top + 1, len(lines)):
        above, line = lines[i - 1], lines[i]
        if columns[i] <= base:
            if columns[i - 1] > base:
                marks[i] = False
        elif columns[i - 1] >= base and _runs_on(above, line, widest):
            marks[i] = True
    return marks


def _is_item(line: _Line) -> bool:
    """Tell whether a line begins with a bullet, and not with the dash of a range of dates: "- June 2017"."""
    return _BULLET.match(line.bare) is not None and _REST_OF_RANGE.match(line.bare) is None


def _head(lines: list[_Line]) -> int:
    """Return how many lines at the top are the heading of what stands below them, deeper than it."""
    underlined = len(lines) > 1 and _UNDERLINE.match(lines[1].text) is not None
    if _heading(lines[0], underlined, alone=False, first=True) is not None:
        return 1 + underlined
    # All below it stand deeper, and it is not full: no entry that goes on, but what they are of.
    first = lines[0]
    return int(len(lines) > 2 and first.end < _LONG - 10 and all(line.indent > first.indent for line in lines[1:]))


def _runs_on(above: _Line, line: _Line, widest: int) -> bool:
    """Tell whether the editor broke a line for its length: it is full, and no sentence ends with it."""
    if above.end < max(widest - _NEAR, _LONG - 10) or _HYPHENED.search(above.bare) or _AT_RIGHT.search(above.bare):
        return False
    return not (above.bare.endswith((".", ";", ":")) and line.bare[:1].isupper()) and not _GAP.search(line.bare)


class _Stretch:
    """Lines that no blank line divides, on their way to blocks: headings, list items, paragraphs."""

    def __init__(
        self, builder: TextBuilder, hyphen: re.Pattern[str], hanging: dict[int, bool], *, numbered: bool
    ) -> None:
        self._builder = builder
        self._begins_numbered = numbered  # with a heading
        self._hyphen = hyphen
        self._hanging = hanging
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
            elif heading := (
                _numbered_title(line)
                if self._begins_numbered and not number
                else _heading(line, underlined, alone=len(lines) == 1, first=number == 0)
            ):
                self._close()
                start, title = heading
                self._builder.open(BlockKind.HEADING, level=2)
                self._inline(title, line.start + start)
                self._builder.close()
            elif (bullet := _BULLET.match(bare)) and not self._hanging.get(number):
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
        wrapped = self._hanging.get(number)
        if wrapped is False:
            self._builder.part()
        elif wrapped and not self._builder.at_start:
            self._builder.add(" ")
        elif not self._builder.at_start:
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


def _numbered_title(line: _Line) -> tuple[int, str]:
    """Return the place and the words of a heading behind its number."""
    title = line.bare.split(maxsplit=1)[1]
    return line.text.find(title), title


def _numbered_heading(line: _Line, bare: str, at: int) -> tuple[int, str] | None:
    """Return a heading without its number: in capitals behind "4.", in any letters behind "4.1"."""
    title = bare[at:]
    if len(title) > _MAX_HEADING or title.endswith((".", ",", ";")) or any(c.isdigit() for c in title):
        return None
    deep = "." in bare[: at - 1].rstrip(" \t.)")
    letters = sum(c.isalpha() for c in title)
    if letters < 4 or not (title == title.upper() != title.lower() or (deep and len(title.split()) <= 6)):
        return None
    return line.text.find(bare) + at, title


def _heading(line: _Line, underlined: bool, *, alone: bool, first: bool) -> tuple[int, str] | None:
    """Return the place in the line and the words of a heading, if the line is one."""
    bare = line.bare
    decorated = _DECORATED.match(bare)
    if decorated:
        return line.text.find(bare) + decorated.start("title"), decorated["title"]
    number = _NUMBERED.match(bare) if line.indent < 4 else None
    if number and not underlined:
        return _numbered_heading(line, bare, number.end())
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


# -- headings that count up: "1. Education" and, below the degrees, "2. Employment"

_COUNTED = re.compile(r"\s{0,3}(?P<number>\d{1,2})[.):]\s{1,8}(?=\S)")
_COUNTED_TITLE = re.compile(r"[^\W\d_a-z][^\d\n]{2,50}(?<![.,;?!])")
_MOST_WORDS_OF_TITLE = 7
_LEAST_COUNTED = 3


def _numbered_headings(stretches: Sequence[Sequence[str]]) -> frozenset[int]:
    """Return the numbers of the stretches of text (what blank lines divide) that begin with a numbered heading.

    Such headings count up from one without a gap, are short, and have text between them that is not numbered so.

    >>> sorted(_numbered_headings([["1. Studies"], ["PhD, 1840"], ["2. Posts", "Weaver, 1841"], ["3. Prizes"], ["A"]]))
    [0, 2, 3]
    >>> sorted(_numbered_headings([["1. Gold Medal"], ["2. Silver Medal"], ["3. Bronze Medal"]]))
    []
    """
    found: list[int] = []
    for at, lines in enumerate(stretches):
        number = _heading_number(lines)
        if number == len(found) + 1 and (not found or at - found[-1] > 1 or len(stretches[found[-1]]) > 1):
            found.append(at)
    return frozenset(found if len(found) >= _LEAST_COUNTED else ())


def _heading_number(lines: Sequence[str]) -> int:
    """Return the number of the heading that a stretch of text begins with; zero where it begins with none."""
    match = _COUNTED.match(lines[0])
    if match is None or (len(lines) > 1 and _COUNTED.match(lines[1])):
        return 0
    title = lines[0][match.end() :].strip()
    return int(match["number"]) if _COUNTED_TITLE.fullmatch(title) and len(title.split()) <= _MOST_WORDS_OF_TITLE else 0
