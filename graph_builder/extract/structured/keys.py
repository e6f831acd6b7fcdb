"""Keys that structured data give to the parts of jobs, degrees, awards and papers, and their values as lines."""

from __future__ import annotations

from collections import defaultdict

from graph_builder.extract.normalise.lexicon import words
from graph_builder.model import Node, Span

KEYS: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
"""By sort (part, synonym, section) and name, the keys that data have, as ``data/keys.tsv`` lists them."""
for _sort, _name, _keys in (_line.split("\t") for _line in words("keys.tsv")):
    KEYS[_sort][_name] = tuple(_keys.split())

PARTS = KEYS["part"]
ORGANIZATION, TITLE, SUBJECT, TEXT = (PARTS[_name] for _name in ("organization", "title", "subject", "text"))
START, END, WHEN = (PARTS[_name] for _name in ("start", "end", "when"))
TIME = (*START, *END, *WHEN)


def part_of(node: Node, start: int, end: int) -> Node:
    """Return some characters of a value as a value, at their place where the document shows the value as it is."""
    exact = len(node.span) == len(node.value)
    span = Span(node.span.start + start, node.span.start + end) if exact else node.span
    return Node("scalar", span, node.key, node.value[start:end])


def values_below(node: Node) -> list[Node]:
    """Return the values below a node that say something."""
    return [n for n in node.walk() if n.kind == "scalar" and n.value.strip() and len(n.span)]


def texts_of(item: Node) -> list[Node]:
    """Return what an item says under its name: highlights, a description, a summary."""
    return [c for c in item.children if c.key.casefold() in TEXT and (c.children or c.value)]
