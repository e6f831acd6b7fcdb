"""Markdown becomes HTML that knows where its characters stand in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from graph_builder.read.mapped_text import MappedText, join

_MARKUP = re.compile(
    r"\*\*\S|\]\(|<[a-zA-Z/][^<>]{0,300}>|(?<![\w*])[*_][^\s*_][^*_\n]{0,200}[*_](?![\w*])|&#?\w{1,31};|`"
)
_IN_TEXT = re.compile(r"\*\*\S|\]\(\S|(?<!\w)_[^_\s][^_]{0,200}_(?!\w)|(?<![\w*])\*[^\s*]")
_TAG = re.compile(r"<[^<>]*>")
_RAW_ELEMENT = re.compile(r"<(?:script|style|pre|textarea)\b", re.I)
_SHORT_LINE = 60
_SENTENCE_END = ".:;!?。！？：；"
_SPARE = 10  # characters that a line has left where its author broke it on purpose
_LEAST_FILLED = 66  # characters of a line and the word behind it
_LONGEST_FILLED = 100
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LINES_QUOTED = 3  # that end inside one quotation; one that is open for longer was never closed
_QUOTE = re.compile(r"[“”„«»]|(?<!\d)\"")
_MAX_NESTING = 24  # what is nested deeper is no writing; the parser's time grows with it

_parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])
# Text tokens stay as the source has them, so that they can be found there. Text that is indented by accident is far
# more common on homepages than an indented listing.
_parser.disable(["text_join", "code"])

Piece = tuple[str, int | None]


def has_markup(text: str) -> bool:
    """Return whether a string looks like Markdown or HTML.

    >>> has_markup("with [Ada](https://a.example)"), has_markup("C++, 5 * 3"), has_markup("R&amp;D")
    (True, False, True)
    """
    return _MARKUP.search(text) is not None


def markup_to_html(content: MappedText) -> MappedText:
    """Return Markdown as HTML; the HTML inside it stays, and every copied character keeps its place in the source.

    A line break in a paragraph remains where the line before it is short or ends a sentence or a mark, and in
    paragraphs that are lists by their look (see `is_listed`), as authors who list papers, posts or addresses line by
    line mean it; elsewhere it is a space.

    >>> markup_to_html(MappedText.of("# *Ada*")).text
    '<h1><em>Ada</em></h1>'
    """
    return join(_Renderer(content).run())


def is_listed(text: str) -> bool:
    """Return whether a paragraph is a list of lines, and not prose that an editor wrapped.

    No line then goes on in lower case, and either each has its year, or one was broken long before it was full.

    >>> is_listed("**PhD**, Uppsala University, 2012-2017\\nMA, Lund University, 2011")
    True
    >>> is_listed("I study the rivers of\\nEurope and their fish")
    False
    """
    lines = [line.strip() for line in text.split("\n")]
    if len(lines) < 2 or any(not line or line[0].islower() for line in lines):
        return False
    if all(_YEAR.search(line) for line in lines):
        return True
    if any(_open_quotes(lines)):
        return False
    width = max(map(len, lines))
    needed = [len(line) + len(after.split(maxsplit=1)[0]) + _SPARE for line, after in pairwise(lines)]
    return len(lines) > 2 and min(needed) < width


def is_filled(lines: Sequence[str]) -> bool:
    """Return whether an editor wrapped the lines of a paragraph: the word behind one did not fit into it."""
    needed = [len(line) + len(after.split(maxsplit=1)[0]) for line, after in pairwise(lines) if after.strip()]
    return max(map(len, lines)) < _LONGEST_FILLED and max(needed, default=0) >= _LEAST_FILLED


def _open_quotes(lines: Sequence[str]) -> Iterator[bool]:
    """Yield for each line whether it ends inside a quotation, such as a title."""
    opened = ""
    for line in lines:
        opened = quoted(line, opened)
        yield opened != ""


def quoted(text: str, opened: str = "") -> str:
    """Return the quotation mark that is open at the end of *text*, where *opened* was at its beginning.

    >>> quoted('By A. Lovelace. "On the'), quoted('weaving of 3" ribbons."', '"'), quoted("„Titel“")
    ('"', '', '')
    """
    for mark in _QUOTE.finditer(text):
        if not opened and mark.group() not in "”»":
            opened = mark.group()
        elif opened:
            opened = ""
    return opened


class _Renderer:
    """The tokens of one Markdown text, written as HTML."""

    def __init__(self, content: MappedText) -> None:
        self._content = content
        self._cursor = 0
        self._lines = [0]
        for match in re.finditer("\n", content.text):
            self._lines.append(match.end())

    def run(self) -> Iterator[Piece]:
        for token in _parser.parse(self._content.text):
            if token.type == "inline":
                yield from _Inline(self._mapped(token)).run(token.children or [])
            elif token.type == "html_block":
                yield from self._html(self._mapped(token))
            elif token.type == "fence":
                yield "<pre>", None
                yield from _escaped(self._mapped(token))
                yield "</pre>", None
            elif token.type == "ordered_list_open":
                yield f'<ol start="{token.attrGet("start") or 1}">', None
            elif token.type in ("paragraph_open", "paragraph_close"):
                # In a tight list the item is the paragraph.
                if not token.hidden:
                    yield f"<{'/' if token.nesting < 0 else ''}p>", None
                elif token.nesting < 0:
                    yield "\n", None
            elif token.tag:
                yield f"<{'/' if token.nesting < 0 else ''}{token.tag}>", None

    def _line(self, number: int) -> int:
        return self._lines[number] if number < len(self._lines) else len(self._content.text)

    def _mapped(self, token: Token) -> MappedText:
        """Return a token's content mapped to the source: line by line, inside the lines that the token covers."""
        start, end = self._cursor, len(self._content.text)
        if token.map is not None:
            start, end = max(start, self._line(token.map[0])), self._line(token.map[1])
        pieces: list[Piece] = []
        for line in token.content.splitlines(keepends=True):
            bare = line.rstrip("\n")
            found = self._content.text.find(bare, start, end) if bare else -1
            if found < 0:
                pieces.append((line, None))
                continue
            pieces.extend(self._content.pieces(found, found + len(bare)))
            start = found + len(bare)
            if line.endswith("\n"):
                if self._content.text.startswith("\n", start):
                    pieces.extend(self._content.pieces(start, start + 1))
                    start += 1
                else:
                    pieces.append(("\n", None))
        self._cursor = start
        return join(pieces)

    def _html(self, html: MappedText) -> Iterator[Piece]:
        """Yield a block of HTML; Markdown between its tags (as kramdown reads it) is rendered as well."""
        if not _IN_TEXT.search(html.text) or _RAW_ELEMENT.search(html.text):
            yield from html.pieces(0, len(html.text))
            return
        position = 0
        for match in _TAG.finditer(html.text):
            yield from self._between(html, position, match.start())
            yield from html.pieces(match.start(), match.end())
            position = match.end()
        yield from self._between(html, position, len(html.text))

    def _between(self, html: MappedText, start: int, end: int) -> Iterator[Piece]:
        text = html.text[start:end]
        if not _IN_TEXT.search(text):
            yield from html.pieces(start, end)
            return
        part = html.part(start, end)
        for token in _parser.parseInline(part.text):
            yield from _Inline(part).run(token.children or [])


