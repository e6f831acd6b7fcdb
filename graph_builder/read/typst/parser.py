"""Parser of Typst: one pass from left to right, without running any code."""

from __future__ import annotations

import re

from graph_builder.read.typst.markup import Markup
from graph_builder.read.typst.scanner import LABEL, Scanner, character
from graph_builder.read.typst.tree import (
    NOTHING,
    Argument,
    Call,
    Content,
    Event,
    Function,
    Joined,
    Let,
    Loop,
    Name,
    Number,
    Sequence,
    String,
    Template,
    Value,
)

_SPACE = re.compile(r"(?:\s+|//[^\n]*)+")
_BEGINS_SPACE = " \t\r\n/"
_INLINE_SPACE = re.compile(r"(?:[ \t]+|//[^\n]*)+")
_NAME = re.compile(r"[^\W\d][\w-]*")
_FIELD = re.compile(r"\.([^\W\d][\w-]*)")
_KEY = re.compile(r"(?:([^\W\d][\w-]{0,80})|\"([^\"\n]{0,80})\")\s{0,80}:")
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[a-z]{1,4}|%)?")
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"?', re.S)
_STRING_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|(.))", re.S)
_OPERATOR = re.compile(r"=>|[=!<>]=|[-+*/]=|[=<>+*/-]|(?:and|or|in|not in)\b")
_REST_OF_LINE = re.compile(r"[^\n]*")
_ELSE = re.compile(r"\s{0,80}else\b")
_IN = re.compile(r"\s{0,80}in\b\s*")
_HEADS = re.compile(r"\bheading\(|[\[\n][ \t]*=+ *#")
_LITERALS = frozenset("none auto true false break continue".split())
_UNARY = re.compile(r"(?:(?:[-+]|not\b|\.\.)\s*)+")
_COLON = re.compile(r"[ \t]{0,80}:[ \t]*")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}


def parse_typst(text: str) -> Content:
    """Return the tree of a Typst file.

    >>> [event.kind for event in parse_typst("= Vita\\nI am *Ada*.").events]
    ['heading', 'text', 'end', 'space', 'text', 'strong', 'text', 'strong', 'text']
    """
    return _Parser(text).markup()


