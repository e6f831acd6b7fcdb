"""Structured data become text: one field for each scalar, and a tree of nodes that point at them."""

from __future__ import annotations

import re
from collections.abc import Iterable
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


class Pairs(list[tuple[str, Any]]):
    """The keys and values of a mapping, repeated keys and all; of a sequence, values without keys."""


def add_data(builder: TextBuilder, value: Any, key: str = "", label: str = "") -> Node:
    """Append a field for each scalar of *value* that has text, and return the tree with the places of their values.

    Mappings are dictionaries or `Pairs`, sequences lists. Markdown and HTML inside a scalar become plain text with
    marks; their lines stay lines.
    """
    if not isinstance(value, dict | list):
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return _add_scalar(builder, "" if value is None else text, key, label)
    items = items_of(value)
    children = tuple(add_data(builder, child, name, name or label) for name, child in items)
    spans = [child.span for child in children if len(child.span)]
    span = Span(spans[0].start, spans[-1].end) if spans else Span(builder.position, builder.position)
    has_keys = any(name for name, _ in items) or (not items and type(value) is not list)
    return Node("mapping" if has_keys else "sequence", span, key, "", children)


def items_of(value: Any) -> list[tuple[str, Any]]:
    """Return the keys and values of a mapping, or the values of a sequence with empty keys; of a scalar, none."""
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, Pairs):
        return value
    return [("", child) for child in value] if isinstance(value, list) else []


def data_document(data: Iterable[Any], source: str, media_type: str, decoded: str, problem: str = "") -> Document:
    """Return the structured data of a file as a document; *problem* says what is wrong with the file, if anything."""
    builder = TextBuilder()
    nodes = tuple(add_data(builder, value) for value in data)
    metadata = data_metadata(*nodes) | ({"problem": problem} if problem else {})
    return builder.build(source, media_type, decoded, metadata=metadata, data=nodes)


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


def within_limits(value: Any) -> Any:
    """Return data as they are.

    Raises:
        ReadError: they nest too deeply, or hold too many values.
    """
    waiting = [(value, 0)]
    nodes = 0
    while waiting:
        inner, depth = waiting.pop()
        nodes += 1
        check_size(depth, nodes)
        waiting += [(child, depth + 1) for _, child in items_of(inner)]
    return value


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
