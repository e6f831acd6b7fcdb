"""Records of structured data that say by a title, a type or a key what they are, and records that hold several."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.layout.headings import SectionKind
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.extract.normalise.lexicon import is_role
from graph_builder.extract.structured.keys import ORGANIZATION, PARTS, START, TIME, TITLE, WHEN, part_of
from graph_builder.model import Node, Span

_PLACE = (*ORGANIZATION, "address", "where", "at")


def titled_lists(node: Node) -> list[tuple[str, tuple[Node, ...]]]:
    """Return the titles and lists of a sequence of sections: ``- title: Education``, ``  contents: [...]``."""
    found: list[tuple[str, tuple[Node, ...]]] = []
    for item in node.children:
        title, contents = item.get(*PARTS["section title"]), item.get(*PARTS["contents"]) or _only_list(item)
        if title is not None and title.kind == "scalar" and contents is not None and contents.kind == "sequence":
            found.append((title.value, contents.children))
    return found


def _only_list(item: Node) -> Node | None:
    """Return the one list of records below an item, whatever it is called: "subsections"."""
    lists = [c for c in item.children if c.kind == "sequence"]
    if len(lists) != 1 or not all(c.kind == "mapping" and len(c.children) > 1 for c in lists[0].children):
        return None
    return lists[0]


def typed_items(node: Node) -> list[tuple[str, tuple[Node, ...]]]:
    """Return the items of a sequence by their types: ``- type: education``, ``  title: ...``; none if one has none."""
    by_type: dict[str, list[Node]] = {}
    for item in node.children:
        type_ = item.get(*PARTS["type"])
        if type_ is None or type_.kind != "scalar" or not type_.value or len(item.children) < 3:
            return []
        by_type.setdefault(type_.value, []).append(
            replace(item, children=tuple(c for c in item.children if c is not type_))
        )
    return [(name, tuple(items)) for name, items in by_type.items()]


def keyed_records(node: Node, kind: SectionKind) -> tuple[Node, ...]:
    """Return the record or records that stand under a key of their own: ``phd: {university: ..., years: ...}``.

    A place with the posts held there as keys (``acme: {company: Acme, Engineer: {start: 2019}}``) is one for each post.
    """
    place, time = node.get(*_PLACE), node.get(*TIME)
    if kind is SectionKind.AWARDS and time is not None and node.get(*TITLE) is None:
        return (replace(node, children=(_named(node), *node.children)),)
    if place is None or kind not in {SectionKind.EDUCATION, SectionKind.EMPLOYMENT}:
        return ()
    posts = [c for c in node.children if c.kind == "mapping" and c.get(*TIME) is not None and is_role(c.key)]
    if posts:
        shared = tuple(c for c in node.children if c.kind == "scalar")
        return tuple(Node("mapping", p.span, "", "", (_named(p), *shared, *p.children)) for p in posts)
    if time is None:
        return ()
    degrees = kind is SectionKind.EDUCATION
    if node.get(*TITLE) is None and ((degrees and _is_degree(node.key)) or is_role(node.key)):
        return (replace(node, children=(_named(node), *node.children)),)
    return (node,)


def _is_degree(key: str) -> bool:
    found = degree_in(key)
    return found is not None and not found[0]


def _named(node: Node) -> Node:
    """Return the key of a record as its title, which stands where the record begins."""
    return Node("scalar", Span(node.span.start, node.span.start), "title", node.key.replace("_", " "))


def unfolded(item: Node) -> list[Node]:
    """Return one item for each of the degrees or posts that one holds: ``degrees: [M.Sc. in X, B.Sc. in Y]``."""
    held = item.get(*PARTS["posts held"]) if item.kind == "mapping" else None
    if held is None or held.kind != "sequence" or not held.children:
        return [item]
    shared = tuple(c for c in item.children if c is not held and c.kind == "scalar")
    if all(c.kind == "mapping" for c in held.children):
        return [replace(c, children=(*c.children, *(x for x in shared if c.get(x.key) is None))) for c in held.children]
    if item.get(*TITLE) is not None:
        return [item]
    rest = tuple(c for c in item.children if c is not held)
    return [replace(item, children=(replace(d, key="degree"), *rest)) for d in held.children if d.kind == "scalar"]


def with_date(item: Node, when: Node | None) -> Node:
    """Return a record with the year under which it is listed, where it has none itself."""
    if when is None or item.kind != "mapping" or item.get(*WHEN, *START) is not None:
        return item
    return replace(item, children=(*item.children, replace(when, key="date")))


_END = re.compile(r"(?<=[a-z)]{2})[.!]\s+(?=[A-Z_*\"])|\n")


def sentences(node: Node, most: int) -> list[Node]:
    """Return the first sentences of a value, each with its place: of "Role. University of X. I wove." two."""
    if len(node.span) != len(node.value):
        return [node]
    found: list[Node] = []
    begin = 0
    for match in _END.finditer(node.value):
        found.append(part_of(node, begin, match.start()))
        begin = match.end()
        if len(found) == most:
            return found
    return [*found, part_of(node, begin, len(node.value))]


def listed_lines(item: Node) -> list[Node]:
    """Return the lines of a job or degree given as a list: ``what: [PhD in X, University of Y, Thesis: Z]``."""
    if item.kind == "sequence":
        return [c for c in item.children if c.kind == "scalar" and c.value.strip()]
    lists = [c for c in item.children if c.kind == "sequence" and all(x.kind == "scalar" for x in c.children)]
    rest = [c for c in item.children if c not in lists and c.key.casefold() not in TIME]
    named = [c for c in lists if c.key.casefold() in ("what", *PARTS["contents"]) or (len(lists) == 1 and not rest)]
    if not named:
        return []
    return [part for at, line in enumerate(named[0].children[:2]) for part in sentences(line, 1 if at else 2)]
