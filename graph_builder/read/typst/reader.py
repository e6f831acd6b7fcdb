"""Reader of Typst: markup and the arguments of functions become blocks; no code is run, no compiler is needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from graph_builder.model import BlockKind, Document, MarkKind, Node
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.tree import Datum, add_data, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.latex.arguments import ends_of_period, is_date
from graph_builder.read.mapped_text import MappedText
from graph_builder.read.typst.parser import (
    CONTACTS,
    DIVISIONS,
    GRIDS,
    HEADS,
    LINES,
    LISTS,
    MARKS,
    NAMES,
    PERIODS,
    ROWS,
    WRAPPERS,
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
    inner_values,
    is_setting,
    is_silent,
    parse_typst,
    printed_arguments,
)

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
    page = Page()
    page.write(parse_typst(text))
    return page.blocks.builder.build(source, "text/x-typst", metadata=data_metadata(*page.data), data=page.data)


class Page:
    """The blocks of a page as they are written, with the data that its template was given."""

    def __init__(self) -> None:
        self.blocks = Blocks()
        self.data: tuple[Node, ...] = ()
        self._variables = Variables()
        self._depth = 0  # of variables inside each other

    # -- markup

    def write(self, content: Content) -> None:
        """Write markup, or the values of a block of code."""
        marks: list[tuple[str, MarkKind]] = []
        opened: list[str] = []  # the headings and items that are open; empty where they are only lines
        for event in content.events:
            if event.kind in ("text", "space"):
                self.blocks.text(event.text)
            elif event.value is not None:
                self._value(event.value, event.alone)
            elif event.kind in MARK_KINDS:
                self.blocks.toggle(marks, event.kind)
            elif event.kind == "break":
                self.blocks.end_line()
            else:
                self.blocks.unmark(marks)
                if event.kind == "par":
                    self.blocks.part()
                elif event.kind == "end":
                    self.blocks.close(opened.pop() if opened else "")
                else:
                    opened.append(self.blocks.open(event))
        self.blocks.unmark(marks)

    # -- values

    def _value(self, value: Value, alone: bool = False) -> None:
        """Write a value; one that stands *alone* has lines of its own."""
        alone = alone and not self.blocks.is_flat
        if isinstance(value, String):
            self.blocks.text(value.text)
        elif isinstance(value, Number):
            if value.text.isdigit():
                self.blocks.text(value.text)
        elif isinstance(value, Content):
            self.write(value)
        elif isinstance(value, Name):
            self._name(value, alone)
        elif isinstance(value, Joined):
            for part in value.parts:
                self._value(part, alone and len(value.parts) == 1)
        elif isinstance(value, Sequence):
            self._sequence(value.items, alone)
        elif isinstance(value, Call):
            self._call(value, alone)
        elif isinstance(value, Let):
            self._variables.let(value)
        elif isinstance(value, Template):
            self._write_fields(value.call.arguments)
        elif isinstance(value, Loop):
            over = self._variables.value(value.over)
            if isinstance(over, Sequence):
                self._sequence(over.items, alone)

    def _name(self, name: Name, alone: bool) -> None:
        value = self._variables.expand(name) if self._depth < _DEEPEST else None
        if value is not None:
            self._depth += 1
            self._value(value, alone)
            self._depth -= 1

    def _sequence(self, items: list[Argument], alone: bool) -> None:
        """Write an array or dictionary: values in a line, or entries and items where it stands alone."""
        printed = self._printed(items)
        rows = [self._variables.value(given.value) for given in printed]
        if not alone or not any(isinstance(row, (Sequence, Content)) for row in rows):
            self._line(printed)
            return
        for given, row in zip(printed, rows, strict=True):
            if isinstance(row, Sequence) and len(row.items) > 1:
                self._entry("", self._printed(row.items))
            else:
                self._item(given.value)

    def _item(self, value: Value) -> None:
        self.blocks.open_item("•")
        self._value(value)
        self.blocks.close("item")

    def _line(self, printed: list[Argument]) -> None:
        """Write values one behind the other; two dates are a period."""
        dates = len(printed) == 2 and all(is_date(self._variables.plain(given.value)) for given in printed)
        for number, given in enumerate(printed):
            if number:
                self.blocks.builder.add(" – " if dates else ", ")
            self._value(given.value)

    def _printed(self, arguments: list[Argument]) -> list[Argument]:
        """Return the arguments that have text."""
        return [a for a in arguments if not is_setting(a) and self._variables.plain(a.value)]

    def _write_fields(self, arguments: list[Argument]) -> None:
        """Write what a template is given as fields."""
        datum = self._variables.mapping(arguments)
        if datum is not None and not self.blocks.is_flat and not self.blocks.items:
            self.blocks.end_row()
            self.blocks.builder.part()
            self.data = (*self.data, add_data(self.blocks.builder, datum))

    # -- functions

    def _call(self, call: Call, alone: bool) -> None:
        head = call.name.split(".")[0]
        if self._variables.function(call.name) is not None:
            self._entry_or_heading(call, alone)
        elif head in self._variables and head != call.name:  # a method of a variable: "jobs.map(..)"
            self._name(Name(head), alone)
        elif call.last_name == "with":
            return
        elif special := _SPECIAL.get(call.name):
            special(self, call, alone)
        elif is_silent(call.name):
            return
        elif call.name in LISTS and not self.blocks.is_flat:
            for value in call.positional:
                self._item(value)
        elif call.name in GRIDS:
            self._grid(call)
        elif call.name in ROWS:
            self._line(self._printed(call.arguments))
        elif call.name in WRAPPERS or call.name in MARKS:
            self._wrapped(call, alone)
        else:
            self._entry_or_heading(call, alone)

    def _space(self, call: Call, alone: bool) -> None:
        width = call.positional[0] if call.positional else None
        if isinstance(width, Number) and width.text.endswith("fr"):
            self.blocks.builder.gap()
        else:
            self.blocks.builder.add(" ", collapse=True)

    def _link(self, call: Call, alone: bool) -> None:
        to = self._variables.plain(call.positional[0]) if call.positional else ""
        self.blocks.builder.open_mark(MarkKind.LINK, to)
        if len(call.positional) > 1:
            for value in call.positional[1:]:
                self._value(value)
        elif call.positional and isinstance(target := self._variables.value(call.positional[0]), String):
            self.blocks.text(_SHOWN_ADDRESS.sub("", target.text))
        self.blocks.builder.close_mark()

    def _heading(self, call: Call, alone: bool) -> None:
        level = call.named("level", "depth")
        number = int(level.text) if isinstance(level, Number) and level.text in "123456" else 1
        self._titled(call.positional, number)

    def _titled(self, values: list[Value], level: int) -> None:
        if not self.blocks.is_flat:
            self.blocks.open_heading(level)
            kind = "heading"
        else:
            kind = ""
        for value in values:
            self._value(value)
        self.blocks.close(kind)

    def _date(self, call: Call, alone: bool) -> None:
        year, month = call.named("year"), call.named("month")
        if isinstance(year, Number):
            self.blocks.text(year.text)
            if isinstance(month, Number) and month.text.isdigit():
                self.blocks.builder.add(f"-{int(month.text):02}")

    def _wrapped(self, call: Call, alone: bool) -> None:
        """Write the text of a function that sets it in a style or a place; large text on a line is a heading."""
        values = printed_arguments(call)
        if alone and call.name == "text" and _is_large(call) and self._is_title(values):
            self._titled(values, _SECTION_LEVEL if self.blocks.has_title else 1)
            return
        marks = [mark for mark in (MARKS.get(call.name), *_style(call)) if mark is not None]
        apart = alone and call.name in DIVISIONS
        if apart:
            self.blocks.part()
        for mark in marks:
            self.blocks.builder.open_mark(mark)
        for value in values:
            self._value(value, alone)
        for _ in marks:
            self.blocks.builder.close_mark()
        if apart:
            self.blocks.part()

    def _is_title(self, values: list[Value]) -> bool:
        text = " ".join(self._variables.plain(value) for value in values)
        return 1 < len(text) <= _LONGEST_HEADING and "\n" not in text

    def _entry_or_heading(self, call: Call, alone: bool) -> None:
        """Write the call of a function that is not known: its arguments say what it prints."""
        printed = self._printed(call.arguments)
        function = self._variables.function(call.name)
        if not alone:
            self._line(printed)
        elif len(printed) > 1:
            keys = {given.key for given in printed}
            if not self.blocks.has_title and keys & CONTACTS and any(map(NAMES.match, keys)):
                self._write_fields(printed)
            else:
                self._entry(call.name, printed)
        elif printed:
            is_title = self._is_title([printed[0].value])
            if is_title and ((function is not None and function.heads) or HEADS.search(call.last_name)):
                self._titled([printed[0].value], _SECTION_LEVEL + ("sub" in call.name.casefold()))
            elif is_title and NAMES.match(call.last_name) and not self.blocks.has_title:
                self._titled([printed[0].value], 1)
            else:
                self._paragraph(printed[0].value)

    def _paragraph(self, value: Value) -> None:
        self.blocks.part()
        self._value(value, True)
        self.blocks.part()

    # -- entries and tables

    def _entry(self, name: str, printed: list[Argument]) -> None:
        """Write an entry: its short arguments are the cells of a row, the long ones blocks inside that row."""
        below: list[Argument] = []
        cells: list[Argument] = []
        for number, given in enumerate(printed, 1):
            value = self._variables.value(given.value)
            has_lines = given.behind and number == len(printed)
            (below if _is_long(value, self._variables.plain(value), has_lines) else cells).append(given)
        self.blocks.open_row(name)
        for values in self._with_period(cells):
            self.blocks.builder.cell()
            with self.blocks.cell():
                self._line(values)
        for given in below:
            self.blocks.builder.part()
            self._value(given.value, True)
        self.blocks.suspend_row()

    def _with_period(self, cells: list[Argument]) -> list[list[Argument]]:
        """Return the arguments of each cell: the two ends of a period are one, where the first of them stands."""
        places = {given.key: number for number, given in enumerate(cells) if given.key}
        ends = next(((places[one], places[other]) for one, other in PERIODS if {one, other} <= places.keys()), None)
        if ends is None and not places:
            ends = ends_of_period([self._variables.plain(given.value) for given in cells])
        if ends is None:
            return [[given] for given in cells]
        period = [cells[ends[0]], cells[ends[1]]]
        return [period if number == min(ends) else [given] for number, given in enumerate(cells) if number != max(ends)]

    def _grid(self, call: Call) -> None:
        """Write a grid: rows of short cells, or one text below the other."""
        cells: list[Value] = []
        for value in call.positional:
            spread = isinstance(value, Call) and value.name in ROWS
            cells += value.positional if isinstance(value, Call) and spread else [value]
        columns = self._variables.value(call.named("columns") or Number("1"))
        count = len(columns.items) if isinstance(columns, Sequence) else 1
        if isinstance(columns, Number) and columns.text.isdigit():
            count = int(columns.text)
        cells = [cell for cell in cells if not (isinstance(cell, Call) and cell.name in LINES)]
        for start in range(0, len(cells), max(count, 1)):
            self._row(cells[start : start + max(count, 1)])

    def _row(self, row: list[Value]) -> None:
        printed = [cell for cell in row if self._variables.plain(cell)]
        if self.blocks.is_flat:
            self._line([Argument(cell) for cell in printed])
            return
        if len(printed) < 2 or any(_is_long(self._variables.value(cell), "", True) for cell in printed):
            for cell in printed:
                self._paragraph(cell)
            return
        for cells in _lines_beside(printed) or [row]:
            self.blocks.open_row()
            for cell in cells:
                self.blocks.builder.cell()
                with self.blocks.cell():
                    self._value(cell)
            self.blocks.builder.close()


def _is_long(value: Value, text: str, is_last: bool) -> bool:
    """Return whether a value has blocks or sentences of its own: it stands below the short ones, and is no cell.

    Args:
        value: the argument of an entry, or the cell of a grid.
        text: what it says.
        is_last: whether lines are enough, as in the markup behind the other arguments of an entry.
    """
    if len(text) > _LONGEST_CELL or (is_last and "\n" in text):
        return True
    if isinstance(value, Content):
        kinds = {event.kind for event in value.events}
        inner = [event.value for event in value.events if event.value is not None]
        return bool(kinds & {"par", "heading", "item"}) or any(_is_long(part, "", False) for part in inner)
    if isinstance(value, Call):
        return value.name in LISTS or (
            value.name in WRAPPERS and any(_is_long(v, "", False) for v in printed_arguments(value))
        )
    if isinstance(value, Sequence):
        return any(isinstance(item.value, Content) for item in value.items)
    return isinstance(value, Joined) and any(_is_long(part, "", False) for part in value.parts)


def _lines_beside(cells: list[Value]) -> list[list[Value]]:
    """Return a row for each line of cells that have as many lines: years beside papers. None if they have not."""
    columns = [[*_lines(cell)] for cell in cells]
    if len(columns[0]) < 2 or len({len(column) for column in columns}) > 1:
        return []
    return [[Content(line) for line in row] for row in zip(*columns, strict=True)]


def _lines(value: Value) -> Iterator[list[Event]]:
    """Yield the lines of a cell that hold something."""
    while isinstance(value, Call) and value.name in WRAPPERS and (inner := printed_arguments(value)):
        value = inner[-1]
    line: list[Event] = []
    for event in [*value.events, Event("break")] if isinstance(value, Content) else []:
        if event.kind != "break":
            line.append(event)
        elif any(event.kind != "space" for event in line):
            yield line
            line = []


def _is_large(call: Call) -> bool:
    sizes = [call.named("size"), *call.positional]
    written = next((size.text for size in sizes if isinstance(size, Number)), "")
    found = _SIZE.fullmatch(written)
    return found is not None and float(found["number"]) >= _LARGE[found["unit"]]


def _style(call: Call) -> Iterator[MarkKind]:
    """Yield the marks that the arguments of ``text`` stand for."""
    weight, style = call.named("weight"), call.named("style")
    written = weight.text if isinstance(weight, (String, Number)) else ""
    if _BOLD.fullmatch(written):
        yield MarkKind.BOLD
    if isinstance(style, String) and style.text in ("italic", "oblique"):
        yield MarkKind.ITALIC


_SPECIAL: dict[str, Callable[[Page, Call, bool], None]] = {
    "h": Page._space,
    "v": lambda page, call, alone: page.blocks.part(),
    "parbreak": lambda page, call, alone: page.blocks.part(),
    "pagebreak": lambda page, call, alone: page.blocks.part(),
    "colbreak": lambda page, call, alone: page.blocks.part(),
    "line": lambda page, call, alone: page.blocks.part(),
    "linebreak": lambda page, call, alone: page.blocks.end_line(),
    "link": Page._link,
    "heading": Page._heading,
    "datetime": Page._date,
}


# -- lines, lists, headings, and entries that a list may go on with

MARK_KINDS = {"strong": MarkKind.BOLD, "emph": MarkKind.ITALIC, "raw": MarkKind.CODE}
"""The marks that signs in markup begin and end."""


class Blocks:
    """What is written so far, and what is open."""

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.is_flat = False  # in a heading or cell, where everything becomes lines
        self.has_title = False
        self.items = 0
        self._in_row = False  # the row of an entry is open for the list below it
        self._line_gap = ""  # what a line break becomes in a heading or cell; empty: a line break

    def toggle(self, marks: list[tuple[str, MarkKind]], kind: str) -> None:
        """Begin a mark or end it; those that began since go on."""
        at = next((i for i, (opened, _) in enumerate(marks) if opened == kind), -1)
        if at < 0:
            marks.append((kind, MARK_KINDS[kind]))
            self.builder.open_mark(MARK_KINDS[kind])
            return
        for _ in marks[at:]:
            self.builder.close_mark()
        del marks[at]
        for _, mark in marks[at:]:
            self.builder.open_mark(mark)

    def unmark(self, marks: list[tuple[str, MarkKind]]) -> None:
        """End all marks that are open."""
        for _ in marks:
            self.builder.close_mark()
        marks.clear()

    def text(self, text: str) -> None:
        """Write characters."""
        if text.strip():
            self.end_row()
        self.builder.add(text, collapse=True)

    def end_line(self) -> None:
        """Write a line break."""
        if self._line_gap:
            self.builder.add(self._line_gap, collapse=True)
        else:
            self.builder.break_line()

    def part(self) -> None:
        """End a paragraph, or a line where there are only lines."""
        if self.is_flat:
            self.end_line()
        else:
            self.builder.part()

    def open(self, event: Event) -> str:
        """Begin a heading or an item."""
        if self.is_flat:
            self.end_line()
            return ""
        if event.kind == "item":
            self.open_item(event.text)
        else:
            self.open_heading(min(event.level, 6))
        return event.kind

    def open_item(self, label: str) -> None:
        """Begin an item of a list."""
        self.items += 1
        self.builder.open(BlockKind.LIST_ITEM, level=self.items, label=label)

    def open_heading(self, level: int) -> None:
        """Begin a heading."""
        self.end_row()
        self.builder.open(BlockKind.HEADING, level=level)
        self.is_flat, self._line_gap, self.has_title = True, " ", True

    def close(self, kind: str) -> None:
        """End a heading or an item."""
        if kind == "item":
            self.items -= 1
        elif kind == "heading":
            self.is_flat, self._line_gap = False, ""
        else:
            self.end_line()
            return
        self.builder.close()

    def open_row(self, label: str = "") -> None:
        """Begin a row, whose own text are the cells that follow."""
        self.end_row()
        self.builder.open(BlockKind.TABLE_ROW, label=label)

    def suspend_row(self) -> None:
        """End an entry for all but a list that follows."""
        self.end_row()  # of an entry inside this one
        self.builder.part()
        if self.items:
            self.builder.close()
        else:
            self._in_row = True

    def end_row(self) -> None:
        """End the entry that a list may go on with."""
        if self._in_row and not self.items:
            self._in_row = False
            self.builder.close()

    @contextmanager
    def cell(self, gap: str = " ") -> Iterator[None]:
        """Write what has no blocks: line breaks become *gap*."""
        before = self.is_flat, self._line_gap
        self.is_flat, self._line_gap = True, gap
        yield
        self.is_flat, self._line_gap = before


# -- the variables of a file, and what a template is given, as data

_MOST_EXPANDED = 200_000  # characters of the source that variables stand for in all places together
_LONGEST_PLAIN = 500
_FIRST = ("firstname", "first-name", "first")
_LAST = ("lastname", "last-name", "last")


class Variables:
    """The values of names, as far as the page was read."""

    def __init__(self) -> None:
        self._values: dict[str, Value] = {}
        self._sizes: dict[str, int] = {}
        self._texts: dict[str, str] = {}
        self._left = _MOST_EXPANDED
        self._plain: dict[int, tuple[Value, str]] = {}  # by identity, with the value so that its identity stays

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def let(self, found: Let) -> None:
        """Give a variable its value, and the fields of a dictionary theirs."""
        self._let(found.name, found.value, found.size, 0)

    def _let(self, name: str, value: Value, size: int, depth: int) -> None:
        value = self.value(value)
        self._values[name] = value
        self._sizes[name] = size
        self._texts[name] = self._text(value)[:_LONGEST_PLAIN]
        if isinstance(value, Sequence) and depth < _DEEPEST:
            for item in value.items:
                if item.key:
                    self._let(f"{name}.{item.key}", item.value, size, depth + 1)

    def value(self, value: Value) -> Value:
        """Return the value that a name stands for; any other value as it is."""
        return self._values.get(value.name, value) if isinstance(value, Name) else value

    def function(self, name: str) -> Function | None:
        """Return the function of the file that is called so, or None."""
        value = self._values.get(name)
        return value if isinstance(value, Function) else None

    def expand(self, name: Name) -> Value | None:
        """Return the value to write for a name, or None: it has none, or too much was written for names already."""
        size = self._sizes.get(name.name, 0) + 1
        if name.name not in self._values or self._left < size:
            return None
        self._left -= size
        return self._values[name.name]

    def plain(self, value: Value) -> str:
        """Return the text of a value, without white space at its ends."""
        return self._text(value).strip()

    def _text(self, value: Value) -> str:
        if isinstance(value, (String, Number)):
            return value.text
        if isinstance(value, Name):
            return self._texts.get(value.name, "")
        known = self._plain.get(id(value))
        if known is None:
            known = self._plain[id(value)] = (value, "".join(self._parts(value)))
        return known[1]

    def _parts(self, value: Value) -> Iterator[str]:
        if isinstance(value, Content):
            for event in value.events:
                if event.kind in ("text", "space"):
                    yield event.text
                elif event.value is not None:
                    yield self._text(event.value)
                elif event.kind in ("break", "par", "item", "end"):
                    yield "\n"
        elif isinstance(value, (Joined, Call, Sequence)):
            yield from map(self._text, inner_values(value))

    # -- data

    def mapping(self, arguments: list[Argument]) -> Datum | None:
        """Return the arguments with keys as a mapping, or None if none has text."""
        return self._datum(Sequence([a for a in arguments if a.key]), 0)

    def _datum(self, value: Value, depth: int) -> Datum | None:
        value = self.value(value)
        if not isinstance(value, Sequence):
            if isinstance(value, Number) and not value.text.isdigit():
                return None
            return Datum("scalar", MappedText(self._text(value), ())) if self.plain(value) else None
        if depth >= _DEEPEST:
            return None
        items: list[tuple[str, Datum]] = []
        for item in _with_name(value.items):
            found = self._datum(item.value, depth + 1) if not is_setting(item) else None
            if found is not None:
                items.append((item.key, found))
        if not items:
            return None
        return Datum("mapping" if any(key for key, _ in items) else "sequence", items=items)


def _with_name(items: list[Argument]) -> list[Argument]:
    """Return the items of a dictionary, its first and last name as one."""
    by_key = {item.key: item for item in items}
    first = next((by_key[key] for key in _FIRST if key in by_key), None)
    last = next((by_key[key] for key in _LAST if key in by_key), None)
    if first is None or last is None or "name" in by_key:
        return items
    name = Argument(Joined([first.value, String(" "), last.value]), "name")
    return [name, *(item for item in items if item not in (first, last))]
