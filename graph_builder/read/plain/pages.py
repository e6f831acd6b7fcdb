"""Page numbers and running heads in text that was copied from a paged document."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

_NUMBER = re.compile(r"\d+")
_PAGE = re.compile(r"(?i)(?:\b(?:page|seite|página|pagina|p\.)\s{0,3}\d{1,3}|\d{1,3}\s?(?:of|/)\s?\d{1,3})\W{0,3}$")
_LONE_NUMBER = re.compile(r"\s*[-–]?\s?\d{1,3}\s?[-–]?\s*")
_CENTRED = 15  # the indent of a page number that stands alone
_LONGEST = 130
_GOES_ON = re.compile(r"[^\W\d_,]-$|[\w,;&]$")


def page_furniture(lines: Sequence[str]) -> set[int]:
    """Return the numbers of the lines that belong to pages and not to the text, and of the blank lines around them
    where a sentence goes on behind them.

    Such a line says "page", or comes again with another number, or is a centred number; blank lines set it off.

    >>> sorted(page_furniture(["CV", "", "Ada, page 1", "", "Work"]))
    [2]
    >>> sorted(page_furniture(["on the theory of", "", "      Ada - 2", "", "engines.", "", "      Ada - 3"]))
    [1, 2, 3, 6]
    """
    furniture = _numbered(lines)
    furniture |= {i for i in range(len(lines)) if _stands_alone(lines, i) and _is_page(lines[i], i, len(lines))}
    return furniture | _gaps(lines, furniture)


def _is_page(line: str, number: int, count: int) -> bool:
    if len(line.strip()) > _LONGEST:
        return False
    if _LONE_NUMBER.fullmatch(line):
        return line.startswith("\f") or len(line) - len(line.lstrip()) >= _CENTRED
    return _PAGE.search(line.rstrip()) is not None and len(line.split()) <= 8 and 0 < number < count


def _numbered(lines: Sequence[str]) -> set[int]:
    """Return the lines that come again, with numbers that count up."""
    alike: defaultdict[str, list[int]] = defaultdict(list)
    heads = _repeated(lines)
    for number, line in enumerate(lines):
        if (
            _NUMBER.search(line)
            and len(line.strip()) <= _LONGEST
            and (_stands_alone(lines, number) or _is_below_head(lines, number, heads))
        ):
            alike[" ".join(_NUMBER.sub("#", line).split())].append(number)
    found: set[int] = set()
    for shape, numbers in alike.items():
        values = [[int(n) for n in _NUMBER.findall(lines[i])[:4] if len(n) < 5] for i in numbers]
        counts = any(_counts(column) for column in zip(*values, strict=False))
        if len(numbers) > 1 and counts and any(c.isalpha() for c in shape):
            found.update(numbers)
            found.update(i - 1 for i in numbers if i > 1 and _is_below_head(lines, i, heads))
    return found


def _repeated(lines: Sequence[str]) -> frozenset[str]:
    """Return the short lines that come at least twice, each time below a blank line, as running heads do."""
    seen: defaultdict[str, int] = defaultdict(int)
    for number, line in enumerate(lines):
        bare = line.strip()
        if bare and len(bare) <= _LONGEST // 2 and (number == 0 or not lines[number - 1].strip() or "\f" in line):
            seen[bare] += 1
    return frozenset(bare for bare, count in seen.items() if count > 1)


def _is_below_head(lines: Sequence[str], number: int, heads: frozenset[str]) -> bool:
    """Tell whether a line is the second of a running head: a name that comes again, and the page's number."""
    return number > 1 and lines[number - 1].strip() in heads and not lines[number - 2].strip()


def _counts(values: Sequence[int]) -> bool:
    return all(after == before + 1 for before, after in pairwise(values))


def _stands_alone(lines: Sequence[str], number: int) -> bool:
    if not lines[number].strip():
        return False
    before = number == 0 or "\f" in lines[number] or _is_edge(lines, number - 1)
    after = number + 1 == len(lines) or "\f" in lines[number + 1] or _is_edge(lines, number + 1)
    return before and after


def _is_edge(lines: Sequence[str], number: int) -> bool:
    """Tell whether a line is blank or says which page it is on."""
    return not lines[number].strip() or _is_page(lines[number], number, len(lines))


def _gaps(lines: Sequence[str], furniture: set[int]) -> set[int]:
    """Return the blank lines between the two halves of a sentence that a page's end divides."""
    gaps: set[int] = set()
    said = [i for i, line in enumerate(lines) if line.strip() and i not in furniture] if furniture else []
    between = {bisect_left(said, number) for number in furniture}
    for place in sorted(between - {0, len(said)}):
        above, below = said[place - 1], said[place]
        if _GOES_ON.search(lines[above].rstrip()) and lines[below].strip()[0].islower():
            gaps.update(i for i in range(above + 1, below) if not lines[i].strip())
    return gaps
