"""What the arguments of entries hold: periods in two of them, and lines inside one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.read.latex.tokens import DEPTH, Token, Tokens, written

_MONTH = r"(?:[A-Za-zÀ-ÿ]{3,10}\.?,?~?\s?|\d{1,2}[./])"
_DATE = re.compile(rf"{_MONTH}?(?:{_MONTH})?(?P<year>(?:19|20)\d\d)")
_OPEN = re.compile(
    r"(?i)(?:present|current(?:ly)?|now|today|ongoing|heute|aujourd['’]hui|présent|actualidad|presente|atual|oggi)\.?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FEWEST = 4  # arguments of an entry with two dates


def _when(date: re.Match[str]) -> tuple[str, int]:
    """Return year and month of a date."""
    month = date.group()[:3].casefold()
    return date["year"], _MONTHS.index(month) if month in _MONTHS else 0


def one_period(arguments: list[Tokens]) -> list[Tokens]:
    """Return the arguments of an entry, two dates among them as one period where the first of them stands.

    >>> words = [[Token("text", word)] for word in ("2019", "Weaver", "Loom Hall", "2016")]
    >>> ["".join(t.text for t in part) for part in one_period(words)]
    ['2016–2019', 'Weaver', 'Loom Hall', '']
    """
    ends = ends_of_period([written(argument) for argument in arguments])
    if ends is None:
        return arguments
    first, second = ends
    period = [*arguments[first], Token("text", "–"), *arguments[second]]
    place, other = sorted((first, second))
    return [period if at == place else [] if at == other else part for at, part in enumerate(arguments)]


def ends_of_period(texts: Sequence[str]) -> tuple[int, int] | None:
    """Return which of the arguments of an entry are the begin and the end of its period, if two of them are dates.

    >>> ends_of_period(["2019", "Weaver", "Loom Hall", "2016"])
    (3, 0)
    """
    dates = [(at, found) for at, text in enumerate(texts) if (found := _DATE.fullmatch(text))]
    opens = [at for at, text in enumerate(texts) if _OPEN.fullmatch(text)]
    if sum(map(bool, texts)) < _FEWEST or len(dates) + len(opens) != 2 or not dates:
        return None
    first = dates[0][0]
    second = opens[0] if opens else dates[1][0]
    return (second, first) if not opens and _when(dates[0][1]) > _when(dates[1][1]) else (first, second)


def is_date(text: str) -> bool:
    """Return whether a text is a year, a month of one, or a word for today."""
    return _DATE.fullmatch(text) is not None or _OPEN.fullmatch(text) is not None


_TYPES = frozenset("textbf textit emph textsc textsl small footnotesize bf it em itshape".split())


def has_lines(tokens: Tokens) -> bool:
    """Return whether the lines of an argument are set in different type: "\\textbf{Weaver} \\newline Loom Hall"."""
    depth = 0
    solid = [t for t in tokens if t.kind != "space"]
    for before, token, after in zip(solid, solid[1:], solid[2:], strict=False):
        depth += DEPTH.get(before.kind, 0)
        breaks = not depth and token.kind == "command" and token.text in ("newline", "\\")
        if breaks and (before.kind == "}" or (after.kind == "command" and after.text in _TYPES)):
            return True
    return False
