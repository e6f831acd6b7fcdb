"""What an HTML page does not show, or shows as the site's and not the page's: scripts, menus, hidden parts, feet."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from graph_builder.read.html.roles import (
    is_abstract,
    is_link_button,
    is_page_part,
    is_permalink,
)

_NO_TEXT = """script style noscript nav template svg iframe object embed video audio canvas map select option button
    input textarea datalist dialog annotation title head img"""
_DROPPED = frozenset(_NO_TEXT.split())
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_HIDDEN_CLASSES = frozenset("hidden sr-only visually-hidden visuallyhidden d-none screen-reader-text skip-link".split())
# Parts that a click unfolds: hidden elements that the page's script names and that hold several entries.
_UNFOLDING = frozenset(("div", "section", "ul", "ol", "tbody", "details", "span"))
_UNFOLDED = "li, h2, h3, h4, h5, tr, p"
_LEAST_UNFOLDED = 3
_FOOTER_HOLDERS = frozenset(("article", "section", "li", "td", "blockquote", "main"))


def is_dropped(
    node: LexborNode, tag: str, attributes: dict[str, str | None], source: str, *, deep: bool = False
) -> bool:
    """Tell whether an element is no text of the page: a script, a menu, a hidden part, the foot of a site.

    Args:
        node: the element.
        tag: its name.
        attributes: its attributes.
        source: the page, whose scripts may unfold the element.
        deep: whether nothing may be asked of what it holds, for what holds it is too deep.
    """
    if deep:
        return tag in _DROPPED or "hidden" in attributes or bool(_HIDDEN_STYLE.search(attributes.get("style") or ""))
    if tag in _DROPPED:
        return tag != "button" or not is_link_button(node)
    if is_permalink(node, tag):
        return True
    if not attributes:
        return (tag == "footer" and _is_site_footer(node)) or (tag == "details" and is_abstract(node, tag, []))
    if "hidden" in attributes or _HIDDEN_STYLE.search(attributes.get("style") or ""):
        return not _unfolds(node, attributes, source)
    names = (attributes.get("class") or "").split()
    # The title of a page may be there for screen readers alone.
    if (
        (tag != "h1" and not _HIDDEN_CLASSES.isdisjoint(names))
        or is_abstract(node, tag, names)
        or is_page_part(node, names)
    ):
        return True
    named = (attributes.get("role") or "") in ("navigation", "contentinfo")
    return named or (tag == "footer" and _is_site_footer(node))


def _unfolds(node: LexborNode, attributes: dict[str, str | None], source: str) -> bool:
    """Tell whether a hidden element is the rest of a list that a button shows ("more publications")."""
    if len(ident := attributes.get("id") or "") < 3 or node.tag not in _UNFOLDING or source.count(ident) < 2:
        return False
    if len(node.css(_UNFOLDED)) < _LEAST_UNFOLDED or node.css("form, input"):
        return False
    return sum(len(a.text()) for a in node.css("a")) < 0.7 * len(node.text())  # no folded menu


def _is_site_footer(node: LexborNode) -> bool:
    return node.parent is None or node.parent.tag not in _FOOTER_HOLDERS
