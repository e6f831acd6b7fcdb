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


def without_liquid(content: MappedText) -> MappedText:
    """Return the source of a page without its Liquid; quoted texts in it stay.

    >>> without_liquid(MappedText.of("{% include nav.html %}Ada {{ page.title }}")).text
    'Ada '
    """
    if "{%" not in content.text and "{{" not in content.text:
        return content
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
