"""What a page's site and its owner's CVs are called: often the only places that print the owner's name."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

# Where themes print whose site a page is of, mostly in its menu, which is no part of the text.
_SITES = (
    ".navbar-brand, .navbar-title, .brand, .nav-brand, .site-title, .site-name, .site-nav__title, .logo, .nav-logo,"
    ".logo-text, .menu-category, .sidebar-title, .author__name, .masthead__title, .p-name, #site-title, #logo, nav h1,"
    "nav .name"
)
_MOST_SITES = 4
_HOME = re.compile(r"(?:https?://[^/\s]{1,80})?[./]{0,3}(?:(?:index|home)\.html?)?#?")
_NAMED = re.compile(r"[^\W\d_a-z][^\s\d]{0,30}(?:\s[^\s\d]{1,30}){1,3}")
_LONGEST = 100


def labels(tree: LexborHTMLParser) -> dict[str, str]:
    """Return what the site of a page and the CVs that it links to are called, as metadata ``site`` and ``files``."""
    return _site(tree) | _files(tree)


_FILE = re.compile(r"(?<![^/?#])[^/?#]{1,130}\.(?:pdf|docx?)", re.IGNORECASE)
_CV = re.compile(r"cv|vitae?|r[eé]sum[eé]", re.IGNORECASE)
_MOST_FILES = 3


def _files(tree: LexborHTMLParser) -> dict[str, str]:
    """Return what the files of CVs are called that a page links to, mostly from its menu, as metadata ``files``.

    >>> _files(LexborHTMLParser('<nav><a href="files/CV_Lovelace.pdf">CV</a><a href="looms.pdf">Looms</a></nav>'))
    {'files': 'CV_Lovelace.pdf'}
    """
    links = [a.attributes.get("href") or "" for a in tree.css('a[href*=".pdf"], a[href*=".doc"]')[:_MOST_LINKS]]
    names = [match[0] for link in links for match in _FILE.finditer(link)]
    found = dict.fromkeys(name for name in names if _CV.search(name))
    return {"files": "\n".join(list(found)[:_MOST_FILES])} if found else {}


_MOST_LINKS = 100


def _site(tree: LexborHTMLParser) -> dict[str, str]:
    """Return what the site of the page is called, one name a line, as metadata ``site``.

    >>> _site(LexborHTMLParser('<nav><a class="navbar-brand" href="/">Ada Lovelace</a></nav>'))
    {'site': 'Ada Lovelace'}
    >>> _site(LexborHTMLParser('<nav><a href="index.html">Ada Lovelace</a><a href="cv.html">CV</a></nav>'))
    {'site': 'Ada Lovelace'}
    >>> _site(LexborHTMLParser('<nav><a href="/">Home</a></nav>'))
    {}
    """
    found: dict[str, None] = {}
    for node in tree.css(_SITES)[:_MOST_SITES]:
        name = " ".join(node.text().split())
        if name and len(name) <= _LONGEST:
            found[name] = None
    menu = [] if found else [a for a in tree.css("nav a, header a")[:_MOST_SITES] if a.text(strip=True)]
    if menu and _HOME.fullmatch(menu[0].attributes.get("href") or ""):  # its first entry may be the owner's name
        name = " ".join(menu[0].text().split())
        if _NAMED.fullmatch(name):
            found[name] = None
    return {"site": "\n".join(found)} if found else {}
