"""Chips: short words that a page sets beside each other as labels, with nothing between them but their style."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from graph_builder.read.html.roles import CHIP, beside_node

CHIPS = frozenset(("span", "mark"))
"""Elements that chips are made of; links and bold words are marked in a document, and so told apart later."""

_AROUND_CHIPS = frozenset("h1 h2 h3 h4 h5 h6 p div ul ol hr section table".split())
_HOLDERS = frozenset("p div section dd td".split())
_MOST_CHIPS = 60
_LONGEST, _MOST_WORDS = 45, 5
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
    if len(text) > _LONGEST or len(text.split()) > _MOST_WORDS:
        return False
    return called or (not _SENTENCE.search(text) and text[:1].isupper())
