"""The tree of a Typst file: markup as a row of events, code as values that are looked at and never run."""

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
