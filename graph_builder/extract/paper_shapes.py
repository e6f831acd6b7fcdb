"""Shapes of texts in publication lists: titles, running text, and marks that cover all of a citation."""

from __future__ import annotations

import re

from graph_builder.extract.references.rules import YEAR
from graph_builder.model import MarkKind

_SAYS = re.compile(
    r"\b(?:we|I|my|our|is|are|was|were|has|have|had|can|may|must|they|their|it|its|find|show|propose|examine|argue|which|that)\b"
)


_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def is_prose(text: str) -> bool:
    """Tell whether a text is running text, as abstracts are: sentences with verbs, and few words with a capital.

    >>> is_prose("How do towns grow? We study what the records of nine towns have in common. " * 3)
    True
    """
    words = _WORD.findall(text[:1500])
    if len(words) < 30 or not re.search(r"[a-z][.?!]\s+[A-Z]|[a-z)][.?!]$", text) or re.match(r"\W{0,3}[“\"]", text):
        return False
    small = sum(word[0].islower() for word in words)
    return small >= 0.8 * len(words) and len(_SAYS.findall(text[:1500])) >= max(3, 0.06 * len(words))


def is_whole(mark: tuple[str, int, int], text: str) -> bool:
    """Tell whether a mark inside an entry says nothing, since all of a citation is a link: names, year and title."""
    kind, start, end = mark
    if kind != MarkKind.LINK or end - start < 0.6 * len(text):
        return False
    inside = text[start:end]
    year = YEAR.search(inside)
    return year is not None and len(inside.split()) >= 10 and ". " in inside


def is_title(text: str) -> bool:
    """Tell whether a text has the shape of a title: three to forty words that begin with a capital or a digit."""
    words = text.split()
    return 2 <= len(words) <= 40 and len(text) >= 12 and not text[:1].islower()
