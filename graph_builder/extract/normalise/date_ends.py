"""Lines that hold nothing but the two ends of a range, as timelines print them one above the other."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.normalise.dates import PRESENT, DateRange, find_dates, is_present
from graph_builder.model import Span

_YEAR = r"(?:[^\W\d_]{3,9}\.?\s)?(?:19|20)\d\d"
_ENDS = re.compile(
    rf"\W{{0,3}}(?:(?P<one>{_YEAR}|[^\W\d_]{{3,9}})\s(?P<two>{_YEAR})|(?P<from>{_YEAR})\s(?P<to>[^\W\d_]{{3,9}}))\W{{0,3}}"
)
_LONGEST = 40  # characters


def ends_of(text: str, at: int = 0) -> DateRange | None:
    """Return the range of a line that is its two ends and nothing else, in either order; *at* is where it stands.

    >>> [(r.start, r.end) for t in ("Present 2019", "2019 2016", "2019 Present") if (r := ends_of(t))]
    [('2019', 'present'), ('2016', '2019'), ('2019', 'present')]
    >>> ends_of("Spring 2019"), ends_of("2019 Houston")
    (None, None)
    """
    found = _ENDS.fullmatch(text) if len(text) < _LONGEST else None
    if found is None:
        return None
    first, second = (_end(found[name]) for name in (("one", "two") if found["one"] else ("from", "to")))
    if first is None or second is None:
        return None
    start, end = (second, first) if first == PRESENT or (second != PRESENT and second <= first) else (first, second)
    dates = find_dates(start)
    return replace(dates[0], span=Span(at, at + len(text)), start=start, end=end, single=False) if dates else None


def _end(text: str) -> str | None:
    if is_present(text):
        return PRESENT
    dates = find_dates(text)
    return dates[0].start if dates else None
