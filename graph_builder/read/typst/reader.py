"""Reader of Typst: markup and the arguments of functions become blocks; no code is run, no compiler is needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graph_builder.model import BlockKind, Document, MarkKind, Node
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.tree import Datum, add_data, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.latex.arguments import ends_of_period, is_date
from graph_builder.read.mapped_text import MappedText
from graph_builder.read.typst.parser import Part, is_silent, parse_typst

_SIGNS = {"strong": MarkKind.BOLD, "emph": MarkKind.ITALIC, "raw": MarkKind.CODE}
"""The marks that signs in markup begin and end."""

# -- what the functions of Typst and of its packages do on a page

_MARKS = _SIGNS | {"underline": MarkKind.UNDERLINE, "strike": MarkKind.STRIKE, "super": MarkKind.SUPERSCRIPT}
"""Functions that only mark their text."""

_DIVISIONS = frozenset("par block align pad rect place columns figure quote stack".split())
"""Functions that print the markup they are given apart from the text around it."""

_WRAPPERS = _DIVISIONS | frozenset(
    "text box circle square ellipse rotate scale move smallcaps upper lower highlight overline sub cell str eval"
    " table.cell grid.cell list.item enum.item".split()
)
"""Functions that print the markup they are given."""

_LISTS = frozenset(("list", "enum"))
_GRIDS = frozenset(("grid", "table"))
_ROWS = frozenset(("table.header", "table.footer", "grid.header", "grid.footer"))

_SETTINGS = frozenset(
    "color colour colors fill size weight style font fonts align alignment gutter column-gutter row-gutter columns rows"
    " stroke inset outset width height radius spacing above below leading logo image avatar photo picture"
    " profile-picture profile-photo icon dir margin paper lang language region numbering justify theme mode format"
    " dash baseline breakable clip debug accent-color colored-headers show-footer paper-size heading-font letter-color"
    " keywords personal-info-position author-position font-size lang-size body-font title-font date-format supplement"
    " caption-pos kind sep separator header-font header-color".split()
)
"""Arguments that say how something looks."""

_HEADS = re.compile(r"(?:section|heading|header|chapter|title|rubric)s?\d?$|^h[1-6]$|section", re.IGNORECASE)
"""Functions of templates whose only argument is a heading."""

_NAMES = re.compile(r"(?:cv|resume)?[-_]?(?:full[-_]?)?(?:name|author)$", re.IGNORECASE)
"""Functions of templates whose only argument is the name of the document's subject."""

_CONTACTS = frozenset("email mail e-mail phone tel telephone mobile github linkedin website homepage orcid".split())
"""Arguments that come with a name where the name is the subject's."""

_PERIODS = (
    ("start", "end"), ("from", "to"), ("begin", "end"), ("from", "until"), ("start-date", "end-date"),
    ("date-from", "date-to"), ("startDate", "endDate"), ("start_date", "end_date"),
)  # fmt: skip
"""Arguments that are the two ends of a period."""

_YEAR = re.compile(r"(?:19|20)\d\d")
_SIZE = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>pt|em)")
_LARGE = {"pt": 15.0, "em": 1.45}
_BOLD = re.compile(r"(?:semi|extra)?-?bold|black|heavy|[6-9]00")
_LONGEST_CELL = 300
_LONGEST_HEADING = 80
_SECTION_LEVEL = 2
_DEEPEST = 12  # variables and dictionaries inside each other
_SHOWN_ADDRESS = re.compile(r"^(?:mailto|tel):")


def read_typst(data: bytes, source: str) -> Document:
    """Return a Typst file as a document.

    Variables stand for their values. Functions of the file and of templates are not run: a call with several
    arguments is an entry with these as cells, one with a title a heading, and what a template is given are fields.

    >>> document = read_typst(b'= Jobs\\n#work(title: "Dean", company: "Acme")\\n- *Led* it\\n', "cv.typ")
    >>> [(block.kind.value, document.text_of(block)) for block in document.blocks]
    [('heading', 'Jobs'), ('table row', 'Dean\\tAcme'), ('list item', 'Led it')]

    Raises:
        ReadError: the bytes are not text.
    """
    text, _ = decode(data)
    page = _Page()
    page.write(parse_typst(text))
    return page.builder.build(source, "text/x-typst", metadata=data_metadata(*page.data), data=page.data)


