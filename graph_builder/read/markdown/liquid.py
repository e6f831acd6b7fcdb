"""Liquid: what Jekyll fills in or leaves out when it builds a page from its source."""

from __future__ import annotations

import re

from graph_builder.read.mapped_text import MappedText, join, rewritten

_LIQUID: tuple[tuple[re.Pattern[str], str], ...] = (
    # What a loop prints is filled in when the site is built: its body is a form, and no text of the page.
    *(
        (
            re.compile(
                r"\{%-?\s{0,9}for\s(?:(?!\{%-?\s{0,9}(?:end)?for\b).){0,6000}?\{%-?\s{0,9}endfor\s{0,9}-?%\}", re.S
            ),
            "",
        ),
    )
    * 3,
    (re.compile(r"\{%.{0,600}?%\}", re.S), ""),
    (
        re.compile(r"\{\{-?\s{0,9}(?:\"([^\"{}\n]{1,300})\"|'([^'{}\n]{1,300})')\s{0,9}(?:\|[^{}\n]{0,200})?\}\}"),
        "\\1\\2",
    ),
    (re.compile(r"\{\{.{0,600}?\}\}", re.S), ""),
)


# What a page hands to a template to print: {% include paper.html title="On looms" authors="A. Li" year="2020" %}
_INCLUDE = re.compile(r"\{%-?\s{0,9}include\s[^\s%]{1,80}\s(?P<given>[^%]{10,4000})%\}")
_GIVEN = re.compile(r"(?P<key>[\w-]{1,40})\s{0,2}=\s{0,2}(?P<quote>[\"'])(?P<text>[^\n]{0,1500}?)(?P=quote)(?=\s|$)")
_NOT_PRINTED = (
    "url", "link", "href", "src", "image", "img", "icon", "style", "class", "width", "height", "alt", "color", "id",
    "path", "file", "key",
)  # fmt: skip
_ADDRESS = frozenset("./:#?=&%@~")


def _is_printed(key: str, text: str) -> bool:
    """Tell whether a template prints what it is given by its key: words, and no address."""
    is_text = " " in text.strip() or not _ADDRESS & set(text)
    return is_text and any(c.isalnum() for c in text) and not key.casefold().endswith(_NOT_PRINTED)


def _with_given(content: MappedText) -> MappedText:
    """Return the source of a page with the texts that it gives to templates in paragraphs, a line each."""
    pieces: list[tuple[str, int | None]] = []
    position = 0
    for include in _INCLUDE.finditer(content.text):
        given = [
            g for g in _GIVEN.finditer(content.text, *include.span("given"))
            if _is_printed(g["key"], g["text"])
        ]  # fmt: skip
        if len(given) < 2 or not {g["key"].casefold() for g in given} & {"title", "name"}:
            continue
        pieces.extend(content.pieces(position, include.start()))
        for number, found in enumerate(given):
            pieces.append(("<br>" if number else "<p>", None))
            pieces.extend(content.pieces(*found.span("text")))
        pieces.append(("</p>", None))
        position = include.end()
    pieces.extend(content.pieces(position, len(content.text)))
    return join(pieces) if position else content


def without_liquid(content: MappedText) -> MappedText:
    """Return the source of a page without its Liquid; quoted texts in it stay, and those given to a template.

    >>> without_liquid(MappedText.of("{% include nav.html %}Ada {{ page.title }}")).text
    'Ada '
    """
    if "{%" not in content.text and "{{" not in content.text:
        return content
    if "include" in content.text and "title" in content.text:
        content = _with_given(content)
    content = _without_comments(content)
    for pattern, replacement in _LIQUID:
        content = replaced(content, pattern, replacement)
    return content


_COMMENT = re.compile(r"\{%-?\s{0,9}(?P<end>end)?comment\s{0,9}-?%\}")


def _without_comments(content: MappedText) -> MappedText:
    """Return the source of a page without what stands between the marks of comments."""
    pieces: list[tuple[str, int | None]] = []
    position, opening = 0, -1
    for mark in _COMMENT.finditer(content.text):
        if not mark["end"]:
            opening = mark.start() if opening < 0 else opening
        elif opening >= 0:
            pieces.extend(content.pieces(position, opening))
            position, opening = mark.end(), -1
    if not position:
        return content
    pieces.extend(content.pieces(position, len(content.text)))
    return join(pieces)


def replaced(content: MappedText, pattern: re.Pattern[str], replacement: str) -> MappedText:
    """Return *content* with each match of *pattern* replaced; no place in the source is known of what is new."""
    return rewritten(content, pattern, lambda match: [match.expand(replacement)])
