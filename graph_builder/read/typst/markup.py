"""Markup of Typst: text, marks, headings, lists and the expressions between them become a row of events."""

from __future__ import annotations

import re
from collections.abc import Callable

from graph_builder.read.typst.functions import is_silent
from graph_builder.read.typst.scanner import LABEL, Scanner, character
from graph_builder.read.typst.tree import Call, Content, Event, Function, Let, Nothing, Template, Value

_PLAIN = re.compile(r"[^\\*_`$#\[\]@<~\-/\n\u00ad]+")
_BLANK = re.compile(r"[ \t]*")
_EMPTY_LINES = re.compile(r"\n(?:[ \t\r]*\n)*")
_HEADING = re.compile(r"(={1,9})[ \t]+")
_ITEM = re.compile(r"([-+/]|\d{1,9}\.)(?:[ \t]+|(?=\n|\Z))")
_TERM = re.compile(r"[^:\n\[\]]{0,200}(?=:)")
_REFERENCE = re.compile(r"@[A-Za-z_][\w:.-]*(?<![:.])")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|(\S))")
_DASHES = re.compile(r"---?(?!-)|-\?")
_ADDRESS = re.compile(r"//[^\s\[\]()<>\"#]*")
_END_OF_LINE = re.compile(r"[ \t]{0,80}(?:;[ \t]{0,80})?(?://[^\n]*)?(?=\n|\]|\Z|\\\s)")
_REST_OF_LINE = re.compile(r"[^\n]*")
_SEMICOLON = re.compile(";")
_WIDEST = 400


class Markup:
    """One run of markup: its events, and the headings and items that are open."""

    def __init__(self, scanner: Scanner, embedded: Callable[[], Value], inside: Callable[[str], Content]) -> None:
        self._scanner = scanner
        self._text = scanner.text
        self._embedded = embedded
        self._inside = inside
        self._events: list[Event] = []
        self._items: list[int] = []  # the columns of the open items
        self._numbers: dict[int, int] = {}  # of the last item of each level
        self._in_heading = False
        self._is_fresh = True  # nothing on this line is seen on the page

    def read(self) -> list[Event]:
        """Return the events up to the closing bracket, or to the end."""
        scanner, text = self._scanner, self._text
        self._begin_line()
        while scanner.at < len(text):
            if found := scanner.take(_PLAIN):
                self._add(found.group())
                continue
            at = scanner.at
            sign = text[at]
            if sign == "]" and scanner.depth:
                break
            if sign == "\n":
                self._end_line()
            elif sign == "#" and text[at + 1 : at + 2].strip():
                self._value()
            elif sign == "[" and not scanner.is_deep:
                self._add("[")
                self._events.extend(self._inside("]").events)
                if text[scanner.at - 1] == "]":
                    self._add("]")
            else:
                self._sign(sign)
        self._close(-1)
        return self._events

    def _add(self, text: str) -> None:
        self._events.append(Event("text", text))
        self._is_fresh = self._is_fresh and not text.strip()

    def _sign(self, sign: str) -> None:
        scanner, at = self._scanner, self._scanner.at
        if sign == "\\":
            escape = scanner.take(_ESCAPE)
            if escape is None:
                scanner.at += 1
                self._events.append(Event("break"))
            elif escape[1]:
                self._add(character(escape[1]))
            else:
                self._add(escape[2])
        elif sign in "*_" and not self._is_inside_word(at):
            scanner.at += 1
            self._events.append(Event("strong" if sign == "*" else "emph"))
        elif sign == "`":
            self._events.append(Event("raw"))
            self._add(scanner.raw())
            self._events.append(Event("raw"))
        elif sign == "~":
            scanner.at += 1
            self._add(" ")
        elif (
            sign == "/"
            and (scanner.skip_comment() or self._skip_line_comment(at))
            or (sign == "<" and scanner.take(LABEL))
            or (sign == "@" and not self._is_word(at - 1) and scanner.take(_REFERENCE))
        ):
            return
        elif sign == "-" and (dashes := scanner.take(_DASHES)):
            self._add({"--": "–", "---": "—"}.get(dashes.group(), ""))
        else:
            scanner.at += 1
            if sign not in "$\u00ad":
                self._add(sign)

    def _is_word(self, at: int) -> bool:
        return 0 <= at < len(self._text) and self._text[at].isalnum()

    def _is_inside_word(self, at: int) -> bool:
        return self._is_word(at - 1) and self._is_word(at + 1)

    def _skip_line_comment(self, at: int) -> bool:
        """Move behind a comment; the slashes of an address begin none."""
        if not self._text.startswith("//", at):
            return False
        if at and self._text[at - 1] == ":":
            address = self._scanner.take(_ADDRESS)
            self._add(address.group() if address else "")
        else:
            self._scanner.take(_REST_OF_LINE)
        return True

    def _value(self) -> None:
        """Add the expression behind a ``#``."""
        scanner = self._scanner
        fresh = self._is_fresh
        scanner.at += 1
        start = scanner.at
        value = self._embedded()
        if scanner.at == start:
            self._add("#")
            return
        alone = fresh and _END_OF_LINE.match(self._text, scanner.at) is not None
        self._events.append(Event("value", value=value, alone=alone))
        scanner.take(_SEMICOLON)
        self._is_fresh = fresh and (alone or _is_unseen(value))

    # -- lines

    def _end_line(self) -> None:
        found = self._scanner.take(_EMPTY_LINES)
        if self._in_heading:
            self._in_heading = False
            self._events.append(Event("end"))
        if found and found.group().count("\n") > 1:
            self._events.append(Event("par"))
        else:
            self._events.append(Event("space", " "))
        self._begin_line()

    def _begin_line(self) -> None:
        scanner, text = self._scanner, self._text
        self._is_fresh = True
        scanner.take(_BLANK)
        at = scanner.at
        if at >= len(text) or text[at] in "\n]":
            return
        column = at - max(text.rfind("\n", max(at - _WIDEST, 0), at) + 1, at - _WIDEST)
        self._close(column)
        if heading := scanner.take(_HEADING):
            self._events.append(Event("heading", level=len(heading[1])))
            self._in_heading = True
        elif (item := _ITEM.match(text, at)) and not text.startswith(("//", "/*"), at):
            scanner.at = item.end()
            self._items.append(column)
            self._events.append(Event("item", self._label(item[1]), level=len(self._items)))
            if item[1] == "/" and (term := scanner.take(_TERM)):
                self._events.append(Event("strong"))
                self._add(term.group())
                self._events.append(Event("strong"))
        elif not self._items:
            self._numbers.clear()

    def _label(self, sign: str) -> str:
        """Return what is printed before an item."""
        if sign in "-/":
            return "•"
        level = len(self._items)
        number = self._numbers.get(level, 0) + 1 if sign == "+" else int(sign[:-1])
        self._numbers = {outer: n for outer, n in self._numbers.items() if outer < level} | {level: number}
        return f"{number}."

    def _close(self, column: int) -> None:
        """End the items that a line beginning at *column* is no part of; those of -1, all."""
        if self._in_heading:
            self._in_heading = False
            self._events.append(Event("end"))
        while self._items and self._items[-1] >= column:
            self._items.pop()
            self._events.append(Event("end"))


def _is_unseen(value: Value) -> bool:
    """Tell whether a value leaves nothing on the page, and the line that it stands on empty."""
    return isinstance(value, (Let, Template, Function, Nothing)) or (isinstance(value, Call) and is_silent(value.name))
