"""Structured data become text: one field for each scalar, and a tree of nodes that point at them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from graph_builder.model import BlockKind, Document, Node, ReadError, Span
from graph_builder.model.tex import plain_tex
from graph_builder.read.builder import TextBuilder
from graph_builder.read.html.walk import walk_html
from graph_builder.read.markup import has_markup, markup_to_html

MAX_DEPTH = 100
MAX_NODES = 500_000
_TEX = re.compile(r"\\(?:textbf|textit|emph|href)\b|\\[&%$#'\"`^~ ]")
_TARGET = re.compile(r"\\href\s?\{[^{}]{0,1000}\}")


@dataclass(slots=True)
class Datum:
    """A value as the source has it, before it has a place in a text.

    The *items* of a mapping have keys, those of a sequence have none.
    """

    kind: str
    value: str = ""
    items: list[tuple[str, Datum]] | None = None


def add_data(builder: TextBuilder, datum: Datum) -> Node:
    """Append a field for each scalar of *datum* that has text, and return the tree with the places of their values.

    Markdown and HTML inside a scalar become plain text with marks; their lines stay lines.
    """
    return _add(builder, datum, "", "")


def data_document(data: Iterable[Datum], source: str, media_type: str, decoded: str, problem: str = "") -> Document:
    """Return the structured data of a file as a document; *problem* says what is wrong with the file, if anything."""
    builder = TextBuilder()
    nodes = tuple(add_data(builder, datum) for datum in data)
    metadata = data_metadata(*nodes) | ({"problem": problem} if problem else {})
    return builder.build(source, media_type, decoded, metadata=metadata, data=nodes)


def _add(builder: TextBuilder, datum: Datum, key: str, label: str) -> Node:
    if datum.items is None:
        return _add_scalar(builder, datum.value, key, label)
    children = tuple(_add(builder, child, name, name or label) for name, child in datum.items)
    spans = [child.span for child in children if len(child.span)]
    span = Span(spans[0].start, spans[-1].end) if spans else Span(builder.position, builder.position)
    return Node(datum.kind, span, key, "", children)


def _add_scalar(builder: TextBuilder, value: str, key: str, label: str) -> Node:
    if _TEX.search(value) and "://" not in _TARGET.sub("", value):
        value = plain_tex(_TARGET.sub("", value))  # data from which a CV is typeset
    builder.open(BlockKind.FIELD, label=label)
    if has_markup(value):
        walk_html(builder, markup_to_html(value), flat=True)
        span = builder.close()
        return Node("scalar", span, key, builder.text_from(span.start))
    builder.add(value)
    return Node("scalar", builder.close(), key, value)


class Pairs(list[tuple[str, Any]]):
    """The keys and values of a JSON object, repeated keys and all."""


def datum_of(value: Any) -> Datum:
    """Return a value that a parser gave.

    >>> datum_of({"name": ["Ada"]}).items
    [('name', Datum(kind='sequence', value='', items=[('', Datum(kind='scalar', value='Ada', items=None))]))]
    """
    nodes = 0

    def datum(value: Any, depth: int) -> Datum:
        nonlocal nodes
        nodes += 1
        check_size(depth, nodes)
        if isinstance(value, dict | Pairs):
            pairs = value.items() if isinstance(value, dict) else value
            return Datum("mapping", items=[(key, datum(child, depth + 1)) for key, child in pairs])
        if isinstance(value, list):
            return Datum("sequence", items=[("", datum(child, depth + 1)) for child in value])
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return Datum("scalar", "" if value is None else text)

    return datum(value, 0)


def check_size(depth: int, nodes: int) -> None:
    """Refuse data that nest too deeply or hold too many values (aliases of aliases can make billions of them)."""
    if depth > MAX_DEPTH:
        raise ReadError(f"data nest deeper than {MAX_DEPTH} levels; flatten them")
    if nodes > MAX_NODES:
        raise ReadError(f"data hold more than {MAX_NODES:,} values; split the file, or write its aliases out")


_KNOWN_KEYS = (
    "title", "subtitle", "author", "name", "description", "excerpt", "permalink", "layout", "date", "lang", "language",
)  # fmt: skip
_RENAMED = {"lang": "language", "excerpt": "description"}


def data_metadata(*nodes: Node) -> dict[str, str]:
    """Return the well-known values at the top of structured data, under lower-case names."""
    found: dict[str, str] = {}
    for node in nodes:
        for key in _KNOWN_KEYS:
            child = node.get(key)
            value = _text_of(child) if child is not None else ""
            if value:
                found.setdefault(_RENAMED.get(key, key), value)
    return found


def _text_of(node: Node) -> str:
    if node.kind == "scalar":
        return " ".join(node.value.split())
    if node.kind == "mapping":
        named = node.get("name")
        return _text_of(named) if named is not None and named.kind == "scalar" else ""
    return "\n".join(value for child in node.children if (value := _text_of(child)))
