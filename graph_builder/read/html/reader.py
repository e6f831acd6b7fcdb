"""HTML pages become Documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from graph_builder.model import Document, ReadError
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.front_matter import parse_front_matter
from graph_builder.read.data.json import parse_json
from graph_builder.read.data.tree import add_data, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.html.labels import labels
from graph_builder.read.html.walk import walk_html
from graph_builder.read.markdown.reader import read_markdown_text, without_liquid
from graph_builder.read.plain.reader import is_markdown

_NAMES = ("author", "description", "keywords", "subject", "date", "profile:first_name", "profile:last_name")
_PREFIXES = ("og:", "citation_", "dc.", "article:author")
_LD_TYPES = ("Person", "ProfilePage", "ScholarlyArticle", "Thesis", "Book", "EducationalOrganization", "CollegeOrUni")
_MAX_LD = 100_000
_HEAD = 20_000
_ELEMENT = re.compile(r"<(?:!doctype|html|body|main|section|div|span|p|h[1-6]|[uod]l|li|dd|table|td|br|script)\b", re.I)


def read_html(data: bytes, source: str) -> Document:
    """Return an HTML page as a document: its visible text, without menus, scripts and hidden parts.

    A page that a site is yet to be built from has front matter, whose fields come first, and Liquid, which is left
    out; if it has not one element, it is Markdown under the wrong name.

    >>> read_html(b"<title>Ada</title><p>I am <b>Ada</b>.</p><script>x()</script>", "a.html").text
    'I am Ada.'

    Raises:
        ReadError: the bytes are not text.
    """
    text, _ = decode(data)
    if is_markdown(text[:_HEAD]) and not _ELEMENT.search(text):
        return read_markdown_text(text, source, "text/html")
    builder = TextBuilder()
    fields, start, problem = parse_front_matter(text)
    nodes = tuple(add_data(builder, datum) for datum in fields)
    tree = walk_html(builder, without_liquid(text[start:]) if start else text)
    builder.part()
    metadata = _metadata(tree) | data_metadata(*nodes) | ({"problem": problem} if problem else {})
    nodes += tuple(add_data(builder, datum) for datum in _linked_data(tree))
    return builder.build(source, "text/html", text, metadata=metadata, data=nodes)


def _metadata(tree: LexborHTMLParser) -> dict[str, str]:
    """Return what the page's head says about it; several values of one name stand on lines of their own."""
    found: dict[str, list[str]] = {}
    title = tree.css_first("title")
    if title is not None:
        _add_value(found, "title", title.text())
    for meta in tree.css("meta"):
        attributes = meta.attributes
        name = (attributes.get("name") or attributes.get("property") or "").strip().lower()
        if name in _NAMES or name.startswith(_PREFIXES):
            _add_value(found, name, attributes.get("content") or "")
    root = tree.css_first("html")
    if root is not None:
        _add_value(found, "language", root.attributes.get("lang") or "")
    for link in tree.css("link[rel=canonical]"):
        _add_value(found, "canonical", link.attributes.get("href") or "")
    return {name: "\n".join(values) for name, values in found.items()} | labels(tree)


def _add_value(found: dict[str, list[str]], name: str, value: str) -> None:
    value = " ".join(value.split())
    if value and value not in found.setdefault(name, []):
        found[name].append(value)
    if not found.get(name):
        found.pop(name, None)


def _linked_data(tree: LexborHTMLParser) -> Iterator[Any]:
    """Yield the JSON-LD scripts that tell of people or writings; breadcrumbs and site names say nothing of them."""
    for script in tree.css('script[type="application/ld+json"]'):
        content = script.text()
        if len(content) <= _MAX_LD and any(f'"{name}' in content for name in _LD_TYPES):
            with suppress(ReadError):  # a page with a broken script is still a page
                yield parse_json(content)