class _Page:
    """The blocks of a page as they are written, with the data that its template was given."""

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.data: tuple[Node, ...] = ()
        self._variables = Variables()
        self._depth = 0  # of variables inside each other
        self._marks: list[tuple[MarkKind, str]] = []
        self._line_gap = ""  # what a line break becomes in a heading or cell, where all are lines; empty: a line break
        self._has_title = False
        self._items = 0
        self._in_row = False  # the row of an entry is open for the list below it

    # -- markup

    def write(self, content: Part) -> None:
        """Write markup, or the values of a block of code."""
        outer = len(self._marks)
        opened: list[str] = []  # the headings and items that are open; empty where they are only lines
        for part in content.parts:
            if part.kind in ("text", "space"):
                self._text(part.text)
            elif part.kind in _SIGNS:
                mark = (_SIGNS[part.kind], "")
                if mark in self._marks[outer:]:
                    del self._marks[self._marks.index(mark, outer)]
                else:
                    self._marks.append(mark)
                self.builder.set_marks(self._marks)
            elif part.kind == "break":
                self._end_line()
            elif part.kind in ("par", "end", "heading", "item"):
                self._unmark(outer)
                if part.kind == "par":
                    self._part()
                elif part.kind == "end":
                    self._close(opened.pop() if opened else "")
                else:
                    opened.append(self._open(part))
            else:
                self._value(part, part.alone)
        self._unmark(outer)

    def _unmark(self, outer: int) -> None:
        """End all marks but the *outer* ones."""
        del self._marks[outer:]
        self.builder.set_marks(self._marks)

    def _text(self, text: str) -> None:
        if text.strip():
            self._end_row()
        self.builder.add(text, collapse=True)

    def _end_line(self) -> None:
        if self._line_gap:
            self.builder.add(self._line_gap, collapse=True)
        else:
            self.builder.break_line()

    def _part(self) -> None:
        """End a paragraph, or a line where there are only lines."""
        if self._line_gap:
            self._end_line()
        else:
            self.builder.part()

    # -- headings, lists, and entries that a list may go on with

    def _open(self, part: Part) -> str:
        if self._line_gap:
            self._end_line()
            return ""
        if part.kind == "item":
            self._items += 1
            self.builder.open(BlockKind.LIST_ITEM, level=self._items, label=part.text)
        else:
            self._end_row()
            self.builder.open(BlockKind.HEADING, level=min(part.level, 6))
            self._line_gap, self._has_title = " ", True
        return part.kind

    def _close(self, kind: str) -> None:
        if not kind:
            self._end_line()
            return
        if kind == "item":
            self._items -= 1
        else:
            self._line_gap = ""
        self.builder.close()

    def _block(self, kind: str, values: list[Part], level: int = 0) -> None:
        """Write values as a heading or an item."""
        opened = self._open(Part(kind, "•", level=level))
        for value in values:
            self._value(value)
        self._close(opened)

    def _end_row(self) -> None:
        """End the entry that a list may go on with."""
        if self._in_row and not self._items:
            self._in_row = False
            self.builder.close()

    def _cells(self, cells: list[list[Part]], label: str = "") -> None:
        """Begin a row of cells, each of some values."""
        self._end_row()
        self.builder.open(BlockKind.TABLE_ROW, label=label)
        outer, self._line_gap = self._line_gap, " "
        for values in cells:
            self.builder.cell()
            self._line(values)
        self._line_gap = outer

    # -- values

    def _value(self, value: Part, alone: bool = False) -> None:
        """Write a value; one that stands *alone* has lines of its own."""
        alone = alone and not self._line_gap
        if value.kind == "string" or (value.kind == "number" and value.text.isdigit()):
            self._text(value.text)
        elif value.kind == "content":
            self.write(value)
        elif value.kind == "name":
            known = self._variables.expand(value) if self._depth < _DEEPEST else None
            if known is not None:
                self._depth += 1
                self._value(known, alone)
                self._depth -= 1
        elif value.kind == "sum":
            for part in value.parts:
                self._value(part)
        elif value.kind == "array":
            self._array(value.parts, alone)
        elif value.kind == "call":
            self._call(value, alone)
        elif value.kind == "let":
            self._variables.let(value)
        elif value.kind == "template":
            self._fields(value.parts)
        elif value.kind == "loop" and (over := self._variables.value(value.parts[0])).kind == "array":
            self._array(over.parts, alone)

    def _array(self, items: list[Part], alone: bool) -> None:
        """Write an array or dictionary: values in a line, or entries and items where it stands alone."""
        printed = self._printed(items)
        rows = [self._variables.value(given) for given in printed]
        if not alone or not any(row.kind in ("array", "content") for row in rows):
            self._line(printed)
            return
        for given, row in zip(printed, rows, strict=True):
            if row.kind == "array" and len(row.parts) > 1:
                self._entry("", self._printed(row.parts))
            else:
                self._block("item", [given])

    def _line(self, printed: list[Part]) -> None:
        """Write values one behind the other; two dates are a period."""
        dates = len(printed) == 2 and all(is_date(self._variables.plain(given)) for given in printed)
        for number, given in enumerate(printed):
            if number:
                self.builder.add(" – " if dates else ", ")
            self._value(given)

    def _printed(self, arguments: list[Part]) -> list[Part]:
        """Return the arguments that have text."""
        return [given for given in arguments if not is_setting(given) and self._variables.plain(given)]

    def _fields(self, arguments: list[Part]) -> None:
        """Write what a template is given as fields."""
        datum = self._variables.datum(Part("array", parts=[given for given in arguments if given.key]))
        if datum is not None and not self._line_gap and not self._items:
            self._end_row()
            self.builder.part()
            self.data = (*self.data, add_data(self.builder, datum))

    # -- functions

    def _call(self, call: Part, alone: bool) -> None:
        name = call.text
        head = name.split(".")[0]
        if self._variables.function(name) is not None:
            self._entry_or_heading(call, alone)
        elif head in self._variables.values and head != name:  # a method of a variable: "jobs.map(..)"
            self._value(Part("name", head), alone)
        elif special := _SPECIAL.get(name):
            special(self, call)
        elif name.endswith(".with") or is_silent(name):
            return
        elif name in _LISTS and not self._line_gap:
            for value in call.positional:
                self._block("item", [value])
        elif name in _GRIDS:
            self._grid(call)
        elif name in _ROWS:
            self._line(self._printed(call.parts))
        elif name in _WRAPPERS or name in _MARKS:
            self._wrapped(call, alone)
        else:
            self._entry_or_heading(call, alone)

    def _space(self, call: Part) -> None:
        if call.positional and call.positional[0].text.endswith("fr"):
            self.builder.gap()
        else:
            self.builder.add(" ", collapse=True)

    def _marked(self, marks: list[tuple[MarkKind, str]], values: list[Part], alone: bool = False) -> None:
        outer = len(self._marks)
        self._marks += marks
        self.builder.set_marks(self._marks)
        for value in values:
            self._value(value, alone)
        self._unmark(outer)

    def _link(self, call: Part) -> None:
        target, *said = call.positional or [Part("nothing")]
        if not said:  # the address is printed, if it is one
            value = self._variables.value(target)
            said = [Part("string", _SHOWN_ADDRESS.sub("", value.text))] if value.kind == "string" else []
        self._marked([(MarkKind.LINK, self._variables.plain(target))], said)

    def _heading(self, call: Part) -> None:
        level = call.named("level", "depth")
        self._block("heading", call.positional, int(level.text) if level and level.text in tuple("123456") else 1)

    def _date(self, call: Part) -> None:
        parts = [part for key in ("year", "month") if (part := call.named(key)) and part.text.isdigit()]
        self._text("-".join(part.text.zfill(2) for part in parts))

    def _wrapped(self, call: Part, alone: bool) -> None:
        """Write the text of a function that sets it in a style or a place; large text on a line is a heading."""
        values = printed_arguments(call)
        if alone and call.text == "text" and _is_large(call) and self._is_title(values):
            self._block("heading", values, _SECTION_LEVEL if self._has_title else 1)
            return
        apart = alone and call.text in _DIVISIONS
        if apart:
            self._part()
        self._marked([(mark, "") for mark in (_MARKS.get(call.text), *_style(call)) if mark], values, alone)
        if apart:
            self._part()

    def _is_title(self, values: list[Part]) -> bool:
        text = " ".join(self._variables.plain(value) for value in values)
        return 1 < len(text) <= _LONGEST_HEADING and "\n" not in text

    def _entry_or_heading(self, call: Part, alone: bool) -> None:
        """Write the call of a function that is not known: its arguments say what it prints."""
        printed = self._printed(call.parts)
        if not alone:
            self._line(printed)
        elif len(printed) > 1:
            keys = {given.key for given in printed}
            if not self._has_title and keys & _CONTACTS and any(map(_NAMES.match, keys)):
                self._fields(printed)
            else:
                self._entry(call.text, printed)
        elif printed:
            function, own_name = self._variables.function(call.text), call.text.rsplit(".", 1)[-1]
            is_title = self._is_title(printed)
            if is_title and ((function is not None and function.level) or _HEADS.search(own_name)):
                self._block("heading", printed, _SECTION_LEVEL + ("sub" in call.text.casefold()))
            elif is_title and _NAMES.match(own_name) and not self._has_title:
                self._block("heading", printed, 1)
            else:
                self._paragraph(printed[0])

    def _paragraph(self, value: Part) -> None:
        self.builder.part()
        self._value(value, True)
        self.builder.part()

    # -- entries and tables

    def _entry(self, name: str, printed: list[Part]) -> None:
        """Write an entry: its short arguments are the cells of a row, the long ones blocks inside that row."""
        below: list[Part] = []
        cells: list[Part] = []
        for number, given in enumerate(printed, 1):
            has_lines = given.behind and number == len(printed)
            text = self._variables.plain(given)
            is_long = len(text) > _LONGEST_CELL or (has_lines and "\n" in text)
            (below if is_long or has_blocks(self._variables.value(given)) else cells).append(given)
        self._cells(self._with_period(cells), name)
        for given in below:
            self.builder.part()
            self._value(given, True)
        self._end_row()  # of an entry inside this one
        self.builder.part()
        if self._items:
            self.builder.close()
        else:
            self._in_row = True

    def _with_period(self, cells: list[Part]) -> list[list[Part]]:
        """Return the arguments of each cell: the two ends of a period are one, where the first of them stands."""
        places = {given.key: number for number, given in enumerate(cells) if given.key}
        ends = next(((places[one], places[other]) for one, other in _PERIODS if {one, other} <= places.keys()), None)
        if ends is None and not places:
            ends = ends_of_period([self._variables.plain(given) for given in cells])
        if ends is None:
            return [[given] for given in cells]
        period = [cells[ends[0]], cells[ends[1]]]
        return [period if number == min(ends) else [given] for number, given in enumerate(cells) if number != max(ends)]

    def _grid(self, call: Part) -> None:
        """Write a grid: rows of short cells, or one text below the other."""
        cells = [cell for value in call.positional for cell in (value.positional if value.text in _ROWS else [value])]
        cells = [cell for cell in cells if not cell.text.endswith(("hline", "vline"))]
        columns = self._variables.value(call.named("columns") or Part("number", "1"))
        count = len(columns.parts) if columns.kind == "array" else int(columns.text) if columns.text.isdigit() else 1
        for start in range(0, len(cells), max(count, 1)):
            row = [cell for cell in cells[start : start + max(count, 1)] if self._variables.plain(cell)]
            if self._line_gap:
                self._line(row)
            elif len(row) < 2 or any(has_blocks(self._variables.value(cell)) for cell in row):
                for cell in row:
                    self._paragraph(cell)
            else:
                for line in _lines_beside(row) or [row]:
                    self._cells([[cell] for cell in line])
                    self.builder.close()


