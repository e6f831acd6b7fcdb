"""Markdown becomes HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

_MARKUP = re.compile(
    r"\*\*\S|\]\(|<[a-zA-Z/][^<>]{0,300}>|(?<![\w*])[*_][^\s*_][^*_\n]{0,200}[*_](?![\w*])|&#?\w{1,31};|`"
)
_IN_TEXT = re.compile(r"\*\*\S|\]\(\S|(?<!\w)_[^_\s][^_]{0,200}_(?!\w)|(?<![\w*])\*[^\s*]")
_TAG = re.compile(r"(<[^<>]*>)")
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
# A quotation mark that was escaped is a token of its own. Text that is indented by accident is far more common on
# homepages than an indented listing.
_parser.disable(["text_join", "code"])


def has_markup(text: str) -> bool:
    """Return whether a string looks like Markdown or HTML.

    >>> has_markup("with [Ada](https://a.example)"), has_markup("C++, 5 * 3"), has_markup("R&amp;D")
    (True, False, True)
    """
    return _MARKUP.search(text) is not None


def markup_to_html(text: str) -> str:
    """Return Markdown as HTML; the HTML inside it stays.

    A line break in a paragraph remains where the line before it is short or ends a sentence or a mark, and in
    paragraphs that are lists by their look (see `is_listed`), as authors who list papers, posts or addresses line by
    line mean it; elsewhere it is a space.

    >>> markup_to_html("# *Ada*")
    '<h1><em>Ada</em></h1>'
    """
    return "".join(_rendered(text))


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


def _rendered(text: str) -> Iterator[str]:
    for token in _parser.parse(text):
        if token.type == "inline":
            yield from _Inline(token.content).run(token.children or [])
        elif token.type == "html_block":
            yield from _html(token.content)
        elif token.type == "fence":
            yield f"<pre>{escape(token.content, quote=False)}</pre>"
        elif token.type == "ordered_list_open":
            yield f'<ol start="{token.attrGet("start") or 1}">'
        elif token.type in ("paragraph_open", "paragraph_close") and token.hidden:
            yield "\n" if token.nesting < 0 else ""  # in a tight list the item is the paragraph
        elif token.tag:
            yield f"<{'/' if token.nesting < 0 else ''}{token.tag}>"


def _html(html: str) -> Iterator[str]:
    """Yield a block of HTML; Markdown between its tags (as kramdown reads it) is rendered as well."""
    is_raw = _RAW_ELEMENT.search(html) is not None
    for part in [html] if is_raw else _TAG.split(html):
        if is_raw or part.startswith("<") or not _IN_TEXT.search(part):
            yield part
        else:
            for token in _parser.parseInline(part):
                yield from _Inline(part).run(token.children or [])


class _Inline:
    """The tokens inside one paragraph, heading or cell, written as HTML."""

    def __init__(self, text: str) -> None:
        self._listed = is_listed(text)
        self._line = 0  # visible characters since the last break
        self._last = ""  # the last of them, or "." behind a mark
        self._linked = False
        self._broken = False  # a break was written, and nothing since
        self._quote = ""  # the quotation mark that is open
        self._quoted = 0  # the lines that it is open for

    def run(self, tokens: Sequence[Token]) -> Iterator[str]:
        """Yield the HTML of some tokens."""
        for token in tokens:
            if token.type in ("text", "text_special", "code_inline"):
                self._see(token.content)
                text = escape(token.content, quote=False)
                yield f"<code>{text}</code>" if token.type == "code_inline" else text
            elif token.type == "html_inline":
                yield self._tag(token.content)
            elif token.type in ("softbreak", "hardbreak"):
                yield self._break(token)
            elif token.type == "image":
                yield f'<img alt="{escape(token.content)}">'
            elif token.tag:
                yield self._mark(token)

    def _see(self, text: str) -> None:
        self._line += len(text)
        self._quote = quoted(text, self._quote)
        self._broken = self._broken and not text.strip()
        self._last = text.rstrip()[-1:] or self._last

    def _tag(self, tag: str) -> str:
        if tag[:3].lower() == "<br":
            self._line = 0
            self._broken = True
        elif tag[:2] == "</":
            self._last = "."
        return tag

    def _break(self, token: Token) -> str:
        # An editor breaks lines inside a link, an author does not; and behind "<br>" the line has ended already.
        if token.type == "softbreak" and (self._linked or self._broken):
            return "\n"
        short = 0 < self._line < _SHORT_LINE
        self._quoted = self._quoted + 1 if self._quote else 0
        inside_title = token.type == "softbreak" and 0 < self._quoted <= _LINES_QUOTED
        stays = token.type == "hardbreak" or self._listed or short or (self._line > 0 and self._last in _SENTENCE_END)
        self._line = 0
        return "<br>" if stays and not inside_title else "\n"

    def _mark(self, token: Token) -> str:
        if token.nesting < 0:
            self._last = "."
        if token.type in ("link_open", "link_close"):
            self._linked = token.nesting > 0
        if token.type == "link_open":
            return f'<a href="{escape(str(token.attrGet("href") or ""))}">'
        return f"<{'/' if token.nesting < 0 else ''}{token.tag}>"
