"""Years that stand above awards: as a heading, or as a line of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from graph_builder.extract.award_phrases import CUE
from graph_builder.extract.dates import find_dates
from graph_builder.extract.lexicon import ORGANIZATION
from graph_builder.extract.page import Line
from graph_builder.model import BlockKind

YEAR_LINE = re.compile(r"^\W*((?:19|20)\d\d)\W*$")
_YEARS_LINE = re.compile(r"^\W*((?:19|20)\d\d)\s?[-–—/]\s?(?:(?:19|20)?\d\d|[Pp]resent|[Nn]ow)?\W*$")


def years_above(lines: Sequence[Line]) -> dict[int, str]:
    """Return for each list item, by its place, the year that stands above it as a paragraph of its own or begins one.

    "2013", "The Loom Trust" and below them the item "PhD Studentship". Where the section begins with a year, those of
    paragraphs stand above them too, and those of their first rows above the others.
    """
    found: dict[int, str] = {}
    year = ""
    ahead = bool(lines) and YEAR_LINE.match(lines[0].text) is not None
    for line in lines:
        only = YEAR_LINE.match(line.text) or _YEARS_LINE.match(line.text)
        if line.kind is BlockKind.LIST_ITEM:
            found[line.span.start] = year
        elif line.row == 0:
            if only is None and ahead and line.kind is BlockKind.PARAGRAPH:
                found[line.span.start] = year
                continue
            year = only.group(1) if only else ""
    return found


def years_below(lines: Sequence[Line]) -> tuple[dict[int, str], set[int]]:
    """Return the years of prizes whose giver stands below them with the year, by place, and the places of those lines.

    "Loom Fellowship", and in the next line of its paragraph "Rice University, 2009".
    """
    years: dict[int, str] = {}
    givers: set[int] = set()
    for above, line in pairwise(lines):
        below = line.block == above.block and line.row == above.row + 1 and above.span.start not in givers
        dates = find_dates(line.text) if below and len(line.text) < 120 else ()
        if not dates or find_dates(above.text) or CUE.search(line.text) or not CUE.search(above.text):
            continue
        giver = ORGANIZATION.search(line.text) or (above.bold and not line.bold)
        if giver:
            years[above.span.start] = dates[0].year
            givers.add(line.span.start)
    return years, givers


def under_years(lines: Sequence[Line], dated: Mapping[int, str]) -> frozenset[int]:
    """Return the places of the lines right below a year: items, and the first rows of paragraphs behind it.

    *dated* are the years of lines by their place.
    """
    items = [x for x in lines if x.kind is BlockKind.LIST_ITEM]  # beside which a row says who gave the award
    first = (x.span.start for x in items or lines if items or x.row < 2)
    return frozenset(at for at in first if dated.get(at))


def shows_award(text: str, *, dated: bool, over: bool) -> bool:
    """Tell whether an item of a list of awards shows that it is one: by a word, a date, or the year *over* it.

    *dated* tells that a date is enough, as below a heading that leaves no doubt.

    >>> shows_award("Wool Prize", dated=True, over=False), shows_award("Friends of the Marsh", dated=True, over=True)
    (True, True)
    """
    named = text[:1].isupper() and len(text) < 80 and len(text.split()) < 10 and not text.endswith((".", ":", "!"))
    over = over and named
    return bool(CUE.search(text) or (dated and find_dates(text)) or over)
