"""Headings of plain text that count up: "1. Education" and, below the degrees, "2. Employment"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBER = re.compile(r"\s{0,3}(?P<number>\d{1,2})[.):]\s{1,8}(?=\S)")
_TITLE = re.compile(r"[^\W\d_a-z][^\d\n]{2,50}(?<![.,;?!])")
_MOST_WORDS = 7
_LEAST = 3


def numbered_headings(stretches: Sequence[Sequence[str]]) -> frozenset[int]:
    """Return the numbers of the stretches of text (what blank lines divide) that begin with a numbered heading.

    Such headings count up from one without a gap, are short, and have text between them that is not numbered so.

    >>> sorted(numbered_headings([["1. Studies"], ["PhD, 1840"], ["2. Posts", "Weaver, 1841"], ["3. Prizes"], ["A"]]))
    [0, 2, 3]
    >>> sorted(numbered_headings([["1. Gold Medal"], ["2. Silver Medal"], ["3. Bronze Medal"]]))
    []
    """
    found: list[int] = []
    for at, lines in enumerate(stretches):
        number = _heading_number(lines)
        if number == len(found) + 1 and (not found or at - found[-1] > 1 or len(stretches[found[-1]]) > 1):
            found.append(at)
    return frozenset(found if len(found) >= _LEAST else ())


def _heading_number(lines: Sequence[str]) -> int:
    """Return the number of the heading that a stretch of text begins with; zero where it begins with none."""
    match = _NUMBER.match(lines[0])
    if match is None or (len(lines) > 1 and _NUMBER.match(lines[1])):
        return 0
    title = lines[0][match.end() :].strip()
    return int(match["number"]) if _TITLE.fullmatch(title) and len(title.split()) <= _MOST_WORDS else 0
