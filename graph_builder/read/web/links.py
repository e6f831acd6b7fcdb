"""Links of a homepage that lead to more of the same person on the same site: publications, CV, biography."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from graph_builder.model import ReadError
from graph_builder.read.web.pages import clean_address

_WORD = re.compile(
    r"(?i)\b(?:publications?|pubs?|papers?|articles|bibliograph(?:y|ie)|c\.?v\.?|vitae?|r[eé]sum[eé]|lebenslauf|biograph(?:y|ie)"
    r"|bio|about(?:[ _-]me)?|research|service|students?|awards?|publikationen|publicaciones|publica[cç][oõ]es"
    r"|pubblicazioni)\b"
)
_WORDS_OF_A_LINK = 4
"""What leads to a page of one's own is labelled shortly; a longer text is the title of a paper or a sentence."""


def related_pages(html: bytes, address: str) -> list[str]:
    """Return the addresses of the pages that a homepage links to as its publications, CV and so on, in page order.

    Only pages of the same host in the homepage's own folder or below it, so that a page of one person at a university
    does not lead to those of others.

    >>> page = b'<a href="cv.pdf">CV</a> <a href="/other">Research</a> <a href="dogs.html">Dogs</a>'
    >>> related_pages(page, "https://example.org/~ada/")
    ['https://example.org/~ada/cv.pdf']
    """
    home = clean_address(address)
    folder = home[: home.rindex("/") + 1]
    found: dict[str, None] = {}
    for text, target in _links(html, home):
        try:
            link = clean_address(target)
        except ReadError:
            continue
        if link != home and link.startswith(folder) and _is_related(text, link):
            found.setdefault(link)
    return list(found)


def _links(html: bytes, address: str) -> Iterator[tuple[str, str]]:
    for node in LexborHTMLParser(html).css("a[href]"):
        href = (node.attributes.get("href") or "").strip()
        if href and not href.startswith("#"):
            try:
                yield " ".join(node.text().split()), urljoin(address, href)
            except ValueError:  # an address with half a bracket
                continue


def _is_related(text: str, link: str) -> bool:
    name = unquote(urlsplit(link).path.rstrip("/").rsplit("/", 1)[-1]).replace("_", " ")
    short = len(text.split()) <= _WORDS_OF_A_LINK
    return bool(short and (_WORD.search(text) or _WORD.search(name)))
