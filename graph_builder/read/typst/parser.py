"""Parser of Typst: one pass from left to right, without running any code.

Code becomes values, which are looked at and never run; markup becomes a row of events: text, marks, headings, lists,
and the values between them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graph_builder.model import MarkKind

YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens in markup, in reading order.

    *kind* is "text", "space", "break", "par" (an empty line), "strong", "emph" or "raw" (a mark begins or ends),
    "heading", "item", "end" (of a heading or item), or "value" (an expression behind ``#``). *alone*: the value
    has a line of its own.
    """

    kind: str
    text: str = ""
    level: int = 0
    value: Value | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class String:
    """A string between quotation marks, its escapes resolved."""

    text: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number with its unit, as it is written."""

    text: str


@dataclass(frozen=True, slots=True)
class Content:
    """Markup between brackets, or the values of a block of code."""

    events: list[Event]


@dataclass(frozen=True, slots=True)
class Name:
    """A name, with the fields that are asked of it: ``ada.email``."""

    name: str


@dataclass(frozen=True, slots=True)
class Argument:
    """A value given to a function or held by an array or dictionary, with its key if it has one.

    *behind*: it is a block of markup behind the parentheses.
    """

    value: Value
    key: str = ""
    behind: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A function's name and what it is given."""

    name: str
    arguments: list[Argument] = field(default_factory=list)

    def named(self, *keys: str) -> Value | None:
        """Return the argument under the first of *keys* that is given, or None."""
        return next((a.value for key in keys for a in self.arguments if a.key == key), None)

    @property
    def positional(self) -> list[Value]:
        """The arguments without keys."""
        return [a.value for a in self.arguments if not a.key]

    @property
    def last_name(self) -> str:
        """The function's own name, without that of its module."""
        return self.name.rsplit(".", 1)[-1]


@dataclass(frozen=True, slots=True)
class Sequence:
    """An array or dictionary."""

    items: list[Argument]


@dataclass(frozen=True, slots=True)
class Joined:
    """Values that ``+`` joins."""

    parts: list[Value]


@dataclass(frozen=True, slots=True)
class Function:
    """A function that the file defines; *heads*: it makes a heading."""

    body: Value
    heads: bool = False


@dataclass(frozen=True, slots=True)
class Let:
    """A variable that gets a value; *size* counts the characters of the source that the value takes."""

    name: str
    value: Value
    size: int = 0


@dataclass(frozen=True, slots=True)
class Template:
    """A rule for the whole document: ``#set document(..)``, ``#show: cv.with(..)``; its arguments say whose it is."""

    call: Call


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop over values."""

    over: Value


@dataclass(frozen=True, slots=True)
class Nothing:
    """What has no text: ``none``, a condition, a label."""


Value = String | Number | Content | Name | Call | Sequence | Joined | Function | Let | Template | Loop | Nothing
NOTHING = Nothing()


def printed_arguments(call: Call) -> list[Value]:
    """Return the arguments of a call that are text on the page."""
    if is_silent(call.name):
        return []
    if call.name == "link":
        return [a.value for a in call.arguments if not a.key][-1:]
    if call.name in WRAPPERS or call.name in MARKS:
        return [a.value for a in call.arguments if not a.key and not isinstance(a.value, Number)]
    return [a.value for a in call.arguments if not is_setting(a)]


def inner_values(value: Joined | Call | Sequence) -> list[Value]:
    """Return the values inside a value that are text on the page."""
    if isinstance(value, Joined):
        return value.parts
    return printed_arguments(value) if isinstance(value, Call) else [item.value for item in value.items]


def is_setting(given: Argument) -> bool:
    """Return whether an argument only says how something looks."""
    if isinstance(given.value, Number) and not YEAR.fullmatch(given.value.text):
        return True
    return given.key in SETTINGS or isinstance(given.value, (Nothing, Function))


# -- what the functions of Typst and of its packages do on a page: one table a kind

MARKS: dict[str, MarkKind] = {
    "strong": MarkKind.BOLD,
    "emph": MarkKind.ITALIC,
    "underline": MarkKind.UNDERLINE,
    "strike": MarkKind.STRIKE,
    "super": MarkKind.SUPERSCRIPT,
    "raw": MarkKind.CODE,
}
"""Functions that only mark their text."""

WRAPPERS = frozenset(
    "text par block box align pad rect circle square ellipse place rotate scale move columns figure quote smallcaps"
    " upper lower highlight overline sub cell str eval table.cell grid.cell list.item enum.item"
    " strong emph stack".split()
)
"""Functions that print the markup they are given."""

DIVISIONS = frozenset("par block align pad rect place columns figure quote stack".split())
"""Those that stand apart from the text around them."""

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


LISTS = frozenset(("list", "enum"))
GRIDS = frozenset(("grid", "table"))
LINES = frozenset(("table.hline", "table.vline", "grid.hline", "grid.vline"))
ROWS = frozenset(("table.header", "table.footer", "grid.header", "grid.footer"))

SETTINGS = frozenset(
    "color colour colors fill size weight style font fonts align alignment gutter column-gutter row-gutter columns rows"
    " stroke inset outset width height radius spacing above below leading logo image avatar photo picture"
    " profile-picture profile-photo icon dir margin paper lang language region numbering justify theme mode format"
    " dash baseline breakable clip debug accent-color colored-headers show-footer paper-size heading-font letter-color"
    " keywords personal-info-position author-position font-size lang-size body-font title-font date-format supplement"
    " caption-pos kind sep separator header-font header-color".split()
)
"""Arguments that say how something looks."""

HEADS = re.compile(r"(?:section|heading|header|chapter|title|rubric)s?\d?$|^h[1-6]$|section", re.IGNORECASE)
"""Functions of templates whose only argument is a heading."""

NAMES = re.compile(r"(?:cv|resume)?[-_]?(?:full[-_]?)?(?:name|author)$", re.IGNORECASE)
"""Functions of templates whose only argument is the name of the document's subject."""

