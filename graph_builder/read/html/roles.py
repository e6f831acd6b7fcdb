"""What HTML elements are on the page by the names that authors and themes give them: headings, columns, menus."""

from __future__ import annotations

import re

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
_PICTURE = re.compile(r"(?:^|[-_])thumb(?:nail)?s?(?:$|[-_\d])", re.IGNORECASE)
_MENU_ITEM = re.compile(r"(?:menu|nav)[-_]?(?:item|link)", re.IGNORECASE)
_LEAST_LINKED = 0.5  # of the letters of a menu; what is no link in it are names of groups
_FEET = frozenset("footer site-footer page-footer page__footer copyright colophon".split())
_LONGEST_FOOT = 300
_COLUMNS = re.compile(r"(?:^|\s)(?:justify-content-between|d-flex|row|space-between|flex-row|justify-between)(?:\s|$)")
_SPREAD = re.compile(r"justify-content\s*:\s*space-between|display\s*:\s*(?:inline-)?flex", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_BLOCKS = "ul,ol,dl,table,pre,blockquote,h1,h2,h3,br,img,form,article,section"
_ABSTRACT = re.compile(r"abs(?:tract)?[-_]?\w{0,40}|\w{0,40}[-_]abs(?:tract)?", re.IGNORECASE)
_FOLDED = re.compile(r"\s*(?:abstract|abs\.?|tl;?dr|show\s+abstract|summary\s+of\s+the\s+paper)\W*$", re.IGNORECASE)
# What folds one thing out, and heads no part of the page: "Show BibTeX", "More ..."
_BUTTON = re.compile(
    r"\W{0,4}(?:(?:show|hide|view|click|read|see|toggle|expand|open|full|the|to|for|here|all|details?|more|less|older|earlier)\s{0,3})*"
    r"(?:abstract|bib\s?tex|bib|cite|citation|details?|more|less|code|here|list|expand|news|older|updates|summary|tl;?dr)?\W{0,6}",
    re.IGNORECASE,
)
_END_OF_RANGE = re.compile(r"(?:[A-Z][a-z]{2,8}\.?\s{1,3})?(?:19|20)\d\d|[Pp]resent|[Nn]ow|[Cc]urrent", re.ASCII)
_LONGEST_HEADING = 60
_WORDS_MEET = frozenset(("span", "a", "label", "time", "small"))
WORDS = _WORDS_MEET | {"b", "strong", "i", "em"}
_BESIDE_TEXT = frozenset(("h2", "h3", "h4", "h5", "h6"))
_LONGEST_CELL = 160
_LEAST_ABSTRACT = 60


def is_titled(node: LexborNode, names: list[str]) -> bool:
    """Tell whether a division serves as a heading: its class says so, or its role, and it is one short line."""
    if node.tag == "summary":
        text = node.text(strip=True)
        named = 2 < len(text) <= _LONGEST_HEADING and not _BUTTON.fullmatch(text) and node.css_first(_BLOCKS) is None
        return named and node.parent is not None and _holds_blocks(node.parent)
    if (node.attributes.get("role") or "") != "heading" and not any(_TITLED.fullmatch(name) for name in names):
        return False
    if any(inner.mem_id != node.mem_id for inner in node.css("h1,h2,h3,h4,h5,h6,div,p,ul,ol,table,br")):
        return False
    return 2 < len(node.text(strip=True)) <= _LONGEST_HEADING


def _holds_blocks(details: LexborNode) -> bool:
    """Tell whether a part that folds out holds more than a line: a list, a table, paragraphs."""
    return details.css_first("ul, ol, table, p, div, h3, h4, h5") is not None


def is_page_part(node: LexborNode, names: list[str]) -> bool:
    """Tell whether an element belongs to the site and not to the page: its foot, a menu of links, words for a picture.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = "<div class='thumb t1'>WOOL<br>AND FELT</div><div class=thumbs><p>On Wool</div>"
    >>> [is_page_part(node, node.attributes["class"].split()) for node in LexborHTMLParser(page).css("div")]
    [True, False]
    """
    if node.tag in {"div", "footer"} and (not _FEET.isdisjoint(names) or node.attributes.get("id") in _FEET):
        return len(node.text(strip=True)) < _LONGEST_FOOT
    if any(_PICTURE.search(name) for name in names):
        return len(node.text(strip=True)) < _LONGEST_HEADING and node.css_first("a, p, li, h2, h3, h4, h5") is None
    if not any(_MENU.search(name) for name in (*names, node.attributes.get("id") or "")):
        return False
    links = node.css("a")
    linked = sum(len(a.text(strip=True)) for a in links)
    if not links or (len(links) == 1 and not any(_MENU_ITEM.fullmatch(name) for name in names)):
        return False
    return linked >= _LEAST_LINKED * len(node.text(strip=True)) and len(node.text(strip=True)) < 600


def is_label(node: LexborNode, behind: str) -> bool:
    """Tell whether a span in a style of its own ends in a word or number that the text *behind* it does not go on.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> spans = LexborHTMLParser("<span class=label>2019-Present</span><span class=big>O</span>").css("span")
    >>> [is_label(span, text) for span, text in zip(spans, ("Weaver", "nce"))]
    [True, False]
    """
    if node.tag != "span" or not node.attributes.get("class") or not behind[:1].isupper():
        return False
    text = node.text(strip=True)
    if CHIP.search(node.attributes.get("class") or "") is not None:
        return len(text) > 1  # "<span class=badge>Award</span>Received ..."
    return len(text) > 3 and (text[-1].isdigit() or (text[-1].islower() and any(c.isdigit() for c in text)))


_HEADED = frozenset(("li", "p", "div", "td", "dd"))
_BEGINS_WORD = re.compile(r"[A-Z][a-z]+[\s,]|[A-Z]\s[a-z]")


def is_head_of(node: LexborNode, behind: str) -> bool:
    """Tell whether bold words that an item begins with stand above the text *behind* them, which style alone parts.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> heads = LexborHTMLParser("<li><b>Wool looms</b>Weaving at scale<li><b>On Loom</b>Works we rely").css("b")
    >>> [is_head_of(head, head.next.text_content) for head in heads], is_head_of(heads[0], "s of yarn")
    ([True, True], False)
    """
    if node.tag not in {"b", "strong"} or node.prev is not None and (node.prev.text_content or "").strip():
        return False
    text = node.text(strip=True)
    if node.parent is None or node.parent.tag not in _HEADED or " " not in text:
        return False
    return (text[-1].islower() or text[-1] in ")?") and _BEGINS_WORD.match(behind) is not None


def is_columns(node: LexborNode, names: list[str], style: str) -> bool:
    """Tell whether a division sets two to four short texts beside each other, as a position and its dates."""
    named = _COLUMNS.search(" ".join(names)) or (style and _SPREAD.search(style))
    if not named and not _is_dated_spans(node):
        return False
    cells = 0
    child = node.first_child
    while child is not None:
        if child.is_element_node:
            cells += 1
            if cells > 4 or child.css_first(_BLOCKS) is not None or len(child.css("p,div,h4,h5,h6")) > 2:
                return False
            if not 0 < len(child.text(strip=True)) <= _LONGEST_CELL or child.tag in {"h1", "h2", "h3", "ul", "ol", "a"}:
                return False
        elif (child.text_content or "").strip():
            return False
        child = child.next
    return cells > 1


def _is_dated_spans(node: LexborNode) -> bool:
    """Tell whether a division with a class of its author's holds spans alone, one of them with a year.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = LexborHTMLParser("<div><span>2019</span> <span>Weaver</span></div><div><span>2019</span>: x</div>")
    >>> [_is_dated_spans(node) for node in page.css("div")]
    [True, False]
    """
    child, dated = node.first_child, False
    while child is not None:
        text = child.text(strip=True) if child.is_element_node else ""
        if child.is_element_node and child.tag != "span":
            return False
        if not child.is_element_node and (child.text_content or "").strip():
            return False
        dated = dated or (len(text) < 40 and _YEAR.search(text) is not None)
        child = child.next
    return dated


_FLOATED = re.compile(r"float\s*:\s*right")
_AT_RIGHT = frozenset("float-right float-end pull-right pull-end".split())
_DIVIDER = re.compile(r"(?i)divid|separat|(?:^|[-_])(?:sep|mid-?dot|dot|bullet)(?:$|[-_])")
_MOST_SPANS = 5


# Parts of an entry by the class of their spans: "Loom Tuner <span class=subtitle>Yarn College</span>".
_PLACED = frozenset(
    "subtitle sub-title institution organization organisation company employer school university affiliation".split()
)


def is_apart(node: LexborNode, style: str) -> bool:
    """Tell whether words stand apart in their line: at its right margin, or named for another part of an entry.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = "<p>Tuner <span class=company>Loomly</span></p><p>I tune at <span class=company>Loomly</span></p>"
    >>> [is_apart(node, "") for node in LexborHTMLParser(page).css("span")]
    [True, False]
    """
    names = (node.attributes.get("class") or "").split()
    if _FLOATED.search(style) is not None or not _AT_RIGHT.isdisjoint(names):
        return True
    if any(map(_DIVIDER.search, names)) and not node.text(strip=True):
        return True  # a dot that the style sheet draws
    if _PLACED.isdisjoint(names) or node.prev is None or node.prev.is_element_node:
        return False
    words = (node.prev.text_content or "").split()
    return bool(words) and words[-1][-1:].isalnum() and not (words[-1].islower() and len(words[-1]) < 5)


def are_lines(parent: LexborNode | None) -> bool:
    """Tell whether a division holds a few spans alone, each with a class and a source line of its own.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = "<div><span class=title>Weaver</span>\\n<span class=detail>Loom Works</span></div>"
    >>> are_lines(LexborHTMLParser(page).css_first("div"))
    True
    """
    if parent is None or parent.tag not in {"div", "li"}:
        return False
    child, spans = parent.first_child, 0
    while child is not None:
        if child.is_element_node:
            spans += 1
            if child.tag != "span" or spans > _MOST_SPANS or not child.attributes.get("class"):
                return False
            if not 1 < len(child.text(strip=True)) <= _LONGEST_CELL:
                return False
        else:
            text = child.text_content or ""
            if text.strip() or (spans and child.next is not None and "\n" not in text):
                return False
        child = child.next
    return spans > 1


def is_abstract(node: LexborNode, tag: str, names: list[str]) -> bool:
    """Tell whether an element holds a paper's abstract, which a click unfolds."""
    if tag == "details":
        summary = node.css_first("summary")
        return summary is not None and _FOLDED.fullmatch(summary.text()) is not None
    ident = node.attributes.get("id") or ""
    if "abstract" not in names and not ("collapse" in names and _ABSTRACT.fullmatch(ident)):
        return False
    return len(node.text(strip=True)) > _LEAST_ABSTRACT


_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_LONGEST_SIGN = 4


def is_wrap(node: LexborNode) -> bool:
    """Tell whether a line break in a heading only wraps it: a colon stands before it, or small letters behind it.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = "<h3><a>On Yarn:<br>A View</a></h3><h3>Ada Lovelace<br>Weaver</h3><p>On Yarn:<br>no</p>"
    >>> [is_wrap(node) for node in LexborHTMLParser(page).css("br")]
    [True, False, False]
    """
    holder = node.parent
    while holder is not None and holder.tag in WORDS:
        holder = holder.parent
    if holder is None or holder.tag not in _HEADINGS or node.prev is None or node.next is None:
        return False
    before, behind = (node.prev.text() or "").rstrip(), (node.next.text() or "").lstrip()
    small = behind[:1].islower() and behind.split()[0].islower()  # and no "arXiv"
    return before.endswith(":") or (len(before.split()) > 2 and small)


def is_permalink(node: LexborNode, tag: str) -> bool:
    """Tell whether a link is the sign behind a heading that leads to the heading itself.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = LexborHTMLParser("<h2>Looms <a href=#looms>¶</a></h2><h2><a href=#yarn>Yarn</a></h2>")
    >>> [is_permalink(link, "a") for link in page.css("a")]
    [True, False]
    """
    if tag != "a" or node.parent is None or node.parent.tag not in _HEADINGS:
        return False
    text = node.text(strip=True)
    return len(text) < _LONGEST_SIGN and not any(c.isalnum() for c in text)


def is_heading_button(node: LexborNode) -> bool:
    """Tell whether a button is the heading of the part that it unfolds: it stands in a heading, or one in it."""
    parent = node.parent
    return (parent is not None and parent.tag in _HEADINGS) or node.css_first("h1, h2, h3, h4, h5, h6") is not None


def is_fold(node: LexborNode) -> bool:
    """Tell whether a button unfolds the division behind it, which holds more than a line: "2021" above its papers.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> page = "<button>2021</button><div><ul><li>On yarn</ul></div><button>More</button><div><p>On wool</div>"
    >>> [is_fold(button) for button in LexborHTMLParser(page).css("button")]
    [True, False]
    """
    if node.tag != "button":
        return False
    behind, text = beside_node(node, forward=True), node.text(strip=True)
    if behind is None or behind.tag not in {"div", "section", "ul", "ol"} or _BUTTON.fullmatch(text):
        return False
    return 2 < len(text) <= _LONGEST_HEADING and _holds_blocks(behind)


def is_link_button(node: LexborNode) -> bool:
    """Tell whether a button is the words of a link: "<a href=...><button>arXiv</button></a>"."""
    parent = node.parent
    return parent is not None and parent.tag == "a" and bool(parent.attributes.get("href"))


CHIP = re.compile(r"(?:^|[\s_-])(?:badge|chip|pill|tag|keyword|skill|interest|topic)s?(?=[\s_-]|$)", re.IGNORECASE)
"""What elements are called that a page sets off as labels."""


def beside_node(node: LexborNode, *, forward: bool) -> LexborNode | None:
    """The element or text behind or before an element but for white space."""
    beside = node.next if forward else node.prev
    while beside is not None and not beside.is_element_node and not (beside.text_content or "").strip():
        beside = beside.next if forward else beside.prev
    return beside


def is_beside_heading(node: LexborNode, tag: str) -> bool:
    """Tell whether a heading sets words apart from what it says: "<h3>Dean <small>Some College</small></h3>"."""
    if node.parent is None or node.parent.tag not in _BESIDE_TEXT or node.prev is None:
        return False
    if not (node.prev.text() or "").strip():
        return False
    text = node.text(strip=True)
    return tag == "small" or " " in text or any(c.isdigit() for c in text)


def stands_apart(node: LexborNode, tag: str) -> bool:
    """Tell whether an element touches its neighbour in the source, and stands apart on the page by style alone."""
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
