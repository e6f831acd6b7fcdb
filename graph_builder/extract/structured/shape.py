"""Structured data of other makes take one shape: keys of other languages and styles, records within records.

What a value says and where it stands stays as it was; only keys are renamed and mappings taken apart, so that the
readers of jobs, degrees, awards and papers meet the keys that they know.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from graph_builder.extract.structured.keys import END, KEYS, ORGANIZATION, START, TIME, WHEN
from graph_builder.model import Document, Node, Span

_NAMED = {key: name for name, keys in KEYS["synonym"].items() for key in keys}
_ONE_NAME = frozenset(
    {*ORGANIZATION, "venue", "journal", "conference", "advisor", "supervisor", "adviser", "affiliation", "org", "place"}
)
_TIMES = frozenset({*WHEN, "dates_employed", "time_period", "period_of_time"})
_YEAR = re.compile(r"(?:19|20)\d\d(?:\s?[-–/]\s?(?:(?:19|20)?\d\d|present|now)?)?")
_CITED = re.compile(r"public|paper|article|preprint|talk|present|book|journal|conference|teach|course|news", re.I)
_MARKS = re.compile(r"[\s-]+|(?<=[a-z])(?=[A-Z])")


def shaped(document: Document) -> Document:
    """Return *document* with its structured data in the shape that the readers of facts know."""
    if not document.data:
        return document
    return replace(document, data=tuple(_shape(node, "") for node in document.data))


def plain_key(key: str) -> str:
    """Return a key without case, accents and marks between its words.

    >>> plain_key("Diplôme"), plain_key("fieldOfStudy"), plain_key("full-name")
    ('diplome', 'field_of_study', 'full_name')
    """
    bare = "".join(c for c in unicodedata.normalize("NFD", key) if not unicodedata.combining(c))
    return _MARKS.sub("_", unicodedata.normalize("NFC", bare).strip()).casefold()


def _shape(node: Node, above: str) -> Node:
    if node.kind == "scalar":
        return node
    if node.kind == "mapping" and len(node.children) > 1 and all(_YEAR.fullmatch(c.key) for c in node.children):
        node = _by_year(node, above)
    children = tuple(_shape(child, node.key or above) for child in node.children)
    if node.kind == "mapping":
        children = _renamed(tuple(x for child in children for x in _plain(child)))
    return replace(node, children=children)


def _renamed(children: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return the children of a mapping under the keys that are known, as far as these are free."""
    taken = {child.key.casefold() for child in children}
    found: list[Node] = []
    for child in children:
        wanted = _NAMED.get(plain_key(child.key))
        if wanted is None or wanted in taken:
            found.append(child)
            continue
        taken.add(wanted)
        found.append(replace(child, key=wanted))
    return tuple(found)


def _plain(child: Node) -> tuple[Node, ...]:
    """Return a child of a mapping: an organisation with a page of its own by its name, a period by its two ends."""
    key = plain_key(child.key)
    key = _NAMED.get(key, key)
    if child.kind != "mapping":
        return (child,)
    year, month = child.get("year"), child.get("month")
    if child.key.casefold() in TIME and year is not None and year.kind == "scalar" and year.value:
        suffix = (
            f"-{int(month.value):02}" if month is not None and month.value.isdecimal() and len(month.value) < 3 else ""
        )
        return (Node("scalar", child.span, child.key, year.value + suffix),)
    name = child.get("name", "title", "text", "label")
    if key in _ONE_NAME and name is not None and name.kind == "scalar" and name.value.strip():
        return (replace(name, key=child.key),)
    return child.children if key in _TIMES and child.get(*START, *END) is not None else (child,)


def _by_year(node: Node, above: str) -> Node:
    """Return what is listed under its years as one list, each item with its year; citations say theirs themselves."""
    cited = bool(_CITED.search(node.key or above))
    found: list[Node] = []
    for child in node.children:
        when = Node("scalar", Span(child.span.start, child.span.start), "date", child.key)
        for item in child.children if child.kind == "sequence" else (child,):
            if item.kind == "mapping" and item.get(*WHEN, *START) is None:
                found.append(replace(item, key="", children=(when, *item.children)))
            elif item.kind == "scalar" and not cited and item.value.strip():
                found.append(Node("mapping", item.span, "", "", (when, replace(item, key="title"))))
            else:
                found.append(replace(item, key=""))
    return Node("sequence", node.span, node.key, "", tuple(found))
