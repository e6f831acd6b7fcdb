"""The variables of a Typst file, and what a template is given, as data."""

from __future__ import annotations

from collections.abc import Iterator

from graph_builder.read.data.tree import Datum
from graph_builder.read.mapped_text import MappedText
from graph_builder.read.typst.tree import (
    Argument,
    Call,
    Content,
    Function,
    Joined,
    Let,
    Name,
    Number,
    Sequence,
    String,
    Value,
    held,
    is_setting,
)

_MOST_EXPANDED = 200_000  # characters of the source that variables stand for in all places together
_LONGEST_PLAIN = 500
_DEEPEST = 12  # variables and dictionaries inside each other
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
            yield from map(self._text, held(value))

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