class _Inline:
    """The tokens inside one paragraph, heading or cell, written as HTML.

    A token's text is looked up in the paragraph's, from left to right, behind the address of the link before it.
    """

    def __init__(self, content: MappedText) -> None:
        self._content = content
        self._listed = is_listed(content.text)
        self._at = 0
        self._line = 0  # visible characters since the last break
        self._last = ""  # the last of them, or "." behind a mark
        self._linked = False
        self._broken = False  # a break was written, and nothing since
        self._quote = ""  # the quotation mark that is open
        self._quoted = 0  # the lines that it is open for

    def run(self, tokens: Sequence[Token]) -> Iterator[Piece]:
        for token in tokens:
            if token.type in ("text", "code_inline"):
                yield from self._text(token)
            elif token.type == "html_inline":
                yield from self._tag(token)
            elif token.type == "text_special":
                self._take(token.markup)
                self._see(token.content)
                yield escape(token.content, quote=False), None
            elif token.type in ("softbreak", "hardbreak"):
                yield self._break(token), None
            elif token.type == "image":
                self._at = _behind_image(self._content.text, self._at)
                yield f'<img alt="{escape(token.content)}">', None
            elif token.tag:
                yield self._mark(token), None

    def _take(self, text: str) -> MappedText:
        """Return *text* with its place in the content, and move behind it."""
        found = self._content.text.find(text, self._at)
        if found < 0:
            return MappedText(text, ())
        self._at = found + len(text)
        return self._content.part(found, self._at)

    def _see(self, text: str) -> None:
        self._line += len(text)
        self._quote = quoted(text, self._quote)
        self._broken = self._broken and not text.strip()
        self._last = text.rstrip()[-1:] or self._last

    def _text(self, token: Token) -> Iterator[Piece]:
        self._see(token.content)
        piece = self._take(token.content)
        if token.type == "code_inline":
            yield "<code>", None
        yield from _escaped(piece)
        if token.type == "code_inline":
            yield "</code>", None

    def _tag(self, token: Token) -> Iterator[Piece]:
        piece = self._take(token.content)
        yield from piece.pieces(0, len(piece.text))
        if token.content[:3].lower() == "<br":
            self._line = 0
            self._broken = True
        elif token.content[:2] == "</":
            self._last = "."

    def _break(self, token: Token) -> str:
        self._at = max(self._content.text.find("\n", self._at) + 1, self._at)
        # An editor breaks lines inside a link, an author does not; and behind "<br>" the line has ended already.
        if token.type == "softbreak" and (self._linked or self._broken):
            return "\n"
        short = 0 < self._line < _SHORT_LINE
        self._quoted = self._quoted + 1 if self._quote else 0
        if token.type == "softbreak" and 0 < self._quoted <= _LINES_QUOTED:
            self._line = 0
            return "\n"  # inside a title
        stays = token.type == "hardbreak" or self._listed or short or (self._line > 0 and self._last in _SENTENCE_END)
        self._line = 0
        return "<br>" if stays else "\n"

    def _mark(self, token: Token) -> str:
        if token.nesting < 0:
            self._last = "."
        if token.type in ("link_open", "link_close"):
            self._linked = token.nesting > 0
        if token.type == "link_open":
            return f'<a href="{escape(str(token.attrGet("href") or ""))}">'
        if token.type == "link_close":
            self._at = _behind_link(self._content.text, self._at)
        return f"<{'/' if token.nesting < 0 else ''}{token.tag}>"