_SPECIAL: dict[str, Callable[[_Page, Part], None]] = {
    **dict.fromkeys(("v", "parbreak", "pagebreak", "colbreak", "line"), lambda page, call: page._part()),
    "h": _Page._space,
    "linebreak": lambda page, call: page._end_line(),
    "link": _Page._link,
    "heading": _Page._heading,
    "datetime": _Page._date,
}


def printed_arguments(call: Part) -> list[Part]:
    """Return the arguments of a call that are text on the page."""
    if is_silent(call.text):
        return []
    if call.text == "link":
        return call.positional[-1:]
    if call.text in _WRAPPERS or call.text in _MARKS:
        return [given for given in call.positional if given.kind != "number"]
    return [given for given in call.parts if not is_setting(given)]


def is_setting(given: Part) -> bool:
    """Return whether an argument only says how something looks."""
    if given.kind == "number" and not _YEAR.fullmatch(given.text):
        return True
    return given.key in _SETTINGS or given.kind in ("nothing", "function")


def has_blocks(value: Part) -> bool:
    """Return whether a value has paragraphs or lists: it stands below the short ones, and is no cell."""
    if value.kind == "content":
        return any(part.kind in ("par", "heading", "item") or has_blocks(part) for part in value.parts)
    if value.kind == "call":
        return value.text in _LISTS or (value.text in _WRAPPERS and any(map(has_blocks, printed_arguments(value))))
    if value.kind == "array":
        return any(item.kind == "content" for item in value.parts)
    return value.kind == "sum" and any(map(has_blocks, value.parts))