CONTACTS = frozenset("email mail e-mail phone tel telephone mobile github linkedin website homepage orcid".split())
"""Arguments that come with a name where the name is the subject's."""

PERIODS = (
    ("start", "end"), ("from", "to"), ("begin", "end"), ("from", "until"), ("start-date", "end-date"),
    ("date-from", "date-to"), ("startDate", "endDate"), ("start_date", "end_date"),
)  # fmt: skip
"""Arguments that are the two ends of a period."""


# -- parsing

_RAW = re.compile(r"`+")
_LABEL = re.compile(r"<[A-Za-z_][\w:.-]*>")
_LANGUAGE = re.compile(r"\w*\n?")
_DEEPEST = 40  # brackets and expressions inside each other; those inside are signs like others


def _character(digits: str) -> str:
    """Return the character of a hexadecimal number."""
    number = int(digits, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""


# -- code

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

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of *pattern* that begins here, and move behind it."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def skip_comment(self) -> bool:
        """Move behind a comment between ``/*`` and ``*/`` that begins here."""
        if not self.text.startswith("/*", self.at):
            return False
        end = self.text.find("*/", self.at + 2)
        self.at = end + 2 if end >= 0 else len(self.text)
        return True

    def raw(self) -> str:
        """Return the text between the backticks that begin here."""
        fence = self.take(_RAW)
        ticks = fence.group() if fence else "`"
        start = self.at
        if len(ticks) == 2:
            return ""
        end = self.text.find(ticks, start)
        if end < 0:
            return ""  # backticks that nothing closes are no text
        self.at = end + len(ticks)
        if len(ticks) > 2 and (named := _LANGUAGE.match(self.text, start, end)):
            start = named.end()
        return self.text[start:end]

    def markup(self) -> Content:
        """Return the markup up to the bracket that closes it, or to the end."""
        return Content(_Markup(self).read())

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
        """Return the expression that begins here; with *lines* it goes on over line breaks."""
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
        self.take(_LABEL)
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
    return _character(escape[1]) if escape[1] else _CONTROLS.get(escape[2], escape[2])


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
_ADDRESS = re.compile(r"//[^\s\[\]()<>\"#]*")
_END_OF_LINE = re.compile(r"[ \t]{0,80}(?:;[ \t]{0,80})?(?://[^\n]*)?(?=\n|\]|\Z|\\\s)")
_SEMICOLON = re.compile(";")
_WIDEST = 400


class _Markup:
    """One run of markup: its events, and the headings and items that are open."""

    def __init__(self, scanner: _Parser) -> None:
        self._scanner = scanner
        self._text = scanner.text
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
                self._events.extend(scanner.inside("]").events)
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
                self._add(_character(escape[1]))
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
            or (sign == "<" and scanner.take(_LABEL))
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
        value = scanner.embedded()
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
    """Return whether a value leaves nothing on the page, and the line that it stands on empty."""
    return isinstance(value, (Let, Template, Function, Nothing)) or (isinstance(value, Call) and is_silent(value.name))
