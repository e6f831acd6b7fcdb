"""Rows of HTML tables: those that hold data, and those that only lay a page out."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

_MAX_DEPTH = 12  # tables inside tables; deeper ones only lay out
_BLOCKS = "h1,h2,h3,h4,h5,h6,ul,ol,table,pre,blockquote,dl"
_MAX_DEFINITION = 200


def is_data_row(row: LexborNode) -> bool:
    """Tell whether a table row holds data: two or more cells with text, and no lists or headings in them."""
    if _depth(row) > _MAX_DEPTH:
        return False
    filled = 0
    cell = row.first_child
    while cell is not None:
        if cell.is_element_node and cell.tag in ("td", "th"):
            if cell.css_first(_BLOCKS) is not None or len(cell.css("p")) > 1:
                return False
            filled += bool(cell.text(strip=True))
        cell = cell.next
    return filled > 1


def is_short_definition(term: LexborNode) -> bool:
    """Tell whether a ``dt`` has exactly one ``dd``, and both are short text without blocks inside."""
    definition = _next_element(term)
    if definition is None or definition.tag != "dd":
        return False
    after = _next_element(definition)
    if after is not None and after.tag == "dd":
        return False
    for part in (term, definition):
        if part.css_first(_BLOCKS + ",p,div") is not None:
            return False
        if not 0 < len(part.text(strip=True)) <= _MAX_DEFINITION:
            return False
    return True


def _next_element(node: LexborNode) -> LexborNode | None:
    following = node.next
    while following is not None and not following.is_element_node:
        following = following.next
    return following


def _depth(row: LexborNode) -> int:
    """Return how many tables hold the row, counted up to just over the limit."""
    depth = 0
    node = row.parent
    steps = 0
    while node is not None and depth <= _MAX_DEPTH and steps < 200:
        depth += node.tag == "table"
        node = node.parent
        steps += 1
    return depth if steps < 200 else _MAX_DEPTH + 1
