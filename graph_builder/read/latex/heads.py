"""Headings of LaTeX that are several lines: a degree, and below it in smaller type the university."""

from __future__ import annotations

import re

from graph_builder.read.latex.macros import written
from graph_builder.read.latex.stream import Tokens
from graph_builder.read.latex.tokens import Token

_OF_TYPE = frozenset(
    "tiny scriptsize footnotesize small normalsize large emph textit textsc textnormal itshape normalfont"
    " mdseries".split()
)
_BREAKS = ("\\", "newline")
_LONGEST = 400  # tokens of a heading, which those of authors do not have
_OPEN = re.compile(r"(?:[,:;–-]|\b(?:and|of|in|for|the|with|at)|&)$", re.IGNORECASE)


def parts_of_heading(tokens: Tokens, level: int) -> list[Tokens]:
    """Part a heading where its type changes at a line end: "Ph.D. in Looms \\\\ \\small University of X".

    One of an entry is parted at its other line ends too: "M.Sc. in Applied Weaving \\\\ University of X"; that of a
    section is one title, "Work \\\\ History".
    """
    breaks = [at for at, token in enumerate(tokens[:_LONGEST]) if token.kind == "command" and token.text in _BREAKS]
    parts: list[Tokens] = []
    start = 0
    for at in breaks:
        before = written(tokens[start:at]).strip()
        after = next((t for t in tokens[at + 1 : _LONGEST] if t.kind not in ("space", "{")), None)
        if (
            len(before) > 2
            and after is not None
            and (_sets_type(after) or (level > 2 and _goes_below(before, after.text)))
        ):
            parts.append(_trimmed(tokens[start:at]))
            start = at + 1
    return [*parts, _trimmed(tokens[start:])] if parts else [tokens]


def _sets_type(token: Token) -> bool:
    return token.kind == "command" and token.text in _OF_TYPE


def _goes_below(before: str, after: str) -> bool:
    """Tell whether a line of a heading is whole, and another begins below it."""
    return after[:1].isupper() and len(before.split()) > 2 and _OPEN.search(before) is None


def _trimmed(tokens: Tokens) -> Tokens:
    """Return tokens without the spaces around them."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].kind == "space":
        start += 1
    while end > start and tokens[end - 1].kind == "space":
        end -= 1
    return tokens[start:end]
