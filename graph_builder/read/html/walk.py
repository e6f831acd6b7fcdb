"""HTML trees become blocks and marks: one walk for pages, and for the HTML that Markdown becomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from graph_builder.model import BlockKind, MarkKind
from graph_builder.read.builder import TextBuilder
from graph_builder.read.html import roles

_DIVIDING = "div summary section article header footer main aside form fieldset address center figure hgroup"
_ENDING = "p blockquote ul ol menu dl dt dd details figcaption hr table caption legend"
_DIVISIONS = frozenset(_DIVIDING.split())
_PARAGRAPHS = frozenset(_ENDING.split())
_HEADINGS = {f"h{n}": n for n in range(1, 7)} | {"heading": 2}  # an element of one much copied page
_MARKS = {
    "b": MarkKind.BOLD, "strong": MarkKind.BOLD, "i": MarkKind.ITALIC, "em": MarkKind.ITALIC, "cite": MarkKind.ITALIC,
    "u": MarkKind.UNDERLINE, "ins": MarkKind.UNDERLINE, "s": MarkKind.STRIKE, "del": MarkKind.STRIKE,
    "strike": MarkKind.STRIKE, "code": MarkKind.CODE, "tt": MarkKind.CODE, "kbd": MarkKind.CODE,
    "samp": MarkKind.CODE, "sup": MarkKind.SUPERSCRIPT,
}  # fmt: skip
_STYLES = (
    (re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.I), MarkKind.BOLD),
    (re.compile(r"font-style\s*:\s*italic", re.I), MarkKind.ITALIC),
    (re.compile(r"text-decoration\s*:\s*underline", re.I), MarkKind.UNDERLINE),
)
_DIVISION_LEVEL = 2
_MAX_DIGITS = 6
_MAX_MARKS = 32
_DEEPEST = 100  # pages nest some twenty elements
_MAX_HREF = 2000


def walk_html(builder: TextBuilder, html: str, *, flat: bool = False) -> LexborHTMLParser:
    """Append the text of *html* to *builder*, and return the parsed tree.

    With *flat* no block is opened: what HTML sets apart becomes lines of the block that is open.
    """
    tree = LexborHTMLParser(html)
    root = tree.body
    if root is not None:
        _Walk(builder, flat, html).run(root)
    return tree


class _Inside(NamedTuple):
    """What holds the place where a walk is."""

    lines_only: bool = False  # a heading or cell, where everything becomes lines
    item: bool = False
    verbatim: bool = False
    level: int = 0  # of the list
    numbers: Iterator[int] | None = None  # of its items, if it is no list of bullets


_Closing = list[Callable[[], object]]
"""What has to be done at the end of an element, last first."""


class _Walk:
    """One pass over a tree, without recursion: pages nest as deep as they like."""

    def __init__(self, builder: TextBuilder, flat: bool, source: str) -> None:
        self._builder = builder
        self._source = source
        self._inside = _Inside(lines_only=flat)
        self._marks = 0
        self._rows: set[int] = set()
        self._initials: set[int] = set()  # lists of one item that are an initial
        self._is_deep = False
        self._in_pair = False  # after a term whose definition goes into the same row

    def run(self, root: LexborNode) -> None:
        """Visit all nodes below *root*, entering and leaving each element once."""
        stack: list[tuple[LexborNode, _Inside, _Closing]] = []
        node = root.first_child
        while node is not None or stack:
            if node is None:
                node, self._inside, closing = stack.pop()
                for action in reversed(closing):
                    action()
            elif node.is_text_node:
                self._text(node.text_content or "")
            elif node.is_element_node:
                self._is_deep = len(stack) > _DEEPEST
                if not roles.is_dropped(node, self._source, deep=self._is_deep):
                    stack.append((node, self._inside, self._enter(node)))
                    node = node.first_child
                    continue
            node = node.next

    def _text(self, text: str) -> None:
        verbatim = self._inside.verbatim
        if verbatim or text.strip(" \t\r\n\f"):
            self._builder.add(text, collapse=not verbatim)
        elif text:
            self._builder.add(" ", collapse=True)

    def _enter(self, node: LexborNode) -> _Closing:
        """Begin an element, and return what has to be done at its end."""
        tag = node.tag or ""
        attributes = node.attributes
        style = attributes.get("style") or ""
        closing = self._enter_deep(node, tag) if self._is_deep else self._enter_block(node, tag, style)
        if tag in _MARKS:
            self._open_mark(_MARKS[tag], "", closing)
        elif tag == "a":
            # A link that leads nowhere yet leads to the page itself: "[On Looms]()".
            href = (attributes.get("href") or "").strip() or ("#" if "href" in attributes else "")
            if href and len(href) <= _MAX_HREF and not href.lower().startswith(("javascript:", "data:")):
                self._open_mark(MarkKind.LINK, href, closing)
        if style:
            for pattern, kind in _STYLES:
                if pattern.search(style):
                    self._open_mark(kind, "", closing)
        return closing

    def _enter_deep(self, node: LexborNode, tag: str) -> _Closing:
        """Begin an element deeper than pages nest: nothing is asked of what it holds, or that would take forever."""
        if tag == "br":
            self._break()
        elif tag in ("ul", "ol", "li", "pre") or (tag in _HEADINGS and not self._inside.lines_only):
            return self._enter_block(node, tag, "")
        elif tag in _HEADINGS or tag in _PARAGRAPHS or tag in _DIVISIONS or tag in ("tr", "td", "th"):
            return self._apart()
        return []

    def _enter_block(self, node: LexborNode, tag: str, style: str) -> _Closing:
        if tag == "br":
            self._break()
            return []
        if tag == "tr":
            return self._enter_row(node)
        if tag in ("td", "th"):
            return self._enter_cell(node)
        if tag == "pre":
            return self._enter_pre()
        if self._rows and node.parent is not None and node.parent.mem_id in self._rows and tag not in _DIVISIONS:
            self._builder.cell()
            return []
        if tag in _HEADINGS and not self._inside.lines_only:
            self._builder.open(BlockKind.HEADING, level=_HEADINGS[tag])
            return self._in_lines()
        if tag == "li" and not self._inside.lines_only:
            return self._enter_item(node)
        if tag in ("dt", "dd"):
            return self._enter_definition(node, tag)
        if tag in ("ul", "ol", "menu") and not self._inside.lines_only:
            return self._enter_list(node, tag)
        if tag in _PARAGRAPHS or tag in _HEADINGS or tag == "li":
            return self._apart()
        if tag in _DIVISIONS:
            return self._enter_division(node, style)
        if tag in ("span", "small") and roles.is_apart(node, style):
            self._builder.gap()
            return []
        if tag in ("span", "mark") and roles.is_chip(node):
            self._fresh_line()
            return []
        if tag in roles.WORDS and roles.stands_apart(node, tag):
            # What is set in different ways, as a date, a name and a title on a card, are lines of their own.
            before = node.prev.tag if node.prev is not None else tag
            if before != tag and {tag, before} & {"b", "strong", "i", "em", "small"}:
                self._fresh_line()
            else:
                self._builder.add(" ", collapse=True)
        return []

    def _enter_division(self, node: LexborNode, style: str) -> _Closing:
        """Begin a division: a heading or a row of columns if it is named so, else lines of its own."""
        parent = node.parent
        if parent is not None and parent.mem_id in self._rows:
            self._builder.cell()
            return []
        names = (node.attributes.get("class") or "").split()
        is_free = not self._inside.lines_only and not self._inside.item
        if is_free and roles.is_titled(node, names):
            self._builder.open(BlockKind.HEADING, level=_DIVISION_LEVEL)
            return self._in_lines()
        if is_free and (names or style) and roles.is_columns(node, names, style):
            self._builder.open(BlockKind.TABLE_ROW)
            self._rows.add(node.mem_id)
            return self._in_lines()
        self._divide()
        return [self._divide]

    def _enter_list(self, node: LexborNode, tag: str) -> _Closing:
        start = _number(node.attributes.get("start"))
        items = sum(child.tag == "li" for child in node.iter())
        if tag == "ol" and start and start <= 26 and items == 1 and node.attributes.get("type") == "A":
            # Markdown took the initial of the author "F. Lastname" at a line's start for a list of one item.
            self._builder.add(f"{chr(ord('A') + start - 1)}. ", collapse=True)
            self._initials.add(node.mem_id)
            return []
        is_reversed = "reversed" in node.attributes
        numbers = count(start or (items if is_reversed else 1), -1 if is_reversed else 1)
        self._builder.part()
        level = self._inside.level + 1
        self._inside = self._inside._replace(level=level, numbers=numbers if tag == "ol" else None)
        return [self._part]

    def _enter_item(self, node: LexborNode) -> _Closing:
        if node.parent is not None and node.parent.mem_id in self._initials:
            return []
        numbers = self._inside.numbers
        label = f"{next(numbers)}." if numbers is not None else "•"
        self._builder.open(BlockKind.LIST_ITEM, level=max(self._inside.level, 1), label=label)
        self._inside = self._inside._replace(item=True)
        return [self._builder.close]

    def _enter_pre(self) -> _Closing:
        self._inside = self._inside._replace(verbatim=True)
        if self._inside.lines_only:
            return self._apart()
        self._builder.open(BlockKind.CODE)
        return [self._builder.close]

    def _enter_row(self, node: LexborNode) -> _Closing:
        if self._inside.lines_only or not roles.is_data_row(node):
            return self._apart()
        self._builder.open(BlockKind.TABLE_ROW, label=node.attributes.get("data-label") or "")
        self._rows.add(node.mem_id)
        return self._in_lines()

    def _enter_cell(self, node: LexborNode) -> _Closing:
        if node.parent is not None and node.parent.mem_id in self._rows:
            self._builder.cell()
            return []
        return self._apart()

    def _enter_definition(self, node: LexborNode, tag: str) -> _Closing:
        """Begin a term or its definition: a short pair is a row of two cells, anything else is paragraphs."""
        if tag == "dt" and not self._inside.lines_only and roles.is_short_definition(node):
            self._builder.open(BlockKind.TABLE_ROW)
            self._builder.cell()
            self._in_lines()
            return [self._begin_pair]
        if tag == "dd" and self._in_pair:
            self._in_pair = False
            self._builder.cell()
            return self._in_lines()
        return self._apart()

    def _begin_pair(self) -> None:
        self._in_pair = True

    # -- what sets text apart

    def _in_lines(self) -> _Closing:
        """Let everything in the block that was opened become lines of it."""
        self._inside = self._inside._replace(lines_only=True)
        return [self._builder.close]

    def _apart(self) -> _Closing:
        self._part()
        return [self._part]

    def _part(self) -> None:
        """End a paragraph, or a line where there are only lines."""
        if self._inside.lines_only:
            self._fresh_line()
        else:
            self._builder.part()

    def _divide(self) -> None:
        """End a division: a paragraph, but in a list item (one unit of many divisions) only a line."""
        if self._inside.item:
            self._fresh_line()
        else:
            self._part()

    def _break(self) -> None:
        """Break the line; two breaks in a row end the paragraph."""
        if self._builder.at_start:
            self._part()
        else:
            self._builder.break_line()

    def _fresh_line(self) -> None:
        if not self._builder.at_start:
            self._builder.break_line()

    def _open_mark(self, kind: MarkKind, href: str, closing: _Closing) -> None:
        if self._marks < _MAX_MARKS:
            self._marks += 1
            self._builder.open_mark(kind, href)
            closing.append(self._close_mark)

    def _close_mark(self) -> None:
        self._builder.close_mark()
        self._marks -= 1


def _number(value: str | None) -> int | None:
    value = (value or "").strip()
    return int(value) if value.isdecimal() and len(value) <= _MAX_DIGITS else None
