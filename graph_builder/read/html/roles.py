"""What HTML elements are on the page: headings, columns, rows of data, menus, and what is no text of the page."""

from __future__ import annotations

import re
from itertools import islice

from selectolax.lexbor import LexborNode

_TITLED = re.compile(
    r"(?:card|panel|section|block|widget|box|cv|resume|content|page|module|area)[-_]*(?:header|heading|head|title|name)"
    r"|heading|(?:sub)?section-?title|header-title|headline|h[1-4]",
    re.IGNORECASE,
)
# Parts of the names of menus: "site-nav__links", "layout-menu", "navigation_menu0"; "menudo" and "navy" are none.
_MENU = re.compile(
    r"(?:^|[\W_]|(?<=[a-z])(?=[A-Z])|(?<=top)|(?<=side)|(?<=site)|(?<=main)|(?<=ew))"
    r"(?i:nav|navbar|navigation|navmenu|menu|breadcrumbs?|toc|table-of-contents|pagination)(?=$|[\W_\dA-Z])"
)
_LEAST_LINKED = 0.5  # of the letters of a menu; what is no link in it are names of groups
_FEET = frozenset("footer site-footer page-footer page__footer copyright colophon".split())
_LONGEST_FOOT = 300
_BLOCKS = "ul,ol,dl,table,pre,blockquote,h1,h2,h3,br,img,form,article,section"
_END_OF_RANGE = re.compile(r"(?:[A-Z][a-z]{2,8}\.?\s{1,3})?(?:19|20)\d\d|[Pp]resent|[Nn]ow|[Cc]urrent", re.ASCII)
_LONGEST_HEADING = 60
_WORDS_MEET = frozenset(("span", "a", "label", "time", "small"))
WORDS = _WORDS_MEET | {"b", "strong", "i", "em"}
_LONGEST_CELL = 160


def is_titled(node: LexborNode, names: list[str]) -> bool:
    """Return whether a division serves as a heading: its class says so, or its role, and it is one short line."""
    if (node.attributes.get("role") or "") != "heading" and not any(_TITLED.fullmatch(name) for name in names):
        return False
    if any(inner.mem_id != node.mem_id for inner in node.css("h1,h2,h3,h4,h5,h6,div,p,ul,ol,table,br")):
        return False
    return 2 < len(node.text(strip=True)) <= _LONGEST_HEADING


def is_page_part(node: LexborNode, names: list[str]) -> bool:
    """Return whether an element belongs to the site, not to the page: its footer, a menu of links.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = "<div class=menu><a href=a>Home</a><a href=b>CV</a></div><div class=menudo><a href=c>On Wool</a></div>"
    >>> [is_page_part(node, node.attributes["class"].split()) for node in LexborHTMLParser(page).css("div")]
    [True, False]
    """
    if node.tag in {"div", "footer"} and (not _FEET.isdisjoint(names) or node.attributes.get("id") in _FEET):
        return len(node.text(strip=True)) < _LONGEST_FOOT
    if not any(_MENU.search(name) for name in (*names, node.attributes.get("id") or "")):
        return False
    links = node.css("a")
    linked = sum(len(a.text(strip=True)) for a in links)
    return len(links) > 1 and linked >= _LEAST_LINKED * len(node.text(strip=True)) and len(node.text(strip=True)) < 600


_FLOATED = re.compile(r"float\s*:\s*right")
_AT_RIGHT = frozenset("float-right float-end pull-right pull-end".split())
_DIVIDER = re.compile(r"(?i)divid|separat|(?:^|[-_])(?:sep|mid-?dot|dot|bullet)(?:$|[-_])")


def is_apart(node: LexborNode, style: str) -> bool:
    """Return whether words stand apart in their line: at its right margin, or behind a dot of the style sheet."""
    names = (node.attributes.get("class") or "").split()
    if _FLOATED.search(style) is not None or not _AT_RIGHT.isdisjoint(names):
        return True
    return any(map(_DIVIDER.search, names)) and not node.text(strip=True)


