"""Liquid: what Jekyll fills in or leaves out when it builds a page from its source."""

from __future__ import annotations

import re

from graph_builder.read.traced import Traced, join

_LIQUID: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\{%-?\s{0,9}comment\s{0,9}-?%\}.{0,20000}?\{%-?\s{0,9}endcomment\s{0,9}-?%\}", re.S), ""),
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


def without_liquid(content: Traced) -> Traced:
    """Return the source of a page without its Liquid; quoted texts in it stay.

    >>> without_liquid(Traced.whole("{% include nav.html %}Ada {{ page.title }}")).text
    'Ada '
    """
    if "{%" not in content.text and "{{" not in content.text:
        return content
    for pattern, replacement in _LIQUID:
        content = replaced(content, pattern, replacement)
    return content


def replaced(content: Traced, pattern: re.Pattern[str], replacement: str) -> Traced:
    """Return *content* with each match of *pattern* replaced; groups stay, and nothing else of a match is traced."""
    pieces: list[tuple[str, int | None]] = []
    position = 0
    for match in pattern.finditer(content.text):
        pieces.extend(content.pieces(position, match.start()))
        pieces.append((match.expand(replacement), None))
        position = match.end()
    if not position:
        return content
    pieces.extend(content.pieces(position, len(content.text)))
    return join(pieces)
