"""Markdown files become Documents, with the dialects of Jekyll (kramdown, Liquid), Hugo and Hexo."""

from __future__ import annotations

import re

from graph_builder.model import Document, Node
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.front_matter import parse_front_matter
from graph_builder.read.data.tree import add_data, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.html.labels import labels
from graph_builder.read.html.walk import walk_html
from graph_builder.read.markup import markup_to_html

# What is written for the site's generator beside Liquid, and how each is replaced: groups stay, all else goes.
_GENERATOR: tuple[tuple[re.Pattern[str], str], ...] = (
    # Kramdown's attribute lists, {: .class target="_blank"}, and the ids and classes behind Hugo's headings.
    (re.compile(r"\{:[^{}\n]{0,300}\}"), ""),
    (re.compile(r"(?m)[ \t]{0,9}\{(?:[#.]|\w{1,20}=(?=[\"']))[\w .#=:;%,\"'-]{0,200}\}[ \t]{0,9}$"), ""),
    # The pictures that GitHub's pages write as words: "## Education :school:", "[:link:](address)".
    (re.compile(r"(?m)(?<![^\s\[(|>*]):[a-z][a-z\d_+-]{1,40}:(?![^\s\])|<,.*])"), ""),
    # Kramdown's break at a line's end; other generators allow blanks behind it.
    (re.compile(r"(?m)\\(\\)[ \t]{0,9}$"), "\\1"),
    # Markdown inside HTML counts from the next line on, as after an empty line.
    (re.compile(r"(?i)(?<=>)(?<!->)[ \t]{0,9}(?=\n[ \t]{0,12}(?:[-*+] |#{1,6} |\d{1,3}\. ))"), "\n"),
    # The definitions of kramdown's definition lists are lines below their term.
    (re.compile(r"(?m)(?<=\S)[ \t]{0,9}\n[ \t]{0,3}:[ \t]+(?=\S)"), "\\\\\n"),
    # Headings without the space that CommonMark asks for.
    (re.compile(r"(?m)^#{2,6}(?=[^#\s])()"), "\\g<0> "),
    (re.compile(r"(?m)^#(?=[A-ZÀ-Þ][\w.’'-]{0,30} [A-ZÀ-Þ])()"), "\\g<0> "),
    (re.compile(r"(?m)^([ \t]{0,12})[•●▪◦‣∙] {0,3}(?=\S)"), "\\1- "),
)


def read_markdown(data: bytes, source: str) -> Document:
    """Return a Markdown file as a document: front matter as fields, then the body.

    >>> document = read_markdown(b"---\\ntitle: CV\\n---\\n## Vita\\nI am *Ada*.", "cv.md")
    >>> document.text
    'CV\\n\\nVita\\n\\nI am Ada.'
    >>> [block.kind.value for block in document.blocks], document.metadata
    (['field', 'heading', 'paragraph'], {'title': 'CV'})

    Raises:
        ReadError: the bytes are not text.
    """
    text, _ = decode(data)
    return read_markdown_text(text, source)


def read_markdown_text(text: str, source: str, media_type: str = "text/markdown") -> Document:
    """Return Markdown text as a document."""
    builder = TextBuilder()
    fields, start, problem = parse_front_matter(text)
    nodes: tuple[Node, ...] = tuple(add_data(builder, datum) for datum in fields)
    tree = walk_html(builder, markup_to_html(without_generator(text[start:])))
    metadata = labels(tree) | data_metadata(*nodes) | ({"problem": problem} if problem else {})
    return builder.build(source, media_type, text, metadata=metadata, data=nodes)


def without_generator(text: str) -> str:
    """Return Markdown without what is meant for the site's generator: Liquid, shortcodes, attribute lists, comments."""
    # Lines that begin with a year ("2018. Fellow of X") do not begin a numbered list.
    text = without_liquid(_YEAR_AHEAD.sub(r"\g<0>\\", _without_comments(text)))
    for pattern, replacement in _GENERATOR:
        text = pattern.sub(replacement, text)
    return text


def _without_comments(text: str) -> str:
    *parts, rest = text.split("-->")
    return "".join(part.split("<!--")[0] if "<!--" in part else f"{part}-->" for part in parts) + rest


_YEAR_AHEAD = re.compile(r"(?m)^[ \t]{0,12}(?:[-*+][ \t]{1,3})?(?:19|20)\d\d(?=[.)][ \t]+\S)")


# -- Liquid: what Jekyll fills in or leaves out when it builds a page from its source

_LOOP = r"\{%-?\s{0,9}for\s(?:(?!\{%-?\s{0,9}(?:end)?for\b).){0,6000}?\{%-?\s{0,9}endfor\s{0,9}-?%\}"
_SAID = r"\{\{-?\s{0,9}(?:\"([^\"{}\n]{1,300})\"|'([^'{}\n]{1,300})')\s{0,9}(?:\|[^{}\n]{0,200})?\}\}"
_LIQUID = (
    (re.compile(r"\{%-?\s{0,9}comment\s{0,9}-?%\}.{0,6000}?\{%-?\s{0,9}endcomment\s{0,9}-?%\}", re.S), ""),
    # What a loop prints is filled in when the site is built: its body is a form, and no text of the page.
    *((re.compile(_LOOP, re.S), ""),) * 3,
    (re.compile(r"\{%.{0,600}?%\}", re.S), ""),
    (re.compile(_SAID), "\\1\\2"),
    (re.compile(r"\{\{.{0,600}?\}\}", re.S), ""),
)


def without_liquid(text: str) -> str:
    """Return the source of a page without its Liquid; quoted texts in it stay.

    >>> without_liquid("{% include nav.html %}Ada {{ page.title }}")
    'Ada '
    """
    if "{%" in text or "{{" in text:
        for pattern, replacement in _LIQUID:
            text = pattern.sub(replacement, text)
    return text
