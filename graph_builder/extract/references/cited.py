"""Journals as mathematicians cite them, a volume and the year in brackets behind the name: "Acta Math. 12:3 (2020)"."""

from __future__ import annotations

import re

from graph_builder.extract.references.fields import trim
from graph_builder.extract.references.tokens import DETAIL_WORDS
from graph_builder.model import Span

_NAME = r"[A-ZÀ-Þ][\w.’'&-]*:?(?:[ ](?:[A-ZÀ-Þ][\w.’'&-]*:?|of|the|and|for|in|on|de|la|et|und|für|der|di|&)){0,9}"
_CITED = re.compile(
    rf"(?:^|(?<=\n)|(?<=[.,;?!][ ])|(?<=\)[ ]))(?P<name>{_NAME}),?\s{{1,3}}(?:[Vv]ol(?:ume|\.)?\s?)?\d{{1,4}}"
    r"(?:\s?[:/.-]\s?\d{1,4}|\s?\(\d{1,3}(?:[-–/]\d{1,3})?\)|,\s?(?:no|issue)\.?\s?\d{1,3})?\s?,?\s?"
    r"\((?:[A-Z][a-z]{2,8}\.?\s)?(?P<year>(?:19|20)\d\d)\)"
)


def cited(text: str, title: Span | None) -> tuple[Span, Span] | None:
    """Return the name of the journal that an entry cites outside its title, and the year.

    >>> text = "Looms of wool. Sbornik: Mathematics, 209:12 (2018), 1756–1782. arXiv:1711.01492"
    >>> [span.of(text) for span in cited(text, Span(0, 13))]
    ['Sbornik: Mathematics', '2018']
    """
    if ")" not in text:
        return None
    for found in _CITED.finditer(text):
        if found["name"].split()[-1].casefold() in DETAIL_WORDS:
            continue  # "Volume 3, Issue 2 (2020)"
        # A title takes in no more than its own lines.
        outside = title is None or found.start() >= title.end or found.end() <= title.start
        if outside or (title is not None and title.start < found.start() and text[found.start() - 1] == "\n"):
            return trim(text, *found.span("name")), Span(*found.span("year"))
    return None
