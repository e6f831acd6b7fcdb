"""Whether lines on a post or a degree state the same one, and what dates they give it together."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graph_builder.explore.things.fact import Fact

_WORD = re.compile(r"\w+")
_PRESENT = "present"


def is_one_stay(one: tuple[str, tuple[Fact, ...]], other: tuple[str, tuple[Fact, ...]]) -> bool:
    """Return whether two lines at one organization, each with its words and facts, state the same stay.

    The words of one are among those of the other, and their dates agree as far as both have them: "2019" and "2019-03"
    do, and what is undated agrees with all. Where sources use the same words, one of the two dates may differ.
    """
    first, second = (frozenset(_WORD.findall(words.casefold())) for words, _ in (one, other))
    if not (first <= second or second <= first):
        return False
    starts, ends = ([_ends(facts, end) for _, facts in (one, other)] for end in ("start", "end"))
    same_start, same_end = _agree(*starts), _agree(*ends)
    if same_start and same_end:
        return True
    sources = [{fact.source for fact in facts} for _, facts in (one, other)]
    stated = all(starts) if same_start else all(ends) and same_end
    return stated and first == second and bool(first) and sources[0].isdisjoint(sources[1])


def dates_of(facts: Iterable[Fact]) -> str:
    """Return the dates of a stay as one text; where its sources differ, all that they state: ``2015–2019 or 2020``."""
    facts = tuple(facts)
    start, end = " or ".join(_ends(facts, "start")), " or ".join(_ends(facts, "end"))
    if not start and not end:
        return " or ".join(sorted({fact.dates for fact in facts} - {""}))
    return start if start == end else f"{start}–{end}"


def _ends(facts: Iterable[Fact], end: str) -> tuple[str, ...]:
    """Return the begins or ends that facts state, each as precisely as one of them does."""
    found = {
        _PRESENT if end == "end" and fact.values.get("ongoing") == "true" else fact.values.get(end, "")
        for fact in facts
    } - {""}
    return tuple(sorted(date for date in found if not any(o != date and o.startswith(date) for o in found)))


def _agree(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    return not (first and second) or any(a.startswith(b) or b.startswith(a) for a in first for b in second)
