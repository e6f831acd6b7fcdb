"""What the pictures and recordings of a page are called: often the only place that prints its owner's name."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

_LABELLED = (("img", "alt"), ("img", "title"), ("audio", "title"), ("video", "title"))
# Where themes print whose site a page is of, mostly in its menu, which is no part of the text.
_SITES = (
    ".navbar-brand, .navbar-title, .brand, .nav-brand, .site-title, .site-name, .site-nav__title, .logo, .nav-logo, .logo-text,"
    ".menu-category, .sidebar-title, .author__name, .masthead__title, .p-name, #site-title, #logo, nav h1, nav .name"
)
_MOST_SITES = 4
_MOST = 12
_LONGEST = 100


def labels(tree: LexborHTMLParser) -> dict[str, str]:
    """Return the alternative texts and titles of pictures and recordings, one a line, as metadata ``labels``.

    >>> labels(LexborHTMLParser('<img src="me.jpg" alt="Photo of Ada Lovelace">'))
    {'labels': 'Photo of Ada Lovelace'}
    """
    found: dict[str, None] = {}
    for tag, name in _LABELLED:
        for node in tree.css(tag)[: 4 * _MOST]:
            label = " ".join((node.attributes.get(name) or "").split())
            if label and len(label) <= _LONGEST:
                found[label] = None
    said = {"labels": "\n".join(list(found)[:_MOST])} if found else {}
    return said | _site(tree)


def _site(tree: LexborHTMLParser) -> dict[str, str]:
    """Return what the site of the page is called, one name a line, as metadata ``site``.

    >>> _site(LexborHTMLParser('<nav><a class="navbar-brand" href="/">Ada Lovelace</a></nav>'))
    {'site': 'Ada Lovelace'}
    """
    found: dict[str, None] = {}
    for node in tree.css(_SITES)[:_MOST_SITES]:
        name = " ".join(node.text().split())
        if name and len(name) <= _LONGEST:
            found[name] = None
    return {"site": "\n".join(found)} if found else {}