_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_LONGEST_SIGN = 4


def is_permalink(node: LexborNode, tag: str) -> bool:
    """Return whether a link is the sign behind a heading that leads to the heading itself.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = LexborHTMLParser("<h2>Looms <a href=#looms>¶</a></h2><h2><a href=#yarn>Yarn</a></h2>")
    >>> [is_permalink(link, "a") for link in page.css("a")]
    [True, False]
    """
    if tag != "a" or node.parent is None or node.parent.tag not in _HEADINGS:
        return False
    text = node.text(strip=True)
    return len(text) < _LONGEST_SIGN and not any(c.isalnum() for c in text)


def is_link_button(node: LexborNode) -> bool:
    """Return whether a button is the words of a link: "<a href=...><button>arXiv</button></a>"."""
    parent = node.parent
    return parent is not None and parent.tag == "a" and bool(parent.attributes.get("href"))


def stands_apart(node: LexborNode, tag: str) -> bool:
    """Return whether an element touches its neighbour in the source, and stands apart on the page by style alone."""
    before = node.prev
    if before is None or before.tag not in WORDS:
        return False
    if before.tag not in _WORDS_MEET:  # "<b>Some University</b><i>Lecturer</i>"
        last, first = before.text(strip=True)[-4:], node.text(strip=True)[:1]
        parted = last[-1:].islower() or (tag == "span" and "class" in node.attributes and last[-1:] not in "-/(“\"'’")
        return before.tag != tag and len(last) == 4 and parted and first.isupper()
    styled = node.attributes.get("class") or before.attributes.get("class") or before.tag != tag
    if not styled:  # two links, or the two ends of a range of years
        last, own = before.text(strip=True), node.text(strip=True)
        if tag == "a":
            other = node.attributes.get("href") != before.attributes.get("href")
            return other and len(last) > 2 and last[-1].isalnum() and (own[:1].isupper() or own[:1].isdigit())
        return len(last) > 2 and _END_OF_RANGE.fullmatch(own) is not None
    return len(before.text(strip=True)) > 1


_CHIP = re.compile(r"(?:^|[\s_-])(?:badge|chip|pill|tag|keyword|skill|interest|topic)s?(?=[\s_-]|$)", re.IGNORECASE)


def is_chip(node: LexborNode) -> bool:
    """Return whether an element is a label that stands beside others of its class.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = "<p>On <b class=tag>Wool</b> and</p><p><b class='tag a'>Silk</b> <b class='tag b'>Felt</b>"
    >>> [is_chip(node) for node in LexborHTMLParser(page).css("b")]
    [False, True, True]
    """
    names = (node.attributes.get("class") or "").split()
    if not any(map(_CHIP.search, names)):
        return False
    near = [node.next, node.next and node.next.next, node.prev, node.prev and node.prev.prev]
    return any(n is not None and n.is_element_node and _CHIP.search(n.attributes.get("class") or "") for n in near)