_RESERVED = re.compile("[&<>]")


def _escaped(content: MappedText) -> Iterator[Piece]:
    """Yield text as HTML text."""
    position = 0
    for match in _RESERVED.finditer(content.text):
        yield from content.pieces(position, match.start())
        yield escape(match.group(), quote=False), None
        position = match.end()
    yield from content.pieces(position, len(content.text))


def _behind_link(text: str, at: int) -> int:
    """Return the place behind the end of a link whose text ends at or after *at*: ``](address)`` or the like."""
    if text.startswith(">", at):
        return at + 1
    close = text.find("]", at)
    if close < 0:
        return at
    return _behind_address(text, close + 1)


def _behind_address(text: str, at: int) -> int:
    if text.startswith("[", at):
        end = text.find("]", at)
        return end + 1 if end >= 0 else at
    if not text.startswith("(", at):
        return at
    depth = 0
    for match in re.compile(r"[()]").finditer(text, at, at + 3000):
        depth += 1 if match.group() == "(" else -1
        if depth == 0:
            return match.end()
    return at


def _behind_image(text: str, at: int) -> int:
    start = text.find("![", at)
    if start < 0:
        return at
    depth = 0
    for match in re.compile(r"[\[\]]").finditer(text, start + 1, start + 3000):
        depth += 1 if match.group() == "[" else -1
        if depth == 0:
            return _behind_address(text, match.end())
    return at
