"""YAML that no parser accepts: what can still be read of it, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graph_builder.read.data.tree import MAX_DEPTH, Datum
from graph_builder.read.mapped_text import MappedText

_LINE = re.compile(
    r"(?P<dashes>(?:-[ \t]+|-$)*)(?:(?P<key>[A-Za-z_][\w .()/-]{0,60}?)[ \t]*:(?=\s|$))?[ \t]*(?P<value>.*)$"
)


@dataclass(slots=True)
class _Holder:
    """A value that is open: the indent of its lines, and of the dash before it (-1 without one)."""

    indent: int
    datum: Datum
    dash: int = -1


def read_leniently(content: MappedText) -> Datum:
    """Return the values that lines of the form ``key: value``, ``- value`` and ``- key: value`` spell.

    The indent says what holds what, as in YAML; a line that is indented a little wrong still finds its place.

    >>> datum = read_leniently(MappedText.of("- title: Jobs\\n  contents:\\n      - title: Dean\\n      year: 1843\\n"))
    >>> jobs = dict(datum.items[0][1].items)["contents"]
    >>> [(key, child.value.text) for key, child in jobs.items[0][1].items]
    [('title', 'Dean'), ('year', '1843')]
    """
    reader = _Reader(content)
    position = 0
    for line in content.text.split("\n"):
        stripped = line.strip()
        if stripped and not stripped.startswith(("#", "---", "...", "%")):
            reader.line(position, line)
        position += len(line) + 1
    return reader.root


class _Reader:
    def __init__(self, content: MappedText) -> None:
        self._content = content
        self.root = Datum("mapping", items=[])
        self._stack = [_Holder(-1, self.root)]

    def line(self, start: int, line: str) -> None:
        """Read one line and put what it says where its indent points."""
        bare = line.lstrip()
        indent = len(line) - len(bare)
        match = _LINE.match(bare)
        if match is None or len(self._stack) > MAX_DEPTH:
            return
        dashes, key = match.group("dashes"), match.group("key")
        if dashes:
            self._begin_item(indent)
        value_start = start + indent + match.start("value")
        value = self._value(value_start, match.group("value"))
        if key is None:
            self._add_plain(indent, dashes, value)
            return
        inner = indent + len(dashes)
        holder = self._holder(inner, indent if dashes else -1)
        if value.text:
            _items(holder.datum).append((key, Datum("scalar", value)))
            return
        child = Datum("mapping", items=[])
        _items(holder.datum).append((key, child))
        self._stack.append(_Holder(inner, child))

    def _begin_item(self, indent: int) -> None:
        """Find the sequence that a dash at *indent* belongs to."""
        while len(self._stack) > 1 and self._ends(self._stack[-1], indent):
            self._stack.pop()
        if not _items(self._stack[-1].datum):
            self._stack[-1].datum.kind = "sequence"

    @staticmethod
    def _ends(holder: _Holder, indent: int) -> bool:
        """Tell whether a dash at *indent* ends a value; one level with an item's keys begins the next, ill indented."""
        return holder.dash >= indent or holder.indent > indent or (holder.dash >= 0 and holder.indent == indent)

    def _holder(self, inner: int, dash: int) -> _Holder:
        """Return the mapping that a key at *inner* belongs to; a dash before the key begins a new one."""
        if dash >= 0:
            item = Datum("mapping", items=[])
            _items(self._stack[-1].datum).append(("", item))
            self._stack.append(_Holder(inner, item, dash))
            return self._stack[-1]
        while len(self._stack) > 1 and not self._takes(self._stack[-1], inner):
            self._stack.pop()
        if len(self._stack) > 2 and self._stack[-1].dash == inner == self._stack[-2].indent:
            del self._stack[-2:]  # the dashes stand level with the key of their list, and so does the next key
        return self._stack[-1]

    @staticmethod
    def _takes(holder: _Holder, indent: int) -> bool:
        """Tell whether a key at *indent* belongs to a value: deeper than its key, or level with its dash or deeper."""
        return indent >= holder.dash if holder.dash >= 0 else indent > holder.indent

    def _add_plain(self, indent: int, dashes: str, value: MappedText) -> None:
        """Add an item without a key, or a line that goes on from the value above."""
        if not value.text:
            return
        if not dashes:
            while len(self._stack) > 1 and self._stack[-1].indent >= indent:
                self._stack.pop()
        _items(self._stack[-1].datum).append(("", Datum("scalar", value)))

    def _value(self, start: int, value: str) -> MappedText:
        value = value.strip()
        if value[:1] in ("|", ">") and len(value) <= 2:
            return self._content.part(start, start)
        if len(value) > 1 and value[0] in "\"'" and value[-1] == value[0]:
            return self._content.part(start + 1, start + len(value) - 1)
        return self._content.part(start, start + len(value))


def _items(datum: Datum) -> list[tuple[str, Datum]]:
    if datum.items is None:
        datum.items = []
    return datum.items
