"""Parser of Typst: one pass from left to right, without running any code.

Code becomes values, which are looked at and never run; markup becomes a row of parts: text, marks, headings, lists,
and the values between them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(slots=True)
class Part:
    """A value of code, or something that happens in markup.

    Attributes:
        kind: of a value "string", "number", "content" (markup, or the values of a block of code), "name", "call",
            "array" (or dictionary), "sum", "function", "let", "template" (a rule for the whole document, whose
            arguments say whose it is), "loop" or "nothing"; in markup also "text", "space", "break", "par" (an empty
            line), "strong", "emph" and "raw" (a mark begins or ends), "heading", "item", "end" (of a heading or item).
        text: the characters, the name, or the label of an item.
        parts: what it holds: arguments, items, markup, the value of a variable, what a loop goes over.
        key: that of an argument or of an item of a dictionary.
        level: of a heading or item; of a variable the characters that its value takes; 1 of a function that makes a
            heading.
        alone: whether a value has a line of its own.
        behind: whether an argument is a block of markup behind the parentheses.
    """

    kind: str
    text: str = ""
    parts: list[Part] = field(default_factory=list)
    key: str = ""
    level: int = 0
    alone: bool = False
    behind: bool = False

    def named(self, *keys: str) -> Part | None:
        """Return the argument under the first of *keys* that is given, or None."""
        return next((part for key in keys for part in self.parts if part.key == key), None)

    @property
    def positional(self) -> list[Part]:
        """The arguments without keys."""
        return [part for part in self.parts if not part.key]


_RAW = re.compile(r"`+")
_LABEL = re.compile(r"<[A-Za-z_][\w:.-]*>")
_LANGUAGE = re.compile(r"\w*\n?")
_DEEPEST = 40  # brackets and expressions inside each other; those inside are signs like others


def parse_typst(text: str) -> Part:
    """Return the tree of a Typst file.

    >>> [part.kind for part in parse_typst("= Vita\\nI am *Ada*.").parts]
    ['heading', 'text', 'end', 'space', 'text', 'strong', 'text', 'strong', 'text']
    """
    return _Parser(text).markup()


# -- code

_SPACE = re.compile(r"(?:\s+|//[^\n]*)+")
_INLINE_SPACE = re.compile(r"(?:[ \t]+|//[^\n]*)+")
_NAME = re.compile(r"[^\W\d][\w-]*")
_FIELD = re.compile(r"\.([^\W\d][\w-]*)")
_KEY = re.compile(r"(?:([^\W\d][\w-]{0,80})|\"([^\"\n]{0,80})\")\s{0,80}:")
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[a-z]{1,4}|%)?")
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"?', re.S)
_OPERATOR = re.compile(r"=>|[=!<>]=|[-+*/]=|[=<>+*/-]|(?:and|or|in|not in)\b")
_IMPORTED = re.compile(r"[^\n:]*(?::[ \t]*(?:\([^()]{0,2000}\)|[^\n]*))?")
_ELSE = re.compile(r"\s{0,80}else\b\s*(if\b)?")
_HEADS = re.compile(r"\bheading\(|[\[\n][ \t]*=+ *#")
_LITERALS = frozenset("none auto true false break continue".split())
_UNARY = re.compile(r"(?:(?:[-+]|not\b|\.\.)\s*)+")


class _Parser:
    """A text with the place up to which it is read: values of code, with the markup inside them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    @property
    def is_deep(self) -> bool:
        """Whether brackets are no more read as such."""
        return self.depth >= _DEEPEST

    def sees(self, sign: str) -> bool:
        """Return whether *sign* stands here."""
        return self.text.startswith(sign, self.at)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of *pattern* that begins here, and move behind it."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def skip_comment(self) -> bool:
        """Move behind a comment between ``/*`` and ``*/`` that begins here."""
        if not self.sees("/*"):
            return False
        end = self.text.find("*/", self.at + 2)
        self.at = end + 2 if end >= 0 else len(self.text)
        return True

    def raw(self) -> str:
        """Return the text between the backticks that begin here."""
        fence = self.take(_RAW)
        ticks = fence.group() if fence else "`"
        start = self.at
        end = self.text.find(ticks, start)
        if len(ticks) == 2 or end < 0:
            return ""  # backticks that nothing closes are no text
        self.at = end + len(ticks)
        if len(ticks) > 2 and (named := _LANGUAGE.match(self.text, start, end)):
            start = named.end()
        return self.text[start:end]

    def markup(self) -> Part:
        """Return the markup up to the bracket that closes it, or to the end."""
        return Part("content", parts=_Markup(self).read())

    def inside(self) -> Part:
        """Return the markup between the bracket that begins here and the one that closes it."""
        self.at += 1
        self.depth += 1
        content = self.markup()
        self.depth -= 1
        self.at += self.sees("]")
        return content

    def embedded(self) -> Part:
        """Return the expression behind a ``#``."""
        if self.text[self.at : self.at + 1].isalpha() or self.sees("_"):
            return self._worded(lines=False)
        return self._behind(self._primary(), lines=False)

    def _space(self, lines: bool) -> None:
        while self.text[self.at : self.at + 1] in " \t\r\n/" and (
            self.take(_SPACE if lines else _INLINE_SPACE) or self.skip_comment()
        ):
            pass

    def _worded(self, *, lines: bool) -> Part:
        """Return the expression or statement that begins with the word here."""
        start = self.at
        word = self.take(_NAME)
        name = word.group() if word else ""
        if name in ("let", "set", "show", "if", "for", "while", "context", "return"):
            self._space(False)
        if name == "let":
            return self._let()
        if name in ("set", "show"):
            return self._rule(name)
        if name in ("import", "include"):
            self.take(_IMPORTED)
            return Part("nothing")
        if name == "if":
            self.expression(lines=False)
            return self._condition()
        if name in ("for", "while"):
            return self._loop(name)
        if name in ("context", "return"):
            return self.expression(lines=False)
        if name in _LITERALS:
            return Part("nothing")
        self.at = start
        return self._behind(self._primary(), lines=lines)

    def _let(self) -> Part:
        start = self.at
        target = self.take(_NAME)
        takes = self.sees("(")
        if takes:
            self._arguments()
        self._space(False)
        if not self.sees("="):
            return Part("nothing")
        self.at += 1
        self._space(True)
        value = self.expression(lines=False)
        if target is None:
            return Part("nothing")
        if takes or value.kind == "function":
            heads = _HEADS.search(self.text, start, self.at) is not None
            value = Part("function", parts=[value], level=heads)
        return Part("let", target.group(), [value], level=self.at - start)

    def _rule(self, word: str) -> Part:
        """Return a template for the rule behind ``set`` or ``show``, or nothing if it is only about looks."""
        whole = word == "set" or self.sees(":")
        if word == "show":
            if not whole:
                self.expression(lines=False)
                self._space(False)
            if not self.sees(":"):
                return Part("nothing")
            self.at += 1
            self._space(False)
        if self.sees("set "):
            self.at += 4
        value = self.expression(lines=False)
        if value.kind == "function":
            value = value.parts[0]
        if not whole or value.kind != "call" or (word == "set" and value.text != "document"):
            return Part("nothing")
        return Part("template", parts=value.parts)

    def _condition(self) -> Part:
        """Return the first of the branches."""
        self._space(True)
        chosen = self._primary()
        while branch := self.take(_ELSE):
            if branch[1]:
                self._space(False)
                self.expression(lines=False)
                self._space(True)
            self._primary()
        return chosen

    def _loop(self, word: str) -> Part:
        if word == "for":
            while not self.take(_IN) and (start := self.at) < len(self.text):  # "key, value in"
                self._primary()
                self._space(False)
                self.at += self.sees(",")
                self._space(False)
                if self.at == start:
                    break
        over = self.expression(lines=False)
        self._space(True)
        self._primary()
        return Part("loop", parts=[over]) if word == "for" else Part("nothing")

    def expression(self, *, lines: bool) -> Part:
        """Return the expression that begins here; with *lines* it goes on over line breaks."""
        if self.is_deep:
            return Part("nothing")
        self.depth += 1
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
                parts, is_sum = [Part("function", parts=[self.expression(lines=lines)])], False
                break
            is_sum = is_sum and operator.group() == "+"
            parts.append(self._operand(lines))
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Part("sum", parts=parts) if is_sum else Part("nothing")

    def _operand(self, lines: bool) -> Part:
        self._space(lines)
        self.take(_UNARY)
        if self.text[self.at : self.at + 1].isalpha() or self.sees("_"):
            return self._worded(lines=lines)
        return self._behind(self._primary(), lines=lines)

    def _primary(self) -> Part:
        """Return the value that begins here, without calls and fields behind it."""
        text, at = self.text, self.at
        sign = text[at : at + 1]
        if sign and sign in "[{(" and self.is_deep:
            self.at += 1
        elif sign == "[":
            return self.inside()
        elif sign == "{":
            return self._block()
        elif sign == "(":
            given = self._arguments()
            alone = len(given) == 1 and not given[0].key and not text[at : self.at - 1].rstrip().endswith(",")
            return given[0] if alone else Part("array", parts=given)
        elif string := self.take(_STRING):
            return Part("string", _ESCAPED.sub(_unescaped, string[1]))
        elif number := self.take(_NUMBER):
            return Part("number", number.group())
        elif name := self.take(_NAME):
            return Part("nothing" if name.group() in _LITERALS else "name", name.group())
        elif sign == "`":
            return Part("string", self.raw())
        elif sign == "$":
            end = text.find("$", at + 1)
            self.at = end + 1 if end >= 0 else len(text)
            return Part("string", text[at + 1 : self.at - 1].strip())
        else:
            self.take(_LABEL)
        return Part("nothing")

    def _behind(self, value: Part, *, lines: bool) -> Part:
        """Return *value* with the calls and fields that stand right behind it."""
        while True:
            sign = self.text[self.at : self.at + 1]
            if sign and sign in "([" and not self.is_deep:
                if sign == "(":
                    given = self._arguments()
                else:
                    given = [self.inside()]
                    given[0].behind = True
                if value.kind == "name":
                    value = Part("call", value.text, given)
                elif value.kind == "call" and sign == "[":
                    value.parts.extend(given)
                continue
            start = self.at
            if lines:
                self._space(True)
            if found := self.take(_FIELD):
                if value.kind == "name":
                    value = Part("name", f"{value.text}.{found[1]}")
                elif self.sees("(") and not self.is_deep:
                    self._arguments()  # a method of a value: what it is called on stays
                continue
            self.at = start
            return value

    def _block(self) -> Part:
        """Return the values of a block of code."""
        self.at += 1
        self.depth += 1
        parts: list[Part] = []
        while self.at < len(self.text) and not self.sees("}"):
            start = self.at
            value = self.expression(lines=False)
            value.alone = True
            parts.append(value)
            self._space(True)
            self.at += self.sees(";") or self.at == start
            self._space(True)
        self.at += 1
        self.depth -= 1
        return Part("content", parts=parts)

    def _arguments(self) -> list[Part]:
        """Return what stands between the parentheses that begin here."""
        self.at += 1
        self.depth += 1
        found: list[Part] = []
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
                value.key = (key[1] or key[2] or "") if key else ""
                found.append(value)
            else:
                self.at += 1  # a sign that begins nothing
        self.depth -= 1
        return found