def _lines_beside(cells: list[Part]) -> list[list[Part]]:
    """Return a row for each line of cells that have as many lines: years beside papers. None if they have not."""
    columns = [_lines(cell) for cell in cells]
    if len(columns[0]) < 2 or len({len(column) for column in columns}) > 1:
        return []
    return [list(row) for row in zip(*columns, strict=True)]


def _lines(value: Part) -> list[Part]:
    """Return the lines of a cell that hold something."""
    while value.text in _WRAPPERS and (inner := printed_arguments(value)):
        value = inner[-1]
    lines = [Part("content")]
    for part in value.parts if value.kind == "content" else ():
        if part.kind == "break":
            lines.append(Part("content"))
        else:
            lines[-1].parts.append(part)
    return [line for line in lines if any(part.kind != "space" for part in line.parts)]


def _is_large(call: Part) -> bool:
    sizes = [size for size in (call.named("size"), *call.positional) if size and size.kind == "number"]
    found = _SIZE.fullmatch(sizes[0].text) if sizes else None
    return found is not None and float(found["number"]) >= _LARGE[found["unit"]]


def _style(call: Part) -> Iterator[MarkKind]:
    """Yield the marks that the arguments of ``text`` stand for."""
    weight, style = call.named("weight"), call.named("style")
    if weight and _BOLD.fullmatch(weight.text):
        yield MarkKind.BOLD
    if style and style.text in ("italic", "oblique"):
        yield MarkKind.ITALIC


