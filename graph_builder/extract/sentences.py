"""Sentences of running text, across the line breaks of its paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from graph_builder.extract.page import Line
from graph_builder.model import BlockKind

_ABBREVIATION = re.compile(
    r"(?:(?<!\w)(?:Drs?|Profs?|Ph|Univ|St|Dept|Inst|Mr|Mrs|Ms|vs|etc|e\.g|i\.e|cf|Inc|Co|Corp|Ltd|Sr|Jr|approx|resp|a\.k\.a|"
    r"Pr|[A-Z]|U\.S|U\.K))$"
)
_OPEN_END = re.compile(
    r"(?:,|\b(?:a|an|the|of|in|at|for|from|and|or|with|by|on|as|to|under|my|is|am|was|&|Prof\.|Dr\.))$", re.IGNORECASE
)
_SENTENCE = re.compile(r"[a-z0-9)][.!?](?:\s+[A-Z]|$)")
_SPOKEN = re.compile(r"(?:I|He|She)\s[a-z].{20,}[^.!?:;,]$")  # a sentence that its line does not end
_FULL_LINE = 60


def running_blocks(lines: Sequence[Line]) -> frozenset[int]:
    """Return the blocks of running text, whose line breaks are those of the file: lines begin in mid-sentence.

    >>> from graph_builder.model import BlockKind
    >>> texts = "I work with Ada", "Lovelace on looms, and", "weave at Initech. Before that I", "spun."
    >>> lines = [Line(Span(0, 1), 0, row, BlockKind.PARAGRAPH, 0, text) for row, text in enumerate(texts)]
    >>> sorted(running_blocks(lines))
    [0]
    """
    blocks: dict[int, list[str]] = {}
    for line in lines:
        if line.kind is BlockKind.PARAGRAPH:
            blocks.setdefault(line.block, []).append(line.text)
    return frozenset(block for block, texts in blocks.items() if _is_running(texts))


def _is_running(texts: Sequence[str]) -> bool:
    inner = sum(
        (text[:1].islower() and above[-1:] not in ".!?:;")
        or bool(_OPEN_END.search(above))
        or bool(_SPOKEN.match(above))
        for above, text in pairwise(texts)
    )
    return (
        (any(text[:1].islower() for text in texts) or any(_SPOKEN.match(text) for text in texts[:-1]))
        and 4 * inner >= len(texts) - 1
        and any(_SENTENCE.search(text) for text in texts)
    )


def _goes_on(above: str, below: str) -> bool:
    if _OPEN_END.search(above):
        return True
    if above[-1:] in ".!?:;":
        return above[-1] == "." and bool(_ABBREVIATION.search(above[:-1])) and below[:1].islower()
    return below[:1].islower() or below[:1] in "(,.;&" or (len(above) > _FULL_LINE and below[:1].isalnum())


def flat(text: str) -> str:
    """Return *text* with each line break as a space, so that positions stay.

    >>> flat("I work\\nat home")
    'I work at home'
    """
    return re.sub(r"[\n\r\t\u00a0\u2028]", " ", text)