_IN = re.compile(r"\s{0,80}in\b\s*")
_ESCAPED = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|(.))", re.S)
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}


def _unescaped(escape: re.Match[str]) -> str:
    return _character(escape[1]) if escape[1] else _CONTROLS.get(escape[2], escape[2])


def _character(digits: str) -> str:
    """Return the character of a hexadecimal number."""
    number = int(digits, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""


# -- markup

_PLAIN = re.compile(r"[^\\*_`$#\[\]@<~\-/\n\u00ad]+")
_BLANK = re.compile(r"[ \t]*")
_EMPTY_LINES = re.compile(r"\n(?:[ \t\r]*\n)*")
_HEADING = re.compile(r"(={1,9})[ \t]+")
_ITEM = re.compile(r"([-+/]|\d{1,9}\.)(?:[ \t]+|(?=\n|\Z))")
_TERM = re.compile(r"[^:\n\[\]]{0,200}(?=:)")
_REFERENCE = re.compile(r"@[A-Za-z_][\w:.-]*(?<![:.])")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|(\S))")
_DASHES = re.compile(r"---?(?!-)|-\?")
_LINE_COMMENT = re.compile(r"(?<!:)//[^\n]*")
_ADDRESS = re.compile(r"//[^\s\[\]()<>\"#]*")
_END_OF_LINE = re.compile(r"[ \t]{0,80}(?:;[ \t]{0,80})?(?://[^\n]*)?(?=\n|\]|\Z|\\\s)")
_SEMICOLON = re.compile(";")
_WIDEST = 400


