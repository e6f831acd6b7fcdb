"""Rows of HTML tables: those that hold data, and those that only lay a page out."""

from __future__ import annotations

import re
from itertools import pairwise

from selectolax.lexbor import LexborNode

_MAX_DEPTH = 12  # tables inside tables; deeper ones only lay out
_BLOCKS = "h1,h2,h3,h4,h5,h6,ul,ol,table,pre,blockquote,dl"
_MAX_DEFINITION = 200


def is_data_row(row: LexborNode) -> bool:
    """Tell whether a table row holds data: two or more cells with text, and no lists or headings in them."""
    filled, tall = _cells(row)
    return filled > 1 and tall < _LEAST_TALL


def is_row_of_texts(row: LexborNode) -> bool:
    """Tell whether a table row sets texts of many lines beside each other, as two addresses or three degrees."""
    return _cells(row)[1] >= _LEAST_TALL


def _cells(row: LexborNode) -> tuple[int, int]:
    """Return how many cells of a row have text, and how many many lines of it; none if one holds lists or headings."""
    if _depth(row) > _MAX_DEPTH:
        return 0, 0
    filled = tall = 0
    cell = row.first_child
    while cell is not None:
        if cell.is_element_node and cell.tag in ("td", "th"):
            if (inner := cell.first_child) is None or (inner.next is None and not inner.is_element_node):
                filled += inner is not None and bool(cell.text(strip=True))  # text and nothing else
            elif cell.css_first(_BLOCKS) is not None or len(cell.css("p")) > 1 or _is_of_paragraphs(cell):
                return 0, 0
            else:
                filled += bool(cell.text(strip=True))
                tall += _is_tall(cell)
        cell = cell.next
    # Books stand beside their covers: what a cell says of one is read as a row of a list.
    return filled, 0 if row.css_first("img") is not None else tall


_LEAST_TALL = 2
_LEAST_BREAKS = 6
_BLANK_LINE = re.compile(r"<br\s{0,3}/?>\s{0,40}<br\b", re.IGNORECASE)


def _is_of_paragraphs(cell: LexborNode) -> bool:
    """Tell whether a cell is a list whose entries blank lines part, as beside a heading in the margin.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> def cell(text): return LexborHTMLParser(f"<table><tr><td>{text}").css_first("td")
    >>> _is_of_paragraphs(cell("On yarn<br>Wool<br><br>On wool<br>Yarn<br><br>On silk<br>Silk"))
    True
    >>> _is_of_paragraphs(cell("12 Loom Street<br><br>Ghent"))
    False
    """
    return len(cell.css("br")) >= _LEAST_BREAKS and len(_BLANK_LINE.findall(cell.html or "")) >= _LEAST_TALL


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
    """Tell whether a ``dt`` has exactly one ``dd``, and both are short text without blocks inside.

    Where other terms of its list have several, all are what these are: "2021" above two papers, "2020" above one.
    """
    definition = _next_element(term)
    if definition is None or definition.tag != "dd":
        return False
    after = _next_element(definition)
    if (after is not None and after.tag == "dd") or _is_year_of_many(term, definition):
        return False
    for part in (term, definition):
        if part.css_first(_BLOCKS + ",p,div") is not None:
            return False
        if not 0 < len(part.text(strip=True)) <= _MAX_DEFINITION:
            return False
    return True


_YEAR_ALONE = re.compile(r"\s{0,40}(?:19|20)\d\d\s{0,40}")


def _is_year_of_many(term: LexborNode, definition: LexborNode) -> bool:
    """Tell whether a term is a year above what is no short text, and another of its list has several definitions."""
    if term.parent is None or not _YEAR_ALONE.fullmatch(term.text()):
        return False
    if len(definition.text(strip=True)) < _LEAST_LETTERS:
        return False
    return term.parent.css_first("dd + dd") is not None


_DATED = r"(?:19|20)\d\d(?!\d)[\s\d–—:./-]{1,14}(?=[^\W\d_a-z])"
_DATED_START = re.compile(rf"\s{{0,40}}{_DATED}")
_DATED_LINE = re.compile(rf"\n[ \t]{{0,40}}(?={_DATED})")


def dated_lines(node: LexborNode) -> list[str]:
    """Return the lines of a text node whose paragraph is one entry a line, each behind its year; else all its text.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> def lines(text): return dated_lines(LexborHTMLParser(f"<p>{text}</p>").css_first("p").first_child)
    >>> lines("2001 – PhD, Yarn\\nCollege\\n1998 – BA, Loom University")
    ['2001 – PhD, Yarn\\nCollege', '\\n1998 – BA, Loom University']
    >>> lines("I came in\\n2001 – PhD in hand")
    ['I came in\\n2001 – PhD in hand']
    """
    text = node.text_content or ""
    breaks = [match.start() for match in _DATED_LINE.finditer(text)] if "\n" in text else []
    parent = node.parent
    if not breaks or parent is None or parent.tag != "p" or not _DATED_START.match(parent.text()):
        return [text]
    return [text[start:end] for start, end in pairwise([0, *breaks, len(text)])]


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
