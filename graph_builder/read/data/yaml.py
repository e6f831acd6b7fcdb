"""YAML files become Documents: al-folio's cv.yml, RenderCV, author pages, and any other."""

from __future__ import annotations

import re

import yaml

from graph_builder.model import Document, ReadError
from graph_builder.read.data.tree import Datum, align, check_size, data_document
from graph_builder.read.encoding import decode
from graph_builder.read.mapped_text import EMPTY, MappedText

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlError(ReadError):
    """Text that is no valid YAML."""


# A key at the left edge with what stands below it, or an item of a list there; and a line of one.
_BLOCK = re.compile(
    r"(?m)^(?:(?=[^\s#%.-])[^\n]*(?:\n(?:[ \t#][^\n]*|-(?!--)[^\n]*|(?=\n)))*"
    r"|-(?!--)[^\n]*(?:\n(?:[ \t#][^\n]*|(?=\n)))*)"
)
_LINE = re.compile(
    r"(?m)^[ \t]*(?P<dash>(?:-[ \t]+)*)(?:(?P<key>[A-Za-z_][\w .()/-]{0,60}?)[ \t]*:(?=[ \t]|$))?[ \t]*"
    r"[\"']?(?P<value>[^\n]*?)[\"']?[ \t]*$"
)
_NULLS = ("", "~", "null", "Null", "NULL")


def read_yaml(data: bytes, source: str) -> Document:
    """Return a YAML file as a document with one field for each value that has text.

    Of a file that is not valid YAML, the lines that can be read remain, and ``metadata["problem"]`` names the error.

    >>> read_yaml(b"cv:\\n  name: Ada\\n  phone: null\\n", "cv.yml").text
    'Ada'

    Raises:
        ReadError: the file nests too deeply, repeats aliases without end, or has nothing that reads as YAML.
    """
    text, _ = decode(data)
    data_, problem = parse_or_salvage(MappedText.of(text))
    return data_document(data_, source, "application/yaml", problem)


def parse_or_salvage(content: MappedText) -> tuple[list[Datum], str]:
    """Return the values of YAML text and, where it is broken, what is wrong with it.

    Raises:
        ReadError: nothing in *content* reads as YAML, or it is beyond the limits.
    """
    try:
        return parse_yaml(content), ""
    except YamlError as error:
        salvaged = read_leniently(content)
        if not any(key and child.items is None or child.items for key, child in salvaged.items or []):
            raise
        return [salvaged], str(error)


def read_leniently(content: MappedText) -> Datum:
    """Return the values of YAML that is broken: block by block, and of a broken block the lines of a key and a value.

    >>> datum = read_leniently(MappedText.of("name: Ada\\njobs:\\n  - Dean\\nnote: a: b\\n"))
    >>> [(key, child.kind, child.value.text) for key, child in datum.items]
    [('name', 'scalar', 'Ada'), ('jobs', 'sequence', ''), ('note', 'scalar', 'a: b')]
    """
    items: list[tuple[str, Datum]] = []
    for block in _BLOCK.finditer(content.text):
        part = content.part(*block.span())
        try:
            items += [item for datum in parse_yaml(part) for item in datum.items or ()]
        except ReadError:
            items += _lines(part)
    return Datum("mapping" if any(key for key, _ in items) else "sequence", items=items)


def _lines(part: MappedText) -> list[tuple[str, Datum]]:
    """Return what the lines of a broken block say: each dash begins an item, of the last key without a value."""
    items: list[tuple[str, Datum]] = []
    listed = into = items
    for line in _LINE.finditer(part.text):
        if line["key"] and not line["value"]:
            listed = into = []
            items.append((line["key"], Datum("sequence", items=listed)))
            continue
        if line["dash"] and line["key"]:
            into = []
            listed.append(("", Datum("mapping", items=into)))
        if line["value"] and (line["key"] or line["dash"]):
            target = into if line["key"] else listed
            target.append((line["key"] or "", Datum("scalar", part.part(*line.span("value")))))
    return items


def parse_yaml(content: MappedText) -> list[Datum]:
    """Return the values of the documents that YAML text spells, mapped to the source.

    Only the grammar is used: tags make no objects, and aliases are written out up to a limit.

    Raises:
        YamlError: *content* is no valid YAML.
        ReadError: it is beyond the limits.
    """
    try:
        return _Composer(content).run()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        what = getattr(error, "problem", None) or "bad characters"
        raise YamlError(f"{where}no valid YAML ({what}); correct it") from error


class _Composer:
    """Events of the YAML parser become values, without recursion."""

    def __init__(self, content: MappedText) -> None:
        self._content = content
        self._documents: list[Datum] = []
        self._stack: list[Datum] = []
        self._keys: list[str | None] = []
        self._anchors: dict[str, Datum] = {}
        self._sizes: dict[int, int] = {}
        self._nodes = 0

    def run(self) -> list[Datum]:
        for event in yaml.parse(self._content.text, Loader=_Loader):
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event.anchor)
            elif isinstance(event, yaml.MappingStartEvent):
                self._start(Datum("mapping", items=[]), event.anchor)
            elif isinstance(event, yaml.SequenceStartEvent):
                self._start(Datum("sequence", items=[]), event.anchor)
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                self._stack.pop()
                self._keys.pop()
        return self._documents

    def _start(self, datum: Datum, anchor: str | None) -> None:
        self._put(datum, anchor)
        self._stack.append(datum)
        self._keys.append(None)
        check_size(len(self._stack), self._nodes)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        if self._stack and self._stack[-1].kind == "mapping" and self._keys[-1] is None:
            self._keys[-1] = event.value
            return
        value = EMPTY
        if event.start_mark and event.end_mark and not (not event.style and event.value in _NULLS):
            start, end = event.start_mark.index, event.end_mark.index
            value = align(event.value, self._content.text, start, end).through(self._content)
        self._put(Datum("scalar", value), event.anchor)

    def _alias(self, anchor: str | None) -> None:
        known = self._anchors.get(anchor or "")
        if known is None or any(datum is known for datum in self._stack):
            raise ReadError(f"the alias *{anchor} means nothing or itself; write its value out")
        if self._stack and self._stack[-1].kind == "mapping" and self._keys[-1] is None:
            self._keys[-1] = known.value.text
            return
        self._nodes += _size(known, self._sizes)
        self._put(known, None)

    def _put(self, datum: Datum, anchor: str | None) -> None:
        if anchor:
            self._anchors[anchor] = datum
        self._nodes += 1
        check_size(len(self._stack), self._nodes)
        if not self._stack:
            self._documents.append(datum)
            return
        holder = self._stack[-1]
        if holder.items is not None:
            holder.items.append((self._keys[-1] or "", datum))
        self._keys[-1] = None


def _size(datum: Datum, sizes: dict[int, int]) -> int:
    """Return how many values *datum* holds, aliases written out; an anchored value is complete when it is repeated."""
    if datum.items is None:
        return 1
    if id(datum) not in sizes:
        sizes[id(datum)] = 1 + sum(_size(child, sizes) for _, child in datum.items)
    return sizes[id(datum)]