class _Markup:
    """One run of markup: its parts, and the headings and items that are open."""

    def __init__(self, scanner: _Parser) -> None:
        self._scanner = scanner
        self._text = scanner.text
        self._parts: list[Part] = []
        self._items: list[int] = []  # the columns of the open items
        self._numbers: dict[int, int] = {}  # of the last item of each level
        self._in_heading = False
        self._is_fresh = True  # nothing on this line is seen on the page

    def read(self) -> list[Part]:
        """Return the parts up to the closing bracket, or to the end."""
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
                found = scanner.take(_EMPTY_LINES)
                self._close_heading()
                self._parts.append(Part("par") if found and found.group().count("\n") > 1 else Part("space", " "))
                self._begin_line()
            elif sign == "#" and text[at + 1 : at + 2].strip():
                self._value()
            elif sign == "[" and not scanner.is_deep:
                self._add("[")
                self._parts.extend(scanner.inside().parts)
                if text[scanner.at - 1] == "]":
                    self._add("]")
            else:
                self._sign(sign)
        self._close(-1)
        return self._parts

    def _add(self, text: str) -> None:
        self._parts.append(Part("text", text))
        self._is_fresh = self._is_fresh and not text.strip()

    def _sign(self, sign: str) -> None:
        scanner, at = self._scanner, self._scanner.at
        if sign == "\\":
            if escape := scanner.take(_ESCAPE):
                self._add(_character(escape[1]) if escape[1] else escape[2])
            else:
                scanner.at += 1
                self._parts.append(Part("break"))
        elif sign in "*_" and not (self._is_word(at - 1) and self._is_word(at + 1)):
            scanner.at += 1
            self._parts.append(Part("strong" if sign == "*" else "emph"))
        elif sign == "`":
            self._parts.append(Part("raw"))
            self._add(scanner.raw())
            self._parts.append(Part("raw"))
        elif sign == "-" and (dashes := scanner.take(_DASHES)):
            self._add({"--": "–", "---": "—"}.get(dashes.group(), ""))
        elif sign == "/" and at and self._text[at - 1] == ":" and (address := scanner.take(_ADDRESS)):
            self._add(address.group())
        elif not (
            (sign == "/" and (scanner.skip_comment() or scanner.take(_LINE_COMMENT)))
            or (sign == "<" and scanner.take(_LABEL))
            or (sign == "@" and not self._is_word(at - 1) and scanner.take(_REFERENCE))
        ):
            scanner.at += 1
            if sign not in "$\u00ad":
                self._add(" " if sign == "~" else sign)

    def _is_word(self, at: int) -> bool:
        return 0 <= at < len(self._text) and self._text[at].isalnum()

    def _value(self) -> None:
        """Add the expression behind a ``#``."""
        scanner = self._scanner
        fresh = self._is_fresh
        scanner.at += 1
        start = scanner.at
        value = scanner.embedded()
        if scanner.at == start:
            self._add("#")
            return
        value.alone = fresh and _END_OF_LINE.match(self._text, scanner.at) is not None
        self._parts.append(value)
        scanner.take(_SEMICOLON)
        is_unseen = value.kind in ("let", "template", "function", "nothing")
        self._is_fresh = fresh and (value.alone or is_unseen or (value.kind == "call" and is_silent(value.text)))

    # -- lines

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
            self._parts.append(Part("heading", level=len(heading[1])))
            self._in_heading = True
        elif (item := _ITEM.match(text, at)) and not text.startswith(("//", "/*"), at):
            scanner.at = item.end()
            self._items.append(column)
            self._parts.append(Part("item", self._label(item[1]), level=len(self._items)))
            if item[1] == "/" and (term := scanner.take(_TERM)):
                self._parts += [Part("strong"), Part("text", term.group()), Part("strong")]
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

    def _close_heading(self) -> None:
        if self._in_heading:
            self._in_heading = False
            self._parts.append(Part("end"))

    def _close(self, column: int) -> None:
        """End the items that a line beginning at *column* is no part of; those of -1, all."""
        self._close_heading()
        while self._items and self._items[-1] >= column:
            self._items.pop()
            self._parts.append(Part("end"))


SILENT = frozenset(
    "image line path polygon curve v hide counter state metadata bibliography outline cite ref label lorem footnote"
    " rgb luma cmyk oklab color gradient stroke read json yaml toml csv xml plugin query locate layout measure style"
    " numbering selector regex type assert panic range calc sys sym emoji"
    " repeat here version bytes pdf html datetime.today int float".split()
)
"""Functions that print nothing, or nothing that can be known without running them."""

ICON = re.compile(r"(?:^|[-_.])(?:fa|icons?|nerd|emoji|logo|svg|octique|tabler)(?:$|[-_.])", re.IGNORECASE)


def is_silent(name: str) -> bool:
    """Return whether a function prints nothing: an icon, a space, a query."""
    return name in SILENT or name.split(".")[0] in SILENT or ICON.search(name) is not None
