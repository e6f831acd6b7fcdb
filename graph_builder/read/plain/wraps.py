"""Lines of plain text that an editor broke for their length: they run on in the next line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_NARROWEST, _WIDEST = 58, 104  # columns at which editors and mail programs break lines
_LEAST = 4  # lines that end near the margin, below which nothing tells that there is one
_CROWD = 6  # lines that end near the margin for each that was never broken
_SLACK = 3
_LIST = 45
_SEPARATOR = re.compile(r"[,;]\s[^,;]+[,;]\s")
_COLUMNS = re.compile(r"\S(?:\t|\s{3,})\s{0,80}\S")
_BEGINS = re.compile(r"\s{0,80}(?:[•●▪◦*+–—-]|\(?(?:\d{1,3}|[ivx]{1,4}|[a-z])[.)]|\[[A-Z]{0,2}\d{1,3}\])\s")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DATED_END = re.compile(
    r"(?:(?:19|20)\d\d|(?<=[-–—\s])[^\W\d_]{2,11})\s?[)\]]\.?$|[-–—]\s?(?:19|20)\d\d\.?$|(?:19|20)\d\d\s?[-–—]{1,2}\s?(?:[^\W\d_]{3,12}|ce\sjour|in\scorso)$"
)
_DATED_START = re.compile(r"\s{0,80}(?:[^\W\d_]{3,10}\.?\s)?(?:\d{1,2}[./])?(?:19|20)\d\d(?:\s?[-–—:,]|\s{2}|\t)")
# A range of years that the margin broke: "Lund University (2015 -", and below it "2020)"
_OPEN_RANGE = re.compile(r"\([^()]{0,40}(?:19|20)\d\d\s?[-–—]{1,2}$")
_CLOSES_RANGE = re.compile(r"\s{0,80}[\w. ]{3,16}\)")
_ENDED = re.compile(r"[.;:!?][)\]”\"’]{0,2}$")


def margin(lines: Sequence[str]) -> int:
    """Return the column at which a text's lines were broken; zero where no lines were, or not all.

    >>> margin(["word " * 12, "word " * 13, "word " * 12 + "words", "Ada", "word " * 12 + "sword"])
    65
    >>> margin(["Ada", "word " * 40, "word " * 12])
    0
    """
    ends = sorted(len(line.expandtabs(4).rstrip()) for line in lines)
    widest = ends[-1] if ends else 0
    if crowded := _crowded(ends):
        return crowded
    return widest if _NARROWEST <= widest <= _WIDEST and sum(end > widest - 14 for end in ends) >= _LEAST else 0


def _crowded(ends: Sequence[int]) -> int:
    """Return the column near which many lines end and behind which hardly any does: that was never broken.

    >>> _crowded([*range(70, 77), 72, 73, 74, 75, 74, 75, 76, 118])
    76
    >>> _crowded(list(range(40, 118)))
    0
    """
    for place in range(len(ends) - 2, max(len(ends) - 2 - len(ends) // 12, 0), -1):
        end, longer = ends[place], len(ends) - 1 - place
        if ends[place + 1] - end < 8 or not _NARROWEST <= end <= _WIDEST:
            continue
        if sum(end - 8 < other <= end for other in ends) >= max(_CROWD, _CROWD * longer):
            return end
    return 0


def run_on(lines: Sequence[str], column: int) -> frozenset[int]:
    """Return the numbers of the lines that go on with the line above them, among lines that no blank line parts.

    Either all of an entry's lines but its last reach the margin, as far as words allow; or the one above does, and no
    sentence ends with it.

    >>> sorted(run_on(["Lovelace, A. Looms and the weaving of", "patterns. Annals of Looms 3: 1-9."], 40))
    [1]
    >>> sorted(run_on(["Weaver, Ghent", "Dyer, Otranto"], 40))
    []
    """
    found: set[int] = set()
    begun = 0
    for number in range(1, len(lines) + 1):
        if number == len(lines) or _BEGINS.match(lines[number]):
            found |= _of_entry(lines[begun:number], begun, column)
            begun = number
    return frozenset(found)


def _of_entry(lines: Sequence[str], at: int, column: int) -> set[int]:
    dated = len(lines) > 1 and all(_YEAR.search(line) for line in lines)  # each an entry of its own
    full = [not dated and _is_full(line, below, column) for line, below in pairwise(lines)]
    whole = all(full) and not any(_DATED_END.search(line.rstrip()) for line in lines[:-1])
    # Where entries follow each other without blank lines, half of the lines are full; where each field has a line, few.
    many = len(lines) > 4 and 2 * sum(full) >= len(full)
    found = set()
    for number, (line, below) in enumerate(pairwise(lines)):
        small = below.lstrip()[:1].islower()
        if _OPEN_RANGE.search(line.rstrip()) and _CLOSES_RANGE.match(below):
            found.add(at + number + 1)
            continue
        ended = _DATED_END.search(line.rstrip()) or (not whole and (not many or _ENDED.search(line.rstrip())))
        if (full[number] and (small or not ended)) or (small and _is_list(line)):
            found.add(at + number + 1)
    return found


def _is_list(line: str) -> bool:
    """Tell whether a line is a list of names of things that goes on behind it: "tides, looms; spatial"."""
    bare = line.strip()
    return len(bare) >= _LIST and _SEPARATOR.search(bare) is not None and bare[-1:].isalpha() and not _YEAR.search(bare)


def _is_full(line: str, below: str, column: int) -> bool:
    """Tell whether the first word of the line below had no room in a line."""
    if not column or _COLUMNS.search(line.strip()) or _COLUMNS.search(below.strip()) or _DATED_START.match(below):
        return False
    word = below.split(maxsplit=1)[0]
    return len(line.expandtabs(4).rstrip()) + 1 + len(word) > column - _SLACK
