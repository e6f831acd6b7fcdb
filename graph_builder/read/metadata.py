"""What structured data say about their document as a whole."""

from __future__ import annotations

from graph_builder.model import Node

_KEYS = (
    "title", "subtitle", "author", "name", "description", "excerpt", "permalink", "layout", "date", "lang", "language",
)  # fmt: skip
_NAMED = {"lang": "language", "excerpt": "description"}


def data_metadata(*nodes: Node) -> dict[str, str]:
    """Return the well-known values at the top of structured data, under lower-case names."""
    found: dict[str, str] = {}
    for node in nodes:
        for key in _KEYS:
            child = node.get(key)
            value = _value(child) if child is not None else ""
            if value:
                found.setdefault(_NAMED.get(key, key), value)
    return found


def _value(node: Node) -> str:
    if node.kind == "scalar":
        return " ".join(node.value.split())
    if node.kind == "mapping":
        named = node.get("name")
        return _value(named) if named is not None and named.kind == "scalar" else ""
    return "\n".join(value for child in node.children if (value := _value(child)))
