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
    cells = [cell for cell in row.iter() if cell.tag in ("td", "th")]
    if any(cell.css_first(_BLOCKS) is not None or len(cell.css("p")) > 1 for cell in cells):
        return False
    # Books stand beside their covers: what a cell says of one is read as a row of a list.
    tall = 0 if row.css_first("img") is not None else sum(map(_is_tall, cells))
    return sum(bool(cell.text(strip=True)) for cell in cells) > 1 and tall < _LEAST_TALL


_LEAST_TALL = 2


def _is_tall(cell: LexborNode) -> bool:
    """Tell whether a cell is a text of several lines, and no column of years or names.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> def cell(text): return LexborHTMLParser(f"<table><tr><td>{text}").css_first("td")
    >>> _is_tall(cell("<b>PhD in the History of Weaving</b><br>Yarn College<br>Oxford, England<br>May 2011"))
    True
    >>> _is_tall(cell("2001<br>2004<br>2010<br>2012")), _is_tall(cell("A line<br>and another"))
    (False, False)
    """
    return len(cell.css("br, p, div")) > 2 and len(cell.text(strip=True)) >= _LEAST_LETTERS


_LEAST_LETTERS = 50


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
