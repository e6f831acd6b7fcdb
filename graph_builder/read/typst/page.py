"""The page of a Typst file: its tree becomes the blocks of a Document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graph_builder.model import MarkKind, Node
from graph_builder.read.data.tree import add_data
from graph_builder.read.latex.arguments import ends_of_period, is_date
from graph_builder.read.typst.blocks import MARK_KINDS, Blocks
from graph_builder.read.typst.tree import (
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
    Joined,
    Let,
    Loop,
    Name,
    Number,
    Sequence,
    String,
    Template,
    Value,
    is_setting,
    is_silent,
    shown,
)
from graph_builder.read.typst.variables import Variables

_SIZE = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>pt|em)")
_LARGE = {"pt": 15.0, "em": 1.45}
_BOLD = re.compile(r"(?:semi|extra)?-?bold|black|heavy|[6-9]00")
_LONGEST_CELL = 300
_LONGEST_HEADING = 80
_SECTION_LEVEL = 2
_DEEPEST = 12
_SHOWN_ADDRESS = re.compile(r"^(?:mailto|tel):")


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
            self._tell(value.call.arguments)
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
        said = self._said(items)
        rows = [self._variables.value(given.value) for given in said]
        if not alone or not any(isinstance(row, (Sequence, Content)) for row in rows):
            self._line(said)
            return
        for given, row in zip(said, rows, strict=True):
            if isinstance(row, Sequence) and len(row.items) > 1:
                self._entry("", self._said(row.items))
            else:
                self._item(given.value)

    def _item(self, value: Value) -> None:
        self.blocks.open_item("•")
        self._value(value)
        self.blocks.close("item")

    def _line(self, said: list[Argument]) -> None:
        """Write values one behind the other; two dates are a period."""
        dates = len(said) == 2 and all(is_date(self._variables.plain(given.value)) for given in said)
        for number, given in enumerate(said):
            if number:
                self.blocks.builder.add(" – " if dates else ", ")
            self._value(given.value)

    def _said(self, arguments: list[Argument]) -> list[Argument]:
        """Return the arguments that have text."""
        return [a for a in arguments if not is_setting(a) and self._variables.plain(a.value)]

    def _tell(self, arguments: list[Argument]) -> None:
        """Write what a template is given as fields."""
        datum = self._variables.mapping(arguments)
        if datum is not None and not self.blocks.is_flat and not self.blocks.items:
            self.blocks.leave_row()
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
            self._line(self._said(call.arguments))
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
        values = shown(call)
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
        said = self._said(call.arguments)
        function = self._variables.function(call.name)
        if not alone:
            self._line(said)
        elif len(said) > 1:
            keys = {given.key for given in said}
            if not self.blocks.has_title and keys & CONTACTS and any(map(NAMES.match, keys)):
                self._tell(said)
            else:
                self._entry(call.name, said)
        elif said:
            is_title = self._is_title([said[0].value])
            if is_title and ((function is not None and function.heads) or HEADS.search(call.last_name)):
                self._titled([said[0].value], _SECTION_LEVEL + ("sub" in call.name.casefold()))
            elif is_title and NAMES.match(call.last_name) and not self.blocks.has_title:
                self._titled([said[0].value], 1)
            else:
                self._paragraph(said[0].value)

    def _paragraph(self, value: Value) -> None:
        self.blocks.part()
        self._value(value, True)
        self.blocks.part()

    # -- entries and tables

    def _entry(self, name: str, said: list[Argument]) -> None:
        """Write an entry: its short arguments are the cells of a row, the long ones blocks inside that row."""
        below: list[Argument] = []
        cells: list[Argument] = []
        for number, given in enumerate(said, 1):
            value = self._variables.value(given.value)
            has_lines = given.behind and number == len(said)
            (below if _is_long(value, self._variables.plain(value), has_lines) else cells).append(given)
        self.blocks.open_row(name)
        for values in self._with_period(cells):
            self.blocks.builder.cell()
            with self.blocks.cell():
                self._line(values)
        for given in below:
            self.blocks.builder.part()
            self._value(given.value, True)
        self.blocks.keep_row()

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
        said = [cell for cell in row if self._variables.plain(cell)]
        if self.blocks.is_flat:
            self._line([Argument(cell) for cell in said])
            return
        if len(said) < 2 or any(_is_long(self._variables.value(cell), "", True) for cell in said):
            for cell in said:
                self._paragraph(cell)
            return
        for cells in _lines_beside(said) or [row]:
            self.blocks.open_row()
            for cell in cells:
                self.blocks.builder.cell()
                with self.blocks.cell():
                    self._value(cell)
            self.blocks.builder.close()


def _is_long(value: Value, text: str, is_last: bool) -> bool:
    """Tell whether a value has blocks or sentences of its own: it stands below the short ones, and is no cell.

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
        return value.name in LISTS or (value.name in WRAPPERS and any(_is_long(v, "", False) for v in shown(value)))
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
    while isinstance(value, Call) and value.name in WRAPPERS and (inner := shown(value)):
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