class _Parser(Scanner):
    """Values of code, with the markup inside them."""

    def markup(self) -> Content:
        """Return the markup up to the bracket that closes it, or to the end."""
        return Content(Markup(self, self.embedded, self.inside).read())

    def inside(self, closing: str) -> Content:
        """Return the markup between the bracket that begins here and the one that closes it."""
        self.at += 1
        self.depth += 1
        content = self.markup()
        self.depth -= 1
        if self.text.startswith(closing, self.at):
            self.at += 1
        return content

    def embedded(self) -> Value:
        """Return the expression behind a ``#``."""
        if self.text[self.at : self.at + 1].isalpha() or self.text.startswith("_", self.at):
            return self._worded(lines=False)
        return self._behind(self._primary(), lines=False)

    def _space(self, lines: bool) -> None:
        while self.text[self.at : self.at + 1] in _BEGINS_SPACE and (
            self.take(_SPACE if lines else _INLINE_SPACE) or self.skip_comment()
        ):
            pass

    def _worded(self, *, lines: bool) -> Value:
        """Return the expression or statement that begins with the word here."""
        start = self.at
        word = self.take(_NAME)
        name = word.group() if word else ""
        if name == "let":
            return self._let()
        if name in ("set", "show"):
            return self._rule(name)
        if name in ("import", "include"):
            self._space(False)
            self._primary()
            if name == "import":
                self.take(_COLON)
                if not self.text.startswith("(", self.at):
                    self.take(_REST_OF_LINE)
                else:
                    self._arguments()
            return NOTHING
        if name == "if":
            return self._condition()
        if name in ("for", "while"):
            return self._loop(name)
        if name in ("context", "return"):
            self._space(False)
            return self.expression(lines=False)
        if name in _LITERALS:
            return NOTHING
        self.at = start
        return self._behind(self._primary(), lines=lines)

    def _let(self) -> Value:
        self._space(False)
        start = self.at
        target = self.take(_NAME)
        takes = self.text.startswith("(", self.at)
        if takes:
            self._arguments()
        self._space(False)
        if not self.text.startswith("=", self.at):
            return NOTHING
        self.at += 1
        self._space(True)
        value = self.expression(lines=False)
        if target is None:
            return NOTHING
        if takes or isinstance(value, Function):
            value = Function(value, _HEADS.search(self.text, start, self.at) is not None)
        return Let(target.group(), value, self.at - start)

    def _rule(self, word: str) -> Value:
        self._space(False)
        whole = word == "set"
        if word == "show":
            if not (whole := self.text.startswith(":", self.at)):
                self.expression(lines=False)
                self._space(False)
            if not self.text.startswith(":", self.at):
                return NOTHING
            self.at += 1
            self._space(False)
        if self.text.startswith("set ", self.at):
            self.at += 4
        value = self.expression(lines=False)
        if isinstance(value, Function):
            value = value.body
        if not whole or not isinstance(value, Call) or (word == "set" and value.name != "document"):
            return NOTHING
        return Template(value)

    def _condition(self) -> Value:
        self._space(False)
        self.expression(lines=False)
        self._space(True)
        chosen = self._primary()
        while self.take(_ELSE):
            self._space(True)
            if self.text.startswith("if", self.at):
                self.at += 2
                self._space(False)
                self.expression(lines=False)
                self._space(True)
            self._primary()
        return chosen

    def _loop(self, word: str) -> Value:
        self._space(False)
        over: Value = NOTHING
        if word == "for":
            self._primary()
            if self.text.startswith(",", self.at):  # for key, value in
                self.at += 1
                self._space(False)
                self._primary()
            self.take(_IN)
        over = self.expression(lines=False)
        self._space(True)
        self._primary()
        return Loop(over) if word == "for" else NOTHING

    def expression(self, *, lines: bool) -> Value:
        """Return the expression that begins here; *lines* tells whether it goes on over line breaks."""
        if self.is_deep:
            return NOTHING
        self.depth += 1
        value = self._operation(lines)
        self.depth -= 1
        return value

    def _operation(self, lines: bool) -> Value:
        parts = [self._operand(lines)]
        is_sum = True
        while True:
            start = self.at
            self._space(lines)
            operator = self.take(_OPERATOR)
            if operator is None:
                self.at = start
                break
            self._space(True)
            if operator.group() == "=>":
                return Function(self.expression(lines=lines))
            is_sum = is_sum and operator.group() == "+"
            parts.append(self._operand(lines))
        if len(parts) == 1:
            return parts[0]
        return Joined(parts) if is_sum else NOTHING

    def _operand(self, lines: bool) -> Value:
        self._space(lines)
        self.take(_UNARY)
        begins = self.text[self.at : self.at + 1]
        if begins.isalpha() or begins == "_":
            return self._worded(lines=lines)
        return self._behind(self._primary(), lines=lines)

    def _primary(self) -> Value:
        """Return the value that begins here, without calls and fields behind it."""
        text, at = self.text, self.at
        sign = text[at : at + 1]
        if sign == '"':
            return self._string()
        if sign in ("[", "{", "(") and sign and self.is_deep:
            self.at += 1
            return NOTHING
        if sign == "[":
            return self.inside("]")
        if sign == "{":
            return self._block()
        if sign == "(":
            return self._parenthesized()
        if number := self.take(_NUMBER):
            return Number(number.group())
        if name := self.take(_NAME):
            return Name(name.group()) if name.group() not in _LITERALS else NOTHING
        if sign == "`":
            return String(self.raw())
        if sign == "$":
            end = text.find("$", at + 1)
            self.at = end + 1 if end >= 0 else len(text)
            return String(text[at + 1 : self.at - 1].strip())
        self.take(LABEL)
        return NOTHING

    def _behind(self, value: Value, *, lines: bool) -> Value:
        """Return *value* with the calls and fields that stand right behind it."""
        while True:
            sign = self.text[self.at : self.at + 1]
            if sign in ("(", "[") and sign and not self.is_deep:
                given = self._arguments() if sign == "(" else [Argument(self.inside("]"), behind=True)]
                if isinstance(value, Name):
                    value = Call(value.name, given)
                elif isinstance(value, Call) and sign == "[":
                    value.arguments.extend(given)
                continue
            start = self.at
            if lines:
                self._space(True)
            if found := self.take(_FIELD):
                value = Name(f"{value.name}.{found[1]}") if isinstance(value, Name) else value
                if not isinstance(value, Name) and self.text.startswith("(", self.at) and not self.is_deep:
                    self._arguments()  # a method of a value: what it is called on stays
                continue
            self.at = start
            return value

    def _string(self) -> Value:
        found = self.take(_STRING)
        if found is None:
            return NOTHING
        return String(_STRING_ESCAPE.sub(_unescaped, found[1]))

    def _block(self) -> Value:
        """Return the values of a block of code."""
        self.at += 1
        self.depth += 1
        events: list[Event] = []
        while self.at < len(self.text) and not self.text.startswith("}", self.at):
            start = self.at
            value = self.expression(lines=False)
            if value is not NOTHING:
                events.append(Event("value", value=value, alone=True))
            self._space(True)
            if self.text.startswith(";", self.at) or self.at == start:
                self.at += 1
            self._space(True)
        self.at += 1
        self.depth -= 1
        return Content(events)

    def _parenthesized(self) -> Value:
        start = self.at
        given = self._arguments()
        if len(given) == 1 and not given[0].key and not self.text[start : self.at - 1].rstrip().endswith(","):
            return given[0].value
        return Sequence(given)

    def _arguments(self) -> list[Argument]:
        """Return what stands between the parentheses that begin here."""
        self.at += 1
        self.depth += 1
        found: list[Argument] = []
        while True:
            self._space(True)
            if self.at >= len(self.text):
                break
            sign = self.text[self.at]
            self.at += sign in "),"
            if sign == ")":
                break
            if sign == ",":
                continue
            start = self.at
            key = self.take(_KEY)
            value = self.expression(lines=True)
            if self.at > start:
                found.append(Argument(value, (key[1] or key[2] or "") if key else ""))
            else:
                self.at += 1  # a sign that begins nothing
        self.depth -= 1
        return found


def _unescaped(escape: re.Match[str]) -> str:
    return character(escape[1]) if escape[1] else _CONTROLS.get(escape[2], escape[2])