_COLUMNS = re.compile(r"(?:^|\s)(?:justify-content-between|d-flex|row|space-between|flex-row|justify-between)(?:\s|$)")
_SPREAD = re.compile(r"justify-content\s*:\s*space-between|display\s*:\s*(?:inline-)?flex", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NO_COLUMNS = frozenset("h1 h2 h3 ul ol a".split())


def is_columns(node: LexborNode, names: list[str], style: str) -> bool:
    """Return whether a division sets two to four short texts beside each other, as a position and its dates.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = LexborHTMLParser("<div><span>2019</span> <span>Weaver</span></div><div><span>2019</span>: x</div>")
    >>> [is_columns(node, [], "") for node in page.css("div")]
    [True, False]
    """
    cells = [*islice(node.iter(), 5)]
    if not 2 <= len(cells) <= 4 or any(cell.tag in _NO_COLUMNS for cell in cells) or node.text(deep=False).strip():
        return False
    if any(cell.css_first(_BLOCKS) is not None or len(cell.css("p,div,h4,h5,h6")) > 2 for cell in cells):
        return False
    texts = [cell.text(strip=True) for cell in cells]
    dated = all(cell.tag == "span" for cell in cells) and any(len(t) < 40 and _YEAR.search(t) for t in texts)
    named = _COLUMNS.search(" ".join(names)) or _SPREAD.search(style)
    return bool(named or dated) and all(0 < len(text) <= _LONGEST_CELL for text in texts)


# -- rows of tables: those that hold data, and those that only lay a page out

_DEEPEST_TABLE = 12  # tables inside tables; deeper ones only lay out
_CELL_BLOCKS = "h1,h2,h3,h4,h5,h6,ul,ol,table,pre,blockquote,dl"
_LONGEST_DEFINITION = 200


def is_data_row(row: LexborNode) -> bool:
    """Return whether a table row holds data: two or more cells with text, and no lists or headings in them."""
    if _depth(row) > _DEEPEST_TABLE:
        return False
    cells = [cell for cell in row.iter() if cell.tag in ("td", "th")]
    if any(cell.css_first(_CELL_BLOCKS) is not None or len(cell.css("p")) > 1 for cell in cells):
        return False
    return sum(bool(cell.text(strip=True)) for cell in cells) > 1


def is_short_definition(term: LexborNode) -> bool:
    """Return whether a ``dt`` has exactly one ``dd``, and both are short text without blocks inside."""
    definition = _next_element(term)
    if definition is None or definition.tag != "dd":
        return False
    after = _next_element(definition)
    if after is not None and after.tag == "dd":
        return False
    for part in (term, definition):
        if part.css_first(_CELL_BLOCKS + ",p,div") is not None:
            return False
        if not 0 < len(part.text(strip=True)) <= _LONGEST_DEFINITION:
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
    while node is not None and depth <= _DEEPEST_TABLE and steps < 200:
        depth += node.tag == "table"
        node = node.parent
        steps += 1
    return depth if steps < 200 else _DEEPEST_TABLE + 1


# -- what a page does not show, or shows as the site's: scripts, menus, hidden parts, feet

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


def is_dropped(node: LexborNode, source: str, *, deep: bool = False) -> bool:
    """Return whether an element is no text of the page: a script, a menu, a hidden part, the foot of a site.

    Args:
        node: the element.
        source: the page, whose scripts may unfold the element.
        deep: whether nothing may be asked of what it holds, for what holds it is too deep.
    """
    tag, attributes = node.tag or "", node.attributes
    if deep:
        return tag in _DROPPED or "hidden" in attributes or bool(_HIDDEN_STYLE.search(attributes.get("style") or ""))
    if tag in _DROPPED:
        return tag != "button" or not is_link_button(node)
    if is_permalink(node, tag):
        return True
    if not attributes:
        return tag == "footer" and _is_site_footer(node)
    if "hidden" in attributes or _HIDDEN_STYLE.search(attributes.get("style") or ""):
        return not _unfolds(node, attributes, source)
    names = (attributes.get("class") or "").split()
    # The title of a page may be there for screen readers alone.
    if (tag != "h1" and not _HIDDEN_CLASSES.isdisjoint(names)) or "abstract" in names or is_page_part(node, names):
        return True
    named = (attributes.get("role") or "") in ("navigation", "contentinfo")
    return named or (tag == "footer" and _is_site_footer(node))


def _unfolds(node: LexborNode, attributes: dict[str, str | None], source: str) -> bool:
    """Return whether a hidden element is the rest of a list that a button shows ("more publications")."""
    if len(ident := attributes.get("id") or "") < 3 or node.tag not in _UNFOLDING or source.count(ident) < 2:
        return False
    if len(node.css(_UNFOLDED)) < _LEAST_UNFOLDED or node.css("form, input"):
        return False
    return sum(len(a.text()) for a in node.css("a")) < 0.7 * len(node.text())  # no folded menu


def _is_site_footer(node: LexborNode) -> bool:
    return node.parent is None or node.parent.tag not in _FOOTER_HOLDERS
