"""Cards and chips of HTML pages: divisions of one class that are entries, and short words set beside each other."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from graph_builder.read.html.roles import CHIP, beside_node

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# Months, seasons, ends and what stands between two dates, in the languages that pages on careers are written in
_OF_DATES = re.compile(
    r"(?i)(?:jan|ene|gen|f[eé][bv]|m[aä]r|a[pvb]r|ma[iyg]|jui|jun|giu|jul|lug|ao[uû]|aug|ago|sep|set|o[ckut]t|out|nov"
    r"|d[eéi][cszk]|spring|summer|fall|autumn|winter|present|now|today|current|ongoing|to|until|till|since|from|depuis"
    r"|aujourd|seit|bis|heute|actual|presente|oggi|de|à|en|cours|hui)[^\W\d_]{0,8}"
)
_WORD = re.compile(r"[^\W\d_]+")
_LINES = frozenset(("div", "p"))
_INSIDE = _LINES | {"span", "a", "b", "strong", "i", "em", "u", "small", "time", "img", "svg", "path", "br", "sup"}
_BESIDE = frozenset(("span", "small", "time"))
_LONGEST_CARD = 800
_LONGEST_LINE = 300
_LONGEST_DATE = 40
_LEAST_LINES, _MOST_LINES = 3, 7


def is_dated_card(node: LexborNode, names: list[str]) -> bool:
    """Tell whether a division is one of a row of cards that hold nothing but short lines, one of these a date.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> cards = "".join(f"<div class=item><div>{y}</div><div>Weaver</div><div>Loomly</div></div>" for y in (2019, 2020))
    >>> page = LexborHTMLParser(f"<div class=all>{cards}</div><div class=item><div>Weaver</div><div>Loomly</div></div>")
    >>> [is_dated_card(node, node.attributes.get("class", "").split()) for node in page.css("[class]")]
    [False, True, True, False]
    """
    if not names or not any(_is_alike(node, names, forward=forward) for forward in (True, False)):
        return False
    text = node.text(strip=True)
    if len(text) > _LONGEST_CARD or not _YEAR.search(text):
        return False
    parts = [part for part in node.css("*") if part.mem_id != node.mem_id]
    if any(part.tag not in _INSIDE for part in parts):
        return False
    lines = [part for part in parts if _is_leaf(part) and (part.tag in _LINES or _is_beside_lines(part))]
    texts = [text for text in (line.text(strip=True) for line in lines) if text]
    if not _LEAST_LINES <= len(texts) <= _MOST_LINES or sum(map(len, texts)) < len(text):
        return False
    return sum(map(_is_date, texts)) == 1 and all(len(text) <= _LONGEST_LINE for text in texts)


def _is_date(text: str) -> bool:
    """Tell whether a line is a date or a range of dates, and not a badge such as "LOOM 2024"."""
    if len(text) > _LONGEST_DATE or not _YEAR.search(text):
        return False
    return all(_OF_DATES.fullmatch(word) for word in _WORD.findall(text))


def _is_beside_lines(part: LexborNode) -> bool:
    """Tell whether a date or a badge stands beside the lines of a card, and not in one of them."""
    return part.tag in _BESIDE and part.parent is not None and not _is_leaf(part.parent)


def _is_leaf(part: LexborNode) -> bool:
    return all(inner.mem_id == part.mem_id for inner in part.css("div, p"))


def _is_alike(node: LexborNode, names: list[str], *, forward: bool) -> bool:
    """Tell whether the element before or behind a card has its class, for which white space is passed over."""
    beside = node.next if forward else node.prev
    while beside is not None and not beside.is_element_node:
        beside = beside.next if forward else beside.prev
    if beside is None or beside.tag != node.tag:
        return False
    return (beside.attributes.get("class") or "").split()[:1] == names[:1]


_LEAST_OF_ITEM = 2
_DEPTH = 3  # divisions between an item and its lines
_MOST_PARTS = 8  # that one of these has


def is_of_dated_item(node: LexborNode) -> bool:
    """Tell whether a paragraph is one of the short lines of a list item that also holds a date by itself.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> items = "<li><time>2020</time><p>Loom Medal</p></li><li>In 2020 I wove: <p>Wool</p></li>"
    >>> page = LexborHTMLParser(f"<ul>{items}</ul>")
    >>> [is_of_dated_item(node) for node in page.css("p")]
    [True, False]
    """
    item = node.parent
    for _ in range(_DEPTH):
        if item is None or item.tag not in _INSIDE or not _is_small(item):
            break
        item = item.parent
    if item is None or item.tag != "li" or not _is_small(item):
        return False
    text = item.text(strip=True)
    if len(text) > _LONGEST_CARD or not _YEAR.search(text):
        return False
    if any(part.tag not in _INSIDE for part in item.css("*") if part.mem_id != item.mem_id):
        return False
    texts = [line for line in _lines_of(item) if line]
    return _LEAST_OF_ITEM <= len(texts) <= _MOST_LINES and sum(map(_is_date, texts)) == 1


def _is_small(node: LexborNode) -> bool:
    part, count = node.first_child, 0
    while part is not None and count <= _MOST_PARTS:
        count += part.is_element_node
        part = part.next
    return count <= _MOST_PARTS


def _lines_of(item: LexborNode, depth: int = _DEPTH) -> list[str]:
    """Return the text of an item by its lines: each paragraph or division without others, and what stands beside it."""
    lines = [""]
    part = item.first_child
    while part is not None:
        if part.is_element_node and part.tag in _LINES:
            lines += [*([part.text().strip()] if depth == 0 or _is_leaf(part) else _lines_of(part, depth - 1)), ""]
        elif part.is_element_node and part.tag == "br":
            lines.append("")
        else:
            lines[-1] = f"{lines[-1]} {part.text().strip()}".strip()
        part = part.next
    return lines


# -- chips: short words that a page sets beside each other as labels

CHIPS = frozenset(("span", "mark"))
"""Elements that chips are made of; links and bold words are marked in a document, and so told apart later."""

_AROUND_CHIPS = frozenset("h1 h2 h3 h4 h5 h6 p div ul ol hr section table".split())
_HOLDERS = frozenset("p div section dd td".split())
_MOST_CHIPS = 60
_LONGEST_CHIP, _MOST_WORDS = 45, 5
_SENTENCE = re.compile(r"[.,:;!?@|…(]\Z|\d|\A[^\w“\"(#]")


def is_chip(node: LexborNode) -> bool:
    """Tell whether an element is one of several chips that a part of the page holds alone.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = "<p>On <span class=tag>Wool</span> <span class=tag>Silk</span></p><p><i class=tag>Oak</i></p>"
    >>> page += "<div><h4>Interests</h4><span class=badge>Looms</span> <span class=badge>Dyes</span></div>"
    >>> page += "<div><span>Old looms</span> <span>New looms</span> <span>Felt</span></div>"
    >>> [is_chip(span) for span in LexborHTMLParser(page).css("span")]
    [False, False, True, True, True, True, True]
    """
    return _is_named(node) or _is_in_row(node)


def _is_named(node: LexborNode) -> bool:
    """Tell whether an element is called a chip, as others beside it are."""
    named = _names(node)
    if not named:
        return False
    chips = 1
    for forward in (False, True):
        beside = beside_node(node, forward=forward)
        while beside is not None and beside.tag == node.tag and _names(beside) & named:
            chips += 1
            if chips > _MOST_CHIPS:
                return False
            beside = beside_node(beside, forward=forward)
        if beside is not None and beside.tag not in _AROUND_CHIPS:
            return False
    return chips > 1


def _names(node: LexborNode) -> set[str]:
    return {name for name in (node.attributes.get("class") or "").split() if CHIP.search(name)}


def _is_in_row(node: LexborNode) -> bool:
    """Tell whether an element stands in a row of short names, many of them of several words, and nothing else."""
    holder = node.parent
    if holder is None or holder.tag not in _HOLDERS:
        return False
    called = bool(_names(holder)) and holder.tag != "p"
    texts: list[str] = []
    child = holder.child
    while child is not None:
        text = (child.text_content if not child.is_element_node else child.text()) or ""
        if text.strip() and (texts or not text.rstrip().endswith(":")):  # "Interests:", ahead of them
            if child.tag != node.tag or child.attributes.get("class") != node.attributes.get("class"):
                return False
            texts.append(" ".join(text.split()))
            if len(texts) > _MOST_CHIPS or not _is_short(texts[-1], called=called):
                return False
        child = child.next
    several = sum(" " in text for text in texts)
    return len(texts) > 1 if called else len(texts) > 2 and 2 * several >= len(texts)


def _is_short(text: str, *, called: bool) -> bool:
    if len(text) > _LONGEST_CHIP or len(text.split()) > _MOST_WORDS:
        return False
    return called or (not _SENTENCE.search(text) and text[:1].isupper())
