"""Entries: what belongs together as one job, one degree or one award, however it is laid out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from graph_builder.extract.dates import DateRange, find_dates
from graph_builder.extract.fields import Field, FieldKind, analyze
from graph_builder.extract.page import Line, Section
from graph_builder.gazetteer import load, normalize
from graph_builder.model import BlockKind, Span

_LONG = 160


@dataclass(slots=True)
class Entry:
    """The lines of one job, degree or award, with their fields and the lines below that describe it."""

    lines: list[Line] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    dates: list[DateRange] = field(default_factory=list)
    notes: list[Line] = field(default_factory=list)
    above: Entry | None = None

    def of(self, *kinds: FieldKind) -> list[Field]:
        """Return the fields of the given kinds, in order."""
        return [f for f in self.fields if f.kind in kinds]

    @property
    def span(self) -> Span:
        """The characters of the entry's own lines."""
        return Span(self.lines[0].span.start, max(line.span.end for line in self.lines))

    def has(self, *kinds: FieldKind) -> bool:
        """Tell whether the entry has a field of one of the kinds."""
        return any(f.kind in kinds for f in self.fields)


def entries_of(sections: Iterable[Section]) -> list[Entry]:
    """Return the entries of sections of one kind, in order."""
    entries: list[Entry] = []
    for section in sections:
        entries.extend(_group(section))
    return entries


def heading_line(section: Section) -> Line | None:
    """Return the heading of a section as a line, where it is the first line of an entry and announces nothing."""
    if not section.content or section.heading is None:
        return None
    return Line(section.heading, -1, 0, BlockKind.HEADING, section.level, section.title, bold=True)


def _group(section: Section) -> list[Entry]:
    grouper = _Grouper(section)
    for line in section.lines:
        grouper.take(line)
    return grouper.entries


class _Grouper:
    """Goes through the lines of a section once and opens an entry where an anchor comes again."""

    def __init__(self, section: Section) -> None:
        self.entries: list[Entry] = []
        self.level = min((x.level for x in section.lines if x.kind is BlockKind.LIST_ITEM), default=1)
        self.row_blocks: set[int] = set()
        self.item_blocks: set[int] = set()
        self.described: int | None = None
        head = heading_line(section)
        if head is not None:
            self.take(head)

    def take(self, line: Line) -> None:
        fields = analyze(line.text, line.span.start, cells=line.cells)
        if self._describes(line, fields):
            if self.entries:
                self.entries[-1].notes.append(line)
            return
        if not self.entries or self._opens(line, fields):
            self.entries.append(Entry(above=self.entries[-1] if self.entries else None))
        entry = self.entries[-1]
        entry.lines.append(line)
        entry.fields.extend(fields)
        entry.dates.extend(find_dates(line.text, line.span.start))
        if line.kind is BlockKind.TABLE_ROW:
            self.row_blocks.add(line.block)
        if line.kind is BlockKind.LIST_ITEM:
            self.item_blocks.add(line.block)

    def _describes(self, line: Line, fields: list[Field]) -> bool:
        """Tell whether a line describes the entry above it rather than being part of one."""
        anchors = _anchors(fields)
        if not self.entries:
            return not anchors and len(line.text) > _LONG
        entry = self.entries[-1]
        complete = len(_anchors(entry.fields)) >= 2
        if line.kind is BlockKind.LIST_ITEM and line.starts_block:
            if line.parent in self.row_blocks or line.parent in self.item_blocks:
                return "date" not in anchors or "title" not in anchors and "organization" not in anchors
            if entry.lines[-1].kind is not BlockKind.LIST_ITEM and complete:
                return not ("date" in anchors and len(anchors) >= 2 and len(line.text) < _LONG)
            return line.level > self.level and complete and not ("date" in anchors and len(anchors) >= 2)
        if line.kind is BlockKind.LIST_ITEM:
            return bool(entry.notes) and entry.notes[-1].block == line.block
        if not anchors:
            return complete and len(line.text) > 60
        return complete and len(line.text) > _LONG and "date" not in anchors

    def _opens(self, line: Line, fields: list[Field]) -> bool:
        """Tell whether a line opens a new entry."""
        entry = self.entries[-1]
        have, new = _anchors(entry.fields), _anchors(fields)
        if not new or not have:
            return bool(line.kind is BlockKind.HEADING and have)
        if line.kind is BlockKind.HEADING or entry.notes:
            return True
        if line.starts_block and line.kind in {BlockKind.LIST_ITEM, BlockKind.TABLE_ROW}:
            return line.kind is not BlockKind.LIST_ITEM or entry.lines[-1].block != line.block
        if "date" in have and "date" in new:
            return True
        if "title" in have and "title" in new:
            return True
        if "organization" in have and "organization" in new:
            return not _same_house(entry.of(FieldKind.ORGANIZATION), fields)
        return False


def _anchors(fields: Iterable[Field]) -> set[str]:
    found = set()
    for item in fields:
        if item.kind is FieldKind.DATE:
            found.add("date")
        elif item.kind in {FieldKind.DEGREE, FieldKind.ROLE}:
            found.add("title")
        elif item.kind is FieldKind.ORGANIZATION:
            found.add("organization")
    return found


def _same_house(first: list[Field], second: list[Field]) -> bool:
    """Tell whether the organisations of two runs of fields are one, or one is part of the other."""
    roots = {_root(f.text) for f in first}
    return all(
        _root(f.text) in roots or any(_root(f.text).split()[0] == r.split()[0] for r in roots if r)
        for f in second
        if f.kind is FieldKind.ORGANIZATION and _root(f.text)
    )


def _root(name: str) -> str:
    gazetteer = load()
    entry = gazetteer.organization(name)
    seen = 0
    while entry is not None and entry.parent and seen < 4:
        entry, seen = gazetteer.organization_by_id(entry.parent), seen + 1
    return normalize(entry.name if entry is not None else name)
