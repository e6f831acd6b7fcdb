"""Sentences of running text, across the line breaks of its paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from graph_builder.extract.page import Line
from graph_builder.model import BlockKind

_OPEN_END = re.compile(
    r"(?:,|\b(?:a|an|the|of|in|at|for|from|and|or|with|by|on|as|to|under|my|is|am|was|&|Prof\.|Dr\.))$", re.IGNORECASE
)
_SENTENCE = re.compile(r"[a-z0-9)][.!?](?:\s+[A-Z]|$)")
_SPOKEN = re.compile(r"(?:I|He|She)\s[a-z].{20,}[^.!?:;,]$")  # a sentence that its line does not end


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