# -- the variables of a file, and what a template is given, as data

_MOST_EXPANDED = 200_000  # characters of the source that variables stand for in all places together
_LONGEST_PLAIN = 500
_FIRST = ("firstname", "first-name", "first")
_LAST = ("lastname", "last-name", "last")


class Variables:
    """The values of names, as far as the page was read."""

    def __init__(self) -> None:
        self.values: dict[str, Part] = {}
        self._sizes: dict[str, int] = {}
        self._texts: dict[str, str] = {}
        self._left = _MOST_EXPANDED
        self._plain: dict[int, tuple[Part, str]] = {}  # by identity, with the value so that its identity stays

    def let(self, found: Part, prefix: str = "", depth: int = 0) -> None:
        """Give a variable its value, and the fields of a dictionary theirs."""
        name, value = prefix + found.text, self.value(found.parts[0])
        self.values[name] = value
        self._sizes[name] = found.level
        self._texts[name] = self._text(value)[:_LONGEST_PLAIN]
        for item in value.parts if value.kind == "array" and depth < _DEEPEST else ():
            if item.key:
                self.let(Part("let", item.key, [item], level=found.level), f"{name}.", depth + 1)

    def value(self, value: Part) -> Part:
        """Return the value that a name stands for; any other value as it is."""
        return self.values.get(value.text, value) if value.kind == "name" else value

    def function(self, name: str) -> Part | None:
        """Return the function of the file that is called so, or None."""
        value = self.values.get(name)
        return value if value is not None and value.kind == "function" else None

    def expand(self, name: Part) -> Part | None:
        """Return the value to write for a name, or None: it has none, or too much was written for names already."""
        size = self._sizes.get(name.text, 0) + 1
        if name.text not in self.values or self._left < size:
            return None
        self._left -= size
        return self.values[name.text]

    def plain(self, value: Part) -> str:
        """Return the text of a value, without white space at its ends."""
        return self._text(value).strip()

    def _text(self, value: Part) -> str:
        if value.kind in ("string", "number", "text", "space"):
            return value.text
        if value.kind == "name":
            return self._texts.get(value.text, "")
        if value.kind in ("break", "par", "item", "end"):
            return "\n"
        if value.kind not in ("content", "sum", "call", "array"):
            return ""
        known = self._plain.get(id(value))
        if known is None:
            parts = printed_arguments(value) if value.kind == "call" else value.parts
            known = self._plain[id(value)] = (value, "".join(map(self._text, parts)))
        return known[1]

    def datum(self, value: Part, depth: int = 0) -> Datum | None:
        """Return a value as data, or None if it has no text."""
        value = self.value(value)
        if value.kind != "array":
            is_said = self.plain(value) and (value.kind != "number" or value.text.isdigit())
            return Datum("scalar", MappedText(self._text(value), ())) if is_said else None
        by_key = {item.key: item for item in value.parts}
        first, last = (next((by_key[key] for key in keys if key in by_key), None) for keys in (_FIRST, _LAST))
        items = value.parts
        if first and last and "name" not in by_key:  # the first and last name are one
            name = Part("sum", parts=[first, Part("string", " "), last], key="name")
            items = [name, *(item for item in items if item not in (first, last))]
        found = [
            (item.key, datum)
            for item in (items if depth < _DEEPEST else ())
            if not is_setting(item) and (datum := self.datum(item, depth + 1)) is not None
        ]
        return Datum("mapping" if any(key for key, _ in found) else "sequence", items=found) if found else None
