"""Pieces of lists of venues: what stands between commas, dots and words such as "and"."""

from __future__ import annotations

import re
from itertools import pairwise

Marks = tuple[tuple[int, int], ...]
"""Places that mark-up sets off as the name of one venue each."""

# White space is bounded, so that a long run of it is not searched again and again.
SEPARATOR = re.compile(
    r"\s{0,9}[;•·|\t]\s{0,9}|(?<!\s)\s{1,9}/\s{1,9}|\s{0,9},\s{0,9}(?:(?:and|or|et|und|y|e)\s{1,9}|&\s{0,9})?"
    r"|(?<=[a-z]{6})\.\s{1,9}(?=[A-Z])|(?<!\s)\s{1,9}(?:and|as\s+well\s+as|et|und|och|oraz|sowie|samt)\s{1,9}|(?<!\s)\s{1,9}&\s{0,9}|(?<=\w{3})&(?=\w{3})"
)
# What joins two names that are set off: "*Tecidos* e *Fios*", «Нить», «Ткань»
JOINS = re.compile(r"[»”“》』\s]{0,3}(?:,|\s(?:e|ed|y|i|и|та|a|och|og|en|ve|ja|és|és|i|und|et|and))?[\s«„“《『]{1,3}")
_BRACKETS = re.compile(r"[()\[\]]")


def venue_pieces(text: str, start: int, end: int, marks: Marks) -> list[tuple[int, int]]:
    """Return what stands between separators outside brackets and outside marked names."""
    pieces, at, depth = [], start, 0
    separators = {
        m.start(): m.end() for m in SEPARATOR.finditer(text, start, end) if not any(b < m.start() < e for b, e in marks)
    }
    for (_, last), (first, _) in pairwise(marks):  # "`ICEX 2020` `Loom Letters`": the marks alone part them
        if start <= last < first < end and (text[last:first].isspace() or JOINS.fullmatch(text, last, first)):
            separators[last] = first
    for position in sorted({*separators, *(m.start() for m in _BRACKETS.finditer(text, start, end))}):
        if position < at:
            continue
        depth += (text[position] in "([") - (text[position] in ")]" and depth > 0)
        if depth == 0 and separators.get(position, 0) > position:
            pieces.append((at, position))
            at = separators[position]
    pieces.append((at, end))
    return [(b, e) for b, e in pieces if text[b:e].strip()]
